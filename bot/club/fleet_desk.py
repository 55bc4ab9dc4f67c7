"""`/fleet`: a club's aircraft, with the bookings that its calendar tells; never that one is available."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from adapters.markdown import escape
from adapters.protocol import ChannelError, IncomingMessage, Reply, Text
from agent.upstream.foreign import NotRead, said_of
from bot.club.bookings import Booking, NotCalendar
from bot.club.feeds import Feeds
from bot.club.fleet import MOST_AIRCRAFT, Craft, Fleet
from bot.forget_desk import Administers
from bot.notes import Notes
from bot.outings.evidence import registration
from bot.outings.outing import day_words as day_words_of
from tongue import later, say, say_many

LISTED, ALONE = timedelta(days=7), timedelta(days=14)
MOST_LISTED, MOST_BOOKED = 8, 8
IN_A_GROUP = later("A fleet belongs to a group: write it in your club's.")
HOW = later("An admin adds one with the address of its calendar (iCal): /fleet G-ABCD https://…")
ADMINS = later("Only an admin of this group can do that.")
NO_BOOKING = later("That is what the calendar says, and no promise: book where your club books.")


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
            return Reply((Text(say(IN_A_GROUP)),))
        words = rest.split()
        craft = registration(words[0]) if words else ""
        if not words:
            return Reply((Text(await self._listed(message, zone)),))
        if craft != words[0].upper() or len(craft) > 12:
            return _refused(say("Say the registration first. {how}", how=say(HOW)))
        if len(words) == 1:
            return Reply((Text(await self._one(craft, message, zone)),))
        if not await self._may(message):
            return _refused(say(ADMINS))
        if words[1].lower() in ("off", "remove", "out"):
            gone = await self.fleet.take_out(message.chat, craft)
            told = (
                say("{craft} is taken out.", craft=craft)
                if gone
                else say("{craft} is not in the fleet.", craft=craft)
            )
            return Reply((Text(told),))
        return await self._added(craft, words[1], zone, message)

    async def _added(self, craft: str, address: str, zone: ZoneInfo, message: IncomingMessage) -> Reply:
        """Read once before anything is kept: what cannot be read is refused, and nothing changed."""
        try:
            found = await self.feeds.bookings(address, craft, zone)
        except (NotRead, NotCalendar) as error:
            nothing = say("Nothing is kept.")
            return _refused(f"{error} {nothing}")
        if not await self.fleet.put(message.chat, craft, address, found, self.now()):
            words = say(
                "{most} aircraft are in the fleet: take one out first, /fleet G-ABCD off.", most=MOST_AIRCRAFT
            )
            return _refused(words)
        count = len(found.bookings)
        said = [
            say_many(
                "**{craft}**: {count} booking in the next 60 days.",
                "**{craft}**: {count} bookings in the next 60 days.",
                count, craft=craft,
            )
        ]  # fmt: skip
        if found.of_others:
            said.append(say("It names other aircraft and never {craft}: is it the right one?", craft=craft))
        if found.left_out:
            said.append(
                say_many("{count} entry could not be read.", "{count} entries could not be read.", found.left_out)
            )
        said += [say("I read it every 30 minutes."), say(NO_BOOKING)]
        return Reply((Text(" ".join(said)),))

    async def on(self, craft: str, day: date | None, zone: ZoneInfo, message: IncomingMessage) -> Reply:
        """ "Is G-ABCD free Saturday?": what the calendar says of that day."""
        held = await self._held(craft, message)
        if held is None:
            return Reply((Text(_no_calendar(craft)),))
        if day is None:
            return Reply((Text(await self._one(craft, message, zone)),))
        return Reply((Text(f"{day_words(held, day, zone, self.now())} {say(NO_BOOKING)}"),))

    async def _held(self, craft: str, message: IncomingMessage) -> Craft | None:
        return next((one for one in await self.fleet.all(message.chat) if one.registration == craft), None)

    async def _listed(self, message: IncomingMessage, zone: ZoneInfo) -> str:
        found = await self.fleet.all(message.chat)
        if not found:
            return say("No aircraft is in the fleet. {how}", how=say(HOW))
        notes = await self.notes.open(message.chat)
        lines: list[str] = []
        for one in found[:MOST_LISTED]:
            open_ = sum(note.registration == one.registration for note in notes)
            remarks = say_many(" · {count} open remark", " · {count} open remarks", open_) if open_ else ""
            lines.append(f"- {next_words(one, zone, self.now(), LISTED, 2)}{remarks}")
        rest = say("and {count} more", count=len(found) - MOST_LISTED)
        more = [f"- {rest}"] if len(found) > MOST_LISTED else []
        return "\n".join([say("**The next 7 days**"), *lines, *more, say(NO_BOOKING)])

    async def _one(self, craft: str, message: IncomingMessage, zone: ZoneInfo) -> str:
        held = await self._held(craft, message)
        notes = [f"- {escape(n.text)} ({escape(n.by)})" for n in await self.notes.open(message.chat, craft)]
        said = [say("Open remarks, no tech log:"), *notes[:5]] if notes else []
        if held is None:
            return "\n".join([_no_calendar(craft), *said])
        return "\n".join([next_words(held, zone, self.now(), ALONE, MOST_BOOKED), *said, say(NO_BOOKING)])

    async def _may(self, message: IncomingMessage) -> bool:
        try:
            return await self.administers()(message)
        except ChannelError:
            return False


def day_words(craft: Craft, day: date, zone: ZoneInfo, now: datetime) -> str:
    """ "G-ABCD booked 09:00–13:00 on Sat 13 Feb (read 08:40)."."""
    if craft.read_at is None or craft.bookings.of_others:
        return _no_entries(craft, zone, now) + "."
    horizon = (craft.read_at + timedelta(days=58)).astimezone(zone).date()
    said = {"craft": craft.registration, "day": day_words_of(day), "read": read_words(craft, zone, now)}
    if day > horizon:
        return say("**{craft}**: I read its calendar for 60 days only; {day} lies behind.", **said)
    found = craft.bookings.on(day, zone)
    if not found:
        return say("No booking of **{craft}** stands on {day}{read}.", **said)
    spans = ", ".join(_span(b, zone, day) for b in found[:MOST_BOOKED])
    return say("**{craft} booked {spans}** on {day}{read}.", spans=spans, **said)


def next_words(craft: Craft, zone: ZoneInfo, now: datetime, ahead: timedelta, most: int) -> str:
    """The next bookings, each with its day."""
    read = read_words(craft, zone, now)
    found = [b for b in craft.bookings.bookings if b.end > now and b.start < now + ahead]
    if craft.read_at is None or craft.bookings.of_others:
        return _no_entries(craft, zone, now)
    said = {"craft": craft.registration, "read": read}
    if not found:
        return say("**{craft}**: no booking in the next {days} days{read}", days=ahead.days, **said)
    spans = [f"{_short(b.start.astimezone(zone))} {_span(b, zone)}" for b in found]
    more = len(spans) - most
    listed = ", ".join(spans[:most]) + (" " + say("and {count} more", count=more) if more > 0 else "")
    return say("**{craft}** booked {spans}{read}", spans=listed, **said)


def _no_calendar(craft: str) -> str:
    return say("I have no calendar of {craft} here. {how}", craft=escape(craft), how=say(HOW))


def _no_entries(craft: Craft, zone: ZoneInfo, now: datetime) -> str:
    read = read_words(craft, zone, now)
    return say("**{craft}**: I know of no calendar entries of it{read}", craft=craft.registration, read=read)


def _short(day: date) -> str:
    """ "Sat 13"."""
    return say("{day:%a} {number}", day=day, number=day.day)


def read_words(craft: Craft, zone: ZoneInfo, now: datetime) -> str:
    """ " (read 08:40)", with the day where it is not today, why not since, and what of it could not be read."""
    if craft.read_at is None:
        why = said_of(craft.problem)
        return say(" (not read yet: {why})", why=why) if craft.problem else say(" (not read yet)")
    local = craft.read_at.astimezone(zone)
    day = "" if local.date() == now.astimezone(zone).date() else f"{day_words_of(local)} "
    read = f"{day}{_at(local)}"
    if craft.problem:
        return say(" (read {when}; not read since: {why})", when=read, why=said_of(craft.problem))
    if left := craft.bookings.left_out:
        return say_many(
            " (read {when}; {count} entry not understood)",
            " (read {when}; {count} entries not understood)",
            left,
            when=read,
        )
    return say(" (read {when})", when=read)


def _span(booking: Booking, zone: ZoneInfo, day: date | None = None) -> str:
    """ "09:00–13:00", "all day", or with the days where it runs over midnight."""
    begins, ends = booking.start.astimezone(zone), booking.end.astimezone(zone)
    if booking.whole:
        last = (ends - timedelta(minutes=1)).date()
        one = last == begins.date() or day
        return say("all day") if one else say("all day to {day}", day=_short(last))
    if ends.date() == begins.date():
        return f"{begins:%H:%M}–{_at(ends)}"
    return say("{begins:%a} {begins:%H:%M}–{ends:%a} {at}", begins=begins, ends=ends, at=_at(ends))


def _at(moment: datetime) -> str:
    """Without a zone that is known, UTC says so."""
    return f"{moment:%H:%M}{'Z' if str(moment.tzinfo) == 'UTC' else ''}"


def _refused(words: str) -> Reply:
    return Reply((Text(words),), ephemeral=True)
