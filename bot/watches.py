"""Watches over flights in SQL: kept for a chat and person, claimed when a look is due, over when the flight is.

await watches.keep(message, watch)          # the same flight again replaces the older watch
await watches.mine(message)                 # this person's here
await watches.stop(message, watch_id)       # "" stops all of them
for one in await watches.claim(now): …      # nobody else gets these for five minutes
await watches.looked(one.id, …)             # what was told, and when to look again
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import ValidationError
from sqlalchemy import select, update
from sqlalchemy.sql.elements import ColumnElement

from adapters.protocol import ChatRef, IncomingMessage
from agent.weather.watching import Memory
from bot.actions import WatchProposal
from bot.records import SqlRecords
from bot.store import PersonRef
from bot.tables import WatchRow

CLAIM = timedelta(minutes=5)
MOST_WATCHES = 10
"""In one chat and for one person."""


@dataclass(frozen=True)
class Watch:
    """A watch whose look is due, and the chat it speaks in. Times are aware, UTC."""

    id: str
    chat: ChatRef
    person_id: str
    private: bool
    heading: str
    flight: dict[str, str]
    memory: Memory
    zone: str | None
    leaves: datetime
    ends: datetime
    sent: int
    failing_since: datetime | None
    failure_told: bool

    @property
    def person(self) -> PersonRef:
        """Whose watch it is."""
        return PersonRef(self.chat.channel, self.chat.tenant, self.person_id)


class Watches:
    """The rows of `watches`."""

    def __init__(self, records: SqlRecords) -> None:
        self._records = records

    async def keep(self, message: IncomingMessage, proposal: WatchProposal) -> bool:
        """Watch this flight from now on; False when there are too many already."""
        return await self._records.under_way.through(self._keep(message, proposal))

    async def mine(self, message: IncomingMessage) -> tuple[Watch, ...]:
        """This person's watches in this chat, the next flight first."""
        ahead = WatchRow.ends > _plain(message.sent_at)
        wanted = select(WatchRow).where(*_mine(message), ahead).order_by(WatchRow.leaves)

        async def read() -> Sequence[WatchRow]:
            async with self._records.sessions() as session:
                return (await session.scalars(wanted)).all()

        return tuple(_watch(row) for row in await self._records.under_way.through(read()))

    async def stop(self, message: IncomingMessage, watch: str = "") -> int:
        """Stop one, or all of this person's here. How many."""
        wanted = [*_mine(message), *([WatchRow.id == watch] if watch else [])]
        return await self._records.under_way.through(self._set(wanted, state="stopped"))

    async def claim(self, now: datetime, limit: int = 20) -> tuple[Watch, ...]:
        """Take those whose look is due; other processes get other rows. Flights that are over end here."""
        return await self._records.under_way.through(self._claim(now, limit))

    async def is_wanted(self, watch: str) -> bool:
        """Is it still on: not stopped meanwhile?"""

        async def read() -> WatchRow | None:
            async with self._records.sessions() as session:
                return await session.get(WatchRow, watch)

        row = await self._records.under_way.through(read())
        return row is not None and row.state == "on"

    async def looked(self, watch: str, due: datetime, **values: Any) -> None:
        """Keep what a look has changed, and when the next one is."""
        plain = {k: _plain(v) if isinstance(v, datetime) else v for k, v in values.items()}
        change = self._set([WatchRow.id == watch], due=_plain(due), claimed_until=None, **plain)
        await self._records.under_way.through(change)

    async def drop(self, watch: str, why: str) -> None:
        """It can never speak again: the chat is gone."""
        await self._records.under_way.through(self._set([WatchRow.id == watch], state=why[:16]))

    # --- the queries --------------------------------------------------------------------------------

    async def _keep(self, message: IncomingMessage, proposal: WatchProposal) -> bool:
        row = _row(message, proposal, _plain(message.sent_at))
        async with self._records.sessions.begin() as session:
            others = (await session.scalars(select(WatchRow.id).where(*_mine(message)))).all()
            if len(set(others) - {row.id}) >= MOST_WATCHES:
                return False
            await session.merge(row)
        return True

    async def _claim(self, now: datetime, limit: int) -> tuple[Watch, ...]:
        plain = _plain(now)
        free = (WatchRow.claimed_until.is_(None)) | (WatchRow.claimed_until <= plain)
        ready = (
            select(WatchRow.id)
            .where(WatchRow.state == "on", WatchRow.due <= plain, WatchRow.ends > plain, free)
            .order_by(WatchRow.due)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        take = (
            update(WatchRow)
            .where(WatchRow.id.in_(ready.scalar_subquery()))
            .values(claimed_until=plain + CLAIM)
            .returning(WatchRow)
            .execution_options(synchronize_session=False)
        )
        over = update(WatchRow).where(WatchRow.state == "on", WatchRow.ends <= plain).values(state="over")
        async with self._records.sessions.begin() as session:
            await session.execute(over)
            rows = (await session.scalars(take)).all()
        return tuple(_watch(row) for row in rows)

    async def _set(self, which: Sequence[ColumnElement[bool]], **values: Any) -> int:
        async with self._records.sessions.begin() as session:
            result: Any = await session.execute(update(WatchRow).where(*which).values(**values))
        return int(result.rowcount)


def _mine(message: IncomingMessage) -> list[ColumnElement[bool]]:
    return [
        WatchRow.state == "on",
        WatchRow.room == str(message.chat.room),
        WatchRow.person == str(PersonRef.of(message)),
    ]


def _row(message: IncomingMessage, proposal: WatchProposal, now: datetime) -> WatchRow:
    room, person = str(message.chat.room), str(PersonRef.of(message))
    flight = proposal.flight
    name = f"{room} {person} {flight['from_location']} {flight['to_location']} {flight['day']}"
    return WatchRow(
        id=hashlib.blake2b(name.encode(), digest_size=16).hexdigest(),
        room=room,
        chat=str(message.chat),
        person=person,
        person_id=message.person.id,
        private=message.private,
        heading=proposal.heading[:300],
        flight="\n".join(f"{key}={value}" for key, value in flight.items())[:2000],
        memory=proposal.memory.model_dump_json(),
        zone=proposal.zone,
        leaves=_plain(proposal.leaves),
        ends=_plain(proposal.ends),
        due=now,
        state="on",
        sent=0,
        failing_since=None,
        failure_told=False,
        claimed_until=None,
        created_at=now,
    )


def _watch(row: WatchRow) -> Watch:
    try:
        memory = Memory.model_validate_json(row.memory)
    except ValidationError:
        memory = Memory()
    return Watch(
        id=row.id,
        chat=ChatRef.parse(row.chat),
        person_id=row.person_id,
        private=row.private,
        heading=row.heading,
        flight=dict(line.split("=", 1) for line in row.flight.splitlines() if "=" in line),
        memory=memory,
        zone=row.zone,
        leaves=row.leaves.replace(tzinfo=UTC),
        ends=row.ends.replace(tzinfo=UTC),
        sent=row.sent,
        failing_since=row.failing_since.replace(tzinfo=UTC) if row.failing_since else None,
        failure_told=row.failure_told,
    )


def _plain(moment: datetime) -> datetime:
    """As the databases keep it: UTC, without a zone."""
    return moment.astimezone(UTC).replace(tzinfo=None)
