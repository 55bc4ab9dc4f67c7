"""Looks a name up in the index: which places bear it, how much speaks for each, and a row as a place."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from agent.aviation.airports import Airport, Airports
from agent.aviation.place_candidates import Candidate, about_nm, in_europe
from agent.aviation.place_index import AIRPORT_NAME, KINDS, NICKNAME, PRIMARY, PlaceIndex, PlaceKind
from agent.aviation.spelling import place_key

Point = tuple[float, float]

EUROPE_WEIGHT, OF_THE_WORLD = 35.0, 5.0
"""Inhabitants of Europe count this many times: its pilots are the ones who ask. Less for an airline flight."""
HOME_WEIGHT, HOME_NM = 20.0, 250.0
BESIDE_WEIGHT, BESIDE_NM = 40.0, 200.0
"""A place gains this much beside another place of the same sentence, and loses it over this distance."""
ONE_FLIGHT_NM, OUT_OF_REACH_NM = 900.0, 1500.0
"""Where one reading is within a flight of what else is said, a reading farther than the second is not meant."""
SPOKEN_IN = {"de": frozenset(("DE", "AT", "CH", "LI")), "fr": frozenset(("FR", "BE", "CH", "LU", "MC"))}
"""Where a question's language is spoken: "Münster" of a German question is no Munster."""
CITY = 50_000
"""From so many inhabitants on a town of these countries comes before every namesake."""
REGION_WEIGHT = 1e11
COUNTRY_WEIGHT = 1e10
AIRPORT_WEIGHT = {"large_airport": 2e6, "medium_airport": 1e5, "small_airport": 2e4, "seaplane_base": 2e3}
"""Inhabitants that an airfield's whole name counts as; a part of it counts a tenth."""
AREA_KINDS = {"region", "lake", "island", "mountains", "coast"}


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the map. `extent_nm` is about how far it reaches from its centre; `country` is ISO-2, None when
    it lies in several or none; `population` 0 means not counted; `airport` is set when the place is an airfield.
    """

    name: str
    kind: PlaceKind
    lat: float
    lon: float
    country: str | None = None
    admin: str | None = None
    population: int = 0
    extent_nm: float = 0.0
    airport: Airport | None = None
    province: str | None = None

    @property
    def admins(self) -> tuple[str, ...]:
        """The province and the district it lies in, as far as they are known."""
        return tuple(name for name in (self.province, self.admin) if name)


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a text names. `others` are other readings, best first; `ambiguous`: ask which is meant."""

    best: Place | None
    others: tuple[Place, ...] = ()
    ambiguous: bool = False
    matched: Literal["exact", "fuzzy", "none"] = "none"


NOTHING = Resolution(None)


@dataclass(frozen=True, slots=True)
class Bearings:
    """Where a place could be: in a country (ISO-2), near the pilot's home, beside the sentence's other places.

    `language` is the question's own.
    """

    country: str | None = None
    home: Point | None = None
    beside: tuple[Point, ...] = ()
    world: bool = False
    language: str = ""

    @property
    def spoken_in(self) -> frozenset[str]:
        """The countries that the question's language speaks for, where nothing else tells where one is."""
        elsewhere = self.country or self.home or self.beside or self.world
        return frozenset() if elsewhere else SPOKEN_IN.get(self.language, frozenset())

    @property
    def european(self) -> bool:
        """Whether Europe comes before the world: not for airline flights, nor for who lives elsewhere."""
        if self.world:
            return False
        at_home = self.home is None or in_europe(*self.home)
        return any(in_europe(*point) for point in self.beside) if self.beside else at_home

    def away_nm(self, lat: float, lon: float) -> float:
        """How far a position is from the nearest of the sentence's other places; 0 where there is none."""
        return min((about_nm(lat, lon, *point) for point in self.beside), default=0.0)


_FLOWN_TO_IN = {("fr", place_key("Elbe")): place_key("Île d'Elbe")}
"""What a name is in one language where one flies from another place to it: the island, and no river in Germany."""


def _spoken(found: list[Candidate], bearings: Bearings) -> list[Candidate]:
    return [c for c in found if bearings.spoken_in & {*c.countries}]


