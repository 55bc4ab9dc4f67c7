"""`/mydata` tells a person everything that is kept about them, and nobody else anything."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Date, DateTime, Float, Integer

from adapters.protocol import ChatRef, IncomingMessage, Person, Reply, Text
from agent.config import AgentSettings
from agent.deps import Deps
from bot.conversation import Desk
from bot.conversation_log import open_log
from bot.outings.actions import Actor, Say, Spend
from bot.outings.machine import apply
from bot.outings.outing import Aircraft, Job, Member, Outing
from bot.ownership import MOST_TOLD, RULES
from bot.records import SqlRecords, open_records
from bot.settings import Settings
from bot.store import PersonRef, Store
from bot.tables import (
    AircraftNoteRow,
    FeedbackRow,
    OutingPersonRow,
    OutingRow,
    PilotDateRow,
    ReminderRow,
    ReportRow,
    Table,
    WatchRow,
)

NOW = datetime(2027, 2, 8, 9, 5, tzinfo=UTC)
DM, CLUB = ChatRef("telegram", "bot", "ana"), ChatRef("telegram", "bot", "-100")
ANA = PersonRef("telegram", "bot", "ana")


@pytest.fixture
async def records(tmp_path: Path) -> AsyncIterator[SqlRecords]:
    async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as opened:
        yield opened


@pytest.fixture
def desk(store: Store, records: SqlRecords, data_dir: Path, tmp_path: Path) -> Desk:
    settings = AgentSettings(data_dir=data_dir)
    diary = open_log(Settings(agent=settings, conversation_log=str(tmp_path / "log")))
    return Desk(store, Deps(settings=settings, reports=records), None, records, None, diary)


async def say(desk: Desk, text: str, chat: ChatRef = DM, person: str = "ana", **more: Any) -> Reply:
    message = IncomingMessage(
        id=f"{text}{person}{chat.chat}", chat=chat, person=Person(person, person.title(), **more), text=text,
        addressed_by="dm" if chat is not CLUB else "command", sent_at=datetime.now(UTC), private=chat is not CLUB,
    )  # fmt: skip
    return [reply async for reply in desk.replies(message)][-1]


def read(reply: Reply) -> str:
    """The text, without the marks that keep a person's words from being markup."""
    return "\n".join(block.markdown.replace("\\", "") for block in reply.blocks if isinstance(block, Text))


def row(table: type[Table], **said: Any) -> Table:
    """A row of a table: what is said, and something for every other column."""
    values: dict[str, Any] = {}
    for column in table.__table__.columns:
        match column.type:
            case Boolean():
                values[column.key] = True
            case DateTime():
                values[column.key] = NOW
            case Date():
                values[column.key] = NOW.date()
            case Integer() | Float():
                values[column.key] = 1
            case _:
                longest = getattr(column.type, "length", None) or 16
                values[column.key] = f"{table.__tablename__} {column.key}"[: min(longest, 16)]
    return table(**(values | said))


async def put(records: SqlRecords, *rows: Table) -> None:
    async with records.sessions.begin() as session:
        session.add_all(rows)


async def test_a_row_of_every_table_is_told_to_its_person_and_to_nobody_else(
    desk: Desk, records: SqlRecords
) -> None:
    ana = str(ANA)
    outing = Outing(
        id="o1", number=4, organiser=Member(id="ben", name="Ben"), status="open", made_at=NOW,
        aircraft=(Aircraft(registration="G-ABCD", pilot=Member(id="ana", name="Ana"), seats=3),),
        jobs=(Job(key="ppr", title="PPR at LFAT", owner=Member(id="ana", name="Ana")),),
    )  # fmt: skip
    for action in (Say(state="in", guests=2), Spend(amount=4800, currency="GBP", what="landing")):
        outing, _ = apply(outing, action, Actor(id="ana", name="Ana"), NOW)
    await put(
        records,
        row(ReportRow, author=ana, icao="LFAT", reported_on=date(2027, 1, 3), text="Friendly *tower*"),
        row(FeedbackRow, person=ana, good=False, question="how far is it"),
        row(ReminderRow, person=ana, state="pending", heading="EGTF to LFAT", due=NOW),
        row(WatchRow, person=ana, state="on", heading="EGTF to LFMD"),
        row(OutingRow, id="o1", state=outing.model_dump_json(), done="[]"),
        row(OutingPersonRow, outing="o1", person=ana),
        row(AircraftNoteRow, person=ana, registration="G-ABCD", text="left brake soft"),
        row(PilotDateRow, person=ana, kind="medical"),
    )
    told = read(await say(desk, "/mydata"))
    for line in (
        "Report on LFAT of 03 Jan 2027: Friendly *tower*",
        "Thumb down: how far is it",
        "Reminder (pending) 08 Feb 09:05Z: EGTF to LFAT",
        "Watch (on): EGTF to LFMD",
        "Note on G-ABCD: left brake soft",
        "A private date: medical",
    ):
        assert f"- {line}" in told
    (of_outing,) = [line for line in told.splitlines() if line.startswith("- Outing 4 (no day yet): ")]
    for part in ("your answer: in +2", "you bring G-ABCD", "you do “PPR at LFAT”", "you paid £48.00 for landing"):
        assert part in of_outing
    assert "you lead it" not in of_outing
    others = read(await say(desk, "/mydata", ChatRef("telegram", "bot", "ben"), "ben"))
    assert "LFAT" not in others and "G-ABCD" not in others and "- nothing" in others


