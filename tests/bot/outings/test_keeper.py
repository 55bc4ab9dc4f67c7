"""Two replicas keep the same outings: each reminder is told once, whoever looks, and none that was moved away."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

from contracts.paper import PaperApp, PaperChannel

from adapters.protocol import ChatRef, Pace, Reply, Sent
from bot.outings.actions import CLOCK, Actor, Bring, Cancel, Move, Post
from bot.outings.keeper import TOLD, Keeper
from bot.outings.outing import Flight, Job, Member, Outing
from bot.outings.private import PrivateReminders
from bot.outings.records import OutingRecords
from bot.records import SqlRecords
from bot.remembered import Remembered
from bot.reminders import Reminders
from bot.store import PersonRef, Store
from bot.voice import Voice

NOW = datetime(2027, 2, 8, 9, tzinfo=UTC)
EVENING = datetime(2027, 2, 12, 19, 0, 5, tzinfo=UTC)
ROOMS = 12


def flight(hour: int) -> Flight:
    return Flight(from_icao="EGTF", from_name="Fairoaks", to_icao="LFAT", to_name="Le Touquet",
                  zone="Europe/London", off_blocks=datetime(2027, 2, 13, hour, tzinfo=UTC))  # fmt: skip


async def outing(outings: OutingRecords, number: int) -> str:
    name = f"o{number}"
    organiser = Member(id="ana", name="Ana")
    made = Outing(id=name, number=0, organiser=organiser, flight=flight(10), place="LFAT", made_at=NOW)
    await outings.create(ChatRef("paper", "club", f"room{number}"), made)
    await outings.change(name, Post(), CLOCK, NOW)
    return name


async def test_two_replicas_tell_each_reminder_once(
    outings: OutingRecords, sql: SqlRecords, store: Store, tmp_path: Path
) -> None:
    app = PaperApp(tmp_path / "calls", latency=0.01)
    names = [await outing(outings, number) for number in range(ROOMS)]
    keepers = [
        Keeper(
            outings,
            Reminders(sql, TOLD),
            store,
            Voice(store, {"paper": PaperChannel(app)}, Remembered(store, sql)),
            lambda: EVENING,
        )
        for _ in range(2)
    ]
    # One is moved to another day before anybody looks: what was due of it is not told.
    later = flight(10).model_copy(update={"off_blocks": flight(10).off_blocks + timedelta(days=7)})
    await outings.change(names[0], Move(flight=later, jobs=()), CLOCK, NOW, aloud=True)
    await asyncio.gather(*(keeper.tell() for keeper in keepers))
    told = Counter(str(call["room"]) for call in app.calls() if call["kind"] != "edit")
    assert told == {f"room{number}": 1 for number in range(1, ROOMS)}


async def test_what_comes_late_at_night_waits_for_the_morning(
    outings: OutingRecords, sql: SqlRecords, store: Store, tmp_path: Path
) -> None:
    app, clock = PaperApp(tmp_path / "calls"), [NOW]
    await outing(outings, 1)
    voice = Voice(store, {"paper": PaperChannel(app)}, Remembered(store, sql))
    keeper = Keeper(outings, Reminders(sql, TOLD), store, voice, lambda: clock[0])
    told: list[int] = []
    for hour in (3, 7, 8):  # it was due at seven in the evening; the group's quiet hours end at 07:30
        clock[0] = datetime(2027, 2, 13, hour, tzinfo=UTC)
        await keeper.tell()
        told.append(len(app.calls()))
    assert told == [0, 0, 1] and "(late)" in str(app.calls())


async def test_a_task_of_a_flight_that_has_left_is_not_reminded_of(
    outings: OutingRecords, sql: SqlRecords, store: Store, tmp_path: Path
) -> None:
    app = PaperApp(tmp_path / "calls")
    name = await outing(outings, 1)
    permission = Job(key="ppr", kind="permission", title="LFAT PPR", zone="Europe/London",
                     latest=flight(10).off_blocks - timedelta(hours=24))  # fmt: skip
    later = flight(10).model_copy(update={"off_blocks": flight(10).off_blocks + timedelta(minutes=5)})
    await outings.change(name, Move(flight=later, jobs=(permission,)), CLOCK, NOW, aloud=True)
    voice = Voice(store, {"paper": PaperChannel(app)}, Remembered(store, sql))
    await Keeper(outings, Reminders(sql, TOLD), store, voice, lambda: NOW).tell()
    before = len(app.calls())
    held = await outings.get(name)
    assert held is not None and held.outing.flight is not None
    evening = held.outing.flight.left  # nobody was there to say so in between
    assert evening <= held.outing.flight.ends
    await Keeper(outings, Reminders(sql, TOLD), store, voice, lambda: evening).tell()
    assert not any("LFAT PPR" in str(call) for call in app.calls()[before:])


async def test_what_somebody_wants_privately_is_not_said_in_the_group_ahead_of_its_hour(
    outings: OutingRecords, sql: SqlRecords, store: Store, tmp_path: Path
) -> None:
    app, clock, private = PaperApp(tmp_path / "calls"), [EVENING], PrivateReminders(sql)
    name = await outing(outings, 1)
    ben = Actor(id="ben", name="Ben")
    await outings.change(name, Bring(registration="ROBIN", seats=2), ben, NOW, "m1")
    plan = Job(key="plan", kind="flight_plan", title="flight plan", zone="Europe/London", each_pilot=True,
               latest=flight(10).off_blocks - timedelta(hours=1))  # fmt: skip
    later = flight(10).model_copy(update={"off_blocks": flight(10).off_blocks + timedelta(minutes=5)})
    await outings.change(name, Move(flight=later, jobs=(plan,)), CLOCK, NOW, aloud=True)
    held = await outings.get(name)
    assert held is not None
    await private.want(held, PersonRef("paper", "club", "ben"), ChatRef("paper", "club", "ben"))
    voice = Voice(store, {"paper": PaperChannel(app)}, Remembered(store, sql))
    keeper = Keeper(outings, Reminders(sql, TOLD), store, voice, lambda: clock[0], private)
    await keeper.tell()
    clock[0] = EVENING.replace(hour=21, minute=15)
    await keeper.tell()
    told = [(str(call["room"]), "flight plan" in str(call)) for call in app.calls()]
    assert told == [("room1", False), ("ben", True)]


async def test_what_is_called_off_while_the_room_has_no_turn_is_not_reminded_of(
    outings: OutingRecords, sql: SqlRecords, store: Store, tmp_path: Path
) -> None:
    app = PaperApp(tmp_path / "calls")
    name = await outing(outings, 1)

    class Busy(PaperChannel):
        async def post(self, chat: ChatRef, reply: Reply, pace: Pace) -> Sent:
            await outings.change(name, Cancel(), Actor(id="ana", name="Ana"), EVENING, "m1")
            return await super().post(chat, reply, pace)

    voice = Voice(store, {"paper": Busy(app)}, Remembered(store, sql))
    await Keeper(outings, Reminders(sql, TOLD), store, voice, lambda: EVENING).tell()
    assert not any("weather" in str(call) for call in app.calls())
