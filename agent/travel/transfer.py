"""How long it takes to get about on the ground: on foot, by bike, or by taxi or bus. Rough, and said so."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from agent.travel.poi import Spot, haversine_km

Mode = Literal["auto", "walk", "bike", "taxi"]

_DETOUR = 1.3
_WALK_KM = 1.2
_SPEEDS = {"walk": (0, 4.5), "bike": (5, 14.0), "taxi": (5, 22.0)}
"""Minutes to get going, and km/h."""


def way(a: Spot, b: Spot, mode: Mode = "auto") -> tuple[int, str]:
    """(minutes, how) from one place to another; by itself one walks up to 1.2 km and rides farther."""
    km = haversine_km(a.lat, a.lon, b.lat, b.lon) * _DETOUR
    if km < 0.01:
        return 0, "walk"
    how = mode if mode != "auto" else "walk" if km <= _WALK_KM else "taxi"
    start, speed = _SPEEDS[how]
    return math.ceil(start + km / speed * 60), how


def table(base: Spot, places: Sequence[Spot], mode: Mode = "auto") -> list[list[int]]:
    """Minutes between all places; index 0 is the base."""
    spots = [base, *places]
    return [[way(a, b, mode)[0] for b in spots] for a in spots]
