"""How long a whole trip takes, from the sentence to the answer."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime

from agent.config import AgentSettings
from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Question
from bench.rows import Row, cpu_median_ms

AT = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)
TRIP = "Denham to Le Touquet on Sunday at 10, back the same day at 15:00, 100 kt, what do we need?"


def run() -> list[Row]:
    """Median CPU of one answer."""
    deps = Deps(settings=AgentSettings.from_environ(os.environ))

    async def ask() -> None:
        async for _ in answer(Question(text=TRIP, at=AT), Conversation(), deps):
            pass

    with asyncio.Runner() as runner:  # one loop, as in a server: its connections are kept
        runner.run(ask())
        cpu = cpu_median_ms(lambda: runner.run(ask()))
    return [Row("a trip both ways over a border, sentence to answer", cpu, "ms", 60)]
