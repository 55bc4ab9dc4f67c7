"""Distances and lines against GeographicLib and against figures from elsewhere."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from geographiclib.geodesic import Geodesic
from hypothesis import example, given
from hypothesis import strategies as st

from agent.aviation import geometry

LATITUDES = st.floats(-90, 90)
LONGITUDES = st.floats(-180, 180)


def test_fairoaks_to_cannes_is_559_nm() -> None:
    assert geometry.geodesic_nm(51.348099, -0.558889, 43.547998, 6.955176) == pytest.approx(559, abs=1)


def test_a_degree_along_the_equator_is_the_equators_length_by_360() -> None:
    assert geometry.geodesic_nm(0, 0, 0, 1) == pytest.approx(2 * np.pi * 6378.137 / 1.852 / 360, rel=1e-9)


def test_a_place_is_no_distance_from_itself() -> None:
    assert geometry.geodesic_nm(51.3, -0.5, 51.3, -0.5) == 0


def test_bearings_run_from_0_to_below_360() -> None:
    assert geometry.initial_bearing_deg(0, 0, 1, 0) == 0
    assert geometry.initial_bearing_deg(0, 0, 0, 1) == pytest.approx(90)
    assert geometry.initial_bearing_deg(0, 0, 0, -1) == pytest.approx(270)
    assert 0 <= geometry.initial_bearing_deg(0, 0, 1, -1e-14) < 360


def test_a_line_has_both_ends_and_equal_steps() -> None:
    points = geometry.great_circle_points(51.3, -0.5, 43.5, 6.9, 11)
    assert points[0] == pytest.approx((51.3, -0.5))
    assert points[-1] == pytest.approx((43.5, 6.9))
    steps = [geometry.geodesic_nm(*a, *b) for a, b in pairwise(points)]
    assert steps == pytest.approx([steps[0]] * 10)


def test_a_line_needs_two_points() -> None:
    with pytest.raises(ValueError, match="two points"):
        geometry.great_circle_points(51, 0, 43, 6, 1)


def test_a_line_of_no_length_repeats_its_point() -> None:
    for point in geometry.great_circle_points(51, 0, 51, 0, 3):
        assert point == pytest.approx((51, 0))


def test_a_line_over_the_antimeridian_takes_the_short_way() -> None:
    points = geometry.great_circle_points(-17, 178, -14, -172, 5)
    assert all(abs(lon) > 170 for _, lon in points)


@given(lat=LATITUDES, lon=LONGITUDES, bearing=st.floats(0, 359.99), nm=st.floats(0, 1200))
@example(lat=90.0, lon=0.0, bearing=12.0, nm=30.0)
@example(lat=0.0, lon=180.0, bearing=90.0, nm=30.0)
@example(lat=-90.0, lon=0.0, bearing=0.0, nm=0.0)
def test_fast_distances_are_within_two_metres_up_to_1200_nm(
    lat: float, lon: float, bearing: float, nm: float
) -> None:
    end = geometry.destination_point(lat, lon, bearing, nm)
    units = geometry.unit_vectors(np.array([lat, end[0]]), np.array([lon, end[1]]))
    earth = geometry.earth_vectors(units)
    fast = float(geometry.arc_nm(units[0], earth[0], units[1], earth[1]))
    assert abs(fast - nm) * geometry.METRES_PER_NM < 2


@given(lat1=LATITUDES, lon1=LONGITUDES, lat2=LATITUDES, lon2=LONGITUDES)
def test_reported_distances_agree_with_geographiclib_anywhere(
    lat1: float, lon1: float, lat2: float, lon2: float
) -> None:
    units = geometry.unit_vectors(np.array([lat1, lat2]), np.array([lon1, lon2]))
    earth = geometry.earth_vectors(units)
    fast = geometry.distances_nm(units[:1], earth[:1], units[1], earth[1])[0]
    exact = Geodesic.WGS84.Inverse(lat1, lon1, lat2, lon2)["s12"] / 1852
    assert fast == pytest.approx(exact, abs=0.002 if exact < 1200 else 0.1)


@given(lat=LATITUDES, lon=LONGITUDES)
def test_scalar_and_array_vectors_are_the_same(lat: float, lon: float) -> None:
    unit = geometry.unit_vector(lat, lon)
    units = geometry.unit_vectors(np.array([lat]), np.array([lon]))
    assert units[0] == pytest.approx(unit, abs=1e-12)
    assert geometry.earth_vectors(units)[0] == pytest.approx(geometry.earth_vector(unit), abs=1e-8)
    assert geometry.position(units[0])[0] == pytest.approx(lat, abs=1e-6)
