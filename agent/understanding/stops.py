"""Keeps the stops of the flight in hand in what is asked of it: "how long is it now?" after "add a stop at Lydd"."""

from __future__ import annotations

from typing import cast

from pydantic import JsonValue

from agent.language.said import Said
from agent.protocol import Conversation, Plan, ToolCall
from agent.subjects.trip.stops import over_stops

_ENDS = ("from_location", "to_location")
_SPEEDS = ("cruise_speed_kts", "aircraft_type")
_OVER_STOPS = frozenset(("get_fuel_plan",))
"""Tools that take the stops themselves; a distance in legs is told by the plan of the trip."""


def with_stops(plan: Plan, said: Said, conversation: Conversation) -> Plan:
    """The plan with each distance and fuel of the whole flight in hand over its stops."""
    trip = cast("dict[str, JsonValue]", (conversation.flight_trip or {}).get("arguments") or {})
    if not (trip.get("via") or trip.get("return_via")) or said.spots:
        return plan
    return plan.model_copy(update={"steps": tuple(_over(step, trip) for step in plan.steps)})


def _over(step: ToolCall, trip: dict[str, JsonValue]) -> ToolCall:
    if step.arguments.get("via") or any(step.arguments.get(end) != trip.get(end) for end in _ENDS):
        return step
    if step.tool == "calculate_flight_distance":
        speeds = {name: step.arguments[name] for name in _SPEEDS if step.arguments.get(name)}
        return ToolCall(tool="plan_trip", arguments={**trip, **speeds, "about": "distance"})
    return over_stops(step, trip) if step.tool in _OVER_STOPS else step
