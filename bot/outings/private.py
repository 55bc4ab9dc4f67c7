"""Who wants an outing's reminders privately, and which of them are for whom.

await private.want(outing, person, chat)      # `chat` is their direct one
await private.stop(outing, person)
await private.of(outing)                      # person's id → their direct chat
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import delete, select

from adapters.protocol import ChatRef
from bot.keys import PersonRef
from bot.outings.due import FLYING, PILOTS
from bot.outings.outing import Outing
from bot.outings.records import Held
from bot.records import SqlRecords
from bot.tables import PrivateReminderRow


class PrivateReminders:
    """The rows of `outing_private`."""

    def __init__(self, records: SqlRecords) -> None:
        self._records = records

    async def want(self, held: Held, person: PersonRef, chat: ChatRef) -> None:
        """Tell this person in this chat."""
        row = PrivateReminderRow(
            outing=held.outing.id, person=str(person), room=str(held.chat.room), direct=str(chat)
        )

        async def write() -> None:
            async with self._records.sessions.begin() as session:
                await session.merge(row)

        await self._records.under_way.through(write())

    async def stop(self, outing: str, person: PersonRef) -> None:
        """No longer."""
        gone = delete(PrivateReminderRow).where(
            PrivateReminderRow.outing == outing, PrivateReminderRow.person == str(person)
        )

        async def write() -> None:
            async with self._records.sessions.begin() as session:
                await session.execute(gone)

        await self._records.under_way.through(write())

    async def of(self, outing: str) -> Mapping[str, ChatRef]:
        """Who is told where."""
        wanted = select(PrivateReminderRow).where(PrivateReminderRow.outing == outing)

        async def read() -> Sequence[PrivateReminderRow]:
            async with self._records.sessions() as session:
                return (await session.scalars(wanted)).all()

        rows = await self._records.under_way.through(read())
        return {PersonRef.parse(row.person).id: ChatRef.parse(row.direct) for row in rows}


def concerned(outing: Outing, owner: str) -> frozenset[str]:
    """The people whom a reminder is for, by their ids; for everybody's it is nobody in particular."""
    pilots = frozenset(craft.pilot.id for craft in outing.aircraft if craft.flying is not False)
    if owner == PILOTS:
        return pilots
    if owner == FLYING:
        return pilots | {answer.member.id for answer in outing.coming}
    return frozenset({owner} - {""})
