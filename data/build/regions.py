"""Checks the table of lakes, ranges, islands, coasts and holiday regions, which is kept by hand."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from data.build.dataset import BuildError, DataFile

REVIEWED = date(2026, 11, 24)
KINDS = {"lake", "island", "mountains", "coast", "region"}
FIELDS = {"name", "kind", "names", "countries", "lat", "lon", "extent_nm"}


def build(out: Path) -> list[DataFile]:
    """Validate `regions.json`; nothing is written."""
    rows = json.loads((out / "regions.json").read_text(encoding="utf-8"))
    for row in rows:
        if set(row) != FIELDS or row["kind"] not in KINDS or not row["countries"]:
            raise BuildError(f"regions.json: {row.get('name')} is not a whole row")
        if not (-90 <= row["lat"] <= 90 and -180 <= row["lon"] <= 180 and 0 < row["extent_nm"] < 600):
            raise BuildError(f"regions.json: {row['name']} lies nowhere")
    return [
        DataFile(
            path="regions.json",
            source="FlyFun's own table; centres and extents checked against Natural Earth",
            version=REVIEWED.isoformat(),
            as_of=REVIEWED,
            licence="MIT",
            rows=len(rows),
        )
    ]
