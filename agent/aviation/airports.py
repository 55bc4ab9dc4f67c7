"""Every airfield with its runways: by code, by name, around a point, along a route."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

from agent import regex as re
from agent.aviation import airport_index, airport_search, geometry, proximity
from agent.aviation.airport_index import RUNWAY_MARK, AirportIndex
from agent.aviation.airport_rows import rows_of
from agent.aviation.names import clean_code
from agent.aviation.reference import Progress
from agent.aviation.surfaces import is_grass_or_gravel, is_hard
from agent.config import AgentSettings
from agent.protocol import Source

Kind = Literal["small_airport", "medium_airport", "large_airport", "seaplane_base"]
Point = tuple[float, float]

_MILITARY = re.compile(
    r"\b(?:air ?base|air force|afb|army|naval|marine corps|milit[aä]r\w*|fliegerhorst|mod|raf|rnas|royal marines|"
    r"base a[ée]r\w+|aeroporto militare|lotnisko wojskowe)\b|\[mil\]",
    re.IGNORECASE,
)
_NO_LONGER = re.compile(r"\b(?:former|formerly|ex)\b", re.IGNORECASE)
_PRIVATE = re.compile(r"\b(?:private|priv[ée]e?|privat[aeo]?|restricted landing area)\b", re.IGNORECASE)
_CACHED_RECORDS = 1536
_CACHED_CODES = 4096
_FIRST_TRY_NM = 60.0


@dataclass(frozen=True, slots=True)
class Runway:
    """A runway as OurAirports has it. `hard` is None when the surface is unknown; lengths are physical."""

    le_ident: str
    he_ident: str
    length_ft: int | None
    width_ft: int | None
    surface: str
    hard: bool | None
    lighted: bool | None
    closed: bool
    le_displaced_ft: int | None = None
    he_displaced_ft: int | None = None

    def is_of(self, hard: bool) -> bool | None:
        """Whether it is hard, or else grass or gravel, as asked; None where that is not known."""
        return self.hard if hard or self.hard is None else is_grass_or_gravel(self.surface)


@dataclass(frozen=True, slots=True)
class Airport:
    """An airfield. `ident` is the code FlyFun uses: the ICAO code if there is one, else the local or list code.

    `military_hint` and `private_hint` are True when name or keywords say so, None when they are silent.
    """

    ident: str
    icao: str | None
    iata: str | None
    local: str | None
    name: str
    kind: Kind
    lat: float
    lon: float
    elevation_ft: int | None
    country: str
    region: str
    municipality: str
    scheduled: bool
    time_zone: str | None
    home_link: str
    wikipedia_link: str
    keywords: tuple[str, ...]
    military_hint: bool | None
    private_hint: bool | None

    @property
    def short_name(self) -> str:
        """The name as pilots say it: "Fairoaks", not "Fairoaks Airport"."""
        words = self.name.split()
        while len(words) > 1 and words[-1].lower() in _SAID_WITHOUT:
            words.pop()
        return " ".join(words)


_SAID_WITHOUT = frozenset({"airport", "airfield", "aerodrome", "airstrip", "international", "regional"})


@dataclass(frozen=True, slots=True)
class Near:
    """An airfield and its WGS84 distance from the point asked about."""

    airport: Airport
    distance_nm: float


@dataclass(frozen=True, slots=True)
class Along:
    """An airfield beside a route. `off_track_nm` is to the nearest point of the route, which lies `along_track_nm`
    from its start; `distance_from_departure_nm` is direct.
    """

    airport: Airport
    off_track_nm: float
    along_track_nm: float
    distance_from_departure_nm: float


@dataclass(frozen=True, slots=True)
class Match:
    """An airfield found by name; `score` 1 is an exact code or name."""

    airport: Airport
    score: float


class Airports:
    """The table of airfields. Reading it is cheap: an airfield is decoded when it is asked for."""

    def __init__(self, index: AirportIndex, stated: Callable[[str], tuple[Runway, ...]] | None = None) -> None:
        self._index = index
        self._stated = stated
        self._airport = lru_cache(maxsize=_CACHED_RECORDS)(self._decode)
        self._runways = lru_cache(maxsize=_CACHED_RECORDS)(self._decode_runways)
        self._row = lru_cache(maxsize=_CACHED_CODES)(self._row_of)
        self._rows_among = lru_cache(maxsize=4)(self._rows_of_idents)

    @classmethod
    def load(
        cls,
        settings: AgentSettings,
        progress: Progress | None = None,
        stated: Callable[[str], tuple[Runway, ...]] | None = None,
    ) -> Airports:
        """The airfields of the shipped data, or of `AIRPORTS_DB`; prepared in the data folder on first use.

        `stated`: the runways that a field's own publication has, for one of which the table has none.

        Raises `DataProblem` when the data or the data folder cannot be used.
        """
        key, rows = rows_of(settings)
        return cls(airport_index.open_index(settings, key, rows, progress), stated)

    @property
    def source(self) -> Source:
        """Where these facts come from."""
        return self._index.source

    @property
    def as_of(self) -> date | None:
        """The day the data speaks for; None when the operator's database does not say."""
        return self._index.source.as_of

    def __len__(self) -> int:
        return self._index.size

    def __iter__(self) -> Iterator[Airport]:
        return map(self._decode, range(len(self)))

    # --- by code -----------------------------------------------------------------------------------

    def get(self, code: str) -> Airport | None:
        """The airfield of an ICAO, IATA, OurAirports or local code, however it is typed.

        ICAO beats IATA beats local. A local code that several countries use is nobody's: see `close_codes`.
        """
        plain = clean_code(code)
        row = self._row(plain)
        if row is None and "-" in plain:
            row = self._row(plain.replace("-", ""))
        return None if row is None else self._airport(row)

    def beginning(self, begun: str, most: int = 20) -> list[tuple[str, Airport]]:
        """Codes that begin so, each with its airfield, in the alphabet's order."""
        plain = clean_code(begun)
        return [(code, self._airport(row)) for code, row in self._index.codes_from(plain, most)] if plain else []

    def _row_of(self, code: str) -> int | None:
        rows = self._index.rows_of_code(code)
        return rows[0] if len(rows) == 1 else None

    def _rows_of_idents(self, idents: tuple[str, ...]) -> NDArray[np.intp]:
        rows = (self._index.rows_of_code(ident) for ident in idents)
        return np.array([row[0] for row in rows if len(row) == 1], dtype=np.intp)

    def close_codes(self, code: str, n: int = 3) -> list[Airport]:
        """Airfields that `code` may mean: those sharing it as local code, else those one slip away from it."""
        rows = airport_search.close_codes(self._index, clean_code(code), n)
        return [self._airport(row) for row in rows]

    # --- runways -----------------------------------------------------------------------------------

    def runways(self, airport: Airport) -> tuple[Runway, ...]:
        """Its runways, by the table or else by its publication; none means that no data has one."""
        row = self._row(airport.ident)
        return () if row is None else self._runways(row)

    def runways_are_stated(self, airport: Airport) -> bool:
        """Whether its runways are those of its publication, the table having none."""
        row = self._row(airport.ident)
        return row is not None and RUNWAY_MARK not in self._index.record(row) and bool(self._runways(row))

    def longest_runway(self, airport: Airport, hard: bool | None = None) -> Runway | None:
        """The longest open runway, of the surface wanted; None when no length is known for one."""
        fitting = [
            runway
            for runway in self.runways(airport)
            if not runway.closed and runway.length_ft and (hard is None or runway.is_of(hard=hard))
        ]
        return max(fitting, key=lambda runway: runway.length_ft or 0, default=None)

    # --- by place ----------------------------------------------------------------------------------

    def within(self, lat: float, lon: float, nm: float, among: tuple[str, ...] | None = None) -> list[Near]:
        """Airfields at most `nm` from a point, nearest first; only those `among` these idents."""
        rows, distances = proximity.around(self._index, lat, lon, nm)
        if among is not None:
            kept = np.isin(rows, self._rows_among(among))
            rows, distances = rows[kept], distances[kept]
        return list(map(Near, map(self._airport, rows.tolist()), distances.tolist()))

    def nearest(self, lat: float, lon: float, n: int, keep: Callable[[Airport], bool] | None = None) -> list[Near]:
        """The `n` nearest airfields for which `keep` holds, nearest first."""
        if n <= 0:
            return []
        near = [near for near in self.within(lat, lon, _FIRST_TRY_NM) if keep is None or keep(near.airport)]
        if len(near) < n:
            near = self._nearest_of_all(lat, lon, n, keep)
        return near[:n]

    def _nearest_of_all(
        self, lat: float, lon: float, n: int, keep: Callable[[Airport], bool] | None
    ) -> list[Near]:
        rows, angles = proximity.outwards(self._index, lat, lon)
        kept: list[int] = []
        enough = math.inf
        for row, angle in zip(rows.tolist(), angles.tolist(), strict=True):
            if angle > enough:
                break
            if keep is None or keep(self._airport(row)):
                kept.append(row)
                if len(kept) == n:
                    enough = angle * 1.01  # the sphere's order may differ that much from the ellipsoid's
        found = [
            Near(airport, geometry.geodesic_nm(lat, lon, airport.lat, airport.lon))
            for airport in map(self._airport, kept)
        ]
        return sorted(found, key=lambda near: near.distance_nm)

    def along(self, points: Sequence[Point], nm: float) -> list[Along]:
        """Airfields at most `nm` off a route of great-circle legs, in the order they are passed."""
        rows, off, way, direct = proximity.along(self._index, points, nm)
        return list(map(Along, map(self._airport, rows), off, way, direct))

    def in_country(self, iso2: str) -> list[Airport]:
        """All airfields of a country, from south to north."""
        return list(self._of_country(iso2))

    def has_coded_in(self, iso2: str, at_least: int = 1) -> bool:
        """Whether a country has so many airfields with an ICAO code."""
        coded = (airport for airport in self._of_country(iso2) if airport.icao)
        return sum(1 for _ in islice(coded, at_least)) == at_least

    def _of_country(self, iso2: str) -> Iterator[Airport]:
        rows = np.flatnonzero(self._index.country == np.bytes_(iso2.upper().encode()))
        return map(self._decode, rows.tolist())

    # --- by name -----------------------------------------------------------------------------------

    def search(self, text: str, limit: int = 10, country: str | None = None) -> list[Match]:
        """Airfields by name, town, keyword or code, best first; typos, joined words and exonyms are understood."""
        exact = self._row(clean_code(text))
        found = airport_search.by_name(self._index, text, limit, country, exact)
        return [Match(self._airport(row), score) for row, score in found]

    # --- records -----------------------------------------------------------------------------------

    def _decode(self, row: int) -> Airport:
        (
            ident, icao, iata, local, _, name, kind, lat, lon, elevation, _, country, region, municipality,
            scheduled, time_zone, home_link, wikipedia_link, keywords,
        ) = self._index.record(row).split(RUNWAY_MARK, 1)[0].split("\t")  # fmt: skip
        said = f"{name}|{keywords}"
        return Airport(
            ident=ident,
            icao=icao or None,
            iata=iata or None,
            local=local or None,
            name=name,
            kind=cast("Kind", kind),
            lat=float(lat),
            lon=float(lon),
            elevation_ft=int(elevation) if elevation else None,
            country=country,
            region=region,
            municipality=municipality,
            scheduled=scheduled == "1",
            time_zone=time_zone or None,
            home_link=home_link,
            wikipedia_link=wikipedia_link,
            keywords=tuple(keywords.split("|")) if keywords else (),
            military_hint=True if _MILITARY.search(name) and not _NO_LONGER.search(name) else None,
            private_hint=True if _PRIVATE.search(said) else None,
        )

    def _decode_runways(self, row: int) -> tuple[Runway, ...]:
        runways: list[Runway] = []
        lines = self._index.record(row).split(RUNWAY_MARK)[1:]
        if not lines and self._stated is not None:
            return self._stated(self._airport(row).ident)
        for line in lines:
            le, he, length, width, surface, lighted, closed, le_displaced, he_displaced = line.split("\t")
            runways.append(
                Runway(
                    le_ident=le,
                    he_ident=he,
                    length_ft=int(length) if length else None,
                    width_ft=int(width) if width else None,
                    surface=surface,
                    hard=is_hard(surface),
                    lighted={"1": True, "0": False}.get(lighted),
                    closed=closed == "1",
                    le_displaced_ft=int(le_displaced) if le_displaced else None,
                    he_displaced_ft=int(he_displaced) if he_displaced else None,
                )
            )
        return tuple(runways)
