"""A club's aircraft and what was read of their bookings, in SQL; the addresses of their calendars are sealed.

await fleet.put(chat, "G-ABCD", address, read, now)
await fleet.all(chat)
for one in await fleet.claim(now): …          # calendars to be read again; nobody else gets these for a while
await fleet.read(one, bookings, now);  await fleet.failed(one, "It is too large")
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, func, select, update

from adapters.protocol import ChatRef
from adapters.sealing import Vault
from bot.club.bookings import KEPT, Bookings
from bot.records import SqlRecords
from bot.tables import FleetRow

EVERY = timedelta(minutes=30)
MOST_AIRCRAFT = 20
"""Of one club."""


@dataclass(frozen=True)
class Craft:
    """An aircraft of a club. `read_at`: when its calendar was last read; `problem`: why it was not since."""

    room: str
    registration: str
    address: str
    bookings: Bookings
    read_at: datetime | None
    problem: str


class Fleet:
    """The rows of `fleet`."""

    def __init__(self, records: SqlRecords, locked: Vault) -> None:
        self._records = records
        self._vault = locked

    async def put(self, chat: ChatRef, registration: str, address: str, read: Bookings, now: datetime) -> bool:
        """Keep an aircraft with its calendar; False when the club has too many."""

        async def write() -> bool:
            room = str(chat.room)
            async with self._records.sessions.begin() as session:
                others = select(func.count()).where(FleetRow.room == room, FleetRow.registration != registration)
                if (await session.scalar(others) or 0) >= MOST_AIRCRAFT:
                    return False
                row = FleetRow(
                    room=room, registration=registration, type="", seats=0, problem="",
                    feed=self._vault.encrypt(address.encode()).decode(),
                    bookings=read.model_dump_json(), read_at=_plain(now), due=_plain(now + EVERY),
                )  # fmt: skip
                await session.merge(row)
            return True

        return await self._records.under_way.through(write())

    async def take_out(self, chat: ChatRef, registration: str) -> bool:
        """Forget an aircraft; False when there was none."""

        async def write() -> bool:
            ours = [FleetRow.room == str(chat.room), FleetRow.registration == registration]
            async with self._records.sessions.begin() as session:
                held = await session.scalar(select(func.count()).where(*ours))
                await session.execute(delete(FleetRow).where(*ours))
            return bool(held)

        return await self._records.under_way.through(write())

    async def all(self, chat: ChatRef) -> tuple[Craft, ...]:
        """A club's aircraft."""
        wanted = select(FleetRow).where(FleetRow.room == str(chat.room)).order_by(FleetRow.registration)

        async def read() -> Sequence[FleetRow]:
            async with self._records.sessions() as session:
                return (await session.scalars(wanted)).all()

        return tuple(self._craft(row) for row in await self._records.under_way.through(read()))

    async def claim(self, now: datetime, limit: int = 20) -> tuple[Craft, ...]:
        """The calendars that are to be read again, once in half an hour."""
        plain = _plain(now)
        ready = (
            select(FleetRow.room, FleetRow.registration)
            .where(FleetRow.due <= plain, FleetRow.feed != "")
            .order_by(FleetRow.due)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )

        async def take() -> list[FleetRow]:
            found: list[FleetRow] = []
            async with self._records.sessions.begin() as session:
                for room, registration in (await session.execute(ready)).all():
                    change = (
                        update(FleetRow)
                        .where(FleetRow.room == room, FleetRow.registration == registration, FleetRow.due <= plain)
                        .values(due=plain + EVERY)
                        .returning(FleetRow)
                        .execution_options(synchronize_session=False)
                    )
                    found += (await session.scalars(change)).all()
            return found

        return tuple(self._craft(row) for row in await self._records.under_way.through(take()))

    async def read(self, craft: Craft, bookings: Bookings, now: datetime) -> None:
        """Its calendar was read."""
        await self._set(craft, bookings=bookings.model_dump_json(), read_at=_plain(now), problem="")

    async def failed(self, craft: Craft, why: str) -> None:
        """Its calendar was not read; what was read before stays, with its time."""
        await self._set(craft, problem=why[:200])

    async def _set(self, craft: Craft, **values: object) -> None:
        async def write() -> None:
            change = update(FleetRow).where(
                FleetRow.room == craft.room, FleetRow.registration == craft.registration
            )
            async with self._records.sessions.begin() as session:
                await session.execute(change.values(**values))

        await self._records.under_way.through(write())

    def _craft(self, row: FleetRow) -> Craft:
        return Craft(
            room=row.room,
            registration=row.registration,
            address=self._opened(row.feed),
            bookings=KEPT.validate_json(row.bookings) if row.bookings else Bookings(),
            read_at=row.read_at.replace(tzinfo=UTC) if row.read_at else None,
            problem=row.problem,
        )

    def _opened(self, sealed: str) -> str:
        """The address; "" where the key is another one now."""
        from cryptography.fernet import InvalidToken

        try:
            return self._vault.decrypt(sealed.encode()).decode() if sealed else ""
        except InvalidToken:
            return ""


def _plain(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(tzinfo=None)
