"""Names on a map: towns by size, countries, from `places.npz`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

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

    names: bytes
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
                self.names[self.starts[n] : self.starts[n + 1] - 1].decode(),
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
        self._read: tuple[_Ranked, _Ranked] | None = None

    def towns(self, box: Box, most: int) -> list[Place]:
        """The most populous towns in a box, the largest first."""
        return self._ranked()[0].inside(box, most)

    def countries(self, box: Box) -> list[Place]:
        """The countries whose name stands in a box."""
        return self._ranked()[1].inside(box, 300)

    def _ranked(self) -> tuple[_Ranked, _Ranked]:
        if self._read is None:
            with np.load(self._file) as arrays:
                self._read = _ranked(arrays, ""), _ranked(arrays, "country_")
        return self._read


def _ranked(arrays: Any, before: str) -> _Ranked:
    lat, lon = (arrays[f"{before}{name}"].astype(np.int32) for name in ("lat", "lon"))
    sine = np.sin(np.radians(np.clip(lat * UNIT, -HIGHEST_LATITUDE, HIGHEST_LATITUDE)))
    mercator: Numbers = 0.5 - np.log((1 + sine) / (1 - sine)) / (4 * np.pi)
    names = arrays[f"{before}names"].tobytes()
    ends = np.flatnonzero(np.frombuffer(names, dtype=np.uint8) == ord("\n"))
    starts = np.concatenate(([0], ends + 1, [len(names) + 1])).astype(np.int32)
    return _Ranked(names, starts, (lon * UNIT + 180.0) / 360.0, lat, lon, mercator, arrays[f"{before}population"])
