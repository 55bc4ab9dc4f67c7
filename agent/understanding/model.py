"""Lets a language model plan what the reader is unsure of; checks every plan before anything runs.

The model sees the question as data, the tools as the registry has them, and a few examples. What it proposes runs
only when the registry knows the tool and its argument model takes the arguments; else the reader's plan stands.
Nothing a model words itself reaches the pilot unless it claims no more than the pilot said.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from agent import registry
from agent.behaviour import Behaviour, load_prompt
from agent.deps import Deps
from agent.errors import AgentError, DataProblem, InvalidQuestion
from agent.llm.model import Message, Meter, Model, UnfitReply
from agent.protocol import Conversation, Path, Plan, Question, ToolCall
from agent.writing.grounding import quotes, unsupported
from agent.writing.statements import rules_on

log = logging.getLogger(__name__)

EARLIER_TURNS = 4
SURE_OF_PATH = 0.7
PLANNED = 0.75
"""How sure a checked plan of a model is."""
RULES_KIND = "rules"
CLARIFY = "ask_clarifying_question"
NOT_FOR_MODELS = frozenset({"propose_report"})
"""A report is a person's own wish."""
EXAMPLES = "planner_examples.jsonl"
LONGEST_STRING = 300
_ADDRESS = ("://", "www.", "](", "<")


class ProposedStep(BaseModel):
    """One step as a model proposes it."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    tool: str = Field(max_length=60)
    arguments: dict[str, Any] = Field(default_factory=dict)


class ProposedPlan(BaseModel):
    """A plan as a model proposes it."""

    model_config = ConfigDict(extra="forbid")

    reasoning: str = Field(default="", max_length=300)
    steps: list[ProposedStep] = Field(default_factory=list[ProposedStep], max_length=4)
    answer_style: Literal["brief", "normal", "detailed"] = "normal"


class ProposedRoute(BaseModel):
    """Which path a model thinks a question takes."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    path: Path
    countries: list[Annotated[str, Field(max_length=40)]] = Field(default_factory=list[str], max_length=10)
    confidence: float = Field(default=0.5, ge=0, le=1)
    reasoning: str = Field(default="", max_length=300)


class _Example(BaseModel):
    """One question with its plan."""

    model_config = ConfigDict(extra="forbid")

    question: str
    plan: ProposedPlan


async def plan_with_model(
    question: Question,
    conversation: Conversation,
    deps: Deps,
    model: Model,
    behaviour: Behaviour,
    readers: Plan,
    meter: Meter,
) -> Plan:
    """The model's plan, or the reader's when the model fails or proposes what cannot run.

    The planner's deadline bounds all of it: routing, planning and one repair.
    """
    until = time.monotonic() + behaviour.llms.planner.deadline_seconds
    try:
        path, countries = await _route(question, conversation, deps, model, behaviour, meter, until)
        allowed = _tools_of(path)
        prompt = _prompt(question, conversation, deps, behaviour, allowed, countries)
        readers = readers.model_copy(update={"countries": readers.countries or countries})
        shape = _shape(allowed)
        said = _Said("\n".join([*_earlier(conversation), question.text]), private=prompt[0].content)
        try:
            proposed = await model.choose("planner", prompt, shape, meter, within=until - time.monotonic())
            return _checked(proposed, allowed, said, readers)
        except (InvalidQuestion, UnfitReply) as first:
            again = Message("user", f"That plan cannot run: {first.user_message} Give a corrected plan.")
            proposed = await model.choose(
                "planner", [*prompt, again], shape, meter, within=until - time.monotonic()
            )
            return _checked(proposed, allowed, said, readers)
    except AgentError as error:
        log.info("model_plan_failed: %s (%s)", error.user_message, error)
        meter.failed("planner", error)
        return readers


async def _route(
    question: Question,
    conversation: Conversation,
    deps: Deps,
    model: Model,
    behaviour: Behaviour,
    meter: Meter,
    until: float,
) -> tuple[Path | None, tuple[str, ...]]:
    """The path a model is sure of (None lets the planner see every tool), and the known countries it names."""
    if not behaviour.routing.enabled:
        return None, ()
    prompt = [
        Message("system", load_prompt(deps.settings, behaviour, "router")),
        Message("user", _as_data(question, conversation)),
    ]
    try:
        route = await model.choose("router", prompt, ProposedRoute, meter, within=until - time.monotonic())
    except UnfitReply as error:
        meter.failed("router", error)
        return None, ()
    if route.confidence < SURE_OF_PATH:
        return None, ()
    known = [country.code for name in route.countries if (country := deps.countries.get(name))]
    return route.path if route.path != "both" else None, tuple(dict.fromkeys(known))


def _tools_of(path: Path | None) -> tuple[str, ...]:
    """The tools of a path that a model may plan."""
    return tuple(
        name
        for name, tool in registry.tools().items()
        if name not in NOT_FOR_MODELS
        and (path is None or (tool.kind == RULES_KIND) is (path == "rules") or name == CLARIFY)
    )


@cache
def _shape(allowed: tuple[str, ...]) -> type[ProposedPlan]:
    """The plan's shape with the tools of the manifest that may be chosen, for servers that keep to a schema."""
    tool = Annotated[str, Field(max_length=60, json_schema_extra={"enum": list(allowed)})]
    step = create_model("Step", __base__=ProposedStep, tool=(tool, ...))
    steps: Any = Annotated[list[step], Field(max_length=4)]  # pyright: ignore[reportInvalidTypeForm]
    return create_model("ProposedPlan", __base__=ProposedPlan, steps=(steps, ...))


