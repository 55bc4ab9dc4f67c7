"""A pilot's own dates, of medical, licence, ratings: sealed in SQL, kept with consent, told to that pilot alone.

await dates.keep(person, chat, "medical", date(2027, 3, 3), now)
await dates.of(person)              # {"medical": date(2027, 3, 3)}
await dates.drop(person, "medical")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime

from sqlalchemy import delete, select

from adapters.protocol import ChatRef
from adapters.sealing import Vault
from bot.keys import PersonRef
from bot.records import SqlRecords
from bot.tables import PilotDateRow


class PilotDates:
    """The rows of `pilot_dates`."""

    def __init__(self, records: SqlRecords, locked: Vault) -> None:
        self._records = records
        self._vault = locked

    async def keep(self, person: PersonRef, chat: ChatRef, kind: str, day: date, now: datetime) -> None:
        """Keep one with consent; the one before of its kind is replaced. `chat` is the pilot's own."""
        row = PilotDateRow(
            person=str(person),
            kind=kind[:40],
            sealed=self.sealed(day.isoformat()),
            consent_at=now.astimezone(UTC).replace(tzinfo=None),
            direct=str(chat),
        )

        async def write() -> None:
            async with self._records.sessions.begin() as session:
                await session.merge(row)

        await self._records.under_way.through(write())

    async def of(self, person: PersonRef) -> Mapping[str, date]:
        """A pilot's dates by kind."""
        return {row.kind: day for row in await self._rows(person) if (day := self._day(row.sealed)) is not None}

    async def chat_of(self, person: PersonRef) -> ChatRef | None:
        """The direct chat in which they were given."""
        found = [row.direct for row in await self._rows(person) if row.direct]
        return ChatRef.parse(found[0]) if found else None

    async def drop(self, person: PersonRef, kind: str = "") -> None:
        """Forget one, or all."""
        gone = delete(PilotDateRow).where(PilotDateRow.person == str(person))
        if kind:
            gone = gone.where(PilotDateRow.kind == kind)

        async def write() -> None:
            async with self._records.sessions.begin() as session:
                await session.execute(gone)

        await self._records.under_way.through(write())

    def sealed(self, text: str) -> str:
        """So that nobody reads it at rest."""
        return self._vault.encrypt(text.encode()).decode()

    def opened(self, sealed: str) -> str:
        """The reverse; "" where the key is another one now."""
        from cryptography.fernet import InvalidToken

        try:
            return self._vault.decrypt(sealed.encode()).decode()
        except InvalidToken:
            return ""

    def _day(self, sealed: str) -> date | None:
        text = self.opened(sealed)
        return date.fromisoformat(text) if text else None

    async def _rows(self, person: PersonRef) -> Sequence[PilotDateRow]:
        wanted = select(PilotDateRow).where(PilotDateRow.person == str(person)).order_by(PilotDateRow.kind)

        async def read() -> Sequence[PilotDateRow]:
            async with self._records.sessions() as session:
                return (await session.scalars(wanted)).all()

        return await self._records.under_way.through(read())
