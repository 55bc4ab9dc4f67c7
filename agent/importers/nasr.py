"""Reads the FAA's NASR subscription (`APT_BASE.csv`, alone or in its zip): the fuel sold at American fields."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TextIO

from agent.errors import DataProblem
from agent.importers.found import FoundFact, FoundFacts

TABLE = "APT_BASE.csv"
WANTED = {"ICAO_ID", "ARPT_ID", "FUEL_TYPES", "EFF_DATE"}
GRADES = {
    "100LL": "100LL", "UL91": "UL91", "UL94": "UL94", "MOGAS": "mogas",
    "A": "jet_a", "A+": "jet_a", "A1": "jet_a", "A1+": "jet_a",
}  # fmt: skip
"""The FAA's codes that stand for one grade; the others are kept as they are."""


def read_nasr(file: Path, url: str, american: Mapping[str, str]) -> FoundFacts:
    """The fuel facts. `american` has our code of a field by each of its codes; other codes are named and left out.

    Raises `DataProblem` for another layout, a cut or an empty table.
    """
    facts: list[FoundFact] = []
    unmatched: list[str] = []
    first: dict[str, str] | None = None
    for row in _rows(file):
        first = first or row
        codes = [row[name].strip().upper() for name in ("ICAO_ID", "ARPT_ID")]
        code = next((american[code] for code in codes if code in american), "")
        sold = [grade.strip().upper() for grade in (row["FUEL_TYPES"] or "").split(",") if grade.strip()]
        if code and sold:
            grades = tuple(dict.fromkeys(GRADES.get(grade, grade.lower()) for grade in sold))
            facts.append(FoundFact(code, "fuel", grades, "FUEL_TYPES"))
        elif sold:
            unmatched.append(codes[0] or codes[1] or "?")
    if first is None:
        raise DataProblem("The FAA's NASR file has another layout or is empty. The data in use stays.")
    if not facts:
        raise DataProblem("The FAA's NASR file names no fuel at all. The data in use stays.")
    return FoundFacts(
        "FAA NASR", url, "public domain", _day(first["EFF_DATE"]), 0.95, tuple(facts), tuple(unmatched)
    )


def _rows(file: Path) -> Iterator[dict[str, str]]:
    """The rows of the table, one after the other; of each only what is read."""
    try:
        with _table(file) as stream:
            table = csv.DictReader(stream, strict=True)
            if not set(table.fieldnames or ()) >= WANTED:
                raise DataProblem("The FAA's NASR file has another layout or is empty. The data in use stays.")
            for row in table:
                if any(row[name] is None for name in WANTED):
                    raise DataProblem("The FAA's NASR file is cut off or damaged. The data in use stays.")
                yield {name: row[name] for name in WANTED}
    except (zipfile.BadZipFile, UnicodeDecodeError, csv.Error, OSError) as error:
        raise DataProblem("The FAA's NASR file cannot be read. The data in use stays.") from error


@contextmanager
def _table(file: Path) -> Generator[TextIO]:
    """The table's text, out of its zip where it lies in one."""
    if not zipfile.is_zipfile(file):
        with file.open(encoding="utf-8-sig", newline="") as stream:
            yield stream
        return
    with zipfile.ZipFile(file) as archive:
        names = [name for name in archive.namelist() if name.rsplit("/", 1)[-1] == TABLE]
        if not names:
            raise DataProblem(f"The FAA's NASR zip has no {TABLE}. The data in use stays.")
        with archive.open(names[0]) as packed, io.TextIOWrapper(packed, "utf-8-sig", newline="") as stream:
            yield stream


def _day(text: str) -> date:
    for form in ("%Y/%m/%d", "%m/%d/%Y", "%Y-%m-%d"):
        try:
            return datetime.strptime(text.strip(), form).date()  # noqa: DTZ007 -- a day, no time
        except ValueError:
            continue
    raise DataProblem("The FAA's NASR file does not say from when it holds. The data in use stays.")
