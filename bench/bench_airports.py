"""Airfields: around a point, along a route, by name, loading; and how the first two grow with their number."""

from __future__ import annotations

import csv
import dataclasses
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from agent.aviation import airport_index, airport_rows, geometry, proximity
from agent.aviation.airport_index import AirportIndex
from agent.aviation.airports import Airports
from agent.config import AgentSettings
from bench.rows import Row, cpu_median_ms

QUERIES = Path(__file__).with_name("airport_queries.tsv")
POINTS = ("EGTF", "LFMD", "EDNY", "LSGS", "LIPV", "EKRK", "ESGP", "LEIB", "EPKK", "EGPR", "KVNY", "NFFN")
ROUTES = (
    ("EGTF", "LFMD"),
    ("EGKB", "LFMN"),
    ("EDNY", "LIRQ"),
    ("LFPN", "LEIB"),
    ("EHLE", "ESGP"),
    ("KVNY", "KOSH"),
)
RADII_NM, CORRIDOR_NM = (25.0, 50.0), 20.0
GROWTH_JITTER_DEG = 0.5
_USE = """
import os
from agent.aviation.airports import Airports
from agent.config import AgentSettings
airports = Airports.load(AgentSettings.from_environ(os.environ))
for query in ("letouquet", "kobenhavn", "biggin hil", "praha"):
    for match in airports.search(query, 10):
        airports.within(match.airport.lat, match.airport.lon, 100)
        airports.runways(match.airport)
airports.in_country("DE")
"""


def run() -> list[Row]:
    """Medians of CPU time."""
    settings = AgentSettings.from_environ(os.environ)
    airports = Airports.load(settings)
    top_one, top_five, search_ms = _search(airports, "blind")
    key, rows = airport_rows.rows_of(settings)
    index = airport_index.open_index(settings, key, rows)
    memory = _resident_mb(_USE) - _resident_mb("import numpy, agent.protocol")
    found = [
        Row(f"{len(airports)} airfields: within 25 or 50 nm of a point", _within_ms(airports), "ms", 0.1),
        Row(f"along a route, {CORRIDOR_NM:.0f} nm each side", _along_ms(airports), "ms", 0.6),
        Row("by name, with typos and foreign names", search_ms, "ms", 1.5),
        Row("blind name queries: in the top five", top_five, "%", 90.0),
        Row("blind name queries: first", top_one, "%"),
        Row("load from a prepared index", cpu_median_ms(lambda: Airports.load(settings), repeat=21), "ms", 150.0),
        Row("memory beyond numpy and pydantic, after use", memory, "MB", 60.0),
    ]
    for times in (10, 100):
        grown = _grown(index, times)
        found += [
            Row(f"×{times} airfields: rows near a point", _rows_near_ms(grown, airports), "ms"),
            Row(f"×{times} airfields: rows along a route", _rows_along_ms(grown, airports), "ms"),
        ]
    return found


Point = tuple[float, float]


def _median_ms(calls: Sequence[Callable[[], object]], repeat: int = 9) -> float:
    """The median over the calls of each one's median."""
    return float(np.median([cpu_median_ms(call, repeat=repeat) for call in calls]))


def _position(airports: Airports, code: str) -> Point:
    airport = airports.get(code)
    assert airport is not None, code
    return airport.lat, airport.lon


def _within_ms(airports: Airports) -> float:
    points = [_position(airports, code) for code in POINTS]
    return _median_ms(
        [lambda point=point, nm=nm: airports.within(*point, nm) for point in points for nm in RADII_NM]
    )


def _along_ms(airports: Airports) -> float:
    routes = [[_position(airports, code) for code in route] for route in ROUTES]
    return _median_ms([lambda route=route: airports.along(route, CORRIDOR_NM) for route in routes])


def _search(airports: Airports, half: str) -> tuple[float, float, float]:
    """Share of queries whose airfield comes first and within five, in per cent, and the time of one."""
    with QUERIES.open(encoding="utf-8", newline="") as stream:
        cases = [row for row in csv.DictReader(stream, delimiter="\t") if row["half"] == half]
    first = five = 0
    for case in cases:
        wanted = set(case["any of"].split())
        found = [match.airport.ident for match in airports.search(case["query"], 5)]
        first += found[:1] != [] and found[0] in wanted
        five += bool(wanted & set(found))
    cost = _median_ms([lambda query=case["query"]: airports.search(query, 5) for case in cases], repeat=3)
    return 100 * first / len(cases), 100 * five / len(cases), cost


def _resident_mb(code: str) -> float:
    """What a new process keeps in memory after running `code`."""
    report = "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmRSS')))"
    done = subprocess.run([sys.executable, "-c", f"{code}\n{report}"], capture_output=True, check=True, text=True)
    return float(done.stdout) / 1024


def _grown(index: AirportIndex, times: int) -> AirportIndex:
    """The same airfields `times` over, each copy moved by up to half a degree."""
    random = np.random.default_rng(7)
    z = np.tile(index.lat, times) + random.uniform(-GROWTH_JITTER_DEG, GROWTH_JITTER_DEG, times * index.size)
    lat = np.clip(z, -90.0, 90.0)
    lon = np.degrees(np.arctan2(index.units[:, 1], index.units[:, 0]))
    lon = np.tile(lon, times) + random.uniform(-GROWTH_JITTER_DEG, GROWTH_JITTER_DEG, len(lat))
    order = np.argsort(lat)
    units = geometry.unit_vectors(lat[order], lon[order])
    return dataclasses.replace(
        index, size=len(lat), lat=lat[order], units=units, earth=geometry.earth_vectors(units)
    )


def _rows_near_ms(index: AirportIndex, airports: Airports) -> float:
    points = [_position(airports, code) for code in POINTS[:6]]
    return _median_ms(
        [lambda point=point: proximity.around(index, *point, RADII_NM[1]) for point in points], repeat=3
    )


def _rows_along_ms(index: AirportIndex, airports: Airports) -> float:
    routes = [[_position(airports, code) for code in route] for route in ROUTES]
    return _median_ms(
        [lambda route=route: proximity.along(index, route, CORRIDOR_NM) for route in routes], repeat=3
    )
