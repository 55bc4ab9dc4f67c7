"""Which airfields lie in which state, county, département or range: by the table's code, or by the towns around.

The airfield table gives each field the ISO 3166-2 code of its state or region; the names of those codes are taken
from the towns of the gazetteer beside those fields. Counties and départements are below that: a field belongs to
that of the towns nearest to it, or to the one its own record names with a village that is there ("Badminton,
Gloucestershire"; a town of the post farther off proves nothing). How often this finds the state that the table gives
is printed: its error.
"""

from __future__ import annotations

import gzip
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agent.aviation.names import fold
from data.build.dataset import DataFile, write_gzip_lines
from data.build.outlines import outlines

Row = dict[str, str]
NEAREST = 4
REACH_NM = 25.0
_AT_NM, _POST_NM = 2.5, 5.0
"""A record's village is where the field is; its town of the post may lie so far off, and no farther."""
_SURE = 0.5
"""The share of a code's fields that must lie beside towns of one name."""

FINER = 1.5
"""So many codes to a name are those of counties or provinces within states."""


def build(out: Path) -> list[DataFile]:
    """Write `areas.tsv.gz`: states by their code, counties by their fields."""
    airports, places = _rows(out / "airports.tsv.gz"), _rows(out / "gazetteer.tsv.gz")
    towns = [row for row in places if row["kind"] == "town"]
    named = {(row["country"], row["admin1"], row["name"]): row for row in places if row["kind"] == "admin"}
    beside = _towns_beside(airports, towns)
    lines = ["kind\tcountry\tname\tnames\tcode\tidents"]
    states = _states(airports, beside)
    for country, name in dict.fromkeys(key for _, key in sorted(states.items())):
        names = _names(named.get((country, "", name)))
        codes = " ".join(sorted(code for code, key in states.items() if key == (country, name)))
        lines.append(f"state\t{country}\t{name}\t{'|'.join(names)}\t{codes}\t")
    found = _counties(airports, towns, beside, tomllib.loads((out / "counties.toml").read_text("utf-8")))
    called = {key: _names(named.get(key)) for key in found}
    for (country, admin1, name), idents in sorted(found.items()):
        names = "|".join(called[country, admin1, name])
        lines.append(f"county\t{country}\t{name}\t{names}\t{admin1}\t{' '.join(sorted(idents))}")
    drawn = list(outlines(out, airports, towns, found, called))
    lines += drawn
    write_gzip_lines(out / "areas.tsv.gz", lines)
    print(_measured(airports, beside, states), file=sys.stderr)
    return [
        DataFile(
            path="areas.tsv.gz",
            source="states: OurAirports and GeoNames; counties: GeoNames towns beside each field, data/counties.toml; "
            "ranges and regions: data/outlines.toml",
            version=f"{len(states)} states, {len(found)} counties, {len(drawn)} ranges and regions",
            as_of=None,
            licence="OurAirports: public domain; GeoNames: CC BY 4.0",
            rows=len(lines) - 1,
            url="https://www.geonames.org/",
        )
    ]


def _rows(path: Path) -> list[Row]:
    header, *lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    columns = header.split("\t")
    return [dict(zip(columns, line.split("\t"), strict=True)) for line in lines]


def _vectors(rows: Iterable[Row]) -> NDArray[np.float64]:
    lat, lon = (np.radians([float(row[name]) for row in rows]) for name in ("lat", "lon"))
    return np.column_stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)])


def _towns_beside(airports: list[Row], towns: list[Row]) -> dict[str, list[tuple[float, Row]]]:
    """The nearest towns of each field in its own country, with their distance in nm."""
    by_country: dict[str, list[Row]] = defaultdict(list)
    for town in towns:
        by_country[town["country"]].append(town)
    fields: dict[str, list[Row]] = defaultdict(list)
    for airport in airports:
        fields[airport["country"]].append(airport)
    found: dict[str, list[tuple[float, Row]]] = {}
    for country, own in fields.items():
        near = by_country.get(country)
        if not near:
            continue
        vectors = _vectors(near)
        for start in range(0, len(own), 500):
            part = own[start : start + 500]
            angles = np.degrees(np.arccos(np.clip(_vectors(part) @ vectors.T, -1, 1))) * 60
            nearest = np.argsort(angles, axis=1)[:, :NEAREST]
            for airport, row, order in zip(part, angles, nearest, strict=True):
                found[airport["ident"]] = [
                    (float(row[i]), near[int(i)]) for i in order.tolist() if row[i] <= REACH_NM
                ]
    return found


def _voted(beside: list[tuple[float, Row]], column: str) -> tuple[str, str] | None:
    """What the nearest towns say, the nearer the louder: (admin1, the column's value)."""
    votes: Counter[tuple[str, str]] = Counter()
    for distance, town in beside:
        if town[column]:
            votes[(town["admin1"], town[column])] += 1 / (distance + 0.5) ** 2  # type: ignore[assignment]
    return votes.most_common(1)[0][0] if votes else None


