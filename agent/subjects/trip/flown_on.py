"""Reads a trip that goes on from where it landed, on another day: "and going on to Dinard on Saturday"."""

from __future__ import annotations

from collections.abc import Mapping

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
_KEPT = ("people", "aircraft_type", "cruise_speed_kts", "nationals")


def flown_on(said: Said, trip: Mapping[str, JsonValue]) -> ToolCall | None:
    """The flight from where the trip landed to the field that is named, on its later day; what is flown stays."""
    spots = [s for s in said.spots if s.kind in ("code", "iata", "place")]
    days, start = said.slots.days, trip.get("to_location")
    if len(spots) != 1 or len(days) != 1 or not _ON.search(said.slots.low) or not isinstance(start, str):
        return None
    day, goal = back_on(said, trip), said.name(spots[0])
    before = trip.get("return_day") or trip.get("day")
    of_it = {field_of(str(one), said.deps) for one in (trip.get("from_location"), start) if one}
    if len(said.slots.words) > _MOST_WORDS or field_of(goal, said.deps) in of_it:
        return None
    if not isinstance(before, str) or not day > before or trip.get("return_day"):
        return None
    way: dict[str, JsonValue] = {"from_location": start, "to_location": goal, "day": day}
    clocks = clocks_of(said.again(), dict(way))
    hour: dict[str, JsonValue] = {"off_block": clocks[0].at} if len(clocks) == 1 else {}
    kept = {name: trip[name] for name in _KEPT if name in trip}
    said.take_all()
    return ToolCall(tool="plan_trip", arguments={**way, **hour, **kept})
