"""Reads the rows that the airfield index is built from: the shipped tables, or an operator's own database."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

from agent.aviation.airport_index import AIRPORT_FIELDS, FORMAT, RUNWAY_FIELDS, AirportRows, Cells, RowsReader
from agent.aviation.reference import reference_file
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.protocol import Source

_KINDS = frozenset({"small_airport", "medium_airport", "large_airport", "seaplane_base"})
_SQL_AIRPORTS = {
    "name": "name", "kind": "type", "lat": "latitude_deg", "lon": "longitude_deg", "elevation_ft": "elevation_ft",
    "continent": "continent", "country": "iso_country", "region": "iso_region", "municipality": "municipality",
    "scheduled": "scheduled_service", "iata": "iata_code", "local": "local_code", "home_link": "home_link",
    "wikipedia_link": "wikipedia_link", "keywords": "keywords",
}  # fmt: skip
_SQL_RUNWAYS = {
    "le_ident": "le_ident", "he_ident": "he_ident", "length_ft": "length_ft", "width_ft": "width_ft",
    "surface": "surface", "lighted": "lighted", "closed": "closed",
    "le_displaced_ft": "le_displaced_threshold_ft", "he_displaced_ft": "he_displaced_threshold_ft",
}  # fmt: skip
_NUMBERS = frozenset({"elevation_ft", "length_ft", "width_ft", "le_displaced_ft", "he_displaced_ft"})


def rows_of(settings: AgentSettings) -> tuple[str, RowsReader]:
    """A key that changes with the content, and how to read it. The operator's database wins when it is set."""
    if settings.airports_db is not None:
        return _database(settings.airports_db)
    return _shipped(settings)


def _shipped(settings: AgentSettings) -> tuple[str, RowsReader]:
    airports = reference_file(settings, "airports.tsv.gz")
    runways = reference_file(settings, "runways.tsv.gz")
    airports.check()
    runways.check()

    def read() -> AirportRows:
        by_ident: dict[str, list[Cells]] = defaultdict(list)
        for row in _rows(runways.read()):
            by_ident[row["ident"]].append(row)
        return AirportRows(list(_rows(airports.read())), by_ident, airports.as_source("OurAirports"))

    return _key(airports.sha256, runways.sha256), read


def _key(*parts: object) -> str:
    return hashlib.sha256("|".join(map(str, (FORMAT, *parts))).encode()).hexdigest()[:16]


def _rows(table: bytes) -> Iterator[Cells]:
    header, *lines = table.decode().splitlines()
    names = header.split("\t")
    for line in lines:
        yield dict(zip(names, line.split("\t"), strict=True))


def not_there(path: Path) -> str:
    """What is said of a database that is set and missing."""
    return f"AIRPORTS_DB names {path}, which is not there. Correct it, or unset it to use the shipped data."


def _database(path: Path) -> tuple[str, RowsReader]:
    try:
        stat = path.stat()
    except OSError as error:
        raise DataProblem(not_there(path), detail=str(error)) from error
    return _key(path.resolve(), stat.st_size, stat.st_mtime_ns), lambda: _read_database(path)


def _read_database(path: Path) -> AirportRows:
    """The tables `airports` and `runways` of an OurAirports-like SQLite file, keyed by ICAO code."""
    try:
        with sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True) as database:
            database.row_factory = sqlite3.Row
            airports = [
                _airport(row) for row in database.execute("SELECT * FROM airports") if row["type"] in _KINDS
            ]
            runways: dict[str, list[Cells]] = defaultdict(list)
            for row in database.execute("SELECT * FROM runways ORDER BY airport_icao, le_ident"):
                runways[row["airport_icao"]].append(_cells(row, _SQL_RUNWAYS, RUNWAY_FIELDS))
            as_of = _latest(row["updated_at"] for row in database.execute("SELECT updated_at FROM airports"))
    except (sqlite3.Error, IndexError, ValueError) as error:
        raise DataProblem(
            f"AIRPORTS_DB ({path}) is not an SQLite file with the tables airports and runways. "
            "Correct it, or unset it to use the shipped data.",
            detail=str(error),
        ) from error
    if not airports:
        raise DataProblem(f"AIRPORTS_DB ({path}) holds no airfield. Unset it to use the shipped data.")
    return AirportRows(airports, runways, Source(name=path.name, as_of=as_of))


def _airport(row: sqlite3.Row) -> Cells:
    cells = {**_cells(row, _SQL_AIRPORTS, AIRPORT_FIELDS), "ident": _text(row["icao_code"])}
    if re.fullmatch(r"[A-Z]{4}", cells["ident"]):
        cells["icao"] = cells["ident"]
    cells["scheduled"] = "1" if cells["scheduled"] == "yes" else "0"
    cells["keywords"] = "|".join(word.strip() for word in cells["keywords"].split(",") if word.strip())
    if not cells["lat"] or not cells["lon"]:
        raise ValueError(f"{cells['ident']} has no position")
    return cells


def _cells(row: sqlite3.Row, columns: dict[str, str], fields: Sequence[str]) -> dict[str, str]:
    cells = dict.fromkeys(fields, "")
    for field, column in columns.items():
        value = row[column]
        cells[field] = _text(round(value) if field in _NUMBERS and value else value)
    return cells


def _text(value: object) -> str:
    return "" if value is None else " ".join(str(value).split())


def _latest(stamps: Iterable[str | None]) -> date | None:
    days = [stamp[:10] for stamp in stamps if stamp]
    return date.fromisoformat(max(days)) if days else None
