"""What a tap stands for: a whole call, so that it means the same whatever was asked since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from pydantic import JsonValue

from agent.deps import Deps
from agent.errors import AgentError
from agent.protocol import Choice, MissingInfo, Plan, Suggestion, ToolCall
from agent.registry import ToolContext, find, run
from agent.understanding import routing

Offer = TypeVar("Offer", Choice, Suggestion)


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


_AT_ONCE = frozenset(
    (
        "get_airport_details",
        "get_notification_for_airport",
        "get_airport_pricing",
        "get_fuel_prices",
        "get_border_crossing_airports",
    )
)
"""Tools that are so quick that what they would say is looked up before it is offered."""

_LISTS = frozenset(("find_airports_near_location", "search_airports"))
"""Looked up before another meaning is offered; the next questions below a list have looked themselves."""


async def leading(offers: tuple[Offer, ...], context: ToolContext) -> tuple[Offer, ...]:
    """The offers that lead to an answer; what takes longer to look up is taken for granted."""
    return tuple([offer for offer in offers if await _leads_on(offer, context)])


async def _leads_on(offer: Choice | Suggestion, context: ToolContext) -> bool:
    """Whether anything is known of what is offered."""
    call = offer.call
    is_meaning = isinstance(offer, Suggestion) and offer.category == "meaning"
    if call is None or not (call.tool in _AT_ONCE or (is_meaning and call.tool in _LISTS)):
        return True
    try:
        return not (await run(call, context)).says_nothing
    except AgentError:
        return False
