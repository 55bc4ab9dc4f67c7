"""Fits a call to what its tool takes: what the tool has no argument for is left aside by name, never silently."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import AliasChoices, BaseModel, JsonValue
from pydantic.fields import FieldInfo

from agent import registry
from agent.protocol import ToolCall


@dataclass(frozen=True)
class Fitted:
    """A call that its tool takes, and what of the question it had to leave aside, in words."""

    call: ToolCall
    left_aside: tuple[str, ...] = ()


def fitted(call: ToolCall) -> Fitted:
    """The call without arguments and filters that the tool does not know; a tool that is not there stays as it is."""
    tool = registry.known(call.tool)
    if tool is None:
        return Fitted(call)
    kept, left = _known(call.arguments, tool.arguments)
    return Fitted(ToolCall(tool=call.tool, arguments=kept), tuple(left))


def _known(arguments: dict[str, JsonValue], model: type[BaseModel]) -> tuple[dict[str, JsonValue], list[str]]:
    kept: dict[str, JsonValue] = {}
    left: list[str] = []
    for name, value in arguments.items():
        field = _field(model, name)
        if field is None:
            left.append(_in_words(name, value))
            continue
        inner = field.annotation
        if isinstance(value, dict) and isinstance(inner, type) and issubclass(inner, BaseModel):
            taken, more = _known(value, inner)
            left += more
            if taken:
                kept[name] = taken
            continue
        kept[name] = value
    return kept, left


def _field(model: type[BaseModel], name: str) -> FieldInfo | None:
    """The argument of this name, or of this other name for it: "return" is no name that code can have."""
    found = model.model_fields.get(name)
    if found is not None:
        return found
    for field in model.model_fields.values():
        alias = field.validation_alias
        if isinstance(alias, AliasChoices) and name in alias.choices:
            return field
    return None


def _in_words(name: str, value: JsonValue) -> str:
    words = name.removeprefix("has_").replace("_", " ")
    if value is True:
        return words
    if value is False:
        return f"no {words}"
    if isinstance(value, list):
        return f"{words} {', '.join(str(v) for v in value)}"
    return str(value) if name in ("position", "near_what", "part", "direction") else f"{words} {value}"
