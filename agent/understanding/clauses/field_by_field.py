"""Fields that are named one by one, each with what is asked of it and no word more: "PPR Lydd, hours Deauville"."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from agent import regex as re
from agent.language.courtesy import CHAT
from agent.language.said import Said
from agent.language.slot_words import FUNCTION
from agent.understanding.clauses.cuts_judged import OF_ONE_FIELD
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.each import MOST_STEPS
from agent.understanding.reader.reading import CLAIMED, Reading
from agent.understanding.reader.tool_names import BORDER, CARD, NOTICE, RUNWAY_WIND, WEATHER

if TYPE_CHECKING:
    from agent.understanding.reader.reader import Reader

_ASKED_OF_A_FIELD = OF_ONE_FIELD | {WEATHER, RUNWAY_WIND, "get_notams", "get_density_altitude"}
_BETWEEN = re.compile(
    r"\s*[,;\n&+]+\s*(?:\b(?:and|und|et|plus|puis)\b\s*)?|\s+(?:and|und|et|plus|sowie|puis)\s+", re.IGNORECASE
)
_CUSTOMS = "customs"


def field_by_field(reader: Reader, said: Said, memory: Known) -> list[Reading]:
    """What is asked of each of two fields or more; [] where a piece names no field, two of them, or says more."""
    spots, slots = said.slots.spots, said.slots
    if not 1 < len(spots) <= MOST_STEPS or slots.countries or slots.quantities or slots.days or slots.crafts:
        return []
    if any(spot.is_area or spot.kind not in ("code", "iata", "place") for spot in spots):
        return []
    pieces = _pieces(said)
    if len(pieces) != len(spots) or len({spot.name for spot in spots}) < len(spots):
        return []
    parts = [_asked(reader, said.slots.text[a:b], said, memory) for a, b in pieces]
    found = [part for part in parts if part is not None]
    if len(found) < len(parts) or {part.tool for part in found} == {WEATHER}:
        return []
    return found


def _pieces(said: Said) -> list[tuple[int, int]]:
    """The pieces between commas and "and", each with the one field it names; () where one names none or several."""
    text = said.slots.text
    inside = [(spot.start, spot.end) for spot in said.slots.spots]
    cuts = [m for m in _BETWEEN.finditer(text) if not any(a < m.end() and m.start() < b for a, b in inside)]
    starts, ends = [0, *(m.end() for m in cuts)], [*(m.start() for m in cuts), len(text)]
    pieces = [(a, b) for a, b in zip(starts, ends, strict=True) if text[a:b].strip(" ?.!")]
    joined: list[tuple[int, int]] = []
    for a, b in pieces:  # "fuel and hours Lydd": both are asked of the field behind them
        waits = bool(joined) and not any(joined[-1][0] <= x < joined[-1][1] for x, _ in inside)
        joined = [*joined[:-1], (joined[-1][0], b)] if waits else [*joined, (a, b)]
    held = [sum(a <= x < b for x, _ in inside) for a, b in joined]
    return (
        joined if all(count == 1 for count in held) and all(x < y for (_, x), (y, _) in pairwise(joined)) else []
    )


def _asked(reader: Reader, text: str, said: Said, memory: Known) -> Reading | None:
    """What a piece asks of its field; None where it is more than a wish and a name."""
    part = reader.said(text, said.today, said.place, said.home)
    if len(part.spots) != 1 or not _is_a_wish_alone(part):
        return None
    alone = Known(home=memory.home)
    read = next(iter(reader.readings(part, alone)), None)
    if read is not None and read.tool == BORDER and part.has(_CUSTOMS):
        read = Reading(CARD, CLAIMED, {"icao_code": part.field() or part.name(part.spots[0]), "about": [_CUSTOMS]})
    if read is None or read.tool not in _ASKED_OF_A_FIELD or read.missing:
        return None
    bare = read.arguments.keys() == {"icao_code"} and read.tool not in (NOTICE, "get_airport_pricing")
    return None if bare and read.tool == CARD else replace(read, sure=max(read.sure, CLAIMED), said=part)


def _is_a_wish_alone(part: Said) -> bool:
    """Whether nothing is said but a field and concepts of what may be asked of one."""
    wishes = part.all_of(*part.concepts)
    named = [(m.start, m.end) for m in wishes] + [(s.start, s.end) for s in part.slots.spots]
    rest = [w for w in part.slots.words if not any(a < w.end and w.start < b for a, b in named)]
    return bool(wishes) and all(w.key in FUNCTION or w.key in CHAT for w in rest)
