"""Keeps every outing's card as it is known to be, and tells its group what is due: at most three times a day.

keeper = Keeper(records, reminders, store, voice, now)
await keeper.draw()      # cards that show less than is known; each at most every 3.5 seconds
await keeper.tell()      # reminders and words that are due, one message an outing
keeper.wake();  await keeper.run()
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import structlog

from adapters.protocol import Ballot, Button, ChannelError, ChatGone, ChatRef, NotWanted, Reply, Sent, Text
from bot.club.doors import Link, no_link
from bot.keys import PersonRef
from bot.outings import card
from bot.outings.due import moment_words
from bot.outings.outing import OVER
from bot.outings.private import PrivateReminders, concerned
from bot.outings.records import Held, OutingRecords, heading_of
from bot.outings.taps import OutingTap
from bot.reminders import WATCH, Due, Reminders, together
from bot.reminding import Reminded, uncounted
from bot.store import NewButton, Store
from bot.valkey import StoreError
from bot.voice import Voice
from tongue import say, speaking

TOLD = ("due", "news", "say", "urgent")
"""The kinds of reminders that are an outing's."""

EVERY_SECONDS = 1.0
CLOCK_SECONDS = 30.0
MOST_A_DAY, MOST_SAID = 3, 2
"""Unasked messages of one outing in a day, those of watches among them; of them this many that are no deadline."""

AHEAD = timedelta(hours=3)
"""What is due so soon is said along with what is due now."""

LATE = timedelta(minutes=30)
MOST_LINES = 8
_NOBODY: Mapping[str, ChatRef] = {}

log = structlog.get_logger(__name__)


