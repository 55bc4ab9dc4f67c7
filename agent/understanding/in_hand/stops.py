"""Keeps the stops of the flight in hand in what is asked of it: "how long is it now?" after "add a stop at Lydd"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import cast

from pydantic import JsonValue

from agent import regex as re
from agent.aviation.geometry import geodesic_nm
from agent.language.burning import find_burning
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Conversation, Plan, ToolCall
from agent.subjects.trip.stops import over_stops

_ENDS = ("from_location", "to_location")
_SPEEDS = ("cruise_speed_kts", "aircraft_type")
_OVER_STOPS = frozenset(("get_fuel_plan",))
"""Tools that take the stops themselves; a distance in legs is told by the plan of the trip."""


_A_LEG = re.compile(
    r"\b(?:(?P<which>first|1st|second|2nd|third|3rd|fourth|last|final|longest|shortest|longer|shorter|erste[nr]?|zweite[nr]?|dritte[nr]?|letzte[nr]?|längste[nr]?|kürzeste[nr]?|"
    r"première|deuxième|seconde|troisième|dernière) (?:legs?|hops?|sectors?|stretch|etappe|teilstrecke|strecke|étape|branche)|"
    r"legs? (?P<number>[1-4])|(?P<most>étape|branche) la plus (?P<far>longue|courte))\b"
)
_WHICH: tuple[tuple[str, int], ...] = (
    (r"first|1st|erste|première|1", 0), (r"second|2nd|zweite|deuxième|2", 1), (r"third|3rd|dritte|troisième|3", 2), (r"fourth|4", 3),
    (r"last|final|letzte|dernière", -1),
)  # fmt: skip


def one_of_the_legs(said: Said, plan: Plan | None) -> ToolCall | None:
    """ "How long is the second leg?", "fuel for the first leg at 30 l/h" of the legs just told."""
    legs = plan.steps if plan is not None else ()
    match = _A_LEG.search(said.slots.low)
    if (
        match is None
        or len(legs) < 2
        or said.slots.spots
        or any(leg.tool != "calculate_flight_distance" for leg in legs)
    ):
        return None
    if any(a.arguments.get("to_location") != b.arguments.get("from_location") for a, b in pairwise(legs)):
        return None
    word = match["which"] or match["number"] or match["far"]
    place = next((at for pattern, at in _WHICH if re.match(pattern, word)), None)
    if place is not None and not -len(legs) <= place < len(legs):
        return None
    if place is None:
        far = [_length(leg, said) for leg in legs]
        if None in far:
            return None
        known = [one for one in far if one is not None]
        place = known.index(min(known) if re.match(r"short|kürz|cour", word) else max(known))
    leg = legs[place]
    speed = next((q.value for q in said.slots.quantities if q.kind == "speed"), None)
    leg = leg.varied(cruise_speed_kts=speed) if speed else leg
    burn = find_burning(said.slots.low).burn_lph
    if burn is not None:
        kept = {name: leg.arguments[name] for name in (*_ENDS, *_SPEEDS) if name in leg.arguments}
        if isinstance(on_the_nose := leg.arguments.get("headwind_kts"), int | float):
            kept["headwind_kt"] = round(on_the_nose)
        return ToolCall(tool="get_fuel_plan", arguments={**kept, "burn_lph": burn})
    return None if said.all_of("fuel_plan", "fuel", "weather", "metar") else leg


def _length(leg: ToolCall, said: Said) -> float | None:
    codes = [field_of(str(leg.arguments[end]), said.deps) for end in _ENDS]
    start, end = (said.deps.airports.get(code) if code else None for code in codes)
    if start is None or end is None:
        return None
    return geodesic_nm(start.lat, start.lon, end.lat, end.lon)


def with_stops(plan: Plan, said: Said, conversation: Conversation, legs: Sequence[str] = ()) -> Plan:
    """The plan with each distance and fuel of the whole flight in hand over its stops, or over those just told."""
    sum_of_all = _fuel_of(plan) if len(legs) > 2 and not said.spots else None
    if sum_of_all is not None:
        ends = (sum_of_all.arguments.get("from_location"), sum_of_all.arguments.get("to_location"))
        whole = ((legs[0], legs[-1]), (legs[-2], legs[-1]), (legs[0], None))
        if ends in whole and "via" not in sum_of_all.arguments:
            over: list[JsonValue] = [*legs[1:-1]]
            told = sum_of_all.varied(from_location=legs[0], to_location=legs[-1], via=over)
            return plan.model_copy(
                update={"steps": (told,), "others": (), "confidence": max(plan.confidence, 0.8)}
            )
    trip = cast("dict[str, JsonValue]", (conversation.flight_trip or {}).get("arguments") or {})
    if not (trip.get("via") or trip.get("return_via")) or said.spots:
        return plan
    return plan.model_copy(update={"steps": tuple(_over(step, trip) for step in plan.steps)})


def _fuel_of(plan: Plan) -> ToolCall | None:
    """The fuel sum of a plan, also one that only lacks where it goes: of a round over its stops."""
    if len(plan.steps) != 1:
        return None
    (step,) = plan.steps
    if step.tool == "get_fuel_plan":
        return step
    given = step.arguments.get("arguments")
    if step.arguments.get("tool") != "get_fuel_plan" or step.arguments.get("missing") != "to_location":
        return None
    return ToolCall(tool="get_fuel_plan", arguments=given) if isinstance(given, dict) else None


def _over(step: ToolCall, trip: dict[str, JsonValue]) -> ToolCall:
    if step.arguments.get("via") or any(step.arguments.get(end) != trip.get(end) for end in _ENDS):
        return step
    if step.tool == "calculate_flight_distance":
        speeds = {name: step.arguments[name] for name in _SPEEDS if step.arguments.get(name)}
        return ToolCall(tool="plan_trip", arguments={**trip, **speeds, "about": "distance"})
    return over_stops(step, trip) if step.tool in _OVER_STOPS else step
