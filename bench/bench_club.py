"""A club's numbers: a card under many answers, and 10,000 reminders due at once beside other chats' questions."""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from adapters.protocol import ChatRef, IncomingMessage, Outbound, Pace, Person, Reply, Sent, Text
from agent.aviation.quiet import QuietHours
from agent.config import AgentSettings
from bench.bench_path import Sink
from bench.rows import Row
from bot import valkey
from bot.inbox import Inbox
from bot.outings.actions import Actor, Post, Say
from bot.outings.card import drawn
from bot.outings.keeper import TOLD, Keeper
from bot.outings.outing import Flight, Member, Outing
from bot.outings.records import MOST_EDIT_SECONDS, OutingRecords
from bot.records import SqlRecords, open_records
from bot.remembered import Remembered
from bot.reminders import Reminders
from bot.reminding import Postman
from bot.settings import Settings
from bot.store import Store, open_store
from bot.tables import ReminderRow
from bot.voice import Voice
from bot.worker import Worker

ANSWERS, ANSWER_SECONDS = 60, 10.0
DUE, PER_SECOND = 10_000, 30
QUESTIONS, APART = 150, 0.1
"""Questions in other chats, ten a second: with the reminders below what the platform takes in a second."""


class Shown(Sink):
    """A platform that takes thirty messages a second over all chats, and remembers what it was told."""

    capabilities = replace(Sink.capabilities, send_interval=1.0, per_second=PER_SECOND)

    def __init__(self) -> None:
        super().__init__()
        self.posts: list[tuple[float, ChatRef, str]] = []
        self.edits: list[tuple[float, str]] = []

    async def post(self, chat: ChatRef, reply: Reply, pace: Pace) -> Sent:
        await pace()
        self.posts.append((time.perf_counter(), chat, _text(reply)))
        return Sent((str(len(self.posts)),))

    async def edit(self, chat: ChatRef, sent: Sent, reply: Reply, pace: Pace) -> Sent:
        await pace()
        self.edits.append((time.perf_counter(), _text(reply)))
        return sent


class Fast(Shown):
    """The same without a limit, to see each reminder told once."""

    capabilities = replace(Sink.capabilities, send_interval=0.0)


def _text(reply: Reply) -> str:
    return "\n".join(block.markdown for block in reply.blocks if isinstance(block, Text))


def _voice(store: Store, sink: Sink, records: SqlRecords) -> Voice:
    channels: dict[str, Outbound] = {"bench": sink}
    return Voice(store, channels, Remembered(store, records))


async def _answers(store: Store, records: SqlRecords) -> tuple[float, float]:
    """Edits of the card while 60 people answer in 10 s, and whether the last one shows them all."""
    sink = Shown()
    outings = OutingRecords(records, QuietHours())
    keeper = Keeper(
        outings, Reminders(records, TOLD), store, _voice(store, sink, records), lambda: datetime.now(UTC)
    )
    off = datetime.now(UTC) + timedelta(days=5)
    flight = Flight(from_icao="EGTF", from_name="Fairoaks", to_icao="LFAT", to_name="Le Touquet", off_blocks=off)
    made = Outing(id="o1", number=0, organiser=Member(id="a", name="A"), made_at=datetime.now(UTC), flight=flight)
    await outings.create(ChatRef("bench", "club", "-1"), made)
    await outings.change("o1", Post(), Actor(id="a"), datetime.now(UTC))
    task = asyncio.create_task(keeper.run())
    await asyncio.sleep(1.5)
    begin = time.perf_counter()
    for number in range(ANSWERS):
        who = Actor(id=f"p{number}", name=f"P{number}")
        await outings.change("o1", Say(state="in"), who, datetime.now(UTC), f"m{number}")
        keeper.wake()
        await asyncio.sleep(max(0.0, begin + (number + 1) * ANSWER_SECONDS / ANSWERS - time.perf_counter()))
    until = time.perf_counter()
    await asyncio.sleep(MOST_EDIT_SECONDS + 2)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    held = await outings.get("o1")
    assert held is not None
    right = sink.edits[-1][1].startswith(drawn(held.outing).text) and len(held.outing.coming) == ANSWERS
    return sum(at <= until for at, _ in sink.edits), float(right)


async def _put(records: SqlRecords, now: datetime) -> None:
    plain = now.replace(tzinfo=None)
    async with records.sessions.begin() as session:
        session.add_all(
            ReminderRow(
                id=f"r{n}", trip=f"t{n}", version=1, room=f"bench:club:d{n}", chat=f"bench:club:d{n}:",
                person=f"bench:club:p{n}", person_id=f"p{n}", private=True, heading="LFAT", words=f"PPR {n}",
                kind="trip", zone=None, due=plain, latest=None, state="pending", claimed_until=None, tries=0,
                sent_at=None, created_at=plain,
            )
            for n in range(DUE)
        )  # fmt: skip


