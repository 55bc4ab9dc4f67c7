"""Days and deadlines, also on the days the clocks change and over holidays; the sun also far north."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from agent.aviation.deadlines import deadline
from agent.aviation.hours import business_days_before, clock_on, holiday_name, resolve_day, resolve_time
from agent.aviation.notice import NoticeRule, TimeBasis, parse_notice
from agent.aviation.sun import sun_times

PARIS, LONDON = ZoneInfo("Europe/Paris"), ZoneInfo("Europe/London")
TODAY = date(2026, 11, 21)  # a Saturday


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("today", date(2026, 11, 21)),
        ("tomorrow", date(2026, 11, 22)),
        ("Saturday", date(2026, 11, 21)),
        ("on Monday", date(2026, 11, 23)),
        ("fri", date(2026, 11, 27)),
        ("2027-02-14", date(2027, 2, 14)),
        ("14 Feb", date(2027, 2, 14)),
        ("Saturday 14 February 2026", date(2026, 2, 14)),
        ("Dec 24th", date(2026, 12, 24)),
        ("31 Feb", None),
        ("someday", None),
        ("", None),
    ],
)
def test_a_pilot_names_a_day_in_many_ways(text: str, day: date | None) -> None:
    assert resolve_day(text, TODAY) == day


@pytest.mark.parametrize(
    ("text", "at"), [("14:30", time(14, 30)), ("1430", time(14, 30)), ("9am", time(9)), ("2026-12-01T08:15", time(8, 15)), ("Saturday", None)]
)  # fmt: skip
def test_a_pilot_names_a_time(text: str, at: time | None) -> None:
    assert resolve_time(text) == at


def test_public_holidays_are_the_countrys_own() -> None:
    assert holiday_name(date(2026, 7, 14), "FR") is not None
    assert holiday_name(date(2026, 7, 14), "GB", "GB-ENG") is None
    assert holiday_name(date(2026, 7, 13), "GB", "GB-NIR") is not None
    assert holiday_name(date(2026, 7, 14), "ZZ") is None


def test_the_last_working_day_before_easter_monday_is_thursday_in_england() -> None:
    assert business_days_before(date(2026, 4, 6), 1, "GB", "GB-ENG") == date(2026, 4, 2)
    assert business_days_before(date(2026, 11, 22), 1, "FR") == date(2026, 11, 20)


@pytest.mark.parametrize(
    ("day", "basis", "expected"),
    [
        (date(2026, 1, 10), "utc_summer", "08:00"),
        (date(2026, 7, 10), "utc_summer", "07:00"),
        (date(2026, 7, 10), "utc", "08:00"),
        (date(2026, 1, 10), "local", "07:00"),
        (date(2026, 7, 10), "local", "06:00"),
        (date(2026, 3, 29), "utc_summer", "07:00"),  # clocks go forward
        (date(2026, 3, 28), "utc_summer", "08:00"),
        (date(2026, 10, 25), "utc_summer", "08:00"),  # clocks go back
        (date(2026, 10, 24), "utc_summer", "07:00"),
        (date(2026, 10, 25), "local", "07:00"),
    ],
)
def test_eight_o_clock_is_read_in_its_time_basis(day: date, basis: TimeBasis, expected: str) -> None:
    moment = clock_on("08:00", day, basis, PARIS)
    assert moment is not None
    assert moment.strftime("%H:%M") == expected


def test_a_time_of_unknown_basis_is_no_moment() -> None:
    assert clock_on("08:00", TODAY, "unknown", PARIS) is None
    assert clock_on("08:00", TODAY, "local", None) is None


def rule(text: str) -> NoticeRule:
    return parse_notice(text).rules[0]


def test_24_hours_stay_24_hours_when_the_clocks_change() -> None:
    found = deadline(rule("PPR 24 HR"), date(2026, 3, 29), time(14), LONDON, "GB", basis="unknown")
    assert found.latest == datetime(2026, 3, 28, 13, 0, tzinfo=UTC)  # 13:00 local the day before


def test_a_window_has_two_ends() -> None:
    found = deadline(rule("between 48 h and 2 h before"), TODAY, time(12), LONDON, "GB", basis="unknown")
    assert found.latest == datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
    assert found.earliest == datetime(2026, 11, 19, 12, 0, tzinfo=UTC)


def test_the_last_working_day_before_a_monday_is_friday() -> None:
    found = deadline(
        rule("last working day before 1100"), date(2026, 11, 23), None, PARIS, "FR", basis="utc_summer"
    )
    assert found.latest == datetime(2026, 11, 20, 11, 0, tzinfo=UTC)


def test_a_cut_off_of_unknown_basis_takes_the_earlier_reading() -> None:
    found = deadline(rule("day before until 1500"), date(2026, 7, 10), None, PARIS, "FR", basis="unknown")
    assert found.latest == datetime(2026, 7, 9, 13, 0, tzinfo=UTC)
    assert found.assumed


def test_a_deadline_on_a_friday_is_the_friday_before_the_flight() -> None:
    wednesday = date(2026, 11, 25)
    found = deadline(rule("PPR FRI before 1500 UTC"), wednesday, None, PARIS, "FR", basis="utc")
    assert found.latest == datetime(2026, 11, 20, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("day", "latest"),
    [
        (date(2026, 11, 28), datetime(2026, 11, 27, 12, 0, tzinfo=UTC)),  # a Saturday: Friday noon
        (date(2026, 11, 29), datetime(2026, 11, 27, 12, 0, tzinfo=UTC)),  # a Sunday
        (date(2026, 11, 30), datetime(2026, 11, 27, 12, 0, tzinfo=UTC)),  # a Monday
        (date(2026, 12, 1), datetime(2026, 11, 30, 12, 0, tzinfo=UTC)),  # a Tuesday: the day before
    ],
)
def test_a_friday_for_saturday_to_monday_is_that_friday_and_the_day_before_else(
    day: date, latest: datetime
) -> None:
    rules = parse_notice("PN the day before by 1200 UTC, on Friday for Saturday, Sunday and Monday").rules
    asked = [r for r in rules if r.applies(None, day.isoweekday())]
    moments = [deadline(r, day, None, PARIS, "FR", basis=r.time_basis).latest for r in asked]
    assert min(m for m in moments if m) == latest


def test_two_days_before_at_a_time_is_that_time() -> None:
    found = deadline(rule("PPR J-2 17h UTC"), date(2026, 11, 28), time(8), PARIS, "FR", basis="utc")
    assert found.latest == datetime(2026, 11, 26, 17, 0, tzinfo=UTC)


def test_hours_that_leave_out_the_weekend_end_before_it() -> None:
    monday = date(2026, 11, 30)
    rules = parse_notice("PPR 24 HR excluding weekends and holidays").rules
    latest = [deadline(r, monday, time(10), PARIS, "FR", basis="unknown").latest for r in rules]
    assert min(m for m in latest if m) == datetime(2026, 11, 27, 9, 0, tzinfo=UTC)  # Friday 10:00 local


def test_a_cut_off_of_the_same_day_never_comes_after_the_flight() -> None:
    same_day = rule("PPR before 1500 UTC the same day")
    evening = deadline(same_day, date(2026, 1, 10), time(20), LONDON, "GB", basis="utc")
    assert evening.latest == datetime(2026, 1, 10, 15, 0, tzinfo=UTC)
    noon = deadline(same_day, date(2026, 1, 10), time(12), LONDON, "GB", basis="utc")
    assert noon.latest == datetime(2026, 1, 10, 12, 0, tzinfo=UTC)


def test_without_a_time_the_whole_day_is_covered() -> None:
    found = deadline(rule("PPR 2 HR"), date(2026, 1, 10), None, PARIS, "FR", basis="unknown")
    assert found.latest == datetime(2026, 1, 9, 21, 0, tzinfo=UTC)
    assert found.assumed == "counted from the start of the day"


@pytest.mark.parametrize("text", ["O/R", "H24", "HX", "PPR before 1500"])
def test_what_states_no_lead_gives_no_deadline(text: str) -> None:
    assert deadline(rule(text), TODAY, time(12), PARIS, "FR", basis="unknown").latest is None


def test_the_sun_sets_in_london_and_not_in_tromso_in_june() -> None:
    london = sun_times(51.35, -0.56, date(2026, 6, 21))
    assert london.sunset is not None
    assert london.sunset.strftime("%H") == "20"
    north = sun_times(69.68, 18.92, date(2026, 6, 21))
    assert (north.sunrise, north.sunset, north.state) == (None, None, "never sets")
    assert sun_times(69.68, 18.92, date(2026, 12, 21)).state == "never rises"
    assert sun_times(63.0, 10.0, date(2026, 6, 21)).sunset is not None
