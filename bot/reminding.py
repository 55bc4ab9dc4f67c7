"""Sends the reminders whose time has come, and says when one comes late or after its deadline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import structlog

from adapters.protocol import Button, ChannelError, ChatGone, Reply, Text
from agent.aviation.hours import zone_of
from bot.actions import StopReminders
from bot.reminders import Due, Reminders, together
from bot.store import Store
from bot.voice import Post

LATE = timedelta(minutes=30)

log = structlog.get_logger(__name__)


class Postman:
    """Claims what is due and sends it: `tick` is called by the clock, in whichever process."""

    def __init__(self, reminders: Reminders, store: Store, post: Post, now: Callable[[], datetime]) -> None:
        self._reminders = reminders
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
        for reminder in reminders:
            await self._deliver(reminder)

    async def _deliver(self, reminder: Due) -> None:
        now = self._now()
        if not await self._reminders.is_wanted(reminder.id):
            return
        try:
            reply = await self._reply(reminder, now)
            await self._post(reminder.chat, reply, name=f"reminder-{reminder.id}")
        except ChatGone as error:
            log.info("reminder_dropped", why=str(error))
            await self._reminders.drop(reminder.id, "gone")
        except ChannelError as error:
            log.warning("reminder_not_sent", why=str(error))
        else:
            await self._reminders.sent(reminder.id, now)

    async def _reply(self, reminder: Due, now: datetime) -> Reply:
        """With a button that stops them; where it goes to a person from a group, the group's command does."""
        words = words_of(reminder, now)
        if reminder.direct:
            return Reply((Text(f"{words}\n/reminders, where you asked for them, stops them."),))
        stop = StopReminders(trip=reminder.trip).model_dump_json()
        token = await self._store.put_button(reminder.chat, stop)
        return Reply((Text(words),), (Button("Stop these", token),))


def words_of(reminder: Due, now: datetime) -> str:
    """What is sent: the thing, its deadline, and honestly whether that is over."""
    head = f"**Reminder** · {reminder.heading}"
    if reminder.latest is not None and now > reminder.latest:
        return (
            f"{head}\n**Too late: the deadline was {moment_in_words(reminder.latest, reminder.zone)}.** "
            f"I come after it. Phone and ask what holds now.\n{reminder.words}"
        )
    late = "\nThis reminder comes late." if now - reminder.due > LATE else ""
    latest = f"\nLatest: **{moment_in_words(reminder.latest, reminder.zone)}**" if reminder.latest else ""
    return f"{head}\n{reminder.words}{latest}{late}"


def moment_in_words(moment: datetime, zone: str | None) -> str:
    """ "Sat 28 Nov 08:00 local (07:00Z)"."""
    local, utc = moment.astimezone(zone_of(zone) or UTC), moment.astimezone(UTC)
    other = f"{utc:%a} " if utc.date() != local.date() else ""
    return f"{local:%a} {local.day} {local:%b %H:%M} local ({other}{utc:%H:%M}Z)"
