"""Which field or place a weather question is about, and which stations speak for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from agent import regex as re
from agent.aviation.airports import Airport
from agent.aviation.geometry import geodesic_nm
from agent.aviation.hours import resolve_day, resolve_time, zone_of
from agent.aviation.places import Place
from agent.errors import InvalidQuestion
from agent.language.ends import bearers_of
from agent.locate import Located, NotLocated, locate
from agent.protocol import Value
from agent.registry import ToolContext
from agent.weather.tables import NearStation, Station
from agent.weather.waters import load_waters
from tongue import say

MOST_PLACES = 8
CANDIDATES = 5
"""Stations that are asked beside a field's own: the nearest two of them that report are shown."""

WIDE_NM = 60.0
"""From this reach on one point does not tell the weather of a whole area."""
NAMED_NM, NAMESAKES_NM = 12.0, 25.0
"""So near its place is the airfield that a name stands for, and so far off any second one that bears it."""


class StationPlace(Value):
    """A station as it stands to the place asked about; distance 0 for the field's own."""

    icao: str
    name: str
    distance_nm: float = 0.0
    bearing_deg: float = 0.0
    elevation_difference_ft: int | None = None
    own: bool = True


@dataclass(frozen=True)
class Spot:
    """A place of a weather question: where it is, its airfield if it is one, the stations that speak for it."""

    asked: str
    label: str
    lat: float
    lon: float
    airport: Airport | None
    stations: tuple[StationPlace, ...]
    zone: ZoneInfo | None

    @property
    def code(self) -> str | None:
        """The airfield's code."""
        return self.airport.ident if self.airport else None


def find_spot(said: str, context: ToolContext, *, taf: bool = False) -> Spot | NotLocated:
    """The place of a name or code. A code that only the weather service knows is taken as its station.

    A code is written in capitals: "Wick" and "Faro" are towns, WICK and FARO fields elsewhere.
    """
    tables = context.deps.weather_tables
    is_code = said.strip() == said.strip().upper()
    airport = context.deps.airports.get(said) if is_code else None
    known = tables.stations.get(said.strip().upper()) if is_code else None
    if airport is None and known is not None:
        alone = (StationPlace(icao=known.icao, name=known.name),)
        return Spot(said, f"{known.icao} {known.name}", known.lat, known.lon, None, alone, None)
    if airport is not None:
        return spot_of(airport, context, asked=said, taf=taf)
    if (water := load_waters(context.deps.settings.data).of(said)) is not None:
        return _of_water(said, water, context, taf=taf)
    located = locate(said, context, snap=False)
    if isinstance(located, NotLocated):
        return located
    if located.airport is not None:
        return spot_of(located.airport, context, asked=said, taf=taf)
    if (field := _reporting_field(located.place, context)) is not None:
        return spot_of(field, context, asked=said, taf=taf)
    return _of_place(located, context, taf=taf)


def _reporting_field(place: Place, context: ToolContext) -> Airport | None:
    """The one reporting airfield that bears a town's or island's name: EGKB for Biggin Hill, none for London."""
    stations = context.deps.weather_tables.stations
    around = context.deps.airports.within(place.lat, place.lon, NAMESAKES_NM)
    near = [one.airport for one in around if one.airport.country == place.country]
    bearing = [field for field in bearers_of(place, near) if {field.icao, field.ident} & stations.keys()]
    if len(bearing) != 1 or geodesic_nm(place.lat, place.lon, bearing[0].lat, bearing[0].lon) > NAMED_NM:
        return None
    return bearing[0]


def spot_of(airport: Airport, context: ToolContext, *, asked: str = "", taf: bool = False) -> Spot:
    """An airfield with its own station, if it has one, and its neighbours."""
    stations = context.deps.weather_tables.stations
    own = next((stations[code] for code in (airport.icao, airport.ident) if code and code in stations), None)
    found = [StationPlace(icao=own.icao, name=own.name)] if own and (own.taf or not taf) else []
    if not found:
        near = _near(airport.lat, airport.lon, airport.elevation_ft, context, taf=taf)
        found = [place for place in near if own is None or place.icao != own.icao]
    label = f"{airport.ident} {airport.short_name}"
    zone = zone_of(airport.time_zone)
    return Spot(asked or airport.ident, label, airport.lat, airport.lon, airport, tuple(found), zone)


def neighbours(spot: Spot, context: ToolContext, *, taf: bool = False) -> tuple[StationPlace, ...]:
    """The stations around a place beside its own."""
    height = spot.airport.elevation_ft if spot.airport else None
    own = {place.icao for place in spot.stations if place.own}
    return tuple(p for p in _near(spot.lat, spot.lon, height, context, taf=taf) if p.icao not in own)


