"""Reads a trip that goes on from where it landed, on another day: "and going on to Dinard on Saturday"."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.subjects.trip.clocks import clocks_of
from agent.subjects.trip.moved import back_on

_MOST_WORDS = 16
_ON = re.compile(
    r"\b(?:(?:going|go|fly|flying|carry|carrying|continu\w+|head|heading|push\w*|hop\w*) on(?:wards?)? to"
    r"|then on to|onwards? to|continu\w+ to|from there (?:on )?to"
    r"|(?:(?:von dort|dann|danach) )?weiter(?:fliegen|flug|reisen)? (?:nach|zum|zur)"
    r"|(?:de là|ensuite|puis) (?:on )?(?:continue\w*|va|vole|repart\w*)? ?(?:à|vers|sur|jusqu['’]à)"
    r"|(?:on )?(?:continue[rz]?|poursui\w+|repart\w*) (?:à|vers|sur|jusqu['’]à|pour))\b"
)
_TO = re.compile(r"\b(?:nach|zum|zur|to|à|vers|sur)\s+$")
_VERB_LAST = re.compile(
    r"\s*(?:(?:am|dann|gleich|noch|direkt|on|morgen|sonntag|montag|dienstag|mittwoch|donnerstag|freitag|samstag)\s+)*"
    r"(?:weiter(?:fliegen|zufliegen|fliege|geflogen|flug|reisen|gehen|geht(?:['’]s)?)?|weiter)(?=\W|$)"
)
""" "Nach Budapest weiterfliegen": the verb behind the field."""
_NEXT_DAY = re.compile(
    r"\b(?:(?:the )?(?:next|following) day|(?:the )?day after|a day later|"
    r"(?:am )?(?:nächsten tag|tag (?:darauf|danach)|folgetag)|einen tag später|"
    r"le lendemain|le jour (?:suivant|d['’]après))\b"
)
_KEPT = ("people", "aircraft_type", "cruise_speed_kts", "nationals")


def flown_on(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The flight from where the trip landed to the field that is named, on its later day; what is flown stays."""
    spots = [s for s in said.spots if s.kind in ("code", "iata", "place")]
    days, start, low = said.slots.days, trip.get("to_location"), said.slots.low
    if len(spots) != 1 or len(days) > 1 or not isinstance(start, str) or len(said.slots.words) > _MOST_WORDS:
        return None
    verb_last = _VERB_LAST.match(low, spots[0].end) is not None and _TO.search(low[: spots[0].start]) is not None
    goal, before = said.name(spots[0]), trip.get("return_day") or trip.get("day")
    of_it = {field_of(str(one), said.deps) for one in (trip.get("from_location"), start) if one}
    if not (verb_last or _ON.search(low)) or field_of(goal, said.deps) in of_it:
        return None
    day = _day(said, trip, before)
    if day is None:
        return _the_same_day(said, trip, start, goal) if verb_last and not days else None
    if not isinstance(before, str) or not day > before or trip.get("return_day"):
        return None
    way: dict[str, JsonValue] = {"from_location": start, "to_location": goal, "day": day}
    clocks = clocks_of(said.again(), dict(way))
    hour: dict[str, JsonValue] = {"off_block": clocks[0].at} if len(clocks) == 1 else {}
    kept = {name: trip[name] for name in _KEPT if name in trip}
    said.take_all()
    return ToolCall(tool="plan_trip", arguments={**way, **hour, **kept})


def _day(said: Said, trip: Mapping[str, JsonValue], before: JsonValue) -> str | None:
    """The day that is named, or the one behind the trip's: "the next day"."""
    if said.slots.days and not _NEXT_DAY.search(said.slots.low):
        return back_on(said, trip)
    if not (_NEXT_DAY.search(said.slots.low) and isinstance(before, str) and _ISO.fullmatch(before)):
        return None
    return (date.fromisoformat(before) + timedelta(days=1)).isoformat()


_ISO = re.compile(r"\d{4}-\d\d-\d\d")


def _the_same_day(said: Said, trip: Mapping[str, JsonValue], stop: str, goal: str) -> ToolCall:
    """ "Und nach Budapest weiterfliegen": where the trip went becomes a stop of it."""
    over = v if isinstance(v := trip.get("via"), list) else []
    held = {name: value for name, value in trip.items() if name != "about"}
    said.take_all()
    return ToolCall(tool="plan_trip", arguments={**held, "via": [*over, stop], "to_location": goal})
