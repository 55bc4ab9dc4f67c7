"""What there is around a field or a town: places to see and to eat, and fields to fly to for lunch."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from pydantic import AliasChoices, Field, JsonValue, field_validator

from agent.aviation.aip_words import shortened
from agent.aviation.airports import Airport, Near
from agent.aviation.facts import as_source, shown
from agent.locate import NotLocated
from agent.protocol import Location, Marker, MarkersView, MissingInfo, Source, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.finding.filters import Filters, apply, contradiction, profile
from agent.subjects.ground.around import Around, around
from agent.subjects.ground.choosing import at_pace, open_then
from agent.subjects.ground.reading import LONGEST_FLIGHT, WIDEST_KM
from agent.subjects.route.speed import resolve_speed
from agent.travel.interests import DEFAULT_INTERESTS, Interests
from agent.travel.places import FROM_NOTES
from agent.travel.poi import Poi, Spot, haversine_km
from agent.travel.transfer import way
from agent.writing.as_held import quoted
from tongue import later, say

if TYPE_CHECKING:
    from agent.travel.places import Places

MOST_RESULTS = 50
_MOST_FIELDS = 12
_FIELD_KM = 3.0
_SHORTEST_RUNWAY_FT = 1300
_PUBLISHED_SHOWN = 120

INTERESTS = {
    "culture": later("museums or culture"),
    "food": later("places to eat"),
    "history": later("historic sights"),
    "shopping": later("shops"),
    "architecture": later("architecture"),
    "nature": later("parks or nature"),
    "beach": later("beach"),
    "family": later("places for children"),
    "nightlife": later("nightlife"),
    "golf": later("golf"),
    "religion": later("churches"),
    "aviation": later("aviation museums"),
    "bike": later("bike rental"),
    "camping": later("camp sites"),
    "stay": later("places to stay"),
}
"""What one looks for, by the name of the interest."""


class PoiConstraints(Value):
    """Limits on the places. `pace` is how many of them a day holds; at a relaxed one the nearest come first."""

    budget: Literal["budget", "mid-range", "luxury"] | None = None
    pace: Literal["relaxed", "moderate", "packed"] | None = None
    indoor_only: bool = False
    accessibility: bool = False


class SearchPois(Arguments):
    """Places around somewhere, by interest; with `fly_within_hours`, around the fields in reach of it."""

    interests: tuple[str, ...] = Field(default=(), description="culture, food, history, beach, golf, aviation …")
    near: str | None = Field(
        default=None,
        validation_alias=AliasChoices("near", "location", "city", "place"),
        description="field, town or position",
    )
    constraints: PoiConstraints = PoiConstraints()
    radius_km: float = Field(default=3.0, description="how far around")
    date: datetime.date | None = Field(default=None, description="the day of the visit, for opening hours")
    max_results: int = Field(default=20, description="at most 50")
    fly_within_hours: float | None = Field(
        default=None, description="fields within this flight time of `near`, ranked by what is around them"
    )
    filters: Filters = Field(default=Filters(), description="of the fields in reach, with `fly_within_hours`")
    cruise_speed_kts: float | None = None
    aircraft_type: str | None = None

    @field_validator("radius_km")
    @classmethod
    def _a_sane_radius(cls, value: float) -> float:
        if not 0 < value <= WIDEST_KM:
            raise ValueError(
                say("give a radius from {least:g} to {most:,.0f} {unit}", least=0.1, most=WIDEST_KM, unit="km")
            )
        return value

    @field_validator("max_results")
    @classmethod
    def _a_sane_count(cls, value: int) -> int:
        if value < 1:
            raise ValueError(say("ask for at least one result"))
        return min(value, MOST_RESULTS)

    @field_validator("fly_within_hours")
    @classmethod
    def _a_sane_flight(cls, value: float | None) -> float | None:
        if value is not None and not 0 < value <= LONGEST_FLIGHT:
            raise ValueError(say("give a flight time of more than 0 and at most 12 hours"))
        return value


class PoisFound(ToolResult):
    """Places around a point, best first. `notes` are sentences for the answer, `problem` a service that failed."""

    near: str | None = None
    center: Location | None = None
    country: str | None = None
    zone: str | None = None
    icao: str | None = None
    interests: tuple[str, ...] = ()
    unknown_interests: tuple[str, ...] = ()
    radius_km: float = 3.0
    date: datetime.date | None = None
    pois: tuple[Poi, ...] = ()
    total: int = 0
    notes: tuple[str, ...] = ()
    problem: str | None = None


class FieldToVisit(Value):
    """A field in reach and the places near it. `restaurant` is what its AIP says: "on the field", "nearby"."""

    icao: str
    name: str
    lat: float
    lon: float
    distance_nm: float
    flight_minutes: int
    pois: tuple[Poi, ...] = ()
    transfer_minutes: int | None = None
    transfer_by: str | None = None
    restaurant: str | None = None
    restaurant_source: Source | None = None


class FieldsToVisit(ToolResult):
    """Fields within a flight time, ranked by what is near them. `looked_at` of `in_reach` were looked at.

    `in_reach` are known to be as `filter_profile` says; of `not_known` that is not known.
    """

    near: str | None = None
    interests: tuple[str, ...] = ()
    fly_within_hours: float = 1.0
    cruise_speed_kts: float | None = None
    cruise_speed_source: str | None = None
    fields: tuple[FieldToVisit, ...] = ()
    in_reach: int = 0
    looked_at: int = 0
    filter_profile: dict[str, JsonValue] | None = None
    not_known: int = 0
    notes: tuple[str, ...] = ()
    problem: str | None = None

    @property
    def airfields(self) -> tuple[FieldToVisit, ...]:
        """The fields, to be pointed at by their number."""
        return self.fields


@tool(kind="trip", visualization="markers", outside=True, quotes=True)
async def search_pois(arguments: SearchPois, context: ToolContext) -> PoisFound | FieldsToVisit:
    """Find points of interest around a field or town by interest, or fields to fly to for them."""
    table = Interests.load(context.deps.settings.data)
    wanted, unknown = table.read(arguments.interests)
    wanted = wanted or DEFAULT_INTERESTS
    here = place_of(arguments.near, context)
    if isinstance(here, MissingInfo | NotLocated):
        message = here.message if isinstance(here, NotLocated) else None
        missing = (here,) if isinstance(here, MissingInfo) else ()
        return PoisFound(found=False, message=message, missing_info=missing, interests=wanted)
    if arguments.fly_within_hours is not None:
        return await _fields(arguments, here, wanted, context)
    strict = "radius_km" in arguments.model_fields_set
    found = await look_around(
        context, [here.centre], wanted, arguments.constraints, arguments.radius_km, strict=strict
    )
    pois, closed = open_then(found.pois, arguments.date, here)
    counted = arguments.constraints.pace is None or "max_results" in arguments.model_fields_set
    best, paced = at_pace(pois, arguments.constraints.pace, arguments.max_results if counted else None)
    published, documents = _published(here.airfield, wanted, context)
    notes = (*_unknown_words(unknown, wanted), *found.notes, *paced, *closed, *published)
    nothing = "" if best else _nothing(found, here, arguments.radius_km, wanted, context)
    return PoisFound(
        found=bool(best),
        message=" ".join((*published, nothing)) if nothing else None,
        near=here.name,
        center=Location(lat=here.centre.lat, lon=here.centre.lon),
        country=here.country,
        zone=here.zone,
        icao=here.airfield.ident if here.airfield else None,
        interests=wanted,
        unknown_interests=unknown,
        radius_km=arguments.radius_km,
        date=arguments.date,
        pois=best,
        total=len(pois),
        notes=notes,
        problem=found.problem,
        sources=(*found.sources, *documents),
        visualization=MarkersView(data=tuple(map(marker, best)), style="pois") if best else None,
    )


async def look_around(
    context: ToolContext,
    centres: list[Spot],
    wanted: tuple[str, ...],
    limits: PoiConstraints,
    radius_km: float,
    *,
    strict: bool = False,
) -> Places:
    """Places around points, inside one budget of time. `strict`: none beyond a radius that was asked for."""
    from agent.travel.places import Wishes, find_places
    from agent.upstream import turn_budget

    deps = context.deps
    wishes = Wishes(
        budget=limits.budget,
        near_first=limits.pace == "relaxed",
        indoor_only=limits.indoor_only,
        accessible=limits.accessibility,
    )
    with turn_budget():
        return await find_places(
            deps.overpass,
            deps.starter,
            centres,
            wanted,
            radius_km=radius_km,
            wishes=wishes,
            now=deps.now(),
            strict=strict,
        )


def place_of(near: str | None, context: ToolContext) -> Around | NotLocated | MissingInfo:
    """The place asked about; else the shared position, else the trip's place; else the question where."""
    if near:
        return around(near, context)
    if context.question.place is not None:
        return around("here", context)
    trip = context.conversation.trip
    if trip is not None and isinstance(trip.get("place"), str):
        return around(str(trip["place"]), context)
    return MissingInfo(
        key="to_location",
        reason=say("Required to look around"),
        prompt=say("Where? Give me a field or a town."),
        examples=("Le Touquet", "LFMD", "Jaipur"),
        argument="near",
    )


