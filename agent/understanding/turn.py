"""A message in its chat, as every step of its planning sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from agent.deps import Deps
from agent.language.said import Said
from agent.protocol import Conversation, Pending, Plan, Question, ToolCall
from agent.understanding import routing
from agent.understanding.in_hand.context import Known, known, with_days_in_hand
from agent.understanding.reader.reader import Reader

SURELY = 0.9
"""How sure a plan is that changes what is in hand in words that say so."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message, what was read of it, and the chat it was said in.

    `text` are its words as they are read; `memory` is what the chat knows; `pending` is the question that was asked
    back and that it may answer, `waiting` the one for a flight's start; `ends` are the several ends that "there" may
    stand for; `plan_of` plans another message, or the same in another chat; `is_call_by_words` is whether the words
    alone are those of a call for help. `points_by` is how a message points at what is in hand ("number", "word"),
    `has_names_put_in` whether names stand in its words for what it points at.
    """

    question: Question
    text: str
    said: Said
    conversation: Conversation
    memory: Known
    ends: tuple[str, ...]
    pending: Pending | None
    reader: Reader
    plan_of: Callable[[Question, Conversation, Reader], Plan]
    is_call_by_words: bool = False
    waiting: Pending | None = None
    points_by: str = ""
    has_names_put_in: bool = False

    @property
    def today(self) -> date:
        return self.question.at.date()

    @property
    def deps(self) -> Deps:
        return self.reader.deps

    @property
    def told(self) -> str:
        """The last answer of the chat, as it was sent."""
        return self.conversation.turns[-1].answer if self.conversation.turns else ""

    def read(self, text: str) -> Said:
        """Other words, read as words of this message."""
        return self.reader.said(text, self.today, self.question.place, self.question.profile.home_base)

    def saying(self, text: str) -> Turn:
        """The same turn with other words."""
        return replace(self, said=with_days_in_hand(self.read(text), self.memory))

    def in_chat(self, conversation: Conversation) -> Turn:
        """The same message in another chat."""
        memory = known(conversation, self.question.profile, self.deps, person=self.question.person)
        return replace(self, conversation=conversation, memory=memory)

    def plan_for(self, text: str, conversation: Conversation | None = None) -> Plan:
        """The plan of other words, in this chat unless another is given."""
        said = self.question.model_copy(update={"text": text})
        return self.plan_of(said, conversation or self.conversation, self.reader)

    def planned(
        self,
        *steps: ToolCall,
        confidence: float = SURELY,
        made_by: Literal["reader", "followup"] = "followup",
        reasoning: str = "",
        verdict: str = "",
        left_aside: tuple[str, ...] = (),
    ) -> Plan:
        """A plan of these calls, with where it leads."""
        plan = Plan(
            steps=steps,
            confidence=confidence,
            made_by=made_by,
            reasoning=reasoning,
            verdict=verdict,
            left_aside=left_aside,
        )
        return self.routed(plan)

    def routed(self, plan: Plan) -> Plan:
        """The plan with whether it is of rules or of the database, and of which countries."""
        return routing.routed(plan, self.said, self.deps)
