"""Reads an aircraft's bookings out of a club's calendar; a time without a booking is never called available.

    found = bookings_of(content, "G-ABCD", now, now + AHEAD, ZoneInfo("Europe/London"))

A calendar that names the aircraft somewhere is the whole fleet's: of it only what names this one counts.
Who booked is not kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from pydantic import AwareDatetime, TypeAdapter

from agent import regex as re
from agent.aviation.hours import zone_of
from agent.protocol import Value
from agent.upstream.foreign import NotRead
from tongue import later

AHEAD = timedelta(days=60)
NONE = later("What stands there is no calendar (iCal).")
TOO_MANY = later("That calendar has more than {value} entries: give one of this aircraft alone.")
TOO_MANY_REPEAT = later("That calendar has more than {value} repeating entries.")
MOST_ENTRIES, MOST_REPEATING, MOST_BOOKINGS = 5_000, 500, 400
OLDEST = timedelta(days=20 * 366)
"""A repeating entry that began longer ago is left out, and said so: to count it up would take too long."""
_OFTEN = re.compile(r"FREQ=(SECONDLY|MINUTELY|HOURLY)|BYSECOND|BYMINUTE|BYHOUR", re.IGNORECASE)
_REGISTRATION = re.compile(r"\b(?:[A-Z0-9]{1,2}-[A-Z0-9]{3,5}|N\d{2,5}[A-Z]{0,2})\b")


class NotCalendar(NotRead):
    """Why something cannot be read as a calendar, in words."""


class Booking(Value):
    """From when to when an aircraft is booked. `whole` days have no times."""

    start: AwareDatetime
    end: AwareDatetime
    whole: bool = False


class Bookings(Value):
    """What a calendar says. `left_out`: entries that could not be read. `zone`: what its times without one are in.

    `of_others`: it names aircraft, and never this one.
    """

    bookings: tuple[Booking, ...] = ()
    left_out: int = 0
    of_others: bool = False
    zone: str = "UTC"

    def on(self, day: date, clock: ZoneInfo) -> tuple[Booking, ...]:
        """Those of one day."""
        begins = datetime.combine(day, time(), clock)
        ends = datetime.combine(day + timedelta(days=1), time(), clock)
        return tuple(b for b in self.bookings if b.start < ends and b.end > begins)


KEPT: TypeAdapter[Bookings] = TypeAdapter(Bookings)


def bookings_of(content: bytes, registration: str, start: datetime, end: datetime, zone: ZoneInfo) -> Bookings:
    """The bookings of an aircraft in a while. Raises `NotCalendar`."""
    from icalendar import Calendar

    try:
        calendars = cast("list[Any]", Calendar.from_ical(content, multiple=True))
    except (ValueError, IndexError, KeyError, RecursionError, TypeError, AttributeError) as error:
        raise NotCalendar(NONE) from error
    if not calendars or any(str(one.name) != "VCALENDAR" for one in calendars):
        raise NotCalendar(NONE)
    named = str(calendars[0].get("X-WR-TIMEZONE", "")).strip()
    clock = zone_of(named) or zone
    entries = [entry for calendar in calendars for entry in calendar.walk("VEVENT")]
    if len(entries) > MOST_ENTRIES:
        raise NotCalendar(TOO_MANY, value=str(MOST_ENTRIES))
    ours = [entry for entry in entries if names(registration, _words(entry))]
    of_others = not ours and any(_REGISTRATION.search(_words(entry)) for entry in entries)
    if not ours and not of_others:
        ours = entries  # the calendar of one aircraft, which need not name it
    readable = [entry for entry in ours if not _too_often(entry, start)]
    found, broken = _expanded(readable, start, end, clock)
    kept = sorted({(b.start, b.end, b.whole): b for b in found}.values(), key=lambda b: b.start)
    left_out = len(ours) - len(readable) + broken
    return Bookings(
        bookings=tuple(kept[:MOST_BOOKINGS]),
        left_out=left_out,
        of_others=of_others,
        zone=clock.key,
    )


def names(registration: str, words: str) -> bool:
    """Whether words name an aircraft: "G-ABCD", "GABCD", "g abcd"."""
    letters = [c for c in registration.upper() if c.isalnum()]
    wanted = r"\W?".join(re.escape(c) for c in letters)
    return re.search(rf"(?<![A-Za-z0-9]){wanted}(?![A-Za-z0-9])", words.upper()) is not None


def _words(entry: Any) -> str:
    return " ".join(str(entry.get(name, "")) for name in ("SUMMARY", "LOCATION", "RESOURCES", "CATEGORIES"))


def _too_often(entry: Any, now: datetime) -> bool:
    """Whether an entry repeats so that counting it up is no use: by the minute, or for decades."""
    rules = entry.get("RRULE")
    if not rules:
        return False
    each: list[Any] = cast("list[Any]", rules) if isinstance(rules, list) else [rules]
    said = " ".join(str(rule.to_ical().decode()) for rule in each)
    begins = getattr(entry.get("DTSTART"), "dt", None)
    old = isinstance(begins, date) and _day(begins) < (now - OLDEST).date()
    return bool(_OFTEN.search(said)) or old or begins is None


def _day(moment: date) -> date:
    return moment.date() if isinstance(moment, datetime) else moment


def _expanded(
    entries: Sequence[Any], start: datetime, end: datetime, clock: ZoneInfo
) -> tuple[list[Booking], int]:
    """Every entry, repeated ones counted up, that is neither cancelled nor marked as free."""
    import recurring_ical_events
    from icalendar import Calendar

    if sum(1 for e in entries if e.get("RRULE") or e.get("RDATE")) > MOST_REPEATING:
        raise NotCalendar(TOO_MANY_REPEAT, value=str(MOST_REPEATING))
    series: dict[str, Any] = {}
    for number, entry in enumerate(entries):  # an entry that breaks takes those of its own name along, no others
        series.setdefault(str(entry.get("UID", number)), Calendar()).add_component(entry)
    found: list[Booking] = []
    broken = 0
    for calendar in series.values():
        try:
            events: Any = recurring_ical_events.of(calendar).between(start, end)  # pyright: ignore[reportUnknownMemberType]
            found += [b for event in events if _counts(event) and (b := _booking(event, clock)) is not None]
        except Exception:  # noqa: BLE001 -- the library raises what it meets: the entry is counted as not read
            broken += 1
    return found, broken


def _counts(event: Any) -> bool:
    free = str(event.get("TRANSP", "")).upper() == "TRANSPARENT"
    return not free and str(event.get("STATUS", "")).upper() != "CANCELLED"


def _booking(event: Any, clock: ZoneInfo) -> Booking | None:
    start, end = getattr(event.get("DTSTART"), "dt", None), getattr(event.get("DTEND"), "dt", None)
    if not isinstance(start, date):
        return None
    whole = not isinstance(start, datetime)
    begins = _aware(start, clock)
    ends = _aware(end, clock) if isinstance(end, date) else begins
    if whole and ends <= begins:
        ends = begins + timedelta(days=1)
    return Booking(start=begins, end=ends, whole=whole) if ends > begins else None


def _aware(moment: date, clock: ZoneInfo) -> datetime:
    """UTC; a time without a zone, and a day, are the club's."""
    if not isinstance(moment, datetime):
        moment = datetime.combine(moment, time())
    return (moment if moment.tzinfo else moment.replace(tzinfo=clock)).astimezone(UTC)
