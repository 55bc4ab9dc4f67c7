"""Published hours of one day: turned into times only where the text is understood to its last word."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from agent.aviation.opening import opening_on

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