async def _echo(message: IncomingMessage) -> AsyncIterator[Reply]:
    await asyncio.sleep(0.05)
    yield Reply((Text("re"),))


async def _p95(store: Store, sink: Sink, name: str) -> float:
    """Milliseconds from taken in to sent, of questions in other chats."""
    inbox, asked = Inbox(store), dict[str, float]()
    for number in range(QUESTIONS):
        one = f"{name}{number}"
        chat = ChatRef("bench", "club", f"q{number % 50}")
        asked[one] = time.perf_counter()
        await inbox.accept(IncomingMessage(one, chat, Person("ana"), "x", "dm", datetime.now(UTC)))
        await asyncio.sleep(APART)
    while not asked.keys() <= sink.taken.keys():  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    took = sorted((sink.taken[one] - at) * 1000 for one, at in asked.items())
    return statistics.quantiles(took, n=20)[-1]


async def _flood(store: Store, records: SqlRecords) -> tuple[float, float, float]:
    """p95 of other chats alone and while 10,000 reminders are due, and how many of these went out a second."""
    sink = Shown()
    worker, stop = Worker(store, {"bench": sink}, _echo), asyncio.Event()
    working = asyncio.create_task(worker.run(stop))
    await asyncio.sleep(1.0)
    await _p95(store, sink, "w")
    alone = await _p95(store, sink, "a")
    await _put(records, datetime.now(UTC))
    postman = Postman(Reminders(records), store, _voice(store, sink, records).post, lambda: datetime.now(UTC))
    telling = asyncio.create_task(postman.tick())
    await asyncio.sleep(1.0)
    before, begin = len(sink.posts), time.perf_counter()
    beside = await _p95(store, sink, "b")
    rate = (len(sink.posts) - before) / (time.perf_counter() - begin)
    telling.cancel()
    stop.set()
    await asyncio.gather(telling, working, return_exceptions=True)
    return alone, beside, rate


async def _twice(store: Store, records: SqlRecords) -> tuple[float, float, float]:
    """Two replicas tell all that is due: how many, how many of them twice, in how many seconds."""
    sink = Fast()
    replicas = [
        Postman(Reminders(records), store, _voice(store, sink, records).post, lambda: datetime.now(UTC))
        for _ in range(2)
    ]
    begin = time.perf_counter()
    later = datetime.now(UTC) + timedelta(seconds=61)  # what the cancelled flood held is free again
    replicas = [
        Postman(Reminders(records), store, _voice(store, sink, records).post, lambda: later) for _ in range(2)
    ]
    await asyncio.gather(*(one.tick() for one in replicas))
    told = Counter(chat.chat for _, chat, _ in sink.posts)
    return len(told), sum(n - 1 for n in told.values()), time.perf_counter() - begin


async def _measure(folder: Path) -> list[Row]:
    settings = Settings(agent=AgentSettings(data_dir=folder))
    async with open_store("", folder) as store, open_records(settings) as records:
        edits, right = await _answers(store, records)
        alone, beside, rate = await _flood(store, records)
        told, double, took = await _twice(store, records)
        async with records.sessions() as session:
            left: Any = (await session.connection()).exec_driver_sql
            pending = (await left("SELECT count(*) FROM reminders WHERE kind='trip' AND state='pending'")).scalar()
    return [
        Row("card edits while 60 answer in 10 s, wall", edits, "", 4),
        Row("the last edit shows all 60 (1 = yes)", right, "1/s", 1),
        Row("other chats' p95 alone, wall", alone, "ms"),
        Row("other chats' p95 while 10,000 reminders are due, wall", beside, "ms", 1.5 * alone),
        Row("reminders told a second meanwhile", rate, ""),
        Row("reminders left untold by two replicas", float(pending or 0), "", 0),
        Row("told by two replicas", told, ""),
        Row("told twice", double, "", 0),
        Row("seconds for these, no pace, wall", took, "s"),
    ]


def run() -> list[Row]:
    """Measure on an embedded server and a database of its own."""
    with tempfile.TemporaryDirectory(prefix="flyfun-bench-") as folder:
        try:
            return asyncio.run(_measure(Path(folder)))
        finally:
            with contextlib.suppress(OSError):
                valkey.stop(Path(folder))
