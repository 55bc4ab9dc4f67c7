"""Words for a flight in legs: the sum of them in the first line, then each leg in a line of its own."""

from __future__ import annotations

from itertools import pairwise

from agent.protocol import Plan
from agent.subjects.measures import nm, speed_source
from agent.subjects.route.tool import FlightDistance
from tongue import say

_TOOL = "calculate_flight_distance"


def is_in_legs(plan: Plan) -> bool:
    """Whether the distances of a plan are one flight: each begins where the one before ends."""
    ends = [
        (step.arguments.get("from_location"), step.arguments.get("to_location"))
        for step in plan.steps
        if step.tool == _TOOL
    ]
    return len(ends) > 1 and all(before[1] == leg[0] for before, leg in pairwise(ends))


def told_speed(result: FlightDistance) -> str:
    """ "120 kt (typical Cessna 172 book cruise; tell me yours)"; "" where no speed is known."""
    if result.cruise_speed_kts is None:
        return ""
    source = result.cruise_speed_source or ""
    said = "" if source == "provided" else f" ({speed_source(source)})"
    if "typical" in source:
        said = say(" ({source}; tell me yours)", source=speed_source(source))
    return say("{knots:g} kt{said}", knots=result.cruise_speed_kts, said=said)


def sum_line(result: FlightDistance, wind: str) -> str:
    """What all legs come to, of the last one; "" of any other. `wind`: the wind that was said, in words."""
    if result.total_nm is None:
        return ""
    time = f", **{result.total_time_formatted}**" if result.total_time_formatted else ""
    if time and result.total_in_wind:
        time = say(", {time} in still air", time=result.total_time_formatted) + say(
            "; **{time}** with {wind}", time=result.total_in_wind, wind=wind
        )
    told = say("In all: **{nm}**{time}.", nm=nm(result.total_nm), time=time)
    if not time or not (speed := told_speed(result)):
        return told
    return " ".join(
        (told, say("At {speed}. Climb, taxi, reserve and time on the ground not included.", speed=speed))
    )
