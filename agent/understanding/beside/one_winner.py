"""One list where the best of several areas is asked for: "the longest grass strip in Dorset, Wiltshire or Somerset"."""

from __future__ import annotations

from agent.protocol import Plan, ToolCall
from agent.subjects.finding.airport_list import ORDER_SAID

SEARCH = "search_airports"


def of_one_winner(plan: Plan) -> Plan:
    """The plan with one search over all areas, where its steps are one search by an order in each."""
    first, *rest = plan.steps or (None,)
    if first is None or not rest or any(step.tool != SEARCH for step in plan.steps):
        return plan
    apart = [{name: value for name, value in step.arguments.items() if name != "query"} for step in plan.steps]
    if first.arguments.get("priority_strategy") not in ORDER_SAID or any(one != apart[0] for one in apart):
        return plan
    further = [step.arguments.get("query") for step in rest]
    one = ToolCall(tool=SEARCH, arguments={**first.arguments, "also": further})
    return plan.model_copy(update={"steps": (one,)})
