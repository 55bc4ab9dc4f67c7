"""Reads from Overpass which fields of a country have a restaurant or hotel within two kilometres (OpenStreetMap).

Opt-in by country: what is derived from OpenStreetMap is under its licence, and the public server is everybody's.
Distances are from the field's reference point, so that nothing is ever said to be at the field. A field without
any stays unknown: a map proves no absence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from datetime import UTC, date, datetime, timedelta
from math import cos, radians
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.aviation.airports import Airport
from agent.aviation.geometry import geodesic_nm
from agent.errors import DataProblem
from agent.importers.found import FoundFact, FoundFacts
from agent.importers.json_rows import END, members_of

LICENCE = "ODbL 1.0, © OpenStreetMap contributors"
RADIUS_M = 2000
AT_ONCE = 40
"""Fields in one query."""
MOST = 4000
SECONDS = 180
_KM_PER_NM = 1.852
_M_PER_DEGREE = 111_000
_OLD_MIRROR = timedelta(days=30)
_KINDS = {
    "restaurant": ("amenity", ("restaurant", "cafe", "pub", "biergarten")),
    "hotel": ("tourism", ("hotel", "motel", "guest_house", "hostel")),
}
_TAGS = ("amenity", "tourism", "name")


class _Center(BaseModel):
    lat: float
    lon: float


class _Element(BaseModel):
    model_config = ConfigDict(extra="ignore")

    lat: float | None = None
    lon: float | None = None
    center: _Center | None = None
    tags: dict[str, str] = {}


class _Base(BaseModel):
    timestamp_osm_base: datetime


@dataclass
class _Reply:
    """What a reply holds: places with what tells of them, how many there were, what the server remarks."""

    day: date | None = None
    placed: list[tuple[tuple[float, float], dict[str, str]]] = made(
        default_factory=list[tuple[tuple[float, float], dict[str, str]]]
    )
    count: int = 0
    is_whole: bool = False
    remark: str = ""


def batches(fields: Sequence[Airport]) -> list[Sequence[Airport]]:
    """The fields of one query each, neighbours together."""
    ordered = sorted(fields, key=lambda field: (round(field.lat), field.lon))
    return [ordered[at : at + AT_ONCE] for at in range(0, len(ordered), AT_ONCE)]


def query(fields: Sequence[Airport]) -> str:
    """The Overpass QL for one batch: checked tags and numbers only."""
    lines = [
        f'nwr["{key}"~"^({"|".join(values)})$"]["name"](around:{RADIUS_M},{field.lat:.5f},{field.lon:.5f});'
        for field in fields
        for key, values in _KINDS.values()
    ]
    body = "\n".join(lines)
    return f"[out:json][timeout:{SECONDS}][maxsize:268435456];\n(\n{body}\n);\nout center tags qt {MOST};"


def read_places(files: Sequence[Path], asked: Sequence[Sequence[Airport]], url: str, today: date) -> FoundFacts:
    """The facts of one country's replies. Raises `DataProblem` for another layout, half a reply, an old copy."""
    facts: list[FoundFact] = []
    oldest = today
    for file, fields in zip(files, asked, strict=True):
        reply = _reply(file)
        day, placed = reply.day, reply.placed
        if day is None or not reply.is_whole:
            raise _another_layout(file)
        if today - day > _OLD_MIRROR:
            raise DataProblem(f"OpenStreetMap's server has a copy of {day:%d %b %Y}. The data in use stays.")
        if reply.remark or reply.count >= MOST:
            said = reply.remark or "more than one answer holds"
            raise DataProblem(f"OpenStreetMap gave half an answer ({said[:120]}). The data in use stays.")
        oldest = min(oldest, day)
        for field in fields:
            facts += _facts_of(field, [(at, tags) for at, tags in placed if _may_be_near(field, *at)])
    return FoundFacts("OpenStreetMap", url, LICENCE, oldest, 0.6, tuple(facts), volunteer=True)


def _reply(file: Path) -> _Reply:
    """A reply place by place: of each only what is used is kept, and no more places than one answer may hold."""
    found = _Reply()
    try:
        for name, value in members_of(file, "elements"):
            if name == "elements":
                if value is END:
                    found.is_whole = True
                    continue
                found.count += 1
                element = _Element.model_validate(value)
                if found.count < MOST and (at := _position(element)) is not None:
                    found.placed.append((at, {n: element.tags[n] for n in _TAGS if n in element.tags}))
            elif name == "osm3s":
                found.day = _Base.model_validate(value).timestamp_osm_base.astimezone(UTC).date()
            elif name == "remark":
                found.remark = str(value)
    except (ValueError, ValidationError) as error:
        raise _another_layout(file) from error
    return found


def _another_layout(file: Path) -> DataProblem:
    return DataProblem(f"OpenStreetMap's answer {file.name} has another layout. The data in use stays.")


def _facts_of(field: Airport, placed: Sequence[tuple[tuple[float, float], dict[str, str]]]) -> Iterator[FoundFact]:
    for name, (key, values) in _KINDS.items():
        away = (
            (geodesic_nm(field.lat, field.lon, *at) * _KM_PER_NM, tags["name"])
            for at, tags in placed
            if tags.get(key) in values and "name" in tags
        )
        near = sorted((round(km, 1), called) for km, called in away if km * 1000 <= RADIUS_M)
        if near:
            more = f" and {len(near) - 1} more" if len(near) > 1 else ""
            told = f"{near[0][1][:60]}, {near[0][0]:g} km from the reference point{more}"
            yield FoundFact(field.ident, name, ("vicinity",), told)


def _may_be_near(field: Airport, lat: float, lon: float) -> bool:
    """Whether a place is worth measuring: not a tenth farther than the radius to the north or to the side."""
    reach = RADIUS_M * 1.1 / _M_PER_DEGREE
    aside = abs((lon - field.lon + 180) % 360 - 180)
    return abs(lat - field.lat) <= reach and aside * cos(radians(min(abs(lat) + 1, 89))) <= reach


def _position(element: _Element) -> tuple[float, float] | None:
    if element.center is not None:
        return element.center.lat, element.center.lon
    return (element.lat, element.lon) if element.lat is not None and element.lon is not None else None
