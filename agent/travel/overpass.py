"""Places from OpenStreetMap: asks an Overpass server politely, and knows the replies that lie.

A reply of status 200 whose `remark` says "runtime error" is a failure or half an answer, never "nothing
there". Nothing a pilot types is part of a query: interests come from our table, positions are numbers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from agent.config import AgentSettings
from agent.errors import NotConfigured
from agent.travel.interests import Interest, Interests
from agent.travel.poi import Poi, Spot, haversine_km, indoor_by_nature, visit_minutes
from agent.upstream import Failure, Fresh, Reply, Service, Upstream, cache_key, judge_status
from tongue import later

NAME = "OpenStreetMap"
_WEEK, _MONTH = 7 * 86400.0, 30 * 86400.0
_SCHEMA = 1
_MOST = 200
_OLD_MIRROR = timedelta(days=7)
_DOUBLE_KM = 0.075
_UNNAMED = {"beach": "Beach", "viewpoint": "Viewpoint", "beach_resort": "Beach"}
_STORED = TypeAdapter(tuple[Poi, ...])


@dataclass(frozen=True)
class MapPlaces:
    """What the map holds. `as_of` is the day of the map's data; `stale` means an old copy or mirror."""

    pois: tuple[Poi, ...]
    as_of: datetime | None
    fetched: datetime
    stale: bool


class _Center(BaseModel):
    lat: float
    lon: float


class _Element(BaseModel):
    model_config = ConfigDict(extra="ignore")

    type: str
    id: int
    lat: float | None = None
    lon: float | None = None
    center: _Center | None = None
    tags: dict[str, str] = {}


_ELEMENTS = TypeAdapter(list[_Element])


def query(centres: Sequence[Spot], wanted: Sequence[Interest], radius_m: int, *, most: int = _MOST) -> str:
    """The Overpass QL for places of these interests around these points. Numbers and checked tags only."""
    lines: list[str] = []
    for centre in centres:
        around = f"(around:{int(radius_m)},{float(centre.lat):.5f},{float(centre.lon):.5f})"
        for interest in wanted:
            for key, values in interest.tags.items():
                named = [value for value in values if value not in _UNNAMED]
                unnamed = [value for value in values if value in _UNNAMED]
                if named:
                    lines.append(f'nwr["{key}"~"^({"|".join(named)})$"]["name"]{around};')
                if unnamed:
                    lines.append(f'nwr["{key}"~"^({"|".join(unnamed)})$"]{around};')
            if interest.named is not None:
                key, value, pattern = interest.named
                lines.append(f'nwr["{key}"="{value}"]["name"~"{pattern}",i]{around};')
    body = "\n".join(dict.fromkeys(lines))
    return f"[out:json][timeout:25][maxsize:67108864];\n(\n{body}\n);\nout center tags qt {int(most)};"


