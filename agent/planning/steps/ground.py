"""On the ground and by airline: places to see, a plan for the stop, guides, flights home."""

from __future__ import annotations

import re

from agent.language.ends import find_ends, find_place
from agent.language.slots import Slots
from agent.planning import leisure
from agent.planning.steps.asked import Arguments, Asked, Missing, said, whole
from agent.planning.steps.lists import is_people
from agent.planning.steps.routes import speed
from agent.planning.stop_times import StopTimes, read_stop_times


def pois(asked: Asked) -> Arguments | Missing:
    """Where, and what one would like to see or eat; also within hours of flight."""
    near = _town(asked)
    slots = asked.slots
    hours = slots.of("duration")
    reach = re.search(
        r"\b(?:air)?fields?\b|\bfly\b|\bflight\b|\bflying\b|\bvoler\b|\bvol\b|\bflug\w*|\bfliegen\b|\bair\b",
        slots.low,
    )
    if isinstance(near, Missing):
        if not (hours and reach):
            return near
        near = "home"  # where one can fly from nowhere in particular
    arguments: Arguments = {"near": near, "interests": leisure.read_interests(slots)}
    constraints = leisure.read_constraints(slots)
    if constraints:
        arguments["constraints"] = constraints
    if hours and reach:
        arguments["fly_within_hours"] = whole(hours[0].value)
        arguments.update(speed(asked))
    radius = leisure.radius_km(slots)
    if radius:
        arguments["radius_km"] = radius
    if slots.days:
        arguments["date"] = slots.days[0].when.isoformat()
    counts = slots.of("count")
    if counts and not is_people(slots, counts[0]):
        arguments["max_results"] = int(counts[0].value)
    return arguments


def itinerary(asked: Asked) -> Arguments | Missing:
    """Where, from when to when, and how the time shall be spent."""
    near = _town(asked)
    if isinstance(near, Missing):
        return near
    slots = asked.slots
    arguments: Arguments = {"near": near}
    times = read_stop_times(slots)
    days = leisure.read_duration_days(slots)
    if times.landing is not None and (times.leave_date is not None or not days or days == 1):
        arguments |= {**stop_arguments(times), **onward(slots, near), **speed(asked)}
    else:
        arguments["duration_days"] = 1 if days is None else days
        starts = (
            times.start or times.landing or (None if times.off_block else next(iter(leisure.clocks(slots)), None))
        )
        if starts and not starts.startswith("+"):
            arguments["start_time"] = starts
    if slots.days:
        arguments["dates"] = [slots.days[0].when.isoformat()]
    interests = leisure.read_interests(slots)
    if interests:
        arguments["interests"] = interests
    pace = leisure.read_pace(slots)
    if pace:
        arguments["pace"] = pace
    constraints = leisure.read_constraints(slots)
    if constraints:
        arguments["constraints"] = constraints
    people = leisure.read_people(slots)
    if people and people > 1:
        arguments["people"] = people
    if transfer := leisure.read_transfer(slots):
        arguments["transfer"] = transfer
    return arguments


def stop_arguments(times: StopTimes) -> Arguments:
    """The times of a stop as the itinerary takes them."""
    window: Arguments = {"from": times.landing, **({"to": times.off_block} if times.off_block else {})}
    return {
        "window": window,
        **({"there_by": times.there_by} if times.there_by else {}),
        **({"leave_date": times.leave_date.isoformat()} if times.leave_date else {}),
    }


def onward(slots: Slots, near: str) -> Arguments:
    """Where one comes from and where one goes next, as far as they are said."""
    found: Arguments = {}
    for spot in slots.spots:
        if spot.kind not in ("code", "iata", "place") or spot.name == near:
            continue
        if spot.role == "from":
            found.setdefault("coming_from", spot.name)
        elif spot.role == "to" or re.search(r"\b(?:for|to|nach|vers|home|zurück)\s+$", slots.low[: spot.start]):
            found.setdefault("going_to", spot.name)
    return found


def guidance(asked: Asked) -> Arguments | Missing:
    """The question itself, and the town it is about."""
    spot = find_place(asked.slots)
    arguments: Arguments = {"query": asked.slots.text}
    if spot is not None and spot.kind != "here":
        arguments["city"] = spot.name
    return arguments


def flights(asked: Asked) -> Arguments | Missing:
    """From where to where by airline, when and with whom."""
    slots = asked.slots
    spots = [s for s in slots.spots if s.kind != "country" or s.role in ("from", "to")]
    ends = find_ends(slots)
    arguments: Arguments = {}
    if ends is not None:
        arguments["origin"] = said(ends.start, asked)
        arguments["destination"] = said(ends.end, asked)
    elif spots:
        only = spots[0]
        arguments["destination" if only.role == "to" else "origin"] = said(only, asked)
        return Missing("ends")
    else:
        return Missing("ends")
    return {**arguments, **leisure.read_travel(slots)}


_LANDING = re.compile(
    r"\b(?:land(?:ing|ed)?|arriv\w+|touch(?:ing)? down|atterri\w+|arriv[ée]\w*|lande|landung|"
    r"ankunft|ankomm\w+)\b"
)


_BESIDE = 3
"""Letters between a town and the code of its field."""


def _town(asked: Asked) -> str | Missing:
    """Where one will be: where one lands, else the place said."""
    slots = asked.slots
    landing = _LANDING.search(slots.low)
    after = [s for s in slots.spots if landing and s.start > landing.start() and s.role != "from"]
    # Where one lands, not where one comes from or goes to.
    after = [s for s in after if s.kind not in ("country", "here")]
    if len(after) > 1 and after[1].kind == "code" and after[1].start - after[0].end <= _BESIDE:
        after = after[1:]  # "Dubrovnik LDDU" is the field
    spot = next(iter(after), None) or find_place(slots)
    return Missing("place") if spot is None else said(spot, asked)
