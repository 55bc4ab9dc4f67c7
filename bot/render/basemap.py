"""Land, lakes, borders and provinces under every map, drawn from Natural Earth; works offline."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from bot.render.polar import PolarView
from bot.render.projection import HIGHEST_LATITUDE, Numbers, View

UNIT = 1e-4
FINE_WIDTH = 15.0
"""Degrees: a wider view is drawn from the coarse level."""

WATER, LAND, BORDER, STATE = (208, 224, 236), (246, 244, 238), (158, 150, 140), (222, 216, 206)
SHORE = (150, 176, 196)
CREDIT = "Natural Earth"
_CACHED = 48


@dataclass(frozen=True)
class _Layer:
    lon: Numbers
    mercator: Numbers
    starts: NDArray[np.int32]
    boxes: NDArray[np.float32]
    hole: NDArray[np.bool_] | None


class Basemap:
    """Draws and keeps the ground under a view. Safe to use from several threads."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._layers: dict[str, _Layer] = {}
        self._fine_box: tuple[float, float, float, float] | None = None
        self._drawn: dict[View | PolarView, Image.Image] = {}
        self._lock = Lock()

    def draw(self, view: View | PolarView) -> Image.Image:
        """An RGB picture of the ground, a copy to draw on."""
        with self._lock:
            ground = self._drawn.pop(view, None) or self._draw(view)
            self._drawn[view] = ground  # most recently used last
            while len(self._drawn) > _CACHED:
                self._drawn.pop(next(iter(self._drawn)))
        return ground.copy()

    def _draw(self, view: View | PolarView) -> Image.Image:
        double = view.doubled
        image = Image.new("RGB", (double.width, double.height), WATER)
        pen = ImageDraw.Draw(image)
        level = "fine" if self._is_fine(view) else "coarse"
        for points, hole in self._parts(f"land_{level}", double):
            pen.polygon(points, fill=WATER if hole else LAND, outline=SHORE)
        for points, hole in self._parts(f"lakes_{level}", double):
            pen.polygon(points, fill=LAND if hole else WATER, outline=SHORE)
        if level == "fine":
            for points, _ in self._parts("states_fine", double):
                pen.line(points, fill=STATE, width=2)
        for points, _ in self._parts(f"borders_{level}", double):
            pen.line(points, fill=BORDER, width=3)
        return image.reduce(2)

    def _is_fine(self, view: View | PolarView) -> bool:
        west, south, east, north = view.bounds
        box = self._box()
        return (
            east - west < FINE_WIDTH and west >= box[0] and south >= box[1] and east <= box[2] and north <= box[3]
        )

    def _parts(self, name: str, view: View | PolarView) -> list[tuple[list[float], bool]]:
        """The parts of a layer in view as flat pixel lists, thinned to what can be seen."""
        layer = self._layer(name)
        west, south, east, north = view.bounds
        found: list[tuple[list[float], bool]] = []
        for shift in (-360.0, 0.0, 360.0):
            boxes = layer.boxes
            seen = np.flatnonzero(
                (boxes[:, 0] + shift <= east)
                & (boxes[:, 2] + shift >= west)
                & (boxes[:, 1] <= north)
                & (boxes[:, 3] >= south)
            )
            for part in seen:
                first, last = layer.starts[part], layer.starts[part + 1]
                x, y = view.project(layer.lon[first:last] + shift, layer.mercator[first:last])
                pixels = np.empty((len(x), 2), dtype=np.float64)
                pixels[:, 0], pixels[:, 1] = x, y
                pixels = _thin(pixels)
                if len(pixels) >= 2:
                    hole = bool(layer.hole[part]) if layer.hole is not None else False
                    found.append((pixels.ravel().tolist(), hole))
        return found

    def _layer(self, name: str) -> _Layer:
        """A layer of the file, read when it is first drawn."""
        if name not in self._layers:
            with np.load(self._file) as arrays:
                self._layers[name] = _read(arrays, name)
        return self._layers[name]

    def _box(self) -> tuple[float, float, float, float]:
        if self._fine_box is None:
            with np.load(self._file) as arrays:
                west, south, east, north = (float(value) for value in arrays["fine_box"])
            self._fine_box = (west, south, east, north)
        return self._fine_box


def _read(arrays: Any, name: str) -> _Layer:
    lon: Numbers = np.cumsum(arrays[f"{name}_dx"], dtype=np.int64) * UNIT
    lat: Numbers = np.cumsum(arrays[f"{name}_dy"], dtype=np.int64) * UNIT
    sine = np.sin(np.radians(np.clip(lat, -HIGHEST_LATITUDE, HIGHEST_LATITUDE)))
    mercator: Numbers = 0.5 - np.log((1 + sine) / (1 - sine)) / (4 * np.pi)
    hole = arrays[f"{name}_hole"] if f"{name}_hole" in arrays.files else None
    return _Layer(lon, mercator, arrays[f"{name}_starts"], arrays[f"{name}_boxes"], hole)


def _thin(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Without the points that fall on the same two-pixel cell as the one before."""
    cells = (pixels / 2.0).astype(np.int32)
    keep = np.ones(len(pixels), dtype=bool)
    keep[1:] = (cells[1:] != cells[:-1]).any(axis=1)
    keep[-1] = True
    return pixels[keep]
