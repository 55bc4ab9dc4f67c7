"""Holds the question for a flight's start: what is told with it, and what is asked before it is answered.

"From Denham, and is there fuel?" answers it and asks more; "the sunset there?" leaves it open, and so does
"back on Monday", which changes the flight that waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pydantic import JsonValue

from agent import regex as re
from agent.deps import Deps
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Conversation, Pending, Plan, Question, ToolCall
from agent.understanding.in_hand.answered import answered
from agent.understanding.in_hand.home_named import is_start_alone
from agent.understanding.in_hand.references import mentioned
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.tool_names import DISTANCE, TRIP

_START = "from_location"
_CUT = re.compile(r"\s*[,;.?!]+\s+(?:(?:and|und|et|also|then)\s+)?|\s+(?:and|und|et)\s+", re.IGNORECASE)
_LEAST = 2
"""Words of what is asked beside the start."""
_SURE = 0.5


def waits_for_start(pending: Pending | None) -> bool:
    """Whether the place that a flight begins at was asked for."""
    if pending is None:
        return False
    asked = pending.plan.steps[pending.step]
    missing = asked.arguments.get("missing") if asked.tool == CLARIFY else pending.missing.key
    return missing == _START or (missing == _HERE and _starts_here(asked.arguments.get("arguments")))


_HERE = "here"


def _starts_here(given: JsonValue) -> bool:
    """ "How far is Sandown from here": where one is was asked, and is where the flight begins."""
    return isinstance(given, dict) and given.get(_START) == _HERE and isinstance(given.get("to_location"), str)


def flight_waiting(pending: Pending) -> ToolCall | None:
    """The question that waits for its start, where only its asking back was planned."""
    asked = pending.plan.steps[pending.step]
    tool, waiting = asked.arguments.get("tool"), asked.arguments.get("arguments")
    if asked.tool != CLARIFY or not isinstance(tool, str) or not isinstance(waiting, dict):
        return None
    return ToolCall(tool=tool, arguments={**waiting})


def stays_asked(pending: Pending | None, plan: Plan, deps: Deps) -> bool:
    """Whether the question for the start is still open behind a plan: one of rules, or of the places of that flight."""
    if pending is None or not waits_for_start(pending) or not plan.steps:
        return False
    call = flight_waiting(pending) or pending.plan.steps[pending.step]
    own = {field_of(name, deps) or name for name in mentioned(Plan(steps=(call,)), ())}
    return {field_of(name, deps) or name for name in mentioned(plan, ())} <= own


def is_open_still(pending: Pending, said: Said) -> bool:
    """Whether a message may answer it: when something was asked meanwhile, only one that says "from"."""
    return not pending.meanwhile or any(spot.role == "from" for spot in said.slots.spots)


def start_and_more(
    pending: Pending,
    question: Question,
    text: str,
    conversation: Conversation,
    reader: Reader,
    plan: Callable[[Question, Conversation, Reader], Plan],
) -> Plan | None:
    """The flight from the start that a part of the message names, and what the other part asks of it.

    `plan` plans a question in a chat. None where no part names the start alone.
    """
    whole_text = reader.said(text, question.at.date(), question.place, question.profile.home_base)
    named = {spot.name for spot in whole_text.spots}
    for start, rest in _parts(text):
        if len(rest.split()) < _LEAST:
            continue
        said = reader.said(start, question.at.date(), question.place, question.profile.home_base)
        if not named.issuperset(spot.name for spot in said.spots):
            continue  # "d'Italie, d'Elbe": a comma inside one name
        flight = answered(pending, said, reader) if is_start_alone(said) else None
        if flight is None:
            continue
        more = plan(question.model_copy(update={"text": rest}), with_waiting_trip(conversation, flight), reader)
        if not more.steps or more.confidence < _SURE:
            return None
        whole = any(step.tool in (TRIP, DISTANCE) and step.arguments.get(_START) for step in more.steps)
        steps = more.steps if whole else (*flight.steps, *more.steps)
        return more.model_copy(update={"steps": steps, "made_by": "followup", "others": ()})
    return None


def _parts(text: str) -> Iterator[tuple[str, str]]:
    for cut in _CUT.finditer(text):
        before, behind = text[: cut.start()], text[cut.end() :]
        yield before, behind
        yield behind, before


def with_waiting_trip(conversation: Conversation, plan: Plan) -> Conversation:
    """The chat about the trip of a plan, as far as it is told: its start may still be asked."""
    trips = [step.arguments for step in plan.steps if step.tool == TRIP]
    if not trips:
        return conversation.model_copy(update={"last_plan": plan})
    kept: dict[str, JsonValue] = {"arguments": {**trips[-1]}}
    return conversation.model_copy(update={"last_plan": plan, "flight_trip": kept, "pending": {}})