class Keeper:
    """One process's; the rows say what is still to be done, so that any process may do it."""

    def __init__(
        self,
        records: OutingRecords,
        reminders: Reminders,
        store: Store,
        voice: Voice,
        now: Callable[[], datetime],
        private: PrivateReminders | None = None,
        link: Link = no_link,
    ) -> None:
        self.link = link
        self.reminded: Reminded = uncounted
        self._records = records
        self._private = private
        self._reminders = reminders
        self._store = store
        self._voice = voice
        self._now = now
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Something has changed: look at the cards soon."""
        self._woken.set()

    async def run(self) -> None:
        """Until cancelled; a database or store that fails is tried again."""
        looked = datetime.min.replace(tzinfo=UTC)
        while True:
            try:
                if self._now() - looked > timedelta(seconds=CLOCK_SECONDS):
                    looked = self._now()
                    await self._records.tick(looked)
                await self.draw()
            except StoreError as error:
                log.warning("cards_without_store", why=error.user_message)
            except Exception:
                log.exception("cards_failed")
            self._woken.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), EVERY_SECONDS)
            await asyncio.sleep(0.2)  # what comes together is drawn together

    # --- cards --------------------------------------------------------------------------------------

    async def draw(self) -> None:
        """Edit the cards whose turn it is."""
        await together([self._draw(held) for held in await self._records.stale(self._now())])

    async def _draw(self, held: Held) -> None:
        with speaking(held.outing.language):
            await self._drawn(held)

    async def _drawn(self, held: Held) -> None:
        outing, where = held.outing, self._voice.stage(held.chat)
        try:
            if outing.status == "polling" and (held.is_poll or not held.card.message_ids):
                asked = held.card if held.is_poll else await self._ask_days(held)
                if asked is not None:  # votes are counted by the platform: there is nothing to edit
                    await self._records.drawn(outing.id, asked, outing.version, self._now(), is_poll=True)
                    return
            elif held.is_poll:
                await self._voice.end_poll(where, held.card)
                await self._records.undraw(outing.id)
                held = replace(held, card=Sent(), shown=held.shown + 1, is_poll=False)
                if outing.status in OVER:
                    return
            reply = await self._reply(held)
            if held.card.message_ids:
                sent = await self._voice.edit(where, held.card, reply)
            else:
                sent = await self._voice.post(where, reply, name=f"card-{outing.id}-{held.shown}")
        except ChatGone as error:
            log.info("outing_paused", why=str(error))
            await self._records.pause(held.chat, paused=True)
        except ChannelError as error:
            log.warning("card_not_drawn", why=str(error))
            await self._records.not_drawn(outing.id, self._now())
        else:
            await self._records.drawn(outing.id, sent, outing.version, self._now())
            if outing.status in OVER or not held.card.message_ids:
                await self._voice.pin(where, sent, on=outing.status not in OVER)

    async def _ask_days(self, held: Held) -> Sent | None:
        """The question which day, as the platform's own poll; None where it has none."""
        where, shown = self._voice.stage(held.chat), card.drawn(held.outing)
        days = [(do, label) for do, label in shown.taps if do.startswith("vote:")]
        rest = [(do, label) for do, label in shown.taps if not do.startswith("vote:")]
        taps = [OutingTap(outing=held.outing.id, do=do) for do in ("votes", *(do for do, _ in rest))]
        vote, *tokens = await self._store.put_buttons(where, [NewButton(t.model_dump_json()) for t in taps])
        buttons = tuple(Button(label, token) for (_, label), token in zip(rest, tokens, strict=True))
        question = card.head_of(held.outing).replace("**", "")
        ballot = Ballot(question, tuple(label for _, label in days), vote, buttons)
        return await self._voice.poll(where, ballot, name=f"poll-{held.outing.id}-{held.shown}")

    async def _reply(self, held: Held) -> Reply:
        outing = held.outing
        shown = card.drawn(outing, tap_for_private=not await self._link(held))
        taps = [
            OutingTap(outing=outing.id, do=do, schedule=outing.schedule, version=outing.version)
            for do, _ in shown.taps
        ]
        where = self._voice.stage(held.chat)
        tokens = await self._store.put_buttons(where, [NewButton(tap.model_dump_json()) for tap in taps])
        buttons = [Button(label, token) for (_, label), token in zip(shown.taps, tokens, strict=True)]
        link = await self._link(held)
        return Reply((Text(f"{shown.text}\n{link}" if link else shown.text),), tuple(buttons))

    async def _link(self, held: Held) -> str:
        """The way to private reminders, where it is an address; elsewhere it is a tap."""
        if held.outing.status not in ("open", "frozen"):
            return ""
        address = await self.link(held.chat, f"r_{held.outing.id}")
        label = say("Private reminders")
        return f"[{label}]({address})" if address else ""

    # --- what is due --------------------------------------------------------------------------------

    async def tell(self) -> None:
        """Say everything that is due now, one message an outing; no group waits for another's pace."""
        while due := await self._reminders.claim(self._now()):
            rooms: dict[str, dict[str, list[Due]]] = {}
            for one in due:
                rooms.setdefault(str(one.chat.room), {}).setdefault(one.trip, []).append(one)
            await together([self._say_in(outings) for outings in rooms.values()])

    async def _say_in(self, outings: Mapping[str, Sequence[Due]]) -> None:
        for outing, rows in outings.items():
            await self._say(outing, rows)

    async def _say(self, outing: str, rows: Sequence[Due]) -> None:
        now, held = self._now(), await self._records.get(outing)
        rows = [row for row in rows if await self._reminders.is_wanted(row.id)]
        if held is None or held.paused:
            await self._end(rows, "gone" if held is None else "skipped")
            return
        flight = held.outing.flight
        if held.outing.status in OVER or (flight is not None and now >= flight.left):
            await self._end([r for r in rows if r.kind == "due"], "superseded")
            rows = [r for r in rows if r.kind != "due"]
        rows = await self._without_night(held, rows, now)
        rows = await self._tell_privately(held, rows, now)
        midnight = now.astimezone(held.outing.clock).replace(hour=0, minute=0, second=0, microsecond=0)
        told = await self._reminders.sent_since(outing, midnight)
        told += await self._reminders.sent_in(held.chat, midnight, (WATCH,))
        urgent = any(r.kind == "urgent" for r in rows)
        if not urgent and told >= MOST_SAID:
            await self._end([r for r in rows if r.kind == "say"], "skipped")  # the card shows it
            rows = [r for r in rows if r.kind != "say"]
        if not rows:
            return
        if not urgent and told >= MOST_A_DAY:
            await self._end(rows, "skipped")
            return
        last = told + 1 >= MOST_A_DAY and not urgent  # the day's last message holds all that is left of the day
        until, kinds = (midnight + timedelta(days=1), ("due", "news")) if last else (now + AHEAD, ("due",))
        begins = any(r.kind != "say" for r in rows)
        soon = await self._reminders.ahead(outing, now, until, kinds) if begins else ()
        wanted = await self._wanted(outing) if soon else _NOBODY
        soon = [r for r in soon if not (r.kind == "due" and concerned(held.outing, r.person_id) & wanted.keys())]
        whole = [*rows, *(r for r in soon if r.id not in {one.id for one in rows})]
        await self._send(held, whole, now)

    async def _without_night(self, held: Held, rows: Sequence[Due], now: datetime) -> list[Due]:
        """What comes late in the quiet hours, and can wait until they end, waits."""
        quiet, zone = await self._records.quiet_of(held.chat), held.outing.clock
        if not quiet.covers(now, zone):
            return list(rows)
        ends, told = quiet.later(now, zone), list[Due]()
        for row in rows:
            late = row.kind in ("due", "news") and now - row.due > LATE
            if late and (row.latest is None or row.latest > ends):
                await self._reminders.hold(row.id, ends)
            else:
                told.append(row)
        return told

    async def _wanted(self, outing: str) -> Mapping[str, ChatRef]:
        """Who wants its reminders privately, and where."""
        return await self._private.of(outing) if self._private is not None else _NOBODY

    async def _tell_privately(self, held: Held, rows: Sequence[Due], now: datetime) -> list[Due]:
        """Tell those who want it so; what is left is the group's: everybody's, or of somebody who does not."""
        wanted = await self._wanted(held.outing.id)
        told: dict[str, list[Due]] = {}
        left: list[Due] = []
        for row in rows:
            people = concerned(held.outing, row.person_id) if row.kind == "due" else frozenset[str]()
            for person in people & wanted.keys():
                told.setdefault(person, []).append(row)
            if not people or not people <= wanted.keys():
                left.append(row)
        failed: set[str] = set()
        for person, theirs in told.items():
            if not await self._post_privately(held, wanted[person], person, theirs, now):
                failed |= {row.id for row in theirs}
        left += [row for row in rows if row.id in failed and row not in left]
        for row in rows:
            if row not in left:
                await self._reminders.sent_apart(row.id, now)
        return left

    async def _post_privately(
        self, held: Held, chat: ChatRef, person: str, rows: Sequence[Due], now: datetime
    ) -> bool:
        """Whether it was said; who cannot be reached any more is reminded in the group again."""
        stop = OutingTap(outing=held.outing.id, do="unprivate")
        try:
            token = await self._store.put_button(chat, stop.model_dump_json())
            reply = Reply((Text(words_of(held, rows, now)),), (Button(say("Not here any more"), token),))
            await self._voice.post(chat, reply, name=f"private-{rows[0].id}-{person}")
        except ChatGone:
            if self._private is not None:
                await self._private.stop(held.outing.id, PersonRef(chat.channel, chat.tenant, person))
            return False
        except ChannelError as error:
            log.warning("private_not_told", why=str(error))
            return False
        return True

    async def _send(self, held: Held, rows: Sequence[Due], now: datetime) -> None:
        first, *rest = rows
        due = [row for row in rows if row.kind not in ("say", "urgent")]

        async def wanted() -> bool:
            return all([await self._reminders.is_wanted(row.id) for row in due])

        try:
            reply = Reply((Text(words_of(held, rows, now)),))
            where = self._voice.stage(held.chat)
            await self._voice.post(where, reply, name=f"outing-{first.id}", wanted=wanted if due else None)
        except NotWanted:  # called off or moved while the room had no turn: what is left of it is said next
            log.info("outing_changed_meanwhile")
        except ChatGone as error:
            log.info("outing_paused", why=str(error))
            await self._records.pause(held.chat, paused=True)
            await self._end(rows, "skipped")
        except ChannelError as error:
            log.warning("outing_not_told", why=str(error))
        else:
            await self._reminders.sent(first.id, now)
            await self._end(rest, "merged")
            for row in rows:
                if row.due <= now:  # others are told ahead, with what is due
                    self.reminded(row.due, row.latest, now)

    async def _end(self, rows: Sequence[Due], state: str) -> None:
        for row in rows:
            await self._reminders.drop(row.id, state)


