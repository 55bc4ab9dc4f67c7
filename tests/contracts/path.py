"""A message's whole path inside a test: store, inbox, workers and the paper channel."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from contracts.paper import PaperApp, PaperChannel, shown_text

from adapters.protocol import IncomingMessage, Reply, Text
from bot.inbox import Inbox
from bot.store import Store
from bot.worker import Handler, Worker


async def echo(message: IncomingMessage) -> AsyncIterator[Reply]:
    """The trivial agent: says what it heard."""
    yield Reply((Text(f"re {message.id}"),))


async def until(
    condition: Callable[[], bool | Awaitable[bool]], seconds: float = 20.0, *, every: float = 0.01
) -> None:
    """Wait for something that must come true."""
    end = time.monotonic() + seconds
    while True:
        met = condition()
        if met if isinstance(met, bool) else await met:
            return
        assert time.monotonic() < end, "waited too long"
        await asyncio.sleep(every)


@dataclass
class Path:
    """The parts, and what came out."""

    store: Store
    app: PaperApp
    channel: PaperChannel

    @property
    def inbox(self) -> Inbox:
        return Inbox(self.store)

    def sent(self, room: str | None = None) -> list[str]:
        """Texts that the app took, in order."""
        return [shown_text(call["text"]) for call in self.app.calls() if room in (None, call["room"])]

    async def accept(self, messages: Sequence[IncomingMessage]) -> None:
        for message in messages:
            assert await self.inbox.accept(message)

    async def done(self, seconds: float = 20.0) -> None:
        """Wait until nothing is left to do."""

        async def empty() -> bool:
            return (await self.inbox.backlog()).waiting == 0

        await until(empty, seconds)

    @asynccontextmanager
    async def working(
        self, handler: Handler = echo, *, workers: int = 1, grace: float = 20.0, **options: Any
    ) -> AsyncIterator[list[Worker]]:
        """Workers that answer while the block runs, and are drained after it."""
        stop = asyncio.Event()
        options = {"lease_seconds": 1.5, **options}
        team = [Worker(self.store, {"paper": self.channel}, handler, **options) for _ in range(workers)]
        async with asyncio.TaskGroup() as tasks:
            for worker in team:
                tasks.create_task(worker.run(stop, grace=grace))
            try:
                yield team
            finally:
                stop.set()
