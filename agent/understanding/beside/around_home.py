""" "Fields with avgas in France within 100 nm", "Zollplätze in Polen im Umkreis von 120 nm": around one's home, in that country."""

from __future__ import annotations

from typing import cast

from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.subjects.finding.reading import radius
from agent.understanding.in_hand.context import Given
from agent.understanding.reader.asking import CLARIFY

_NEAR, _AREA = "find_airports_near_location", "search_airports"
_KEPT = ("filters", "priority_strategy", "liked", "max_hours_notice")


def within_of_home(plan: Plan, said: Said) -> Plan:
    """The plan of a country's fields so far from no place that is named: around the home base, where it is known."""
    named = said.slots.countries
    if len(plan.steps) != 1 or said.home is None or len(named) != 1 or said.spots:
        return plan
    step, around = plan.steps[0], radius(said.again())
    if not around:
        return plan
    if step.tool == CLARIFY and step.arguments.get("missing") == "location_query":
        inner = step.arguments.get("arguments")
        given = {**cast(Given, inner)} if isinstance(inner, dict) else Given()
    elif step.tool == _AREA and "near" not in step.arguments and "part" not in step.arguments:
        given = {name: step.arguments[name] for name in _KEPT if name in step.arguments}
    else:
        return plan
    held = given.get("filters")
    filters = {**(cast(Given, held) if isinstance(held, dict) else Given()), "country": named[0].country.code}
    call = ToolCall(tool=_NEAR, arguments={**given, "location_query": "home", **around, "filters": filters})
    return plan.model_copy(update={"steps": (call,), "left_aside": (), "others": ()})
