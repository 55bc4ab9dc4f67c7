"""Reminders in SQL: kept for a chat, claimed when due, sent once, superseded when their trip is moved.

    reminders = Reminders(records)
    await reminders.keep(message, proposal)        # supersedes what is pending of the same trip and person
    await reminders.pending(message)               # what is still to come in this chat, for this person
    await reminders.stop(message, trip)            # "" stops all of this person's here
    for due in await reminders.claim(now): …       # nobody else gets these for a minute
    await reminders.sent(due.id, now)

A row is claimed, sent, then marked: a process that is killed in between sends one a second time at most, and
loses none. Whether it is still wanted is looked at again by `is_wanted` right before it is sent.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.sql.elements import ColumnElement

from adapters.protocol import ChatRef, IncomingMessage
from agent.subjects.trip.reminding import Reminder
from bot.actions import Proposal
from bot.records import SqlRecords
from bot.store import PersonRef
from bot.tables import ReminderRow

CLAIM = timedelta(seconds=60)
WATCH = "watch"
"""The kind of what a watch said in a group: kept to be counted."""
MOST_TRIES = 30
OWN = ("trip", "own")
"""Kinds of a person's own: of a planned trip, or of anything else."""
MOST_PENDING = 200
"""In one chat and for one person: more is refused."""


AT_ONCE = 3
"""So many rooms are written to beside each other: one that must wait keeps no other waiting."""


