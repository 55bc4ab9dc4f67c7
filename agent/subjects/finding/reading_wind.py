"""Reads the wind that a list of fields is narrowed by: a runway into it, no more than so much across."""

from __future__ import annotations

from dataclasses import replace

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.language.winds import find_wind

Given = dict[str, JsonValue]
_INTO = re.compile(
    r"\b(?:into (?:a |the )?(?:wind (?:of |from )?)?|facing (?:a |the )?|for (?:a |the )?|in (?:a |the )?|bei |gegen |pour (?:un |le )?|face (?:à un |au )?)"
    r"(?P<d>0[0-9]0|[12]\d\d|3[0-5]\d|360)\s*(?:°|degrees?|deg|grad|degr[ée]s)?\s*-?(?:winds?|vents?)\b|"
    r"\b(?:winds?|vents?) (?:from |of |is |aus |von |du |de |au )*(?P<e>0[0-9]0|[12]\d\d|3[0-5]\d|360)(?!\d|\s?/|\s?(?:at|mit|pour|kt|ft|nm)\b)"
)
_OF_RUNWAYS = re.compile(
    r"\brunways?\b|\brwys?\b|\bstrips?\b|\binto (?:the )?wind\b|\bcross ?winds?\b|\bx-?wind\b|\bacross\b|\b\w*bahn(?:en)?\b|\bpistes?\b|\bseitenwind\w*|\bquer\w*|\btravers\w*|\bface (?:au|à un|à)\b|\bgegen den wind\b"
)
_ACROSS = re.compile(
    r"(?:less than|under|below|at most|max(?:imum)?|within|no more than|unter|höchstens|maximal|weniger als|moins de|maximum|au plus)?\s*(?P<n>\d{1,2})\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?)?\s*(?:of |de |d')?(?:cross ?wind|x-?wind|across|seitenwind|quer\w*|vent de travers|travers)\b|"
    r"\b(?:cross ?wind|x-?wind|seitenwind|travers)\w* (?:is |of |component |under |below |less than |unter |von |höchstens |sous |max(?:imum)? |limit )*(?P<m>\d{1,2})\b(?!\s*/)"
)


_FIELDS = re.compile(
    r"\b(?:fields|airfields|airports|strips|aerodromes|flugpl[äa]tze\w*|pl[äa]tze\w*|terrains|a[ée]rodromes|a[ée]roports|pistes)\b"
)


def by_the_wind(low: str) -> bool:
    """Whether several fields are asked for and the wind on their runways is said."""
    return _FIELDS.search(low) is not None and _OF_RUNWAYS.search(low) is not None


def read_runway_wind(said: Said) -> Given:
    """ "With a runway into a 240 wind", "less than 10 kt across in 270/22": the wind on the fields' runways."""
    low = said.slots.low
    if _OF_RUNWAYS.search(low) is None or said.slots.of("duration"):
        return {}
    wind, into = find_wind(said.slots.text), _INTO.search(low)
    if wind is None and into is None:
        return {}
    start, end = wind[:2] if wind else into.span() if into else (0, 0)
    blown = wind[2] if wind else (into["d"] or into["e"]) if into else ""
    said.used.add((start, end))
    said.take([q for q in said.slots.quantities if q.start < end and start < q.end])
    said.has("runway", "crosswind", "weather")
    said.used.update(m.span() for m in _OF_RUNWAYS.finditer(low))
    across = next((m for m in _ACROSS.finditer(low) if not (m.start() < end and start < m.end())), None)
    if across is None:
        return {"runway_wind": blown}
    said.used.add(across.span())
    said.take([q for q in said.slots.quantities if q.start < across.end() and across.start() < q.end])
    return {"runway_wind": blown, "crosswind_limit_kt": int(across["n"] or across["m"])}


def without_wind(said: Said) -> Said:
    """Less the figures in knots, which are of the wind and no speed of the aeroplane."""
    rest = tuple(q for q in said.slots.quantities if q.kind != "speed")
    return replace(said, slots=replace(said.slots, quantities=rest))
