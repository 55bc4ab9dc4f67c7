"""The main ridges of the Alps and the Pyrenees, as lines from pass to pass: where a track crosses them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from agent.aviation.geometry import geodesic_nm, great_circle_points
from tongue import later

Point = tuple[float, float]
_LEG_NM = 8.0
"""So short that degrees are a plane: a leg's middle lies less than 50 m beside the straight line."""


@dataclass(frozen=True)
class Ridge:
    """A range. `line` is its main ridge as lat, lon; half of it lies about `half_width_nm` to either side."""

    name: str
    half_width_nm: float
    line: tuple[Point, ...]


RIDGES = {
    "alps": Ridge(
        later("the Alps"),
        40.0,
        (
            (44.15, 7.56),  # Tenda
            (44.68, 6.98),  # Agnello
            (45.26, 6.90),  # Mont Cenis
            (45.83, 6.87),  # Mont Blanc
            (45.87, 7.17),  # Great St Bernard
            (46.25, 8.03),  # Simplon
            (46.56, 8.57),  # Gotthard
            (46.50, 9.33),  # Splügen
            (46.41, 10.02),  # Bernina
            (47.00, 11.51),  # Brenner
            (47.08, 12.84),  # Hochtor
            (47.27, 13.56),  # Radstädter Tauern
            (47.63, 15.83),  # Semmering
        ),
    ),
    "pyrenees": Ridge(
        later("the Pyrenees"),
        25.0,
        (
            (43.31, -1.63),  # La Rhune
            (42.79, -0.53),  # Somport
            (42.64, 0.66),  # Aneto
            (42.54, 1.72),  # Envalira
            (42.46, 2.86),  # Le Perthus
            (42.44, 3.17),  # Cerbère
        ),
    ),
}
"""Passes and summits by their published positions, to about a mile."""


def crossing_nm(start: Point, end: Point, ridge: Ridge, length_nm: float) -> float | None:
    """How far along the track it crosses the ridge, first; None when it does not."""
    legs = max(2, math.ceil(geodesic_nm(*start, *end) / _LEG_NM))
    track = great_circle_points(*start, *end, legs + 1)
    for leg, (a, b) in enumerate(pairwise(track)):
        along = [at for c, d in pairwise(ridge.line) if (at := _crossed(a, b, c, d)) is not None]
        if along:
            return (leg + min(along)) / legs * length_nm
    return None


def _crossed(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """What part of the way from a to b lies before the line from c to d; None where they do not meet."""
    before, behind = _side(c, d, a), _side(c, d, b)
    if (before > 0) == (behind > 0) or (_side(a, b, c) > 0) == (_side(a, b, d) > 0):
        return None
    return before / (before - behind)


def _side(a: Point, b: Point, c: Point) -> float:
    """More than nothing where c lies to the left of the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
