"""Brings newer data from every source that is set up: all of it or nothing, the old set in use until then."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from agent.aviation.airports import Airports
from agent.aviation.countries import Countries
from agent.aviation.facts import Facts
from agent.aviation.reference import reference_file
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.importers import openstreetmap
from agent.importers.aip_folder import import_folder
from agent.importers.aixm import read_aixm
from agent.importers.aixm45 import read_aixm45
from agent.importers.border_lists import read_eu_points, read_uk_list
from agent.importers.dtpp import read_dtpp
from agent.importers.fetch import fetch
from agent.importers.found import FoundFacts
from agent.importers.generations import Generations
from agent.importers.nasr import read_nasr
from agent.importers.openaip import read_openaip
from agent.importers.ourairports import compile_tables

Progress = Callable[[str, float], None]
SMALLEST_SHARE = 0.8
"""A source with a smaller share of the facts it gave before is refused."""
LEAST_OF_A_KIND, SMALLEST_SHARE_OF_A_KIND = 20, 0.5
"""So many facts of one kind (phones, hours), and the share of them below which the source's layout has changed."""
OPENAIP_COUNTRIES = (
    "at", "be", "ch", "cz", "de", "dk", "ee", "es", "fi", "fr", "gb", "gr", "hr", "hu", "ie", "is", "it", "lt",
    "lu", "lv", "mt", "nl", "no", "pl", "pt", "ro", "se", "si", "sk",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class UpdateSummary:
    """What an update brought: the set's name, a line a source, and why documents were left out."""

    name: str
    lines: dict[str, str]
    left_out: tuple[str, ...] = ()


async def update(settings: AgentSettings, progress: Progress | None = None) -> UpdateSummary:
    """Build a new set from every configured source and put it in use. An `AgentError`: nothing changed."""
    tell = progress or _silent
    sets = Generations(settings.data_dir)
    lines: dict[str, str] = {}
    left_out: tuple[str, ...] = ()
    with sets.building() as staging, TemporaryDirectory(prefix="flyfun-update-") as folder:
        downloads = Path(folder)
        tell("OurAirports", 0.0)
        lines["OurAirports"] = await _airfields(settings, downloads, staging)
        tell("OurAirports", 0.5)
        for label, found in await _facts(settings, downloads, tell):
            _check_size(label, found, sets.current, settings)
            _check_day(found)
            found.write(staging / "facts" / f"{label}.json")
            lines[found.source if found.source not in lines else f"{found.source} ({label})"] = found.says()
        if settings.aip_dir is not None:
            before = sets.current / "facts" if sets.current else None
            folder_read = await asyncio.to_thread(import_folder, settings.aip_dir, staging / "facts", before)
            lines["AIP documents"] = folder_read.says()
            left_out = folder_read.left_out
        (staging / "summary.json").write_text(json.dumps(lines, ensure_ascii=False), "utf-8")
        tell("data update", 1.0)
    current = sets.current
    return UpdateSummary(current.name if current else "", lines, left_out)


def _american(airports: Airports) -> dict[str, str]:
    """Our code of each American field by its codes: our own, the ICAO's, and the FAA's where one field has it."""
    fields = list(airports.in_country("US"))
    local = Counter(field.local for field in fields if field.local)
    by_local = {field.local: field.ident for field in fields if field.local and local[field.local] == 1}
    by_icao = {field.icao: field.ident for field in fields if field.icao}
    return {**by_local, **by_icao, **{field.ident: field.ident for field in fields}}


async def _places_of(country: str, settings: AgentSettings, downloads: Path, today: date) -> FoundFacts:
    """Restaurants and hotels around the fields of a country, batch after batch."""
    fields = Airports.load(settings).in_country(country)
    if not fields:
        raise DataProblem(f"OSM_COUNTRIES names {country}, where I know no airfield. The data in use stays.")
    asked = openstreetmap.batches(fields)
    files = [
        await fetch(
            settings.overpass_url,
            downloads / f"osm_{country}_{number}.json",
            "OpenStreetMap",
            form={"data": openstreetmap.query(batch)},
        )
        for number, batch in enumerate(asked)
    ]
    return await asyncio.to_thread(openstreetmap.read_places, files, asked, settings.overpass_url, today)


def _check_size(label: str, found: FoundFacts, in_use: Path | None, settings: AgentSettings) -> None:
    """Refuse a source that suddenly says much less than it did, at all or of one kind: cut off, or laid out anew.

    A list that names all there are is held against the data in use at its first import too: what it leaves out
    would be denied.
    """
    before = in_use / "facts" / f"{label}.json" if in_use else None
    told = Counter([fact.field for fact in found.facts if fact.value != ()] + ["notice"] * len(found.notices))
    if before is not None and before.is_file():
        rows = json.loads(before.read_bytes())
        known = Counter(
            [row["field"] for row in rows["fact"] if row["value"] != []] + ["notice"] * len(rows["notice"])
        )
    elif found.complete:
        facts, fields = Facts.load(settings), {fact.field for fact in found.facts}
        ours = {fact.icao for fact in found.facts}
        known = Counter(
            {field: sum(1 for i, value in facts.values(field).items() if value and i in ours) for field in fields}
        )
    else:
        return
    if told.total() < SMALLEST_SHARE * known.total():
        said = f"{found.source} says only {told.total():,} facts where {known.total():,} are known."
        raise DataProblem(f"{said} The data in use stays.")
    for kind, count in known.items():
        if count >= LEAST_OF_A_KIND and told[kind] < SMALLEST_SHARE_OF_A_KIND * count:
            said = f"{found.source} says only {told[kind]:,} of {kind} where {count:,} are known."
            raise DataProblem(f"{said} The data in use stays.")


def _check_day(found: FoundFacts) -> None:
    """Refuse a source that says it holds from a day to come: its cycle has not begun, or its date is wrong."""
    if found.observed_on > datetime.now(UTC).date():
        said = f"{found.source} is dated {found.observed_on:%d %b %Y}, which is still to come."
        raise DataProblem(f"{said} The data in use stays.")


def _silent(label: str, share: float) -> None:
    """No progress is shown."""


async def _airfields(settings: AgentSettings, downloads: Path, staging: Path) -> str:
    base = settings.ourairports_url.rstrip("/")
    files = [
        await fetch(f"{base}/{n}.csv", downloads / f"{n}.csv", "OurAirports") for n in ("airports", "runways")
    ]
    before = reference_file(settings, "airports.tsv.gz")
    airports, runways = await asyncio.to_thread(compile_tables, files[0], files[1], before.read(), staging)
    today = datetime.now(UTC).date().isoformat()
    described = {
        name: {
            "source": "OurAirports",
            "url": "https://ourairports.com/data/",
            "version": today,
            "as_of": today,
            "licence": "public domain",
            "rows": rows,
            "bytes": (staging / name).stat().st_size,
            "sha256": hashlib.sha256((staging / name).read_bytes()).hexdigest(),
        }
        for name, rows in (("airports.tsv.gz", airports), ("runways.tsv.gz", runways))
    }
    (staging / "manifest.json").write_text(json.dumps({"files": described}, indent=2), "utf-8")
    change = airports - before.rows
    return f"{airports:,} airfields ({change:+,}), {runways:,} runways"


async def _facts(settings: AgentSettings, downloads: Path, tell: Progress) -> list[tuple[str, FoundFacts]]:
    """The facts of every source that is set up."""
    today = datetime.now(UTC).date()
    found: list[tuple[str, FoundFacts]] = []
    countries = settings.openaip_countries or (OPENAIP_COUNTRIES if settings.openaip_api_key else ())
    if countries:  # opt-in: its licence is for non-commercial use
        headers = {"x-openaip-api-key": settings.openaip_api_key} if settings.openaip_api_key else None
        ours = frozenset(airport.ident for airport in Airports.load(settings))
        for number, country in enumerate(countries):
            url = f"{settings.openaip_url.rstrip('/')}/{country}_apt.json"
            file = await fetch(url, downloads / f"{country}_apt.json", "OpenAIP", headers=headers)
            found.append((f"openaip_{country}", read_openaip(file, url, today, ours)))
            tell("OpenAIP", 0.5 + 0.3 * number / len(countries))
    for country in settings.osm_countries:  # opt-in: what is derived from it is under its licence, ODbL
        found.append((f"osm_{country}", await _places_of(country, settings, downloads, today)))
        tell("OpenStreetMap", 0.8)
    if settings.nasr_url:
        file = await fetch(settings.nasr_url, downloads / "nasr", "FAA NASR")
        american = _american(Airports.load(settings))
        found.append(("nasr", await asyncio.to_thread(read_nasr, file, settings.nasr_url, american)))
    if settings.dfs_aixm_url:  # opt-in: whether its terms allow this is the operator's to judge
        file = await fetch(settings.dfs_aixm_url, downloads / "dfs.xml", "The DFS data set")
        ours = frozenset(airport.ident for airport in Airports.load(settings))
        found.append(("dfs", await asyncio.to_thread(read_aixm, file, settings.dfs_aixm_url, ours)))
    if settings.sia_aixm_url:
        file = await fetch(settings.sia_aixm_url, downloads / "sia.xml", "The SIA data set")
        ours = frozenset(airport.ident for airport in Airports.load(settings))
        found.append(("sia", await asyncio.to_thread(read_aixm45, file, settings.sia_aixm_url, ours)))
    if settings.dtpp_url:
        file = await fetch(settings.dtpp_url, downloads / "dtpp.xml", "The FAA's list of procedures")
        american = _american(Airports.load(settings))
        found.append(("dtpp", await asyncio.to_thread(read_dtpp, file, settings.dtpp_url, american)))
    if settings.eu_points_url or settings.uk_ports_url:
        airports, countries = Airports.load(settings), Countries.load(settings)
        if settings.eu_points_url:
            file = await fetch(
                settings.eu_points_url, downloads / "eu_points", "The EU list of border crossing points"
            )
            found.append(("eu_points", read_eu_points(file, settings.eu_points_url, airports, countries, today)))
        if settings.uk_ports_url:
            file = await fetch(settings.uk_ports_url, downloads / "uk_ports", "The UK list of aerodromes")
            found.append(("uk_ports", read_uk_list(file, settings.uk_ports_url, airports, countries, today)))
    for _, one in found:
        if not one.facts and not one.notices:
            names = f" Not matched: {', '.join(one.unmatched[:5])}." if one.unmatched else ""
            raise DataProblem(f"{one.source} says nothing of any field I know.{names} The data in use stays.")
    return found
