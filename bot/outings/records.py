"""Outings in SQL: changed by compare-and-set, with their reminders and words to the group in the same transaction.

    kept = await records.create(chat, outing)                  # numbered; Refusal when there are too many
    done = await records.change(id, action, actor, now, message_id)   # before, after, effects; once a message
    await records.in_room(chat)                                # the live ones, the next first
    for card in await records.stale(now): …                    # cards to be edited, each at most every 3.5 s
    await records.drawn(card, sent, version, now)

A message that is tried again after a crash is answered with what followed the first time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from adapters.protocol import ChatRef, Sent
from agent.aviation.quiet import QuietHours
from bot.keys import PersonRef
from bot.outings.actions import (
    CLOCK,
    Actor,
    Announced,
    Effect,
    Leave,
    OutingAction,
    Refused,
    Rescheduled,
    Silenced,
    Tick,
    Told,
)
from bot.outings.due import Reminding, remindings
from bot.outings.machine import Refusal, apply
from bot.outings.outing import LIVE, Outing
from bot.records import SqlRecords
from bot.tables import ClubSettingsRow, OutingPersonRow, OutingRow, ReminderRow
from tongue import say, speaking, spoken

EDIT_SECONDS, MOST_EDIT_SECONDS = 3.5, 14.0
"""Between two edits of a card. While every edit is followed by the next, the pause doubles up to the second: sixty
people who answer within ten seconds are four edits. Telegram and Slack ask for three seconds in a group."""

DRAWING_SECONDS = 30
"""So long a card that is being edited, and may wait for its room's turn, is not taken by another process."""

MOST_OPEN, MOST_IN_CHAT = 5, 20
MOST_DONE = 20
MOST_TRIES = 20

_EFFECTS: TypeAdapter[tuple[Effect, ...]] = TypeAdapter(tuple[Effect, ...])


@dataclass(frozen=True)
class Held:
    """An outing with where it lives: its group, the place it was made in, and its card."""

    outing: Outing
    chat: ChatRef
    card: Sent
    card_version: int
    paused: bool
    shown: int = 0
    is_poll: bool = False


@dataclass(frozen=True)
class Changed:
    """What became of an action. `again`: the message had been done before."""

    before: Outing
    held: Held
    effects: tuple[Effect, ...]
    again: bool = False

    @property
    def outing(self) -> Outing:
        return self.held.outing


