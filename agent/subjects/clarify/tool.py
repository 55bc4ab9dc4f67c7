"""A question back to the pilot, where a known task lacks something that no tool can report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field, JsonValue

from agent import regex as re
from agent import registry
from agent.errors import AgentError
from agent.protocol import MissingInfo, Source, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.border.from_anywhere import held_from_anywhere
from agent.subjects.rules.alike import european, held_nowhere, near_to_it, turns_on_the_country
from tongue import say

_LONGEST_NAME = 60
_NAMES_A_PLACE = frozenset(
    (
        "from_location", "to_location", "origin", "destination", "via", "near", "city", "place", "places",
        "icao_code", "icao_codes", "location_query", "country", "country_code", "countries", "from_country",
        "query", "area", "region",
    )
)  # fmt: skip
"""Arguments that name a place or a country; a wish ("stay") is none, though a village is called so."""


class Meaning(Value):
    """One reading of a message, as a button names it."""

    label: str
    call: ToolCall


class ClarifyArguments(Arguments):
    """A question back to the pilot."""

    question: str
    context: str | None = None
    options: tuple[str, ...] = ()
    tool: str | None = Field(default=None, description="the tool that waits for the answer")
    arguments: dict[str, JsonValue] = Field(default={}, description="what is known of its arguments already")
    missing: str | None = Field(default=None, description="the argument that the answer gives")
    meanings: tuple[Meaning, ...] = Field(default=(), description="whole calls, one of which was meant")


class Clarification(ToolResult):
    """What FlyFun needs to know first. `unknown` names the readings to which there is no data: none is offered.

    `closed`: a place that was named lies in closed or war airspace.
    """

    drawn: ClassVar[bool] = False

    question: str
    context: str | None = None
    options: tuple[str, ...] = ()
    meanings: tuple[Meaning, ...] = ()
    unknown: tuple[str, ...] = ()
    closed: bool = False


@tool(kind="airport", chat_only=True)
async def ask_clarifying_question(arguments: ClarifyArguments, context: ToolContext) -> Clarification:
    """Ask the pilot one question when a known task lacks something that no tool can report."""
    unknown = [
        meaning.label for meaning in arguments.meanings if not await _leads_somewhere(meaning.call, context)
    ]
    named = [arguments.arguments, *(meaning.call.arguments for meaning in arguments.meanings)]
    alike = await _answered_alike(arguments, context)
    if alike is None and (rule := _rule_without_country(arguments)):
        if _SAYS_NOTHING.fullmatch(rule.lower().strip()):
            asks = say("What is it about? Name the flight, the field or the rule, and the country.")
            arguments = arguments.model_copy(update={"question": asks, "options": (), "arguments": {}})
            rule = ""
        nearest = await held_nowhere(rule, context) if rule else None
        if nearest == ():
            nothing = say("I have nothing on that for any country.")
            return Clarification(question="", context=f"**{nothing}**", found=False)
        if nearest:
            arguments = arguments.model_copy(update={"context": near_to_it(nearest)})
    if alike is not None and _rule_without_country(arguments) and not turns_on_the_country(alike[0], context):
        arguments = arguments.model_copy(update={"question": say("Another country? Name it.")})
    return Clarification(
        sources=alike[1] if alike else (),
        closed=any(_is_closed(word, context) for given in named for word in _words(given)),
        question=arguments.question,
        context=alike[0] if alike else arguments.context,
        options=arguments.options,
        meanings=tuple(meaning for meaning in arguments.meanings if meaning.label not in unknown),
        unknown=tuple(unknown),
        missing_info=(
            MissingInfo(
                key="other",
                reason=arguments.context or say("Needed to answer"),
                prompt=arguments.question,
                examples=arguments.options,
            ),
        ),
    )


_SAYS_NOTHING = re.compile(
    r"(?:(?:is|would|will) )?(?:(?:it|that|this|das|dies|c['’]est|est[- ]ce(?: que c['’]est)?|ist (?:das|es)) )?"
    r"(?:(?:even|all|überhaupt|denn|bien) )?"
    r"(?:legal|allowed|permitted|possible|ok|okay|erlaubt|zulässig|légal|autorisé|permis|possible)\W*"
)
""" "Legal?", "ist das erlaubt?": asked of nothing that was said."""


async def _answered_alike(
    arguments: ClarifyArguments, context: ToolContext
) -> tuple[str, tuple[Source, ...]] | None:
    """What holds wherever it is: of a rule in most of Europe, of a border whatever the start."""
    if (arguments.tool, arguments.missing) == ("get_border_brief", "from_location"):
        return held_from_anywhere(arguments.arguments.get("to_location"), context)
    question = _rule_without_country(arguments)
    return await european(question, context) if question else None


def _rule_without_country(arguments: ClarifyArguments) -> str | None:
    """The question about rules that waits for its country."""
    question = arguments.arguments.get("question")
    lacks_country = (arguments.tool, arguments.missing) == ("answer_rules_question", "countries")
    return question if lacks_country and isinstance(question, str) else None


async def _leads_somewhere(call: ToolCall, context: ToolContext) -> bool:
    """Whether a list with wishes has anything to show: it is made here, as a tap on it would make it."""
    known = registry.known(call.tool)
    if known is None or known.outside or not call.arguments.get("filters"):
        return True
    try:
        result = await registry.run(call, context)
    except AgentError:
        return True  # the tap says what is wrong
    return result.found or bool(result.missing_info)


def _words(given: Mapping[str, JsonValue]) -> list[str]:
    """The places and countries among the arguments of a call, as far as they are words."""
    named = [value for name, value in given.items() if name in _NAMES_A_PLACE]
    values = [v for value in named for v in (value if isinstance(value, list) else [value])]
    return list(dict.fromkeys(v for v in values if isinstance(v, str) and 1 < len(v) <= _LONGEST_NAME))


def _is_closed(word: str, context: ToolContext) -> bool:
    deps = context.deps
    airport, country = deps.airports.get(word), deps.countries.get(word)
    if airport is None and country is None:
        place = deps.places.resolve(word).best
        code = (place.airport.country if place.airport else place.country) if place else None
    else:
        code = airport.country if airport else country.code if country else None
    return bool(code) and deps.borders.closed(str(code)) is not None
