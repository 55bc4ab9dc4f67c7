"""Where a place lies on a picture near a pole, which Mercator cannot show: the pole's own round map.

Azimuthal equidistant: straight lines from the pole are meridians, and distances along them are true.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bot.render.projection import Numbers, Point

FROM_LATITUDE = 81.0
"""What reaches nearer to a pole than this is drawn around it."""

CLOSEST = 400.0
"""Pixels per degree, at most."""


@dataclass(frozen=True, slots=True)
class PolarView:
    """A window on a polar map: `x`, `y` are its centre in degrees from the pole, `turn` the meridian that
    runs down from a north pole and up from a south pole."""

    south: bool
    turn: float
    x: float
    y: float
    scale: float
    width: int
    height: int

    def pixel(self, lat: float, lon: float) -> Point:
        """Where (lat, lon) is drawn."""
        x, y = _plane(self.south, self.turn, lat, lon)
        return (x - self.x) * self.scale + self.width / 2, (y - self.y) * self.scale + self.height / 2

    def line(self, points: Sequence[Point]) -> list[Point]:
        """A line's pixels."""
        return [self.pixel(lat, lon) for lat, lon in points]

    def project(self, lon: Numbers, mercator: Numbers) -> tuple[Numbers, Numbers]:
        """Pixels of many points, given as the basemap keeps them."""
        lat = np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * mercator))))
        away = 90.0 + lat if self.south else 90.0 - lat
        angle = np.radians(lon - self.turn)
        down = -np.cos(angle) if self.south else np.cos(angle)
        return (
            (away * np.sin(angle) - self.x) * self.scale + self.width / 2,
            (away * down - self.y) * self.scale + self.height / 2,
        )

    @property
    def doubled(self) -> PolarView:
        """The same at twice the size."""
        return replace(self, scale=self.scale * 2, width=self.width * 2, height=self.height * 2)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east, north in degrees: the whole cap around the pole that the picture touches."""
        half_x, half_y = self.width / 2 / self.scale, self.height / 2 / self.scale
        away = min(180.0, math.hypot(abs(self.x) + half_x, abs(self.y) + half_y))
        low, high = (-90.0, away - 90.0) if self.south else (90.0 - away, 90.0)
        return -179.999, low, 179.999, high

    def nm_per_pixel(self) -> float:
        """Nautical miles per pixel along a meridian, everywhere."""
        return 60.0 / self.scale


def reaches_a_pole(points: Sequence[Point]) -> bool:
    """Whether points (lat, lon) lie so far up or down that a Mercator map would tear them apart."""
    return max(abs(lat) for lat, _ in points) > FROM_LATITUDE


def fit_polar(points: Sequence[Point], width: int, height: int, *, margin: int = 56) -> PolarView:
    """The closest view around the nearer pole that shows every point (lat, lon) with a margin in pixels."""
    south = max(points, key=lambda point: abs(point[0]))[0] < 0
    east = sum(math.sin(math.radians(lon)) for _, lon in points)
    ahead = sum(math.cos(math.radians(lon)) for _, lon in points)
    turn = round(math.degrees(math.atan2(east, ahead)), 1)
    plane = [_plane(south, turn, lat, lon) for lat, lon in points]
    left, right = min(x for x, _ in plane), max(x for x, _ in plane)
    top, bottom = min(y for _, y in plane), max(y for _, y in plane)
    scale = min(
        (width - 2 * margin) / max(right - left, 1e-6), (height - 2 * margin) / max(bottom - top, 1e-6), CLOSEST
    )
    return PolarView(south, turn, (left + right) / 2, (top + bottom) / 2, scale, width, height)


def _plane(south: bool, turn: float, lat: float, lon: float) -> Point:
    """Degrees to the right of the pole and below it."""
    away = 90.0 + lat if south else 90.0 - lat
    angle = math.radians(lon - turn)
    return away * math.sin(angle), away * (-math.cos(angle) if south else math.cos(angle))
