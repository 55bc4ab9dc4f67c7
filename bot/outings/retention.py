"""What is over is deleted: outings with their answers and costs, and reminders that were sent, 90 days after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, or_, select

from bot.outings.outing import LIVE
from bot.outings.records import plain_of
from bot.records import SqlRecords
from bot.tables import OutingPersonRow, OutingRow, PrivateReminderRow, ReminderRow

RETENTION = timedelta(days=90)
AT_ONCE = 200


@dataclass(frozen=True)
class Retention:
    """By the clock."""

    records: SqlRecords
    now: Callable[[], datetime]

    async def tick(self) -> None:
        """Delete what has been over for 90 days."""
        await self.records.under_way.through(self._delete())

    async def _delete(self) -> None:
        before = plain_of(self.now() - RETENTION)
        over = (
            select(OutingRow.id)
            .where(
                OutingRow.status.not_in(["draft", *sorted(LIVE)]),
                OutingRow.changed_at <= before,
                or_(OutingRow.ends.is_(None), OutingRow.ends <= before),
            )
            .limit(AT_ONCE)
        )
        async with self.records.sessions.begin() as session:
            gone = (await session.scalars(over)).all()
            for rows in (
                delete(OutingPersonRow).where(OutingPersonRow.outing.in_(gone)),
                delete(PrivateReminderRow).where(PrivateReminderRow.outing.in_(gone)),
                delete(ReminderRow).where(ReminderRow.trip.in_(gone)),
                delete(OutingRow).where(OutingRow.id.in_(gone)),
            ):
                await session.execute(rows)
            told = (ReminderRow.state != "pending", ReminderRow.due <= before)
            await session.execute(delete(ReminderRow).where(*told))
