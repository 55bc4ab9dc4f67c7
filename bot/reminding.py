"""Sends the reminders whose time has come, and says when one comes late or after its deadline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import structlog

from adapters.markdown import escape
from adapters.protocol import Button, ChannelError, ChatGone, Reply, Text
from agent.aviation.hours import zone_of
from agent.aviation.quiet import QuietHours
from bot.actions import StopReminders
from bot.reminders import Due, Reminders, together
from bot.store import Store
from bot.voice import Post
from tongue import say, speaking

LATE = timedelta(minutes=30)
MOST_TOGETHER = 5
"""Reminders in one message: more are not read."""

Reminded = Callable[[datetime, datetime | None, datetime], None]
"""Told of each that was sent: when it was due, its deadline, and when it went out."""

log = structlog.get_logger(__name__)


def uncounted(due: datetime, latest: datetime | None, at: datetime) -> None:
    """Nobody counts."""


class Postman:
    """Claims what is due and sends it: `tick` is called by the clock, in whichever process."""

    def __init__(
        self,
        reminders: Reminders,
        store: Store,
        post: Post,
        now: Callable[[], datetime],
        reminded: Reminded = uncounted,
        quiet: QuietHours | None = None,
    ) -> None:
        self._quiet = quiet
        self._reminders = reminders
        self._reminded = reminded
        self._store = store
        self._post = post
        self._now = now

    async def tick(self) -> None:
        """Send everything that is due now; what cannot be sent is tried again when its claim runs out."""
        while due := await self._reminders.claim(self._now()):
            rooms: dict[str, list[Due]] = {}
            for reminder in due:
                rooms.setdefault(str(reminder.chat.room), []).append(reminder)
            await together([self._deliver_in(reminders) for reminders in rooms.values()])

    async def _deliver_in(self, reminders: Sequence[Due]) -> None:
        for folded in fold(reminders):
            await self._deliver(folded)

    async def _deliver(self, due: Sequence[Due]) -> None:
        """One person's reminders of one chat, in one message."""
        now = self._now()
        wanted = [
            reminder
            for reminder in due
            if await self._reminders.is_wanted(reminder.id) and not await self._held(reminder, now)
        ]
        if not wanted:
            return
        try:
            reply = await self._reply(wanted, now)
            await self._post(wanted[0].chat, reply, name=f"reminder-{'+'.join(one.id for one in wanted)}")
        except ChatGone as error:
            log.info("reminder_dropped", why=str(error))
            for reminder in wanted:
                await self._reminders.drop(reminder.id, "gone")
        except ChannelError as error:
            log.warning("reminder_not_sent", why=str(error))
        else:
            for reminder in wanted:
                await self._reminders.sent(reminder.id, now)
                self._reminded(reminder.due, reminder.latest, now)

    async def _held(self, reminder: Due, now: datetime) -> bool:
        """One of a trip that comes late, in the night, waits for the morning where its deadline does."""
        zone = zone_of(reminder.zone)
        if self._quiet is None or zone is None or reminder.kind != "trip" or now - reminder.due <= LATE:
            return False
        morning = self._quiet.later(now, zone)
        if morning == now or reminder.latest is None or reminder.latest <= morning + LATE:
            return False
        await self._reminders.hold(reminder.id, morning)
        return True

    async def _reply(self, due: Sequence[Due], now: datetime) -> Reply:
        """With a button that stops them; where it goes to a person from a group, the group's command does."""
        words = "\n\n".join(words_of(reminder, now) for reminder in due)
        with speaking(due[0].language):
            return await self._with_taps(words, due)

    async def _with_taps(self, words: str, due: Sequence[Due]) -> Reply:
        first, trips = due[0], {reminder.trip for reminder in due if reminder.kind != "own"}
        if not trips:
            return Reply((Text(words),))
        if first.direct:
            return Reply((Text("\n".join((words, say("/reminders, where you asked for them, stops them.")))),))
        trip = trips.pop() if len(trips) == 1 else ""
        stop = StopReminders(trip=trip, language=first.language).model_dump_json()
        token = await self._store.put_button(first.chat, stop)
        return Reply((Text(words),), (Button(say("Stop these"), token),))


def fold(due: Sequence[Due]) -> list[list[Due]]:
    """Those of one person in one chat together, in their order, a few in one message."""
    found: dict[tuple[str, str, bool], list[list[Due]]] = {}
    for reminder in due:
        runs = found.setdefault((str(reminder.chat), reminder.person_id, bool(reminder.direct)), [[]])
        if len(runs[-1]) == MOST_TOGETHER:
            runs.append([])
        runs[-1].append(reminder)
    return [run for runs in found.values() for run in runs]


def words_of(reminder: Due, now: datetime) -> str:
    """What is sent: the thing, its deadline, and honestly whether that is over."""
    with speaking(reminder.language):
        return "\n".join(_lines_of(reminder, now))


def _lines_of(reminder: Due, now: datetime) -> list[str]:
    is_late = now - reminder.due > LATE
    if reminder.kind == "own":
        lines = [say("{name}: {value}", name=f"**{reminder.heading}**", value=escape(reminder.words))]
        due = moment_in_words(reminder.due, reminder.zone)
        return [*lines, say("It comes late: it was for {moment}.", moment=due)] if is_late else lines
    kind = say("Reminder")
    head = f"**{kind}** · {reminder.heading}"
    limit = moment_in_words(reminder.latest, reminder.zone) if reminder.latest else ""
    if reminder.latest is not None and now > reminder.latest:
        over = say(
            "**Too late: the deadline was {limit}.** I come after it. Phone and ask what holds now.", limit=limit
        )
        return [head, over, reminder.words]
    latest = [say("Latest: **{limit}**", limit=limit)] if limit else []
    return [head, reminder.words, *latest, *([say("This reminder comes late.")] if is_late else [])]


def moment_in_words(moment: datetime, zone: str | None) -> str:
    """ "Sat 28 Nov 08:00 local (07:00Z)"; in UTC alone where no zone is known."""
    utc = moment.astimezone(UTC)
    if zone == "UTC":
        return say("{utc:%a} {utc.day} {utc:%b} {utc:%H:%M}Z", utc=utc)
    local = moment.astimezone(zone_of(zone) or UTC)
    if utc.date() != local.date():
        return say(
            "{local:%a} {local.day} {local:%b} {local:%H:%M} local ({utc:%a} {utc:%H:%M}Z)", local=local, utc=utc
        )
    return say("{local:%a} {local.day} {local:%b} {local:%H:%M} local ({utc:%H:%M}Z)", local=local, utc=utc)
