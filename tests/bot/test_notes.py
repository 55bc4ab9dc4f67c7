"""`/note`: a group's remarks about its aircraft, kept once, shown there alone, closed by who may."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.protocol import ChannelError, ChatRef, IncomingMessage, Person, Reply, Text
from adapters.slack.reading import command_text
from agent.aviation.quiet import QuietHours
from agent.config import AgentSettings
from agent.deps import Deps
from bot.conversation import Desk
from bot.note_desk import HOW, LONGEST, NOT_A_LOG
from bot.notes import MOST_OPEN, Notes
from bot.outings.desk import OutingDesk
from bot.outings.records import OutingRecords
from bot.records import SqlRecords, open_records
from bot.settings import Settings
from bot.store import PersonRef, Store

CLUB, OTHER = ChatRef("telegram", "bot", "-100"), ChatRef("telegram", "bot", "-200")
DM = ChatRef("telegram", "bot", "ana")
NOW = datetime(2027, 2, 8, 9, 5, tzinfo=UTC)


@pytest.fixture
async def records(tmp_path: Path) -> AsyncIterator[SqlRecords]:
    async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as opened:
        yield opened


@pytest.fixture
def desk(store: Store, records: SqlRecords, data_dir: Path) -> Desk:
    async def admin(message: IncomingMessage) -> bool:
        if message.person.id == "unknown":
            raise ChannelError("the platform does not say")
        return message.person.id == "admin"

    deps = Deps(settings=AgentSettings(data_dir=data_dir), reports=records)
    return Desk(store, deps, records=records, administers=admin, notes=Notes(records))


async def say(desk: Desk, text: str, chat: ChatRef = CLUB, person: str = "ana", token: str = "") -> Reply:
    message = IncomingMessage(
        id=f"{text}{token}{person}", chat=chat, person=Person(person, person.title()), text=text,
        addressed_by="button" if token else "command", sent_at=NOW, private=chat is DM, token=token,
    )  # fmt: skip
    return [reply async for reply in desk.replies(message)][-1]


def read(reply: Reply) -> str:
    return "\n".join(block.markdown.replace("\\", "") for block in reply.blocks if isinstance(block, Text))


async def test_a_note_is_answered_in_the_language_it_is_written_in(desk: Desk) -> None:
    kept = read(await say(desk, "/note D-EABC die Bremse links ist sehr weich"))
    assert "Notiert zu **D-EABC**" in kept and "Bordbuch" in kept


async def test_a_note_is_kept_once_and_listed_in_its_group_alone(desk: Desk) -> None:
    for _ in range(2):  # tried again after a crash
        kept = read(await say(desk, "/note g-abcd left *brake* soft"))
        assert "Noted for **G-ABCD**: left *brake* soft" in kept and NOT_A_LOG in kept
    await say(desk, "/note D-EFGH: radio 2 crackles", person="ben")
    listed = read(await say(desk, "/note"))
    assert listed.count("\n- ") == 2
    assert "G-ABCD: left *brake* soft (Ana, 08 Feb 2027)" in listed and "D-EFGH: radio 2 crackles (Ben" in listed
    assert NOT_A_LOG in listed
    of_one = read(await say(desk, "/note D-EFGH"))
    assert "crackles" in of_one and "brake" not in of_one
    elsewhere = read(await say(desk, "/note", OTHER))
    assert "No note is open" in elsewhere and "tech log" in elsewhere


async def test_the_writer_or_an_admin_closes_it_and_nobody_else(desk: Desk) -> None:
    await say(desk, "/note G-ABCD left brake soft")
    await say(desk, "/note G-ABCD nose light out")
    brake, light = (button.token for button in (await say(desk, "/note")).buttons)
    for person in ("ben", "unknown"):
        refused = await say(desk, "", person=person, token=brake)
        assert refused.ephemeral and "Only Ana or an admin" in read(refused)
    assert "Closed" not in read(await say(desk, "", OTHER, "admin", token=brake))
    assert "Closed: **G-ABCD** left brake soft" in read(await say(desk, "", token=brake))
    assert "closed already" in read(await say(desk, "", person="admin", token=brake))
    assert "nose light" in read(await say(desk, "/note"))
    assert "Closed" in read(await say(desk, "", person="admin", token=light))
    assert "No note is open" in read(await say(desk, "/note"))


@pytest.mark.parametrize(
    "text", ["/note left brake soft", "/note GABCD soft", f"/note G-ABCD {'x' * (LONGEST + 1)}"]
)
async def test_what_cannot_be_a_note_is_refused_and_nothing_kept(desk: Desk, text: str) -> None:
    refused = await say(desk, text)
    assert refused.ephemeral and (HOW in read(refused) or "at most 300" in read(refused))
    assert "No note is open" in read(await say(desk, "/note"))


@pytest.mark.parametrize(
    "text", ["I paid 48 for a tyre", "is my medical kit current?", "count me in for the repair"]
)
async def test_a_note_is_never_taken_for_words_about_an_outing(desk: Desk, records: SqlRecords, text: str) -> None:
    outings = OutingRecords(records, QuietHours.parse("21:30-07:30"))
    desk.outings = OutingDesk(outings, desk.store, lambda: desk.deps)
    assert f"Noted for **G-ABCD**: {text}" in read(await say(desk, f"/note G-ABCD {text}"))
    assert f"G-ABCD: {text}" in read(await say(desk, "/note"))


async def test_in_private_there_is_no_group_to_keep_it_for(desk: Desk, records: SqlRecords) -> None:
    assert "belong to a group" in read(await say(desk, "/note G-ABCD left brake soft", DM))
    assert not await Notes(records).open(DM)


async def test_too_many_open_notes_are_refused(desk: Desk, records: SqlRecords) -> None:
    for number in range(MOST_OPEN):
        message = IncomingMessage(
            id=str(number), chat=CLUB, person=Person("ana", "Ana"), text="", addressed_by="command", sent_at=NOW
        )
        assert await Notes(records).add(message, "G-ABCD", f"scratch {number}")
    assert "50 notes are open" in read(await say(desk, "/note G-ABCD one more"))
    assert "40 more" in read(await say(desk, "/note"))


async def test_a_note_is_told_to_its_writer_and_goes_with_them(desk: Desk, records: SqlRecords) -> None:
    await say(desk, "/note G-ABCD left brake soft")
    assert "Note on G-ABCD: left brake soft" in read(await say(desk, "/mydata", DM))
    await records.forget_person(PersonRef("telegram", "bot", "ana"))
    assert "No note is open" in read(await say(desk, "/note"))


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("note", "/note"),
        ("note G-ABCD left brake soft", "/note G-ABCD left brake soft"),
        ("note N12AB", "/note N12AB"),
        ("in 99", "/in 99"),
        ("in +2", "/in +2"),
    ],
)
def test_slack_takes_a_command_behind_its_own(typed: str, command: str) -> None:
    assert command_text(typed) == command


def test_slack_takes_a_sentence_that_begins_with_note_as_a_question() -> None:
    assert command_text("note that LFAT is closed") != "/note that LFAT is closed"
