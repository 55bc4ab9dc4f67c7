"""How much the path of a message costs around the agent, and how many messages one process answers."""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from adapters.protocol import (
    Ballot,
    Capabilities,
    ChatRef,
    IncomingMessage,
    Outbound,
    Pace,
    Person,
    Reply,
    Sent,
    Text,
)
from adapters.unasked import unasked
from agent.protocol import Conversation, Turn
from bench.rows import Row
from bot import valkey
from bot.inbox import Inbox
from bot.store import Store, open_store
from bot.worker import Worker

SAMPLES = 400
MESSAGES = 1_500
CHATS = 150


class Sink:
    """A channel whose platform answers at once. Its pace is kept in the store, but never makes anybody wait."""

    capabilities = Capabilities(4096, 1024, 8, 0.0, True, False, False, True, send_interval=0.0001)

    def __init__(self) -> None:
        self.taken: dict[str, float] = {}

    def open(self, message: IncomingMessage, pace: Pace) -> _Delivery:
        return _Delivery(self, message, pace)

    def noticed(self, message: IncomingMessage) -> None:
        """Shows no signs."""

    def is_private(self, chat: ChatRef) -> bool:
        return True

    async def poll(self, chat: ChatRef, ballot: Ballot, pace: Pace) -> Sent:
        """It has none."""
        return Sent()

    async def end_poll(self, chat: ChatRef, sent: Sent) -> None:
        """It has none."""

    async def pin(self, chat: ChatRef, sent: Sent, on: bool) -> None:
        pass

    async def private_link(self, token: str) -> str:
        return ""

    async def administers(self, message: IncomingMessage) -> bool:
        return True

    async def post(self, chat: ChatRef, reply: Reply, pace: Pace) -> Sent:
        return await self.open(unasked(chat, private=True), pace).finish(reply)

    async def edit(self, chat: ChatRef, sent: Sent, reply: Reply, pace: Pace) -> Sent:
        await pace()
        return sent


class _Delivery:
    def __init__(self, sink: Sink, message: IncomingMessage, pace: Pace) -> None:
        self._sink, self._message, self._pace = sink, message, pace

    async def snapshot(self, reply: Reply) -> None:
        pass

    async def finish(self, reply: Reply) -> Sent:
        await self._pace()
        self._sink.taken[self._message.id] = time.perf_counter()
        return Sent((self._message.id,))


def _message(number: int) -> IncomingMessage:
    chat = ChatRef("bench", "club", str(number % CHATS))
    text = "How long to fly from EGTF to LFMD"
    return IncomingMessage(f"{number}", chat, Person("ana"), text, "dm", datetime.now(UTC))


async def _wall_ms(action: Callable[[int], Awaitable[object]]) -> float:
    samples: list[float] = []
    for number in range(SAMPLES):
        started = time.perf_counter()
        await action(number)
        samples.append((time.perf_counter() - started) * 1000)
    return statistics.median(samples)


async def _reading_and_writing(store: Store) -> float:
    chat, at = ChatRef("bench", "club", "session"), datetime.now(UTC)
    turns = tuple(Turn(text="How far " * 8, answer="559 nm " * 40, at=at, person="ana") for _ in range(10))
    await store.save(chat, Conversation(turns=turns), 0)

    async def change(number: int) -> None:
        memory, version = await store.load(chat)
        assert await store.save(chat, memory, version, str(number))

    return await _wall_ms(change)


async def _trivial(message: IncomingMessage) -> AsyncIterator[Reply]:
    yield Reply((Text(f"re {message.id}"),))


@contextlib.asynccontextmanager
async def _working(store: Store, sink: Sink) -> AsyncGenerator[Worker]:
    channels: Mapping[str, Outbound] = {"bench": sink}
    worker, stop = Worker(store, channels, _trivial), asyncio.Event()
    task = asyncio.create_task(worker.run(stop))
    while not worker.lanes.partitions:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    try:
        yield worker
    finally:
        stop.set()
        await task


async def _overhead_ms(store: Store) -> float:
    """From before `accept` until the platform has the reply, one message at a time."""
    inbox, sink = Inbox(store), Sink()
    samples: list[float] = []
    async with _working(store, sink):
        for number in range(SAMPLES):
            message = _message(1_000_000 + number)
            started = time.perf_counter()
            await inbox.accept(message)
            while message.id not in sink.taken:  # noqa: ASYNC110
                await asyncio.sleep(0.0002)
            samples.append((sink.taken[message.id] - started) * 1000)
    return statistics.median(samples)


async def _throughput(store: Store) -> tuple[float, float]:
    """Messages a second through inbox, lanes and outbox, and CPU milliseconds of this process for each."""
    inbox, sink = Inbox(store), Sink()
    async with _working(store, sink):
        started, cpu = time.perf_counter(), time.process_time()

        async def post(first: int) -> None:
            for number in range(first, MESSAGES, 20):
                await inbox.accept(_message(2_000_000 + number))

        await asyncio.gather(*(post(first) for first in range(20)))
        while len(sink.taken) < MESSAGES:  # noqa: ASYNC110
            await asyncio.sleep(0.002)
        took = time.perf_counter() - started
        return MESSAGES / took, (time.process_time() - cpu) * 1000 / MESSAGES


async def _measure(folder: Path) -> list[Row]:
    async with open_store("", folder) as store:
        inbox = Inbox(store)
        append = await _wall_ms(lambda number: inbox.accept(_message(number)))
        await store.line.call("FLUSHALL")
        session = await _reading_and_writing(store)
        overhead = await _overhead_ms(store)
        rate, cpu = await _throughput(store)
    return [
        Row("claim + append, wall", append, "ms", 1.0),
        Row("session read-modify-write (10 turns), wall", session, "ms", 1.0),
        Row("path around the agent, accept to sent, wall", overhead, "ms", 10.0),
        Row("messages through inbox, lanes and outbox, one process", rate, "1/s", 300.0),
        Row("CPU of that process for a message", cpu, "ms"),
    ]


def run() -> list[Row]:
    """Measure on an embedded server of its own."""
    with tempfile.TemporaryDirectory(prefix="flyfun-bench-") as folder:
        try:
            return asyncio.run(_measure(Path(folder)))
        finally:
            valkey.stop(Path(folder))
