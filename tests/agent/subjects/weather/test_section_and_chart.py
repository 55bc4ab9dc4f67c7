"""A flight from the side and on the map: what the models and stations told, and words that say the same."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from servers.aviationweather import AviationWeatherServer
from servers.open_meteo import HEIGHTS, LEVEL, OpenMeteoServer, calm_day

from agent.weather.chart import chart_words
from agent.weather.section import section_words

FLIGHT = {"from_location": "EGTF", "to_location": "LFAT"}
TOMORROW = {**FLIGHT, "day": "tomorrow", "time": "10:00", "true_airspeed_kts": 110}


def layered(name: str, model: str, hour: datetime) -> float | None:
    """Cloud at 925 hPa (760 m) alone, +2 °C there and -2 at 850: 0 °C half-way between the two."""
    match = LEVEL.fullmatch(name)
    if match and match[1] in ("temperature", "cloud_cover", "geopotential_height"):
        table: dict[str, dict[int, float]] = {
            "temperature": {950: 6.0, 925: 2.0, 850: -2.0, 700: -9.0},
            "cloud_cover": {950: 0.0, 925: 90.0, 850: 10.0, 700: 0.0},
            "geopotential_height": {level: float(height) for level, height in HEIGHTS.items()},
        }
        return table[match[1]].get(int(match[2]))
    return calm_day(name, model, hour)


async def test_a_flight_from_the_side_has_cloud_as_bands_and_every_freezing_level(
    briefing: Any, meteo: OpenMeteoServer
) -> None:
    meteo.tell = layered
    found = await briefing.ask("get_wind_plan", **TOMORROW)
    section = found.section
    assert section is not None and max(meteo.weights) <= 60
    for column in section.columns:
        assert column.cloud_ft == ((1772, 2493, 2493, 4780),), "540, 760, 760 and 1457 m in feet"
        assert column.freezing_ft == (pytest.approx((2493 + 4780) / 2, abs=1),)
    words = section_words(section)
    assert "cloud base between 1,800 and 2,500 ft, top between 2,500 and 4,800 ft, 0 °C at 3,600 ft" in words


async def test_an_inversion_has_two_freezing_levels(briefing: Any, meteo: OpenMeteoServer) -> None:
    def tell(name: str, model: str, hour: datetime) -> float | None:
        match = LEVEL.fullmatch(name)
        if match and match[1] == "temperature":
            return {950: -2.0, 925: 2.0, 850: -2.0, 700: -9.0}.get(int(match[2]))
        return layered(name, model, hour)

    meteo.tell = tell
    found = await briefing.ask("get_wind_plan", **TOMORROW)
    assert {len(column.freezing_ft) for column in found.section.columns} == {2}


async def test_without_cloud_at_levels_or_too_far_ahead_there_is_no_section(briefing: Any) -> None:
    near = await briefing.ask("get_wind_plan", **TOMORROW)
    assert near.out_minutes and near.section is None, "no model told a cloud"
    far = await briefing.ask("get_wind_plan", **{**TOMORROW, "day": "2026-11-28"})
    assert far.section is None


async def test_the_map_of_a_brief_has_stations_with_ceilings_and_the_sigmet(
    briefing: Any, awc: AviationWeatherServer
) -> None:
    now = int(briefing.clock().timestamp())
    awc.metar("EGKK", "METAR EGKK 221150Z 25014G26KT 9999 BKN012 10/05 Q1009", now - 600)
    awc.metar("LFAT", "METAR LFAT 221130Z AUTO 26018KT 9999 //////CB 11/08 Q1008", now - 1800)
    awc.metar("EGKB", "METAR EGKB 220650Z 24010KT CAVOK 09/08 Q1009", now - 5 * 3600)
    area = [{"lat": a, "lon": o} for a, o in ((51.2, -1.5), (51.4, 0.9), (50.6, 1.0), (50.5, -1.2))]
    awc.sigmets = [
        {
            "icaoId": "EGRR", "firId": "EGTT", "firName": "LONDON", "seriesId": "03", "hazard": "TURB",
            "qualifier": "SEV", "base": 0, "top": 8000, "validTimeFrom": now - 3600, "validTimeTo": now + 9000,
            "coords": area, "geom": "AREA", "dir": "E", "spd": "10", "chng": "WKN",
        }
    ]  # fmt: skip
    found = await briefing.ask("get_day_brief", **FLIGHT, day="today", time="13:00")
    words = chart_words(found.chart)
    assert "EGKK ceiling 1,200 ft, 250° 14 kt" in words
    assert "LFAT ceiling not told, 260° 18 kt, CB" in words, "a blind sensor is no clear sky, and its CB is kept"
    assert "EGKB" not in words, "five hours old"
    assert "SIGMET 1 TURB" in words
    assert len(awc.asked("metar")) == 1, "the stations of the map come in the same request"
