"""Says in one sentence what a plan understood: in full for the log and the API, in the pilot's words beside an answer."""

from __future__ import annotations

from pydantic import JsonValue

from agent import registry
from agent.protocol import Plan, ToolCall
from tongue import later, say

_LONGEST_VALUE, _LONGEST = 60, 400
_BEGINS = {
    "reader": "I read this as",
    "model": "The model read this as",
    "followup": "I read this as going on from the last question",
    "tap": "A button asks for this",
}

_SAID = {
    "reader": later("Read as: {what}."),
    "model": later("A model read it as: {what}."),
    "followup": later("Read as going on from the last question: {what}."),
    "tap": later("Asked with a button: {what}."),
}
_OF = ("text", "question", "report")
"""Arguments that only repeat the message."""


def in_words(plan: Plan) -> str:
    """What was asked, as its button would be called, and of what: "Read as: Airfield facts (LFAT)."."""
    if plan.reasoning:
        return plan.reasoning
    asked = [_named(call) for call in plan.steps]
    return say(_SAID[plan.made_by], what=", ".join(dict.fromkeys(asked))) if asked else ""


def _named(call: ToolCall) -> str:
    reading = registry.readings().get(call.tool)
    name = say(reading.called) if reading is not None and reading.called else call.tool.replace("_", " ")
    told: list[str] = []
    for key, value in call.arguments.items():
        plain = value if isinstance(value, list) else [value]
        if key not in _OF:
            told += [one for one in plain if isinstance(one, str) and len(one) <= _LONGEST_VALUE and _is_name(one)]
    return f"{name} ({', '.join(told)})" if told else name


def _is_name(value: str) -> bool:
    """Whether a value reads as it stands: a code, a place, a day; no English word of an argument ("fuel")."""
    return not value[:1].islower()


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
