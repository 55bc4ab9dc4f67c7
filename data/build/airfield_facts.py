"""Compiles the tables of facts in `data/facts/` from cut sources: `python -m data.build --sources FOLDER airfield_facts`.

A source that is not at hand, or is not what it was, leaves its compiled table as it is. A source with fewer than
80 % of the rows that its table has is refused.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

from agent.aviation.fact_records import Fact, FactSource, NoticeText
from agent.aviation.fact_table import table_lines
from data.build import field_lists, sia
from data.build.dataset import DataFile, write_gzip_lines

SMALLEST_SHARE = 0.8
_AIRPORTS = Path(__file__).resolve().parent.parent / "airports.tsv.gz"
_MILITARY = re.compile(r"\bAir ?base\b|\bBAN?\b ?\d*|\bNaval\b|\bArmy\b|\bMilita", re.IGNORECASE)
"""Military by its name: its charts stand in another publication."""
Compiled = tuple[dict[str, FactSource], list[tuple[str, Fact]], list[tuple[str, NoticeText]], list[str]]


def _of_france(folder: Path, ours: set[str]) -> Compiled:
    named = {ident for ident, country, name in _fields() if country == "FR" and not _MILITARY.search(name)}
    facts, notices, left_out = sia.france(folder, ours, named & ours)
    return sia.SOURCES, facts, notices, left_out


def _listed(read: Callable[[Path, set[str]], field_lists.Listed]) -> Callable[[Path, set[str]], Compiled]:
    def compile_list(folder: Path, ours: set[str]) -> Compiled:
        sources, facts, left_out = read(folder, ours)
        return sources, facts, [], left_out

    return compile_list


def _fields() -> list[tuple[str, str, str]]:
    """Code, country and name of every field that ships."""
    head, *rows = (line.split("\t") for line in _lines(_AIRPORTS))
    ident, country, name = (head.index(column) for column in ("ident", "country", "name"))
    return [(row[ident], row[country], row[name]) for row in rows]


def _us_approaches(folder: Path, ours: set[str]) -> field_lists.Listed:
    american = {ident for ident, country, _ in _fields() if country == "US"}
    return field_lists.us_approaches(folder, ours, american & ours)


TABLES: dict[str, Callable[[Path, set[str]], Compiled]] = {
    "france": _of_france,
    "border_points": _listed(field_lists.border_points),
    "austria": _listed(field_lists.austria),
    "uk_customs": _listed(field_lists.uk_customs),
    "us_approaches": _listed(_us_approaches),
    "us_use": _listed(field_lists.us_use),
    "radio": _listed(field_lists.radio),
    "german_pages": _listed(field_lists.german_pages),
    "french_fees": _listed(field_lists.french_fees),
}


def build(out: Path, sources: Path | None = None) -> list[DataFile]:
    """Write the tables whose sources are at hand, and describe every table that is there."""
    ours = _idents(out)
    for name, compile_table in TABLES.items():
        path = out / "facts" / f"{name}.tsv.gz"
        if sources is not None:
            try:
                _write(path, compile_table(sources, ours))
            except (OSError, sia.Refused, KeyError, ValueError) as problem:
                print(f"  {name} stays as it is: {problem}", file=sys.stderr)
    return [_describe(path, out) for path in sorted((out / "facts").glob("*.tsv.gz"))]


def _write(path: Path, compiled: Compiled) -> None:
    sources, facts, notices, left_out = compiled
    today = date.today()  # noqa: DTZ011 -- only to refuse what lies ahead
    ahead = {r.icao for _, r in (*facts, *notices) if r.observed_on > today}
    facts = [(key, fact) for key, fact in facts if fact.icao not in ahead]
    lines = table_lines(sources, facts, notices)
    before = sum(not line.startswith("#") for line in _lines(path)) if path.exists() else 0
    rows = sum(not line.startswith("#") for line in lines)
    if rows < SMALLEST_SHARE * before:
        raise sia.Refused(f"{rows} rows where {before} are known")
    write_gzip_lines(path, lines)
    named = ", ".join(sorted(left_out)[:8]) + (" …" if len(left_out) > 8 else "")
    print(f"  {path.name}: {rows} rows; left out {len(left_out)}: {named or '-'}", file=sys.stderr)
    if ahead:
        print(f"  dated in the future, left out: {', '.join(sorted(ahead))}", file=sys.stderr)


def _describe(path: Path, out: Path) -> DataFile:
    lines = _lines(path)
    sources = [json.loads(line.split("\t", 2)[2]) for line in lines if line.startswith("#source\t")]
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    fields = Counter(row[1].split("_")[0] if row[1].startswith("runway_") else row[1] for row in rows)
    told = ", ".join(f"{field} {count}" for field, count in sorted(fields.items()))
    names = sorted({source["name"] for source in sources})
    return DataFile(
        path=str(path.relative_to(out)),
        source="; ".join(names) if len(names) <= 4 else f"{names[0]} and {len(names) - 1} more",
        version=f"{len({row[0] for row in rows})} airfields: {told}",
        as_of=max(date.fromisoformat(row[5]) for row in rows),
        licence="; ".join(sorted({source.get("licence", "") for source in sources})),
        url=next((source["url"] for source in sources if source.get("url")), None),
        rows=len(rows),
    )


def _lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def _idents(out: Path) -> set[str]:
    return {line.split("\t", 1)[0] for line in _lines(out / "airports.tsv.gz")[1:]}
