"""A reminder at a moment of one's own, "at 18:00 the day before", moves with its trip."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.protocol import ChatRef, IncomingMessage, Person
from agent.config import AgentSettings
from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Question
from agent.subjects.trip.reminding import Reminder, TripReminders
from bot.actions import Proposal
from bot.records import open_records
from bot.reminder_desk import ReminderDesk
from bot.reminders import Reminders
from bot.settings import Settings
from bot.store import Store


@pytest.mark.thorough
async def test_a_reminder_at_ones_own_moment_keeps_it_when_the_trip_is_changed(
    store: Store, data_dir: Path, tmp_path: Path
) -> None:
    now = datetime.now(UTC)
    day = (now + timedelta(days=9)).date()
    deps = Deps(settings=AgentSettings(data_dir=data_dir))
    message = IncomingMessage(
        id="1",
        chat=ChatRef("telegram", "bot", "club"),
        person=Person("ana"),
        text="",
        addressed_by="command",
        sent_at=now,
        private=False,
        reachable=True,
    )
    memory, said = Conversation(disclaimed=now.date()), list[Done]()
    for text in (f"EGLD to LFAT {day} 10:00", "remind me at 18:00 the day before", "and at 11 instead"):
        *_, done = [event async for event in answer(Question(text=text, at=now), memory, deps)]
        assert isinstance(done, Done)
        memory = done.conversation
        said.append(done)
    found = next(one for one in said[1].results if isinstance(one, TripReminders))
    assert [one.moment for one in found.reminders] == ["1 18:00"]
    async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as records:
        desk = ReminderDesk(Reminders(records), store, AgentSettings(data_dir=data_dir).quiet_hours)
        kept: tuple[Reminder, ...] = found.reminders
        await desk.reminders.keep(
            message,
            Proposal(trip=found.trip_id, version=found.version, heading=found.heading, reminders=kept),
        )
        told, _ = await desk.followed(said[2], message)
        (after,) = await desk.reminders.pending(message)
    assert "1 reminder" in told and "11:00" in after.heading
    assert (after.due, after.moment) == (kept[0].at, "1 18:00")
