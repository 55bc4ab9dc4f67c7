"""Names on a map: towns by size, countries, from `places.npz`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agent.paging import mapped
from bot.render.projection import HIGHEST_LATITUDE, Numbers

UNIT = 1e-4
CREDIT = "GeoNames"

WIDE, LARGE = 5 / 360, 8_000
"""In boxes wider than this only so many of the most populous places of the world are looked through."""

Box = tuple[float, float, float, float]
"""West, north, east, south in world units (0 to 1 from the date line eastwards, and from the top down)."""


@dataclass(frozen=True, slots=True)
class Place:
    """A town, or a country's name; `mercator` is 0 at the top of the world and 1 at its bottom."""

    name: str
    lat: float
    lon: float
    mercator: float
    people: int


@dataclass(frozen=True)
class _Ranked:
    """A hundred thousand names as the one text they came in: as many strings of their own would take 8 MB."""

    names: NDArray[np.uint8]
    starts: NDArray[np.int32]
    x: Numbers
    lat: NDArray[np.int32]
    lon: NDArray[np.int32]
    mercator: Numbers
    people: NDArray[np.int32]

    def inside(self, box: Box, most: int) -> list[Place]:
        """The most populous in a box; its east may run on over 1, its west below 0."""
        west, north, east, south = box
        among = LARGE if east - west > WIDE else len(self.x)
        x, mercator = self.x[:among], self.mercator[:among]
        down = np.flatnonzero((mercator >= north) & (mercator <= south))
        found: list[int] = down[np.mod(x[down] - west, 1.0) <= east - west][:most].tolist()
        return [
            Place(
                self.names[self.starts[n] : self.starts[n + 1] - 1].tobytes().decode(),
                float(self.lat[n] * UNIT),
                float(self.lon[n] * UNIT),
                float(self.mercator[n]),
                int(self.people[n]),
            )
            for n in found
        ]


class Places:
    """Reads the file when it is first asked."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def towns(self, box: Box, most: int) -> list[Place]:
        """The most populous towns in a box, the largest first."""
        return _read(self._file)[0].inside(box, most)

    def countries(self, box: Box) -> list[Place]:
        """The countries whose name stands in a box."""
        return _read(self._file)[1].inside(box, 300)


@lru_cache(maxsize=2)
def _read(file: Path) -> tuple[_Ranked, _Ranked]:
    """Towns and countries, once for all who draw; their pages are let go when nobody draws."""
    with np.load(file) as arrays:
        return _ranked(arrays, ""), _ranked(arrays, "country_")


def _ranked(arrays: Any, before: str) -> _Ranked:
    lat, lon = (arrays[f"{before}{name}"].astype(np.int32) for name in ("lat", "lon"))
    sine = np.sin(np.radians(np.clip(lat * UNIT, -HIGHEST_LATITUDE, HIGHEST_LATITUDE)))
    mercator: Numbers = 0.5 - np.log((1 + sine) / (1 - sine)) / (4 * np.pi)
    names: NDArray[np.uint8] = arrays[f"{before}names"]
    ends = np.flatnonzero(names == ord("\n"))
    kept = {
        "names": names,
        "starts": np.concatenate(([0], ends + 1, [len(names) + 1])).astype(np.int32),
        "x": (lon * UNIT + 180.0) / 360.0,
        "lat": lat,
        "lon": lon,
        "mercator": mercator,
        "people": arrays[f"{before}population"],
    }
    return _Ranked(**mapped(kept))
