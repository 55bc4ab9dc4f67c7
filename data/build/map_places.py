"""Towns and country names for the maps, from the compiled gazetteer, in a form that loads at once.

`places.npz` holds, the most populous first: `names` (uint8: UTF-8, one per line), `lat`, `lon` (int32, 1e-4
degrees), `population` (int32); and for countries the same with `country_` before it, where `population` is that of its towns
together. A country's name stands at its town nearest to the middle of all its towns: never in its neighbour.
"""

from __future__ import annotations

import csv
import gzip
import io
import math
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from data.build.basemap import FINE_BOX
from data.build.dataset import DataFile

SMALLEST_NEAR, SMALLEST_FAR = 500, 15_000
"""Inhabitants of the smallest town inside the box of the fine basemap, and outside it."""
LARGER, QUARTER_NM, QUARTER_SHARE = 2.5, 0.8, 0.8
"""What is so much smaller than a town, and so near to its middle, is its quarter."""
UNIT = 1e-4

Place = tuple[str, float, float, int]


def build(out: Path) -> list[DataFile]:
    """Write `places.npz`."""
    towns: list[Place] = []
    extents: list[float] = []
    by_country: dict[str, list[Place]] = defaultdict(list)
    countries: list[tuple[str, str, float, float]] = []
    with gzip.open(out / "gazetteer.tsv.gz", "rt", encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            lat, lon = float(row["lat"]), float(row["lon"])
            if row["kind"] == "country":
                countries.append((row["name"], row["country"], lat, lon))
            if row["kind"] != "town":
                continue
            place = (row["name"], lat, lon, int(row["population"] or 0))
            by_country[row["country"]].append(place)
            west, south, east, north = FINE_BOX
            near = west <= lon <= east and south <= lat <= north
            if place[3] >= (SMALLEST_NEAR if near else SMALLEST_FAR):
                towns.append(place)
                extents.append(float(row["extent_nm"] or 0))
    towns = _whole(towns, extents)
    named = [
        _named(name, lat, lon, by_country[code]) for name, code, lat, lon in countries if by_country.get(code)
    ]
    arrays = _arrays("", towns) | _arrays("country_", named)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    (out / "places.npz").write_bytes(buffer.getvalue())
    return [
        DataFile(
            path="places.npz",
            source="GeoNames",
            version="gazetteer.tsv.gz",
            as_of=None,
            licence="CC BY 4.0",
            rows=len(towns) + len(named),
            url="https://www.geonames.org/",
        )
    ]


def _named(name: str, lat: float, lon: float, towns: list[Place]) -> Place:
    """A country at its town nearest to (lat, lon)."""
    squeeze = math.cos(math.radians(lat))
    nearest = min(towns, key=lambda town: (town[1] - lat) ** 2 + ((town[2] - lon) * squeeze) ** 2)
    return name, nearest[1], nearest[2], sum(town[3] for town in towns)


def _whole(towns: list[Place], extents: list[float]) -> list[Place]:
    """Without the quarters of larger towns: what lies inside the extent of one that is several times as large."""
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, town in enumerate(towns):
        cells[math.floor(town[1] * 5), math.floor(town[2] * 5)].append(number)

    def is_quarter(number: int) -> bool:
        _, lat, lon, people = towns[number]
        row, column = math.floor(lat * 5), math.floor(lon * 5)
        for r in (row - 1, row, row + 1):
            for c in (column - 1, column, column + 1):
                for other in cells.get((r, c), ()):
                    _, its_lat, its_lon, its_people = towns[other]
                    if its_people < LARGER * people:
                        continue
                    away = math.hypot(its_lat - lat, (its_lon - lon) * math.cos(math.radians(lat))) * 60
                    if away < max(QUARTER_NM, extents[other] * QUARTER_SHARE):
                        return True
        return False

    return [town for number, town in enumerate(towns) if not is_quarter(number)]


def _arrays(before: str, places: list[Place]) -> dict[str, NDArray[Any]]:
    ranked = sorted(places, key=lambda place: (-place[3], place[0], place[1], place[2]))
    names = "\n".join(place[0] for place in ranked).encode()
    return {
        f"{before}names": np.frombuffer(names, dtype=np.uint8),
        f"{before}lat": np.rint(np.array([place[1] for place in ranked]) / UNIT).astype(np.int32),
        f"{before}lon": np.rint(np.array([place[2] for place in ranked]) / UNIT).astype(np.int32),
        f"{before}population": np.array([min(place[3], 2**31 - 1) for place in ranked], dtype=np.int32),
    }
