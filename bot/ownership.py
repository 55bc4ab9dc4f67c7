"""Whose each row of the records is: what becomes of it when a person or a chat is forgotten, or a chat moves.

Every table has a rule here; a test fails when one has none. `told` is what `/mydata` says of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from adapters.protocol import ChatRef
from bot.keys import PersonRef
from bot.outings.actions import CLOCK, Forget
from bot.outings.costs import money
from bot.outings.machine import apply
from bot.outings.outing import Outing
from bot.tables import (
    AircraftNoteRow,
    CalendarAddressRow,
    ClubRow,
    ClubSettingsRow,
    FeedbackRow,
    FleetRow,
    OutingPersonRow,
    OutingRow,
    PilotDateRow,
    PrivateReminderRow,
    ReminderRow,
    ReportRow,
    Table,
    WatchRow,
)
from tongue import say

MOST_TOLD = 20


def shortened(lines: list[str]) -> list[str]:
    """The first of many lines, and how many more there are."""
    more = len(lines) - MOST_TOLD
    return [*lines[:MOST_TOLD], say("{more} more like the last", more=more)] if more > 0 else lines


Column = Any
"""A mapped column: SQLAlchemy gives it another type at class and at instance."""


@dataclass(frozen=True)
class Rule:
    """A table whose rows belong to the person in one column and to the room in another; either may be none.

    `chat` holds the room with a thread. `says` is a row in words for the person it is about. A `member`'s row ends
    when that person leaves the room.
    """

    table: type[Table]
    person: Column = None
    room: Column = None
    chat: Column = None
    says: Callable[[Any], str] | None = None
    member: bool = False

    async def forget_person(self, session: AsyncSession, person: str) -> None:
        """Delete a person's rows."""
        if self.person is not None:
            await session.execute(delete(self.table).where(self.person == person))

    async def forget_room(self, session: AsyncSession, room: str) -> None:
        """Delete a room's rows."""
        if self.room is not None:
            await session.execute(delete(self.table).where(self.room == room))

    async def leave(self, session: AsyncSession, person: str, room: str) -> None:
        """Delete what a person had in a room by being its member, where that is so."""
        if self.member and self.person is not None and self.room is not None:
            await session.execute(delete(self.table).where(self.person == person, self.room == room))

    async def move_room(self, session: AsyncSession, old: ChatRef, new: ChatRef) -> None:
        """Let a room's rows follow it; what the new room has already stays."""
        if self.room is None:
            return
        if self.chat is not None:
            found = await session.scalars(select(self.table).where(self.room == str(old)))
            for row in found.all():
                thread = ChatRef.parse(getattr(row, self.chat.key)).thread
                setattr(row, self.chat.key, str(replace(new, thread=thread)))
            await session.flush()
        if self.room.primary_key:
            await self._merge(session, old, new)
        else:
            change = update(self.table).where(self.room == str(old)).values({self.room.key: str(new)})
            await session.execute(change.execution_options(synchronize_session=False))

    async def _merge(self, session: AsyncSession, old: ChatRef, new: ChatRef) -> None:
        """Rows that are named by their room are made anew under its new name."""
        names = [column.key for column in self.table.__table__.columns]
        for row in (await session.scalars(select(self.table).where(self.room == str(old)))).all():
            values = {name: getattr(row, name) for name in names} | {self.room.key: str(new)}
            await session.delete(row)
            await session.flush()
            await session.merge(self.table(**values))

    async def told(self, session: AsyncSession, person: str) -> list[str]:
        """A person's rows in words, for that person."""
        if self.person is None or self.says is None:
            return []
        found = (await session.scalars(select(self.table).where(self.person == person))).all()
        return shortened([self.says(row) for row in found])


@dataclass(frozen=True)
class OutingRule(Rule):
    """Outings belong to their group. Who is forgotten becomes "a member", and the seat is free."""

    async def forget_person(self, session: AsyncSession, person: str) -> None:
        """Take the name out of every outing of this person."""
        theirs = select(OutingPersonRow.outing).where(OutingPersonRow.person == person)
        own = PersonRef.parse(person).id
        for row in (await session.scalars(select(OutingRow).where(OutingRow.id.in_(theirs)))).all():
            outing = Outing.model_validate_json(row.state)
            after, _ = apply(outing, Forget(person=own), CLOCK, outing.made_at)
            row.state, row.version, row.done = after.model_dump_json(), after.version, "[]"
            said = delete(ReminderRow).where(ReminderRow.trip == row.id, ReminderRow.kind.in_(["say", "urgent"]))
            await session.execute(said)  # these name people
        await session.execute(delete(OutingPersonRow).where(OutingPersonRow.person == person))

    async def told(self, session: AsyncSession, person: str) -> list[str]:
        """The outings a person has a part in."""
        theirs = select(OutingPersonRow.outing).where(OutingPersonRow.person == person)
        found = (await session.scalars(select(OutingRow).where(OutingRow.id.in_(theirs)))).all()
        return shortened([_outing_words(row, PersonRef.parse(person).id) for row in found])