def _prompt(
    question: Question,
    conversation: Conversation,
    deps: Deps,
    behaviour: Behaviour,
    allowed: Sequence[str],
    countries: Sequence[str],
) -> list[Message]:
    tools = "\n".join(_line(registry.find(name)) for name in allowed)
    system = load_prompt(deps.settings, behaviour, "planner").replace("{tools}", tools)
    messages = [Message("system", system)]
    for example in _examples(deps, allowed):
        asked = json.dumps({"question": example.question}, ensure_ascii=False)
        messages += [
            Message("user", asked),
            Message("assistant", example.plan.model_dump_json(exclude_defaults=True)),
        ]
    return [*messages, Message("user", _as_data(question, conversation, countries))]


def _line(tool: registry.Tool[Any]) -> str:
    """One tool of the manifest: "- name(required; optional?): what it does"."""
    optional = "".join(f", {name}?" for name in tool.optional)
    return f"- {tool.name}({', '.join(tool.required)}{optional}): {tool.description}".replace("(, ", "(")


def _examples(deps: Deps, allowed: Sequence[str]) -> list[_Example]:
    """The few examples that are data, for the tools at hand. Raises `DataProblem` for a damaged file."""
    file = deps.settings.configs / "aviation_agent" / "prompts" / EXAMPLES
    try:
        lines = file.read_text("utf-8").splitlines()
        found = [_Example.model_validate_json(line) for line in lines if line.strip()]
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise DataProblem(f"The examples in {file.name} cannot be read. Restore the file.") from error
    return [example for example in found if all(step.tool in allowed for step in example.plan.steps)]


def _earlier(conversation: Conversation) -> list[str]:
    return [turn.text for turn in conversation.turns[-EARLIER_TURNS:]]


def _as_data(question: Question, conversation: Conversation, countries: Sequence[str] = ()) -> str:
    """What was said, marked as data: it cannot give instructions."""
    said: dict[str, object] = {"question": question.text, "today": question.at.date().isoformat()}
    if conversation.turns:
        said["earlier_questions"] = _earlier(conversation)
    if countries:
        said["countries"] = list(countries)
    return json.dumps(said, ensure_ascii=False)


# --- checking --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Said:
    """What the pilot said in this chat, and what the model was told in private."""

    text: str
    private: str

    def covers(self, words: str) -> bool:
        """Whether a model's own words name only what the pilot said, rule nothing and quote no prompt."""
        return self.may_pass(words) and not rules_on(words) and unsupported(words, self.text) is None

    def may_pass(self, words: str) -> bool:
        """Whether they are neither an address nor a quotation of the prompt."""
        return not any(mark in words for mark in _ADDRESS) and not quotes(words, self.private)


def _checked(proposed: ProposedPlan, allowed: Sequence[str], said: _Said, readers: Plan) -> Plan:
    """The proposal as a plan. Raises `InvalidQuestion` for a tool or argument outside the manifest."""
    steps = tuple(_step(step, allowed, said) for step in proposed.steps)
    kinds = {registry.find(step.tool).kind == RULES_KIND for step in steps}
    path: Path = "both" if len(kinds) > 1 else "rules" if kinds == {True} else "database"
    return Plan(
        steps=steps,
        answer_style=proposed.answer_style,
        reasoning=proposed.reasoning if steps and said.covers(proposed.reasoning) else "",
        confidence=max(readers.confidence, PLANNED) if steps else readers.confidence,
        made_by="model",
        path=path,
        countries=tuple(dict.fromkeys([*readers.countries, *_named_in(steps)])),
    )


def _named_in(steps: Iterable[ToolCall]) -> Iterable[str]:
    """The countries in a plan's arguments."""
    for step in steps:
        one, several = step.arguments.get("country_code"), step.arguments.get("countries")
        yield from (str(code) for code in [one, *(several if isinstance(several, list) else [])] if code)


def _step(step: ProposedStep, allowed: Sequence[str], said: _Said) -> ToolCall:
    tool = registry.find(step.tool)
    if tool.name not in allowed:
        raise InvalidQuestion(f"The tool {tool.name} is not for this question.")
    texts = list(_texts(step.arguments))
    if any(len(text) > LONGEST_STRING for text in texts):
        raise InvalidQuestion(f"{tool.name}: an argument is too long.")
    if not all(said.may_pass(text) for text in texts):
        raise InvalidQuestion(f"{tool.name}: an argument is not what the pilot said.")
    if tool.name == CLARIFY and not all(said.covers(text) for text in texts):
        raise InvalidQuestion(f"{tool.name}: ask only about what the pilot said.")
    try:
        call = ToolCall(tool=tool.name, arguments=tool.parse(step.arguments).canonical())
        return ToolCall.model_validate_json(call.model_dump_json())  # what cannot be stored cannot run
    except ValidationError as error:
        raise InvalidQuestion(f"{tool.name}: the arguments cannot be read.") from error


def _texts(value: object, depth: int = 0) -> Iterable[str]:
    """Every text in the arguments. Raises `InvalidQuestion` when they nest deeper than any tool's do."""
    if depth > 6:
        raise InvalidQuestion("The arguments nest too deep.")
    match value:
        case str():
            yield value
        case dict():
            for name, item in cast("dict[str, object]", value).items():
                yield name
                yield from _texts(item, depth + 1)
        case list():
            for item in cast("list[object]", value):
                yield from _texts(item, depth + 1)
        case _:
            return
