"""Who may not come, or only under a condition: the sentences about a field that decide a visit, gravest first."""

from __future__ import annotations

from datetime import date

from agent import regex as re
from agent.aviation.aip_words import one_language
from agent.aviation.facts import AirfieldFacts, as_source
from agent.protocol import Source, Value

_SHUT = re.compile(
    r"\bclosed\b|\bclose\b|prohibited|forbidden|\bnot (?:\w+ )?(?:available|permitted|allowed|accepted|authori[sz]ed)\b"  # noqa: E501
    r"|\bno (?:flights|movements|landings|fixed-wing)|ferm[ée]|interdit|geschlossen|gesperrt|untersagt|verboten"
    r"|chius|vietat|cerrado|prohibid",
    re.IGNORECASE,
)
_RESERVED = re.compile(
    r"reserved|restricted|\bonly\b|\bnot for\b|excluded|\bfirst visit|r[ée]serv[ée]|limit|nur f[üu]r|vorbehalten"
    r"|riservat",
    re.IGNORECASE,
)
_HANDLING = re.compile(r"handling|assistance|slot|Abfertigung|assistenza|asistencia", re.IGNORECASE)
_SOME_FLIGHTS = re.compile(
    r"train|circuit|MTO[MW]|\bton|\d ?(?:t|kg)\b|commercial|helicopter|glider|microlight|self-?handling",
    re.IGNORECASE,
)
_LISTED = re.compile(r"list of [\w ]+: “")
_AT_THE_TURN = re.compile(r"Christmas|\bDec(?:ember)?\b|New Year|No[ëe]l|Weihnacht|Natale|Navidad", re.IGNORECASE)


_DECIDES = 4
"""How heavy a sentence may be to be told: "no circuits by visitors" is not about coming."""


class Restriction(Value):
    """One sentence as it stands, with where it was read."""

    words: str
    item: str
    source: Source


def restrictions_of(
    known: AirfieldFacts, day: date | None, today: date, told: tuple[str, ...]
) -> tuple[Restriction, ...]:
    """What `told` does not say already: closures first, then who is shut out, then handling."""
    said = " ".join(" ".join(told).casefold().split())
    found: list[tuple[int, Restriction]] = []
    for fact in known.restrictions:
        words = one_language(" ".join(str(fact.value).split()))
        other_day = day is not None and day.month not in (1, 12) and _AT_THE_TURN.search(words)
        if other_day or _LISTED.search(words) or words.casefold().rstrip(".") in said:
            continue
        told_in = Restriction(words=words, item=fact.item, source=as_source(fact, today))
        if (weight := _weight(words)) <= _DECIDES:
            found.append((weight, told_in))
    return tuple(restriction for _, restriction in sorted(found, key=lambda f: f[0]))


def _weight(words: str) -> int:
    """Small for what shuts everybody out, large for what concerns some flights."""
    if _HANDLING.search(words):
        return 4 if _SOME_FLIGHTS.search(words) else 2
    grave = 0 if _SHUT.search(words) else 1 if _RESERVED.search(words) else 3
    return grave + 3 if _SOME_FLIGHTS.search(words) and grave != 1 else grave
