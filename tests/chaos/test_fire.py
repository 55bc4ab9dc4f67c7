"""The hard runs that no ordinary test has time for: stopped and slow processes, slow lines, clocks that jump."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from contracts.paper import PaperApp, PaperChannel, paper_message
from contracts.path import Path as MessagePath
from contracts.path import echo, until
from contracts.reminded import NOW, Sent, message_of, proposal
from contracts.tally import tally
from e2e.sites import Site

from adapters.protocol import IncomingMessage, NotStored, Reply, Text
from agent.config import AgentSettings
from bot import valkey
from bot.inbox import Inbox
from bot.records import open_records
from bot.reminders import Reminders
from bot.reminding import Postman
from bot.settings import Settings
from bot.store import Store, open_store

pytestmark = pytest.mark.chaos
REPOSITORY = Path(__file__).resolve().parents[2]


def out_of_order(site: Site, chats: int) -> int:
    """Chats whose first answers do not come in the order of the questions."""
    rooms = [list(dict.fromkeys(site.answers(f"room{chat}"))) for chat in range(chats)]
    return sum(room != sorted(room, key=lambda name: int(name.split("-")[1])) for room in rooms)


@pytest.mark.parametrize("seconds", [10.0])
async def test_a_worker_that_is_stopped_for_ten_seconds_is_taken_over_and_answers_nothing_twice(
    site: Site, seconds: float
) -> None:
    chats, messages = 12, 20
    for name in ("receiver", "worker1", "worker2"):
        site.start(name, seconds=0.2)
    await until(site.socket.exists, seconds=30, every=0.1)

    async def platform(chat: int) -> None:
        for number in range(messages):
            await site.post(chat, number)
            await asyncio.sleep(0.5)

    async def stopper() -> None:
        await asyncio.sleep(2)
        site.processes["worker1"].send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        site.processes["worker1"].send_signal(signal.SIGCONT)

    await asyncio.gather(stopper(), *(platform(chat) for chat in range(chats)))
    wanted = {f"{chat}-{number}" for chat in range(chats) for number in range(messages)}
    await until(lambda: wanted <= set(site.answers()), seconds=60, every=0.2)
    found = tally(wanted, site.answers(), disordered=out_of_order(site, chats), note="worker stopped 10 s")
    print(found)
    assert (found.lost, found.disordered) == (0, 0)
    assert found.doubled <= chats  # one in flight in each chat


async def test_a_flood_beyond_the_cap_is_refused_and_what_was_accepted_is_answered(
    store: Store, tmp_path: Path
) -> None:
    app = PaperApp(tmp_path / "calls.jsonl")
    path = MessagePath(store, app, PaperChannel(app))
    inbox = Inbox(store, capacity=60)
    accepted: list[str] = []
    refused = 0
    for number in range(5_000):
        try:
            await inbox.accept(paper_message(f"room{number % 97}", f"m{number}", "x"))
            accepted.append(f"m{number}")
        except NotStored:
            refused += 1
    async with path.working(echo, workers=2, lease_seconds=6.0):
        await path.done(seconds=90)
    answered = [text.removeprefix("re ") for text in path.sent()]
    found = tally(accepted, answered, note=f"{refused} of 5000 refused with 503")
    print(found)
    assert refused > 0 and len(accepted) >= 60
    assert (found.lost, found.doubled) == (0, 0)


@asynccontextmanager
async def slow_line(socket: Path, delay: float) -> AsyncIterator[str]:
    """A TCP proxy before the database that holds every piece back."""

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while piece := await reader.read(65_536):
                await asyncio.sleep(delay)
                writer.write(piece)
                await writer.drain()
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def joined(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(socket)
        await asyncio.gather(pump(reader, back), pump(there, writer))

    server = await asyncio.start_server(joined, "127.0.0.1", 0)
    try:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
    finally:
        server.close()


async def test_a_database_half_a_second_away_keeps_its_acknowledgements_under_three_seconds(
    tmp_path: Path,
) -> None:
    socket = valkey.ensure_running(tmp_path)
    app = PaperApp(tmp_path / "calls.jsonl")
    async with slow_line(socket, 0.25) as address, open_store(address, tmp_path) as store:
        path = MessagePath(store, app, PaperChannel(app))
        tasks = len(asyncio.all_tasks())
        took: list[float] = []

        async def post(number: int) -> None:
            began = time.monotonic()
            await path.accept([paper_message(f"room{number % 20}", f"m{number}", "x")])
            took.append(time.monotonic() - began)

        async with path.working(echo, lease_seconds=6.0):
            for batch in range(3):
                await asyncio.gather(*(post(batch * 20 + number) for number in range(20)))
            await path.done(seconds=60)
        answered = [text.removeprefix("re ") for text in path.sent()]
        late = sum(seconds > 3 for seconds in took)
        found = tally([f"m{n}" for n in range(60)], answered, late=late, note=f"slowest ack {max(took):.1f} s")
        print(found)
        assert (found.lost, found.doubled, found.late) == (0, 0, 0)
        # The proxy's own tasks live with their connections; what counts is that none is left per message.
        assert len(asyncio.all_tasks()) - tasks < 60 * 2
    valkey.stop(tmp_path)


async def test_a_database_that_becomes_read_only_takes_nothing_and_then_everything(tmp_path: Path) -> None:
    app = PaperApp(tmp_path / "calls.jsonl")
    async with open_store("", tmp_path) as store:
        path = MessagePath(store, app, PaperChannel(app))
        await path.accept([paper_message("room", "m0", "x")])
        await store.line.call("REPLICAOF", "127.0.0.1", "1")
        for _ in range(3):
            with pytest.raises(NotStored):
                await path.inbox.accept(paper_message("room", "m1", "x"))
        await store.line.call("REPLICAOF", "NO", "ONE")
        await path.accept([paper_message("room", "m1", "x")])
        async with path.working():
            await path.done(seconds=30)
        found = tally(["m0", "m1"], [t.removeprefix("re ") for t in path.sent()], note="read-only for a while")
        print(found)
        assert (found.lost, found.doubled) == (0, 0)
    valkey.stop(tmp_path)


async def test_records_locked_by_somebody_else_for_four_seconds_are_waited_for(tmp_path: Path) -> None:
    async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as records:
        reminders = Reminders(records)
        await reminders.keep(message_of(), proposal(1))
        (file,) = tmp_path.glob("*.sqlite*")

        def lock() -> None:
            with sqlite3.connect(file, isolation_level=None) as line:
                line.execute("BEGIN IMMEDIATE")
                time.sleep(4)
                line.execute("COMMIT")

        locked = asyncio.create_task(asyncio.to_thread(lock))
        await asyncio.sleep(0.2)
        began = time.monotonic()
        assert await reminders.keep(message_of(person="ben"), proposal(2, trip="t2")) == 1
        waited = time.monotonic() - began
        await locked
        found = tally(["one"], ["one"], note=f"waited {waited:.1f} s for the lock")
        print(found)
        assert waited > 2


@pytest.mark.parametrize("jump", [-2, 2])
async def test_a_clock_that_jumps_two_hours_sends_every_reminder_once(
    store: Store, tmp_path: Path, jump: int
) -> None:
    async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as records:
        reminders, sent = Reminders(records), Sent()
        await reminders.keep(message_of(), proposal(*[n / 20 for n in range(1, 21)]))
        now = NOW
        postman = Postman(reminders, store, sent, lambda: now)
        for minute in range(0, 300, 3):
            shift = timedelta(hours=jump) if 20 <= minute < 40 else timedelta()
            now = NOW + timedelta(minutes=minute) + shift
            await postman.tick()
        left = await reminders.pending(message_of())
        said = "\n".join(sent.texts).count("**Reminder**")  # those that are due at once are one message
        found = tally(
            [str(n) for n in range(20)],
            [str(n) for n in range(said)],
            note=f"clock {jump:+d} h for twenty minutes",
        )
        print(found)
        assert said == 20 and not left


MIGRATE = """
import asyncio, sys
from pathlib import Path
from agent.config import AgentSettings
from bot.records import open_records
from bot.settings import Settings
async def main():
    async with open_records(Settings(agent=AgentSettings(data_dir=Path(sys.argv[1])))):
        print("migrated", flush=True)
