"""Stations, variation and runway directions that ship; directions read from the AIP or reckoned from thresholds."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.aviation.airports import Airports
from agent.config import AgentSettings
from agent.weather.tables import WeatherTables


@pytest.fixture(scope="module")
def tables(data_dir: Path) -> WeatherTables:
    return WeatherTables(AgentSettings(data_dir=data_dir))


@pytest.fixture(scope="module")
def airports(data_dir: Path) -> Airports:
    return Airports.load(AgentSettings(data_dir=data_dir))


@pytest.mark.parametrize(
    ("code", "runway", "heading"),
    [
        ("LFAT", "31", 313.6),
        ("EGTF", "24", 237.9),
        ("EGKB", "21", 205.1),
        ("LSGS", "07", 72.9),
        ("BIKF", "01", 0.1),
    ],
)
def test_a_runway_points_where_its_thresholds_lie(
    tables: WeatherTables, airports: Airports, code: str, runway: str, heading: float
) -> None:
    airport = airports.get(code)
    assert airport is not None
    ends = {end.ident: end for end in tables.runway_headings(airport, airports)}
    assert ends[runway].true_deg == pytest.approx(heading, abs=0.1)
    assert ends[runway].how == "thresholds"


def test_no_runway_is_far_from_its_name(tables: WeatherTables, airports: Airports) -> None:
    for code in ("EGLL", "LFPG", "EDDF", "LIRF", "LEMD", "ENGM", "BIKF", "EFHK", "LSZH", "EIDW"):
        airport = airports.get(code)
        assert airport is not None
        variation = tables.variation_deg(airport)
        assert variation is not None
        for end in tables.runway_headings(airport, airports):
            named = int(end.ident[:2]) * 10 + variation
            assert abs((end.true_deg - named + 180) % 360 - 180) <= 25, (code, end)


@pytest.mark.parametrize(
    ("code", "degrees"), [("LFAT", 1.8), ("EGTF", 1.1), ("LSGS", 3.3), ("EFHK", 10.6), ("BIKF", -11.3)]
)
def test_variation_is_east_positive(tables: WeatherTables, airports: Airports, code: str, degrees: float) -> None:
    airport = airports.get(code)
    assert airport is not None
    assert tables.variation_deg(airport) == pytest.approx(degrees, abs=0.3)


def test_the_nearest_stations_are_the_nearest(tables: WeatherTables) -> None:
    found = tables.nearest(51.348, -0.559, 3)
    assert [near.station.icao for near in found][:2] == ["EGLL", "EGLF"]
    assert [near.distance_nm for near in found] == sorted(near.distance_nm for near in found)
    assert tables.nearest(-45.0, -120.0, 2) == [], "nobody reports from the middle of the Pacific"
