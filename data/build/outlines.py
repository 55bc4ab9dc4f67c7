"""Ranges and regions as lines from town to town or as sums of states and counties: `outlines.toml` to rows of areas."""

from __future__ import annotations

import json
import math
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from agent.aviation.names import fold
from data.build.dataset import BuildError

Row = dict[str, str]
BESIDE_NM = 6.0
"""How far from the way between two towns on a river its banks are drawn."""
_FAR = 1.5
"""A town of a line lies within the region's extent times this (and 40 nm) of its middle, or another one was found."""


def outlines(
    out: Path,
    airports: list[Row],
    towns: list[Row],
    counties: Mapping[tuple[str, str, str], set[str]],
    names: Mapping[tuple[str, str, str], list[str]],
) -> Iterator[str]:
    """The rows of `areas.tsv.gz` for everything in `outlines.toml`. Raises `BuildError` for what cannot be found."""
    wanted: dict[str, dict[str, Any]] = tomllib.loads((out / "outlines.toml").read_text("utf-8"))
    regions = {row["name"]: row for row in json.loads((out / "regions.json").read_text("utf-8"))}
    by_name = _by_name(towns)
    of_name = _counties_by_name(counties, names)
    country_of = {row["ident"]: row["country"] for row in airports}
    for name, how in wanted.items():
        region = regions.get(name)
        if region is None:
            raise BuildError(f"outlines.toml: {name} is not in regions.json")
        line, idents, countries = "", set[str](), list[str](region["countries"])
        if "around" in how:
            line = _line(name, how["around"], region, by_name)
        elif "along" in how:
            line = _band(_line(name, how["along"], region, by_name))
        elif "part_of" in how:
            whole = how["part_of"]
            line, countries = _line(whole, wanted[whole]["around"], regions[whole], by_name), how["countries"]
        elif "countries" in how:
            countries = how["countries"]
            idents = {row["ident"] for row in airports if row["country"] in countries}
        else:
            idents = {row["ident"] for row in airports if row["region"] in how.get("states", ())}
            for county in how.get("counties", ()):
                if not (found := of_name.get((county[:2], fold(county[3:])))):
                    raise BuildError(f"outlines.toml: {name}: no county {county}")
                idents |= found
        if not line and not idents:
            raise BuildError(f"outlines.toml: {name} has no airfield")
        if idents:
            countries = sorted({country_of[ident] for ident in idents})
        shown = how.get("shown", name)
        said = f"the {shown}" if region["kind"] == "mountains" or how.get("the") else shown
        yield "\t".join(("outline", " ".join(countries), said, name, line, " ".join(sorted(idents))))


def _by_name(towns: list[Row]) -> dict[tuple[str, str], list[Row]]:
    found: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in towns:
        for name in {fold(n) for n in (row["name"], *row["names"].split("|"), *row["aliases"].split("|")) if n}:
            found[row["country"], name].append(row)
    return found


def _counties_by_name(
    counties: Mapping[tuple[str, str, str], set[str]], names: Mapping[tuple[str, str, str], list[str]]
) -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for key, idents in counties.items():
        for name in {fold(name) for name in (key[2], *names.get(key, ()))}:
            found[key[0], name] |= idents
    return found


def _line(name: str, around: list[str], region: dict[str, Any], by_name: dict[tuple[str, str], list[Row]]) -> str:
    """The towns' positions; of several of one name the one nearest to the town before it, of the first the largest."""
    chosen: list[Row] = []
    reach = region["extent_nm"] * _FAR + 40
    for said in around:
        town, country = said.rsplit(" ", 1)
        there = [r for r in by_name.get((country, fold(town)), ()) if _away_nm(r, region) <= reach]
        if not there:
            raise BuildError(f"outlines.toml: {name}: no town {said} within {reach:.0f} nm")
        there.sort(key=lambda r: -int(r["population"] or 0))
        chosen.append(min(there, key=lambda r: _away_nm(r, chosen[-1])) if chosen else there[0])
    return " ".join(f"{float(row['lat']):.3f},{float(row['lon']):.3f}" for row in chosen)


def _band(line: str) -> str:
    """The bank on the left of a way from town to town, then back the one on the right."""
    points = [(float(lat), float(lon)) for lat, _, lon in (point.partition(",") for point in line.split())]
    left: list[str] = []
    right: list[str] = []
    for at, (lat, lon) in enumerate(points):
        (south, west), (north, east) = points[max(0, at - 1)], points[min(len(points) - 1, at + 1)]
        scale = math.cos(math.radians(lat))
        x, y = (east - west) * scale, north - south
        step = BESIDE_NM / 60 / (math.hypot(x, y) or 1.0)
        for bank, side in ((left, 1), (right, -1)):
            bank.append(f"{lat + side * x * step:.3f},{lon - side * y * step / scale:.3f}")
    return " ".join([*left, *reversed(right)])


def _away_nm(row: Row, other: Mapping[str, Any]) -> float:
    lat, lon = float(row["lat"]), float(row["lon"])
    to_lat, to_lon = float(other["lat"]), float(other["lon"])
    return math.hypot((lat - to_lat) * 60, (lon - to_lon) * 60 * math.cos(math.radians(lat)))
