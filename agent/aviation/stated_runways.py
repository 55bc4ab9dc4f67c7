"""The runways that a field's own publication states, for a field of which the table of airfields has none."""

from __future__ import annotations

from agent import regex as re
from agent.aviation.airports import Runway
from agent.aviation.fact_records import Fact
from agent.aviation.surfaces import is_hard

BEGINS = "runway_"
_STATED = re.compile(r"(?P<length>\d{3,4})(?: x (?P<width>\d+))? m, (?P<surface>[^;]+)")
"""How the AIP's runways stand among the facts: "690 x 60 m, grass; TORA 690 …"."""
_END = re.compile(r"(?P<number>\d{2})(?P<side>[LRC]?)")
_OTHER_SIDE = {"L": "R", "R": "L"}
_FT = 1 / 0.3048


def of_runway(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The facts that state a runway end."""
    return tuple(fact for fact in facts if fact.field.startswith(BEGINS) and _STATED.match(str(fact.value)))


def stated_runways(facts: tuple[Fact, ...]) -> tuple[Runway, ...]:
    """The runways of a publication, each once; whether they are lit it says elsewhere."""
    ends = {fact.field.removeprefix(BEGINS): str(fact.value) for fact in of_runway(facts)}
    found: list[Runway] = []
    seen: set[str] = set()
    for name, words in ends.items():
        match, other = _STATED.match(words), _opposite(name)
        if match is None or name in seen:
            continue
        seen |= {name, other}
        surface = match["surface"].strip()
        found.append(
            Runway(
                le_ident=name,
                he_ident=other if other in ends else "",
                length_ft=round(int(match["length"]) * _FT),
                width_ft=round(int(match["width"]) * _FT) if match["width"] else None,
                surface=surface,
                hard=is_hard(surface),
                lighted=None,
                closed=False,
            )
        )
    return tuple(found)


def _opposite(name: str) -> str:
    """The other end of a runway: 16 → 34, 13L → 31R; "" where the name is no number."""
    end = _END.fullmatch(name)
    if end is None:
        return ""
    return f"{(int(end['number']) + 17) % 36 + 1:02d}{_OTHER_SIDE.get(end['side'], end['side'])}"
