"""Reminders are kept in SQL, sent once, superseded when their trip moves, and honest when they come late."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from contracts.path import until
from contracts.reminded import NOW, Sent, message_of, proposal

from adapters.protocol import ChatGone, ChatRef, NotDelivered
from agent.aviation.quiet import QuietHours
from agent.config import AgentSettings
from bot import records as kept_in
from bot.actions import KeepReminders, StopReminders, read_action
from bot.records import SqlRecords, open_records
from bot.reminders import MOST_PENDING, Due, Reminders
from bot.reminding import Postman, words_of
from bot.settings import Settings
from bot.store import PersonRef, Store


@pytest.fixture
async def records(tmp_path: Path) -> AsyncIterator[SqlRecords]:
    async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as opened:
        yield opened


@pytest.fixture
def reminders(records: SqlRecords) -> Reminders:
    return Reminders(records)


async def test_what_is_due_is_claimed_once_and_for_a_minute(reminders: Reminders) -> None:
    await reminders.keep(message_of(), proposal(1, 2, 30))
    assert await reminders.claim(NOW) == ()
    later = NOW + timedelta(hours=3)
    first, second = await asyncio.gather(reminders.claim(later), reminders.claim(later))
    assert len(first) + len(second) == 2
    assert await reminders.claim(later + timedelta(seconds=30)) == ()
    assert len(await reminders.claim(later + timedelta(seconds=61))) == 2


async def test_one_is_sent_to_its_thread_and_never_again(reminders: Reminders, store: Store) -> None:
    await reminders.keep(message_of(), proposal(1, latest=3))
    sent = Sent()
    postman = Postman(reminders, store, sent, lambda: NOW + timedelta(hours=1))
    await postman.tick()
    await postman.tick()
    assert sent.chats == [ChatRef("telegram", "bot", "club", "7")]
    assert "Latest: **Fri 27 Nov 13:00 local (13:00Z)**" in sent.texts[0]
    assert await reminders.pending(message_of()) == ()


async def test_several_that_are_due_together_are_one_message_to_each(reminders: Reminders, store: Store) -> None:
    await reminders.keep(message_of(), proposal(1, 2))
    await reminders.keep(message_of("ben"), proposal(1))
    sent = Sent()
    postman = Postman(reminders, store, sent, lambda: NOW + timedelta(hours=3))
    await postman.tick()
    assert sorted(text.count("**Reminder**") for text in sent.texts) == [1, 2]
    await postman.tick()
    assert len(sent.texts) == 2 and await reminders.pending(message_of()) == ()


async def test_one_that_comes_late_in_the_night_waits_for_the_morning_where_its_deadline_does(
    reminders: Reminders, store: Store
) -> None:
    """The program was away: at 22:30 nobody is woken for a deadline at noon, and somebody is for one at 06:00."""
    clock = [NOW.replace(hour=22, minute=30)]
    for trip, latest in (("noon", 14), ("dawn", 8)):
        given = proposal(1, trip=trip)
        moved = [r.model_copy(update={"latest": clock[0] + timedelta(hours=latest)}) for r in given.reminders]
        await reminders.keep(message_of(), given.model_copy(update={"reminders": tuple(moved)}))
    sent = Sent()
    postman = Postman(reminders, store, sent, lambda: clock[0], quiet=QuietHours())
    await postman.tick()
    assert sum(text.count("**Reminder**") for text in sent.texts) == 1
    clock[0] += timedelta(hours=10)
    await postman.tick()
    assert sum(text.count("**Reminder**") for text in sent.texts) == 2
    assert "This reminder comes late." in sent.texts[-1]


async def test_a_moved_trip_supersedes_what_is_pending_of_the_same_person(reminders: Reminders) -> None:
    await reminders.keep(message_of(), proposal(1, 5))
    await reminders.keep(message_of("ben"), proposal(1))
    assert await reminders.keep(message_of(), proposal(2, version=1)) == 1
    assert [due.heading for due in await reminders.pending(message_of())] == ["EGLD → LFAT, v1"]
    assert len(await reminders.pending(message_of("ben"))) == 1


async def test_one_that_is_superseded_while_it_is_claimed_is_not_sent(reminders: Reminders, store: Store) -> None:
    await reminders.keep(message_of(), proposal(1))
    (claimed,) = await reminders.claim(NOW + timedelta(hours=1))
    await reminders.keep(message_of(), proposal(9, version=1))
    assert not await reminders.is_wanted(claimed.id)


async def test_keeping_the_same_twice_keeps_it_once(reminders: Reminders) -> None:
    for _ in range(2):
        await reminders.keep(message_of(), proposal(1, 2))
    assert len(await reminders.pending(message_of())) == 2


async def test_another_person_stops_only_their_own(reminders: Reminders) -> None:
    await reminders.keep(message_of(), proposal(1))
    assert await reminders.stop(message_of("ben")) == 0
    assert await reminders.stop(message_of(), "another trip") == 0
    assert await reminders.stop(message_of(), "t1") == 1


async def test_no_more_than_a_chat_can_bear_are_kept(reminders: Reminders) -> None:
    many = proposal(*[1 + n / 100 for n in range(MOST_PENDING + 5)])
    assert await reminders.keep(message_of(), many) == MOST_PENDING


async def test_a_platform_that_does_not_answer_is_tried_again_and_a_chat_that_is_gone_is_not(
    reminders: Reminders, store: Store
) -> None:
    await reminders.keep(message_of(), proposal(1))
    clock = [NOW + timedelta(hours=1)]
    sent = Sent(NotDelivered("down"))
    postman = Postman(reminders, store, sent, lambda: clock[0])
    await postman.tick()
    assert sent.texts == []
    clock[0] += timedelta(seconds=61)
    await postman.tick()
    assert len(sent.texts) == 1
    await reminders.keep(message_of(), proposal(3, trip="t2"))
    gone = Sent(ChatGone("kicked"))
    clock[0] += timedelta(hours=3)
    await Postman(reminders, store, gone, lambda: clock[0]).tick()
    assert await reminders.pending(message_of()) == ()


def due_at(hours: float, latest: float) -> Due:
    return Due(
        id="x", trip="t", chat=ChatRef("telegram", "bot", "club"), person_id="ana", private=True, heading="EGLD → LFAT",
        words="GAR (out)", zone="Europe/Paris", due=NOW + timedelta(hours=hours), latest=NOW + timedelta(hours=latest),
    )  # fmt: skip


def test_one_that_comes_after_its_deadline_says_so_first() -> None:
    words = words_of(due_at(-3, -1), NOW)
    assert words.splitlines()[1].startswith("**Too late: the deadline was Fri 27 Nov 10:00 local (09:00Z).**")
    assert "comes late" in words_of(due_at(-1, 5), NOW)
    assert "late" not in words_of(due_at(0, 5), NOW).lower().replace("latest", "")


async def test_they_are_forgotten_with_the_person_and_the_chat_and_move_with_the_room(
    reminders: Reminders, records: SqlRecords
) -> None:
    await reminders.keep(message_of(), proposal(1))
    await records.move_chat(ChatRef("telegram", "bot", "club"), ChatRef("telegram", "bot", "super"))
    (moved,) = await reminders.pending(message_of(chat="super"))
    assert moved.chat == ChatRef("telegram", "bot", "super", "7")
    await records.forget_chat(ChatRef("telegram", "bot", "super"))
    assert await reminders.pending(message_of(chat="super")) == ()
    await reminders.keep(message_of(), proposal(1))
    await records.forget_person(PersonRef.of(message_of()))
    assert await reminders.claim(NOW + timedelta(hours=2)) == ()


def test_a_button_that_keeps_them_is_read_back_whole() -> None:
    keep = KeepReminders(proposal=proposal(1, 2, latest=4))
    assert read_action(keep.model_dump_json()) == keep
    assert read_action(StopReminders(trip="t1").model_dump_json()) == StopReminders(trip="t1")


# --- kills -----------------------------------------------------------------------------------------------

SENDER = """
import asyncio, os, sys, time
from datetime import UTC, datetime
from pathlib import Path
from agent.config import AgentSettings
from bot.records import open_records
from bot.reminders import Reminders
from bot.settings import Settings

