"""The latest moment that a text allows: notice, reports and flight plans, counted back from a flight.

Every reading that a text leaves open is reckoned, and the earliest one counts: a deadline is never later than
the text asks. `Deadline.reach_by` is the last moment before it at which the office that takes the notice is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from agent.aviation.hours import business_days_before, clock_on, holidays_known
from agent.aviation.notice_rules import NoticeRule, TimeBasis
from tongue import later, say

Span = tuple[datetime, datetime]
OpenOn = Callable[[date], tuple[Span, ...] | None]
"""The hours of an office on a day of its own calendar, as moments; None where they are not known."""

Standing = Literal["unknown", "not yet", "open", "passed"]
LOOK_BACK_DAYS = 21
"""How far back an office's last open hour is sought."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a text asks, in figures. `hours` before the flight; `not_before` the first hour it is accepted.

    `days` before, at `cut_off` on the clock of `basis` or at the hour of the flight; `working` counts working days
    alone, 0 being the day of the flight. `weekday` (1 is Monday) is the day of the week by which it is due.
    """

    hours: float | None = None
    not_before: float | None = None
    days: int | None = None
    working: bool = False
    cut_off: str | None = None
    basis: TimeBasis = "unknown"
    weekday: int | None = None

    @classmethod
    def by(cls, rule: NoticeRule, basis: TimeBasis) -> Asked:
        """The figures of a notice rule; none where it states no lead time."""
        if rule.kind in ("hours", "window") and rule.hours is not None:
            return cls(hours=rule.hours, not_before=rule.earliest_hours, basis=basis)
        if rule.business_day_offset is None and rule.deadline_weekday is None:
            return cls(basis=basis)
        working = rule.kind == "business_day"
        days = (rule.business_day_offset or 1) if working else rule.business_day_offset
        return cls(days=days, working=working, cut_off=rule.cut_off, basis=basis, weekday=rule.deadline_weekday)


@dataclass(frozen=True, slots=True)
class Place:
    """Whose clocks and holidays count."""

    zone: ZoneInfo
    country: str
    region: str = ""


@dataclass(frozen=True, slots=True)
class Deadline:
    """When notice must have been given, and not before, in UTC. `latest` None: the text does not fix it.

    `reach_by` is the last moment up to `latest` at which the office is open, where its hours are known.
    """

    latest: datetime | None
    earliest: datetime | None = None
    assumed: str | None = None
    reach_by: datetime | None = None

    def standing(self, now: datetime) -> Standing:
        """Where `now` lies."""
        if self.latest is None:
            return "unknown"
        if now > self.latest:
            return "passed"
        return "not yet" if self.earliest is not None and now < self.earliest else "open"


def due(asked: Asked, flight: datetime, place: Place, open_on: OpenOn | None = None) -> Deadline:
    """The latest moment that `asked` allows for a flight at `flight` (aware), by the clocks of `place`."""
    found = _in_hours(asked, flight, place) if asked.hours is not None else _in_days(asked, flight, place)
    if found.latest is None or open_on is None:
        return found
    return replace(found, reach_by=last_open(found.latest, place.zone, open_on))


def _in_hours(asked: Asked, flight: datetime, place: Place) -> Deadline:
    latest = min(_hours_before(flight, asked.hours or 0.0, place.zone))
    earliest = max(_hours_before(flight, asked.not_before, place.zone)) if asked.not_before else None
    return Deadline(latest, earliest)


def _hours_before(flight: datetime, hours: float, zone: ZoneInfo) -> Iterator[datetime]:
    """The hours as they pass; whole days also by the clock on the wall, which a clock change moves by an hour."""
    yield flight.astimezone(UTC) - timedelta(hours=hours)
    if hours >= 24 and hours % 24 == 0:
        wall = flight.astimezone(zone).replace(tzinfo=None) - timedelta(hours=hours)
        yield from _moments(wall, zone)


def _moments(wall: datetime, zone: ZoneInfo) -> Iterator[datetime]:
    """A time on the wall as moments: two where the clocks go back over it."""
    for fold in (0, 1):
        yield wall.replace(tzinfo=zone, fold=fold).astimezone(UTC)


def _in_days(asked: Asked, flight: datetime, place: Place) -> Deadline:
    on = _due_day(asked, flight.astimezone(place.zone).date(), place)
    if on is None:
        return Deadline(None)
    last = flight.astimezone(UTC)  # "before 1500 the same day", flying at noon
    unsure = (
        say("public holidays of {country} not known", country=place.country)
        if asked.working and not holidays_known(place.country, on.year)
        else None
    )
    if asked.cut_off is None:
        wall = datetime.combine(on, flight.astimezone(place.zone).time())
        return Deadline(min([*_moments(wall, place.zone), last]), None, unsure)
    known = clock_on(asked.cut_off, on, asked.basis, place.zone)
    if known is not None:
        return Deadline(min(known, last), None, unsure)
    bases: tuple[TimeBasis, ...] = ("utc", "local", "utc_summer")
    candidates = [moment for basis in bases if (moment := clock_on(asked.cut_off, on, basis, place.zone))]
    return Deadline(min([*candidates, last]), None, later("time basis not stated, the earlier reading is shown"))


def _due_day(asked: Asked, day: date, place: Place) -> date | None:
    """The day by which it is due: the earlier one where the text names a day of the week as well."""
    if asked.days is None and asked.weekday is None:
        return None
    found = day
    if asked.working:
        found = business_days_before(day, asked.days or 0, place.country, place.region)
    elif asked.days:
        found = day - timedelta(days=asked.days)
    if asked.weekday is None:
        return found
    return min(found, day - timedelta(days=(day.isoweekday() - asked.weekday) % 7 or 7))


def last_open(latest: datetime, zone: ZoneInfo, open_on: OpenOn) -> datetime | None:
    """The last moment up to `latest` inside the office's hours; None where a day's hours are not known."""
    day = latest.astimezone(zone).date() + timedelta(days=1)  # hours past midnight belong to the day they begin on
    for _ in range(LOOK_BACK_DAYS):
        spans = open_on(day)
        if spans is None:
            return None
        begun = [min(end, latest) for start, end in spans if start <= latest]
        if begun:  # the evening before may reach past midnight, and further
            before = open_on(day - timedelta(days=1)) or ()
            return max(*begun, *(min(end, latest) for start, end in before if start <= latest), begun[0])
        day -= timedelta(days=1)
    return None


def tightest(deadlines: list[Deadline]) -> Deadline:
    """What keeps every one of several: the earliest end, the latest beginning."""
    fixed = [d for d in deadlines if d.latest is not None]
    if not fixed:
        return Deadline(None)
    first = min(fixed, key=lambda d: d.latest or datetime.max.replace(tzinfo=UTC))
    begins = [d.earliest for d in fixed if d.earliest is not None]
    return replace(first, earliest=max(begins, default=None))


def deadline(
    rule: NoticeRule,
    day: date,
    at: time | None,
    zone: ZoneInfo | None,
    country: str,
    region: str = "",
    *,
    basis: TimeBasis,
) -> Deadline:
    """The latest moment (UTC) that `rule` allows for a flight on `day` at `at` (local time of the field).

    Without a time the day's opening, or its first minute, is taken: the answer is then on the safe side.
    """
    if zone is None:
        return Deadline(None, assumed=later("the field's time zone is not known"))
    moment, assumed = _flight_moment(rule, day, at, zone, basis)
    asked = Asked.by(rule, basis)
    if asked.hours is None and moment.astimezone(zone).date() != day:
        moment = datetime.combine(day, time(0), zone)  # an opening printed in UTC that is another day here
    if at is None and asked.days == 0 and asked.cut_off is not None:
        moment = datetime.combine(day, time(23, 59), zone)  # "before 1500 the same day": no time to come before it
    found = due(asked, moment, Place(zone, country, region))
    counts = asked.hours is not None or (found.latest is not None and asked.cut_off is None)
    return replace(found, assumed=found.assumed or (assumed if counts else None))


def _flight_moment(
    rule: NoticeRule, day: date, at: time | None, zone: ZoneInfo, basis: TimeBasis
) -> tuple[datetime, str | None]:
    if at is not None:
        return min(_moments(datetime.combine(day, at), zone)), None
    opening = clock_on(rule.open_from, day, basis, zone) if rule.open_from else None
    if opening is not None:
        return opening, later("counted from opening time")
    return datetime.combine(day, time(0), zone).astimezone(UTC), later("counted from the start of the day")
