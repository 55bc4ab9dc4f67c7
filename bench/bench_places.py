"""Places: loading, exact and misspelt names, the field of a town, and how many of the queries are read right."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from agent.aviation.airports import Airports
from agent.aviation.countries import Countries
from agent.aviation.geometry import geodesic_nm
from agent.aviation.places import Places
from agent.config import AgentSettings
from bench.rows import Row, cpu_median_ms

QUERIES = Path(__file__).resolve().parent.parent / "tests" / "agent" / "aviation" / "place_queries.txt"
EXACT = ("le touquet", "nice", "EGTF", "lake geneva", "Bromley", "München", "how far is", "isle of wight")
MISSPELT = ("le touqet", "Barcelna", "Edinbrugh", "San Sebastin", "Salzbrug", "Xyzzyville", "saint martn de re")
_USE = """
import os
from agent.aviation.airports import Airports
from agent.aviation.countries import Countries
from agent.config import AgentSettings
settings = AgentSettings.from_environ(os.environ)
airports, countries = Airports.load(settings), Countries.load(settings)
"""
_USE_PLACES = """
from agent.aviation.places import Places
places = Places.load(settings, airports, countries)
for query in ("le touqet", "Newport", "Lake Geneva", "Barcelna", "Vik, Iceland"):
    places.resolve(query)
"""


def run() -> list[Row]:
    """Medians of CPU time."""
    settings = AgentSettings.from_environ(os.environ)
    airports, countries = Airports.load(settings), Countries.load(settings)
    places = Places.load(settings, airports, countries)
    memory = _resident_mb(_USE + _USE_PLACES) - _resident_mb(_USE)
    paris = places.resolve("Paris").best
    assert paris is not None
    return [
        Row(
            "load from a prepared index",
            cpu_median_ms(lambda: Places.load(settings, airports, countries)),
            "ms",
            200.0,
        ),
        Row("is it a name", _each_us(places.is_name, EXACT), "µs", 20.0),
        Row("resolve an exact name", _each_us(places.resolve, EXACT), "µs"),
        Row("resolve a misspelt name", _each_us(places.resolve, MISSPELT) / 1000, "ms", 2.0),
        Row("field of a town (Paris)", cpu_median_ms(lambda: places.snap(paris)), "ms"),
        Row("open place queries read right", _right(places, "open"), "%"),
        Row("blind place queries read right", _right(places, "blind"), "%", 90.0),
        Row("memory beyond the airfields'", memory, "MB", 60.0),
    ]


def _each_us(call: object, texts: tuple[str, ...]) -> float:
    assert callable(call)
    times = 50

    def all_texts() -> None:
        for _ in range(times):
            for text in texts:
                call(text)

    return cpu_median_ms(all_texts, repeat=5, warm=1) * 1000 / times / len(texts)


def _right(places: Places, half: str) -> float:
    outcomes: list[bool] = []
    current = ""
    for line in QUERIES.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            current = line.strip("[]")
        elif line.strip() and not line.startswith("#") and current == half:
            outcomes.append(_is_right(places, [cell.strip() for cell in line.split("|")]))
    return 100 * sum(outcomes) / len(outcomes)


def _is_right(places: Places, cells: list[str]) -> bool:
    found = places.resolve(cells[0])
    if cells[1] == "?":
        return found.ambiguous
    if cells[1] == "-" or found.best is None:
        return cells[1] == "-" and found.best is None
    off = geodesic_nm(found.best.lat, found.best.lon, float(cells[1]), float(cells[2]))
    return not found.ambiguous and off <= float(cells[3])


def _resident_mb(program: str) -> float:
    report = "\nimport resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    done = subprocess.run([sys.executable, "-c", program + report], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])
