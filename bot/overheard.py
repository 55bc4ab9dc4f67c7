"""What people said to each other, as the context of a question: the memory it would leave, were it asked.

A remark that asks nothing ("I'd rather go to Sandown") is about the airfield it names last. Nobody answers a
question back that only we would have had, so none of an earlier remark is open when the next one comes.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Question, ToolCall
from agent.understanding import reader_of


async def overheard(conversation: Conversation, texts: Sequence[str], person: str, deps: Deps) -> Conversation:
    """The memory after what was said, oldest first; nobody sees an answer to it."""
    for text in texts:
        before = conversation.last_plan
        alone = conversation.model_copy(update={"pending": {}})
        conversation = await _after(Question(text=text, at=deps.now(), person=person), alone, deps)
        unread = conversation.last_plan == before or _is_unclear(conversation, person)
        if unread and (field := _named_last(text, deps)):
            call = ToolCall(tool="get_airport_details", arguments={"icao_code": field})
            conversation = await after_call(call, alone, person, deps)
    return conversation


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


def _named_last(text: str, deps: Deps) -> str:
    """The airfield that a remark speaks of last: "EGTF at 9, then Deauville"; empty without."""
    said = reader_of(deps).said(text, deps.now().date(), None, None)
    return (said.field_of_spot(said.spots[-1], far=False) or "") if said.spots else ""
