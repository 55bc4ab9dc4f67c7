"""Night by the rules of each state: the shortest day of its definitions, and nothing for a state not read."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from agent.aviation.night import Nights, day_of
from agent.aviation.sun import civil_twilight, sun_times
from agent.config import AgentSettings

NIGHTS = Nights.load(AgentSettings())
TOUQUET, FAIROAKS, BERN = (50.515, 1.627), (51.348, -0.559), (46.951, 7.439)


def about(found: datetime | None, hour: int, minute: int) -> bool:
    return found is not None and abs(found.hour * 60 + found.minute - hour * 60 - minute) <= 3


def test_night_in_germany_begins_when_evening_civil_twilight_ends() -> None:
    night = NIGHTS.of("DE")
    assert night is not None
    day = day_of(night, 53.63, 9.99, date(2026, 6, 21))
    assert day.ends == civil_twilight(53.63, 9.99, date(2026, 6, 21))[1]
    assert day.ends_by is not None
    assert day.ends_by.definition == "civil_twilight"


@pytest.mark.parametrize("country", ["FR", "GB"])
@pytest.mark.parametrize("month", range(1, 13))
def test_with_two_definitions_the_shortest_day_counts(country: str, month: int) -> None:
    lat, lon = TOUQUET if country == "FR" else FAIROAKS
    on = date(2026, month, 14)
    night = NIGHTS.of(country)
    assert night is not None
    day = day_of(night, lat, lon, on)
    sun, (dawn, dusk) = sun_times(lat, lon, on), civil_twilight(lat, lon, on)
    assert sun.sunset is not None
    assert sun.sunrise is not None
    assert dusk is not None
    assert dawn is not None
    half = timedelta(minutes=30)
    assert day.ends == min(dusk, sun.sunset + half)
    assert day.begins == max(dawn, sun.sunrise - half)


def test_denham_sunset_of_the_trip_in_november() -> None:
    # 29 November 2026, sunset at 51.6 N, 0.5 W is 15:56 to 15:58 UTC by any almanac; half an hour more is night for licences.
    night = NIGHTS.of("GB")
    assert night is not None
    day = day_of(night, 51.588, -0.513, date(2026, 11, 29))
    assert about(day.ends, 16, 27)


def test_switzerland_reckons_for_bern_too() -> None:
    night = NIGHTS.of("CH")
    assert night is not None
    on = date(2026, 11, 22)
    geneva = day_of(night, 46.24, 6.11, on)
    assert geneva.ends == min(
        civil_twilight(46.24, 6.11, on)[1] or datetime.max.replace(tzinfo=UTC),
        civil_twilight(*BERN, on)[1] or datetime.max.replace(tzinfo=UTC),
    )


@pytest.mark.parametrize("country", ["TR", "GG", "JE", "IM", "AL", "US", ""])
def test_a_state_that_was_not_read_is_unknown(country: str) -> None:
    assert NIGHTS.of(country) is None


def test_every_statement_has_a_source_with_a_date() -> None:
    for country in NIGHTS.countries:
        night = NIGHTS.of(country)
        assert night is not None
        assert all(rule.source.url and rule.source.as_of for rule in night.rules)
        assert night.vfr != "no"
        assert (night.vfr == "yes") == (night.vfr_source is not None)


def test_where_the_sun_does_not_set_there_is_no_end_of_the_day() -> None:
    night = NIGHTS.of("NO")
    assert night is not None
    assert day_of(night, 70.0, 25.0, date(2026, 6, 21)).ends is None
