"""What lies around an airfield by the maps in hand: the sea, a lake, an island under it, a town near it."""

from __future__ import annotations

import gzip
import math
from array import array
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from agent.aviation.airports import Airport
from agent.aviation.geometry import destination_point, geodesic_nm, initial_bearing_deg
from agent.aviation.reference import reference_file
from agent.config import AgentSettings
from agent.paging import mapped
from agent.protocol import Source
from tongue import later

Surrounding = Literal["coast", "lake", "island", "town"]
SURROUNDINGS: dict[str, Surrounding] = {"beach": "coast", "lake": "lake", "island": "island", "town": "town"}
"""What pilots wish for, by what the maps can tell of it: a coast, not whether there is sand."""
SURROUNDING_WORDS: dict[Surrounding, str] = {
    "coast": later("lie within 3 nm of the sea (whether there is a beach I cannot tell)"),
    "lake": later("lie within 3 nm of a lake (no small ones on my map)"),
    "island": later("lie on an island smaller than 10,000 km²"),
    "town": later("lie within 1.5 nm of the middle of a town"),
}
WATER_NM, TOWN_NM = 3.0, 1.5
BORDER_NM = 30.0
"""So far from a town of the other country a field still counts as near its border."""
OPEN_NM = 1.0
"""The sea reaches farther than this from its shore, with no other shore within half of it."""
SEA_NM = 60.0
"""So far the sea is looked for where fields are ordered by it."""
OFF_SHORE_OF_A_WAY_NM = 5.0
"""Farther than a light aeroplane glides to the shore from usual heights."""
_LOOKS, _LEAST_STRETCH_NM = 16, 4.0
_STRETCH = 0.1
"""Degrees that a stretch of shore may reach beyond its beginning."""
LARGEST_ISLAND_KM2 = 10_000.0
ISLAND_NM, MAINLAND_NM, OFF_SHORE_NM = 1.5, 0.9, 3.0
"""A field in the sea of the map, whose shores are coarse and which lacks islets: so near an island it is of that,
so near a mainland of that, so far from any mainland on an island all the same."""
_UNIT, _NM_PER_DEGREE, _KM_PER_NM = 1e-4, 60.0, 1.852

Numbers = NDArray[np.float64]


