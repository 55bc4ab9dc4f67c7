"""Members' reports are kept as given, for who may see them, until their author takes them back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from adapters.protocol import ChatRef, IncomingMessage, Person
from agent.config import AgentSettings
from agent.errors import DataProblem
from bot.records import SqlRecords, open_records
from bot.settings import Settings
from bot.store import PersonRef
from bot.tables import Table

FEE = {
    "icao": "LFAT",
    "kind": "fee",
    "text": "I paid 24 euros at LFAT today for my SR22",
    "reported_on": "2026-11-21",
    "amount": 24.0,
    "currency": "EUR",
    "aircraft": "SR22",
}


def _message(person: str, chat: str) -> IncomingMessage:
    return IncomingMessage(
        id="1",
        chat=ChatRef("telegram", "bot", chat, "7"),
        person=Person(person, person.title()),
        text="yes",
        addressed_by="dm",
        sent_at=datetime.now(UTC),
    )


@pytest.fixture
async def records(tmp_path: Path) -> AsyncIterator[SqlRecords]:
    async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as opened:
        yield opened


async def test_a_saved_report_is_shown_to_its_club_with_date_and_author(records: SqlRecords) -> None:
    ana = _message("ana", "club")
    await records.save_report(ana, FEE)
    (report,) = await records.for_airfield("lfat", str(ana.chat.room))
    assert (report.amount, report.currency, report.author, report.reported_on.isoformat()) == (
        24.0,
        "EUR",
        "Ana",
        "2026-11-21",
    )


async def test_another_club_sees_it_only_when_the_club_shares_and_without_the_name(records: SqlRecords) -> None:
    ana = _message("ana", "club")
    other = str(ChatRef("telegram", "bot", "other"))
    await records.save_report(ana, FEE)
    assert await records.for_airfield("LFAT", other) == ()
    await records.share(ana.chat, True)
    assert await records.shares(ana.chat)
    (report,) = await records.for_airfield("LFAT", other)
    assert (report.author, report.chat) == ("", "")
    await records.share(ana.chat, False)
    assert await records.for_airfield("LFAT", other) == ()


async def test_only_the_author_takes_a_report_back(records: SqlRecords) -> None:
    ana = _message("ana", "club")
    report = await records.save_report(ana, FEE)
    assert not await records.undo_report(_message("ben", "club"), report)
    assert await records.undo_report(ana, report)
    assert not await records.undo_report(ana, report)
    assert await records.for_airfield("LFAT", str(ana.chat.room)) == ()


async def test_forgetting_a_person_leaves_others_alone(records: SqlRecords) -> None:
    ana, ben = _message("ana", "club"), _message("ben", "club")
    await records.save_report(ana, FEE)
    await records.save_report(ben, {**FEE, "amount": 30.0})
    await records.save_feedback(ana, True, "how far")
    await records.forget_person(PersonRef.of(ana))
    (left,) = await records.for_airfield("LFAT", str(ana.chat.room))
    assert left.amount == 30.0
    await records.forget_chat(ben.chat)
    assert await records.for_airfield("LFAT", str(ana.chat.room)) == ()


async def test_reports_outlive_a_restart(tmp_path: Path) -> None:
    settings = Settings(agent=AgentSettings(data_dir=tmp_path))
    async with open_records(settings) as first:
        await first.save_report(_message("ana", "club"), FEE)
    async with open_records(settings) as second:
        assert len(await second.for_airfield("LFAT", str(_message("ana", "club").chat.room))) == 1


async def test_the_migrations_make_exactly_the_tables_of_the_code(tmp_path: Path) -> None:
    def compared(connection: Connection) -> list[Any]:
        return compare_metadata(MigrationContext.configure(connection), Table.metadata)

    async with (
        open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as records,
        records.sessions() as session,
    ):
        assert await (await session.connection()).run_sync(compared) == []


async def test_what_people_write_is_kept_however_long_it_is(records: SqlRecords) -> None:
    ana = _message("ana", "club")
    long = FEE | {"text": "x" * 4000 + "\x00", "aircraft": "SR22 " * 30}
    await records.save_report(ana, long)
    (report,) = await records.for_airfield("LFAT", str(ana.chat.room))
    assert report.text == "x" * 1999 + "…" and len(report.aircraft or "") == 60


async def test_a_database_that_cannot_be_opened_says_what_to_do(tmp_path: Path) -> None:
    settings = Settings(agent=AgentSettings(data_dir=tmp_path), database_url="sqlite:////nowhere/at/all.sqlite")
    with pytest.raises(DataProblem) as caught:
        async with open_records(settings):
            pass
    assert "DATABASE_URL" in caught.value.user_message


def test_a_program_that_ends_while_it_reads_leaves_no_thread_with_an_answer_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[object] = []
    monkeypatch.setattr("threading.excepthook", lambda args: left.append(args.exc_value))

    async def ends_within(seconds: float) -> None:
        async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as opened:
            tasks = [asyncio.create_task(opened.for_airfield("LFAT", "club")) for _ in range(8)]
            await asyncio.sleep(seconds)
            for task in tasks:
                task.cancel()
            raise EOFError

    for step in range(30):
        with pytest.raises(EOFError):
            asyncio.run(ends_within(step / 2_000))
        for thread in threading.enumerate():
            if "connection_worker" in thread.name:
                thread.join(10)
    assert left == []
