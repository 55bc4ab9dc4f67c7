"""Members' remarks about a club's aircraft, in SQL: kept for a group, open until somebody sees to them.

await notes.add(message, "G-ABCD", "left brake soft")    # the same message again adds nothing
await notes.open(chat, "G-ABCD")                         # "" is every aircraft; the oldest first
await notes.close(chat, note_id)
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from adapters.protocol import ChatRef, IncomingMessage
from bot.records import SqlRecords
from bot.store import PersonRef
from bot.tables import AircraftNoteRow

MOST_OPEN = 50
"""In one group."""


@dataclass(frozen=True)
class Note:
    """A remark that is open. `person` is the writer's, as a `PersonRef`'s string."""

    id: str
    registration: str
    text: str
    person: str
    by: str
    made_at: datetime


class Notes:
    """The rows of `aircraft_notes`."""

    def __init__(self, records: SqlRecords) -> None:
        self._records = records

    async def add(self, message: IncomingMessage, registration: str, text: str) -> bool:
        """Keep a remark; False when the group has too many open ones."""
        return await self._records.under_way.through(self._add(message, registration, text))

    async def _add(self, message: IncomingMessage, registration: str, text: str) -> bool:
        room = str(message.chat.room)
        name = hashlib.blake2b(f"{message.chat}\x00{message.id}".encode(), digest_size=16).hexdigest()
        async with self._records.sessions.begin() as session:
            if await session.get(AircraftNoteRow, name) is not None:
                return True
            held = select(func.count()).where(AircraftNoteRow.room == room, AircraftNoteRow.open)
            if (await session.scalar(held) or 0) >= MOST_OPEN:
                return False
            row = AircraftNoteRow(
                id=name,
                room=room,
                registration=registration,
                text=text,
                person=str(PersonRef.of(message)),
                person_name=message.person.name[:100],
                open=True,
                made_at=message.sent_at,
            )
            session.add(row)
        return True

    async def open(self, chat: ChatRef, registration: str = "") -> Sequence[Note]:
        """A group's open remarks."""
        wanted = select(AircraftNoteRow).where(AircraftNoteRow.room == str(chat.room), AircraftNoteRow.open)
        if registration:
            wanted = wanted.where(AircraftNoteRow.registration == registration)

        async def read() -> Sequence[AircraftNoteRow]:
            async with self._records.sessions() as session:
                found = await session.scalars(wanted.order_by(AircraftNoteRow.made_at, AircraftNoteRow.id))
                return found.all()

        return [_note(row) for row in await self._records.under_way.through(read())]

    async def close(self, chat: ChatRef, note: str) -> None:
        """It is seen to; a note of another group stays."""

        async def write() -> None:
            async with self._records.sessions.begin() as session:
                row = await session.get(AircraftNoteRow, note)
                if row is not None and row.room == str(chat.room):
                    row.open = False

        await self._records.under_way.through(write())


def _note(row: AircraftNoteRow) -> Note:
    return Note(row.id, row.registration, row.text, row.person, row.person_name, row.made_at)