def test_whatever_table_has_a_persons_rows_has_words_for_them() -> None:
    assert [rule.table for rule in RULES if rule.person is not None and rule.says is None] == []


async def test_settings_what_was_said_and_the_log_are_told(desk: Desk) -> None:
    for text in ("/home EGTF", "/aircraft 140 kt", "/margin 45", "How far from EGTF to LFMD"):
        await say(desk, text)
    await say(desk, "How long from EGTF to LFAT", CLUB)
    await say(desk, "How far from LFAT to LFMD", CLUB, "ben")
    told = read(await say(desk, "mydata"))
    for line in (
        "Home base: EGTF",
        "Cruise speed: 140 kt",
        "Margin before sunset and closing hours: 45 min",
        "1 message of yours in a chat: “How far from EGTF to LFMD”",
        "1 message of yours in a chat: “How long from EGTF to LFAT”",
        "Lines in the operator's log of conversations, without your name: 2",
    ):
        assert f"- {line}" in told
    assert "Lengths" not in told and "LFAT to LFMD" not in told


@pytest.mark.parametrize(
    ("told_before", "lines"),
    [
        (
            "meine Minima: Untergrenze 1500 ft, Seitenwind 12",
            ("Was ich über Sie aufbewahre", "Eigene Minima:", "nichts"),
        ),
        ("mes minima : plafond 1500 ft, travers 12", ("Ce que je garde sur vous", "Vos minima", "rien")),
    ],
)
async def test_what_is_kept_is_told_in_the_language_of_the_chat(
    desk: Desk, told_before: str, lines: tuple[str, ...]
) -> None:
    await say(desk, told_before)
    told = read(await say(desk, "/mydata"))
    assert all(line in told for line in lines)
    assert "What I keep" not in told and "Not listed" not in told


@pytest.mark.parametrize("text", ["/mydata", "/mydata all"])
async def test_among_people_nothing_is_told(desk: Desk, text: str) -> None:
    await say(desk, "/home EGTF")
    reply = await say(desk, text, CLUB)
    assert reply.ephemeral and "direct message" in read(reply) and "EGTF" not in read(reply)


async def test_what_is_forgotten_is_no_longer_told(desk: Desk, records: SqlRecords) -> None:
    await say(desk, "/home EGTF")
    await put(records, row(FeedbackRow, person=str(ANA), question="how far is it"))
    asked = await say(desk, "/forget")
    mine = next(button.token for button in asked.buttons if "about me" in button.label)
    tapped = IncomingMessage(
        id="tap", chat=DM, person=Person("ana", "Ana"), text="", addressed_by="button",
        sent_at=datetime.now(UTC), private=True, token=mine,
    )  # fmt: skip
    assert "deleted" in read([reply async for reply in desk.replies(tapped)][-1])
    told = read(await say(desk, "/mydata"))
    assert "- No settings" in told and "- nothing" in told and "EGTF" not in told


async def test_of_very_many_rows_it_is_said_how_many_more_there_are(desk: Desk, records: SqlRecords) -> None:
    await put(records, *(row(FeedbackRow, id=str(n), person=str(ANA)) for n in range(MOST_TOLD + 7)))
    told = read(await say(desk, "/mydata"))
    assert told.count("- Thumb up") == MOST_TOLD and "- 7 more like the last" in told
