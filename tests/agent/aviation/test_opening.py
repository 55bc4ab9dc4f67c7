"""Published hours of one day: turned into times only where the text is understood to its last word."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from agent.aviation.airports import Airports
from agent.aviation.fact_records import Fact, FactSource
from agent.aviation.notice_rules import TimeBasis
from agent.aviation.opening import opening_on
from agent.aviation.published_hours import is_open_at

LONDON = ZoneInfo("Europe/London")
BIGGIN = "Mon-Fri 0630-2300 (0530-2200); Sat, Sun and PH 0800-2200 (0700-2100)."
WINTER_SATURDAY, SUMMER_SATURDAY = date(2026, 11, 21), date(2026, 7, 4)
CHRISTMAS_FRIDAY = date(2026, 12, 25)


def _utc(day: date, hour: int, minute: int = 0) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=UTC)


def test_the_figure_in_brackets_is_utc_while_clocks_are_on_summer_time() -> None:
    winter = opening_on(BIGGIN, WINTER_SATURDAY, holiday=False, zone=LONDON)
    summer = opening_on(BIGGIN, SUMMER_SATURDAY, holiday=False, zone=LONDON)
    assert winter is not None
    assert summer is not None
    assert winter.spans == ((_utc(WINTER_SATURDAY, 8), _utc(WINTER_SATURDAY, 22)),)
    assert summer.spans == ((_utc(SUMMER_SATURDAY, 7), _utc(SUMMER_SATURDAY, 21)),)


def test_a_public_holiday_has_its_own_hours() -> None:
    found = opening_on(BIGGIN, CHRISTMAS_FRIDAY, holiday=True, zone=LONDON)
    assert found is not None
    assert found.spans == ((_utc(CHRISTMAS_FRIDAY, 8), _utc(CHRISTMAS_FRIDAY, 22)),)


def test_a_holiday_that_the_text_does_not_mention_is_left_open() -> None:
    text = "Mon-Fri 0830-1930 (0730-1830); Sat, Sun 0900-1800 (0800-1830); and by arrangement."
    assert opening_on(text, CHRISTMAS_FRIDAY, holiday=True, zone=LONDON) is None


def test_each_end_may_carry_its_own_bracket() -> None:
    text = "Mon – Sat 0500 (0400) – 2100 (2000) Sun, HOL 0800 (0700) – 1900 (1800)"
    found = opening_on(text, SUMMER_SATURDAY, holiday=False, zone=ZoneInfo("Europe/Berlin"))
    assert found is not None
    assert found.spans == ((_utc(SUMMER_SATURDAY, 4), _utc(SUMMER_SATURDAY, 20)),)


def test_without_a_stated_basis_the_figures_stay_as_printed() -> None:
    found = opening_on("0800-1800 Extension possible on request", WINTER_SATURDAY, holiday=False, zone=LONDON)
    assert found is not None
    assert found.figures == ("0800-1800",)
    assert found.spans == ()


def test_a_day_that_is_not_named_has_no_hours() -> None:
    found = opening_on("Mon-Fri 0800-1700 UTC", WINTER_SATURDAY, holiday=False, zone=LONDON)
    assert found is not None
    assert (found.figures, found.spans, found.all_day) == ((), (), False)


def test_a_span_past_midnight_ends_the_next_day() -> None:
    found = opening_on("Daily 1800-0200 UTC", WINTER_SATURDAY, holiday=False, zone=LONDON)
    assert found is not None
    assert found.spans == ((_utc(WINTER_SATURDAY, 18), _utc(date(2026, 11, 22), 2)),)


@pytest.mark.parametrize(
    "text",
    [
        "MON-FRI : SUM: 0500-1930, WIN : 0600-2000; SAT : 0600-1800",
        "APR-SEP: 0500 - HRH, MAX 1800 OCT-MAR: 0700 - HRH, MAX 1900",
        "ATS SKED.",
        "0800-SS",
        "Daily 0800-1800 except Tue",
        "Daily 0800-1800, closed 24 DEC",
        "0800-1200 1400-1800",
        "Mon-Fri 0800-1700 UTC, Sat 0900-1200 LT",
        "H24 O/R",
    ],
)
def test_what_is_not_understood_to_the_last_word_is_not_turned_into_times(text: str) -> None:
    assert opening_on(text, WINTER_SATURDAY, holiday=False, zone=LONDON) is None


PARIS = ZoneInfo("Europe/Paris")
SEASONS = "WIN : MON-FRI : 0800-1800, SAT : 0830-1600. SUM : MON-FRI : 0700-1700, SAT : 0730-1600."


def test_figures_for_summer_and_winter_are_those_of_the_days_season() -> None:
    winter = opening_on(SEASONS, date(2026, 11, 25), holiday=False, zone=PARIS, clock="utc")
    summer = opening_on(SEASONS, date(2026, 7, 11), holiday=False, zone=PARIS, clock="utc")
    assert winter is not None
    assert summer is not None
    assert [f"{a:%H%M}-{b:%H%M}" for a, b in winter.spans] == ["0800-1800"]
    assert [f"{a:%H%M}-{b:%H%M}" for a, b in summer.spans] == ["0730-1600"]  # a Saturday


def test_a_document_whose_figures_are_an_hour_less_in_summer() -> None:
    text = "MON-FRI : 0800-1100, 1300-1600"
    winter = opening_on(text, date(2026, 11, 25), holiday=False, zone=PARIS, clock="utc_summer")
    summer = opening_on(text, date(2026, 7, 8), holiday=False, zone=PARIS, clock="utc_summer")
    assert winter is not None
    assert summer is not None
    assert [f"{a:%H%M}-{b:%H%M}" for a, b in winter.spans] == ["0800-1100", "1300-1600"]
    assert [f"{a:%H%M}-{b:%H%M}" for a, b in summer.spans] == ["0700-1000", "1200-1500"]
    assert opening_on(text, date(2026, 7, 14), holiday=True, zone=PARIS, clock="utc_summer") is None


BERLIN = ZoneInfo("Europe/Berlin")
GERMAN = "SUM: daily 0700-1800 or SS, the earlier (UTC); O/T PPR; WIN: daily 0800-1600 UTC; O/T PPR"


def test_the_earlier_of_a_time_and_sunset_is_told_as_it_stands() -> None:
    summer = opening_on(GERMAN, SUMMER_SATURDAY, holiday=False, zone=BERLIN)
    assert summer is not None and summer.spans == ()
    assert summer.figures == ("DAILY 0700-1800 OR SS, THE EARLIER (UTC)",)
    winter = opening_on(GERMAN, WINTER_SATURDAY, holiday=False, zone=BERLIN)
    assert winter is not None and winter.spans == ((_utc(WINTER_SATURDAY, 8), _utc(WINTER_SATURDAY, 16)),)


def test_working_days_end_before_the_weekend_and_ppr_stays_beside_its_hours() -> None:
    text = "working days 0800-1700 UTC; PPR; SAT 0900-1700 UTC; PPR"
    saturday = opening_on(text, WINTER_SATURDAY, holiday=False, zone=BERLIN)
    assert saturday is not None and saturday.figures == ("SAT 0900-1700 UTC; PPR",)
    sunday = opening_on(text, date(2026, 11, 22), holiday=False, zone=BERLIN)
    assert sunday is not None and not sunday.figures
    assert opening_on(text, CHRISTMAS_FRIDAY, holiday=True, zone=BERLIN) is None


PARTS_OF_THE_YEAR = (
    ("01/11-31/03 : 0800-1600; 01/04-31/10 : 0600-1700", "0800-1600", "0600-1700"),
    (
        "MON-SUN, public HOL : 0800-1800 from 01 NOV to 31 MAR; 0700-1900 from 01 APR to 31 OCT; Extension PPR 48HR "
        "operations@example.aero; Possible modifications by NOTAM",
        "0800-1800",
        "0700-1900",
    ),
    ("1 April to 30 September 0930-1900; 1 October to 31 March 1000-1700", "1000-1700", "0930-1900"),
    ("1st April to September 30th 0930-1900; 1st October to March 31st 1000-1700", "1000-1700", "0930-1900"),
    ("From November to March: 0630-1900. From April to October: 0630-2000", "0630-1900", "0630-2000"),
    ("Summer (1 March to 31 October) 0900-1800, winter (1 November to 28 February) 0900-1630; extensions on "
     "request", "0900-1630", "0900-1800"),
    ("0900-1700, Dec-Jan 0900-1615; other times by arrangement.", "0900-1615", "0900-1700"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "december", "june"), PARTS_OF_THE_YEAR)
def test_the_part_of_the_year_that_a_day_falls_in_is_read(text: str, december: str, june: str) -> None:
    for day, figures in ((date(2026, 12, 2), december), (date(2027, 6, 9), june)):
        found = opening_on(text, day, holiday=False, zone=PARIS, clock="utc")
        assert found is not None
        assert [f"{a:%H%M}-{b:%H%M}" for a, b in found.spans] == [figures]


def test_the_end_of_february_is_winter_in_a_leap_year_too() -> None:
    text = "1 March to 31 October 0900-1800; 1 November to 28 February 0900-1630"
    found = opening_on(text, date(2028, 2, 29), holiday=False, zone=PARIS, clock="utc")
    assert found is not None and [f"{b:%H%M}" for _, b in found.spans] == ["1630"]


@pytest.mark.parametrize(
    "text",
    [
        "MON-FRI: 0600-2130; SUN and public HOL from 01/04 to 31/10: 0700-1700",
        "MON-FRI : 0945-1230 local time from 01 OCT to 31 MAR, 0915-1230 local time from 01 APR to 30 SEP",
        "01/04-31/10 : 0600-1700",
        "MON-SUN: 0500-2200. Daily 2200-2300 for traffic in extension only.",
        "From 01/11 to 31/03 : 0800-1600; from 01/12 to 31/01 : 0900-1500",
    ],
)
def test_a_part_of_the_year_that_leaves_days_or_months_open_is_not_guessed(text: str) -> None:
    assert opening_on(text, date(2026, 12, 5), holiday=False, zone=PARIS, clock="utc") is None


WEEK = "MON-FRI : 0800-1700. Outside these SKED and for commercial flights only, PPR 12 HR. WE and HOL on request."


def test_a_day_left_to_a_request_has_no_hours_and_the_others_have_theirs() -> None:
    wednesday = opening_on(WEEK, date(2026, 12, 2), holiday=False, zone=PARIS, clock="utc_summer")
    assert wednesday is not None and wednesday.figures == ("MON-FRI : 0800-1700",)
    assert opening_on(WEEK, date(2026, 12, 5), holiday=False, zone=PARIS, clock="utc_summer") is None
    assert opening_on(WEEK, CHRISTMAS_FRIDAY, holiday=True, zone=PARIS, clock="utc_summer") is None


@pytest.mark.parametrize(
    ("text", "closed_on"),
    [
        ("MON-FRI: 0700-1500; SAT-SUN: Closed. Outside terminal opening hours, contact the tower.", "2026-12-06"),
        ("Summer 09:00-17:00, winter 09:00-16:00; closed on Mondays.", "2026-12-07"),
        ("MON-SAT : 0730-1645 - SUN : not provided. TEL : 05 53 02 79 75", "2026-12-06"),
        ("0700-1700 (except 01 JAN and 25 DEC).", "2027-01-01"),
    ],
)
def test_a_day_that_the_text_closes_is_closed_and_another_is_not(text: str, closed_on: str) -> None:
    day = date.fromisoformat(closed_on)
    found = opening_on(text, day, holiday=False, zone=PARIS, clock="utc")
    assert found is not None and found.closed and not found.spans
    other = opening_on(text, date(2026, 12, 9), holiday=False, zone=PARIS, clock="utc")
    assert other is not None and not other.closed and other.spans


def test_a_holiday_that_is_excepted_has_no_hours() -> None:
    text = "MON-FRI except public HOL : 0800-1800. SAT-SUN except public HOL : 0800-1600"
    found = opening_on(text, CHRISTMAS_FRIDAY, holiday=True, zone=PARIS, clock="utc")
    assert found is not None and not (found.closed or found.spans or found.figures)


def test_an_extension_that_lists_days_is_no_hours_of_theirs() -> None:
    text = (
        "WED-SUN : 0800-1700. Possible extension : without notice; MON-TUE : 0800-1700. Information on the radio."
    )
    found = opening_on(text, date(2026, 12, 8), holiday=False, zone=PARIS, clock="utc")
    assert found is not None and not (found.spans or found.figures)


def test_telephones_and_other_times_are_no_hours() -> None:
    text = (
        "MON-FRI : 0730-1100/1300-1630. TEL : 05 65 76 02 00. Email : contact@aeroport-rodez.fr; Extension and "
        "reopening O/R : - during working hours : TEL 02 35 79 41 01 - outside working hours : TEL 06 74 69 57 69."
    )
    found = opening_on(text, date(2026, 12, 2), holiday=False, zone=PARIS, clock="utc")
    assert found is not None
    assert [f"{a:%H%M}-{b:%H%M}" for a, b in found.spans] == ["0730-1100", "1300-1630"]


def test_hours_within_the_daylight_period_say_so() -> None:
    text = "MON-FRI: 0700-1900 (0600-1800); SAT: 0800-1900 (0700-1800); SUN, HOL: 0900-1900 (0800-1800); but within UDP."
    found = opening_on(text, date(2026, 12, 6), holiday=False, zone=ZoneInfo("Europe/Amsterdam"))
    assert found is not None and found.by_daylight
    assert [f"{a:%H%M}-{b:%H%M}" for a, b in found.spans] == ["0900-1900"]


@pytest.mark.parametrize(
    ("text", "clock", "at", "open_then"),
    [
        ("0800-1800 Extension possible on request", "utc", "2026-11-28T17:59+00:00", True),
        ("0800-1800 Extension possible on request", "utc", "2026-11-28T18:00+00:00", False),
        ("MON-FRI: 0700-1100, 1300-1600", "utc", "2026-11-27T12:00+00:00", False),
        ("MON-FRI: 0700-1100, 1300-1600", "utc", "2026-11-28T14:00+00:00", False),
        ("H24", "utc", "2026-11-28T03:00+00:00", True),
        ("daily 0900-SS UTC", "unknown", "2026-11-28T15:30+00:00", True),  # the sun sets at 15:50
        ("daily 0900-SS UTC", "unknown", "2026-11-28T17:30+00:00", False),
        ("SUM: daily 0700-1800 or SS, the earlier (UTC); WIN: daily 0900-SS UTC", "unknown", "2026-06-28T18:30+00:00", False),
        ("0800-1800", "unknown", "2026-11-28T12:00+00:00", None),
        ("Depending on the flight schedule", "utc", "2026-11-28T12:00+00:00", None),
    ],
)  # fmt: skip
def test_whether_a_moment_lies_within_the_hours(
    text: str, clock: TimeBasis, at: str, open_then: bool | None, airports: Airports
) -> None:
    le_touquet = airports.get("LFAT")
    assert le_touquet is not None
    source = FactSource(name="AIP", clock=clock)
    fact = Fact("LFAT", "hours", text, source, date(2026, 9, 3), 1.0)
    assert is_open_at(fact, le_touquet, datetime.fromisoformat(at)) is open_then


def test_spans_in_brackets_are_of_the_other_season_and_left_as_printed() -> None:
    text = "Mon-Sat 0735-1830, Sun 0855-1830; (Mon-Thu 0635-1730, Fri-Sun 0635-1830)."
    assert opening_on(text, date(2026, 11, 29), holiday=False, zone=LONDON) is None
