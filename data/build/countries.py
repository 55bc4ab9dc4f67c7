"""Checks the table of countries with their names, adjectives and ICAO prefixes, which is kept by hand."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

from data.build.dataset import BuildError, DataFile

REVIEWED = date(2026, 11, 21)
FIELDS = {"code", "name", "names", "demonyms", "icao_prefixes"}


def build(out: Path) -> list[DataFile]:
    """Validate `countries.json`; nothing is written."""
    rows = json.loads((out / "countries.json").read_text(encoding="utf-8"))
    prefixes: dict[str, str] = {}
    for row in rows:
        if set(row) != FIELDS or not re.fullmatch(r"[A-Z]{2}", row["code"]):
            raise BuildError(f"countries.json: {row.get('name')} is not a whole row")
        for prefix in row["icao_prefixes"]:
            if not re.fullmatch(r"[A-Z]{1,4}", prefix) or prefix in prefixes:
                raise BuildError(f"countries.json: prefix {prefix} of {row['code']} is malformed or taken")
            prefixes[prefix] = row["code"]
    if len({row["code"] for row in rows}) != len(rows):
        raise BuildError("countries.json: a code stands twice")
    return [
        DataFile(
            path="countries.json",
            source="FlyFun's own table; names as in Unicode CLDR, prefixes as in OurAirports",
            version=REVIEWED.isoformat(),
            as_of=REVIEWED,
            licence="MIT; Unicode CLDR: Unicode-3.0",
            rows=len(rows),
        )
    ]
