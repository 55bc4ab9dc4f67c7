"""Thunderstorms, icing and turbulence, asked for by name: said where they are told, and where nothing tells of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from servers.aviationweather import AviationWeatherServer
from servers.open_meteo import OpenMeteoServer, calm_day

from agent.weather.section import Column, Layer, RouteSection, icing_words

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def report(awc: AviationWeatherServer, station: str, body: str) -> None:
    at = NOON - timedelta(minutes=10)
    awc.metar(station, f"METAR {station} {at:%d%H%M}Z {body}", at.timestamp())


async def asked(briefing: Any, hazard: str) -> str:
    return await briefing.words("get_weather", places=["LFAT"], kind="metar", hazards=[hazard])


async def test_no_thunderstorm_is_said_only_where_the_sensors_see(
    briefing: Any, awc: AviationWeatherServer
) -> None:
    report(awc, "LFAT", "24012KT 9999 BKN030 12/08 Q1012")
    assert "No thunderstorm, CB or TCU" in await asked(briefing, "thunderstorm")


async def test_a_cb_is_told_and_a_blind_sensor_denies_nothing(briefing: Any, awc: AviationWeatherServer) -> None:
    report(awc, "LFAT", "24012KT 9999 SCT020CB 12/08 Q1012")
    assert "No thunderstorm" not in await asked(briefing, "thunderstorm")
    awc.metars.clear()
    report(awc, "LFAT", "AUTO 24012KT 9999 // ////// 12/08 Q1012")
    assert "No thunderstorm" not in await asked(briefing, "thunderstorm")


async def test_reports_do_not_tell_of_icing_in_cloud(briefing: Any, awc: AviationWeatherServer) -> None:
    report(awc, "LFAT", "24012KT 9999 BKN030 02/M01 Q1012")
    assert "do not tell of icing" in await asked(briefing, "icing")


async def test_the_models_have_the_energy_for_showers_or_not(briefing: Any, meteo: OpenMeteoServer) -> None:
    words = await briefing.words("get_outlook", places=["LFAT"], day="2026-11-23", hazards=["thunderstorm"])
    assert "rain and CAPE above 500 J/kg in none of 3 models" in words
    energy = {"cape": 900.0, "precipitation": 1.0}
    meteo.tell = lambda name, model, hour: energy.get(name, calm_day(name, model, hour))
    words = await briefing.words("get_outlook", places=["LFAT"], day="2026-11-24", hazards=["thunderstorm"])
    assert "rain and CAPE above 500 J/kg in 3 of 3 models" in words


async def test_no_wind_is_told_inside_the_ground_of_a_pass(briefing: Any, meteo: OpenMeteoServer) -> None:
    words = await briefing.words("get_winds_aloft", places=["Simplon Pass"], levels_ft=[4000], day="2026-11-24")
    assert "Ground there about 6,600 ft" in words
    assert "**4,000 ft is inside the ground there**: no wind." in words
    assert "10,000 ft: **" in words


def section(*layers: Layer) -> RouteSection:
    column = Column(distance_nm=0, at=NOON, layers=layers)
    return RouteSection(
        start="EGTF", end="LFAT", distance_nm=97, level_ft=5000, leaves=NOON, model="ICON-D2", columns=(column,)
    )


def layer(feet: float, percent: float, celsius: float) -> Layer:
    return Layer(height_ft=feet, cloud_percent=percent, temperature_c=celsius)


def test_an_icing_band_is_cloud_from_zero_to_minus_fifteen() -> None:
    warm, cold, colder = layer(3000, 80, 4), layer(6000, 70, -2), layer(9000, 60, -8)
    assert "6,000 to 9,000 ft, of levels from 3,000 to 9,000 ft (ICON-D2)" in icing_words(
        section(warm, cold, colder)
    )
    dry, frozen = layer(6000, 20, -2), layer(18000, 90, -22)
    assert icing_words(section(warm, dry, frozen)).startswith(
        "No cloud from 0 to −15 °C on the way at levels from"
    )
    assert icing_words(section(Layer(height_ft=3000, wind_kt=20))) == "", "nothing told is not nothing there"


async def test_a_flight_one_way_is_told_without_a_way_back_and_its_icing_first(
    briefing: Any, awc: AviationWeatherServer, meteo: OpenMeteoServer
) -> None:
    asked = {"from_location": "EGTF", "to_location": "EGHH", "day": "2026-11-23", "time": "10:00", "one_way": True}
    told = await briefing.words("get_day_brief", **asked)
    assert "back" not in told.splitlines()[0] and "coming home" not in told
    awc.down = meteo.down = True
    unseen = await briefing.words("get_day_brief", **{**asked, "day": "2026-11-24"}, hazards=["icing"])
    assert unseen.startswith("**Icing on the way: not seen**")
