"""A flight through the wind: the track cut into pieces, each flown with the wind there at the hour of passing."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from agent.aviation.geometry import geodesic_nm, great_circle_points, initial_bearing_deg
from agent.weather.winds import Vector, solve

LONGEST_PIECE_NM = 25.0

Point = tuple[float, float]
WindAt = Callable[[Point, datetime], Vector | None]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of track: its middle, the true course there, its length in nm."""

    middle: Point
    course_deg: float
    length_nm: float


@dataclass(frozen=True, slots=True)
class Flown:
    """One way: minutes, and the mean wind along the track (positive: on the nose)."""

    minutes: float
    head_kt: float

    def hours(self) -> float:
        """The time in hours."""
        return self.minutes / 60


def cut(start: Point, end: Point, longest_nm: float = LONGEST_PIECE_NM, pieces: int | None = None) -> list[Piece]:
    """The great circle in equal pieces of at most that length (or in so many pieces)."""
    distance = geodesic_nm(*start, *end)
    count = max(pieces or 1, math.ceil(distance / longest_nm), 1)
    points = great_circle_points(*start, *end, 2 * count + 1)
    found: list[Piece] = []
    for index in range(count):
        middle, after = points[2 * index + 1], points[2 * index + 2]
        found.append(Piece(middle, initial_bearing_deg(*middle, *after), distance / count))
    return found


def reversed_pieces(pieces: Sequence[Piece]) -> list[Piece]:
    """The same track flown the other way."""
    return [Piece(p.middle, (p.course_deg + 180) % 360, p.length_nm) for p in reversed(pieces)]


def fly(pieces: Sequence[Piece], true_airspeed_kt: float, wind_at: WindAt, leaves: datetime) -> Flown | None:
    """The time over the pieces; None where a wind is unknown or lets no course be held."""
    minutes, head_minutes = 0.0, 0.0
    for piece in pieces:
        passing = leaves + timedelta(minutes=minutes + 30 * piece.length_nm / true_airspeed_kt)
        wind = wind_at(piece.middle, passing)
        if wind is None:
            return None
        triangle = solve(piece.course_deg, true_airspeed_kt, wind.from_deg, wind.speed_kt)
        if triangle is None:
            return None
        lasts = 60 * piece.length_nm / triangle.ground_speed_kt
        minutes += lasts
        head_minutes += lasts * triangle.head_kt
    return Flown(minutes, head_minutes / minutes if minutes else 0.0)


def nearest_point(points: Sequence[Point], to: Point) -> int:
    """Which of the points lies nearest (they are few)."""
    narrow = math.cos(math.radians(to[0]))

    def away(at: Point) -> float:
        return math.hypot(at[0] - to[0], ((at[1] - to[1] + 180) % 360 - 180) * narrow)

    return min(range(len(points)), key=lambda i: away(points[i]))
