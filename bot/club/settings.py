"""What a group has set: when its digest comes; and its members' addresses of its calendar. In SQL.

await clubs.set_digest(chat, Weekly(3, time(18)), zone, now)      # None switches it off
for due in await clubs.claim(now): …                              # nobody else gets these for a minute
await clubs.told(chat, now)
secret = await clubs.address(chat, person, now);  await clubs.room_of(secret)
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import delete, select, update

from adapters.protocol import ChatRef
from bot.club.wishes import Setting, Wishes
from bot.keys import PersonRef
from bot.records import SqlRecords
from bot.tables import CalendarAddressRow, ClubSettingsRow
from tongue import say

CLAIM = timedelta(seconds=60)
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True)
class Weekly:
    """A day of the week (0 is Monday) and a time of day."""

    day: int
    at: time

    def __str__(self) -> str:
        """ "thu 18:00"."""
        return f"{DAYS[self.day]} {self.at:%H:%M}"

    @property
    def words(self) -> str:
        """The same in the language that is spoken: "Thu 18:00"."""
        return say("{day:%a} {time:%H:%M}", day=date(2024, 1, 1 + self.day), time=self.at)

    @classmethod
    def parse(cls, text: str) -> Weekly | None:
        """Of "thu 18:00", "Thursday 18"; None for anything else."""
        day, _, clock = " ".join(text.lower().split()).partition(" ")
        if day[:3] not in DAYS or not clock:
            return None
        hour, _, minute = clock.partition(":")
        if not (hour.isdecimal() and (minute or "0").isdecimal() and int(hour) < 24 and int(minute or 0) < 60):
            return None
        return cls(DAYS.index(day[:3]), time(int(hour), int(minute or 0)))

    def after(self, moment: datetime, zone: ZoneInfo) -> datetime:
        """The next time it comes, UTC: by the clock on the wall, whatever the clocks do in between."""
        local = moment.astimezone(zone)
        day = local.date() + timedelta(days=(self.day - local.weekday()) % 7)
        found = datetime.combine(day, self.at, zone).astimezone(UTC)
        if found <= moment:
            found = datetime.combine(day + timedelta(days=7), self.at, zone).astimezone(UTC)
        return found


@dataclass(frozen=True)
class DigestDue:
    """A group whose digest is due since `since`."""

    chat: ChatRef
    weekly: Weekly
    since: datetime


class ClubSettings:
    """The rows of `club_settings` and `calendar_addresses`."""

    def __init__(self, records: SqlRecords) -> None:
        self._records = records

    async def set_digest(self, chat: ChatRef, weekly: Weekly | None, zone: str, now: datetime) -> None:
        """When the digest comes; None for never."""
        due = weekly.after(now, ZoneInfo(zone)) if weekly else None
        values = {"digest": str(weekly or ""), "zone": zone, "digest_due": _plain(due) if due else None}
        await self._set(chat, {**values, "chat": str(chat)})

    async def set(self, chat: ChatRef, wanted: Setting) -> None:
        """Keep one thing that an admin has set."""
        await self._set(chat, {wanted.name: wanted.value})

    async def wishes(self, chat: ChatRef) -> Wishes:
        """The group's own language, currency and quiet hours."""
        row = await self._row(chat)
        return Wishes(row.language, row.currency, row.quiet) if row else Wishes()

    async def admins_start(self, chat: ChatRef) -> bool:
        """Whether an admin alone may start an outing."""
        row = await self._row(chat)
        return row is not None and row.create_by == "admins"

    async def _set(self, chat: ChatRef, values: Mapping[str, object]) -> None:
        async def write() -> None:
            async with self._records.sessions.begin() as session:
                row = await session.get(ClubSettingsRow, str(chat.room))
                if row is None:
                    row = ClubSettingsRow(
                        room=str(chat.room), chat=str(chat), digest="", calendar="", create_by=""
                    )
                    session.add(row)
                for name, value in values.items():
                    setattr(row, name, value)

        await self._records.under_way.through(write())

    async def _row(self, chat: ChatRef) -> ClubSettingsRow | None:
        async def read() -> ClubSettingsRow | None:
            async with self._records.sessions() as session:
                return await session.get(ClubSettingsRow, str(chat.room))

        return await self._records.under_way.through(read())

    async def digest(self, chat: ChatRef) -> tuple[Weekly | None, str]:
        """When it comes, and in which zone."""
        row = await self._row(chat)
        return (Weekly.parse(row.digest), row.zone or "UTC") if row else (None, "UTC")

    async def claim(self, now: datetime, limit: int = 20) -> tuple[DigestDue, ...]:
        """The digests that are due, for a minute; whoever dies in between leaves them to another."""
        plain = _plain(now)
        wanted = select(ClubSettingsRow).where(ClubSettingsRow.digest_due <= plain).limit(limit)

        async def take() -> list[DigestDue]:
            found: list[DigestDue] = []
            async with self._records.sessions.begin() as session:
                for row in (await session.scalars(wanted.with_for_update(skip_locked=True))).all():
                    weekly, due = Weekly.parse(row.digest), row.digest_due
                    claimed: object = await session.execute(
                        update(ClubSettingsRow)
                        .where(ClubSettingsRow.room == row.room, ClubSettingsRow.digest_due == due)
                        .values(digest_due=plain + CLAIM)
                        .execution_options(synchronize_session=False)
                    )
                    if weekly is not None and due is not None and getattr(claimed, "rowcount", 0):
                        found.append(DigestDue(ChatRef.parse(row.chat), weekly, due.replace(tzinfo=UTC)))
            return found

        return tuple(await self._records.under_way.through(take()))

    async def told(self, chat: ChatRef, now: datetime) -> None:
        """This week's is done: the next row is next week's."""

        async def write() -> None:
            async with self._records.sessions.begin() as session:
                row = await session.get(ClubSettingsRow, str(chat.room))
                weekly = Weekly.parse(row.digest) if row else None
                if row is not None and weekly is not None:
                    row.digest_due = _plain(weekly.after(now, ZoneInfo(row.zone or "UTC")))

        await self._records.under_way.through(write())

    # --- the calendar ---------------------------------------------------------------------------------

    async def address(self, chat: ChatRef, person: PersonRef, now: datetime) -> str:
        """A new secret for somebody's own address of the group's calendar; the one before is dead."""
        secret = secrets.token_urlsafe(24)
        row = CalendarAddressRow(
            room=str(chat.room), person=str(person), digest=_digest(secret), made_at=_plain(now)
        )

        async def write() -> None:
            async with self._records.sessions.begin() as session:
                await session.merge(row)

        await self._records.under_way.through(write())
        return secret

    async def drop_address(self, chat: ChatRef, person: PersonRef) -> None:
        """Somebody's address is dead: they left the group, or want none."""
        gone = delete(CalendarAddressRow).where(
            CalendarAddressRow.room == str(chat.room), CalendarAddressRow.person == str(person)
        )

        async def write() -> None:
            async with self._records.sessions.begin() as session:
                await session.execute(gone)

        await self._records.under_way.through(write())

    async def room_of(self, secret: str) -> ChatRef | None:
        """The group whose calendar is asked for; None for a secret that is none."""
        wanted = select(CalendarAddressRow.room).where(CalendarAddressRow.digest == _digest(secret))

        async def read() -> Sequence[str]:
            async with self._records.sessions() as session:
                return (await session.scalars(wanted)).all()

        found = await self._records.under_way.through(read())
        return ChatRef.parse(found[0]) if found else None


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _plain(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(tzinfo=None)
