"""Finds the airfields around a point and beside a route of great-circle legs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agent.aviation import geometry
from agent.aviation.airport_index import AirportIndex

Floats = NDArray[np.float64]
Vector = tuple[float, float, float]
Passed = tuple[list[int], list[float], list[float], list[float]]
"""Columns: row, nm off the route, nm along it, nm direct from its start."""

_NO_LENGTH = 1e-12
_MARGIN = 1e-7  # the cosine of a small angle is known to 15 digits, the angle itself to half of them


def around(index: AirportIndex, lat: float, lon: float, nm: float) -> tuple[NDArray[np.intp], Floats]:
    """Rows at most `nm` from a point, nearest first, with their distances."""
    margin = nm / geometry.MIN_NM_PER_DEGREE_OF_LATITUDE + 1e-6
    low, high = np.searchsorted(index.lat, (lat - margin, lat + margin)).tolist()
    here = geometry.unit_vector(lat, lon)
    unit, earth = np.array(here), np.array(geometry.earth_vector(here))
    reach = min(nm / geometry.MIN_NM_PER_RADIAN + _MARGIN, np.pi)
    rows = low + np.flatnonzero(index.units[low:high] @ unit >= np.cos(reach))
    distances = geometry.distances_nm(index.units[rows], index.earth[rows], unit, earth)
    order = np.argsort(distances, kind="stable")
    order = order[: np.searchsorted(distances[order], nm, side="right")]
    return rows[order], distances[order]


def outwards(index: AirportIndex, lat: float, lon: float) -> tuple[NDArray[np.intp], Floats]:
    """All rows in the order of their angle from a point on a sphere, with the angles in radians."""
    cosines = index.units @ np.array(geometry.unit_vector(lat, lon))
    rows = np.argsort(-cosines, kind="stable")
    return rows, np.arccos(np.clip(cosines[rows], -1.0, 1.0))


def along(index: AirportIndex, points: Sequence[tuple[float, float]], nm: float) -> Passed:
    """Rows at most `nm` from the route, in the order they are passed; each with its nearest point of the route."""
    if not points:
        return [], [], [], []
    corners = [geometry.unit_vector(lat, lon) for lat, lon in points]
    legs = list(pairwise(corners)) or [(corners[0], corners[0])]
    parts: list[tuple[NDArray[Any], Floats, Floats]] = []
    flown = 0.0
    for i, (start, end) in enumerate(legs):
        if i:
            flown += geometry.geodesic_nm(*points[i - 1], *points[i])
        rows, off, along_leg = _beside_leg(index, start, end, nm)
        parts.append((rows, off, flown + along_leg))
    rows, off, way = parts[0]
    if len(parts) > 1:  # beside two legs: the nearer one counts
        rows, off, way = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        order = np.lexsort((off, rows))
        order = order[np.diff(rows[order], prepend=-1) != 0]
        rows, off, way = rows[order], off[order], way[order]
    order = np.lexsort((off, way))
    rows = rows[order]
    departure = np.array(corners[0]), np.array(geometry.earth_vector(corners[0]))
    direct = geometry.distances_nm(index.units[rows], index.earth[rows], *departure)
    return rows.tolist(), off[order].tolist(), way[order].tolist(), direct.tolist()


def _beside_leg(index: AirportIndex, start: Vector, end: Vector, nm: float) -> tuple[NDArray[Any], Floats, Floats]:
    """Rows near one leg, their distance to it, and the distance of its nearest point from the leg's start."""
    normal = _normal(start, end)
    ahead = _cross(normal, start)
    length = math.atan2(_dot(end, ahead), _dot(end, start))
    reach = min(nm / geometry.MIN_NM_PER_RADIAN + _MARGIN, math.pi)
    low, high = _latitude_band(index, start, end, ahead, length, reach)
    rows = low + np.flatnonzero(np.abs(index.units[low:high] @ normal) <= math.sin(min(reach, math.pi / 2)))
    cos, sin = math.cos(length / 2), math.sin(length / 2)
    middle = np.array([s * cos + a * sin for s, a in zip(start, ahead, strict=True)])
    fields = index.units[rows]
    near = fields @ middle >= math.cos(min(math.pi, length / 2 + reach))
    rows, fields = rows[near], fields[near]
    frame = np.array((start, ahead, end))
    to_start, to_ahead, to_end = frame @ fields.T
    angle = np.arctan2(to_ahead, to_start)
    angle = np.where((angle >= 0) & (angle <= length), angle, np.where(to_start >= to_end, 0.0, length))
    feet = np.stack((np.cos(angle), np.sin(angle)), axis=1) @ frame[:2]
    feet_earth = geometry.earth_vectors(feet)
    off = geometry.distances_nm(fields, index.earth[rows], feet, feet_earth)
    near = off <= nm
    start_earth = np.array(geometry.earth_vector(start))
    return rows[near], off[near], geometry.distances_nm(feet[near], feet_earth[near], frame[0], start_earth)


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _normal(start: Vector, end: Vector) -> Vector:
    """The pole of the leg's great circle; any pole through `start` when the ends are equal or opposite."""
    normal = _cross(start, end)
    if math.hypot(*normal) < _NO_LENGTH:
        smallest = min(range(3), key=lambda axis: abs(start[axis]))
        normal = _cross(start, (float(smallest == 0), float(smallest == 1), float(smallest == 2)))
    size = math.hypot(*normal)
    return normal[0] / size, normal[1] / size, normal[2] / size


def _latitude_band(
    index: AirportIndex, start: Vector, end: Vector, ahead: Vector, length: float, reach: float
) -> tuple[int, int]:
    """The rows whose latitude lies within `reach` of some point of the leg."""
    sines = [start[2], end[2]]
    top = math.atan2(ahead[2], start[2])  # angle from the start to the circle's northernmost point
    for angle in (top, top + math.pi, top - math.pi):
        if 0 <= angle <= length:
            sines.append(start[2] * math.cos(angle) + ahead[2] * math.sin(angle))
    margin = math.degrees(reach) + 1e-6
    south, north = (math.degrees(math.asin(max(-1.0, min(1.0, sine)))) for sine in (min(sines), max(sines)))
    low, high = np.searchsorted(index.lat, (south - margin, north + margin)).tolist()
    return low, high
