"""No deadline is ever later than the text asks, whatever the clocks, weekends and holidays do.

The oracle does not reckon a deadline: it looks at a moment and says whether notice given then is in time. The engine's
moment must be in time, and a minute later must not.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import holidays
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.aviation.deadlines import Asked, Deadline, Place, due, tightest

PLACES = [
    Place(ZoneInfo("Europe/London"), "GB"),
    Place(ZoneInfo("Europe/Paris"), "FR"),
    Place(ZoneInfo("Europe/Berlin"), "DE"),
    Place(ZoneInfo("Europe/Dublin"), "IE"),
    Place(ZoneInfo("Europe/Athens"), "GR"),
    Place(ZoneInfo("Atlantic/Azores"), "PT"),
]
MINUTE = timedelta(minutes=1)


def is_working(day: date, country: str) -> bool:
    return day.isoweekday() < 6 and day not in holidays.country_holidays(country, years=day.year)


def hours_in_time(given_at: datetime, flight: datetime, hours: float, zone: ZoneInfo) -> bool:
    """Notice as the reader who counts hours sees it, and, for whole days, the reader who looks at the clock."""
    if (flight - given_at).total_seconds() < hours * 3600:
        return False
    if hours % 24:
        return True
    days = int(hours // 24)
    here, there = given_at.astimezone(zone), flight.astimezone(zone)
    if (there.date() - here.date()).days != days:
        return (there.date() - here.date()).days > days
    return (here.hour, here.minute) <= (there.hour, there.minute)


def day_in_time(given_at: datetime, flight: datetime, asked: Asked, place: Place) -> bool:
    """Notice on a day is in time if enough days lie from it up to the day before the flight."""
    bases = ["utc", "local", "utc_summer"] if asked.basis == "unknown" else [asked.basis]
    flies = flight.astimezone(place.zone).date()
    for basis in bases:
        clock = {"utc": UTC, "local": place.zone}.get(basis)
        if clock is None:
            shift = datetime.combine(given_at.date(), time(12), place.zone).dst() or timedelta(0)
            at = given_at.astimezone(UTC) + shift
        else:
            at = given_at.astimezone(clock)
        between = [at.date() + timedelta(days=n) for n in range((flies - at.date()).days)]
        counted = [d for d in between if not asked.working or is_working(d, place.country)]
        wanted = asked.days or 0
        if len(counted) < wanted:
            return False
        last_day = len(counted) == wanted and (not asked.working or is_working(at.date(), place.country))
        if wanted == 0:
            last_day = at.date() == flies
            if at.date() > flies:
                return False
        if last_day and f"{at:%H:%M}" > str(asked.cut_off):
            return False
    return given_at <= flight


FIRST = datetime(2026, 1, 5, tzinfo=UTC)
moments = st.integers(0, 3 * 365 * 24 * 60).map(lambda minutes: FIRST + timedelta(minutes=minutes))
clocks = st.builds(lambda h, m: f"{h:02d}:{m:02d}", st.integers(3, 21), st.sampled_from([0, 15, 30]))


@given(moments, st.sampled_from(PLACES), st.sampled_from([0.5, 1.0, 2.0, 12.0, 24.0, 36.0, 48.0, 72.0]))
def test_hours_before_are_the_last_minute_in_time(wall: datetime, place: Place, hours: float) -> None:
    flight = wall.replace(tzinfo=UTC)
    found = due(Asked(hours=hours), flight, place).latest
    assert found is not None
    assert hours_in_time(found, flight, hours, place.zone)
    repeated = found.astimezone(place.zone).replace(fold=0) != found.astimezone(place.zone).replace(fold=1)
    if not repeated:
        assert not hours_in_time(found + MINUTE, flight, hours, place.zone)


@given(
    moments,
    st.sampled_from(PLACES),
    st.integers(0, 5),
    st.booleans(),
    clocks,
    st.sampled_from(["utc", "local", "utc_summer", "unknown"]),
)
def test_days_before_are_never_late(
    wall: datetime, place: Place, days: int, working: bool, cut_off: str, basis: str
) -> None:
    asked = Asked(days=days, working=working and days > 0, cut_off=cut_off, basis=basis)  # pyright: ignore[reportArgumentType]
    flight = wall.replace(tzinfo=UTC)
    found = due(asked, flight, place).latest
    assert found is not None
    assert day_in_time(found, flight, asked, place)
    if basis != "unknown":
        assert found == flight or not day_in_time(found + MINUTE, flight, asked, place)


@given(moments, st.sampled_from(PLACES), st.sampled_from([(48.0, 2.0), (24.0, 3.0), (72.0, 24.0)]))
def test_a_window_is_inside_every_reading(wall: datetime, place: Place, window: tuple[float, float]) -> None:
    flight, (first, last) = wall.replace(tzinfo=UTC), window
    found = due(Asked(hours=last, not_before=first), flight, place)
    assert found.earliest is not None and found.latest is not None
    assert timedelta(hours=last) <= flight - found.latest
    assert flight - found.earliest <= timedelta(hours=first)
    assert found.earliest < found.latest


SPANS = st.dictionaries(st.integers(1, 7), st.tuples(st.integers(0, 20), st.integers(1, 12)), max_size=7)


@given(moments, st.sampled_from(PLACES), st.sampled_from([2.0, 24.0, 48.0]), SPANS)
def test_an_office_is_reached_while_it_is_open_and_no_later_open_minute_is_left(
    wall: datetime, place: Place, hours: float, week: dict[int, tuple[int, int]]
) -> None:
    def open_on(day: date) -> tuple[tuple[datetime, datetime], ...]:
        if day.isoweekday() not in week:
            return ()
        begins, lasts = week[day.isoweekday()]
        start = datetime.combine(day, time(begins), place.zone).astimezone(UTC)
        return ((start, start + timedelta(hours=lasts)),)

    flight = wall.replace(tzinfo=UTC)
    found = due(Asked(hours=hours), flight, place, open_on)
    assert found.latest is not None
    around = [found.latest.date() + timedelta(days=n) for n in range(-9, 3)]
    spans = [span for day in around for span in open_on(day)]
    if not week:
        assert found.reach_by is None
        return
    assert found.reach_by is not None and found.reach_by <= found.latest
    assert any(start <= found.reach_by <= end for start, end in spans)
    later = found.reach_by + MINUTE
    assert later > found.latest or not any(start <= later <= end for start, end in spans)


def test_an_office_of_unknown_hours_gives_no_moment_to_reach_it() -> None:
    flight = datetime(2026, 11, 29, 10, tzinfo=UTC)
    assert due(Asked(hours=24), flight, PLACES[1], lambda _: None).reach_by is None


def test_the_night_before_an_early_flight_is_the_office_s_last_afternoon() -> None:
    """2 h before 06:00 on a Monday, an office open Monday to Friday 08:00 to 17:00: Friday 17:00."""
    paris = PLACES[1]

    def weekdays(day: date) -> tuple[tuple[datetime, datetime], ...]:
        start = datetime.combine(day, time(8), paris.zone)
        return ((start, start.replace(hour=17)),) if day.isoweekday() < 6 else ()

    found = due(Asked(hours=2), datetime(2026, 11, 30, 6, tzinfo=paris.zone), paris, weekdays)
    assert found.latest == datetime(2026, 11, 30, 3, tzinfo=UTC)
    assert found.reach_by == datetime(2026, 11, 27, 16, tzinfo=UTC)


def test_24_hours_over_the_autumn_change_take_the_earlier_reading() -> None:
    flight = datetime(2026, 10, 25, 14, tzinfo=ZoneInfo("Europe/Paris"))  # 13:00Z, winter time since 03:00
    assert due(Asked(hours=24), flight, PLACES[1]).latest == datetime(2026, 10, 24, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "standing"),
    [
        (datetime(2026, 11, 26, 9, tzinfo=UTC), "not yet"),
        (datetime(2026, 11, 28, 9, tzinfo=UTC), "open"),
        (datetime(2026, 11, 29, 9, tzinfo=UTC), "passed"),
    ],
)
def test_a_window_is_not_yet_open_open_or_passed(now: datetime, standing: str) -> None:
    gar = due(Asked(hours=2, not_before=48), datetime(2026, 11, 29, 10, tzinfo=UTC), PLACES[0])
    assert gar.standing(now) == standing


def test_nothing_asked_has_no_deadline_and_the_tightest_of_several_keeps_all() -> None:
    assert due(Asked(), datetime(2026, 11, 29, 10, tzinfo=UTC), PLACES[0]) == Deadline(None)
    first, second = datetime(2026, 11, 27, 10, tzinfo=UTC), datetime(2026, 11, 28, 10, tzinfo=UTC)
    both = tightest(
        [Deadline(second, first - timedelta(days=3)), Deadline(first, first - timedelta(days=1)), Deadline(None)]
    )
    assert (both.latest, both.earliest) == (first, first - timedelta(days=1))
