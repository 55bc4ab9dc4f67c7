"""Asks the reader one question, or a whole dialogue whose memory is kept as the pipeline keeps it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Choice, Conversation, Location, MissingInfo, Pending, Plan, Question, Turn
from agent.understanding import make_plan
from agent.understanding.reader.reader import Reader

AT = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)  # a Saturday

Ask = Callable[..., Awaitable[Plan]]


@pytest.fixture(scope="session")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


@pytest.fixture
def ask(deps: Deps) -> Ask:
    async def one(text: str, conversation: Conversation | None = None, place: Location | None = None) -> Plan:
        return await make_plan(Question(text=text, at=AT, place=place), conversation or Conversation(), deps)

    return one


class Dialogue:
    """A chat with one person. `shown` and pending questions are given as a tool would leave them."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self.memory = Conversation()

    async def say(
        self,
        text: str,
        *,
        shown: tuple[str, ...] = (),
        asks: MissingInfo | None = None,
        choices: tuple[Choice, ...] = (),
    ) -> Plan:
        """The plan for a message; afterwards the chat remembers it, what it showed and what it asked back."""
        plan = await self._ask(text, self.memory)
        pending = {"me": Pending(plan=plan, missing=asks, choices=choices, asked_at=AT)} if asks else {}
        answered = any(step.tool != "ask_clarifying_question" for step in plan.steps)
        self.memory = Conversation(
            turns=(*self.memory.turns, Turn(text=text, answer="", at=AT, person="me"))[-10:],
            last_plan=plan if answered else self.memory.last_plan,
            shown=shown or self.memory.shown,
            pending=pending,
        )
        return plan


@pytest.fixture
def dialogue(ask: Ask) -> Dialogue:
    return Dialogue(ask)


def only(plan: Plan) -> tuple[str, dict[str, Any]]:
    """The single step of a plan."""
    assert len(plan.steps) == 1, [step.tool for step in plan.steps]
    return plan.steps[0].tool, dict(plan.steps[0].arguments)
