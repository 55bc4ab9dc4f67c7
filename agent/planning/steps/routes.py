"""Between two places: distance and time, the fields on the way, the border, each leg by itself."""

from __future__ import annotations

import re
from itertools import pairwise

from agent.language.ends import find_ends
from agent.language.slots import Slots, Spot
from agent.planning import wishes
from agent.planning.steps.asked import Arguments, Asked, Missing, said, whole
from agent.planning.steps.flight_times import moment
from agent.planning.steps.lists import limits, radius
from agent.protocol import ToolCall


def along_route(asked: Asked) -> Arguments | Missing:
    """The fields between two places, and how long a leg may be."""
    ends = find_ends(asked.slots)
    if ends is None:
        return _missing_end(asked.slots)
    arguments: Arguments = {"from_location": said(ends.start, asked), "to_location": said(ends.end, asked)}
    durations = [q for q in asked.slots.of("duration") if not wishes.is_notice(asked.slots, q)]
    if durations:
        arguments["max_leg_time_hours"] = whole(durations[0].value)
    used = {ends.start.name, ends.end.name}
    return {**arguments, **speed(asked), **radius(asked), **limits(asked, used)}


def distance(asked: Asked) -> Arguments | Missing:
    """Two places, and with what it is flown."""
    ends = find_ends(asked.slots)
    if ends is None:
        return _missing_end(asked.slots)
    return {
        **_unknown_type(asked),
        "from_location": said(ends.start, asked),
        "to_location": said(ends.end, asked),
        **speed(asked),
        **wind_and_endurance(asked.slots),
    }


def border(asked: Asked) -> Arguments | Missing:
    """Two places and the day, for what the border between them wants."""
    ends = find_ends(asked.slots)
    if ends is None:
        return _missing_end(asked.slots)
    arguments: Arguments = {"from_location": said(ends.start, asked), "to_location": said(ends.end, asked)}
    if when := moment(asked, ends.start.name):
        arguments["date"] = when
    return arguments


def _missing_end(slots: Slots) -> Missing:
    """Which end is not said."""
    places = [s for s in slots.spots if s.kind != "country"]
    if len(places) != 1:
        return Missing("ends")
    return Missing("end" if places[0].role == "from" else "start")


_AT_KNOTS = re.compile(r"\bat ([6-9]\d|[1-3]\d\d)(?=\W*$|\s*[,;?]|\s+(?:with|in|and|from|via)\b)")
"""A bare number that can only be a cruise speed: "how far from EGTF to LFAT at 110"."""


def speed(asked: Asked) -> Arguments:
    """How fast, or with which aircraft."""
    arguments: Arguments = {}
    speeds = asked.slots.of("speed")
    if speeds:
        arguments["cruise_speed_kts"] = round(speeds[0].value)
    elif (bare := _AT_KNOTS.search(asked.slots.low)) and not _taken(asked.slots, bare.start(1)):
        arguments["cruise_speed_kts"] = int(bare[1])
    if asked.slots.crafts:
        arguments["aircraft_type"] = asked.slots.crafts[0].name
    return arguments


def _taken(slots: Slots, at: int) -> bool:
    """Whether a number is already read as something else."""
    return any(amount.start <= at < amount.end for amount in slots.quantities)


_UNKNOWN_TYPE = re.compile(
    r"\b(?:in|with|using|avec|mit|en)\s+(?:an?|my|our|the|une?|mon|notre|eine[rm]?|meine[rm]?)\s+"
    r"(?P<t>[A-Z][\w-]*(?:\s+[A-Z0-9][\w-]*){0,2})"
)


def _unknown_type(asked: Asked) -> Arguments:
    """An aircraft that the table does not know, in the pilot's words: the tool says so."""
    match = _UNKNOWN_TYPE.search(asked.slots.text)
    if match is None or asked.slots.crafts or asked.slots.of("speed"):
        return {}
    if any(s.start < match.end() and match.start("t") < s.end for s in asked.slots.spots):
        return {}
    return {"aircraft_type": match["t"]}


_ENDURANCE = re.compile(r"\bendurance\b|\bfuel\b|\bautonomie\b|\breichweite\b|\bsprit\b|\bcarburant\b")


def wind_and_endurance(slots: Slots) -> Arguments:
    """The wind along the track and the time the fuel lasts: "15 kt headwind", "5 h endurance"."""
    arguments: Arguments = {}
    if winds := slots.of("wind"):
        arguments["headwind_kts"] = round(winds[0].value)
    durations = slots.of("duration")
    if durations and _ENDURANCE.search(slots.low):
        arguments["endurance_hours"] = whole(durations[0].value)
    return arguments


_VIA = re.compile(r"\b(?:via|über|par|through|stopp?ing (?:at|in)|with a stop (?:at|in))\s+$")
_ONWARD = re.compile(
    r"[\s,;/>→-]*(?:(?:and |then |und |et )*(?:on |onward |then |continuing |back )*"
    r"(?:to|via|through|nach|über|vers|à|par|stopp?ing (?:at|in)|with a stop (?:at|in)|then|dann|puis))?"
    r"[\s,;/>→-]*"
)


def for_each_leg(calls: list[ToolCall], slots: Slots) -> list[ToolCall]:
    """A distance over more than two places is one call a leg: "EGTF to LFAT to LFMD", "EGTF to LFMD via LFLY"."""
    if len(calls) != 1 or calls[0].tool != "calculate_flight_distance":
        return calls
    arguments = calls[0].arguments
    return [
        ToolCall(tool=calls[0].tool, arguments={**arguments, "from_location": a.name, "to_location": b.name})
        for a, b in legs(slots)
    ] or calls


def legs(slots: Slots) -> list[tuple[Spot, Spot]]:
    """The legs of a journey over three to five places, said one after the other; [] for anything else."""
    spots = [s for s in slots.spots if s.kind in ("code", "iata", "place")]
    if not 3 <= len(spots) <= 5:
        return []
    gaps = [slots.low[a.end : b.start] for a, b in pairwise(spots)]
    if not all(_ONWARD.fullmatch(gap) for gap in gaps):
        return []
    via = [spot for spot, gap in zip(spots[1:], gaps, strict=True) if _VIA.search(gap)]
    straight = [spot for spot in spots if spot not in via]
    return list(pairwise([*straight[:-1], *via, straight[-1]] if len(straight) == 2 else spots))
