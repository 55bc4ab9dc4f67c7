"""Distances, directions and points on the earth's surface, in nautical miles and degrees (WGS84)."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from geographiclib.geodesic import Geodesic
from numpy.typing import NDArray

Floats = NDArray[np.float64]

METRES_PER_NM = 1852.0
_WGS84: Any = Geodesic.WGS84  # geographiclib ships no types
_A = 6378137.0 / METRES_PER_NM
_F = 1 / 298.257223563
_E2 = _F * (2 - _F)
_NORTHWARD = _E2 / (1 - _E2)
_TINY = 1e-30
EXACT_BEYOND_NM = 3000.0
"""Up to here `arc_nm` is within 0.1 nm of the geodesic (2 m up to 1200 nm); beyond, ask `geodesic_nm`."""

MIN_NM_PER_RADIAN = 3_420.0
"""The smallest radius of curvature of the ellipsoid is 3 420.7 nm: a safe bound for angles."""

MIN_NM_PER_DEGREE_OF_LATITUDE = 59.7
"""A degree of latitude is shortest at the equator (59.705 nm): a safe bound for latitude bands."""


@lru_cache(maxsize=4096)
def geodesic_nm(lat1: float, lon1: float, lat2: float, lon2: float) -> float:
    """The shortest distance between two points on WGS84."""
    return float(_WGS84.Inverse(lat1, lon1, lat2, lon2, Geodesic.DISTANCE)["s12"]) / METRES_PER_NM


def initial_bearing_deg(lat1: float, lon1: float, lat2: float, lon2: float) -> float:
    """The true course at the start of the geodesic, 0 ≤ bearing < 360."""
    azimuth = float(_WGS84.Inverse(lat1, lon1, lat2, lon2, Geodesic.AZIMUTH)["azi1"]) % 360.0
    return 0.0 if azimuth == 360.0 else azimuth  # -1e-15 % 360 rounds up to 360.0


def destination_point(lat: float, lon: float, bearing_deg: float, nm: float) -> tuple[float, float]:
    """The point reached after `nm` along the geodesic that starts with `bearing_deg` (true)."""
    end = _WGS84.Direct(lat, lon, bearing_deg, nm * METRES_PER_NM)
    return float(end["lat2"]), float(end["lon2"])


def great_circle_points(lat1: float, lon1: float, lat2: float, lon2: float, n: int) -> list[tuple[float, float]]:
    """`n` points (at least 2) evenly spaced along the geodesic, both ends included."""
    if n < 2:
        raise ValueError("a line has at least two points")
    line = _WGS84.InverseLine(lat1, lon1, lat2, lon2)
    positions = (line.Position(line.s13 * i / (n - 1)) for i in range(n))
    return [(float(p["lat2"]), float(p["lon2"])) for p in positions]


def unit_vectors(lat: Floats, lon: Floats) -> Floats:
    """Unit vectors normal to the ellipsoid (n × 3): the sphere on which great circles are drawn."""
    la, lo = np.radians(lat), np.radians(lon)
    cos = np.cos(la)
    return np.stack([cos * np.cos(lo), cos * np.sin(lo), np.sin(la)], axis=-1)


def unit_vector(lat: float, lon: float) -> tuple[float, float, float]:
    """One such vector, without numpy's overhead."""
    la, lo = math.radians(lat), math.radians(lon)
    cos = math.cos(la)
    return cos * math.cos(lo), cos * math.sin(lo), math.sin(la)


def earth_vectors(units: Floats) -> Floats:
    """Positions on the WGS84 ellipsoid in nm from the earth's centre (n × 3), from their unit vectors."""
    z = units[..., 2:3]
    n = _A / np.sqrt(1 - _E2 * z * z)
    return np.concatenate([n * units[..., :2], (1 - _E2) * n * z], axis=-1)


def earth_vector(unit: tuple[float, float, float]) -> tuple[float, float, float]:
    """One such position, without numpy's overhead."""
    x, y, z = unit
    n = _A / math.sqrt(1 - _E2 * z * z)
    return n * x, n * y, (1 - _E2) * n * z


def arc_nm(units_a: Floats, earth_a: Floats, units_b: Floats, earth_b: Floats) -> Floats:
    """WGS84 distances for many pairs at once, from chords and the radius of curvature along them.

    Within 2 m of the geodesic up to 1200 nm, within 0.1 nm up to `EXACT_BEYOND_NM`.
    """
    chord = earth_a - earth_b
    squared = np.einsum("...i,...i->...", chord, chord)
    sine = (units_a[..., 2] + units_b[..., 2]) * 0.5
    sine2 = sine * sine
    polar = chord[..., 2] * chord[..., 2] / (squared + _TINY)  # 1 when the chord is parallel to the axis
    curvature = np.sqrt(1 - _E2 * sine2) * (1 + _NORTHWARD * np.minimum(1 - sine2, polar)) / _A
    return 2 / curvature * np.arcsin(np.minimum(1.0, 0.5 * curvature * np.sqrt(squared)))


def distances_nm(units: Floats, earth: Floats, unit: Floats, earth_point: Floats) -> Floats:
    """WGS84 distances from many places to one, or pairwise; far ones by the exact geodesic."""
    distances = arc_nm(units, earth, unit, earth_point)
    if not distances.size or distances.max() <= EXACT_BEYOND_NM:
        return distances
    for i in np.flatnonzero(distances > EXACT_BEYOND_NM).tolist():
        here = unit if unit.ndim == 1 else unit[i]
        distances[i] = geodesic_nm(*position(units[i]), *position(here))
    return distances


def position(unit: Floats) -> tuple[float, float]:
    """Latitude and longitude of a unit vector."""
    x, y, z = unit.tolist()
    return math.degrees(math.atan2(z, math.hypot(x, y))), math.degrees(math.atan2(y, x))
