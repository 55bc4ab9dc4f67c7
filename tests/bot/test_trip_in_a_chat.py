"""A planned trip in a chat: its reminders are kept by a tap, its calendar comes as a file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from contracts.reminded import Sent
from icalendar import Calendar

from adapters.markdown import plain
from adapters.meaning import document
from adapters.protocol import ChatRef, File, Headline, IncomingMessage, Meaning, Person, Reply, Text
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import ToolCall
from bot.actions import Ask
from bot.club.doors import Doors
from bot.conversation import Desk
from bot.records import open_records
from bot.reminder_desk import ReminderDesk
from bot.reminders import Reminders
from bot.reminding import Postman
from bot.settings import Settings
from bot.store import PersonRef, Store

CLUB = ChatRef("telegram", "bot", "club")
ANA = PersonRef("telegram", "bot", "ana")
DAY = (datetime.now(UTC) + timedelta(days=9)).date().isoformat()
TRIP = {
    "from_location": "EGLD",
    "to_location": "LFAT",
    "day": DAY,
    "off_block": "10:00",
    "return_off_block": "13:00",
    "cruise_speed_kts": 100,
}


class Chat:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.number = 0

    async def say(self, text: str = "", token: str = "", person: str = "ana", reachable: bool = True) -> Reply:
        self.number += 1
        message = IncomingMessage(
            id=str(self.number),
            chat=CLUB,
            person=Person(person),
            text=text,
            addressed_by="button" if token else "command",
            sent_at=datetime.now(UTC),
            token=token,
            private=False,
            reachable=reachable,
        )
        return [reply async for reply in self.desk.replies(message)][-1]

    async def plan(self, reachable: bool = True, **change: object) -> Reply:
        call = ToolCall(tool="plan_trip", arguments={**TRIP, **change})  # type: ignore[arg-type]
        profile = await self.desk.store.profile(ANA)
        ask = Ask(text="the trip", call=call, profile=profile)
        token = await self.desk.store.put_button(CLUB, ask.model_dump_json())
        return await self.say(token=token, reachable=reachable)

    async def tap(self, reply: Reply, label: str, person: str = "ana") -> Reply:
        token = next(button.token for button in reply.buttons if button.label == label)
        return await self.say(token=token, person=person)


def words(reply: Reply) -> str:
    told = [block.markdown for block in reply.blocks if isinstance(block, (Headline, Text))]
    meant = (block for block in reply.blocks if isinstance(block, Meaning))
    return "\n".join([*told, *(plain(document(block)) for block in meant if not isinstance(block, Headline))])


@pytest.fixture
async def chat(store: Store, data_dir: Path, tmp_path: Path) -> AsyncIterator[Chat]:
    settings = AgentSettings(data_dir=data_dir)
    async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as records:
        kept = ReminderDesk(Reminders(records), store, settings.quiet_hours)
        yield Chat(Desk(store, Deps(settings=settings), records=records, reminders=kept))


async def test_remind_me_keeps_them_and_the_command_lists_and_stops_them(chat: Chat) -> None:
    planned = await chat.plan()
    kept = await chat.tap(planned, "Remind me")
    assert "reminders set** for EGLD → LFAT" in words(kept)
    assert "for everybody to read" in words(kept)
    assert "GAR (out)" in words(await chat.say("/reminders"))
    assert "GAR (out)" in words(await chat.say("cancel my reminders"))
    assert "No reminders" in words(await chat.say("/reminders", person="ben"))
    assert "stopped" in words(await chat.tap(await chat.say("/reminders"), "Stop all"))
    assert "No reminders" in words(await chat.say("/reminders"))


async def test_the_reminders_of_a_changed_trip_go_with_it_and_a_tap_brings_them_back(chat: Chat) -> None:
    await chat.tap(await chat.plan(), "Remind me")
    before = words(await chat.say("/reminders"))
    again = await chat.plan()
    assert "follow this plan" not in words(again) and "Remind me" not in [b.label for b in again.buttons]
    changed = await chat.plan(off_block="11:00")
    assert "Your reminders follow this plan**" in words(changed)
    assert "They were for EGLD → LFAT" in words(changed)
    assert "10:00" in before and "10:00" not in words(await chat.say("/reminders")).replace("10:00Z", "")
    await chat.tap(changed, "Reminders as before")
    assert words(await chat.say("/reminders")) == before


async def test_the_reminders_of_one_person_do_not_go_where_another_takes_the_trip(chat: Chat) -> None:
    await chat.tap(await chat.plan(), "Remind me")
    call = ToolCall(tool="plan_trip", arguments={**TRIP, "off_block": "12:00"})  # type: ignore[arg-type]
    token = await chat.desk.store.put_button(CLUB, Ask(text="the trip", call=call).model_dump_json())
    assert "follow this plan" not in words(await chat.say(token=token, person="ben"))
    assert ", 1" not in words(await chat.say("/reminders", person="ben"))


async def test_private_reminders_go_with_the_trip_that_is_changed_in_the_group(chat: Chat) -> None:
    desk = chat.desk.reminders
    assert desk is not None
    await chat.tap(await chat.plan(), "Remind me privately")
    changed = await chat.plan(off_block="11:00")
    assert "follow this plan" in words(changed)
    message = IncomingMessage(
        id="x", chat=CLUB, person=Person("ana"), text="", addressed_by="command", sent_at=datetime.now(UTC)
    )
    kept = await desk.reminders.pending(message)
    assert kept and all(one.direct and "11:00" in one.heading for one in kept)


async def test_reminders_of_a_trip_that_lost_its_day_are_told_to_stand(chat: Chat) -> None:
    await chat.tap(await chat.plan(), "Remind me")
    assert "are still those for EGLD → LFAT" in words(await chat.plan(day=None))


async def test_nobody_is_offered_reminders_where_they_could_not_be_reached(chat: Chat) -> None:
    assert "Remind me" not in [button.label for button in (await chat.plan(reachable=False)).buttons]


async def test_another_person_s_tap_keeps_nothing(chat: Chat) -> None:
    reply = await chat.tap(await chat.plan(), "Remind me", person="ben")
    assert "somebody else" in words(reply)


async def test_in_a_group_they_can_come_to_one_person_alone(chat: Chat) -> None:
    """Where the channel needs no link (Slack), they go to the person's own address; the group can stop them."""
    kept = await chat.tap(await chat.plan(), "Remind me privately")
    assert kept.ephemeral and "to you alone" in words(kept)
    desk = chat.desk.reminders
    assert desk is not None
    assert "to you alone" in words(await chat.say("/reminders"))
    assert "stopped" in words(await chat.tap(await chat.say("/reminders"), "Stop all"))
    await chat.tap(await chat.plan(), "Remind me privately")
    sent = Sent()
    await Postman(desk.reminders, chat.desk.store, sent, lambda: datetime.now(UTC) + timedelta(days=20)).tick()
    assert sent.chats and set(sent.chats) == {ChatRef("telegram", "bot", "ana")}
    assert "where you asked for them, stops them" in sent.texts[0]


