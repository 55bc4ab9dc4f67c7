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