def marker(poi: Poi) -> Marker:
    """A place on the map."""
    return Marker(name=poi.name, lat=poi.location.lat, lon=poi.location.lon, note=poi.category.replace("_", " "))


def _unknown_words(unknown: tuple[str, ...], wanted: tuple[str, ...]) -> tuple[str, ...]:
    if not unknown:
        return ()
    return (
        say(
            "I have no category for {words}; I looked for {wanted}.",
            words=", ".join(unknown),
            wanted=any_of(wanted),
        ),
    )


def _nothing(found: Places, here: Around, radius_km: float, wanted: tuple[str, ...], context: ToolContext) -> str:
    dropped = " ".join(note for note in found.notes if note != FROM_NOTES)
    if found.problem:
        return f"{found.problem} {dropped or no_notes(context, here.centre, here.name, wanted)}"
    none = say(
        "The map shows no {wanted} within {radius:g} km of {place}.",
        wanted=any_of(wanted),
        radius=radius_km,
        place=here.name,
    )
    return f"{none} {dropped}".strip()


def no_notes(context: ToolContext, centre: Spot, name: str, wanted: Sequence[str]) -> str:
    """That our own notes cannot stand in for a service that is away."""
    if context.deps.starter.at(centre) is None:
        return say("I have no notes of my own on {name}.", name=name)
    return say("My own notes on {name} have nothing for {wanted}.", name=name, wanted=any_of(wanted))


