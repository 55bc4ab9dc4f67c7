"""Importers on files of 200 MB: how long, how much memory; and the places of a whole country from Overpass."""

# ruff: noqa: E501 (a document's line stands as it is written)

from __future__ import annotations

import asyncio
import importlib
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.rows import Row

MEGABYTES = 200
_TESTS = Path(__file__).parent.parent / "tests"
_AIXM5 = (
    '<?xml version="1.0" encoding="UTF-8"?><message:AIXMBasicMessage xmlns:message="http://www.aixm.aero/schema/5.1.1/message"'
    ' xmlns:aixm="http://www.aixm.aero/schema/5.1.1" xmlns:gml="http://www.opengis.net/gml/3.2">'
)
_READ = """
import resource, sys, time
from datetime import date
from pathlib import Path
from agent.aviation.airports import Airports
from agent.config import AgentSettings
from agent.importers.aixm import read_aixm
from agent.importers.aixm45 import read_aixm45
from agent.importers.dtpp import read_dtpp
from agent.importers.nasr import read_nasr
from agent.importers.openaip import read_openaip
file, kind = Path(sys.argv[1]), sys.argv[2]
ours = frozenset(airport.ident for airport in Airports.load(AgentSettings.from_environ({})))
read = {
    "aixm45": lambda: read_aixm45(file, "u", ours), "aixm51": lambda: read_aixm(file, "u", ours),
    "dtpp": lambda: read_dtpp(file, "u", {code: code for code in ours}), "nasr": lambda: read_nasr(file, "u", {f"K{n:03d}": f"K{n:03d}" for n in range(1000)}),
    "openaip": lambda: read_openaip(file, "u", date(2026, 11, 1), ours),
}[kind]
begun = time.monotonic()
found = read()
print(time.monotonic() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, len(found.facts))
"""


def run() -> Iterator[Row]:
    """Each file is written as its publisher lays it out, mostly of what nobody reads, and read in a process of its own."""
    with TemporaryDirectory(prefix="flyfun-imports-") as folder:
        for kind, pieces in (
            ("aixm45", _aixm45), ("aixm51", _aixm51), ("dtpp", _dtpp), ("nasr", _nasr), ("openaip", _openaip),
        ):  # fmt: skip
            file = Path(folder) / kind
            _write(file, pieces)
            told = subprocess.run(
                [sys.executable, "-c", _READ, str(file), kind], capture_output=True, text=True, check=True
            ).stdout.split()
            size = file.stat().st_size / 1e6
            file.unlink()
            yield Row(f"{kind}, {size:.0f} MB, {told[2]} facts: wall", float(told[0]), "s")
            yield Row(f"{kind}: memory", float(told[1]), "MB", 300.0)
    yield from _overpass()


def _write(file: Path, pieces: Callable[[], Iterator[str]]) -> None:
    with file.open("w", encoding="utf-8") as stream:
        for piece in pieces():
            stream.write(piece)


def _filled(head: str, one: Callable[[int], str], between: str, end: str) -> Iterator[str]:
    """A document of about `MEGABYTES` from as many pieces as that takes."""
    yield head
    written, number = 0, 0
    while written < MEGABYTES * 1_000_000:
        piece = one(number)
        written, number = written + len(piece), number + 1
        yield piece if number == 1 else between + piece
    yield end


