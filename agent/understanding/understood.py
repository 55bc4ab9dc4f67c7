"""Says in one sentence what a plan understood: what a page shows beside the work, never a part of the answer."""

from __future__ import annotations

from pydantic import JsonValue

from agent.protocol import Plan, ToolCall

_LONGEST_VALUE, _LONGEST = 60, 400
_BEGINS = {
    "reader": "I read this as",
    "model": "The model read this as",
    "followup": "I read this as going on from the last question",
    "tap": "A button asks for this",
}


def understood(plan: Plan) -> str:
    """The plan's own reasoning; else its tools and their arguments, in the plan's words."""
    if plan.reasoning:
        return plan.reasoning
    if not plan.steps:
        return "I found nothing in this that one of my tools answers."
    said = f"{_BEGINS[plan.made_by]}: {', then '.join(_step(call) for call in plan.steps)}"
    return f"{said}." if len(said) < _LONGEST else f"{said[: _LONGEST - 1].rstrip()}…"


def _step(call: ToolCall) -> str:
    name = call.tool.replace("_", " ")
    told = [f"{key.replace('_', ' ')} {_value(value)}" for key, value in call.arguments.items()]
    return f"{name} ({', '.join(told)})" if told else name


def _value(value: JsonValue) -> str:
    match value:
        case bool():
            said = "yes" if value else "no"
        case list():
            plain = [str(item) for item in value if not isinstance(item, dict | list)]
            said = " and ".join(plain) if len(plain) == len(value) else f"{len(value)} given"
        case dict():
            said = " and ".join(f"{key.replace('_', ' ')} {_value(item)}" for key, item in value.items())
        case _:
            said = str(value)
    return said if len(said) <= _LONGEST_VALUE else f"{said[: _LONGEST_VALUE - 1].rstrip()}…"
