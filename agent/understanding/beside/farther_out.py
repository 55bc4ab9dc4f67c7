"""Lunch farther away than one drives: "where can we go for lunch within 60 nm of Duxford" asks for fields to fly to."""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.subjects.ground.reading import WIDEST_KM

_FLOWN = re.compile(
    r"\b(?:go|going|fly\w*|pop|nip|head|wohin|hinfliegen|fliegen|ausflug|(?:aller|voler|partir)|sortie)\b"
)
""" "Where can we fly for lunch?": with no place in hand it is no town in which one eats."""
_PLACES, _FIELDS, _SHEET = "search_pois", "find_airports_near_location", "get_airport_details"


def of_fields_farther_out(plan: Plan, said: Said) -> Plan:
    """The plan with the fields in that circle that have a restaurant, where places to eat cannot be looked for so far."""
    step = next((step for step in plan.steps if _PLACES in (step.tool, step.arguments.get("tool"))), None)
    if step is None:
        return plan
    asks = step.tool != _PLACES  # around which place
    inner = step.arguments.get("arguments") if asks else step.arguments
    given = inner if isinstance(inner, dict) else {}
    radius, near = given.get("radius_km"), given.get("near")
    is_far = isinstance(radius, int | float) and radius > WIDEST_KM
    is_flown = asks and step.arguments.get("missing") == "near" and _FLOWN.search(said.slots.low)
    if not (is_far or is_flown) or given.get("interests") != ["food"]:
        return plan
    beside = [one for one in plan.steps if one is not step]
    if any(one.tool != _SHEET or one.arguments.get("icao_code") != near for one in beside):
        return plan  # a fact of the place itself is a wish about the fields
    asked = registry.readings()[_FIELDS].read(said.again())
    wished = asked.get("filters")
    filters = {"restaurant": "at_airport", **(wished if isinstance(wished, dict) else {})}
    around = near or (said.home and "home")
    fields = ToolCall(tool=_FIELDS, arguments={**asked, "location_query": around, "filters": filters})
    if around is None:
        found: JsonValue = {name: value for name, value in fields.arguments.items() if value is not None}
        fields = step.varied(tool=_FIELDS, arguments=found, missing="location_query")
    return plan.model_copy(update={"steps": (fields,), "others": (), "left_aside": ()})
