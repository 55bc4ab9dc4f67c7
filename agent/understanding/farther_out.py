"""Lunch farther away than one drives: "where can we go for lunch within 60 nm of Duxford" asks for fields to fly to."""

from __future__ import annotations

from agent import registry
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.subjects.ground.places import WIDEST_KM

_PLACES, _FIELDS = "search_pois", "find_airports_near_location"


def of_fields_farther_out(plan: Plan, said: Said) -> Plan:
    """The plan with the fields in that circle that have a restaurant, where places to eat cannot be looked for so far."""
    if [step.tool for step in plan.steps] != [_PLACES]:
        return plan
    given = plan.steps[0].arguments
    radius, near = given.get("radius_km"), given.get("near")
    if not isinstance(radius, int | float) or radius <= WIDEST_KM or given.get("interests") != ["food"]:
        return plan
    asked = registry.readings()[_FIELDS].read(said.again())
    wished = asked.get("filters")
    filters = {"restaurant": "at_airport", **(wished if isinstance(wished, dict) else {})}
    fields = ToolCall(tool=_FIELDS, arguments={**asked, "location_query": near, "filters": filters})
    return plan.model_copy(update={"steps": (fields,), "others": (), "left_aside": ()})