class Overpass:
    """The places of OpenStreetMap, from one address."""

    def __init__(self, settings: AgentSettings, upstream: Upstream, interests: Interests) -> None:
        self._url = settings.overpass_url
        self._upstream = upstream
        self._interests = interests
        self._service = Service(
            name=NAME,
            url=settings.overpass_url,
            instead=later("Ask again in a minute for its places."),
            timeout=28.0,
            silence=30.0,
            serial=True,
            judge=judge,
        )

    async def places(
        self, centres: Sequence[Spot], wanted: Sequence[str], radius_m: int, now: datetime
    ) -> MapPlaces:
        """All places of these interests within `radius_m` of any of the points, nearest point measured.

        Raises `UpstreamError` when there is neither an answer nor a kept one of the last 30 days.
        """
        if not self._url:
            raise NotConfigured("OpenStreetMap is not set up here: the operator has set no Overpass address.")
        rows = [self._interests[name] for name in sorted(wanted)]
        rounded = [Spot(lat=round(c.lat, 3), lon=round(c.lon, 3)) for c in centres]
        arguments = {
            "centres": [[c.lat, c.lon] for c in rounded],
            "wanted": [row.name for row in rows],
            "radius_m": radius_m,
        }

        async def fetch() -> Fresh:
            text = query(rounded, rows, radius_m, most=_MOST if len(centres) == 1 else 2 * _MOST)
            reply = await self._upstream.ask(self._service, form={"data": text})
            body = reply.json()
            pois = self._read(body, centres)
            stored = {"base": _base(body), "pois": [poi.model_dump(mode="json") for poi in pois]}
            return Fresh(json.dumps(stored), _WEEK, keep=_MONTH)

        found = await self._upstream.memory.remember(cache_key("pois", _SCHEMA, cast(Any, arguments)), fetch)
        value = json.loads(found.text)
        base = datetime.fromisoformat(value["base"]) if value["base"] else None
        old = base is not None and found.at - base > _OLD_MIRROR
        return MapPlaces(_STORED.validate_python(value["pois"]), base, found.at, found.stale or old)

    def _read(self, body: Any, centres: Sequence[Spot]) -> tuple[Poi, ...]:
        try:
            elements = _ELEMENTS.validate_python(body["elements"])
        except (ValidationError, KeyError, TypeError) as error:
            raise self._service.unavailable(f"unreadable elements: {error}") from error
        pois = (self._poi(element, centres) for element in elements)
        return without_doubles([poi for poi in pois if poi is not None])

    def _poi(self, element: _Element, centres: Sequence[Spot]) -> Poi | None:
        tags = element.tags
        where = element.center or (
            _Center(lat=element.lat, lon=element.lon)
            if element.lat is not None and element.lon is not None
            else None
        )
        interests = self._interests.of_tags(tags)
        if where is None or not interests or element.type not in ("node", "way", "relation"):
            return None
        kinds = [self._interests.kind_in(self._interests[name], tags) or "" for name in interests]
        kind = next((value for value in kinds if value not in ("attraction", "artwork")), kinds[0])
        name = tags.get("name") or tags.get("name:en") or _UNNAMED.get(kind)
        if not name:
            return None
        return Poi(
            id=f"{element.type}/{element.id}",
            name=name,
            location=Spot(lat=where.lat, lon=where.lon),
            category=kind,
            visit_duration_minutes=visit_minutes(kind),
            distance_km=round(min(haversine_km(c.lat, c.lon, where.lat, where.lon) for c in centres), 2),
            source_url=f"https://www.openstreetmap.org/{element.type}/{element.id}",
            interests=interests,
            opening_hours=tags.get("opening_hours"),
            wheelchair=tags.get("wheelchair"),
            indoor=_indoor(kind, tags),
            fee=tags.get("fee"),
            website=_web(tags.get("website") or tags.get("contact:website")),
            cuisine=tags.get("cuisine"),
            phone=tags.get("phone") or tags.get("contact:phone"),
            notable="wikidata" in tags or "wikipedia" in tags,
        )


def judge(service: Service, reply: Reply, now: datetime) -> Failure | None:
    """Overpass's replies: HTML with any status, and errors inside a 200."""
    failure = judge_status(service, reply, now)
    if failure is not None:
        return failure
    try:
        body: Any = reply.json()
    except ValueError:
        return Failure(service.unavailable(f"not JSON: {reply.content[:200]!r}"), tries=2)
    if not isinstance(body, dict) or "elements" not in body:
        return Failure(service.unavailable("no elements in the reply"), tries=2)
    remark = str(cast(dict[str, Any], body).get("remark", ""))
    if remark.startswith("runtime error"):
        return Failure(service.unavailable(remark[:200]), tries=1)
    return None


def without_doubles(pois: Sequence[Poi]) -> tuple[Poi, ...]:
    """One entry for a place that is drawn twice (a node and a way of one name): the better described."""
    kept: list[Poi] = []
    for poi in sorted(pois, key=lambda p: (-_facts(p), p.id)):
        if not any(_same(poi, other) for other in kept):
            kept.append(poi)
    return tuple(sorted(kept, key=lambda p: (p.distance_km, p.id)))


def _same(a: Poi, b: Poi) -> bool:
    if a.id == b.id:
        return True
    near = haversine_km(a.location.lat, a.location.lon, b.location.lat, b.location.lon) <= _DOUBLE_KM
    return near and a.name.casefold() == b.name.casefold()


def _facts(poi: Poi) -> int:
    return sum(value is not None for value in (poi.opening_hours, poi.wheelchair, poi.website, poi.phone))


def _indoor(kind: str, tags: dict[str, str]) -> bool | None:
    if tags.get("indoor") in ("yes", "room", "building"):
        return True
    if kind == "marketplace":
        return True if tags.get("building", "no") != "no" or tags.get("covered") == "yes" else None
    return indoor_by_nature(kind)


def _web(address: str | None) -> str | None:
    """An address to show as a link: only plain web addresses."""
    return address if address and address.startswith(("https://", "http://")) else None


def _base(body: dict[str, Any]) -> str | None:
    text = cast(dict[str, Any], body.get("osm3s") or {}).get("timestamp_osm_base")
    try:
        return datetime.fromisoformat(str(text)).astimezone(UTC).isoformat() if text else None
    except ValueError:
        return None
