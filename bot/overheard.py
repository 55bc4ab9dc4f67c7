"""What people said to each other, as the context of a question: the memory it would leave, were it asked.

A remark that asks nothing ("I'd rather go to Sandown") is about the airfield it names last. Nobody answers a
question back that only we would have had, so none of an earlier remark is open when the next one comes.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Question, ToolCall
from agent.understanding import reader_of

_TO = re.compile(r"\s*(?:to|nach|à|a|bis|vers|jusqu'à|->|→|–|-|/)\s*", re.IGNORECASE)


_OR = re.compile(
    r"\s*,?\s*(?:or|oder|ou|vs\.?|versus)(?:\s+(?:to|rather|maybe|perhaps|lieber|eher|plutôt|à|nach))?\s*",
    re.IGNORECASE,
)


async def overheard(conversation: Conversation, texts: Sequence[str], person: str, deps: Deps) -> Conversation:
    """The memory after what was said, oldest first; nobody sees an answer to it."""
    for text in texts:
        before = conversation.last_plan
        alone = conversation.model_copy(update={"pending": {}})
        conversation = await _after(Question(text=text, at=deps.now(), person=person), alone, deps)
        if (call := _either(text, deps)) and not _is_of(conversation, call.tool):
            conversation = await after_call(call, alone, person, deps)
            continue
        unread = conversation.last_plan == before or _is_unclear(conversation, person)
        if unread and (call := _way(text, deps) or _field(text, deps)):
            conversation = await after_call(call, alone, person, deps)
    return conversation


async def pointed_at(
    conversation: Conversation | None, marked: str, person: str, deps: Deps
) -> Conversation | None:
    """The memory after the one field that a quoted part of our answer names: "3. LFOS Saint-Valery · 29 nm"."""
    said = reader_of(deps).said(marked, deps.now().date(), None, None)
    fields = {said.field_of_spot(spot, far=False) for spot in said.spots}
    call = _field(marked, deps) if len(fields) == 1 else None
    return await after_call(call, conversation or Conversation(), person, deps) if call else conversation


async def after_call(call: ToolCall, conversation: Conversation, person: str, deps: Deps) -> Conversation:
    """The memory after a call that nobody sees the answer of."""
    return await _after(Question(text="", call=call, at=deps.now(), person=person), conversation, deps)


async def _after(question: Question, conversation: Conversation, deps: Deps) -> Conversation:
    async for event in answer(question, conversation, deps):
        if isinstance(event, Done):
            conversation = event.conversation
    return conversation


def _is_unclear(conversation: Conversation, person: str) -> bool:
    """Whether it would be asked what was meant: the plan is then a guess, not the one that an answer completes."""
    asked = conversation.pending.get(person)
    return asked is not None and asked.plan != conversation.last_plan


def _is_of(conversation: Conversation, tool: str) -> bool:
    plan = conversation.last_plan
    return plan is not None and any(step.tool == tool for step in plan.steps)


def _field(text: str, deps: Deps) -> ToolCall | None:
    """The airfield that a remark speaks of last: "EGTF at 9, then Deauville"."""
    said = reader_of(deps).said(text, deps.now().date(), None, None)
    field = said.field_of_spot(said.spots[-1], far=False) if said.spots else None
    return ToolCall(tool="get_airport_details", arguments={"icao_code": field}) if field else None


def _way(text: str, deps: Deps) -> ToolCall | None:
    """The flight that a remark speaks of: "what about Fairoaks to Deauville?"."""
    said = reader_of(deps).said(text, deps.now().date(), None, None)
    if len(said.spots) != 2:
        return None
    first, second = said.spots
    ends = [said.field_of_spot(spot, far=False) for spot in (first, second)]
    if not all(ends) or not _TO.fullmatch(said.slots.text[first.end : second.start]):
        return None
    return ToolCall(tool="calculate_flight_distance", arguments={"from_location": ends[0], "to_location": ends[1]})


def _either(text: str, deps: Deps) -> ToolCall | None:
    """Two fields of which a remark leaves open which: "is it Deauville or Midden-Zeeland on Sunday?"."""
    said = reader_of(deps).said(text, deps.now().date(), None, None)
    if len(said.spots) != 2:
        return None
    first, second = said.spots
    fields = [said.field_of_spot(spot, far=False) for spot in (first, second)]
    if not all(fields) or fields[0] == fields[1] or not _OR.fullmatch(said.slots.text[first.end : second.start]):
        return None
    return ToolCall(tool="compare_airfields", arguments={"icao_codes": [field for field in fields if field]})
