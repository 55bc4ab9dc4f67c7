"""`/fleet`: a club's aircraft, with the bookings that its calendar tells; never that one is available."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from adapters.markdown import escape
from adapters.protocol import ChannelError, IncomingMessage, Reply, Text
from agent.upstream.foreign import NotRead
from bot.club.bookings import Booking, NotCalendar
from bot.club.feeds import Feeds
from bot.club.fleet import MOST_AIRCRAFT, Craft, Fleet
from bot.forget_desk import Administers
from bot.notes import Notes
from bot.outings.evidence import registration

LISTED, ALONE = timedelta(days=7), timedelta(days=14)
MOST_LISTED, MOST_BOOKED = 8, 8
IN_A_GROUP = "A fleet belongs to a group: write it in your club's."
HOW = "An admin adds one with the address of its calendar (iCal): /fleet G-ABCD https://…"
ADMINS = "Only an admin of this group can do that."
NO_BOOKING = "That is what the calendar says, and no promise: book where your club books."


@dataclass(frozen=True)
class FleetDesk:
    """The fleet's part of the desk."""

    fleet: Fleet
    feeds: Feeds
    notes: Notes
    administers: Callable[[], Administers]
    now: Callable[[], datetime]

    async def command(self, rest: str, zone: ZoneInfo, message: IncomingMessage) -> Reply:
        """List, show one, add or take out."""
        if message.private:
            return Reply((Text(IN_A_GROUP),))
        words = rest.split()
        craft = registration(words[0]) if words else ""
        if not words:
            return Reply((Text(await self._listed(message, zone)),))
        if craft != words[0].upper() or len(craft) > 12:
            return _refused(f"Say the registration first. {HOW}")
        if len(words) == 1:
            return Reply((Text(await self._one(craft, message, zone)),))
        if not await self._may(message):
            return _refused(ADMINS)
        if words[1].lower() in ("off", "remove", "out"):
            gone = await self.fleet.take_out(message.chat, craft)
            return Reply((Text(f"{craft} is taken out." if gone else f"{craft} is not in the fleet."),))
        return await self._added(craft, words[1], zone, message)

    async def _added(self, craft: str, address: str, zone: ZoneInfo, message: IncomingMessage) -> Reply:
        """Read once before anything is kept: what cannot be read is refused, and nothing changed."""
        try:
            found = await self.feeds.bookings(address, craft, zone)
        except (NotRead, NotCalendar) as error:
            return _refused(f"{error} Nothing is kept.")
        if not await self.fleet.put(message.chat, craft, address, found, self.now()):
            return _refused(f"{MOST_AIRCRAFT} aircraft are in the fleet: take one out first, /fleet G-ABCD off.")
        others = f" It names other aircraft and never {craft}: is it the right one?" if found.of_others else ""
        left = f" {found.left_out} entries could not be read." if found.left_out else ""
        count = len(found.bookings)
        words = f"**{craft}**: {count} booking{'' if count == 1 else 's'} in the next 60 days.{others}{left}"
        return Reply((Text(f"{words} I read it every 30 minutes. {NO_BOOKING}"),))

    async def on(self, craft: str, day: date | None, zone: ZoneInfo, message: IncomingMessage) -> Reply:
        """ "Is G-ABCD free Saturday?": what the calendar says of that day."""
        held = await self._held(craft, message)
        if held is None:
            return Reply((Text(f"I have no calendar of {escape(craft)} here. {HOW}"),))
        if day is None:
            return Reply((Text(await self._one(craft, message, zone)),))
        return Reply((Text(f"{day_words(held, day, zone, self.now())} {NO_BOOKING}"),))

    async def _held(self, craft: str, message: IncomingMessage) -> Craft | None:
        return next((one for one in await self.fleet.all(message.chat) if one.registration == craft), None)

    async def _listed(self, message: IncomingMessage, zone: ZoneInfo) -> str:
        found = await self.fleet.all(message.chat)
        if not found:
            return f"No aircraft is in the fleet. {HOW}"
        notes = await self.notes.open(message.chat)
        lines: list[str] = []
        for one in found[:MOST_LISTED]:
            open_ = sum(note.registration == one.registration for note in notes)
            remarks = f" · {open_} open remark{'' if open_ == 1 else 's'}" if open_ else ""
            lines.append(f"- {next_words(one, zone, self.now(), LISTED, 2)}{remarks}")
        more = [f"- and {len(found) - MOST_LISTED} more"] if len(found) > MOST_LISTED else []
        return "\n".join(["**The next 7 days**", *lines, *more, NO_BOOKING])

    async def _one(self, craft: str, message: IncomingMessage, zone: ZoneInfo) -> str:
        held = await self._held(craft, message)
        notes = [f"- {escape(n.text)} ({escape(n.by)})" for n in await self.notes.open(message.chat, craft)]
        said = ["Open remarks, no tech log:", *notes[:5]] if notes else []
        if held is None:
            return "\n".join([f"I have no calendar of {craft} here. {HOW}", *said])
        return "\n".join([next_words(held, zone, self.now(), ALONE, MOST_BOOKED), *said, NO_BOOKING])

    async def _may(self, message: IncomingMessage) -> bool:
        try:
            return await self.administers()(message)
        except ChannelError:
            return False


