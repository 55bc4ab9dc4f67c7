"""Reads the files that facts stand in: compiled tables, records by hand, and what an importer brought."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from agent.aviation.fact_records import Fact, FactSource, NoticeText
from agent.aviation.fact_table import FactTable
from agent.compiled import toml_table
from agent.errors import DataProblem

TABLE = ".tsv.gz"
Records = tuple[list[Fact], list[NoticeText]]


def read_folders(*folders: Path) -> tuple[list[FactTable], dict[str, Records]]:
    """The tables of these folders, and the records of their other files by airfield.

    A file of a later folder replaces the file of the same name in an earlier one. Raises `DataProblem` for a
    damaged file.
    """
    found: dict[str, Path] = {}
    for folder in folders:
        found |= {path.name: path for path in _files(folder)}
    tables: list[FactTable] = []
    records: dict[str, Records] = {}
    for name in sorted(found):
        path = found[name]
        try:
            if name.endswith(TABLE):
                tables.append(FactTable(gzip.decompress(path.read_bytes())))
                continue
            for record in records_of(path):
                facts, notices = records.setdefault(record.icao, ([], []))
                facts.append(record) if isinstance(record, Fact) else notices.append(record)
        except (OSError, ValueError, KeyError, TypeError, EOFError, zlib.error) as error:
            raise DataProblem(f"The facts in {name} are damaged.", detail=str(error)) from error
    return tables, records


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return [path for path in folder.iterdir() if path.suffix in (".toml", ".json") or path.name.endswith(TABLE)]


def records_of(path: Path) -> Iterator[Fact | NoticeText]:
    """The facts and wordings of one file that is not a compiled table."""
    rows = _read(path)
    sources = _sources_of(rows)
    for row in rows.get("fact", ()):
        yield Fact(
            icao=row.get("icao", rows.get("icao", "")),
            field=row["field"],
            value=tuple(row["value"]) if isinstance(row["value"], list) else row["value"],
            source=sources[row["source"]],
            observed_on=row["observed_on"],
            confidence=row.get("confidence", 0.9),
            item=row.get("item", ""),
            raw=row.get("raw", ""),
        )
    for row in rows.get("notice", ()):
        yield NoticeText(
            icao=row.get("icao", rows.get("icao", "")),
            services=tuple(row["services"]),
            raw=row["raw"],
            item=row.get("item", ""),
            source=sources[row["source"]],
            observed_on=row["observed_on"],
            time_note=row.get("time_note", ""),
        )


def _read(path: Path) -> dict[str, Any]:
    """A file by hand (TOML), or one an importer wrote: the same shape as JSON."""
    if path.suffix == ".toml":
        return toml_table(path)
    rows: dict[str, Any] = json.loads(path.read_bytes())
    for kind in ("fact", "notice"):
        for row in rows.get(kind, ()):
            row["observed_on"] = date.fromisoformat(row["observed_on"])
    return rows


def _sources_of(rows: dict[str, Any]) -> dict[str, FactSource]:
    known = (
        "name",
        "url",
        "licence",
        "amendment",
        "undated",
        "official",
        "volunteer",
        "edition_of",
        "complete",
        "clock",
    )
    return {
        key: FactSource(**{name: row[name] for name in known if name in row})
        for key, row in rows["sources"].items()
    }
