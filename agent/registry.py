"""The tool registry: a tool is one async function and one argument model.

Call, validation, JSON schema, manifest, UI kind and the row of the docs derive from the two.
Argument models may accept other spellings (`AliasChoices`) but only ever emit the canonical one.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import pkgutil
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, TypeVar, cast

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from agent.deps import Deps
from agent.errors import InvalidQuestion
from agent.language.said import Said
from agent.llm.model import Meter
from agent.once import one_call
from agent.protocol import Conversation, Kind, Minima, Question, ToolCall, ToolResult
from tongue import later, say

logger = logging.getLogger(__name__)


class Arguments(BaseModel):
    """Base of every tool's argument model: frozen; unknown arguments are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)

    def canonical(self) -> dict[str, JsonValue]:
        """The arguments in their one canonical form: defaults and Nones left out, names not aliases."""
        return self.model_dump(mode="json", exclude_defaults=True, exclude_none=True)


@dataclass(frozen=True)
class ToolContext:
    """What a tool may look at beside its arguments. `earlier` are the results of the plan's earlier steps.

    `meter` counts what a tool asks of a language model.
    """

    deps: Deps
    question: Question
    conversation: Conversation = Conversation()
    earlier: tuple[ToolResult, ...] = ()
    meter: Meter = field(default_factory=Meter)

    @property
    def minima(self) -> Minima:
        """The pilot's own limits, those just set by an earlier step before those kept."""
        told = (getattr(result, "minima", None) for result in reversed(self.earlier))
        return next((one for one in told if isinstance(one, Minima)), self.question.profile.minima)


A = TypeVar("A", bound=Arguments)
R = TypeVar("R", bound=ToolResult, covariant=True)
ToolFunction = Callable[[A, ToolContext], Awaitable[R]]


@dataclass(frozen=True)
class Tool(Generic[A]):
    """A registered tool.

    `chat_only`: it asks back, drafts what a tap keeps, or goes on with what the chat holds: nothing outside one.
    `outside`: it may ask other people's servers. `quotes`: its result holds words of people who are not us.
    """

    name: str
    description: str
    kind: Kind
    arguments: type[A]
    function: ToolFunction[A, ToolResult]
    visualization: str | None = None
    aliases: tuple[str, ...] = ()
    chat_only: bool = False
    outside: bool = False
    quotes: bool = False

    @property
    def required(self) -> tuple[str, ...]:
        """The names of the required arguments."""
        return tuple(n for n, f in self.arguments.model_fields.items() if f.is_required())

    @property
    def optional(self) -> tuple[str, ...]:
        """The names of the optional arguments."""
        return tuple(n for n, f in self.arguments.model_fields.items() if not f.is_required())

    def manifest(self) -> dict[str, Any]:
        """What a model or a reader of the docs needs to know."""
        return {
            "name": self.name,
            "description": self.description,
            "kind": self.kind,
            "visualization": self.visualization,
            "required": list(self.required),
            "optional": list(self.optional),
            "aliases": list(self.aliases),
            "parameters": self.arguments.model_json_schema(by_alias=False),
        }

    def parse(self, arguments: Mapping[str, JsonValue]) -> A:
        """Checked arguments. Raises `InvalidQuestion` with one clear sentence."""
        try:
            return self.arguments.model_validate(dict(arguments))
        except ValidationError as error:
            raise _explain(self.name, error) from error


_TOOLS: dict[str, Tool[Any]] = {}

Reading = Callable[[Said], dict[str, JsonValue]]
"""What of a tool's arguments a message says, without what it needs: names and values as the tool takes them."""


@dataclass(frozen=True)
class Reads:
    """How messages become one tool's arguments.

    `needs`: without these (one of each tuple) the pilot is asked back; `leans`: what the chat adds where it
    knows it; `claims`: says that a message is this tool's whatever else it sounds like (a guard: few have one);
    `unless`: says that a message is never this tool's; `word` is a concept without which the tool is hardly meant;
    `called` names the question on a button; `named` are concepts that ask for it alone: "metar, notams, fee";
    `at_home` are concepts with which it is asked of the home base where neither message nor chat has a place;
    `calm`: says that each word of a message asks for this, so that it is no call for help.
    """

    tool: str
    read: Reading
    needs: tuple[str | tuple[str, ...], ...] = ()
    leans: tuple[str, ...] = ()
    claims: Callable[[Said], bool] | None = None
    word: str | None = None
    called: str = ""
    unless: Callable[[Said], bool] | None = None
    named: tuple[str, ...] = ()
    at_home: tuple[str, ...] = ()
    calm: Callable[[Said], bool] | None = None


_READINGS: dict[str, Reads] = {}
_ROOMS = "agent.subjects"