def _states(airports: list[Row], beside: dict[str, list[tuple[float, Row]]]) -> dict[str, tuple[str, str]]:
    """Each ISO code with its country and the name that the towns beside its fields give it.

    A name has one code (Bremen's fields lie beside towns of Lower Saxony), but where the codes of a country are those
    of parts of its states: Munster is Cork, Kerry, Clare and three more.
    """
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    countries: dict[str, str] = {}
    for airport in airports:
        voted = _voted(beside.get(airport["ident"], []), "admin1")
        if voted and not airport["region"].endswith(("-U-A", "-GB")):
            votes[airport["region"]][voted[1]] += 1
            countries[airport["region"]] = airport["country"]
    found: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    for code, counted in votes.items():
        name, count = counted.most_common(1)[0]
        if count > _SURE * sum(counted.values()):
            found[countries[code], name].append((count, code))
    codes = Counter(country for (country, _), rows in found.items() for _ in rows)
    names = Counter(country for country, _ in found)
    return {
        code: key
        for key, rows in found.items()
        for _, code in (rows if codes[key[0]] > FINER * names[key[0]] else [max(rows)])
    }


def _counties(
    airports: list[Row],
    towns: list[Row],
    beside: dict[str, list[tuple[float, Row]]],
    groups: dict[str, dict[str, list[str]]],
) -> dict[tuple[str, str, str], set[str]]:
    voted = {airport["ident"]: _voted(beside.get(airport["ident"], []), "admin2") for airport in airports}
    called: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    for admin1, name in ((admin1, name) for admin1, counties in groups.items() for name in counties):
        called["GB", fold(name)].add((admin1, name))
    for airport in airports:
        if (county := voted[airport["ident"]]) is not None:
            called[airport["country"], fold(county[1])].add(county)
    named: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for town in towns:
        named[town["country"], fold(town["name"])].append(town)
    found: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for airport in airports:
        near = beside.get(airport["ident"], [])
        county = voted[airport["ident"]]
        recorded = _recorded(airport, county, near, named, called)
        if recorded is not None and (
            county is None or county[1] not in groups.get(recorded[0], {}).get(recorded[1], [])
        ):
            county = recorded
        if county is not None:
            found[(airport["country"], *county)].add(airport["ident"])
    for admin1, counties in groups.items():
        for county, districts in counties.items():
            members = found.setdefault(("GB", admin1, county), set())
            for district in districts:
                members |= found.get(("GB", admin1, district), set())
    return {key: idents for key, idents in found.items() if idents}


def _recorded(
    airport: Row,
    voted: tuple[str, str] | None,
    beside: list[tuple[float, Row]],
    named: dict[tuple[str, str], list[Row]],
    called: dict[tuple[str, str], set[tuple[str, str]]],
) -> tuple[str, str] | None:
    """The county that a field's own record names with its village, or with its town where one town alone voted."""
    village, _, said = airport["municipality"].partition(",")
    counties = called.get((airport["country"], fold(said)), set()) if said else set[tuple[str, str]]()
    if len(counties) != 1:
        return None
    county = next(iter(counties))
    here = _vectors([airport])[0]
    known = named.get((airport["country"], fold(village)), [])
    away = sorted(
        (float(np.degrees(np.arccos(np.clip(dot, -1, 1))) * 60), town["admin1"], town["admin2"])
        for dot, town in zip((_vectors(known) @ here).tolist() if known else [], known, strict=True)
    )
    if not away:  # too small for the gazetteer
        return county if voted is None or voted[0] == county[0] else None
    nearest, admin1, admin2 = away[0]
    if admin1 != county[0] or (admin2 and fold(admin2) != fold(county[1])):
        return None
    doubtful = sum(1 for _, town in beside if town["admin2"] and (town["admin1"], town["admin2"]) == voted) <= 1
    return county if nearest <= (_POST_NM if doubtful else _AT_NM) else None


def _names(row: Row | None) -> list[str]:
    if row is None:
        return []
    return sorted({name for column in ("names", "aliases") for name in row[column].split("|") if name})


def _measured(
    airports: list[Row], beside: dict[str, list[tuple[float, Row]]], states: dict[str, tuple[str, str]]
) -> str:
    """How often the towns beside a field lie in the state that the table gives it."""
    right: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    for airport in airports:
        voted = _voted(beside.get(airport["ident"], []), "admin1")
        if voted and airport["region"] in states:
            tried[airport["country"]] += 1
            right[airport["country"]] += states[airport["region"]][1] == voted[1]
    said = ", ".join(f"{c} {right[c] / tried[c]:.3f} of {tried[c]}" for c in ("DE", "FR", "ES", "IT", "GB", "US"))
    return f"  the state by the towns beside a field: {said}"