async def _fields(
    arguments: SearchPois, here: Around, wanted: tuple[str, ...], context: ToolContext
) -> FieldsToVisit:
    """Fields in reach of a start, each with the places near it."""
    hours = arguments.fly_within_hours or 1.0
    speed, ask = resolve_speed(
        context, arguments.cruise_speed_kts, arguments.aircraft_type, say("Required to know how far you get")
    )
    start = here.airfield
    lat, lon = (start.lat, start.lon) if start else (here.centre.lat, here.centre.lon)
    label = f"{start.ident} {start.name}" if start else here.name
    if speed is None:
        missing = (ask,) if ask else ()
        return FieldsToVisit(
            found=False, near=label, interests=wanted, fly_within_hours=hours, missing_info=missing
        )
    reach = [
        near
        for near in context.deps.airports.within(lat, lon, hours * speed.knots)
        if near.distance_nm > 5 and _usable(near, context)
    ]
    filters, aside = arguments.filters.heeded()
    contradiction(filters)
    filtered = apply(filters, reach, lambda near: near.airport, context.deps)
    reach = filtered.kept
    chosen = _worth_a_look(reach, context)
    centres = [Spot(lat=near.airport.lat, lon=near.airport.lon) for near in chosen]
    sources: tuple[Source, ...] = (context.deps.airports.source,)
    notes: tuple[str, ...] = ()
    problem = None
    fields: list[FieldToVisit] = []
    if centres:
        found = await look_around(context, centres, wanted, arguments.constraints, _FIELD_KM)
        fields = [_field(near, found, speed.knots, wanted, context) for near in chosen]
        stated = _documents(fields)
        sources, notes, problem = (*found.sources, *stated, *sources), found.notes, found.problem
    kept = sorted((f for f in fields if f.pois or f.restaurant), key=_rank)[: arguments.max_results]
    return FieldsToVisit(
        found=bool(kept),
        message=None if kept else _no_fields(problem, label, wanted),
        near=label,
        interests=wanted,
        fly_within_hours=hours,
        cruise_speed_kts=speed.knots,
        cruise_speed_source=speed.source,
        fields=tuple(kept),
        in_reach=len(reach),
        looked_at=len(chosen),
        filter_profile=profile(filters) or None,
        not_known=filtered.unknown,
        left_aside=aside,
        notes=notes,
        problem=problem,
        sources=sources,
        visualization=MarkersView(
            data=tuple(Marker(icao=f.icao, name=f.name, lat=f.lat, lon=f.lon) for f in kept), style="pois"
        )
        if kept
        else None,
    )


def _usable(near: Near, context: ToolContext) -> bool:
    """An airfield one may plan to visit: not military, private, or a field of the airlines."""
    airport = near.airport
    return (
        airport.kind in ("small_airport", "medium_airport")
        and not airport.military_hint
        and not airport.private_hint
    )


def _worth_a_look(reach: Sequence[Near], context: ToolContext) -> list[Near]:
    """The few fields that are looked at: those with own notes near, then those best described, then nearest."""
    deps = context.deps

    def key(near: Near) -> tuple[object, ...]:
        airport = near.airport
        noted = deps.starter.pois(Spot(lat=airport.lat, lon=airport.lon), ())
        known = bool(deps.facts.of(airport.ident).restaurant) or any(
            haversine_km(airport.lat, airport.lon, p.location.lat, p.location.lon) <= _FIELD_KM for p in noted
        )
        runways = deps.airports.runways(airport)
        long_enough = any((runway.length_ft or 0) >= _SHORTEST_RUNWAY_FT for runway in runways)
        return (not known, airport.icao is None, not long_enough, airport.kind, near.distance_nm)

    return sorted(reach, key=key)[:_MOST_FIELDS]


