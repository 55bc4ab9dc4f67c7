"""Reads lists of airfields where a border may be crossed: the EU's crossing points, the UK's aerodromes.

Both come as a page whose text is a list under headings or a table, or as a CSV. Names are matched to airfields of
their country by code, else by name; what is not matched for sure is listed and says nothing.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

from agent.aviation.airports import Airports
from agent.aviation.countries import Countries
from agent.errors import DataProblem
from agent.importers.found import FoundFact, FoundFacts

SURE = 0.92
"""How well a name must match."""

_AIR = re.compile(
    r"\b(air borders?|air border crossing|airports?|aerodromes?|aériennes|luftgrenzen)\b", re.IGNORECASE
)
_OTHER = re.compile(r"\b(land|sea|rail|road|river|maritime|ports?|harbours?)\b", re.IGNORECASE)
_ITEM = re.compile(r"^\(?\d{1,3}[.)]\)?\s+(?P<name>\S.*)$")
_CODE = re.compile(r"\b[A-Z]{4}\b")


@dataclass(frozen=True, slots=True)
class _Entry:
    country: str
    name: str
    code: str = ""


def read_eu_points(
    file: Path, url: str, airports: Airports, countries: Countries, observed_on: date
) -> FoundFacts:
    """The EU list: facts `border_point`. Raises `DataProblem` when nothing can be read."""
    text = _text(file)
    entries = list(_csv_entries(text, countries)) or list(_listed_entries(file, text, countries))
    return _facts(entries, "EU list of border crossing points", url, airports, observed_on)


def read_uk_list(file: Path, url: str, airports: Airports, countries: Countries, observed_on: date) -> FoundFacts:
    """The UK list: every aerodrome it names. Raises `DataProblem` when nothing can be read."""
    text = _text(file)
    entries = list(_csv_entries(text, countries, default="GB")) or list(_table_entries(file, "GB"))
    return _facts(entries, "UK list of aerodromes for international flights", url, airports, observed_on)


def _facts(entries: list[_Entry], source: str, url: str, airports: Airports, observed_on: date) -> FoundFacts:
    if not entries:
        raise DataProblem(f"The {source} has another layout: no airfield found in it. The data in use stays.")
    found: dict[str, FoundFact] = {}
    unmatched: list[str] = []
    for entry in entries:
        ident = _match(entry, airports)
        if ident is None:
            unmatched.append(f"{entry.country} {entry.name}")
        else:
            found[ident] = FoundFact(ident, "border_point", source, entry.name)
    if not found:
        raise DataProblem(f"The {source} names no airfield that is known. The data in use stays.")
    return FoundFacts(source, url, "official list", observed_on, 0.85, tuple(found.values()), tuple(unmatched))


def _match(entry: _Entry, airports: Airports) -> str | None:
    by_code = airports.get(entry.code) if entry.code else None
    if by_code is not None and by_code.country == entry.country:
        return by_code.ident
    matches = airports.search(entry.name, limit=2, country=entry.country)
    if not matches or matches[0].score < SURE:
        return None
    if len(matches) > 1 and matches[1].score >= matches[0].score:
        return None  # two of equal right: neither
    return matches[0].airport.ident


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataProblem(f"The list {file.name} cannot be read. The data in use stays.") from error


def _csv_entries(text: str, countries: Countries, default: str = "") -> Iterator[_Entry]:
    """Rows with columns Name and, where there are, Country, Type and ICAO."""
    if "<" in text[:2000]:
        return
    reader = csv.DictReader(io.StringIO(text))
    columns = {name.strip().casefold(): name for name in reader.fieldnames or ()}
    if "name" not in columns:
        return
    for row in reader:
        country = countries.get(row.get(columns.get("country", ""), "") or default)
        kind = (row.get(columns.get("type", ""), "") or "airport").casefold()
        if country is not None and "airport" in kind and row[columns["name"]]:
            yield _Entry(
                country.code, row[columns["name"]].strip(), (row.get(columns.get("icao", ""), "") or "").strip()
            )


def _listed_entries(file: Path, text: str, countries: Countries) -> Iterator[_Entry]:
    """Numbered items under a heading about air borders, under a heading that is a country's name."""
    country, in_air = None, False
    for line in _lines(text):
        named = countries.get(line.title()) if line.isupper() and len(line) < 40 else None
        item = _ITEM.match(line)
        if named is not None:
            country, in_air = named, False
        elif item is None and len(line) < 80 and _AIR.search(line):
            in_air = True
        elif item is None and len(line) < 80 and _OTHER.search(line):
            in_air = False
        elif item is not None and country is not None and in_air:
            code = _CODE.search(item["name"])
            name = re.sub(r"\([^)]*\)|\*", "", item["name"]).strip(" ;,.")
            yield _Entry(country.code, name, code.group() if code else "")


def _table_entries(file: Path, country: str) -> Iterator[_Entry]:
    """The first cell with letters of each row of each table, and a location indicator anywhere in the row."""
    for row in _page(_text(file)).iter("tr"):
        cells = [" ".join(cell.text_content().split()) for cell in row.iter("td")]
        name = next((cell for cell in cells if re.search(r"[A-Za-z]{3}", cell)), "")
        if name:
            code = _CODE.search(" ".join(cells))
            yield _Entry(country, name, code.group() if code else "")


def _lines(text: str) -> Iterator[str]:
    page = _page(text) if "<" in text[:2000] else None
    if page is None:
        raw = text.splitlines()
    else:
        for cell in page.iter("br", "p", "td", "li", "h1", "h2", "h3", "h4", "tr", "div"):
            cell.tail = f"\n{cell.tail or ''}"
        raw = page.text_content().splitlines()
    joined = re.sub(r"\n\s*(\(\d{1,3}\))\s*\n\s*", r"\n\1 ", "\n".join(raw))
    for line in joined.splitlines():
        clean = " ".join(line.split())
        if clean:
            yield clean


def _page(text: str) -> Any:
    """A page's tree. Raises `DataProblem` when there is none."""
    library: Any = import_module("lxml.html")
    broken: Any = import_module("lxml.etree").ParserError
    try:
        return library.document_fromstring(text.encode())
    except (broken, ValueError) as error:
        raise DataProblem("The list has another layout. The data in use stays.") from error
