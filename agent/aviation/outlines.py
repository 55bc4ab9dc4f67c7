"""The line around a range, from town to town at its foot: which airfields lie within, how far off others are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

EDGE_NM = 2.0
"""A field so near outside the line counts as within: it is the field of a town that the line is drawn through."""
Line = tuple[tuple[float, float], ...]
_Array = NDArray[np.float64]


def outline(text: str) -> Line:
    """ "47.8,13.0 47.9,13.8" as latitudes and longitudes. Raises `ValueError` for anything else."""
    found = tuple((float(lat), float(lon)) for lat, _, lon in (point.partition(",") for point in text.split()))
    if found and len(found) < 3:
        raise ValueError(f"no line around anything: {text[:40]!r}")
    return found


def outside_nm(line: Line, spots: Sequence[tuple[float, float]]) -> list[float]:
    """How far each spot lies outside the line, in nm; 0 within. It is straight between two towns."""
    if not spots:
        return []
    lats, lons = (np.array(values) for values in zip(*spots, strict=True))
    middle = np.radians(np.mean([lat for lat, _ in line]))
    scale = np.cos(middle) * 60.0
    x, y = lons * scale, lats * 60.0
    corners = np.array([(lon * scale, lat * 60.0) for lat, lon in line])
    ends = np.roll(corners, -1, axis=0)
    return np.where(_within(x, y, corners, ends), 0.0, _nearest(x, y, corners, ends)).tolist()


def _within(x: _Array, y: _Array, starts: _Array, ends: _Array) -> NDArray[np.bool_]:
    """By how often a ray to the east crosses the line."""
    (x1, y1), (x2, y2) = starts.T, ends.T
    crosses = (y1 <= y[:, None]) != (y2 <= y[:, None])
    with np.errstate(divide="ignore", invalid="ignore"):
        at = x1 + (y[:, None] - y1) * (x2 - x1) / (y2 - y1)
    return ((crosses & (x[:, None] < at)).sum(axis=1) % 2).astype(np.bool_)


def _nearest(x: _Array, y: _Array, starts: _Array, ends: _Array) -> _Array:
    """The distance of each spot to the nearest stretch of the line."""
    along = ends - starts
    length = np.maximum((along**2).sum(axis=1), 1e-12)
    to_x, to_y = x[:, None] - starts[:, 0], y[:, None] - starts[:, 1]
    share = np.clip((to_x * along[:, 0] + to_y * along[:, 1]) / length, 0.0, 1.0)
    return np.hypot(to_x - share * along[:, 0], to_y - share * along[:, 1]).min(axis=1)
