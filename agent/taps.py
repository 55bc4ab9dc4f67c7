"""What a tap stands for: a whole call, so that it means the same whatever was asked since."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import JsonValue

from agent.deps import Deps
from agent.protocol import Choice, MissingInfo, Plan, ToolCall
from agent.registry import find
from agent.understanding import routing


def plan_of(call: ToolCall, deps: Deps) -> Plan:
    """The plan of a tap: its call as it is, nothing read. Raises `InvalidQuestion` for a tool that is gone."""
    step = ToolCall(tool=find(call.tool).name, arguments=call.arguments)
    said = list(_words(step.arguments))
    codes = [found.code for word in said if len(word) == 2 and (found := deps.countries.get(word))]
    named = [code for word in said for code in routing.countries_in(word, deps.countries)]
    return Plan(
        steps=(step,),
        made_by="tap",
        path=routing.path_of((step,)),
        countries=tuple(dict.fromkeys([*codes, *named])),
    )


def choice(text: str, tool: str, **arguments: JsonValue) -> Choice:
    """A tap labelled as it would be typed."""
    return Choice(label=text, text=text, call=ToolCall(tool=tool, arguments=arguments))


def examples_of(ask: MissingInfo, call: ToolCall) -> tuple[Choice, ...]:
    """The examples of a question asked back as taps: the call that lacked something, with it."""
    return tuple(
        Choice(label=example, text=example, call=call.varied(**fill) if fill else None)
        for example, fill in zip(ask.examples, _fills(ask), strict=True)
    )


def _fills(ask: MissingInfo) -> tuple[dict[str, JsonValue], ...]:
    if ask.fills:
        return ask.fills
    return tuple({ask.argument: example} if ask.argument else {} for example in ask.examples)


def _words(value: JsonValue) -> Iterator[str]:
    """Every text among the arguments."""
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from _words(item)
        case dict():
            for item in value.values():
                yield from _words(item)
        case _:
            return