class OutingRecords:
    """The rows of `outings`."""

    def __init__(self, records: SqlRecords, quiet: QuietHours) -> None:
        self._records = records
        self._quiet = quiet

    async def create(self, chat: ChatRef, outing: Outing) -> Outing:
        """Keep a draft under the next number of its group. Raises `Refusal`."""
        try:
            return await self._records.under_way.through(self._create(chat, outing))
        except IntegrityError:  # the same message is done twice at once: the other one made it
            held = await self.get(outing.id)
            if held is None:
                raise
            return held.outing

    async def change(
        self,
        outing: str,
        action: OutingAction,
        actor: Actor,
        now: datetime,
        message_id: str = "",
        *,
        aloud: bool = False,
    ) -> Changed | None:
        """Apply an action; None when there is no such outing. `aloud`: the answer itself tells the group."""
        work = self._change(outing, action, actor, now, message_id, aloud)
        return await self._records.under_way.through(work)

    async def get(self, outing: str) -> Held | None:
        """One outing."""

        async def read() -> OutingRow | None:
            async with self._records.sessions() as session:
                return await session.get(OutingRow, outing)

        row = await self._records.under_way.through(read())
        return _held(row) if row else None

    async def in_room(self, chat: ChatRef, *, over: bool = False) -> tuple[Held, ...]:
        """The outings of a group that lie ahead, the next first; with `over` those that are over, too."""
        wanted = select(OutingRow).where(OutingRow.room == str(chat.room))
        if not over:
            wanted = wanted.where(OutingRow.status.in_(["draft", *sorted(LIVE)]))
        return tuple(
            _held(row) for row in await self._rows(wanted.order_by(OutingRow.off_blocks, OutingRow.number))
        )

    async def of_person(self, person: PersonRef, *, flown: bool = False) -> tuple[Held, ...]:
        """The live outings a person has a part in still; where there is none, those that were flown."""
        theirs = select(OutingPersonRow.outing).where(OutingPersonRow.person == str(person))
        statuses = sorted(LIVE | {"flown"}) if flown else sorted(LIVE)
        wanted = select(OutingRow).where(OutingRow.id.in_(theirs), OutingRow.status.in_(statuses))
        held = [_held(row) for row in await self._rows(wanted.order_by(OutingRow.off_blocks))]
        mine = [one for one in held if one.outing.has(person.id)]
        return tuple([one for one in mine if one.outing.status in LIVE] or mine[-1:])

    async def ahead(self, now: datetime, days: int) -> tuple[Held, ...]:
        """The posted outings of every group that leave within so many days."""
        wanted = select(OutingRow).where(
            OutingRow.status.in_(["open", "frozen"]),
            OutingRow.paused.is_(False),
            OutingRow.off_blocks > plain_of(now),
            OutingRow.off_blocks <= plain_of(now + timedelta(days=days)),
        )
        return tuple(_held(row) for row in await self._rows(wanted.order_by(OutingRow.off_blocks)))

    # --- the card -----------------------------------------------------------------------------------

    async def stale(self, now: datetime, limit: int = 20) -> tuple[Held, ...]:
        """Take the cards that show less than is known; other processes get others until these are drawn."""
        return await self._records.under_way.through(self._stale(now, limit))

    async def drawn(self, outing: str, sent: Sent, version: int, now: datetime, *, is_poll: bool = False) -> None:
        """A card, or the platform's own poll, stands there now and shows this version."""

        async def write() -> None:
            async with self._records.sessions.begin() as session:
                row = await session.get_one(OutingRow, outing)
                before = json.loads(row.card)
                run = _edits_in_a_row(before, now)
                row.card = json.dumps(
                    {
                        "ids": sent.message_ids,
                        "thread": sent.thread,
                        "shown": before.get("shown", 0),
                        "poll": is_poll,
                        "at": plain_of(now).isoformat(),
                        "run": run,
                    }
                )
                row.card_version = version
                row.draw_after = plain_of(now) + _pause(run)

        await self._records.under_way.through(write())

    async def not_drawn(self, outing: str, now: datetime) -> None:
        """It was not edited this time: the next one who looks tries again."""

        async def write() -> None:
            async with self._records.sessions.begin() as session:
                row = await session.get_one(OutingRow, outing)
                row.draw_after = plain_of(now) + timedelta(seconds=EDIT_SECONDS)

        await self._records.under_way.through(write())

    async def undraw(self, outing: str) -> None:
        """Post the card anew; the old message stays as it is."""

        async def write() -> None:
            async with self._records.sessions.begin() as session:
                row = await session.get_one(OutingRow, outing)
                row.card = json.dumps({"shown": json.loads(row.card).get("shown", 0) + 1})
                row.card_version = -1

        await self._records.under_way.through(write())

    async def pause(self, chat: ChatRef, paused: bool) -> None:
        """A group that the bot was taken out of is quiet until somebody asks to go on."""

        async def write() -> None:
            change = update(OutingRow).where(OutingRow.room == str(chat.room)).values(paused=paused)
            async with self._records.sessions.begin() as session:
                await session.execute(change)

        await self._records.under_way.through(write())

    async def leave(self, chat: ChatRef, person: PersonRef, now: datetime) -> None:
        """Somebody left the group: their seats, aircraft and tasks in its outings are free."""
        theirs = select(OutingPersonRow.outing).where(OutingPersonRow.person == str(person))
        wanted = select(OutingRow).where(OutingRow.id.in_(theirs), OutingRow.room == str(chat.room))
        for row in await self._rows(wanted):
            await self.change(row.id, Leave(person=person.id), CLOCK, now)

    # --- the clock ----------------------------------------------------------------------------------

    async def due(self, now: datetime, limit: int = 50) -> tuple[str, ...]:
        """The outings for which a moment has come: lists close, a flight is over, a draft is stale."""
        plain = plain_of(now)
        wanted = select(OutingRow.id).where(
            or_(
                (OutingRow.status == "open") & (OutingRow.freezes <= plain),
                OutingRow.status.in_(["open", "frozen"]) & (OutingRow.ends <= plain),
                OutingRow.status.in_(["draft", "polling"]) & (OutingRow.off_blocks <= plain),
                OutingRow.status.in_(["draft", "polling"]) & (OutingRow.made_at <= plain - timedelta(days=7)),
            )
        )

        async def read() -> Sequence[str]:
            async with self._records.sessions() as session:
                return (await session.scalars(wanted.limit(limit))).all()

        return tuple(await self._records.under_way.through(read()))

    async def tick(self, now: datetime) -> None:
        """Let time pass for every outing that it matters to."""
        for outing in await self.due(now):
            await self.change(outing, Tick(), CLOCK, now)

    # --- the queries --------------------------------------------------------------------------------

    async def _create(self, chat: ChatRef, outing: Outing) -> Outing:
        room = str(chat.room)
        async with self._records.sessions.begin() as session:
            known = await session.get(OutingRow, outing.id)
            if known is not None:
                return Outing.model_validate_json(known.state)
            live = OutingRow.status.in_(["draft", *sorted(LIVE)])
            rows = (await session.scalars(select(OutingRow.state).where(OutingRow.room == room, live))).all()
            if len(rows) >= MOST_IN_CHAT:
                raise Refusal(
                    say(
                        "{most_in_chat} outings are open here already: call one off first.",
                        most_in_chat=MOST_IN_CHAT,
                    )
                )
            own = [text for text in rows if Outing.model_validate_json(text).organiser.id == outing.organiser.id]
            if len(own) >= MOST_OPEN:
                raise Refusal(
                    say("You organise {most_open} outings here already: call one off first.", most_open=MOST_OPEN)
                )
            last = await session.scalar(select(func.max(OutingRow.number)).where(OutingRow.room == room))
            numbered = outing.model_copy(update={"number": (last or 0) + 1})
            plain = plain_of(outing.made_at)
            row = OutingRow(
                id=outing.id, room=room, chat=str(chat), number=numbered.number, status=outing.status, version=0,
                state="", done="[]", card="{}", card_version=-1, draw_after=plain, paused=False, made_at=plain,
                changed_at=plain,
            )  # fmt: skip
            _fill(row, numbered, outing.made_at)
            session.add(row)
            await self._note_people(session, numbered, chat)
        return numbered

    async def _change(
        self, outing: str, action: OutingAction, actor: Actor, now: datetime, message_id: str, aloud: bool
    ) -> Changed | None:
        for _ in range(MOST_TRIES):
            async with self._records.sessions() as session:
                row = await session.get(OutingRow, outing)
            if row is None:
                return None
            before = Outing.model_validate_json(row.state)
            done: list[list[str]] = json.loads(row.done)
            known = next((effects for name, effects in done if name == message_id), None) if message_id else None
            if known is not None:
                return Changed(before, _held(row), _EFFECTS.validate_json(known), again=True)
            with speaking(before.language):  # what follows is said in the language of its group
                after, effects = apply(before, action, actor, now)
            if spoken() != before.language:  # but to who did it, in their own
                own = apply(before, action, actor, now)[1]
                effects = tuple(
                    o if isinstance(o, Told | Refused) else e for o, e in zip(own, effects, strict=True)
                )
            if after == before:
                return Changed(before, _held(row), effects)
            if message_id:
                done = [*done, [message_id, _EFFECTS.dump_json(effects).decode()]][-MOST_DONE:]
            if await self._commit(row, after, effects, now, json.dumps(done), aloud):
                return Changed(before, replace(_held(row), outing=after), effects)
        raise RuntimeError("an outing is changed by too many at once")

    async def _commit(
        self, row: OutingRow, after: Outing, effects: tuple[Effect, ...], now: datetime, done: str, aloud: bool
    ) -> bool:
        """Write the new state if nobody else has since it was read; False then."""
        new = OutingRow()
        _fill(new, after, now)
        chat = ChatRef.parse(row.chat)
        values = {
            name: getattr(new, name)
            for name in ("status", "version", "off_blocks", "ends", "freezes", "state", "changed_at")
        }
        change = (
            update(OutingRow)
            .where(OutingRow.id == row.id, OutingRow.version == row.version)
            .values(**values, done=done)
            .execution_options(synchronize_session=False)
        )
        async with self._records.sessions.begin() as session:
            result: Any = await session.execute(change)
            if not result.rowcount:
                return False
            await self._note_people(session, after, chat)
            if any(isinstance(e, Silenced | Rescheduled) for e in effects):
                await self._reschedule(session, after, chat, now)
            for number, effect in enumerate(effects):
                if isinstance(effect, Announced) and not aloud:
                    await session.merge(_announcement(after, chat, effect, number, now))
        return True

    async def _reschedule(self, session: AsyncSession, outing: Outing, chat: ChatRef, now: datetime) -> None:
        """The reminders of the outing as it is now; what is not among them any more is superseded."""
        quiet = await self._quiet_of(session, chat)
        with speaking(outing.language):
            wanted = {r.name(outing): r for r in remindings(outing, outing.made_at, quiet)}
        ours = select(ReminderRow).where(ReminderRow.trip == outing.id, ReminderRow.kind.in_(["due", "news"]))
        for row in (await session.scalars(ours)).all():
            known = wanted.pop(row.id, None)
            waits = row.state == "pending" or (row.state == "superseded" and known is not None and known.at > now)
            if known is not None and waits:  # one that is due and not sent yet stays due
                row.state, row.words = "pending", known.words[:2000]
                row.person, row.person_id = _told_to(known, chat)
            elif known is None and row.state == "pending":
                row.state = "superseded"
        for name, reminding in wanted.items():
            if reminding.at > now:
                session.add(_reminder(outing, chat, reminding, name, now))

    async def quiet_of(self, chat: ChatRef) -> QuietHours:
        """When this group is left alone."""

        async def read() -> QuietHours:
            async with self._records.sessions() as session:
                return await self._quiet_of(session, chat)

        return await self._records.under_way.through(read())

    async def _quiet_of(self, session: AsyncSession, chat: ChatRef) -> QuietHours:
        own = await session.scalar(select(ClubSettingsRow.quiet).where(ClubSettingsRow.room == str(chat.room)))
        return QuietHours.parse(own) if own else self._quiet

    async def reschedule(self, chat: ChatRef, now: datetime) -> None:
        """Reckon the reminders of a group's open outings anew: its quiet hours are others."""

        async def write() -> None:
            wanted = select(OutingRow).where(OutingRow.room == str(chat.room), OutingRow.status.in_(sorted(LIVE)))
            async with self._records.sessions.begin() as session:
                for row in (await session.scalars(wanted)).all():
                    outing = Outing.model_validate_json(row.state)
                    await self._reschedule(session, outing, ChatRef.parse(row.chat), now)

        await self._records.under_way.through(write())

    async def _note_people(self, session: AsyncSession, outing: Outing, chat: ChatRef) -> None:
        people = {outing.organiser.id, *(d.id for d in outing.deputies), *(a.member.id for a in outing.answers)}
        people |= {c.pilot.id for c in outing.aircraft} | {e.by.id for e in outing.expenses}
        people |= {j.owner.id for j in outing.jobs if j.owner} | {r.member.id for r in outing.requests}
        people |= {v for o in outing.options for v in o.votes}
        known = select(OutingPersonRow.person).where(OutingPersonRow.outing == outing.id)
        held = set((await session.scalars(known)).all())
        for person in sorted(people - {""}):
            name = str(PersonRef(chat.channel, chat.tenant, person))
            if name not in held:
                await session.merge(OutingPersonRow(outing=outing.id, person=name))

    async def _stale(self, now: datetime, limit: int) -> tuple[Held, ...]:
        plain = plain_of(now)
        ready = (
            select(OutingRow.id)
            .where(
                OutingRow.card_version < OutingRow.version,
                OutingRow.status != "draft",
                OutingRow.draw_after <= plain,
                OutingRow.paused.is_(False),
                OutingRow.card.contains('"ids"') | OutingRow.status.in_(sorted(LIVE)),
            )
            .order_by(OutingRow.draw_after)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        take = (
            update(OutingRow)
            .where(OutingRow.id.in_(ready.scalar_subquery()))
            .values(draw_after=plain + timedelta(seconds=DRAWING_SECONDS))
            .returning(OutingRow)
            .execution_options(synchronize_session=False)
        )
        async with self._records.sessions.begin() as session:
            rows = (await session.scalars(take)).all()
        return tuple(_held(row) for row in rows)

    async def _rows(self, wanted: Any) -> Sequence[OutingRow]:
        async def read() -> Sequence[OutingRow]:
            async with self._records.sessions() as session:
                return (await session.scalars(wanted)).all()

        return await self._records.under_way.through(read())


def _fill(row: OutingRow, outing: Outing, now: datetime) -> None:
    flight = outing.flight
    row.status, row.version, row.state = outing.status, outing.version, outing.model_dump_json()
    row.off_blocks = plain_of(flight.off_blocks) if flight else None
    row.ends = plain_of(flight.ends) if flight else None
    row.freezes = plain_of(flight.people_final) if flight and flight.people_final else None
    row.changed_at = plain_of(now)


def _pause(run: int) -> timedelta:
    """Before a card is edited again, after so many edits in a row."""
    return timedelta(seconds=min(MOST_EDIT_SECONDS, EDIT_SECONDS * 2**run))


def _edits_in_a_row(card: dict[str, Any], now: datetime) -> int:
    """How many edits of a card followed each other as soon as they might."""
    if "at" not in card:
        return 0
    since = plain_of(now) - datetime.fromisoformat(card["at"])
    soon = timedelta(0) <= since <= _pause(card["run"]) + timedelta(seconds=EDIT_SECONDS)
    return min(card["run"] + 1, 4) if soon else 0


def _held(row: OutingRow) -> Held:
    card = json.loads(row.card)
    sent = Sent(tuple(card.get("ids", ())), card.get("thread", ""))
    outing = Outing.model_validate_json(row.state)
    return Held(
        outing,
        ChatRef.parse(row.chat),
        sent,
        row.card_version,
        row.paused,
        card.get("shown", 0),
        card.get("poll", False),
    )


def _reminder(outing: Outing, chat: ChatRef, reminding: Reminding, name: str, now: datetime) -> ReminderRow:
    person, person_id = _told_to(reminding, chat)
    return ReminderRow(
        id=name, trip=outing.id, version=outing.version, room=str(chat.room), chat=str(chat), person=person,
        person_id=person_id, private=False, heading=heading_of(outing)[:300],
        words=reminding.words[:2000], kind=reminding.kind, zone=reminding.zone, due=plain_of(reminding.at),
        latest=plain_of(reminding.latest) if reminding.latest else None, state="pending", claimed_until=None,
        tries=0, sent_at=None, created_at=plain_of(now),
    )  # fmt: skip


def _told_to(reminding: Reminding, chat: ChatRef) -> tuple[str, str]:
    """Whose a reminder is: a person's, or of some of those who come ("*pilots")."""
    owner = reminding.owner
    named = owner and not owner.startswith("*")
    return (str(PersonRef(chat.channel, chat.tenant, owner)) if named else "", owner)


def _announcement(outing: Outing, chat: ChatRef, said: Announced, number: int, now: datetime) -> ReminderRow:
    reminding = Reminding(
        f"say {outing.version} {number}", "urgent" if said.urgent else "say", now, None, None, said.words
    )
    return _reminder(outing, chat, reminding, reminding.name(outing), now)


def heading_of(outing: Outing) -> str:
    """ "EGTF → LFAT, Sat 13 Feb 10:00"."""
    return f"{outing.flight.route}, {outing.flight.when}" if outing.flight else outing.place or "Outing"


def plain_of(moment: datetime) -> datetime:
    """UTC without a zone, as both databases keep it."""
    return moment.astimezone(UTC).replace(tzinfo=None)