def _code(number: int) -> str:
    return "LF" + "".join(chr(65 + number // 26**place % 26) for place in (1, 0))


def _aixm45() -> Iterator[str]:
    other = "<Ase><AseUid><codeType>TMA</codeType></AseUid><txtName>x</txtName><Avx>" + "<geoLat>1</geoLat>" * 200

    def one(number: int) -> str:
        if number >= 600:
            return f"{other}</Avx></Ase>"
        code = _code(number)
        return (
            f'<Ahp><AhpUid mid="{number}"><codeId>{code}</codeId></AhpUid><txtName>X</txtName><codeIcao>{code}</codeIcao>'
            "<Aht><codeWorkHr>OTHER</codeWorkHr><txtRmkWorkHr>LUN : 0700\\\\MON : 0700-1800</txtRmkWorkHr></Aht></Ahp>"
            f"<Ahs><AhsUid><AhpUid><codeId>{code}</codeId></AhpUid><codeType>FUEL</codeType></AhsUid>"
            "<txtDescrFac>100LL\\\\100LL</txtDescrFac></Ahs>"
        )

    return _filled('<AIXM-Snapshot effective="2026-10-01T00:00:00" version="4.5">', one, "\n", "</AIXM-Snapshot>")


def _aixm51() -> Iterator[str]:
    other = (
        '<message:hasMember><aixm:Airspace gml:id="a"><aixm:timeSlice><aixm:AirspaceTimeSlice><aixm:name>X</aixm:name>'
        f"<gml:posList>{'50.1 8.2 ' * 400}</gml:posList></aixm:AirspaceTimeSlice></aixm:timeSlice></aixm:Airspace>"
        "</message:hasMember>"
    )

    def one(number: int) -> str:
        if number % 40 or number > 40_000:
            return other
        return (
            "<message:hasMember><aixm:AirportHeliport><aixm:timeSlice><aixm:AirportHeliportTimeSlice><gml:validTime>"
            "<gml:TimeInstant><gml:timePosition>2026-09-03T00:00:00Z</gml:timePosition></gml:TimeInstant></gml:validTime>"
            f"<aixm:name>X</aixm:name><aixm:locationIndicatorICAO>{_code(number // 40)}</aixm:locationIndicatorICAO>"
            "<aixm:privateUse>YES</aixm:privateUse></aixm:AirportHeliportTimeSlice></aixm:timeSlice>"
            "</aixm:AirportHeliport></message:hasMember>"
        )

    return _filled(_AIXM5, one, "\n", "</message:AIXMBasicMessage>")


def _dtpp() -> Iterator[str]:
    records = (
        "<record><chart_code>IAP</chart_code><chart_name>ILS OR LOC RWY 15</chart_name><pdf_name>1.PDF</pdf_name></record>"
        + "<record><chart_code>MIN</chart_code><chart_name>MINIMUMS</chart_name><pdf_name>2.PDF</pdf_name></record>"
        * 40
    )
    head = '<digital_tpp cycle="2608" from_edate="0901Z  09/03/26"><state_code ID="VT"><city_name ID="X">'

    def one(number: int) -> str:
        return f'<airport_name ID="X" apt_ident="BTV" icao_ident="{"KBTV" if number == 0 else "KQQQ"}">{records}</airport_name>'

    return _filled(head, one, "\n", "</city_name></state_code></digital_tpp>")


def _nasr() -> Iterator[str]:
    empty = ",".join('""' for _ in range(90))

    def one(number: int) -> str:
        sold = "100LL,A" if number < 5000 else ""  # as many as there are
        return f'"2026/10/29","K{number % 1000:03d}","","{sold}",{empty},"{"x" * 400}"\n'

    head = ",".join(["EFF_DATE", "ICAO_ID", "ARPT_ID", "FUEL_TYPES", *(f"C{n}" for n in range(91))])
    return _filled(f"{head}\n", one, "", "")


def _openaip() -> Iterator[str]:
    more = [
        {"designator": f"{n:02d}", "surface": {"mainComposite": 2}, "dimension": {"length": 900}}
        for n in range(400)
    ]

    def one(number: int) -> str:
        row = {"name": f"FIELD {number}", "icaoCode": _code(number), "ppr": True, "runways": more}
        return json.dumps({**row, "services": {"fuelTypes": [1, 3]}})

    return _filled("[", one, ",\n", "]")


def _overpass() -> Iterator[Row]:
    """Every field of France, with 5 named places around each, from the strict server of the tests."""
    sys.path.insert(0, str(_TESTS))

    from agent.aviation.airports import Airports
    from agent.config import AgentSettings
    from agent.importers import openstreetmap
    from agent.importers.fetch import fetch

    overpass: Any = importlib.import_module("servers.overpass")
    fields = Airports.load(AgentSettings.from_environ({})).in_country("FR")
    near = random.Random(13)
    elements: list[dict[str, Any]] = [
        overpass.node(
            5 * at + n,
            f.lat + near.uniform(-0.03, 0.03),
            f.lon + near.uniform(-0.04, 0.04),
            name=f"Chez {n}",
            amenity="restaurant",
        )
        for at, f in enumerate(fields)
        for n in range(5)
    ]

    async def asked(folder: Path) -> tuple[float, float, int]:
        async with overpass.OverpassServer(elements, base=datetime.now(UTC).isoformat()) as server:
            batches = openstreetmap.batches(fields)
            begun = time.monotonic()
            files = [
                await fetch(
                    server.endpoint, folder / str(n), "OpenStreetMap", form={"data": openstreetmap.query(batch)}
                )
                for n, batch in enumerate(batches)
            ]
            fetched = time.monotonic()
            found = openstreetmap.read_places(files, batches, server.endpoint, datetime.now(UTC).date())
            return fetched - begun, time.monotonic() - fetched, len(found.facts)

    with TemporaryDirectory(prefix="flyfun-overpass-") as folder:
        waited, read, count = asyncio.run(asked(Path(folder)))
    yield Row(
        f"Overpass, {len(fields)} French fields, {len(elements):,} places, {count} facts: asked, wall", waited, "s"
    )
    yield Row("Overpass: read, wall", read, "s", 10.0)
