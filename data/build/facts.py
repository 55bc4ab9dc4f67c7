"""Compiles the facts of single AIP documents and of a parsed set of airfields (SQLite) into `facts/documents.tsv.gz`.

    python -m data.build.facts <folder with documents and aip_twelve_airfields.sqlite>

Official pages read by hand stay beside it in data/facts/read_*.toml, so that each can be reviewed.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from agent.aviation.aip_words import approach_type, fuel_grades, places_of, says_nothing
from agent.aviation.fact_files import records_of
from agent.aviation.fact_records import Fact, FactSource, NoticeText
from agent.aviation.fact_table import table_lines
from agent.aviation.notice import Service
from agent.importers.aip_conditions import conditions_of
from agent.importers.aip_facts import (
    ASKS,
    LICENCE,
    PERMISSION,
    PUBLISHER_URLS,
    NoticeRecord,
    Record,
    toml_of,
)
from agent.importers.aip_folder import import_folder
from agent.importers.aip_sections import AipParagraph
from data.build.dataset import write_gzip_lines

FACTS = Path(__file__).resolve().parents[1] / "facts"
PARSED_ON = date(2025, 11, 2)
_SERVICES: dict[int, tuple[Service, ...]] = {
    302: ("customs", "immigration"),
    308: ("fuel",),
    309: ("handling",),
    407: ("handling",),
    312: ("ppr",),
    301: ("ppr",),
}


def parsed_set(database: Path, into: Path) -> int:
    """The parsed set of airfields, each to its file; its entries carry no amendment date, so they are undated."""
    store = sqlite3.connect(f"file:{database}?mode=ro&immutable=1", uri=True)
    idents = [row[0] for row in store.execute("select icao_code from airports order by 1")]
    for icao in idents:
        rows = store.execute(
            "select std_field_id, coalesce(nullif(value, ''), alt_value, '') from aip_entries"
            " where airport_icao = ? and std_field_id is not null order by std_field_id", (icao,)
        ).fetchall()  # fmt: skip
        entries: dict[int, str] = {}
        for field, value in rows:
            entries.setdefault(field, value)
        facts, notices = _of(entries)
        names = store.execute("select name from procedures where airport_icao = ? order by 1", (icao,)).fetchall()
        approaches = tuple(n for (n,) in names if approach_type(n))
        if approaches:
            facts.append(Record("procedures", approaches, "AD 2.24", PARSED_ON, 0.9))
        facts += _border(store, icao)
        country = "United Kingdom" if icao.startswith("EG") else "France"
        url = PUBLISHER_URLS.get(f"AIP {country}", "")
        head = [
            f'icao = "{icao}"', "", "[sources.parsed]",
            f'name = "AIP {country}, AD 2 {icao}, parsed set of Nov 2025"',
            f'url = "{url}"', f'licence = "{LICENCE}"', "undated = true",
        ]  # fmt: skip
        note = "UTC in winter, one hour earlier in summer" if country == "France" else None
        (into / f"{icao}_parsed.toml").write_text(toml_of(head, "parsed", facts, notices, note), encoding="utf-8")
    return len(idents)


def _border(store: sqlite3.Connection, icao: str) -> list[Record]:
    """The field in the list of its country: a point, or one with conditions ("Yes*" in the British table)."""
    row = store.execute(
        "select source, airport_name, metadata_json from border_crossing_points where icao_code = ?", (icao,)
    ).fetchone()
    if row is None:
        return []
    if "uk" not in row[0]:
        return [Record("border_point", "EU list of border crossing points", "list", PARSED_ON)]
    marks = json.loads(row[2])
    if "Yes" in (marks["C"], marks["R"]):
        return [Record("border_point", "UK list of aerodromes", "list", PARSED_ON)]
    return [Record("restriction", f"UK list of aerodromes: “{row[1]}” (with conditions)", "list", PARSED_ON)]


def _of(entries: dict[int, str]) -> tuple[list[Record], list[NoticeRecord]]:
    facts: list[Record] = []
    if (grades := fuel_grades(entries.get(402, ""))) is not None and entries.get(402):
        facts.append(Record("fuel", grades, "AD 2.4 (2)", PARSED_ON, 0.95))
    for field, name, item in ((501, "hotel", 1), (502, "restaurant", 2)):
        places = places_of(entries.get(field, ""))
        if places is not None:
            facts.append(Record(name, tuple(places), f"AD 2.5 ({item})", PARSED_ON))
    if not says_nothing(entries.get(301, "")):
        facts.append(Record("hours", entries[301], "AD 2.3 (1)", PARSED_ON))
    notices: list[NoticeRecord] = []
    for field, services in _SERVICES.items():
        text = entries.get(field, "")
        if says_nothing(text):
            continue
        asks = PERMISSION if field == 301 else ASKS
        if field == 302 or asks.search(text):
            section = "2.3" if field < 400 else "2.4"
            notices.append(NoticeRecord(services, text, f"AD {section} ({field % 100})", PARSED_ON))
    for field in (208, 309, 312, 407):
        text = entries.get(field, "")
        if not says_nothing(text):
            section = f"2.{field // 100}"
            conditions = conditions_of(AipParagraph(section, str(field % 100), text, None))
            facts += [Record("restriction", c.text, c.item, PARSED_ON) for c in conditions if not c.services]
    return facts, notices


def main(folder: Path, into: Path = FACTS) -> None:
    """Read all documents aside, then put the table in place of the one built before."""
    with TemporaryDirectory() as aside:
        built = Path(aside)
        documents = import_folder(folder, built)
        airfields = parsed_set(folder / "aip_twelve_airfields.sqlite", built)
        write_gzip_lines(into / "documents.tsv.gz", table_of(sorted(built.glob("*.toml"))))
    print(f"{len(documents.read)} documents: {', '.join(documents.read)}")
    for message in documents.left_out:
        print(f"left out: {message}")
    print(f"{airfields} airfields of the parsed set")


def table_of(files: list[Path]) -> list[str]:
    """The records of these files as one table."""
    sources: dict[str, FactSource] = {}
    facts: list[tuple[str, Fact]] = []
    notices: list[tuple[str, NoticeText]] = []
    for file in files:
        for record in records_of(file):
            key = f"{file.stem}_{record.source.publication}"
            sources[key] = record.source
            facts.append((key, record)) if isinstance(record, Fact) else notices.append((key, record))
    return table_lines(sources, facts, notices)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