asyncio.run(main())
"""


def started(folder: Path) -> subprocess.Popen[bytes]:
    environ = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    command = [sys.executable, "-c", MIGRATE, str(folder)]
    return subprocess.Popen(command, env=environ, stdout=subprocess.PIPE)


async def test_a_program_killed_in_the_middle_of_its_migrations_starts_the_next_time(tmp_path: Path) -> None:
    dice = random.Random(11)
    killed = 0
    for number in range(8):
        folder = tmp_path / str(number)
        folder.mkdir()
        begun = started(folder)
        await until(lambda place=folder: bool(list(place.glob("*.sqlite*"))), seconds=90, every=0.002)
        await asyncio.sleep(dice.uniform(0, 0.3))
        killed += begun.poll() is None
        begun.kill()
        begun.wait()
        assert begun.stdout is not None
        begun.stdout.close()
        async with open_records(Settings(agent=AgentSettings(data_dir=folder))) as records:
            assert await Reminders(records).keep(message_of(), proposal(1)) == 1
    found = tally(["start"], ["start"], note=f"{killed} of 8 killed before their end")
    print(found)
    assert killed


async def test_messages_delivered_twice_and_out_of_order_are_answered_once(store: Store, tmp_path: Path) -> None:
    app = PaperApp(tmp_path / "calls.jsonl")
    path = MessagePath(store, app, PaperChannel(app))
    dice = random.Random(3)
    posts = [(chat, number) for chat in range(30) for number in range(20) for _ in range(3)]
    dice.shuffle(posts)

    async def slow(message: IncomingMessage) -> AsyncIterator[Reply]:
        await asyncio.sleep(dice.uniform(0, 0.02))
        yield Reply((Text(f"re {message.id}"),))

    async with path.working(slow, workers=2, lease_seconds=6.0):
        for chat, number in posts:
            await path.inbox.accept(paper_message(f"room{chat}", f"{chat}-{number}", "x"))
        await path.done(seconds=60)
    answered = [text.removeprefix("re ") for text in path.sent()]
    found = tally({f"{chat}-{number}" for chat, number in posts}, answered, note="each delivered three times")
    print(found)
    assert (found.lost, found.doubled) == (0, 0)
