"""Winds aloft and outlook: models side by side, worded by lead, in requests that stay light."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from geographiclib.geodesic import Geodesic
from servers.http import Response
from servers.open_meteo import HEIGHTS, LEVEL, OpenMeteoServer, calm_day

from agent.aviation.geometry import geodesic_nm
from agent.errors import InvalidQuestion, UpstreamUnavailable
from agent.weather.models import Lead, agreement, ceiling_band, circular_spread, first_told, lead_at, lead_of
from agent.weather.open_meteo import carried, thinned, weight_of, wide_apart_nm

ROUTE = {"from_location": "EGTF", "to_location": "LFAT", "true_airspeed_kts": 110}


async def test_out_and_back_with_a_wind_for_each_quarter(briefing: Any, meteo: OpenMeteoServer) -> None:
    found = await briefing.ask("get_wind_plan", **ROUTE, wind="240/18, 245/20, 250/24, 255/26")
    assert (found.out_minutes, found.back_minutes, found.still_minutes) == (
        pytest.approx(47.6, abs=0.1), pytest.approx(60.9, abs=0.1), pytest.approx(52.7, abs=0.1),
    )  # fmt: skip
    assert found.critical_point_nm == pytest.approx(42.4, abs=0.2)
    words = await briefing.words("get_wind_plan", **ROUTE, wind="240/20")
    assert "true heading and ground speed: out 130° 118 kt, back 292° 99 kt." in words
    assert not meteo.asked(), "a wind that is said needs no service"


async def test_the_models_tell_a_range_and_their_runs(briefing: Any, meteo: OpenMeteoServer) -> None:
    strength = {"meteofrance_arome_france": 10.0, "ukmo_uk_deterministic_2km": 20.0, "icon_d2": 30.0}

    def tell(name: str, model: str, hour: datetime) -> float | None:
        return (
            strength[model]
            if name.startswith("wind_speed_") and LEVEL.fullmatch(name) and calm_day(name, model, hour)
            else calm_day(name, model, hour)
        )

    meteo.tell = tell
    found = await briefing.ask("get_wind_plan", **ROUTE, day="tomorrow", time="10:00", level_ft=3000)
    assert [one.model for one in found.models] == ["AROME", "UKV", "ICON-D2"]
    by_hand = sorted(_west(120.3, 110, speed) for speed in strength.values())
    assert found.out_range == pytest.approx((by_hand[0], by_hand[-1]), abs=0.5)
    assert found.out_minutes < found.still_minutes < found.back_minutes
    words = await briefing.words("get_wind_plan", **ROUTE, day="tomorrow", time="10:00", level_ft=3000)
    assert "run 22 Nov 06 UTC" in words
    assert re.search(r"Out \d+–\d+ min, back \d+–\d+ min", words)
    assert found.sources[0].name == "Weather data by Open-Meteo.com"
    assert len(meteo.asked()) == 1, "asked again within the hour it is remembered"
    assert max(meteo.weights) <= 60


def _west(course: float, tas: float, speed: float) -> float:
    """96.6 nm with a wind from 270, by the cosine and sine of the angle between."""
    angle = math.radians(270 - course)
    cross, head = speed * math.sin(angle), speed * math.cos(angle)
    return 60 * 96.6 / (math.sqrt(tas**2 - cross**2) - head)


@pytest.mark.parametrize(
    ("start", "end", "wind", "tas"),
    [("EGTF", "LGAV", "300/60", 120), ("EGPH", "LFMD", "200/45", 80), ("BIKF", "EIDW", "270/75", 140), ("KJFK", "EIDW", "250/90", 250)],
)  # fmt: skip
async def test_a_said_wind_on_a_long_way_is_flown_as_the_course_turns(
    briefing: Any, start: str, end: str, wind: str, tas: int
) -> None:
    found = await briefing.ask(
        "get_wind_plan", from_location=start, to_location=end, true_airspeed_kts=tas, wind=wind
    )
    direction, speed = map(float, wind.split("/"))
    places = [briefing.deps.airports.get(code) for code in (start, end)]
    line: Any = Geodesic.WGS84.InverseLine  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    track: Any = line(*(c for one in places for c in (one.lat, one.lon)))
    mile = track.s13 / 1852 / (count := int(track.s13 / 1852))
    courses: list[float] = [track.Position((i + 0.5) * mile * 1852)["azi2"] for i in range(count)]
    out, back = (
        sum(60 * mile / _over_ground(course + turn, tas, direction, speed) for course in courses)
        for turn in (0, 180)
    )
    assert (found.out_minutes, found.back_minutes) == (pytest.approx(out, abs=0.1), pytest.approx(back, abs=0.1))
    assert found.still_minutes == pytest.approx(60 * track.s13 / 1852 / tas, abs=0.1)


def _over_ground(course: float, tas: float, direction: float, speed: float) -> float:
    angle = math.radians(direction - course)
    return math.sqrt(tas**2 - (speed * math.sin(angle)) ** 2) - speed * math.cos(angle)


@pytest.mark.parametrize(("end", "miles"), [("LFPN", 200), ("LFMD", 560), ("LEMD", 680), ("LIRU", 800)])
async def test_a_long_way_has_a_point_every_25_nm_in_requests_that_stay_light(
    briefing: Any, meteo: OpenMeteoServer, end: str, miles: float
) -> None:
    found = await briefing.ask(
        "get_wind_plan",
        from_location="EGTF",
        to_location=end,
        true_airspeed_kts=140,
        day="tomorrow",
        level_ft=8000,
    )
    assert found.distance_nm == pytest.approx(miles, abs=30)
    assert len(found.models) == 3
    assert max(meteo.weights) <= 60
    assert len(meteo.weights) <= 3
    points = _asked_points(meteo)
    assert max(geodesic_nm(*one, *other) for one, other in pairwise(points)) <= 25.7, "25, rounded"
    assert found.points_apart_nm is None
    out = 60 * found.distance_nm / 140
    assert found.still_minutes == pytest.approx(out, abs=0.1)


def _asked_points(meteo: OpenMeteoServer) -> list[tuple[float, float]]:
    return [
        (float(lat), float(lon))
        for one in meteo.asked()
        for lat, lon in zip(one.query["latitude"].split(","), one.query["longitude"].split(","), strict=True)
    ]


async def test_a_way_too_long_for_that_says_how_far_its_points_are_apart(
    briefing: Any, meteo: OpenMeteoServer
) -> None:
    far = {"from_location": "EGPH", "to_location": "LGAV", "true_airspeed_kts": 140, "day": "tomorrow"}
    found = await briefing.ask("get_wind_plan", **far, level_ft=8000)
    assert found.models
    assert max(meteo.weights) <= 60
    assert len(meteo.weights) == 3
    points = _asked_points(meteo)
    apart = max(geodesic_nm(*one, *other) for one, other in pairwise(points))
    assert found.points_apart_nm == round(apart) > 25
    words = await briefing.words("get_wind_plan", **far, level_ft=8000)
    assert f"Forecast points up to {round(apart)} nm apart on this way" in words


async def test_one_request_of_several_that_fails_fails_them_all(briefing: Any, meteo: OpenMeteoServer) -> None:
    meteo.allowance = 130.0
    found = await briefing.ask(
        "get_wind_plan", from_location="EGTF", to_location="LFMD", true_airspeed_kts=140, day="tomorrow"
    )
    assert found.message is not None and "asks us to wait" in found.message
    assert found.out_minutes is None and not found.models and found.still_minutes


async def test_levels_that_are_null_are_skipped_and_height_is_the_models_own(
    briefing: Any, meteo: OpenMeteoServer
) -> None:
    def tell(name: str, model: str, hour: datetime) -> float | None:
        match = LEVEL.fullmatch(name)
        if match is None or calm_day(name, model, hour) is None:
            return calm_day(name, model, hour)
        level = int(match[2])
        return {
            "wind_speed": 20.0 if level == 925 else 40.0,
            "wind_direction": 270.0,
            "geopotential_height": float(HEIGHTS[level]),
        }[match[1]]

    meteo.tell = tell
    found = await briefing.ask("get_wind_plan", **ROUTE, day="tomorrow", time="10:00", level_ft=3000)
    share = (3000 * 0.3048 - HEIGHTS[925]) / (HEIGHTS[850] - HEIGHTS[925])
    assert found.models[0].middle_kt == round(20 + 20 * share)


async def test_far_days_tell_no_minutes_and_farther_ones_no_numbers(briefing: Any, meteo: OpenMeteoServer) -> None:
    week = await briefing.words("get_wind_plan", **ROUTE, day="2026-11-28", time="10:00")
    assert "Too early for minutes; from Tue 24 Nov I can" in week
    assert not re.search(r"Out \d", week)
    far = await briefing.words("get_wind_plan", **ROUTE, day="2026-12-05", time="10:00")
    assert "Too early for the wind on Sat 5 Dec" in far
    assert "from Sat 28 Nov I can" in far


async def test_the_outlook_is_worded_by_its_lead(briefing: Any, meteo: OpenMeteoServer) -> None:
    def tell(name: str, model: str, hour: datetime) -> float | None:
        if name == "cloud_base" and model.startswith("ukmo"):
            return 450.0
        if name == "wind_speed_10m":
            return {"icon": 8.0, "ukmo": 15.0}.get(model.split("_", maxsplit=1)[0], 24.0)
        if name == "precipitation" and model.startswith("icon"):
            return 1.0
        return calm_day(name, model, hour)

    meteo.tell = tell
    days = await briefing.words("get_outlook", places=["EGTF"], day="2026-11-25")
    assert "cloud 1,000–2,000 ft (UK Met Office)" in days
    assert "1,476" not in days, "a model's cloud base is a band"
    assert "they disagree" in days
    week = await briefing.words("get_outlook", places=["EGTF"], day="2026-11-28")
    assert "Sat 28 Nov" in (await briefing.words("get_outlook", places=["EGTF"], day="2026-11-28"))
    assert " ft" not in week
    assert "visibility" not in week
    far = await briefing.words("get_outlook", places=["EGTF"], day="2026-12-05")
    assert "too early; from Sat 28 Nov I can" in far
    assert not re.search(r"\d+ kt", far)


@pytest.mark.parametrize("hour", [0, 6, 11, 18, 23])
def test_the_day_that_is_named_as_the_first_has_a_forecast_whatever_the_hour(hour: int) -> None:
    flight = datetime(2026, 12, 5, 9, tzinfo=UTC)
    reaches: tuple[Lead, ...] = ("week", "days")
    for reach in reaches:
        first = first_told(flight, reach).replace(hour=hour)
        assert lead_at(flight, first, None) == reach
        assert lead_at(flight, first - timedelta(days=1), None) != reach


async def test_a_cloud_base_of_zero_is_never_printed_as_a_height(briefing: Any, meteo: OpenMeteoServer) -> None:
    words = await briefing.words("get_outlook", places=["EGTF"], day="tomorrow")
    assert "no low cloud" in words
    assert not re.search(r"\b0 ft", words)
    cover: dict[str, float] = {"cloud_cover_2m": 100.0, "visibility": 300.0}
    meteo.tell = lambda name, model, hour: cover.get(name, calm_day(name, model, hour))
    foggy = await briefing.words("get_outlook", places=["LFAT"], day="tomorrow")
    assert "cloud on the ground" in foggy
    meteo.tell = lambda name, model, hour: {
        "cloud_cover_2m": None,
        "visibility": None,
        "cloud_cover_low": 60.0,
    }.get(name, calm_day(name, model, hour))
    unknown = await briefing.words("get_outlook", places=["EGKB"], day="tomorrow")
    assert "cloud base not told" in unknown


async def test_the_limit_is_told_and_the_last_copy_is_shown_with_its_age(
    briefing: Any, meteo: OpenMeteoServer, clock: Any
) -> None:
    await briefing.ask("get_outlook", places=["EGTF"], day="tomorrow")
    clock.forward(hours=2)
    meteo.allowance = 0
    words = await briefing.words("get_outlook", places=["EGTF"], day="tomorrow")
    assert "this is from 22 Nov 12:00 UTC" in words


@pytest.mark.parametrize(
    "fault", [Response.html("<h1>502</h1>"), Response.of({"error": True, "reason": "x"}), Response(drop=True)]
)
async def test_nonsense_from_the_service_is_one_sentence(
    briefing: Any, meteo: OpenMeteoServer, fault: Response
) -> None:
    meteo.faults.extend([fault] * 8)
    with pytest.raises(UpstreamUnavailable) as error:
        await briefing.ask("get_outlook", places=["EGTF"], day="tomorrow")
    assert "still work" in error.value.user_message


async def test_a_way_whose_wind_is_not_had_keeps_its_distance_and_still_air(
    briefing: Any, meteo: OpenMeteoServer
) -> None:
    meteo.faults.extend([Response(drop=True)] * 8)
    words = await briefing.words("get_wind_plan", **ROUTE, day="tomorrow")
    assert "Not seen: the wind on the way" in words and "Still air: " in words and " nm, true course" in words


async def test_bad_questions_are_answered_in_one_sentence(briefing: Any) -> None:
    for wrong in (
        {"level_ft": 45000, "day": "tomorrow"},
        {"wind": "999/99"},
        {"wind": "VRB05"},
        {"day": "2026-11-01"},
        {"day": "someday"},
    ):
        with pytest.raises(InvalidQuestion) as error:
            await briefing.ask("get_wind_plan", **ROUTE, **wrong)
        assert len(error.value.user_message) < 200
    found = await briefing.ask("get_wind_plan", **{**ROUTE, "true_airspeed_kts": 60}, wind="300/80")
    assert not found.found
    assert "No solution" in found.message


async def test_without_a_speed_it_is_asked(briefing: Any) -> None:
    found = await briefing.ask("get_wind_plan", from_location="EGTF", to_location="LFAT", wind="240/20")
    assert found.missing_info[0].key == "cruise_speed"


def test_directions_are_compared_around_the_circle() -> None:
    assert circular_spread([350, 10]) == pytest.approx(20)
    assert circular_spread([10, 350, 0]) == pytest.approx(20)
    assert agreement("direction", [350, 10]) == "agree"
    assert agreement("wind", [8, 24]) == "differ"
    assert agreement("wind", [8, 18]) == "partly"


def test_bands_leads_and_weights() -> None:
    assert [ceiling_band(f) for f in (999, 1000, 1999, 3999, 4000)] == [
        "below 1,000 ft", "1,000–2,000 ft", "1,000–2,000 ft", "2,000–4,000 ft", "above 4,000 ft",
    ]  # fmt: skip
    assert [lead_of(timedelta(hours=h)) for h in (2, 20, 30, 72, 150, 200, -5)] == [
        "now", "day", "next", "days", "week", "too early", "past",
    ]  # fmt: skip
    assert weight_of(30, 3, 5) == 45
    assert weight_of(73, 5, 20) == 730
    points = [(50.0 + i / 10, 0.0) for i in range(60)]
    kept = thinned(points, 12, 3)
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    assert weight_of(12, 3, len(kept)) <= 60
    assert wide_apart_nm(kept) is None, "5.9 degrees of latitude, 354 nm, in 15 pieces"
    assert wide_apart_nm(thinned(points, 30, 3)) == 72, "in 5 pieces of 12 steps of 6 nm at most"
    assert thinned(points, 30, 3, requests=10) == points, "60 points, 9 units each"
    assert carried(1, 1) == 60, "a point weighs no less than one"
    assert datetime(2026, 11, 22, tzinfo=UTC)
