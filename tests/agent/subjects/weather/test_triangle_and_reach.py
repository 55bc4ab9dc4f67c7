"""A track in a wind without any place, a flight level in feet, and how far one comes in a wind."""

from __future__ import annotations

from typing import Any

import pytest

from agent.errors import InvalidQuestion


@pytest.mark.parametrize(
    ("track", "tas", "wind", "heading", "ground"),
    [
        (120, 120, "250/20", 127, 132),
        (302, 120, "250/20", 294, 107),
        (360, 100, "090/20", 12, 98),
        (303, 110, "260/35", 290, 82),
    ],
)
async def test_a_track_in_a_wind(
    briefing: Any, track: int, tas: int, wind: str, heading: int, ground: int
) -> None:
    found = await briefing.ask("get_wind_plan", track_deg=track, true_airspeed_kts=tas, wind=wind)
    assert (found.out_heading.true_deg, found.out_heading.ground_kt) == (heading, ground)
    words = await briefing.words("get_wind_plan", track_deg=track, true_airspeed_kts=tas, wind=wind)
    assert f"Heading {heading:03d}°, ground speed {ground} kt" in words


async def test_a_wind_too_strong_and_a_track_without_one(briefing: Any) -> None:
    words = await briefing.words("get_wind_plan", track_deg=90, true_airspeed_kts=90, wind="000/100")
    assert "No solution" in words
    with pytest.raises(InvalidQuestion):
        await briefing.ask("get_wind_plan", track_deg=90, true_airspeed_kts=90)
    with pytest.raises(InvalidQuestion):
        await briefing.ask("get_wind_plan", true_airspeed_kts=90, wind="000/10")


async def test_the_way_in_a_wind_that_is_said_has_its_half_in_time(briefing: Any) -> None:
    words = await briefing.words(
        "get_wind_plan", from_location="EGTF", to_location="LFAT", true_airspeed_kts=110, wind="250/20"
    )
    assert "Half-way in time (critical point): 4" in words


@pytest.mark.parametrize(("level", "qnh", "feet"), [(65, 1013.25, 6500), (55, 1030, 5954), (55, 990, 4857)])
async def test_a_flight_level_is_a_height_with_a_qnh(briefing: Any, level: float, qnh: float, feet: int) -> None:
    found = await briefing.ask("get_density_altitude", flight_level=level, qnh_hpa=qnh)
    assert found.level_height_ft == pytest.approx(feet, abs=5)


async def test_a_flight_level_without_a_qnh_asks_for_it(briefing: Any) -> None:
    assert "QNH" in await briefing.words("get_density_altitude", flight_level=65)


async def test_reach_in_a_wind_is_an_oval(briefing: Any) -> None:
    wide = {"location_query": "EGTF", "within_minutes": 30, "cruise_speed_kts": 110, "max_results": 50}
    found = await briefing.ask("find_airports_near_location", wind="240/20", **wide)
    assert found.radius_nm == pytest.approx(65.0, abs=0.1)
    assert found.least_reach_nm == pytest.approx(45.0, abs=0.1)
    assert all(one.distance_nm <= 65 for one in found.airports)
    upwind = await briefing.ask("find_airports_near_location", wind="240/20", direction="south_west", **wide)
    assert max(one.distance_nm for one in upwind.airports) < 50, "against the wind one comes less far"
    words = await briefing.words("find_airports_near_location", wind="240/20", **wide)
    assert "in 240° 20 kt (45 nm against it, 65 nm with it" in words
