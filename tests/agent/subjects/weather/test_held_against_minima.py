"""Reports against the pilot's minima, the limits as they are said, and what was once dropped without a word."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from servers.aviationweather import AviationWeatherServer

from agent.language.air import find_air
from agent.language.limits import find_limits
from agent.protocol import Minima, Profile

RAW = "METAR LFAT 221130Z 24018G28KT 9999 BKN014 11/07 Q1016"


@pytest.mark.parametrize(
    ("said", "limits"),
    [
        (
            "my minima: ceiling 1500, vis 5 km, max wind 25",
            {"ceiling_ft": 1500, "visibility_m": 5000, "wind_kt": 25},
        ),
        (
            "wind 20 gusting 28, crosswind 12 gusting 15",
            {"wind_kt": 20, "wind_gust_kt": 28, "crosswind_kt": 12, "gust_kt": 15},
        ),
        ("crosswind 12 gusting 15", {"crosswind_kt": 12, "gust_kt": 15}),
        ("x-wind 8", {"crosswind_kt": 8}),
        ("wind max 20 kt, seitenwind 10, böen 15", {"wind_kt": 20, "crosswind_kt": 10, "gust_kt": 15}),
        ("vent max 20 kt, vent de travers 10", {"wind_kt": 20, "crosswind_kt": 10}),
        ("max 25 kt of wind", {"wind_kt": 25}),
        ("1500ft base 8k vis", {"ceiling_ft": 1500, "visibility_m": 8000}),
        ("ceiling 1000ft and 5k vis 15 kts xwind", {"ceiling_ft": 1000, "visibility_m": 5000, "crosswind_kt": 15}),
    ],
)
def test_a_wind_limit_is_not_the_limit_across(said: str, limits: dict[str, int]) -> None:
    assert find_limits(said) == limits


@pytest.mark.parametrize(
    ("said", "hpa"),
    [("QNH 1200", 1200), ("qnh is 800", 800), ("QNH 2992", 1013), ("QNH 1013", 1013), ("30 °C", None)],
)
def test_a_pressure_that_no_air_has_is_kept_to_be_refused(said: str, hpa: int | None) -> None:
    assert find_air(said).qnh_hpa == hpa


async def test_a_report_is_held_against_the_minima(briefing: Any, awc: AviationWeatherServer, clock: Any) -> None:
    awc.metar("LFAT", RAW, (clock() - timedelta(minutes=30)).timestamp())
    briefing.profile = Profile(minima=Minima(ceiling_ft=1500, visibility_m=5000, wind_kt=17, wind_gust_kt=30))
    told = await briefing.words("get_weather", places=["LFAT"], kind="metar")
    assert "Ceiling at LFAT 1,400 ft, below your 1,500 ft" in told
    assert "Wind at LFAT 18 kt, above your 17 kt" in told
    assert "Visibility at" not in told and "Wind in gusts" not in told


async def test_what_a_blind_sensor_hides_is_named(briefing: Any, awc: AviationWeatherServer, clock: Any) -> None:
    raw = "METAR LFAT 221130Z AUTO /////KT //// ////// 11/07 Q1016"
    awc.metar("LFAT", raw, (clock() - timedelta(minutes=30)).timestamp())
    briefing.profile = Profile(minima=Minima(ceiling_ft=1500, visibility_m=5000, wind_kt=17))
    told = await briefing.words("get_weather", places=["LFAT"], kind="metar")
    assert all(f"{what} at LFAT not told by the METAR LFAT" in told for what in ("Ceiling", "Visibility", "Wind"))
    assert "Nothing told" not in told


async def test_a_neighbour_tells_nothing_of_the_wind_across(
    briefing: Any, awc: AviationWeatherServer, clock: Any
) -> None:
    awc.metar("EGLL", RAW.replace("LFAT", "EGLL"), (clock() - timedelta(minutes=30)).timestamp())
    briefing.profile = Profile(minima=Minima(ceiling_ft=1000, crosswind_kt=5))
    told = await briefing.words("get_weather", places=["EGTF"], kind="metar")
    assert "Nothing told here stands against your minima: ceiling 1,000 ft." in told


async def test_without_minima_there_are_facts_only(briefing: Any, awc: AviationWeatherServer, clock: Any) -> None:
    awc.metar("LFAT", RAW, (clock() - timedelta(minutes=30)).timestamp())
    assert "minima" not in await briefing.words("get_weather", places=["LFAT"], kind="metar")


async def test_a_report_asked_for_an_hour_ahead_has_the_taf(
    briefing: Any, awc: AviationWeatherServer, clock: Any
) -> None:
    awc.metar("LFAT", RAW, (clock() - timedelta(minutes=30)).timestamp())
    awc.taf("LFAT", "TAF LFAT 221100Z 2212/2312 24012KT 9999 BKN014 TEMPO 2215/2217 3000 RA", clock().timestamp())
    told = await briefing.words("get_weather", places=["LFAT"], kind="metar", time="16:00")
    assert RAW in told
    assert "No TAF" not in told and "Lowest ceiling forecast from 14:00 to 16:00 UTC: 1,400 ft." in told


async def test_a_stretch_of_hours_takes_the_worst_of_all_of_it(
    briefing: Any, awc: AviationWeatherServer, clock: Any
) -> None:
    raw = "TAF LFAT 221100Z 2212/2312 24012KT 9999 BKN030 BECMG 2217/2218 BKN008"
    awc.taf("LFAT", raw, clock().timestamp())
    told = await briefing.words("get_weather", places=["LFAT"], kind="taf", time="1400Z", until="1800Z")
    assert "Lowest ceiling forecast from 14:00 to 18:00 UTC: 800 ft." in told


async def test_a_wind_across_is_held_against_the_pilots_own_limit_and_no_verdict_is_given(
    briefing: Any,
) -> None:
    asked = {"aircraft_type": "DA40", "crosswind_kt": 17}
    assert "I have no crosswind figure" in await briefing.words("get_aircraft_figures", **asked)
    briefing.profile = Profile(minima=Minima(crosswind_kt=12))
    words = await briefing.words("get_aircraft_figures", **asked)
    assert "17 kt is above your own 12." in words and "yours to decide" in words


async def test_what_a_taf_has_ahead_is_held_against_the_minima_too(
    briefing: Any, awc: AviationWeatherServer
) -> None:
    now = briefing.clock()
    awc.metar("LFRG", f"METAR LFRG {now:%d}1150Z 26012KT 9999 SCT020 11/07 Q1018", now.timestamp() - 600)
    awc.taf(
        "LFRG",
        f"TAF LFRG {now:%d}1100Z {now:%d}12/{now + timedelta(days=1):%d}12 26012KT 9999 SCT020 "
        f"PROB40 {now:%d}14/{now:%d}17 1500 BR BKN004 BECMG {now:%d}22/{now + timedelta(days=1):%d}00 BKN009",
        now.timestamp(),
    )
    briefing.profile = Profile(minima=Minima(ceiling_ft=1500, visibility_m=5000))
    words = await briefing.words("get_weather", places=["LFRG"])
    assert "Nothing told here stands against" not in words, (
        "the report and the hour are well above, the TAF is not"
    )
    assert "Ceiling at LFRG 400 ft, below your 1,500 ft 40 %, TAF LFRG, 14:00–17:00 UTC." in words
    assert "Visibility at LFRG 1.5 km, below your 5 km 40 %, TAF LFRG, 14:00–17:00 UTC." in words
    assert "Ceiling at LFRG 900 ft, below your 1,500 ft, TAF LFRG, Sun 22:00–Mon 12:00 UTC." in words


async def test_a_gust_that_is_reported_is_held_against_a_limit_of_the_mean(
    briefing: Any, awc: AviationWeatherServer, clock: Any
) -> None:
    raw = "METAR LFAT 221130Z 24012G28KT 9999 FEW030 12/08 Q1012"
    awc.metar("LFAT", raw, (clock() - timedelta(minutes=30)).timestamp())
    briefing.profile = Profile(minima=Minima(crosswind_kt=15, wind_kt=20))
    told = await briefing.words("get_weather", places=["LFAT"], kind="metar")
    assert "Crosswind in gusts at LFAT 27 kt, above your 15 kt" in told
    assert "Wind in gusts at LFAT 28 kt, above your 20 kt" in told
    assert "Crosswind at" not in told and "Wind at LFAT" not in told


async def test_models_beside_a_forecast_that_crosses_a_limit_give_no_all_clear(
    briefing: Any, awc: AviationWeatherServer
) -> None:
    at = datetime(2026, 11, 22, 11, tzinfo=UTC)
    awc.taf("EGMH", "TAF EGMH 221100Z 2212/2312 22010KT 9999 OVC008", at.timestamp())  # EGMD: 28 nm
    briefing.profile = Profile(minima=Minima(ceiling_ft=1500))
    words = await briefing.words("get_weather", places=["EGMD"], day="2026-11-22", time="16:00")
    assert "below your 1,500 ft" in words and "the models have" in words
    assert "Nothing told here" not in words
