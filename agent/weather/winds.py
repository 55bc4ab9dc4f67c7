"""Wind reckoning: components on a runway, the wind triangle, and winds between levels and hours.

All angles are true degrees; a wind is named by where it comes from. Cross components are positive from the right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

LEAST_GROUND_SPEED_KT = 20.0


@dataclass(frozen=True, slots=True)
class Components:
    """Knots on the nose (negative: on the tail) and across (positive: from the right)."""

    head_kt: float
    cross_kt: float


def components(heading_deg: float, from_deg: float, speed_kt: float) -> Components:
    """What a wind is along and across a heading."""
    off = math.radians(from_deg - heading_deg)
    return Components(speed_kt * math.cos(off), speed_kt * math.sin(off))


def worst_in_sector(heading_deg: float, from_deg: float, to_deg: float, speed_kt: float) -> tuple[Components, str]:
    """The least head and the most across while the wind swings clockwise from one direction to the other.

    The two need not come at the same moment. The second value is the side: left, right, or either.
    """
    width = (to_deg - from_deg) % 360 or 360.0

    def inside(direction: float) -> bool:
        return (direction - from_deg) % 360 <= width

    turns = [d for d in (heading_deg, heading_deg + 90, heading_deg + 180, heading_deg + 270) if inside(d)]
    every = [components(heading_deg, d, speed_kt) for d in (from_deg, to_deg, *turns)]
    cross = max((c.cross_kt for c in every), key=abs)
    sides = {"right" if c.cross_kt > 0 else "left" for c in every if abs(c.cross_kt) > 0.05}
    side = "either" if len(sides) > 1 else next(iter(sides), "none")
    return Components(min(c.head_kt for c in every), cross), side


@dataclass(frozen=True, slots=True)
class Triangle:
    """A solved wind triangle: correction (positive: to the right), heading, ground speed in knots."""

    correction_deg: float
    heading_deg: float
    ground_speed_kt: float
    head_kt: float
    cross_kt: float


def solve(course_deg: float, true_airspeed_kt: float, from_deg: float, speed_kt: float) -> Triangle | None:
    """The heading to fly a course, None where the wind allows no course or hardly any ground speed."""
    wind = components(course_deg, from_deg, speed_kt)
    if true_airspeed_kt <= 0 or abs(wind.cross_kt) > true_airspeed_kt:
        return None
    correction = math.asin(wind.cross_kt / true_airspeed_kt)
    ground = true_airspeed_kt * math.cos(correction) - wind.head_kt
    if ground < LEAST_GROUND_SPEED_KT:
        return None
    degrees = math.degrees(correction)
    return Triangle(degrees, (course_deg + degrees) % 360, ground, wind.head_kt, wind.cross_kt)


@dataclass(frozen=True, slots=True)
class Vector:
    """A wind as its parts towards north and east, so that winds can be added and averaged."""

    north_kt: float
    east_kt: float

    @classmethod
    def of(cls, from_deg: float, speed_kt: float) -> Vector:
        """From a direction and a speed."""
        angle = math.radians(from_deg)
        return cls(-speed_kt * math.cos(angle), -speed_kt * math.sin(angle))

    @property
    def speed_kt(self) -> float:
        """Its strength."""
        return math.hypot(self.north_kt, self.east_kt)

    @property
    def from_deg(self) -> float:
        """Where it comes from, 0 < direction ≤ 360 (360 is north, as pilots say it)."""
        degrees = math.degrees(math.atan2(-self.east_kt, -self.north_kt)) % 360
        return degrees if degrees > 1e-9 else 360.0

    def towards(self, other: Vector, share: float) -> Vector:
        """The wind on the way to another one: 0 is this one, 1 the other."""
        return Vector(
            self.north_kt + (other.north_kt - self.north_kt) * share,
            self.east_kt + (other.east_kt - self.east_kt) * share,
        )


def at_height(levels: Sequence[tuple[float, Vector]], height_m: float) -> Vector | None:
    """The wind at a height between the two nearest levels; below the lowest that one's; None above the highest."""
    known = sorted(levels, key=lambda level: level[0])
    if not known or height_m > known[-1][0]:
        return None
    if height_m <= known[0][0]:
        return known[0][1]
    for (low, below), (high, above) in pairwise(known):
        if low <= height_m <= high:
            return below.towards(above, (height_m - low) / (high - low) if high > low else 0.0)
    return None


def reach_nm(
    minutes: float, true_airspeed_kt: float, from_deg: float, speed_kt: float, bearing_deg: float
) -> float:
    """How far an aeroplane comes in a time in one direction; 0 where the wind lets it go nowhere."""
    triangle = solve(bearing_deg, true_airspeed_kt, from_deg, speed_kt)
    return triangle.ground_speed_kt * minutes / 60 if triangle else 0.0


def critical_point_nm(distance_nm: float, ground_speed_on_kt: float, ground_speed_home_kt: float) -> float:
    """How far from the start it is as long to go on as to go home."""
    return distance_nm * ground_speed_home_kt / (ground_speed_on_kt + ground_speed_home_kt)