@dataclass(frozen=True)
class PeopleRule(Rule):
    """Who is in which outing goes with the person, and with the outing."""

    async def forget_room(self, session: AsyncSession, room: str) -> None:
        """Before the outings themselves: they say which."""
        theirs = select(OutingRow.id).where(OutingRow.room == room)
        await session.execute(delete(OutingPersonRow).where(OutingPersonRow.outing.in_(theirs)))


def _outing_words(row: OutingRow, person: str) -> str:
    outing = Outing.model_validate_json(row.state)
    parts: list[str] = []
    if answer := outing.answer_of(person):
        guests = f" +{answer.guests}" if answer.guests else ""
        note = f" ({answer.note})" if answer.note else ""
        parts.append(say("your answer: {answer}", answer=f"{answer.state}{guests}{note}"))
    if outing.leads(person):
        parts.append(say("you lead it"))
    if craft := outing.aircraft_of(person):
        parts.append(say("you bring {craft}", craft=craft.label))
    mine = [job for job in outing.jobs if job.owner and job.owner.id == person]
    parts += [say("you do “{title}”", title=job.title) for job in mine]
    paid = [one for one in outing.expenses if one.by.id == person]
    parts += [say("you paid {sum} for {what}", sum=money(e.amount, e.currency), what=e.what) for e in paid]
    told = ", ".join(parts) or say("you have a part in it")
    day = outing.flight.route if outing.flight else say("no day yet")
    return say("Outing {number} ({day}): {told}", number=outing.number, day=day, told=told)


def _report(row: ReportRow) -> str:
    text = row.text[:80]
    return say("Report on {icao} of {day:%d %b %Y}: {text}", icao=row.icao, day=row.reported_on, text=text)


def _thumb(row: FeedbackRow) -> str:
    asked = row.question[:80]
    return say("Thumb up: {asked}", asked=asked) if row.good else say("Thumb down: {asked}", asked=asked)


RULES: Sequence[Rule] = (
    Rule(ReportRow, person=ReportRow.author, room=ReportRow.room, says=_report),
    Rule(
        FeedbackRow,
        person=FeedbackRow.person,
        room=FeedbackRow.room,
        says=_thumb,
    ),
    Rule(ClubRow, room=ClubRow.room),
    Rule(
        ReminderRow,
        person=ReminderRow.person,
        room=ReminderRow.room,
        chat=ReminderRow.chat,
        says=lambda row: say(
            "Reminder ({state}) {due:%d %b %H:%M}Z: {heading}", state=row.state, due=row.due, heading=row.heading
        ),
    ),
    Rule(
        WatchRow,
        person=WatchRow.person,
        room=WatchRow.room,
        chat=WatchRow.chat,
        says=lambda row: say("Watch ({state}): {heading}", state=row.state, heading=row.heading),
    ),
    PeopleRule(OutingPersonRow),  # before the outings, whose room tells which of these go
    OutingRule(OutingRow, room=OutingRow.room, chat=OutingRow.chat),
    Rule(ClubSettingsRow, room=ClubSettingsRow.room, chat=ClubSettingsRow.chat),
    Rule(FleetRow, room=FleetRow.room),
    Rule(
        AircraftNoteRow,
        person=AircraftNoteRow.person,
        room=AircraftNoteRow.room,
        says=lambda row: say("Note on {registration}: {text}", registration=row.registration, text=row.text[:80]),
    ),
    Rule(
        PilotDateRow,
        person=PilotDateRow.person,
        says=lambda row: say("A private date: {kind}, sealed", kind=row.kind),
    ),
    Rule(
        CalendarAddressRow,
        person=CalendarAddressRow.person,
        room=CalendarAddressRow.room,
        member=True,
        says=lambda row: say("An address of a group's calendar, made {day:%d %b %Y}", day=row.made_at),
    ),
    Rule(
        PrivateReminderRow,
        person=PrivateReminderRow.person,
        room=PrivateReminderRow.room,
        member=True,
        says=lambda row: say("An outing whose reminders you get privately"),
    ),
)
