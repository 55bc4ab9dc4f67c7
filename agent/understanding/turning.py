"""Turns the pages of the last answer, or takes back what was said: "more", "next page", "undo"."""

from __future__ import annotations

from agent.language.said import Said
from agent.protocol import Conversation, Plan, ToolCall
from agent.understanding.context import Known

_PAGES = {
    "search_airports": 5, "find_airports_near_location": 5, "find_airports_near_route": 5,
    "get_border_crossing_airports": 5, "browse_rules": 3, "compare_rules_between_countries": 3,
}  # fmt: skip
"""How many entries one page of a tool's answer shows."""
_LONGER = {"search_pois": "max_results", "search_flights": "max_results", "get_pilot_reviews": "limit"}
MORE_BY = 10


def changed_plan(said: Said, memory: Known, conversation: Conversation) -> Plan | None:
    """The last list read on; None when there is nothing to turn."""
    call = memory.call
    if call is None or memory.plan is None or said.all_of("undo"):
        return None
    if call.tool in _PAGES:
        offset = call.arguments.get("offset")
        at = (offset if isinstance(offset, int) else 0) + _PAGES[call.tool]
        return _as(memory.plan, call, {**call.arguments, "offset": at})
    if call.tool in _LONGER:
        name = _LONGER[call.tool]
        now = call.arguments.get(name)
        return _as(memory.plan, call, {**call.arguments, name: (now if isinstance(now, int) else 10) + MORE_BY})
    return memory.plan.model_copy(update={"answer_style": "detailed", "made_by": "followup"})


def _as(plan: Plan, call: ToolCall, arguments: dict[str, object]) -> Plan:
    step = ToolCall.model_validate({"tool": call.tool, "arguments": arguments})
    return plan.model_copy(
        update={"steps": (step,), "made_by": "followup", "confidence": 0.95, "reasoning": "", "emergency": False}
    )