async def main(folder, file):
    settings = Settings(agent=AgentSettings(data_dir=Path(folder)), database_url=sys.argv[4])
    async with open_records(settings) as records:
        reminders = Reminders(records)
        begun, shown = datetime(2026, 11, 27, 10, 0, tzinfo=UTC), float(sys.argv[3])
        while True:
            now = datetime.fromtimestamp(begun.timestamp() + (time.time() - shown) * 60, UTC)  # a second is a minute
            for due in await reminders.claim(now, limit=5):
                with open(file, "a") as out:
                    out.write(due.id + "\\n")
                    out.flush()
                    os.fsync(out.fileno())
                await asyncio.sleep(0.002)
                await reminders.sent(due.id, now)
            await asyncio.sleep(0.02)

asyncio.run(main(sys.argv[1], sys.argv[2]))
"""


@pytest.mark.thorough
async def test_five_kills_lose_none_and_double_at_most_one_batch_each(tmp_path: Path) -> None:
    """Three senders, five killed without warning: every reminder is sent, one a kill at most twice."""
    settings = Settings(agent=AgentSettings(data_dir=tmp_path))
    async with open_records(settings) as records:
        kept = Reminders(records)
        for club in range(4):
            assert (
                await kept.keep(message_of(chat=f"club {club}"), proposal(*[n / 250 for n in range(1, 51)])) == 50
            )
        file, began = tmp_path / "sent", str(time.time())

        def start() -> subprocess.Popen[bytes]:
            environ = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
            given = [str(tmp_path), str(file), began, kept_in.database_url(settings)]
            return subprocess.Popen([sys.executable, "-c", SENDER, *given], env=environ)

        rng = random.Random(9)
        senders = [start() for _ in range(2)]
        try:
            for _ in range(5):
                await asyncio.sleep(rng.uniform(1.2, 2.0))
                victim = senders.pop(0)
                victim.send_signal(signal.SIGKILL)
                victim.wait()
                senders.append(start())

            async def all_sent() -> bool:
                return not any([await kept.pending(message_of(chat=f"club {club}")) for club in range(4)])

            await until(all_sent, 90)
        finally:
            for sender in senders:
                sender.kill()
                sender.wait()
        told = Counter(file.read_text().split())
        assert len(told) == 200
        assert max(told.values()) <= 2
        assert sum(count - 1 for count in told.values()) <= 5