def words_of(held: Held, rows: Sequence[Due], now: datetime) -> str:
    """One message of all that is due: each with its latest moment, and whether it comes late."""
    with speaking(held.outing.language):
        return _words_of(held, rows, now)


def _words_of(held: Held, rows: Sequence[Due], now: datetime) -> str:
    said = [r for r in rows if r.kind in ("say", "urgent")]
    if len(said) == len(rows):
        return "\n".join(dict.fromkeys(r.words for r in said))
    lines = [f"**{heading_of(held.outing)}**"]
    rows = _each_once(rows)
    for row in rows[:MOST_LINES]:
        late = f" {_late()}" if now - row.due > LATE else ""
        if row.latest is not None and now > row.latest:
            limit = moment_words(row.latest, row.zone)
            said = say("**Too late: it was due {limit}.** Phone and ask what holds now.", limit=limit)
            lines.append(f"- {said} {row.words}")
            continue
        said = say("Latest **{moment}**.", moment=moment_words(row.latest, row.zone)) if row.latest else ""
        latest = f" {said}" if said and row.kind == "due" else ""
        lines.append(f"- {row.words}{latest}{late}")
    more = say("and {count} more on the card", count=len(rows) - MOST_LINES)
    return "\n".join([*lines, *([f"- {more}"] if len(rows) > MOST_LINES else [])])


def _each_once(rows: Sequence[Due]) -> Sequence[Due]:
    """Of what is said twice (a first reminder and the next) the first, with its limit where it has one.

    What only adds that a window opens is the same: it comes late beside those that follow.
    """
    first: dict[str, Due] = {}
    for row in sorted(rows, key=lambda one: (len(one.words), one.latest is None, one.due)):
        said = next((words for words in first if row.words.startswith(words)), row.words)
        first.setdefault(said, row)
    kept = {row.id for row in first.values()}
    return [row for row in rows if row.id in kept]


def _late() -> str:
    return say("(late)")
