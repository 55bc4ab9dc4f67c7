"""The wind over one place: models side by side at each height, nothing below the ground, nothing too far ahead."""

from __future__ import annotations

from typing import Any

import pytest
from servers.open_meteo import OpenMeteoServer, calm_day

from agent.errors import InvalidQuestion


async def test_each_height_tells_all_models_and_their_range(briefing: Any, meteo: OpenMeteoServer) -> None:
    meteo.tell = lambda name, model, hour: (
        350.0 if name.startswith("wind_direction_") and model == "icon_d2"
        else 10.0 if name.startswith("wind_direction_")
        else calm_day(name, model, hour)
    )  # fmt: skip
    words = await briefing.words("get_winds_aloft", places=["EGMD"], levels_ft=[3000], day="tomorrow")
    assert "3,000 ft: **350–010° 20 kt**" in words


async def test_a_height_below_the_field_is_said_and_one_too_high_refused(briefing: Any) -> None:
    words = await briefing.words("get_winds_aloft", places=["LSZS"], levels_ft=[3000])
    assert "3,000 ft is below the field." in words
    with pytest.raises(InvalidQuestion):
        await briefing.ask("get_winds_aloft", places=["EGMD"], levels_ft=[30000])


async def test_density_altitude_of_a_later_hour_is_of_the_pressure_at_the_ground(briefing: Any) -> None:
    found = await briefing.ask("get_density_altitude", icao_code="LSGS", day="tomorrow", time="14:00")
    # 1017.6 hPa at 20 m is a QNH of 1020 (8.4 m to the hPa near the sea)
    assert found.qnh_from == "forecast"
    assert found.qnh_hpa == pytest.approx(1020, abs=1.5)


async def test_a_gust_alone_is_reckoned_as_a_gust_and_said_so(briefing: Any) -> None:
    words = await briefing.words("get_runway_wind", icao_code="LFAT", wind="190/G24", runway="13")
    # 24 · cos 56.4° and sin 56.4°
    assert "head 13 kt · cross 20 kt from the right" in words
    assert "each figure is in the gust" in words


async def test_the_temperature_lies_between_the_two_levels_around_the_height(
    briefing: Any, meteo: OpenMeteoServer
) -> None:
    def cold(name: str, model: str, hour: Any) -> float | None:
        # 15 °C at the sea and 6.5 °C less each 1,000 m; 850 hPa lies at 1,457 m and 700 hPa at 3,012 m
        heights = {925: 760.0, 850: 1457.0, 700: 3012.0}
        level = next((n for n in heights if name == f"temperature_{n}hPa"), None)
        return 15 - 6.5 * heights[level] / 1000 if level else calm_day(name, model, hour)

    meteo.tell = cold
    words = await briefing.words("get_winds_aloft", places=["EGMD"], levels_ft=[6562], temperature=True)
    assert "Temperature and wind over" in words
    assert "6,562 ft: **2 °C** · 270° 20 kt" in words  # 15 − 6.5 · 2.000
    words = await briefing.words("get_winds_aloft", places=["EGMD"], levels_ft=[6562])
    assert "6,562 ft: **270° 20 kt** · 2 °C" in words


async def test_a_wind_on_the_way_is_told_before_the_speed_is_known(briefing: Any) -> None:
    found = await briefing.ask(
        "get_wind_plan", from_location="EGTF", to_location="LFAT", level_ft=3000, day="tomorrow", time="10:00"
    )
    assert (found.out_minutes, found.out_range, found.missing_info[0].key) == (None, None, "cruise_speed")
    words = await briefing.words(
        "get_wind_plan", from_location="EGTF", to_location="LFAT", level_ft=3000, day="tomorrow", time="10:00"
    )
    # 270/20 on a track of 120 or so: 20 · cos 150° = 17 on the tail
    assert "Wind at 3,000 ft: 20 kt" in words
    assert "On the way out: 17 kt on the tail." in words or "On the way out: 18 kt on the tail." in words


async def test_the_weather_of_a_water_and_of_a_wide_area_is_that_of_a_named_point(briefing: Any) -> None:
    assert "English Channel" in await briefing.words("get_winds_aloft", places=["the Channel"], levels_ft=[3000])
    assert "Scotland (middle)" in await briefing.words("get_winds_aloft", places=["Scotland"])
    assert "middle" not in await briefing.words("get_winds_aloft", places=["Guernsey"])