def _of_water(said: str, water: tuple[str, float, float], context: ToolContext, *, taf: bool) -> Spot:
    name, lat, lon = water
    near = _near(lat, lon, None, context, taf=taf)
    around = context.deps.airports.nearest(lat, lon, 1)
    zone = zone_of(around[0].airport.time_zone) if around else None
    return Spot(said, name, lat, lon, None, tuple(near), zone)


def _of_place(located: Located, context: ToolContext, *, taf: bool) -> Spot:
    near = _near(located.lat, located.lon, None, context, taf=taf)
    around = context.deps.airports.nearest(located.lat, located.lon, 1)
    zone = zone_of(around[0].airport.time_zone) if around else None
    return Spot(located.asked, _label(located), located.lat, located.lon, None, tuple(near), zone)


def _label(located: Located) -> str:
    """What is told of a wide area is that of its middle."""
    is_wide = located.airport is None and located.place.extent_nm >= WIDE_NM
    return say("{place} (middle)", place=located.label) if is_wide else located.label


def _near(lat: float, lon: float, height: int | None, context: ToolContext, *, taf: bool) -> list[StationPlace]:
    def keep(station: Station) -> bool:
        return (station.taf or not taf) and geodesic_nm(lat, lon, station.lat, station.lon) > 0.5

    found = context.deps.weather_tables.nearest(lat, lon, CANDIDATES, keep=keep)
    return [_placed(near, height) for near in found]


def _placed(near: NearStation, height: int | None) -> StationPlace:
    station = near.station
    higher = None
    if height is not None and station.elevation_ft is not None:
        higher = station.elevation_ft - height
    return StationPlace(
        icao=station.icao,
        name=station.name,
        distance_nm=round(near.distance_nm, 1),
        bearing_deg=round(near.bearing_deg),
        elevation_difference_ft=higher,
        own=False,
    )


# --- the time that is meant ------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """A time that is asked about: the day there, and the moment in UTC where a time was said."""

    day: date
    at: datetime | None
    zone: ZoneInfo | None


_FROM_NOW = re.compile(r"\+(\d{1,4})min")


def find_moment(day: str | None, time: str | None, zone: ZoneInfo | None, context: ToolContext) -> Moment | None:
    """The day and time of a question, None when neither was said.

    A time is the clock's at the place, unless it ends with Z or UTC. Without a day it is the next such time.
    "+90min" is so long from now.
    """
    if not (day or "").strip() and not (time or "").strip():
        return None
    now = context.deps.now()
    today = now.astimezone(zone or UTC).date()
    if (ahead := _FROM_NOW.fullmatch((time or "").strip())) is not None:
        at = (now + timedelta(minutes=int(ahead[1]))).replace(second=0, microsecond=0)
        return Moment(at.astimezone(zone or UTC).date(), at, zone)
    said = (day or "").strip()
    chosen = today
    if said:
        found = resolve_day(said, today)
        if found is None:
            raise InvalidQuestion(
                say("“{said}” is not a day I can place. Say today, Saturday or 2026-11-28.", said=said[:30])
            )
        chosen = found
    clock_text = (time or "").strip() or (said if "T" in said.upper() and said[:4].isdigit() else "")
    if not clock_text:
        return Moment(chosen, None, zone)
    plain = clock_text.upper().removesuffix("UTC").strip()
    utc = plain.endswith("Z") or clock_text.upper().endswith("UTC")
    plain = plain.removesuffix("Z").strip()
    clock = resolve_time(f"{plain}:00" if plain.isdecimal() and len(plain) <= 2 else plain.lower())
    if clock is None:
        raise InvalidQuestion(
            say("“{said}” is not a time I can read. Write it like 15:00, or 1400Z.", said=clock_text[:20])
        )
    there = UTC if utc or zone is None else zone
    at = datetime.combine(chosen, clock, there).astimezone(UTC)
    if not said and at < now - timedelta(minutes=30):
        at = datetime.combine(chosen + timedelta(days=1), clock, there).astimezone(UTC)
    return Moment(at.astimezone(zone or UTC).date(), at, zone)


def clock(at: datetime, zone: ZoneInfo | None) -> str:
    """ "16:20 local (15:20 UTC)"; UTC alone where the zone is not known or is UTC now."""
    utc = f"{at.astimezone(UTC):%H:%M} UTC"
    if zone is None or at.astimezone(zone).utcoffset() == timedelta(0):
        return utc
    return say("{clock} local ({utc})", clock=f"{at.astimezone(zone):%H:%M}", utc=utc)
