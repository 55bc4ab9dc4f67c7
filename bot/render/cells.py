"""The ground in square pieces for the page's own map: coasts, borders and towns as numbers, from the shipped data.

A cell is one tile of Web Mercator at one of `ZOOMS`; the page draws the zooms between from the cell above.
Its JSON has `land`, `sea` (waters in the land), `lakes`, `isles` (land in the lakes): closed rings; `borders`,
`states`: lines; each a list of x, y of its first point and then of steps, `EXTENT` to a cell; `towns` and
`countries` as [name, x, y, inhabitants], the most populous first.
"""

from __future__ import annotations

import gzip
import json
from collections import OrderedDict
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from bot.render.basemap import Basemap
from bot.render.places import Places

ZOOMS = (0, 2, 4, 6, 8)
FINE_FROM = 6
EXTENT = 2048
MARGIN = 40
"""A cell reaches this much over its edge, so that no line is drawn along the cut."""

THIN = 2
"""Points nearer than this to the one before are left out."""

MOST_TOWNS = 60
_CACHED = 512

Points = NDArray[np.float64]


class Cells:
    """Cuts and keeps the cells. Safe to use from several threads."""

    def __init__(self, basemap: Basemap, places: Places) -> None:
        self._basemap = basemap
        self._places = places
        self._kept: OrderedDict[tuple[int, int, int], bytes] = OrderedDict()
        self._lock = Lock()

    @classmethod
    def of(cls, data: Path) -> Cells:
        """The cells of a data folder."""
        return cls(Basemap(data / "basemap.npz"), Places(data / "places.npz"))

    def cell(self, zoom: int, x: int, y: int) -> bytes | None:
        """A cell as gzipped JSON; None when there is no such cell."""
        if zoom not in ZOOMS or not (0 <= x < 2**zoom and 0 <= y < 2**zoom):
            return None
        with self._lock:
            found = self._kept.pop((zoom, x, y), None) or self._made(zoom, x, y)
            self._kept[zoom, x, y] = found
            while len(self._kept) > _CACHED:
                self._kept.popitem(last=False)
        return found

    def _made(self, zoom: int, x: int, y: int) -> bytes:
        fine = zoom >= FINE_FROM and self._basemap.is_fine(_bounds(zoom, x, y))
        level = "fine" if fine else "coarse"
        land, sea = self._rings(f"land_{level}", zoom, x, y)
        lakes, isles = self._rings(f"lakes_{level}", zoom, x, y)
        west, north = x / 2**zoom, y / 2**zoom
        size = 1 / 2**zoom

        def at(lon: float, mercator: float) -> tuple[int, int]:
            across, down = ((lon + 180) / 360 - west) / size, (mercator - north) / size
            return round(across * EXTENT), round(down * EXTENT)

        box = (west, north, west + size, north + size)
        content = {
            "land": land,
            "sea": sea,
            "lakes": lakes,
            "isles": isles,
            "borders": self._lines(f"borders_{level}", zoom, x, y),
            "states": self._lines("states_fine", zoom, x, y) if fine else [],
            "towns": [
                [one.name, *at(one.lon, one.mercator), one.people]
                for one in self._places.towns(box, MOST_TOWNS if zoom else 0)
            ],
            "countries": [
                [one.name, *at(one.lon, one.mercator), one.people] for one in self._places.countries(box)
            ],
        }
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        return gzip.compress(text.encode(), 6, mtime=0)

    def _rings(self, name: str, zoom: int, x: int, y: int) -> tuple[list[list[int]], list[list[int]]]:
        """The rings of a layer in a cell, and its holes."""
        filled: list[list[int]] = []
        holes: list[list[int]] = []
        for points, hole in self._placed(name, zoom, x, y):
            cut = points
            for axis in (0, 1):
                cut = _cut(cut, axis, -MARGIN, keep_above=True)
                cut = _cut(cut, axis, EXTENT + MARGIN, keep_above=False)
            steps = _steps(cut, closed=True)
            if steps:
                (holes if hole else filled).append(steps)
        return filled, holes

    def _lines(self, name: str, zoom: int, x: int, y: int) -> list[list[int]]:
        found: list[list[int]] = []
        for points, _ in self._placed(name, zoom, x, y):
            low, high = points.min(axis=1), points.max(axis=1)
            inside = (low >= -MARGIN) & (high <= EXTENT + MARGIN)
            near = inside.copy()
            near[:-1] |= inside[1:]
            near[1:] |= inside[:-1]
            edges = np.flatnonzero(np.diff(np.concatenate([[False], near, [False]]).astype(np.int8)))
            for first, last in zip(edges[::2], edges[1::2], strict=True):
                steps = _steps(points[first:last], closed=False)
                if steps:
                    found.append(steps)
        return found

    def _placed(self, name: str, zoom: int, x: int, y: int) -> list[tuple[Points, bool]]:
        """The parts of a layer that touch a cell, in its units."""
        scale = 2**zoom * EXTENT
        found: list[tuple[Points, bool]] = []
        for lon, mercator, hole in self._basemap.touching(name, _bounds(zoom, x, y)):
            points: Points = np.empty((len(lon), 2))
            points[:, 0] = ((lon + 180.0) / 360.0) * scale - x * EXTENT
            points[:, 1] = mercator * scale - y * EXTENT
            found.append((points, hole))
        return found


def _bounds(zoom: int, x: int, y: int) -> tuple[float, float, float, float]:
    """West, south, east, north of a cell with its margin, in degrees."""
    count, margin = 2**zoom, MARGIN / EXTENT

    def lat(row: float) -> float:
        return float(np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * row / count)))))

    west, east = (x - margin) / count * 360 - 180, (x + 1 + margin) / count * 360 - 180
    return west, lat(min(count, y + 1 + margin)), east, lat(max(0, y - margin))


def _cut(ring: Points, axis: int, limit: float, *, keep_above: bool) -> Points:
    """Sutherland and Hodgman's clip of a closed ring at one line."""
    if len(ring) < 3:
        return ring[:0]
    value = ring[:, axis] - limit if keep_above else limit - ring[:, axis]
    kept = value >= 0
    if kept.all():
        return ring
    if not kept.any():
        return ring[:0]
    following, after = np.roll(ring, -1, axis=0), np.roll(value, -1)
    crosses = kept != (after >= 0)
    count = kept.astype(np.int64) + crosses
    ends = np.cumsum(count)
    cut = np.empty((int(ends[-1]), 2))
    starts = ends - count
    cut[starts[kept]] = ring[kept]
    share = (value[crosses] / (value[crosses] - after[crosses]))[:, None]
    cut[ends[crosses] - 1] = ring[crosses] + share * (following[crosses] - ring[crosses])
    return cut


def _steps(points: Points, *, closed: bool) -> list[int]:
    """Whole numbers: the first point, then from point to point; empty when nothing can be seen of it."""
    if len(points) < 2:
        return []
    whole = np.rint(points).astype(np.int64)
    cells = whole // THIN
    keep = np.ones(len(whole), dtype=bool)
    keep[1:] = (cells[1:] != cells[:-1]).any(axis=1)
    keep[-1] = keep[-1] or not closed
    whole = whole[keep]
    if len(whole) < (3 if closed else 2):
        return []
    return np.diff(whole, axis=0, prepend=np.zeros((1, 2), dtype=np.int64)).ravel().tolist()