def _field(near: Near, found: Places, knots: float, wanted: tuple[str, ...], context: ToolContext) -> FieldToVisit:
    airport = near.airport
    restaurant, source = _restaurant(airport, context) if "food" in wanted else (None, None)
    base = Spot(lat=airport.lat, lon=airport.lon)
    close = [
        poi.model_copy(update={"distance_km": round(km, 2)})
        for poi in found.pois
        if (km := haversine_km(base.lat, base.lon, poi.location.lat, poi.location.lon)) <= _FIELD_KM
    ]
    close.sort(key=lambda poi: (poi.distance_km, poi.id))
    minutes, how = way(base, close[0].location) if close else (None, None)
    return FieldToVisit(
        icao=airport.ident,
        name=airport.name,
        lat=airport.lat,
        lon=airport.lon,
        distance_nm=round(near.distance_nm, 1),
        flight_minutes=round(near.distance_nm / knots * 60),
        pois=tuple(close[:5]),
        transfer_minutes=minutes,
        transfer_by=how,
        restaurant=restaurant,
        restaurant_source=source,
    )


def _restaurant(airport: Airport, context: ToolContext) -> tuple[str | None, Source | None]:
    """What the field's own documents say of a restaurant, with the document; members' words do not count."""
    fact = next((f for f in context.deps.facts.of(airport.ident).all("restaurant") if f.source.official), None)
    if fact is None or not isinstance(fact.value, tuple) or not fact.value:
        return None, None
    words = {"at_airport": later("on the field"), "vicinity": later("nearby")}
    said = " and ".join(words.get(value, value) for value in fact.value)
    stale = fact.stale(context.deps.now().date())
    as_of = None if fact.source.undated else fact.observed_on
    document = fact.source.name.split(",")[0]
    source = Source(
        name=document, url=fact.source.url or None, as_of=as_of, licence=fact.source.licence or None, stale=stale
    )
    return said, source


def _published(
    airport: Airport | None, wanted: Sequence[str], context: ToolContext
) -> tuple[tuple[str, ...], tuple[Source, ...]]:
    """What the field's own publication says of hotels and restaurants, in its words, where those are asked for."""
    if airport is None:
        return (), ()
    said: list[str] = []
    sources: list[Source] = []
    for interest, field in (("stay", "hotel"), ("food", "restaurant")):
        known = context.deps.facts.of(airport.ident)
        fact = next((f for f in known.all(field) if f.source.official), None) if interest in wanted else None
        if fact is not None:
            words = quoted(shortened(fact.raw, _PUBLISHED_SHOWN)) if fact.raw else ""
            published = later("Hotel at {icao}, as published: {what}.")
            published = (
                later("Restaurant at {icao}, as published: {what}.") if field == "restaurant" else published
            )
            said.append(
                say(
                    published,
                    icao=airport.ident,
                    what=say("{name}: {value}", name=shown(fact), value=words) if words else shown(fact),
                )
            )
            sources.append(as_source(fact, context.deps.now().date()))
    return tuple(said), tuple(dict.fromkeys(sources))


def any_of(wanted: Sequence[str]) -> str:
    """ "food or culture", in the language."""
    told = [say(INTERESTS.get(word, word)) for word in wanted]
    return say("{first} or {last}", first=", ".join(told[:-1]), last=told[-1]) if len(told) > 1 else "".join(told)


def _documents(fields: list[FieldToVisit]) -> tuple[Source, ...]:
    """The documents behind the restaurants, each named once."""
    found = [field.restaurant_source for field in fields if field.restaurant_source is not None]
    return tuple({source.name: source for source in found}.values())


def _rank(field: FieldToVisit) -> tuple[object, ...]:
    walk = field.transfer_minutes if field.transfer_minutes is not None else 999
    if field.restaurant:
        walk = min(walk, 0 if field.restaurant.startswith("on the field") else 15)
    return (walk > 20, -min(len(field.pois), 3), walk, field.distance_nm)


def _no_fields(problem: str | None, label: str, wanted: tuple[str, ...]) -> str:
    if problem:
        return say("{problem} I have no notes of my own on fields near {label}.", problem=problem, label=label)
    return say(
        "I found no field in reach of {place} with {wanted} within {radius:g} km.",
        place=label,
        wanted=any_of(wanted),
        radius=_FIELD_KM,
    )