class Surroundings:
    """Reads its maps when it is first asked. Outside the detailed part of the map nothing is known of water."""

    def __init__(self, settings: AgentSettings) -> None:
        self._settings = settings
        self._stretches: dict[str, Numbers] = {}
        self._box: tuple[float, float, float, float] | None = None
        self._towns: tuple[Numbers, Numbers] | None = None
        self._towns_of: dict[str, tuple[Numbers, Numbers]] = {}
        self._lands: tuple[_Rings, _Rings] | None = None
        self._known: dict[tuple[str, Surrounding], bool | None] = {}
        self._seas: dict[str, float | None] = {}

    def has(self, airport: Airport, what: Surrounding) -> bool | None:
        """Whether it is there; None where the maps do not tell."""
        key = airport.ident, what
        if key not in self._known:
            self._known[key] = self._look(airport, what)
        return self._known[key]

    def is_near_country(self, airport: Airport, code: str) -> bool:
        """Whether a town of that country lies within `BORDER_NM`."""
        lats, lons = self._towns_of_country(code)
        if airport.country == code or not lats.size:
            return False
        first, last = np.searchsorted(lats, (airport.lat - BORDER_NM / 60, airport.lat + BORDER_NM / 60))
        east = (lons[first:last] - airport.lon) * math.cos(math.radians(airport.lat))
        return bool((np.hypot(east, lats[first:last] - airport.lat) * _NM_PER_DEGREE <= BORDER_NM).any())

    def sources(self, what: Surrounding) -> tuple[Source, ...]:
        """The map that tells of it."""
        name = "gazetteer.tsv.gz" if what == "town" else "basemap.npz"
        return (reference_file(self._settings, name).as_source(),)

    def _look(self, airport: Airport, what: Surrounding) -> bool | None:
        lat, lon = airport.lat, airport.lon
        if what == "town":
            return self._is_near_town(lat, lon)
        west, south, east, north = self._bounds()
        if not (west < lon < east and south < lat < north):
            return None
        if what == "island":
            return self._is_on_island(lat, lon)
        if what == "lake":  # the map has no small lakes: that it shows none proves nothing
            return self._nearest_line(lat, lon, "lakes_fine") <= WATER_NM or None
        is_near = self._nearest_line(lat, lon, "land_fine") <= WATER_NM
        if not is_near and self._is_in_sea(lat, lon):
            return True
        return (self._has_open_water(lat, lon) or None) if is_near else False  # up a river the map does not tell

    def _is_near_town(self, lat: float, lon: float) -> bool:
        lats, lons = self._all_towns()
        first, last = np.searchsorted(lats, (lat - TOWN_NM / 60, lat + TOWN_NM / 60))
        east = (lons[first:last] - lon) * math.cos(math.radians(lat))
        north = lats[first:last] - lat
        return bool((np.hypot(east, north) * _NM_PER_DEGREE <= TOWN_NM).any())

    def _nearest_line(self, lat: float, lon: float, layer: str) -> float:
        """Nautical miles to the nearest shore of a layer; infinite when none is within half a degree."""
        shores = self._shores(layer)
        first, last = np.searchsorted(shores[:, 1], (lat - 0.5, lat + 0.5))
        scale = math.cos(math.radians(lat))
        near = shores[first:last]
        near = near[np.abs(near[:, 0] - lon) < 0.5 / scale]
        if not near.size:
            return math.inf
        ax, ay = (near[:, 0] - lon) * scale, near[:, 1] - lat
        dx, dy = (near[:, 2] - near[:, 0]) * scale, near[:, 3] - near[:, 1]
        length = np.maximum(dx * dx + dy * dy, 1e-18)
        along = np.clip(-(ax * dx + ay * dy) / length, 0.0, 1.0)
        return float(np.hypot(ax + along * dx, ay + along * dy).min()) * _NM_PER_DEGREE

    def sea_nm(self, airport: Airport) -> float | None:
        """Nautical miles to the nearest shore of open water, up to `SEA_NM`; None where the map tells of none."""
        lat, lon = airport.lat, airport.lon
        west, south, east, north = self._bounds()
        if not (west < lon < east and south < lat < north):
            return None
        if airport.ident not in self._seas:
            in_sea = self._is_in_sea(lat, lon)
            self._seas[airport.ident] = 0.0 if in_sea else self._open_water_nm(lat, lon, SEA_NM)
        return self._seas[airport.ident]

    def off_shore_nm(self, start: tuple[float, float], end: tuple[float, float]) -> float:
        """How much of a straight way lies over the sea and more than `OFF_SHORE_OF_A_WAY_NM` from any shore.

        Looked at every few miles of it, and only inside the detailed part of the map.
        """
        way, seen = geodesic_nm(*start, *end), 0
        stretches = max(1, min(_LOOKS, math.ceil(way / _LEAST_STRETCH_NM)))
        course = initial_bearing_deg(*start, *end)
        west, south, east, north = self._bounds()
        for number in range(stretches):
            lat, lon = destination_point(*start, course, way * (number + 0.5) / stretches)
            if not (west < lon < east and south < lat < north):
                continue
            if any(rings.hold(lat, lon) for rings in self._islands_and_mainland()):
                continue
            seen += self._nearest_line(lat, lon, "land_fine") > OFF_SHORE_OF_A_WAY_NM
        return way * seen / stretches

    def _has_open_water(self, lat: float, lon: float) -> bool:
        """Whether the water of a shore near by is wider than a river's far inland, as the Scheldt at Antwerp."""
        return self._open_water_nm(lat, lon, WATER_NM) is not None

    def _open_water_nm(self, lat: float, lon: float, within: float) -> float | None:
        """How far the nearest shore of such a water is; None where none is within so many nautical miles."""
        shores, scale = self._shores("land_fine"), math.cos(math.radians(lat))
        reach = (within + 2 * OPEN_NM) / _NM_PER_DEGREE
        first, last = np.searchsorted(shores[:, 1], (lat - reach - _STRETCH, lat + reach + _STRETCH))
        near = shores[first:last]
        near = near[np.abs(near[:, 0] - lon) < (reach + _STRETCH) / scale]
        ax, ay = (near[:, 0] - lon) * scale * _NM_PER_DEGREE, (near[:, 1] - lat) * _NM_PER_DEGREE
        dx, dy = (near[:, 2] - near[:, 0]) * scale * _NM_PER_DEGREE, (near[:, 3] - near[:, 1]) * _NM_PER_DEGREE
        length = np.maximum(np.hypot(dx, dy), 1e-9)

        def away(x: float, y: float) -> Numbers:
            along = np.clip(((x - ax) * dx + (y - ay) * dy) / (length * length), 0.0, 1.0)
            return np.hypot(ax + along * dx - x, ay + along * dy - y)

        from_here = away(0.0, 0.0)
        for at in np.argsort(from_here).tolist():  # land lies to the right of its shore
            if from_here[at] > within:
                return None
            x = float(ax[at] + dx[at] / 2 - dy[at] / length[at] * OPEN_NM)
            y = float(ay[at] + dy[at] / 2 + dx[at] / length[at] * OPEN_NM)
            if away(x, y).min() > OPEN_NM / 2:
                return float(from_here[at])
        return None

    def _shores(self, layer: str) -> Numbers:
        """Stretches of shore as lon, lat, lon, lat, from south to north; where the map was cut off is no shore."""
        if layer not in self._stretches:
            lons, lats, part = self._layer(layer)
            west, south, east, north = self._bounds()
            kept = part[:-1] == part[1:]
            for values, bound in ((lons, west), (lons, east), (lats, south), (lats, north)):
                on = np.abs(values - bound) < 2e-3
                kept &= ~(on[:-1] & on[1:])
            found = np.column_stack([lons[:-1], lats[:-1], lons[1:], lats[1:]])[kept]
            self._stretches |= mapped({layer: found[np.argsort(found[:, 1])]})
        return self._stretches[layer]

    def has_island_at(self, lat: float, lon: float) -> bool:
        """Whether the map has an island at a point: it lacks some, and joins some to the mainland."""
        return self._is_on_island(lat, lon) is True

    def _is_on_island(self, lat: float, lon: float) -> bool | None:
        islands, mainland = self._islands_and_mainland()
        if islands.hold(lat, lon):
            return True
        if not self._is_in_sea(lat, lon):
            return False
        off_mainland = mainland.away_nm(lat, lon)
        if off_mainland <= MAINLAND_NM:
            return False
        off_island = islands.away_nm(lat, lon)
        is_on_one = off_mainland > OFF_SHORE_NM or off_island <= min(ISLAND_NM, off_mainland)
        return is_on_one or None

    def _is_in_sea(self, lat: float, lon: float) -> bool:
        """Whether the map has sea where the field lies: an islet that it lacks, or a shore drawn too far in."""
        if math.isinf(self._nearest_line(lat, lon, "land_fine")):
            return False
        return not any(rings.hold(lat, lon) for rings in self._islands_and_mainland())

    def _islands_and_mainland(self) -> tuple[_Rings, _Rings]:
        if self._lands is None:
            lons, lats, part = self._layer("land_fine")
            cuts = np.flatnonzero(np.diff(part)) + 1
            rings = [(x.copy(), y.copy()) for x, y in zip(np.split(lons, cuts), np.split(lats, cuts), strict=True)]
            small = [_area_km2(x, y) < LARGEST_ISLAND_KM2 for x, y in rings]
            self._lands = (
                _Rings([ring for ring, is_small in zip(rings, small, strict=True) if is_small]),
                _Rings([ring for ring, is_small in zip(rings, small, strict=True) if not is_small]),
            )
        return self._lands

    def _file(self) -> Path:
        return self._settings.data / "basemap.npz"

    def _bounds(self) -> tuple[float, float, float, float]:
        if self._box is None:
            with np.load(self._file()) as arrays:
                west, south, east, north = (float(value) for value in arrays["fine_box"])
            self._box = (west, south, east, north)
        return self._box

    def _layer(self, name: str) -> tuple[Numbers, Numbers, NDArray[np.int64]]:
        """Longitudes, latitudes and the number of the ring of every point."""
        with np.load(self._file()) as arrays:
            lons: Numbers = np.cumsum(arrays[f"{name}_dx"], dtype=np.int64).astype(np.float64) * _UNIT
            lats: Numbers = np.cumsum(arrays[f"{name}_dy"], dtype=np.int64).astype(np.float64) * _UNIT
            starts: NDArray[np.int64] = arrays[f"{name}_starts"].astype(np.int64)
        return lons, lats, np.repeat(np.arange(len(starts) - 1), np.diff(starts))

    def _all_towns(self) -> tuple[Numbers, Numbers]:
        """The middles of all towns, from south to north."""
        if self._towns is None:
            lats, lons = self._town_middles()
            kept = mapped({"lats": lats, "lons": lons})
            self._towns = kept["lats"], kept["lons"]
        return self._towns

    def _towns_of_country(self, code: str) -> tuple[Numbers, Numbers]:
        """The middles of a country's towns, from south to north."""
        if code not in self._towns_of:
            self._towns_of[code] = self._town_middles(code)
        return self._towns_of[code]

    def _town_middles(self, country: str = "") -> tuple[Numbers, Numbers]:
        """Latitudes and longitudes of the towns of a country or of all, from south to north.

        Line by line: all rows at once took 100 MB for a moment, and left 20 in the process.
        """
        lats, lons = array("d"), array("d")
        with gzip.open(self._settings.data / "gazetteer.tsv.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                if not line.startswith("town\t"):
                    continue
                row = line.split("\t", 7)
                if not country or row[2] == country:
                    lats.append(float(row[5]))
                    lons.append(float(row[6]))
        south_to_north, lying = np.array(lats), np.array(lons)
        order = np.lexsort((lying, south_to_north))
        return south_to_north[order], lying[order]


class _Rings:
    """Shores that run around their land."""

    def __init__(self, rings: list[tuple[Numbers, Numbers]]) -> None:
        self._rings = rings
        self._boxes = np.array([(x.min(), y.min(), x.max(), y.max()) for x, y in rings]).reshape(-1, 4)

    def hold(self, lat: float, lon: float) -> bool:
        """Whether one of them surrounds a point."""
        return any(_inside(lon, lat, *ring) for ring in self._around(lat, lon, 0.0, 0.0))

    def away_nm(self, lat: float, lon: float) -> float:
        """Nautical miles to the nearest of them; infinite when none is within `_FAR_NM`."""
        scale = math.cos(math.radians(lat)) * _NM_PER_DEGREE
        found = math.inf
        for lons, lats in self._around(lat, lon, _FAR_NM / scale, _FAR_NM / _NM_PER_DEGREE):
            x, y = (lons - lon) * scale, (lats - lat) * _NM_PER_DEGREE
            dx, dy = np.diff(x), np.diff(y)
            along = np.clip(-(x[:-1] * dx + y[:-1] * dy) / np.maximum(dx * dx + dy * dy, 1e-12), 0.0, 1.0)
            found = min(found, float(np.hypot(x[:-1] + along * dx, y[:-1] + along * dy).min()))
        return found

    def _around(self, lat: float, lon: float, wide: float, high: float) -> list[tuple[Numbers, Numbers]]:
        west, south, east, north = self._boxes.T
        found = (west - wide <= lon) & (lon <= east + wide) & (south - high <= lat) & (lat <= north + high)
        return [self._rings[at] for at in np.flatnonzero(found).tolist()]


_FAR_NM = 10.0


def _area_km2(lons: Numbers, lats: Numbers) -> float:
    scale = math.cos(math.radians(float(lats.mean())))
    x, y = lons * scale, lats
    degrees = abs(float(np.dot(x[:-1], y[1:]) - np.dot(x[1:], y[:-1]))) / 2
    return degrees * (_NM_PER_DEGREE * _KM_PER_NM) ** 2


def _inside(lon: float, lat: float, lons: Numbers, lats: Numbers) -> bool:
    """Whether a ring surrounds a point: a line to the east crosses it an odd number of times."""
    above = lats > lat
    crosses = above[:-1] != above[1:]
    slope = (lons[1:] - lons[:-1]) * (lat - lats[:-1]) / np.where(crosses, lats[1:] - lats[:-1], 1.0)
    return bool(np.count_nonzero(crosses & (lon < lons[:-1] + slope)) % 2)