async def test_a_link_leads_from_the_group_to_the_private_chat_and_is_one_person_s(chat: Chat) -> None:
    desk = chat.desk.reminders
    assert desk is not None

    async def link(where: ChatRef, token: str) -> str:
        return f"https://t.me/FlyFunBot?start={token}"

    desk.link = link
    await chat.tap(await chat.plan(), "Remind me")
    asked = words(await chat.tap(await chat.plan(), "Remind me privately"))
    token = asked.split("start=")[1].partition(")")[0]
    doors = Doors(chat.desk.store)

    def alone(person: str) -> IncomingMessage:
        return IncomingMessage(
            id=f"door {person}",
            chat=ChatRef("telegram", "bot", person),
            person=Person(person),
            text=f"/start {token}",
            addressed_by="command",
            sent_at=datetime.now(UTC),
            private=True,
        )

    assert await doors.opened(token, alone("ben")) is None
    behind = await doors.opened(token, alone("ana"))
    assert behind is not None
    assert "set** for EGLD → LFAT" in words(await desk.opened(behind, alone("ana")))
    assert "GAR (out)" in words(await desk.listed(alone("ana")))
    assert "No reminders" in words(await chat.say("/reminders"))


async def test_the_calendar_comes_as_a_file(chat: Chat) -> None:
    reply = await chat.tap(await chat.plan(), "Calendar")
    (file,) = [block for block in reply.blocks if isinstance(block, File)]
    assert file.name.endswith(".ics")
    first = _entries(file)
    assert {uid.split("-")[0] for uid in first} == {"leg", "off_blocks", "report", "flight_plan", "border"}
    moved = await chat.tap(await chat.plan(off_block="09:00"), "Calendar")
    (file,) = [block for block in moved.blocks if isinstance(block, File)]
    second = _entries(file)
    assert second.keys() == first.keys()
    for uid, (number, begins) in second.items():
        assert number == first[uid][0] + (begins != first[uid][1]), uid
    assert {number for number, _ in second.values()} == {0, 1}


def _entries(file: File) -> dict[str, tuple[int, datetime]]:
    """Each entry's number and when it begins, by its UID."""
    found = Calendar.from_ical(file.content).walk("VEVENT")
    return {str(one["uid"]): (int(one["sequence"]), one["dtstart"].dt) for one in found}


async def test_reminders_that_are_asked_for_in_words_are_offered_and_the_chat_goes_on(chat: Chat) -> None:
    await chat.plan()
    call = ToolCall(tool="set_reminders")
    token = await chat.desk.store.put_button(CLUB, Ask(text="remind me", call=call).model_dump_json())
    offered = await chat.say(token=token)
    assert "reminders** for EGLD → LFAT" in words(offered)
    assert "set** for" in words(await chat.tap(offered, "Remind me"))


async def test_each_way_can_be_looked_at_by_itself(chat: Chat) -> None:
    await chat.plan()
    assert "Immigration and customs needed" in words(await chat.say("LFAT → EGLD: the border"))


async def test_no_more_than_four_taps_stand_under_a_trip_the_reminder_and_the_calendar_among_them(
    chat: Chat,
) -> None:
    labels = [button.label for button in (await chat.plan()).buttons]
    assert len(labels) == 4
    assert {"Remind me", "Calendar"} <= set(labels)


async def test_the_margin_before_sunset_is_the_pilot_s_own(chat: Chat) -> None:
    assert "30 min margin" in words(await chat.plan())
    assert "Kept: **45 min**" in words(await chat.say("/margin 45"))
    assert "45 min margin" in words(await chat.plan())
    assert "from 0 to 240" in words(await chat.say("/margin soon"))
