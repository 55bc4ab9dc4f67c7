"""Reads the FAA's NASR subscription (`APT_BASE.csv`, alone or in its zip): the fuel sold at American fields."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import date, datetime
from pathlib import Path

from agent.errors import DataProblem
from agent.importers.found import FoundFact, FoundFacts

TABLE = "APT_BASE.csv"
WANTED = {"ICAO_ID", "ARPT_ID", "FUEL_TYPES", "EFF_DATE"}
GRADES = {
    "100LL": "100LL", "UL91": "UL91", "UL94": "UL94", "MOGAS": "mogas",
    "A": "jet_a", "A+": "jet_a", "A1": "jet_a", "A1+": "jet_a",
}  # fmt: skip
"""The FAA's codes that stand for one grade; the others are kept as they are."""


def read_nasr(file: Path, url: str) -> FoundFacts:
    """The fuel facts. Raises `DataProblem` for another layout or an empty table."""
    rows = list(csv.DictReader(io.StringIO(_table(file))))
    if not rows or not set(rows[0]) >= WANTED:
        raise DataProblem("The FAA's NASR file has another layout or is empty. The data in use stays.")
    facts: list[FoundFact] = []
    for row in rows:
        code = (row["ICAO_ID"] or row["ARPT_ID"] or "").strip().upper()
        sold = [grade.strip().upper() for grade in (row["FUEL_TYPES"] or "").split(",") if grade.strip()]
        if code and sold:
            grades = tuple(dict.fromkeys(GRADES.get(grade, grade.lower()) for grade in sold))
            facts.append(FoundFact(code, "fuel", grades, "FUEL_TYPES"))
    if not facts:
        raise DataProblem("The FAA's NASR file names no fuel at all. The data in use stays.")
    return FoundFacts("FAA NASR", url, "public domain", _day(rows[0]["EFF_DATE"]), 0.95, tuple(facts))


def _table(file: Path) -> str:
    try:
        if not zipfile.is_zipfile(file):
            return file.read_text("utf-8-sig")
        with zipfile.ZipFile(file) as archive:
            names = [name for name in archive.namelist() if name.rsplit("/", 1)[-1] == TABLE]
            if not names:
                raise DataProblem(f"The FAA's NASR zip has no {TABLE}. The data in use stays.")
            return archive.read(names[0]).decode("utf-8-sig")
    except (zipfile.BadZipFile, UnicodeDecodeError) as error:
        raise DataProblem("The FAA's NASR file cannot be read. The data in use stays.") from error


def _day(text: str) -> date:
    for form in ("%Y/%m/%d", "%m/%d/%Y", "%Y-%m-%d"):
        try:
            return datetime.strptime(text.strip(), form).date()  # noqa: DTZ007 -- a day, no time
        except ValueError:
            continue
    raise DataProblem("The FAA's NASR file does not say from when it holds. The data in use stays.")
