"""Reads what an operator's own airport database (`AIRPORTS_DB`) says beyond the fields: its tables of AIP entries.

`aip_entries` (an AIP row each, by the standard number of its row), `procedures` and `border_crossing_points`; a
database without them says nothing more. Its stamps tell when a row was stored, not of which amendment it is: its
facts count as undated.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from agent.aviation.aip_words import fuel_grades, places_of, says_nothing
from agent.aviation.airport_rows import not_there
from agent.aviation.fact_records import Fact, FactSource, FactValue, NoticeText
from agent.errors import DataProblem

_HOURS, _CUSTOMS, _FUEL, _HOTEL, _RESTAURANT = 301, 302, 402, 501, 502
"""The standard numbers of AD 2 rows: 2.3 (1), 2.3 (2), 2.4 (2), 2.5 (1), 2.5 (2)."""
_ITEMS = {_HOURS: "AD 2.3", _CUSTOMS: "AD 2.3", _FUEL: "AD 2.4", _HOTEL: "AD 2.5", _RESTAURANT: "AD 2.5"}
_SURE = 0.9
_ENTRIES = (
    "select airport_icao, std_field_id, coalesce(nullif(value, ''), alt_value, ''), updated_at from aip_entries"
    " where std_field_id in (301, 302, 402, 501, 502) order by source_priority desc, id"
)
_PROCEDURES = (
    "select airport_icao, name, updated_at from procedures where procedure_type = 'approach' and name <> ''"
    " order by airport_icao, name"
)
_POINTS = "select coalesce(matched_airport_icao, icao_code) as icao, * from border_crossing_points"


def database_facts(path: Path) -> Iterator[Fact | NoticeText]:
    """The facts of a database. Raises `DataProblem` when its tables are not of the known layout."""
    source = FactSource(f"AIP tables of {path.name}", undated=True)
    if not path.is_file():
        raise DataProblem(not_there(path))
    try:
        with sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True) as database:
            tables = {row[0] for row in database.execute("select name from sqlite_master where type = 'table'")}
            if "aip_entries" in tables:
                yield from _entries(database, source)
            if "procedures" in tables:
                yield from _procedures(database, source)
            if "border_crossing_points" in tables:
                yield from _points(database, path)
    except (sqlite3.Error, ValueError, TypeError, KeyError) as error:
        raise DataProblem(
            f"AIRPORTS_DB ({path}) has tables of AIP entries that I cannot read. Correct it, or unset it to use "
            "the shipped data.",
            detail=str(error),
        ) from error


def _entries(database: sqlite3.Connection, source: FactSource) -> Iterator[Fact | NoticeText]:
    told: set[tuple[str, int]] = set()
    for icao, number, text, stamp in database.execute(_ENTRIES):
        words = " ".join(str(text).split())
        if not icao or not words or (icao, number) in told:
            continue
        told.add((icao, number))
        if number == _CUSTOMS:
            if not says_nothing(words):
                yield NoticeText(icao, ("customs", "immigration"), words, _ITEMS[number], source, _day(stamp))
            continue
        field, value = _typed(number, words)
        if value is not None:
            yield Fact(icao, field, value, source, _day(stamp), _SURE, _ITEMS[number], words)


def _typed(number: int, words: str) -> tuple[str, FactValue | None]:
    """The field of a row and its value; None for words that are not understood."""
    if number == _FUEL:
        return "fuel", fuel_grades(words)
    if number == _HOURS:
        return "hours", words if any(letter.isdigit() for letter in words) else None
    return "hotel" if number == _HOTEL else "restaurant", places_of(words)


def _procedures(database: sqlite3.Connection, source: FactSource) -> Iterator[Fact]:
    names: dict[str, list[str]] = {}
    days: dict[str, date] = {}
    for icao, name, stamp in database.execute(_PROCEDURES):
        names.setdefault(icao, []).append(" ".join(str(name).split()))
        days[icao] = max(_day(stamp), days.get(icao, date.min))
    for icao, found in names.items():
        yield Fact(icao, "procedures", tuple(dict.fromkeys(found)), source, days[icao], _SURE, "AD 2.24")


def _points(database: sqlite3.Connection, path: Path) -> Iterator[Fact]:
    rows = database.execute(_POINTS)
    names = [column[0] for column in rows.description]
    for values in rows:
        row = dict(zip(names, values, strict=True))
        source = FactSource(f"Border points of {path.name} ({row['source']})", undated=True)
        if row["icao"] and row.get("is_airport", 1) != 0:  # a list of border points holds harbours too
            said, day = "list of border crossing points", _day(row["updated_at"])
            yield Fact(row["icao"], "border_point", said, source, day, _SURE, "list")


def _day(stamp: object) -> date:
    return date.fromisoformat(str(stamp)[:10])
