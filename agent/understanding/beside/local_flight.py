"""What is told once of a flight from a field and back to it: "local flight from Elstree Saturday at 10, what do I need?"."""

from __future__ import annotations

from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.understanding.reader.tool_names import BRIEF, TRIP, WEATHER


def with_a_local_flight_once(plan: Plan, said: Said) -> Plan:
    """The plan without a trip to, or the weather of, the one field whose brief of the flight is told."""
    flown = [_fields(step, said) for step in plan.steps if step.tool == BRIEF]
    if len(flown) != 1 or len(flown[0]) != 1 or plan.made_by == "followup":
        return plan
    steps = tuple(
        step for step in plan.steps if step.tool not in (TRIP, WEATHER) or _fields(step, said) != flown[0]
    )
    return plan.model_copy(update={"steps": steps}) if steps != plan.steps else plan


def _fields(step: ToolCall, said: Said) -> set[str]:
    """The fields, or names of places, that a call is of."""
    given = step.arguments
    listed = v if isinstance(v := given.get("places"), list) else []
    names = (given.get("from_location"), given.get("to_location"), *listed)
    return {field_of(one, said.deps) or one for one in names if isinstance(one, str)}
