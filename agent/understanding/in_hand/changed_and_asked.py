"""A message that changes what is in hand and then asks: "make it 11, and is there a restaurant there?"."""

from __future__ import annotations

from collections.abc import Callable

from agent import regex as re
from agent.protocol import Conversation, Plan, Question
from agent.understanding.clauses.clauses import asks, questions
from agent.understanding.in_hand.start_waiting import with_waiting_trip
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.each import MOST_STEPS

_JOINED = re.compile(r"[\s,;.!]+(?:and|und|et)\s*$", re.IGNORECASE)
_MOST_WORDS = 7
_SURE, _ASKED = 0.8, 0.5


def changed_and_asked(
    question: Question,
    text: str,
    conversation: Conversation,
    plan: Callable[[Question, Conversation], Plan],
) -> Plan | None:
    """What is in hand, changed as the first clause says, and what the others ask of it then; None for anything else."""
    last = conversation.last_plan
    if last is None or not last.steps or conversation.pending.get(question.person) is not None:
        return None
    starts = [start for start, _ in questions(text) if start]
    if not starts:
        return None
    joined = _JOINED.search(text[: starts[0]])
    first = text[: joined.start()].strip() if joined else ""
    if not first or asks(first) or len(first.split()) > _MOST_WORDS:
        return None
    changed = plan(question.model_copy(update={"text": first}), conversation)
    tool = last.steps[-1].tool
    varies = changed.made_by == "followup" and changed.confidence >= _SURE and changed.steps != last.steps
    if not varies or not changed.steps or any(step.tool != tool or tool == CLARIFY for step in changed.steps):
        return None
    then = with_waiting_trip(conversation, changed)
    more = plan(question.model_copy(update={"text": text[starts[0] :]}), then)
    steps = (*changed.steps, *(step for step in more.steps if step not in changed.steps))
    asked = more.confidence >= _ASKED and not any(step.tool == CLARIFY for step in more.steps)
    if not more.steps or not asked or not len(changed.steps) < len(steps) <= MOST_STEPS:
        return None
    if any(step.tool == tool for step in more.steps):
        return None  # one question, told in two clauses
    return more.model_copy(update={"steps": steps, "made_by": "followup", "others": ()})
