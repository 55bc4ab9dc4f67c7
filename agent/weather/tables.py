"""Shipped tables of the weather: stations that report, magnetic variation, true directions of runways."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from mmap import mmap
from typing import cast

import numpy as np

from agent.aviation import geometry
from agent.aviation.airports import Airport, Airports
from agent.aviation.reference import ReferenceFile, reference_file
from agent.config import AgentSettings
from agent.paging import mapped_bytes
from agent.protocol import Source

SHORT_M, RATHER_SHORT_M = 400, 1000
"""A runway shorter than the first is short; one shorter than the second is where another is twice as long."""
_M_PER_FT = 0.3048


@dataclass(frozen=True, slots=True)
class Station:
    """A place that sends weather reports; `taf` where a forecast is made for it too."""

    icao: str
    name: str
    lat: float
    lon: float
    elevation_ft: int | None
    country: str
    taf: bool


@dataclass(frozen=True, slots=True)
class NearStation:
    """A station, how far from the place asked about, and in which direction from it (true)."""

    station: Station
    distance_nm: float
    bearing_deg: float


@dataclass(frozen=True, slots=True)
class RunwayHeading:
    """The true direction of a runway end. `how` "designator" is only good to about 5 degrees.

    With its runway's length and surface; `short`: under 400 m, or under half of the longest there and 1,000 m.
    """

    ident: str
    true_deg: float
    how: str
    length_m: int | None = None
    surface: str = ""
    hard: bool | None = None
    short: bool = False


class Stations(Mapping[str, Station]):
    """The lines of the table as pages of a file, each read when it is asked for."""

    def __init__(self, lines: bytes) -> None:
        self._lines = mapped_bytes(b"\n" + lines.rstrip(b"\n") + b"\n")
        self._starts = np.flatnonzero(np.frombuffer(self._lines, dtype=np.uint8) == ord("\n"))[:-1] + 1

    def __getitem__(self, icao: str) -> Station:
        at = self._lines.find(f"\n{icao}\t".encode())
        if at < 0:
            raise KeyError(icao)
        return self._read(at + 1)

    def __iter__(self) -> Iterator[str]:
        return (self.row(number).icao for number in range(len(self)))

    def __len__(self) -> int:
        return len(self._starts)

    def row(self, number: int) -> Station:
        """The station of a line."""
        return self._read(int(self._starts[number]))

    def _read(self, start: int) -> Station:
        line = self._lines[start : self._lines.find(b"\n", start)].decode()
        icao, name, lat, lon, feet, country, taf = line.split("\t")
        return Station(
            icao, name.strip(" ,"), float(lat), float(lon), int(feet) if feet else None, country, taf == "1"
        )


class WeatherTables:
    """The three tables, each read on first use."""

    def __init__(self, settings: AgentSettings) -> None:
        self._settings = settings

    def _file(self, name: str) -> ReferenceFile:
        return reference_file(self._settings, f"weather/{name}")

    @property
    def stations_source(self) -> Source:
        """Where the list of stations comes from."""
        return self._file("stations.tsv.gz").as_source("NOAA station list")

    @property
    def headings_source(self) -> Source:
        """Where the directions of runways come from."""
        return self._file("runway_headings.tsv.gz").as_source("OurAirports")

    # --- stations ----------------------------------------------------------------------------------

    @cached_property
    def stations(self) -> Stations:
        """Every station that reports, by its code."""
        return Stations(self._file("stations.tsv.gz").read().partition(b"\n")[2])

    @cached_property
    def _units(self) -> geometry.Floats:
        rows = [self.stations.row(number) for number in range(len(self.stations))]
        return geometry.unit_vectors(np.array([r.lat for r in rows]), np.array([r.lon for r in rows]))

    def nearest(
        self,
        lat: float,
        lon: float,
        n: int,
        *,
        most_nm: float = 80.0,
        keep: Callable[[Station], bool] | None = None,
    ) -> list[NearStation]:
        """The nearest stations for which `keep` holds, nearest first."""
        closeness = self._units @ np.array(geometry.unit_vector(lat, lon))
        found: list[NearStation] = []
        order = cast("list[int]", np.argsort(-closeness)[: 40 * n].tolist())
        for station in map(self.stations.row, order):
            if keep is not None and not keep(station):
                continue
            distance = geometry.geodesic_nm(lat, lon, station.lat, station.lon)
            if distance > most_nm or len(found) == n:
                break
            bearing = geometry.initial_bearing_deg(lat, lon, station.lat, station.lon) if distance > 0.1 else 0.0
            found.append(NearStation(station, distance, bearing))
        return found

    # --- variation and runways ---------------------------------------------------------------------

    @cached_property
    def _variation(self) -> bytes | mmap:
        return mapped_bytes(b"\n" + self._file("variation.tsv.gz").read())

    @cached_property
    def _headings(self) -> bytes | mmap:
        return mapped_bytes(b"\n" + self._file("runway_headings.tsv.gz").read())

    def variation_deg(self, airport: Airport) -> float | None:
        """Degrees that magnetic north lies east of true north (negative: west)."""
        lines = _lines_of(self._variation, airport.ident)
        return float(lines[0][1]) if lines else None

    def runway_headings(self, airport: Airport, airports: Airports) -> list[RunwayHeading]:
        """The ends of its open runways with their true directions, lower end first."""
        known = {row[1]: (float(row[2]), row[3]) for row in _lines_of(self._headings, airport.ident)}
        variation = self.variation_deg(airport)
        found: list[RunwayHeading] = []
        usable = [runway for runway in airports.runways(airport) if not runway.closed]
        longest = max((runway.length_ft or 0 for runway in usable), default=0)
        for runway in usable:
            low = known.get(runway.le_ident) or _by_designator(runway.le_ident, variation)
            if low is None:
                continue
            degrees, how = low
            high = runway.he_ident or opposite(runway.le_ident)
            metres = round(runway.length_ft * _M_PER_FT) if runway.length_ft else None
            short = metres is not None and (
                metres < SHORT_M or (metres < RATHER_SHORT_M and metres * 2 < longest * _M_PER_FT)
            )
            told = (metres, runway.surface, runway.hard, short)
            found += [RunwayHeading(runway.le_ident, degrees, how, *told)]
            found += [RunwayHeading(high, (degrees + 180) % 360, how, *told)] if high else []
        return list({end.ident: end for end in found}.values())


def long_enough(ends: Sequence[RunwayHeading]) -> Sequence[RunwayHeading]:
    """The ends that are not short; all of a field that has only short ones."""
    return [end for end in ends if not end.short] or ends


def opposite(ident: str) -> str | None:
    """The other end of a runway by its name: 13L → 31R; None for a name without a number."""
    match = re.fullmatch(r"(\d{1,2})([LCR]?)", ident)
    if match is None:
        return None
    number = (int(match[1]) + 17) % 36 + 1
    return f"{number:02d}{ {'L': 'R', 'R': 'L'}.get(match[2], match[2]) }"


def _by_designator(ident: str, variation: float | None) -> tuple[float, str] | None:
    match = re.match(r"(\d{1,2})[LCRWSGTU]?$", ident)
    if match is None or not 1 <= int(match[1]) <= 36:
        return None
    return (int(match[1]) * 10 + (variation or 0.0)) % 360, "designator"


def _lines_of(table: bytes | mmap, ident: str) -> list[list[str]]:
    """The rows that begin with this code; the tables are sorted by it."""
    mark = f"\n{ident}\t".encode()
    start = table.find(mark)
    rows: list[list[str]] = []
    while start >= 0:
        end = table.find(b"\n", start + 1)
        rows.append(table[start + 1 : end if end >= 0 else None].decode().split("\t"))
        start = table.find(mark, end) if end >= 0 else -1
    return rows