def day_words(craft: Craft, day: date, zone: ZoneInfo, now: datetime) -> str:
    """ "G-ABCD booked 09:00–13:00 on Sat 13 Feb (read 08:40)."."""
    if craft.read_at is None or craft.bookings.of_others:
        return f"**{craft.registration}**: I know of no calendar entries of it{read_words(craft, zone, now)}."
    horizon = (craft.read_at + timedelta(days=58)).astimezone(zone).date()
    date_ = f"{day:%a} {day.day} {day:%b}"
    if day > horizon:
        return f"**{craft.registration}**: I read its calendar for 60 days only; {date_} lies behind."
    found = craft.bookings.on(day, zone)
    if not found:
        return f"No booking of **{craft.registration}** stands on {date_}{read_words(craft, zone, now)}."
    spans = ", ".join(_span(b, zone, day) for b in found[:MOST_BOOKED])
    return f"**{craft.registration} booked {spans}** on {date_}{read_words(craft, zone, now)}."


def next_words(craft: Craft, zone: ZoneInfo, now: datetime, ahead: timedelta, most: int) -> str:
    """The next bookings, each with its day."""
    read = read_words(craft, zone, now)
    found = [b for b in craft.bookings.bookings if b.end > now and b.start < now + ahead]
    if craft.read_at is None or craft.bookings.of_others:
        return f"**{craft.registration}**: I know of no calendar entries of it{read}"
    if not found:
        return f"**{craft.registration}**: no booking in the next {ahead.days} days{read}"
    spans = [f"{b.start.astimezone(zone):%a} {b.start.astimezone(zone).day} {_span(b, zone)}" for b in found]
    more = f" and {len(spans) - most} more" if len(spans) > most else ""
    return f"**{craft.registration}** booked {', '.join(spans[:most])}{more}{read}"


def read_words(craft: Craft, zone: ZoneInfo, now: datetime) -> str:
    """ " (read 08:40)", with the day where it is not today, and why it was not read since."""
    if craft.read_at is None:
        return f" (not read yet: {craft.problem})" if craft.problem else " (not read yet)"
    local = craft.read_at.astimezone(zone)
    day = "" if local.date() == now.astimezone(zone).date() else f"{local:%a} {local.day} {local:%b} "
    since = f"; not read since: {craft.problem}" if craft.problem else ""
    return f" (read {day}{_at(local)}{since})"


def _span(booking: Booking, zone: ZoneInfo, day: date | None = None) -> str:
    """ "09:00–13:00", "all day", or with the days where it runs over midnight."""
    begins, ends = booking.start.astimezone(zone), booking.end.astimezone(zone)
    if booking.whole:
        last = (ends - timedelta(minutes=1)).date()
        return "all day" if last == begins.date() or day else f"all day to {last:%a} {last.day}"
    if ends.date() == begins.date():
        return f"{begins:%H:%M}–{_at(ends)}"
    return f"{begins:%a %H:%M}–{ends:%a} {_at(ends)}"


def _at(moment: datetime) -> str:
    """Without a zone that is known, UTC says so."""
    return f"{moment:%H:%M}{'Z' if str(moment.tzinfo) == 'UTC' else ''}"


def _refused(words: str) -> Reply:
    return Reply((Text(words),), ephemeral=True)