def reads(
    tool: str,
    *needs: str | tuple[str, ...],
    leans: tuple[str, ...] = (),
    claims: Callable[[Said], bool] | None = None,
    word: str | None = None,
    called: str = "",
    unless: Callable[[Said], bool] | None = None,
    named: tuple[str, ...] = (),
    at_home: tuple[str, ...] = (),
    calm: Callable[[Said], bool] | None = None,
) -> Callable[[Reading], Reading]:
    """Register how a message is read for a tool, beside the tool in `reading.py` of its room.

    The reading gives only what is said. One function serves a new question (what is missing is taken from the
    chat, or asked for), a variation of the last one (it is laid over the last arguments) and a reply.
    """

    def register(read: Reading) -> Reading:
        _READINGS[tool] = Reads(tool, read, needs, leans, claims, word, called, unless, named, at_home, calm)
        return read

    return register


def is_calm(said: Said) -> bool:
    """Whether a room knows each word of a message as a question of its own."""
    _open_readings()
    return any(one.calm is not None and one.calm(said.again()) for one in _READINGS.values())


FollowUp = Callable[[Said, Mapping[str, JsonValue], Mapping[str, Mapping[str, JsonValue]]], "ToolCall | None"]
"""What a message asks about the trip in hand, given its arguments, and those it had "first" and "last", before its
last change; None where it asks something else."""
_FOLLOW_UPS: list[FollowUp] = []
_OF_NOTHING_ELSE: list[FollowUp] = []


def follows(read: FollowUp) -> FollowUp:
    """Register how a message is read that leans on the planned trip of its chat, in `reading.py` of a room."""
    _FOLLOW_UPS.append(read)
    return read


def always_follows(read: FollowUp) -> FollowUp:
    """Register what can be said of nothing but the planned trip, whatever the chat was about meanwhile."""
    _OF_NOTHING_ELSE.append(read)
    return read


def of_the_trip(
    said: Said,
    trip: Mapping[str, JsonValue],
    before: Mapping[str, Mapping[str, JsonValue]],
    *,
    elsewhere: bool = False,
) -> ToolCall | None:
    """The call that a message means about the trip in hand, by the first room that says so.

    `elsewhere`: the chat was about another place meanwhile.
    """
    _open_readings()
    asked = _OF_NOTHING_ELSE if elsewhere else _FOLLOW_UPS
    return next((call for read in asked if (call := read(said, trip, before)) is not None), None)


AfterCall = Callable[[Said, ToolCall, str], "ToolCall | None"]
"""What a message asks about what the last call told, in these words; None where it asks something else."""
_AFTER_CALLS: list[AfterCall] = []


def goes_on(read: AfterCall) -> AfterCall:
    """Register how a message is read that leans on the last answer of its chat, in `reading.py` of a room."""
    _AFTER_CALLS.append(read)
    return read


def after_call(said: Said, call: ToolCall, told: str) -> ToolCall | None:
    """The call that a message means about the last answer, by the first room that says so."""
    _open_readings()
    return next((found for read in _AFTER_CALLS if (found := read(said, call, told)) is not None), None)


def readings() -> Mapping[str, Reads]:
    """Every reading by its tool's name. Only `reading.py` of each room is opened: a question needs one room."""
    _open_readings()
    return _READINGS


def tool(
    *,
    kind: Kind,
    visualization: str | None = None,
    aliases: tuple[str, ...] = (),
    chat_only: bool = False,
    outside: bool = False,
    quotes: bool = False,
) -> Callable[[ToolFunction[A, R]], ToolFunction[A, R]]:
    """Register an async function `(arguments, context) -> result` under its own name.

    The description is the first paragraph of its docstring; the argument model is its first annotation.
    """

    def register(function: ToolFunction[A, R]) -> ToolFunction[A, R]:
        name = cast(str, getattr(function, "__name__"))  # noqa: B009
        annotation = _first_annotation(function)
        doc = (function.__doc__ or "").strip().split("\n\n")[0]
        _TOOLS[name] = Tool(
            name=name,
            description=" ".join(doc.split()),
            kind=kind,
            arguments=annotation,
            function=function,
            visualization=visualization,
            aliases=aliases,
            chat_only=chat_only,
            outside=outside,
            quotes=quotes,
        )
        return function

    return register


@cache
def tools() -> Mapping[str, Tool[Any]]:
    """Every tool by name, in the order of the manifest. Opens the rooms of `agent.subjects` on first use."""
    open_rooms()
    return dict(sorted(_TOOLS.items()))


@cache
def open_rooms() -> None:
    """Import every module of every room: its tools, readings and words register themselves."""
    _open(_ROOMS)


def known(name: str) -> Tool[Any] | None:
    """The tool of this name; only the room where it is read is opened. None when there is none."""
    if not name:  # a chat that has asked nothing yet: every room would be looked through
        return None
    if name not in _TOOLS:
        open_room_of(name)
    return _TOOLS.get(name) or tools().get(name)


def open_room_of(name: str) -> None:
    """Import every module of the room where a tool is read: another room may have opened the tool alone."""
    home = readings().get(name)
    if home is not None:
        _open(home.read.__module__.rpartition(".")[0])


@cache
def _open(package: str) -> None:
    """Import every module of a package."""
    room = importlib.import_module(package)
    for module in pkgutil.walk_packages(room.__path__, f"{package}."):
        importlib.import_module(module.name)


