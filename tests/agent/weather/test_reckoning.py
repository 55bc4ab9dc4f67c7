"""Winds, components, triangles and the air: values worked by hand or read in tables, and what must hold for all."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from agent.errors import InvalidQuestion
from agent.weather.air import (
    convective_base_ft,
    density_altitude_ft,
    dewpoint_of,
    freezing_heights_m,
    pressure_altitude_ft,
)
from agent.weather.report import Wind
from agent.weather.runway_wind import RunwayEnd, at_runways, most_into_wind
from agent.weather.said_wind import parse_wind
from agent.weather.tables import RunwayHeading, opposite
from agent.weather.winds import (
    Vector,
    at_height,
    components,
    critical_point_nm,
    reach_nm,
    solve,
    worst_in_sector,
)

degrees = st.floats(0, 360)
knots = st.floats(0, 80)


def end(heading: float, wind: Wind) -> RunwayEnd:
    (found,) = at_runways([RunwayHeading("31", heading, "thresholds")], wind)
    return found


# --- runways: the wind components of hand-worked cases ------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "wind", "head", "cross", "side"),
    [
        (313.6, "24018G28KT", (5.1, 7.9), (17.3, 26.9), "left"),
        (133.6, "24018G28KT", (-5.1, -7.9), (17.3, 26.9), "right"),
        (237.9, "20015G25KT", (11.8, 19.7), (9.2, 15.4), "left"),
        (205.1, "27020KT", (8.5, None), (18.1, None), "right"),
        (0.1, "050/30", (19.3, None), (22.9, None), "right"),
        (100.0, "VRB05G16", (-5.0, -16.0), (5.0, 16.0), "either"),
        (313.6, "24028 200V280", (-11.2, None), (28.0, None), "left"),
    ],
)
def test_components_at_a_runway_end(
    heading: float, wind: str, head: tuple[float, float | None], cross: tuple[float, float | None], side: str
) -> None:
    found = end(heading, parse_wind(wind))
    assert (found.head_kt, found.head_gust_kt) == pytest.approx(head, abs=0.1)
    assert (found.cross_kt, found.cross_gust_kt) == pytest.approx(cross, abs=0.1)
    assert found.from_ == side


def test_calm_has_no_components_and_unknown_has_no_answer() -> None:
    calm = end(310, parse_wind("00000KT"))
    assert (calm.head_kt, calm.cross_kt, calm.from_) == (0, 0, "none")
    assert most_into_wind([calm]) is None
    assert at_runways([RunwayHeading("31", 310, "thresholds")], Wind()) == ()


@given(degrees, degrees, knots)
def test_the_parts_of_a_wind_make_the_wind(heading: float, direction: float, speed: float) -> None:
    parts = components(heading, direction, speed)
    assert math.hypot(parts.head_kt, parts.cross_kt) == pytest.approx(speed, abs=1e-9)
    back = components(heading + 180, direction, speed)
    assert (back.head_kt, back.cross_kt) == pytest.approx((-parts.head_kt, -parts.cross_kt), abs=1e-9)


@given(degrees, degrees, st.floats(1, 359), knots, st.floats(0, 1))
def test_nothing_in_a_sector_is_worse_than_its_worst(
    heading: float, start: float, width: float, speed: float, share: float
) -> None:
    worst, _ = worst_in_sector(heading, start, (start + width) % 360, speed)
    one = components(heading, start + width * share, speed)
    assert one.head_kt >= worst.head_kt - 1e-6
    assert abs(one.cross_kt) <= abs(worst.cross_kt) + 1e-6


def test_the_other_end_of_a_runway() -> None:
    assert [opposite(name) for name in ("13", "31", "09L", "36", "18C", "01R", "H1")] == [
        "31", "13", "27R", "18", "36C", "19L", None,
    ]  # fmt: skip


# --- the wind triangle --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("course", "tas", "wind", "correction", "heading", "speed"),
    [
        (120, 120, (250, 20), 7.3, 127.3, 131.9),
        (302, 120, (250, 20), -7.5, 294.5, 106.6),
        (0, 100, (90, 20), 11.5, 11.5, 98.0),
        (303, 110, (260, 35), -12.5, 290.5, 81.8),
    ],
)
def test_triangles(
    course: float, tas: float, wind: tuple[float, float], correction: float, heading: float, speed: float
) -> None:
    found = solve(course, tas, *wind)
    assert found is not None
    assert found.correction_deg == pytest.approx(correction, abs=0.06)
    assert found.heading_deg == pytest.approx(heading, abs=0.06)
    assert found.ground_speed_kt == pytest.approx(speed, abs=0.06)


def test_a_wind_too_strong_has_no_solution() -> None:
    assert solve(90, 90, 0, 100) is None
    assert solve(90, 100, 90, 85) is None, "15 kt over the ground is no flight"


@given(degrees, st.floats(60, 250), degrees, st.floats(0, 55))
def test_air_vector_and_wind_make_the_track(course: float, tas: float, direction: float, speed: float) -> None:
    found = solve(course, tas, direction, speed)
    assume(found is not None)
    assert found is not None
    air, wind = Vector.of(found.heading_deg + 180, tas), Vector.of(direction, speed)
    north, east = air.north_kt + wind.north_kt, air.east_kt + wind.east_kt
    assert math.hypot(north, east) == pytest.approx(found.ground_speed_kt, abs=1e-6)
    along = Vector.of(course + 180, found.ground_speed_kt)
    assert (north, east) == pytest.approx((along.north_kt, along.east_kt), abs=1e-6)


@given(degrees, st.floats(80, 200), degrees, st.floats(5, 30))
def test_out_and_back_in_wind_is_longer_than_twice_still_air(
    course: float, tas: float, direction: float, speed: float
) -> None:
    out, back = solve(course, tas, direction, speed), solve(course + 180, tas, direction, speed)
    assume(out is not None and back is not None)
    assert out is not None
    assert back is not None
    assert 100 / out.ground_speed_kt + 100 / back.ground_speed_kt >= 200 / tas - 1e-9


def test_winds_between_levels_are_averaged_as_vectors() -> None:
    found = at_height([(540, Vector.of(350, 20)), (1457, Vector.of(10, 30))], 3000 * 0.3048)
    assert found is not None
    assert found.speed_kt == pytest.approx(23.7, abs=0.05)
    assert min(found.from_deg, 360 - found.from_deg) < 0.6, "from north, never from south"
    assert at_height([(540, Vector.of(350, 20))], 900) is None, "above the highest level nothing is known"
    assert Vector.of(350, 10).towards(Vector.of(10, 10), 0.5).from_deg in (pytest.approx(360), pytest.approx(0))


def test_reach_and_critical_point() -> None:
    found = [round(reach_nm(30, 110, 240, 20, bearing), 1) for bearing in (60, 150, 330, 240)]
    assert found == [65.0, 54.1, 54.1, 45.0]
    assert critical_point_nm(96.6, 121.8, 95.2) == pytest.approx(42.4, abs=0.05)


# --- the air ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("feet", "qnh", "warmth", "dew", "pressure", "dry", "humid"),
    [
        (80, 1009, 30, 18, 196, 1963, 2225),
        (1582, 1012, 33, 15, 1616, 4021, 4246),
        (6588, 1018, 22, 10, 6459, 8707, 8894),
        (36, 1030, -2, -5, -418, -2617, -2563),
        (0, 1013.25, 15, None, 0, 0, 0),
    ],
)
def test_density_altitude(
    feet: float, qnh: float, warmth: float, dew: float | None, pressure: float, dry: float, humid: float
) -> None:
    assert pressure_altitude_ft(feet, qnh) == pytest.approx(pressure, abs=1)
    assert density_altitude_ft(feet, qnh, warmth) == pytest.approx(dry, abs=2)
    assert density_altitude_ft(feet, qnh, warmth, dew) == pytest.approx(humid, abs=2)


@given(st.floats(-500, 9000), st.floats(960, 1045), st.floats(-20, 40), st.floats(0, 30))
def test_humid_air_is_never_denser_and_warmth_thins_it(
    feet: float, qnh: float, warmth: float, spread: float
) -> None:
    dry = density_altitude_ft(feet, qnh, warmth)
    assert density_altitude_ft(feet, qnh, warmth, warmth - spread) >= dry
    assert density_altitude_ft(feet, qnh, warmth + 1) > dry
    assert density_altitude_ft(feet, qnh - 1, warmth) > dry


def test_every_freezing_level_is_found() -> None:
    assert freezing_heights_m([(1457, 0.9), (1949, -1.4)]) == [pytest.approx(1650, abs=2)]
    inversion = [(100, -2.0), (500, 3.0), (1500, -4.0)]
    assert len(freezing_heights_m(inversion)) == 2
    assert freezing_heights_m([(100, 5.0), (3000, 1.0)]) == []


def test_convective_base_and_dew_point() -> None:
    assert [convective_base_ft(t, d) for t, d in ((20, 10), (25, 17), (12, 11), (5, 6))] == [4000, 3200, 400, 0]
    assert dewpoint_of(20, 50) == pytest.approx(9.3, abs=0.05)
    assert dewpoint_of(20, 0) is None


# --- winds as they are said ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "direction", "speed", "gust"),
    [
        ("24018G28KT", 240, 18, 28),
        ("240/18G28", 240, 18, 28),
        ("200/15G25KT", 200, 15, 25),
        ("260/18", 260, 18, None),
        ("260 at 18 knots", 260, 18, None),
        ("90/5", 90, 5, None),
        ("VRB05G16", None, 5, 16),
        ("240°/18 kt gusting 28", 240, 18, 28),
        ("24005MPS", 240, 10, None),
        ("calm", 0, 0, None),
    ],
)
def test_winds_as_pilots_say_them(said: str, direction: int | None, speed: int, gust: int | None) -> None:
    found = parse_wind(said)
    assert (found.direction_deg, found.speed_kt, found.gust_kt) == (direction, speed, gust)


@pytest.mark.parametrize("said", ["999/99", "99999KT", "400/10", "strong", "", "240/18G10", "240/900", "200V280"])
def test_what_is_no_wind_is_refused_in_one_sentence(said: str) -> None:
    with pytest.raises(InvalidQuestion) as error:
        parse_wind(said)
    assert len(error.value.user_message) < 160


@given(st.text(max_size=30))
def test_any_text_is_a_wind_or_a_sentence(said: str) -> None:
    try:
        found = parse_wind(said)
    except InvalidQuestion:
        return
    assert found.speed_kt is not None


def test_a_wind_from_everywhere_has_no_end_most_into_it() -> None:
    ends = at_runways([RunwayHeading("03", 25.1, "x"), RunwayHeading("21", 205.1, "x")], parse_wind("VRB05G16"))
    assert [end.cross_gust_kt for end in ends] == [16, 16]
    assert most_into_wind(ends) is None
