"""The town a pilot means when asking about the ground: its centre, its airfield, its time zone and country."""

from __future__ import annotations

from dataclasses import dataclass

from agent.aviation.airports import Airport
from agent.aviation.names import clean_code
from agent.aviation.places import Place
from agent.locate import NotLocated, locate, which_reading
from agent.protocol import MissingInfo
from agent.registry import ToolContext
from agent.travel.poi import Spot

TOWN_NM = 12.0
"""A field's town lies no farther away."""
FIELD_NM = 8.0
"""A town's field: no farther than one would take a taxi for a few hours."""
ZONE_NM = 80.0


@dataclass(frozen=True)
class Around:
    """A place on the ground. `centre` is the town's, `airfield` the field that serves it, if one is near."""

    name: str
    centre: Spot
    country: str | None
    zone: str | None
    airfield: Airport | None


def around(text: str, context: ToolContext, argument: str = "near") -> Around | NotLocated | MissingInfo:
    """Where a pilot wants to be: a town by name, or the town of an airfield. `argument` is what names it."""
    located = locate(text, context, snap=False)
    if isinstance(located, NotLocated):
        return located
    question = which_reading(located, argument, context, None)
    if question is not None:
        return question
    place, airport = located.place, located.airport
    if airport is not None:
        town = None if place.kind != "airport" or _is_code(text, airport) else _town_named(text, airport, context)
        return of_airport(airport, context, town)
    airfield = None
    if place.kind in ("town", "coordinates", "admin", "island"):
        airfield = context.deps.places.snap(place, max_nm=FIELD_NM).airport
    return Around(
        name=place.name,
        centre=Spot(lat=place.lat, lon=place.lon),
        country=place.country,
        zone=_zone(place.lat, place.lon, context),
        airfield=airfield,
    )


def of_airport(airport: Airport, context: ToolContext, town: Place | None = None) -> Around:
    """The town of an airfield, or the field itself where no town is known near it."""
    centre, name = Spot(lat=airport.lat, lon=airport.lon), airport.name
    town = town or _town_named(airport.municipality.split(",")[0].strip(), airport, context)
    if town is not None:
        centre, name = Spot(lat=town.lat, lon=town.lon), town.name
    zone = airport.time_zone or _zone(airport.lat, airport.lon, context)
    return Around(name=name, centre=centre, country=airport.country, zone=zone, airfield=airport)


def _is_code(text: str, airport: Airport) -> bool:
    return clean_code(text) in (airport.ident, airport.icao, airport.iata, airport.local)


def _town_named(name: str, airport: Airport, context: ToolContext) -> Place | None:
    """The town of that name beside the field."""
    return context.deps.places.town(name, (airport.lat, airport.lon), TOWN_NM) if name else None


def _zone(lat: float, lon: float, context: ToolContext) -> str | None:
    """The time zone of the nearest airfield that has one."""
    near = context.deps.airports.within(lat, lon, ZONE_NM)
    return next((found.airport.time_zone for found in near if found.airport.time_zone), None)
