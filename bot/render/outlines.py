"""Great circles, circles and corridors as points to draw, on a sphere: no eye can tell it from the ellipsoid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.render.projection import Point

NM_PER_RADIAN = 3440.065
STEP_NM = 15.0

Vectors = NDArray[np.float64]


def great_circle(start: Point, end: Point) -> tuple[Point, ...]:
    """Points (lat, lon) from start to end, about every 15 nm, both included."""
    a, b = _vectors([start, end])
    angle = float(np.arccos(np.clip(a @ b, -1.0, 1.0)))
    count = int(max(2, min(160, angle * NM_PER_RADIAN / STEP_NM)))
    if angle < 1e-9:
        return (start, end)
    share = np.linspace(0.0, 1.0, count)[:, None]
    line = (np.sin((1 - share) * angle) * a + np.sin(share * angle) * b) / np.sin(angle)
    return (start, *_points(line)[1:-1], end)


def circle(centre: Point, radius_nm: float) -> tuple[Point, ...]:
    """A closed ring around a point."""
    return _points(_offset(_vectors([centre]), np.radians(np.arange(0.0, 361.0, 4.0)), radius_nm))


def corridor(line: tuple[Point, ...], radius_nm: float) -> tuple[Point, ...]:
    """The closed outline of what lies within `radius_nm` of a line of two or more points."""
    vectors = _vectors(line)
    course = _courses(vectors)
    left = _offset(vectors, course - np.pi / 2, radius_nm)
    right = _offset(vectors, course + np.pi / 2, radius_nm)
    half = np.radians(np.arange(15.0, 180.0, 15.0))
    cap_end = _offset(vectors[-1:], course[-1] - np.pi / 2 + half, radius_nm)
    cap_start = _offset(vectors[:1], course[0] + np.pi / 2 + half, radius_nm)
    return _points(np.concatenate([left, cap_end, right[::-1], cap_start, left[:1]]))


def _vectors(points: list[Point] | tuple[Point, ...]) -> Vectors:
    lat, lon = np.radians(np.array(points, dtype=np.float64)).T
    return np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=1)


def _points(vectors: Vectors) -> tuple[Point, ...]:
    lat = np.degrees(np.arcsin(np.clip(vectors[:, 2], -1.0, 1.0)))
    lon = np.degrees(np.arctan2(vectors[:, 1], vectors[:, 0]))
    return tuple(zip(lat.tolist(), lon.tolist(), strict=True))


def _courses(vectors: Vectors) -> Vectors:
    """The course at each point towards the next; the last keeps the one before."""
    east, north = _frame(vectors)
    ahead = np.concatenate([vectors[1:], vectors[-1:] * 2 - vectors[-2:-1]])
    return np.arctan2((ahead * east).sum(axis=1), (ahead * north).sum(axis=1))


def _frame(vectors: Vectors) -> tuple[Vectors, Vectors]:
    """Unit vectors to the east and to the north at each point."""
    east = np.stack([-vectors[:, 1], vectors[:, 0], np.zeros(len(vectors))], axis=1)
    length = np.linalg.norm(east, axis=1, keepdims=True)
    east = np.where(length > 1e-12, east / np.maximum(length, 1e-12), [0.0, 1.0, 0.0])
    return east, np.cross(vectors, east)


def _offset(vectors: Vectors, course: Vectors, nm: float) -> Vectors:
    """Points at `nm` from each vector on each course (radians); one vector may serve many courses."""
    east, north = _frame(vectors)
    ahead = np.cos(course)[:, None] * north + np.sin(course)[:, None] * east
    angle = nm / NM_PER_RADIAN
    return np.cos(angle) * vectors + np.sin(angle) * ahead