class Lookup:
    """The candidates for a key, with their weights."""

    def __init__(
        self, index: PlaceIndex, airports: Airports, is_closed: Callable[[str], bool] | None = None
    ) -> None:
        self.index, self._airports = index, airports
        self._is_closed = is_closed

    def closed(self, candidate: Candidate) -> bool:
        """Whether a candidate lies where nobody flies: closed airspace, or a war."""
        return self._is_closed is not None and any(map(self._is_closed, candidate.countries))

    def candidates(self, key: str, bearings: Bearings) -> list[Candidate]:
        """All places of a key that can be meant: none an ocean away from where the rest of the sentence is."""
        if bearings.beside:
            key = _FLOWN_TO_IN.get((bearings.language, key), key)
        found = [self.candidate(row, flag, bearings) for row, flag in self.index.find(key)]
        if bearings.country is not None:
            found = [c for c in found if bearings.country in c.countries]
        if any(c.kind == "town" and c.flag == PRIMARY and c.population >= CITY for c in _spoken(found, bearings)):
            found = _spoken(found, bearings)
        if not bearings.european and len(found) > 1:
            found = [replace(c, flag=AIRPORT_NAME) if c.flag == NICKNAME else c for c in found]
        return within_reach(found, bearings)

    def candidate(self, row: int, flag: int, bearings: Bearings) -> Candidate:
        """A row of the index with what speaks for it."""
        index = self.index
        kind = KINDS[int(index.row_kind[row])]
        lat, lon = index.position(row)
        population = int(index.row_population[row])
        if kind in AREA_KINDS:
            weight = REGION_WEIGHT
        elif kind == "country":
            weight = COUNTRY_WEIGHT
        else:
            weight = float(max(population, 300)) * (0.5 if kind == "admin" else 1.0)
            if kind == "airport":
                airport = self._airports.get(index.text(row)[1])
                weight = AIRPORT_WEIGHT[airport.kind if airport else "small_airport"]
                weight *= 1.0 if flag in (AIRPORT_NAME, NICKNAME) else 0.1
            if in_europe(lat, lon):
                weight *= EUROPE_WEIGHT if bearings.european else OF_THE_WORLD if bearings.world else 1.0
        if bearings.home is not None and kind != "country":
            weight *= 1 + HOME_WEIGHT * math.exp(-about_nm(lat, lon, *bearings.home) / HOME_NM)
        if bearings.beside and kind != "country":
            weight *= 1 + BESIDE_WEIGHT * math.exp(-bearings.away_nm(lat, lon) / BESIDE_NM)
        return Candidate(
            row=row,
            flag=flag,
            kind=kind,
            lat=lat,
            lon=lon,
            extent_nm=float(index.row_extent[row]),
            countries=tuple(index.text(row)[0].split()),
            population=population,
            weight=weight,
        )

    def place(self, candidate: Candidate) -> Place:
        """A candidate as a place."""
        cells = self.index.text(candidate.row)
        if candidate.kind == "airport":
            airport = self._airports.get(cells[1])
            if airport is not None and airport.ident == cells[1]:
                return airport_place(airport)
        countries = candidate.countries
        return Place(
            name=cells[1],
            kind=candidate.kind,
            lat=candidate.lat,
            lon=candidate.lon,
            country=countries[0] if len(countries) == 1 else None,
            admin=next((cell for cell in (cells[3:4] + cells[2:3]) if cell), None),
            population=candidate.population,
            extent_nm=round(candidate.extent_nm, 1),
            province=next(iter(cells[2:3]), None),
        )

    def airport(self, candidate: Candidate) -> Airport | None:
        """The airfield that a candidate is."""
        return self._airports.get(self.index.text(candidate.row)[1]) if candidate.kind == "airport" else None


def within_reach(found: list[Candidate], bearings: Bearings) -> list[Candidate]:
    """Those that a flight from the sentence's other places may end at, where any is; else all."""
    if not bearings.beside or len(found) < 2:
        return found
    away = [bearings.away_nm(c.lat, c.lon) - c.extent_nm for c in found]
    if min(away) > ONE_FLIGHT_NM:
        return found
    return [c for c, nm in zip(found, away, strict=True) if nm <= OUT_OF_REACH_NM]


def airport_place(airport: Airport) -> Place:
    """An airfield as a place."""
    return Place(
        name=airport.name,
        kind="airport",
        lat=airport.lat,
        lon=airport.lon,
        country=airport.country or None,
        extent_nm=2.0,
        airport=airport,
    )
