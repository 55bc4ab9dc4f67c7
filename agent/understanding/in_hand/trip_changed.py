"""Several changes of the trip in hand in one message, each read by itself: "make it 4 of us and leave at 11"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pydantic import JsonValue

from agent import regex as re
from agent.deps import Deps
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Conversation, Plan, ToolCall
from agent.understanding.reader.tool_names import NOTICE, TRIP

_JOINT = re.compile(
    r"\s*[,;.!]+\s+(?:(?:and|und|et|also|then|dann|puis)\s+)?|\s+(?:and|und|et|but|aber|mais)\s+", re.IGNORECASE
)
_MOST_PARTS = 4
_BACK_TO_IT = re.compile(
    r"\W*(?:(?:ok|okay|right|so|now|anyway|well|gut|also|bon|alors|und|and|et)\W+)*"
    r"(?:(?:going |coming |getting |let's get |let's go )?back to|zurück (?:zu[mr]?|auf)|(?:pour |on )?(?:en )?(?:reven\w+|revien\w*|retour) (?:à|au|sur))\s+"
    r"(?:(?:the|our|my|this|that|dem|der|unser\w*|mein\w*|la|le|l'|notre|mon|ce)\s+)*"
    r"(?:trip|flight|plan|journey|reise|flug|ausflug|voyage|vol)\b\W+(?=\w)",
    re.IGNORECASE,
)


def arguments_of(conversation: Conversation) -> dict[str, JsonValue]:
    """The arguments of the trip in hand; none where none is."""
    kept = (conversation.flight_trip or {}).get("arguments")
    return {**kept} if isinstance(kept, dict) else {}


def without_back_to_it(text: str) -> str:
    """The words behind "back to the trip, …"; "" where none are said."""
    match = _BACK_TO_IT.match(text)
    return text[match.end() :] if match else ""


_OF_THE_PART_BEFORE = re.compile(
    r"\W*(?:and |und |et )?(?:direct(?:ly)?|straight(?: back| home)?|non-?stop|direkt|ohne (?:stopp|halt|zwischenlandung)|sans (?:escale|arrêt))\W*",
    re.IGNORECASE,
)


def changed_at_once(
    text: str,
    trip: Mapping[str, JsonValue],
    said_of: Callable[[str], Said],
    change: Callable[[Said, Mapping[str, JsonValue]], ToolCall | None],
) -> ToolCall | None:
    """The trip with each change that the parts of a message tell; None unless every part tells one."""
    parts = [part for part in _JOINT.split(text.strip(" .!")) if part.strip()]
    if not 1 < len(parts) <= _MOST_PARTS or text.rstrip().endswith("?"):
        return None
    if any(_OF_THE_PART_BEFORE.fullmatch(part) for part in parts[1:]):
        return None  # "coming back sunday at 2, direct": the way home alone is direct
    held = {name: value for name, value in trip.items() if name != "about"}
    for part in parts:
        told = change(said_of(part), held)
        if told is None or told.tool != TRIP or "about" in told.arguments or told.arguments == held:
            return None
        held = dict(told.arguments)
    return ToolCall(tool=TRIP, arguments=held)


def tells_more(changed: ToolCall, other: ToolCall | None, trip: Mapping[str, JsonValue]) -> bool:
    """Whether a trip holds every change that another reading of the message makes, and one more."""
    if other is None:
        return True
    if other.tool != TRIP or "about" in other.arguments:
        return False
    return set(_changes(other, trip)) < set(_changes(changed, trip))


def _changes(call: ToolCall, trip: Mapping[str, JsonValue]) -> Sequence[str]:
    names = {*call.arguments, *trip} - {"about"}
    return [f"{name}={call.arguments.get(name)}" for name in names if call.arguments.get(name) != trip.get(name)]


def with_the_hour_there(plan: Plan, conversation: Conversation, deps: Deps) -> Plan:
    """The notice of the field where the trip lands on that day, counted from its landing: the trip says no other moment."""
    lands = (conversation.flight_trip or {}).get("lands")
    if not isinstance(lands, str) or not any(step.tool == NOTICE for step in plan.steps):
        return plan
    icao, day, hour = lands.split(" ")

    def is_of_it(step: ToolCall) -> bool:
        given = step.arguments
        there = field_of(str(given.get("icao_code") or ""), deps) == icao and given.get("date") == day
        return step.tool == NOTICE and there and not given.get("time")

    return plan.model_copy(
        update={"steps": tuple(step.varied(time=hour) if is_of_it(step) else step for step in plan.steps)}
    )
