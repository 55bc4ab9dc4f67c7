"""Where a place lies on a picture: Web Mercator, the view snapped to a coarse grid so that basemaps repeat."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

TILE = 256
HIGHEST_LATITUDE = 84.0
"""Mercator has no poles; what lies beyond is drawn at the edge."""

Point = tuple[float, float]
Numbers = NDArray[np.floating[Any]]


def unwrap(points: Sequence[Point]) -> list[Point]:
    """Points (lat, lon) with longitudes that run on over the 180th meridian instead of jumping."""
    found: list[Point] = []
    for lat, lon in points:
        if found:
            lon += 360.0 * round((found[-1][1] - lon) / 360.0)  # noqa: PLW2901
        found.append((lat, lon))
    return found


def _mercator(lat: float) -> float:
    """Mercator's y for a latitude, 0 at the top of the world and 1 at its bottom."""
    sine = math.sin(math.radians(max(-HIGHEST_LATITUDE, min(HIGHEST_LATITUDE, lat))))
    return 0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)


@dataclass(frozen=True, slots=True)
class View:
    """A window on the world: `x`, `y` are its centre in world units (0 to 1, x may run on), size in pixels."""

    x: float
    y: float
    zoom: float
    width: int
    height: int

    @property
    def scale(self) -> float:
        """Pixels per world."""
        return TILE * 2.0**self.zoom

    def pixel(self, lat: float, lon: float) -> Point:
        """Where (lat, lon) is drawn."""
        x = (lon + 180.0) / 360.0
        x -= round(x - self.x)  # the copy of the world that is nearest to the view
        return (
            (x - self.x) * self.scale + self.width / 2,
            (_mercator(lat) - self.y) * self.scale + self.height / 2,
        )

    def line(self, points: Sequence[Point]) -> list[Point]:
        """A line's pixels; it never jumps over the whole picture at the 180th meridian."""
        if not points:
            return []
        run = unwrap(points)
        first = (run[0][1] + 180.0) / 360.0
        shift = -round(first - self.x)
        return [
            (
                ((lon + 180.0) / 360.0 + shift - self.x) * self.scale + self.width / 2,
                (_mercator(lat) - self.y) * self.scale + self.height / 2,
            )
            for lat, lon in run
        ]

    def project(self, lon: Numbers, mercator: Numbers) -> tuple[Numbers, Numbers]:
        """Pixels of many points, given as the basemap keeps them; longitudes may run on over ±180."""
        return (
            ((lon + 180.0) / 360.0 - self.x) * self.scale + self.width / 2,
            (mercator - self.y) * self.scale + self.height / 2,
        )

    @property
    def doubled(self) -> View:
        """The same at twice the size."""
        return View(self.x, self.y, self.zoom + 1, self.width * 2, self.height * 2)

    @property
    def latitude(self) -> float:
        """The latitude of the centre."""
        return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * self.y))))

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east, north in degrees; west and east may run on over ±180."""
        half_x, half_y = self.width / 2 / self.scale, self.height / 2 / self.scale

        def lat(y: float) -> float:
            return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * max(0.0, min(1.0, y))))))

        west, east = (self.x - half_x) * 360 - 180, (self.x + half_x) * 360 - 180
        return west, lat(self.y + half_y), east, lat(self.y - half_y)

    def nm_per_pixel(self) -> float:
        """Nautical miles per pixel at the centre."""
        return 21_600 * math.cos(math.radians(self.latitude)) / self.scale


def fit(
    points: Sequence[Point],
    width: int,
    height: int,
    *,
    margin: int = 56,
    deepest: float = 11.0,
    whole_zoom: bool = False,
) -> View:
    """The closest snapped view that shows every point (lat, lon) with a margin in pixels."""
    run = unwrap(points)
    xs = [(lon + 180.0) / 360.0 for _, lon in run]
    ys = [_mercator(lat) for lat, _ in run]
    wide, high = max(max(xs) - min(xs), 1e-9), max(max(ys) - min(ys), 1e-9)
    room = min((width - 2 * margin) / wide, (height - 2 * margin) / high)
    step = 1.0 if whole_zoom else 0.25
    zoom = max(0.25, min(deepest, math.floor(math.log2(room / TILE) / step) * step))
    if whole_zoom:
        zoom = max(1.0, float(math.floor(zoom)))
    # A centre on a coarse grid, never farther off than the margin: near searches share one basemap.
    grid = min(width / 8, 1.8 * margin) / (TILE * 2.0**zoom)
    x, y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    y = min(1.0, max(0.0, round(y / grid) * grid))
    return View(round(x / grid) * grid, y, zoom, width, height)
