"""The way home told after something else was asked goes on with the trip in hand: "back Sunday evening before dark"."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent.deps import Deps
from agent.language.ends import field_of
from agent.language.vague_times import TOLD_ONCE
from agent.protocol import Conversation, Plan, ToolCall
from agent.understanding.tool_names import ENDS, TRIP


def with_the_trip_in_hand(plan: Plan, conversation: Conversation, deps: Deps) -> Plan:
    """The plan with the day, hour and people that the trip was told, where a step only says how it comes home."""
    told = (conversation.flight_trip or {}).get("arguments")
    last = conversation.last_plan
    if not isinstance(told, dict) or last is None or any(step.tool == TRIP for step in last.steps):
        return plan

    def gone_on(step: ToolCall) -> ToolCall:
        given = step.arguments
        comes_home = step.tool == TRIP and any(name.startswith("return_") for name in given)
        if not comes_home or "day" in given or not all(same(end, given) for end in ENDS):
            return step
        once = {other for name, other in TOLD_ONCE if name in given}
        left = {"about", "taken", *once, *(name for name in told if name.startswith("return_"))}
        return step.varied(**{**{name: value for name, value in told.items() if name not in left}, **given})

    def same(end: str, given: Mapping[str, JsonValue]) -> bool:
        names = (str(told.get(end)), str(given.get(end)))
        one, other = (field_of(name, deps) or name for name in names)
        return one == other

    return plan.model_copy(update={"steps": tuple(map(gone_on, plan.steps))})
