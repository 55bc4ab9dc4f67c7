"""Land, lakes, borders and provinces under every map, drawn from Natural Earth; works offline."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from agent.paging import mapped
from bot.render.palette import LIGHT, Palette
from bot.render.polar import PolarView
from bot.render.projection import HIGHEST_LATITUDE, Numbers, View

UNIT = 1e-4
FINE_WIDTH = 15.0
"""Degrees: a wider view is drawn from the coarse level."""

CREDIT = "Natural Earth"
_CACHED = 4
"""Drawn grounds that are kept: a chat goes on around one. Packed they take a twentieth of five megabytes each."""


@dataclass(frozen=True)
class _Layer:
    lon: NDArray[np.int32]
    """In `UNIT`; Mercator's y is good to two metres."""
    mercator: NDArray[np.float32]
    starts: NDArray[np.int32]
    boxes: NDArray[np.float32]
    hole: NDArray[np.bool_] | None


@dataclass(frozen=True)
class _Packed:
    """A picture as it is kept."""

    size: tuple[int, int]
    pixels: bytes

    @classmethod
    def of(cls, image: Image.Image) -> _Packed:
        return cls(image.size, zlib.compress(image.tobytes(), 1))

    def image(self) -> Image.Image:
        return Image.frombytes("RGB", self.size, zlib.decompress(self.pixels))


class Basemap:
    """Draws and keeps the ground under a view. Safe to use from several threads."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._fine_box: tuple[float, float, float, float] | None = None
        self._drawn: dict[tuple[View | PolarView, Palette], _Packed] = {}
        self._lock = Lock()

    def draw(self, view: View | PolarView, palette: Palette = LIGHT) -> Image.Image:
        """An RGB picture of the ground, a copy to draw on."""
        with self._lock:
            packed = self._drawn.pop((view, palette), None)
            ground = packed.image() if packed else self._draw(view, palette)
            self._drawn[view, palette] = packed or _Packed.of(ground)  # most recently used last
            while len(self._drawn) > _CACHED:
                self._drawn.pop(next(iter(self._drawn)))
        return ground

    def _draw(self, view: View | PolarView, palette: Palette) -> Image.Image:
        double = view.doubled
        image = Image.new("RGB", (double.width, double.height), palette.water)
        pen = ImageDraw.Draw(image)
        thick = 2 if view.width > 1000 else 1
        level = "fine" if view.bounds[2] - view.bounds[0] < FINE_WIDTH and self.is_fine(view.bounds) else "coarse"
        for points, hole in self._parts(f"land_{level}", double):
            pen.polygon(points, fill=palette.water if hole else palette.land, outline=palette.shore)
        for points, hole in self._parts(f"lakes_{level}", double):
            pen.polygon(points, fill=palette.land if hole else palette.water, outline=palette.shore)
        if level == "fine":
            for points, _ in self._parts("states_fine", double):
                pen.line(points, fill=palette.state, width=2 * thick)
        if isinstance(view, View) and isinstance(double, View):
            _grid(pen, view, double, palette)
        for points, _ in self._parts(f"borders_{level}", double):
            pen.line(points, fill=palette.border, width=3 * thick)
        return image.reduce(2)

    def is_fine(self, bounds: tuple[float, float, float, float]) -> bool:
        """Whether the fine level holds all of west, south, east, north."""
        west, south, east, north = bounds
        box = self._box()
        return west >= box[0] and south >= box[1] and east <= box[2] and north <= box[3]

    def touching(
        self, name: str, bounds: tuple[float, float, float, float]
    ) -> Iterator[tuple[Numbers, Numbers, bool]]:
        """Longitudes and Mercator's y of the parts of a layer that touch the bounds; is it a hole?"""
        layer = self._layer(name)
        west, south, east, north = bounds
        boxes = layer.boxes
        for shift in (-360.0, 0.0, 360.0):
            seen = np.flatnonzero(
                (boxes[:, 0] + shift <= east)
                & (boxes[:, 2] + shift >= west)
                & (boxes[:, 1] <= north)
                & (boxes[:, 3] >= south)
            )
            for part in seen:
                first, last = layer.starts[part], layer.starts[part + 1]
                hole = bool(layer.hole[part]) if layer.hole is not None else False
                yield layer.lon[first:last] * UNIT + shift, layer.mercator[first:last].astype(np.float64), hole

    def _parts(self, name: str, view: View | PolarView) -> list[tuple[list[float], bool]]:
        """The parts of a layer in view as flat pixel lists, thinned to what can be seen."""
        ways = list(self.touching(name, view.bounds))
        if not ways:
            return []
        x, y = view.project(np.concatenate([lon for lon, _, _ in ways]), np.concatenate([m for _, m, _ in ways]))
        pixels = np.empty((len(x), 2), dtype=np.float64)
        pixels[:, 0], pixels[:, 1] = x, y
        ends: NDArray[np.int64] = np.cumsum([len(lon) for lon, _, _ in ways], dtype=np.int64)
        keep = _seen_apart(pixels, ends)
        ends = np.cumsum(keep, dtype=np.int64)[ends - 1]
        shown = pixels[keep]
        parts = [shown[a:b] for a, b in pairwise([0, *(int(end) for end in ends)])]
        return [
            (_within(part, view.width, view.height).ravel().tolist(), hole)
            for part, (_, _, hole) in zip(parts, ways, strict=True)
            if len(part) >= 2
        ]

    def _layer(self, name: str) -> _Layer:
        """A layer of the file, read when it is first drawn."""
        return _layer(self._file, name)

    def _box(self) -> tuple[float, float, float, float]:
        if self._fine_box is None:
            with np.load(self._file) as arrays:
                west, south, east, north = (float(value) for value in arrays["fine_box"])
            self._fine_box = (west, south, east, north)
        return self._fine_box