async def together(work: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Do these, some at once; all are done when it returns, and the first bug among them is raised then."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(each: Coroutine[Any, Any, None]) -> None:
        async with gate:
            await each

    found = await asyncio.gather(*(one(each) for each in work), return_exceptions=True)
    for error in found:
        if isinstance(error, BaseException):
            raise error


@dataclass(frozen=True)
class Due:
    """A reminder whose time has come, and the chat it goes to. Times are aware, UTC.

    `room` is where it was asked for: another than the chat's own for one that goes to its person directly.
    """

    id: str
    trip: str
    chat: ChatRef
    person_id: str
    private: bool
    heading: str
    words: str
    zone: str | None
    due: datetime
    latest: datetime | None
    kind: str = "trip"
    room: str = ""
    language: str = ""
    moment: str = ""

    @property
    def direct(self) -> bool:
        """Does it go to a person by their own address, and not to the chat in which it was asked for?"""
        return self.room not in ("", str(self.chat.room))


class Reminders:
    """The rows of `reminders` of some kinds: a person's own, or those of outings."""

    def __init__(self, records: SqlRecords, kinds: Sequence[str] = OWN) -> None:
        self._records = records
        self._kinds = kinds

    async def keep(self, message: IncomingMessage, proposal: Proposal, direct: ChatRef | None = None) -> int:
        """Store the reminders that lie ahead; those of the trip's earlier version are superseded. How many.

        `direct`: the person's own address, where they go instead of the chat.
        """
        return await self._records.under_way.through(self._keep(message, proposal, direct))

    async def pending(self, message: IncomingMessage) -> tuple[Due, ...]:
        """What is still to come, the first first."""
        mine = select(ReminderRow).where(*_mine(message)).order_by(ReminderRow.due).limit(MOST_PENDING)

        async def read() -> Sequence[ReminderRow]:
            async with self._records.sessions() as session:
                return (await session.scalars(mine)).all()

        return tuple(_due(row) for row in await self._records.under_way.through(read()))

    async def of_trip(self, message: IncomingMessage, trip: str) -> tuple[Due, ...]:
        """What is still to come of one trip for this person, in whichever chat, the first first."""
        wanted = [
            ReminderRow.state == "pending",
            ReminderRow.kind == "trip",
            ReminderRow.person == str(PersonRef.of(message)),
            ReminderRow.trip == trip,
        ]

        async def read() -> Sequence[ReminderRow]:
            async with self._records.sessions() as session:
                found = select(ReminderRow).where(*wanted).order_by(ReminderRow.due).limit(MOST_PENDING)
                return (await session.scalars(found)).all()

        return tuple(_due(row) for row in await self._records.under_way.through(read()))

    async def stop(self, message: IncomingMessage, trip: str = "") -> int:
        """Stop a trip's reminders, or all of this person's in this chat. How many."""
        wanted = [*_mine(message), *([ReminderRow.trip == trip] if trip else [])]
        return await self._records.under_way.through(self._set(wanted, state="stopped"))

    async def claim(self, now: datetime, limit: int = 50) -> tuple[Due, ...]:
        """Take what is due for a minute; other processes get other rows."""
        return await self._records.under_way.through(self._claim(now, limit))

    async def is_wanted(self, reminder: str) -> bool:
        """Is a claimed one still pending: not stopped, and its trip not moved meanwhile?"""

        async def read() -> ReminderRow | None:
            async with self._records.sessions() as session:
                return await session.get(ReminderRow, reminder)

        row = await self._records.under_way.through(read())
        return row is not None and row.state == "pending"

    async def sent(self, reminder: str, now: datetime) -> None:
        """It was delivered."""
        ours = [ReminderRow.id == reminder]
        await self._records.under_way.through(self._set(ours, state="sent", sent_at=_plain(now)))

    async def sent_apart(self, reminder: str, now: datetime) -> None:
        """It was told privately: the group heard nothing of it."""
        ours = [ReminderRow.id == reminder]
        await self._records.under_way.through(self._set(ours, state="privately", sent_at=_plain(now)))

    async def drop(self, reminder: str, why: str) -> None:
        """It can never be delivered: the chat is gone."""
        await self._records.under_way.through(self._set([ReminderRow.id == reminder], state=why[:16]))

    async def hold(self, reminder: str, until: datetime) -> None:
        """It comes late, and the hour is quiet: nobody takes it before."""
        ours = [ReminderRow.id == reminder]
        await self._records.under_way.through(self._set(ours, claimed_until=_plain(until), tries=0))

    async def overdue(self, now: datetime) -> float:
        """For how many seconds the oldest of any kind waits that nobody holds back for a quiet hour."""
        soon = _plain(now) + CLAIM
        waiting = select(func.min(ReminderRow.due)).where(
            ReminderRow.state == "pending",
            ReminderRow.due <= _plain(now),
            (ReminderRow.claimed_until.is_(None)) | (ReminderRow.claimed_until <= soon),
            ReminderRow.tries < MOST_TRIES,
        )

        async def read() -> datetime | None:
            async with self._records.sessions() as session:
                return await session.scalar(waiting)

        oldest = await self._records.under_way.through(read())
        return (_plain(now) - oldest).total_seconds() if oldest is not None else 0.0

    async def sent_since(self, trip: str, moment: datetime) -> int:
        """How many messages went out for a trip or outing since a moment."""
        sent = select(ReminderRow.id).where(
            ReminderRow.trip == trip, ReminderRow.state == "sent", ReminderRow.sent_at >= _plain(moment)
        )

        async def read() -> int:
            async with self._records.sessions() as session:
                return len((await session.scalars(sent)).all())

        return await self._records.under_way.through(read())

    async def sent_in(self, chat: ChatRef, moment: datetime, kinds: Sequence[str]) -> int:
        """How many messages of these kinds went out in a room since a moment."""
        sent = select(ReminderRow.id).where(
            ReminderRow.room == str(chat.room),
            ReminderRow.kind.in_(kinds),
            ReminderRow.state == "sent",
            ReminderRow.sent_at >= _plain(moment),
        )

        async def read() -> int:
            async with self._records.sessions() as session:
                return len((await session.scalars(sent)).all())

        return await self._records.under_way.through(read())

    async def note_sent(self, chat: ChatRef, person: PersonRef, kind: str, name: str, now: datetime) -> None:
        """Something else was said unasked in a group: it counts beside the reminders; once by its name."""
        row = ReminderRow(
            id=hashlib.blake2b(name.encode(), digest_size=16).hexdigest(),
            trip=name[:32],
            version=0,
            room=str(chat.room),
            chat=str(chat),
            person=str(person),
            person_id=person.id,
            private=False,
            heading="",
            words="",
            kind=kind,
            zone=None,
            language="",
            due=_plain(now),
            latest=None,
            state="sent",
            claimed_until=None,
            tries=0,
            sent_at=_plain(now),
            created_at=_plain(now),
        )

        async def write() -> None:
            async with self._records.sessions.begin() as session:
                await session.merge(row)

        await self._records.under_way.through(write())

    async def ahead(
        self, trip: str, now: datetime, until: datetime, kinds: Sequence[str] = ("due",)
    ) -> tuple[Due, ...]:
        """What of an outing is due in a while, its deadlines alone or other `kinds` too."""
        wanted = select(ReminderRow).where(
            ReminderRow.trip == trip,
            ReminderRow.state == "pending",
            ReminderRow.kind.in_(kinds),
            ReminderRow.due > _plain(now),
            ReminderRow.due <= _plain(until),
        )

        async def read() -> Sequence[ReminderRow]:
            async with self._records.sessions() as session:
                return (await session.scalars(wanted.order_by(ReminderRow.due))).all()

        return tuple(_due(row) for row in await self._records.under_way.through(read()))

    # --- the queries --------------------------------------------------------------------------------

    async def _keep(self, message: IncomingMessage, proposal: Proposal, direct: ChatRef | None) -> int:
        now = _plain(datetime.now(UTC))
        moved = update(ReminderRow).where(*_mine(message), ReminderRow.trip == proposal.trip)
        count = select(ReminderRow.id).where(*_mine(message)).limit(MOST_PENDING)
        async with self._records.sessions.begin() as session:
            await session.execute(moved.values(state="superseded"))
            room = MOST_PENDING - len((await session.scalars(count)).all())
            rows = [_row(message, proposal, reminder, now, direct) for reminder in proposal.reminders[:room]]
            for row in rows:
                await session.merge(row)
        return len(rows)

    async def _claim(self, now: datetime, limit: int) -> tuple[Due, ...]:
        plain = _plain(now)
        free = (ReminderRow.claimed_until.is_(None)) | (ReminderRow.claimed_until <= plain)
        ready = (
            select(ReminderRow.id)
            .where(
                ReminderRow.state == "pending",
                ReminderRow.kind.in_(self._kinds),
                ReminderRow.due <= plain,
                free,
                ReminderRow.tries < MOST_TRIES,
            )
            .order_by(ReminderRow.due)
            .limit(limit)
            .with_for_update(skip_locked=True)  # PostgreSQL; SQLite writes one at a time anyway
        )
        take = (
            update(ReminderRow)
            .where(ReminderRow.id.in_(ready.scalar_subquery()))
            .values(claimed_until=plain + CLAIM, tries=ReminderRow.tries + 1)
            .returning(ReminderRow)
            .execution_options(synchronize_session=False)
        )
        async with self._records.sessions.begin() as session:
            rows = (await session.scalars(take)).all()
        return tuple(sorted((_due(row) for row in rows), key=lambda due: due.due))

    async def _set(self, which: Sequence[ColumnElement[bool]], **values: Any) -> int:
        async with self._records.sessions.begin() as session:
            result: Any = await session.execute(update(ReminderRow).where(*which).values(**values))
        return int(result.rowcount)


def _mine(message: IncomingMessage) -> list[ColumnElement[bool]]:
    return [
        ReminderRow.state == "pending",
        ReminderRow.kind.in_(OWN),
        ReminderRow.room == str(message.chat.room),
        ReminderRow.person == str(PersonRef.of(message)),
    ]


def _row(
    message: IncomingMessage, proposal: Proposal, reminder: Reminder, now: datetime, direct: ChatRef | None
) -> ReminderRow:
    room, person = str(message.chat.room), str(PersonRef.of(message))
    name = f"{room} {person} {proposal.trip} {proposal.version} {reminder.key} {reminder.at.isoformat()}"
    name += f" {direct}" if direct else ""
    return ReminderRow(
        id=hashlib.blake2b(name.encode(), digest_size=16).hexdigest(),
        trip=proposal.trip,
        version=proposal.version,
        room=room,
        chat=str(direct or message.chat),
        person=person,
        person_id=message.person.id,
        private=message.private or direct is not None,
        heading=proposal.heading[:300],
        words=reminder.words[:2000],
        kind="own" if proposal.own else "trip",
        zone=reminder.zone,
        language=proposal.language,
        moment=reminder.moment[:16],
        due=_plain(reminder.at),
        latest=_plain(reminder.latest) if reminder.latest else None,
        state="pending",
        claimed_until=None,
        tries=0,
        sent_at=None,
        created_at=now,
    )


def _due(row: ReminderRow) -> Due:
    return Due(
        id=row.id,
        trip=row.trip,
        chat=ChatRef.parse(row.chat),
        person_id=row.person_id,
        private=row.private,
        heading=row.heading,
        words=row.words,
        zone=row.zone,
        due=row.due.replace(tzinfo=UTC),
        latest=row.latest.replace(tzinfo=UTC) if row.latest else None,
        kind=row.kind,
        room=row.room,
        language=row.language,
        moment=row.moment,
    )


def _plain(moment: datetime) -> datetime:
    """UTC without a zone, as both databases keep it."""
    return moment.astimezone(UTC).replace(tzinfo=None)
