"""Reads what is asked about the trip in hand: what comes first, the latest off blocks, the way home, the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import JsonValue

from agent.language.ends import country_of, field_of
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.timeline import About
from agent.subjects.trip.times import SAME_DAY

MOST_WORDS = 12
_FIRST = re.compile(
    r"\b(?:first (?:thing|step|job|task)|(?:what|which)(?: one| of (?:those|these|them))?(?: comes| is|'s)? first|"
    r"do first|start with|begin with|where do (?:i|we) start|zuerst|als erstes|womit (?:fange|beginne|muss)|"
    r"par quoi|en premier|d'abord|première chose)\b"
)
_LATEST = re.compile(
    r"\b(?:latest|how late|at the latest|no later|when (?:do|must|should) (?:i|we)|by when|spätestens|bis wann|"
    r"wann müssen|wann muss|wie spät|au plus tard|jusqu'à quand|jusqu'à quelle heure|quand (?:faut-il|doit-on))\b"
)
_OFF = re.compile(
    r"\b(?:off blocks|off-blocks|take off|be off|leave|leaving|depart|be airborne|set off|be back|go home|"
    r"los|losfliegen|abfliegen|starten|abflug|zurück|partir|repartir|décoller|rentrer|décollage)\b"
)
_RULES = re.compile(
    r"\W*(?:(?:and |und |et )?(?:what about |what are |show me |which |welche |quelles sont )?(?:the |die |les )?"
    r"(?:vfr[ -]?)?(?:rules|regeln|règles)(?: there| (?:of|for) (?:it|that|this|the trip)| dort| là-bas)?)\W*"
)
_HOME = re.compile(
    r"\W*(?:(?:and|und|et) )?(?:what about |how about |was ist mit |wie ist es mit |qu'en est-il )?"
    r"(?:(?:for |on |pour |auf )?(?:the |my |our |der |dem |den |das |le |du |au )?"
    r"(?:coming back|coming home|way back|way home|going back|flying back|flying home|return|"
    r"return (?:leg|flight|trip)|back|zurück|rückflug|rückweg|heimflug|retour|vol retour|revenir|rentrer))\W*"
)
_ALONE: tuple[tuple[re.Pattern[str], About], ...] = (
    (re.compile(r"\W*(?:and |und |et )?(?:do (?:i|we) need )?(?:a |any )?(?:ppr|permission)\W*"), "permission"),
    (
        re.compile(r"\W*(?:and |und |et )?(?:the |a |der |le )?(?:flight plans?|flugpl[aä]ne?|plans? de vol)\W*"),
        "flight_plan",
    ),
    (re.compile(r"\W*(?:and |und |et )?(?:the |der |la )?(?:customs|zoll|douane)\W*"), "border"),
    (re.compile(r"\W*(?:and |und |et )?(?:the |das |le )?gars?\W*"), "report"),
)


def about_trip(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The call a short message means that names no place, day or time of its own."""
    slots = said.slots
    ends = {field_of(str(v), said.deps) for n in ("from_location", "to_location") if (v := trip.get(n))}
    others = [s for s in slots.spots if s.kind != "here" and field_of(s.name, said.deps) not in ends]
    if others or slots.countries or slots.days or slots.of("clock") or len(slots.words) > MOST_WORDS:
        return None
    low = slots.low
    if _HOME.fullmatch(low):
        return _way_home(trip)
    if _RULES.fullmatch(low):
        return _rules(said, trip)
    for pattern, about in _ALONE:
        if pattern.fullmatch(low):
            return _with(trip, about)
    if _FIRST.search(low):
        return _with(trip, "first")
    if _LATEST.search(low) and _OFF.search(low):
        return _with(trip, "off_blocks")
    return None


def _with(trip: Mapping[str, JsonValue], about: About) -> ToolCall:
    return ToolCall(tool="plan_trip", arguments={**trip, "about": about})


def _way_home(trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """What the border asks on the way home; where none was planned, the trip with one."""
    day, at = trip.get("return_day"), trip.get("return_off_block")
    if day is None and at is None:
        return ToolCall(tool="plan_trip", arguments={**trip, "return_day": trip.get("day") or SAME_DAY})
    if trip.get("from_location") is None:
        return None
    day = trip.get("day") if day in (None, SAME_DAY) else day
    when = " ".join(str(part) for part in (day, at) if part) if day else None
    arguments = {"from_location": trip.get("to_location"), "to_location": trip.get("from_location"), "date": when}
    return ToolCall(tool="get_border_brief", arguments={k: v for k, v in arguments.items() if v is not None})


def _rules(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The VFR rules of the countries at both ends, side by side where there are two."""
    ends = [v for n in ("from_location", "to_location") if isinstance(v := trip.get(n), str)]
    countries: list[JsonValue] = list(dict.fromkeys(c for e in ends if (c := country_of(e, said.deps))))
    if not countries:
        return None
    if len(countries) == 1:
        return ToolCall(tool="browse_rules", arguments={"country_code": countries[0], "category": "VFR"})
    return ToolCall(tool="compare_rules_between_countries", arguments={"countries": countries, "category": "VFR"})
