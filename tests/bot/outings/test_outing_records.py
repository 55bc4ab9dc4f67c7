"""Outings in SQL: no answer is lost to another, no message counts twice, reminders follow the outing."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from adapters.protocol import ChatRef, Sent
from bot.outings.actions import (
    CLOCK,
    Actor,
    Announced,
    AnswerBy,
    Bring,
    Cancel,
    Move,
    Post,
    Say,
    Settle,
    Spend,
    Tick,
)
from bot.outings.machine import Refusal
from bot.outings.outing import Flight, Job, Member, Outing
from bot.outings.records import MOST_OPEN, OutingRecords
from bot.ownership import RULES
from bot.records import SqlRecords
from bot.store import PersonRef
from bot.tables import ClubSettingsRow, OutingRow, ReminderRow, Table

NOW = datetime(2027, 2, 8, 9, 0, tzinfo=UTC)
CLUB = ChatRef("telegram", "7", "-100")
ANA = Actor(id="ana", name="Ana")


def flight(day: int = 13, hour: int = 10) -> Flight:
    off = datetime(2027, 2, day, hour, tzinfo=UTC)
    return Flight(
        from_icao="EGTF",
        from_name="Fairoaks",
        to_icao="LFAT",
        to_name="Le Touquet",
        zone="Europe/London",
        to_zone="Europe/Paris",
        off_blocks=off,
        back=off + timedelta(hours=5),
        report="GAR",
        report_hours=2,
        people_final=off - timedelta(hours=3),
    )


def ppr(latest: datetime | None = None) -> Job:
    return Job(key="ppr", kind="permission", title="LFAT PPR", zone="Europe/Paris", latest=latest)


LUNCH = Job(key="lunch", kind="lunch", title="LFAT lunch head count", zone="Europe/Paris",
            latest=datetime(2027, 2, 13, 11, 0, tzinfo=UTC), lead="tell the restaurant")  # fmt: skip


def draft(name: str = "o1", **more: object) -> Outing:
    made = Outing(
        id=name, number=0, organiser=Member(id="ana", name="Ana"), made_at=NOW, flight=flight(), jobs=(ppr(),)
    )
    return made.model_copy(update=more)


async def posted(outings: OutingRecords) -> str:
    made = await outings.create(CLUB, draft())
    await outings.change(made.id, Post(), ANA, NOW)
    return made.id


async def reminders(sql: SqlRecords, *states: str) -> list[ReminderRow]:
    async with sql.sessions() as session:
        rows = (await session.scalars(select(ReminderRow).order_by(ReminderRow.due))).all()
    return [row for row in rows if not states or row.state in states]


@pytest.mark.thorough
async def test_sixty_answers_at_once_are_all_kept(outings: OutingRecords) -> None:
    made = await posted(outings)
    people = [Actor(id=f"p{n}", name=f"P{n}") for n in range(60)]
    for some in range(0, 60, 12):
        await asyncio.gather(
            *(outings.change(made, Say(state="in"), who, NOW, f"m{who.id}") for who in people[some : some + 12])
        )
    held = await outings.get(made)
    assert held is not None and {a.member.id for a in held.outing.answers} == {who.id for who in people}
    assert held.outing.version == 61


async def test_a_card_under_which_many_answer_is_edited_four_times_in_half_a_minute(
    outings: OutingRecords,
) -> None:
    made = await posted(outings)
    await outings.drawn(made, Sent(("1",)), 1, NOW - timedelta(hours=1))
    edits: list[float] = []
    for half in range(60):
        moment = NOW + timedelta(seconds=half / 2)
        if half % 4 == 0:
            await outings.change(made, Say(state="in"), Actor(id=f"p{half}", name=f"P{half}"), moment)
        for held in await outings.stale(moment):
            await outings.drawn(made, held.card, held.outing.version, moment)
            edits.append(half / 2)
    assert edits == [0.0, 3.5, 10.5, 24.5]
    later = NOW + timedelta(seconds=60)
    (last,) = await outings.stale(later)
    await outings.drawn(made, last.card, last.outing.version, later)
    await outings.change(made, Say(state="out"), ANA, later)
    assert await outings.stale(later + timedelta(seconds=3.6))


async def test_a_message_that_is_tried_again_changes_nothing_and_hears_the_same(outings: OutingRecords) -> None:
    made = await posted(outings)
    later = Move(flight=flight(hour=11))
    first = await outings.change(made, later, ANA, NOW, "m1")
    again = await outings.change(made, later, ANA, NOW + timedelta(minutes=3), "m1")
    assert first and again and again.again and again.effects == first.effects
    assert again.outing.schedule == 1 and any(isinstance(e, Announced) for e in again.effects)


async def test_a_move_supersedes_every_reminder_and_cancelling_leaves_none(
    outings: OutingRecords, sql: SqlRecords
) -> None:
    made = await posted(outings)
    await outings.change(made, AnswerBy(at=datetime(2027, 2, 11, 18, tzinfo=UTC)), ANA, NOW)
    before = await reminders(sql, "pending")
    assert before
    await outings.change(made, Move(flight=flight(14), jobs=(ppr(),)), ANA, NOW)
    now_pending = {row.id for row in await reminders(sql, "pending") if row.kind != "say"}
    assert not now_pending & {row.id for row in before}
    assert {row.state for row in await reminders(sql) if row.id in {b.id for b in before}} == {"superseded"}
    await outings.change(made, Cancel(why="weather"), ANA, NOW)
    assert [row.kind for row in await reminders(sql, "pending")] == ["say", "urgent"]


async def test_an_unchanged_task_keeps_the_reminders_that_were_sent(
    outings: OutingRecords, sql: SqlRecords
) -> None:
    made = await posted(outings)
    (first, *_) = await reminders(sql, "pending")
    async with sql.sessions.begin() as session:
        (await session.get_one(ReminderRow, first.id)).state = "sent"
    await outings.change(made, AnswerBy(at=datetime(2027, 2, 11, 18, tzinfo=UTC)), ANA, NOW)
    assert next(row for row in await reminders(sql) if row.id == first.id).state == "sent"


async def test_a_reminder_says_what_holds_when_it_is_due(outings: OutingRecords, sql: SqlRecords) -> None:
    """Seats, people and costs as they are by then, not as they were when the outing was posted."""
    made = (await outings.create(CLUB, draft(jobs=(ppr(), LUNCH)))).id
    await outings.change(made, Post(), ANA, NOW)
    await outings.change(made, AnswerBy(at=datetime(2027, 2, 11, 18, tzinfo=UTC)), ANA, NOW)
    await outings.change(made, Bring(registration="G-ABCD", seats=3), Actor(id="ben", name="Ben"), NOW)
    due = NOW + timedelta(days=2, hours=10)  # the first of them is due, and not sent yet
    await outings.change(made, Say(state="in"), Actor(id="cy", name="Cy"), due)
    words = [row.words for row in await reminders(sql, "pending") if row.kind == "due"]
    assert sum("2 seats free" in one for one in words) == 2
    assert sum("lunch head count" in one and "2 people" in one for one in words) == 1
    after = datetime(2027, 2, 14, 8, tzinfo=UTC)
    await outings.change(made, Tick(), CLOCK, after)
    await outings.change(
        made, Spend(amount=4800, currency="GBP", what="landing"), Actor(id="cy", name="Cy"), after
    )
    assert [row.words[-15:] for row in await reminders(sql, "pending") if row.kind == "news"] == [
        "1 entry so far."
    ]
    await outings.change(made, Settle(), ANA, after)
    assert await reminders(sql, "pending") == []


async def test_the_sixth_open_outing_of_a_person_is_refused(outings: OutingRecords) -> None:
    for number in range(MOST_OPEN):
        made = await outings.create(CLUB, draft(f"o{number}"))
        assert made.number == number + 1
    with pytest.raises(Refusal):
        await outings.create(CLUB, draft("o9"))


async def test_a_card_is_drawn_at_most_every_three_seconds_and_ends_at_the_latest_version(
    outings: OutingRecords,
) -> None:
    made = await posted(outings)
    now, edits = NOW, 0
    for second in range(100):
        now = NOW + timedelta(seconds=second / 10)
        if second % 2 == 0 and second < 100:
            await outings.change(made, Say(state="in"), Actor(id=f"p{second}", name=f"P{second}"), now)
        for card in await outings.stale(now):
            await outings.drawn(card.outing.id, Sent(("77",)), card.outing.version, now)
            edits += 1
    assert edits <= 4
    (card,) = await outings.stale(now + timedelta(seconds=4))
    await outings.drawn(card.outing.id, card.card, card.outing.version, now + timedelta(seconds=4))
    assert len(card.outing.answers) == 50 and not await outings.stale(now + timedelta(seconds=60))


async def test_lists_close_and_flights_end_by_the_clock(outings: OutingRecords) -> None:
    made = await posted(outings)
    await outings.tick(datetime(2027, 2, 13, 6, 59, tzinfo=UTC))
    assert (await outings.get(made)).outing.status == "open"  # type: ignore[union-attr]
    await outings.tick(datetime(2027, 2, 13, 7, 0, tzinfo=UTC))
    assert (await outings.get(made)).outing.status == "frozen"  # type: ignore[union-attr]
    await outings.tick(datetime(2027, 2, 13, 18, 0, tzinfo=UTC))
    assert (await outings.get(made)).outing.status == "flown"  # type: ignore[union-attr]
    assert (await outings.change(made, Tick(), CLOCK, NOW)).outing.status == "flown"  # type: ignore[union-attr]


# --- whose rows they are ----------------------------------------------------------------------------------


def test_every_table_has_a_rule_for_forgetting() -> None:
    assert {rule.table.__tablename__ for rule in RULES} == set(Table.metadata.tables)


def test_every_column_that_names_a_person_or_room_is_in_its_rule() -> None:
    for rule in RULES:
        columns = set(rule.table.__table__.columns.keys())
        if "room" in columns:
            assert rule.room is not None, rule.table
        if columns & {"person", "author"} and rule.table.__tablename__ != "outing_people":
            assert rule.person is not None, rule.table
        if "chat" in columns:
            assert rule.chat is not None, rule.table


async def test_who_is_forgotten_is_a_member_and_the_seat_is_free(outings: OutingRecords, sql: SqlRecords) -> None:
    made = await posted(outings)
    ben = Actor(id="ben", name="Benjamin Featherstone")
    await outings.change(made, Say(state="in"), ben, NOW, "m2")
    await outings.change(made, Spend(amount=4800, currency="GBP", what="landing"), ben, NOW)
    person = PersonRef("telegram", "7", "ben")
    assert any("Outing 1" in line and "your answer: in" in line for line in await sql.of_person(person))
    await sql.forget_person(person)
    assert await sql.of_person(person) == ()
    async with sql.sessions() as session:
        row = await session.get_one(OutingRow, made)
    assert "Featherstone" not in row.state + row.done and '"ben"' not in row.state + row.done
    assert "a member" in row.state


async def test_a_room_that_gets_a_new_id_takes_everything_along(outings: OutingRecords, sql: SqlRecords) -> None:
    made = await posted(outings)
    async with sql.sessions.begin() as session:
        session.add(ClubSettingsRow(room=str(CLUB), chat=str(CLUB), digest="thu 18:00", calendar="x"))
    new = ChatRef("telegram", "7", "-100999")
    await outings.drawn(made, Sent(("9",)), 2, NOW)
    await sql.move_chat(CLUB, new)
    assert [held.outing.id for held in await outings.in_room(new)] == [made]
    assert not await outings.in_room(CLUB)
    assert {row.chat for row in await reminders(sql)} == {str(new)}
    (held,) = await outings.in_room(new)
    assert not held.card.message_ids  # the new room counts its messages anew: "9" there is another's
    async with sql.sessions() as session:
        assert (await session.get_one(ClubSettingsRow, str(new))).digest == "thu 18:00"
    await sql.forget_chat(new)
    assert not await outings.in_room(new, over=True) and not await reminders(sql)
