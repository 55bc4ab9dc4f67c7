"""Reads the rows that the place index is built from: gazetteer, own regions, countries, and airfields by name."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, cast

from agent import regex as re
from agent.aviation.airports import Airport, Airports
from agent.aviation.countries import Countries
from agent.aviation.names import distinctive
from agent.aviation.place_index import (
    AIRPORT_NAME,
    AIRPORT_PART,
    AIRPORT_WEAK,
    ALIAS,
    NICKNAME,
    PRIMARY,
    SHORT,
    PlaceKind,
    PlaceRow,
    RowsReader,
)
from agent.aviation.place_nicknames import Sight, key_of, nicknames_of
from agent.aviation.reference import reference_file
from agent.aviation.spelling import place_key, spelled_out
from agent.config import AgentSettings

_GENITIVE = re.compile(r"['’]s\b")

FILES = ("gazetteer.tsv.gz", "regions.json", "countries.json")
_EUROPE_BOX = (27.0, 72.0, -32.0, 45.0)
_PARTS = re.compile(r"[/()\[\]–—,-]+")
_PLAIN_WORDS = """
air base airbase airforce army naval military heliport seaplane glider gliding ulm ultralight farm ranch lake
river beach island north south east west new old main city town county state national private public hospital
training test centre center club school park hill valley mountain creek point bay cape fort port saint st san
santa the and of de la le les el un une der die das von van den
"""
NOT_A_NAME = frozenset(_PLAIN_WORDS.split())
"""Words that stand in airfields' names and in sentences: alone none of them is an airfield."""


def rows_of(settings: AgentSettings, airports: Airports, countries: Countries) -> tuple[str, RowsReader]:
    """A key that changes with the content, and how to read it."""
    files = [reference_file(settings, name) for name in FILES]
    for file in files:
        file.check()
    content = "|".join(
        [*(file.sha256 for file in files), key_of(settings), airports.source.model_dump_json(), str(len(airports))]
    )

    def read() -> Iterator[PlaceRow]:
        nicknames = nicknames_of(settings)
        yield from _gazetteer(files[0].read().decode(), countries)
        yield from _regions(json.loads(files[1].read()))
        yield from map(_sight, nicknames.sights)
        for airport in airports:
            yield _airport(airport, nicknames.fields.get(airport.ident, ()))

    return hashlib.sha256(content.encode()).hexdigest()[:16], read


def _gazetteer(table: str, countries: Countries) -> Iterator[PlaceRow]:
    for line in table.splitlines()[1:]:
        kind, name, country, admin1, admin2, lat, lon, population, extent, names, aliases = line.split("\t")
        keys = [pair for own in (name, *_listed(names)) for pair in _primary(own)]
        keys += _others(name, _listed(aliases))
        if kind == "country" and (known := countries.get(country)):
            keys += [(place_key(other), PRIMARY) for other in known.names]
        yield PlaceRow(
            kind=cast("PlaceKind", kind),
            lat=float(lat),
            lon=float(lon),
            population=int(population),
            extent_nm=float(extent),
            text=(country, name, admin1, admin2),
            keys=tuple(keys),
        )


def _listed(cell: str) -> list[str]:
    return cell.split("|") if cell else []


def _primary(name: str) -> list[tuple[str, int]]:
    own = (place_key(name), PRIMARY)
    return [own] if name.isascii() else [own, (spelled_out(name) or "", PRIMARY)]


def _others(name: str, aliases: list[str]) -> Iterator[tuple[str, int]]:
    own = place_key(name).split()
    for alias in aliases:
        key = place_key(alias)
        yield key, SHORT if key.split() == own[: key.count(" ") + 1] else ALIAS
        if not alias.isascii():
            yield spelled_out(alias) or "", ALIAS


def _regions(rows: list[dict[str, Any]]) -> Iterator[PlaceRow]:
    for row in rows:
        keys = [pair for name in (row["name"], *row["names"]) for pair in _primary(name)]
        yield PlaceRow(
            kind=row["kind"],
            lat=row["lat"],
            lon=row["lon"],
            population=0,
            extent_nm=row["extent_nm"],
            text=(" ".join(row["countries"]), row["name"], "", ""),
            keys=tuple(keys),
        )


def _said(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    for name in names:
        yield place_key(name), NICKNAME
        yield spelled_out(name) or "", NICKNAME
        if (bare := _GENITIVE.sub("s", name)) != name:
            yield place_key(bare), NICKNAME  # "St Marys", "Lands End"


def _sight(sight: Sight) -> PlaceRow:
    return PlaceRow(
        kind="town",
        lat=sight.lat,
        lon=sight.lon,
        population=0,
        extent_nm=1.0,
        text=(sight.country, sight.label, "", ""),
        keys=tuple(_said((sight.name, *sight.names))),
    )


def _airport(airport: Airport, nicknames: tuple[str, ...]) -> PlaceRow:
    return PlaceRow(
        kind="airport",
        lat=airport.lat,
        lon=airport.lon,
        population=0,
        extent_nm=2.0,
        text=(airport.country, airport.ident),
        keys=(*_said(nicknames), *_airport_keys(airport)),
    )


def _airport_keys(airport: Airport) -> Iterator[tuple[str, int]]:
    """Its name with and without "airport" and the like; parts and keywords where the field is not a far strip."""
    south, north, west, east = _EUROPE_BOX
    near = south < airport.lat < north and west < airport.lon < east
    known = near or airport.kind in ("medium_airport", "large_airport")
    full = place_key(airport.name)
    bare = distinctive(full)
    yield full, AIRPORT_NAME
    yield bare, AIRPORT_NAME if known or " " in bare else AIRPORT_WEAK
    if not known:
        return
    for part in (*_PARTS.split(airport.name), *airport.keywords):
        key = distinctive(place_key(part))
        if len(key) > 3 and not key.isdigit() and not set(key.split()) <= NOT_A_NAME:
            yield key, AIRPORT_PART
    words = bare.split()
    town = place_key(airport.municipality)
    if town and bare.startswith(f"{town} ") and len(bare) > len(town) + 4:
        yield bare[len(town) + 1 :], AIRPORT_PART
    elif len(words) > 1 and words[0] in {"london", "paris", "rome", "milan", "milano", "berlin", "roma"}:
        yield " ".join(words[1:]), AIRPORT_PART