@cache
def _open_readings() -> None:
    rooms = importlib.import_module(_ROOMS)
    for room in pkgutil.iter_modules(rooms.__path__, f"{_ROOMS}."):
        if room.ispkg and importlib.util.find_spec(f"{room.name}.reading") is not None:
            importlib.import_module(f"{room.name}.reading")
    # Of several that claim a message the first is taken: the rooms' order, whichever was imported first.
    in_order = sorted(_READINGS.items(), key=lambda one: _room_of(one[1].read))
    _READINGS.clear()
    _READINGS.update(in_order)
    for follow_ups in (_FOLLOW_UPS, _OF_NOTHING_ELSE):
        follow_ups.sort(key=_room_of)


def _room_of(function: Callable[..., object]) -> str:
    return function.__module__.rpartition(".")[0]


def find(name: str) -> Tool[Any]:
    """The tool of this name or alias. Raises `InvalidQuestion` when there is none."""
    if (named := known(name)) is not None:
        return named
    all_tools = tools()
    for candidate in all_tools.values():
        if name in candidate.aliases:
            return candidate
    raise InvalidQuestion(f"There is no tool called {name}. `flyfun tools` lists them.")


async def run(call: ToolCall, context: ToolContext) -> ToolResult:
    """Check the arguments of one step and run its tool."""
    chosen = find(call.tool)
    begun = time.perf_counter()
    with one_call():
        result = await chosen.function(chosen.parse(call.arguments), context)
    if logger.isEnabledFor(logging.DEBUG):
        lists = [len(cast("tuple[object, ...]", value)) for _, value in result if isinstance(value, tuple)]
        logger.debug(
            "tool %s: %.1f ms, found %s, longest list %d",
            chosen.name, (time.perf_counter() - begun) * 1000, result.found, max(lists, default=0),
        )  # fmt: skip
    return result


def _first_annotation(function: Callable[..., Any]) -> type[Any]:
    from typing import get_type_hints

    hints = get_type_hints(function)
    first = next(value for name, value in hints.items() if name != "return")
    if not (isinstance(first, type) and issubclass(first, Arguments)):
        raise TypeError(f"{function} must take an Arguments model first")
    return first


_BOUNDS = {
    "greater_than": ("gt", later("{value:g} is no figure to reckon with ({what}): give me one above {bound:g}.")),
    "greater_than_equal": (
        "ge",
        later("{value:g} is no figure to reckon with ({what}): give me {bound:g} or more."),
    ),
    "less_than": ("lt", later("{value:g} is no figure to reckon with ({what}): give me one below {bound:g}.")),
    "less_than_equal": ("le", later("{value:g} is no figure to reckon with ({what}): give me {bound:g} at most.")),
}


def _explain(name: str, error: ValidationError) -> InvalidQuestion:
    """What is wrong, for a pilot in one sentence: our own limits speak for themselves.

    Of anything else the pilot reads what is missing or cannot be read; `detail` names the argument for a program.
    """
    first = error.errors(include_url=False)[0]
    said = first["msg"].removeprefix("Value error, ")
    if first["type"] == "value_error":
        return InvalidQuestion(f"{said[0].upper()}{said[1:]}.")
    limit = first.get("ctx", {})
    if first["type"] == "too_long" and isinstance(first["input"], list):
        return InvalidQuestion(
            say("At most {most} at once: ask for the others afterwards.", most=limit["max_length"])
        )
    what = " ".join(str(part) for part in first["loc"] if isinstance(part, str)).replace("_", " ")
    if first["type"] in _BOUNDS and isinstance(first["input"], (int, float)):
        bound, sentence = _BOUNDS[first["type"]]
        return InvalidQuestion(say(sentence, value=first["input"], bound=limit[bound], what=what))
    where = ".".join(str(part) for part in first["loc"]) or "the arguments"
    last = str(first["loc"][-1]) if first["loc"] else ""
    asked = _MISSING.get(last)
    told = say(asked) if asked and first["type"] in ("missing", "too_short", "string_too_short") else say(_UNREAD)
    return InvalidQuestion(told, detail=f"{name}: {where}: {said}.")


_UNREAD = later("I cannot reckon with that as it was put. Say it in other words, with its places and figures.")
_PLACE_ASKED = later("Which airfield or place? Give me its code or name.")
_COUNTRY_ASKED = later("For which country?")
_MISSING: dict[str, str] = {
    **dict.fromkeys(
        ("icao_code", "icao_codes", "places", "near", "location_query", "city", "place"), _PLACE_ASKED
    ),
    **dict.fromkeys(("country_code", "country", "countries"), _COUNTRY_ASKED),
    **dict.fromkeys(("from_location", "origin"), later("From where? Give me a code or a town.")),
    **dict.fromkeys(("to_location", "destination"), later("To where? Give me a code or a town.")),
    "aircraft_type": later("Which aircraft type?"),
    "term": later("Which term?"),
}
"""What a pilot is asked for an argument that is missing."""