BESIDE, SHORT_WAY = 8.0, 40
"""Pixels beyond an edge that a thick line still reaches over, and a way so short that it is left as it is."""

GRID_STEPS = (1 / 60, 1 / 30, 1 / 12, 1 / 6, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 45.0)


def graticule(view: View) -> tuple[list[float], list[float]]:
    """The meridians (they may run on over ±180) and parallels of a view, a few each."""
    west, south, east, north = view.bounds
    step = next((step for step in GRID_STEPS if (east - west) / step <= 5), GRID_STEPS[-1])
    meridians = [n * step for n in range(math.ceil(west / step), math.floor(east / step) + 1)]
    parallels = [n * step for n in range(math.ceil(south / step), math.floor(north / step) + 1)]
    return meridians, parallels


def _grid(pen: ImageDraw.ImageDraw, view: View, double: View, palette: Palette) -> None:
    meridians, parallels = graticule(view)
    for lon in meridians:
        x = ((lon + 180.0) / 360.0 - double.x) * double.scale + double.width / 2
        pen.line((x, 0, x, double.height), fill=palette.grid, width=1)
    for lat in parallels:
        _, y = double.pixel(lat, double.x * 360 - 180)
        pen.line((0, y, double.width, y), fill=palette.grid, width=1)


@lru_cache(maxsize=32)
def _layer(file: Path, name: str) -> _Layer:
    """A layer, once for all who draw; its pages are let go when nobody draws."""
    with np.load(file) as arrays:
        layer = _read(arrays, name)
    kept = mapped({key: held for key, held in vars(layer).items() if held is not None})
    return replace(layer, **kept)


def _read(arrays: Any, name: str) -> _Layer:
    lon = np.cumsum(arrays[f"{name}_dx"], dtype=np.int32)
    lat: Numbers = np.cumsum(arrays[f"{name}_dy"], dtype=np.int64) * UNIT
    sine = np.sin(np.radians(np.clip(lat, -HIGHEST_LATITUDE, HIGHEST_LATITUDE)))
    mercator: Numbers = 0.5 - np.log((1 + sine) / (1 - sine)) / (4 * np.pi)
    hole = arrays[f"{name}_hole"] if f"{name}_hole" in arrays.files else None
    return _Layer(lon, mercator.astype(np.float32), arrays[f"{name}_starts"], arrays[f"{name}_boxes"], hole)


def _within(pixels: NDArray[np.float64], width: int, height: int) -> NDArray[np.float64]:
    """Without the points of a way that runs beside the picture on one of its sides: what is seen is the same.

    A pen takes its time for every point of a continent, seen or not.
    """
    if len(pixels) <= SHORT_WAY:
        return pixels
    for axis, end in ((0, width), (1, height)):
        for before in (True, False):
            side = pixels[:, axis] < -BESIDE if before else pixels[:, axis] > end + BESIDE
            if np.count_nonzero(side) > SHORT_WAY:
                keep = np.ones(len(pixels), dtype=bool)
                keep[1:-1] = ~(side[1:-1] & side[:-2] & side[2:])
                pixels = pixels[keep]
    return pixels


def _seen_apart(pixels: NDArray[np.float64], ends: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which points do not fall on the same two-pixel cell as the one before; a way's first and last always."""
    cells = (pixels / 2.0).astype(np.int32)
    keep = np.ones(len(pixels), dtype=bool)
    keep[1:] = (cells[1:] != cells[:-1]).any(axis=1)
    keep[ends - 1] = True
    keep[ends[:-1]] = True
    return keep
