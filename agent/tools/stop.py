"""A stop at a field: from the words of a plan to the sum of the time, its border and its deadlines."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from agent.aviation.airports import Airport
from agent.aviation.borders import Borders, End
from agent.aviation.geometry import geodesic_nm
from agent.protocol import Endpoint
from agent.tools.around import Around
from agent.tools.locate import NotLocated, locate
from agent.tools.registry import ToolContext
from agent.tools.speed import resolve_speed
from agent.travel.ground_stop import Border, GroundStop, NextLeg, Report, ground_stop
from agent.travel.poi import Spot
from agent.travel.transfer import Mode, way

_LONGEST_HOURS = 160


@dataclass(frozen=True)
class StopAsked:
    """What a pilot said of a stop; times are local HH:MM."""

    landing: str
    off_block: str | None = None
    going_to: str | None = None
    coming_from: str | None = None
    transfer: Mode = "auto"
    people: int = 1
    cruise_speed_kts: float | None = None
    aircraft_type: str | None = None


def stop_at(asked: StopAsked, here: Around, day: date | None, context: ToolContext) -> GroundStop | None:
    """The sum of a stop; None when the field, its time zone or the day is not known."""
    field = here.airfield
    if field is None or not here.zone or day is None:
        return None
    zone = ZoneInfo(here.zone)
    landing = datetime.combine(day, time.fromisoformat(asked.landing), zone)
    off = datetime.combine(day, time.fromisoformat(asked.off_block), zone) if asked.off_block else None
    following = _airfield(asked.going_to, context) or _home(field, context)
    before = _airfield(asked.coming_from, context)
    base = Spot(lat=field.lat, lon=field.lon)
    found = ground_stop(
        _endpoint(field),
        here.zone,
        landing,
        planned_off=off,
        transfer_minutes=way(base, here.centre, asked.transfer)[0],
        transfer=asked.transfer,
        people=asked.people,
        leg=_leg(asked, field, following, context),
        border=border_of(field, before or following, following, context),
    )
    return found.model_copy(update={"stated_hours": _stated_hours(field, context)})


def _stated_hours(field: Airport, context: ToolContext) -> str | None:
    """The hours of a field as its document words them, with the document and its age."""
    fact = context.deps.facts.of(field.ident).first("hours")
    if fact is None or not isinstance(fact.value, str) or len(fact.value) > _LONGEST_HOURS:
        return None
    document, old = fact.source.name.split(",")[0], fact.stale(context.deps.now().date())
    return f"“{fact.value}” ({document}{', old: check' if old else ''})"


def border_of(here: Airport, before: Airport | None, following: Airport | None, context: ToolContext) -> Border:
    """What the border asks on arriving and on leaving; None where the other end is not known."""
    if before is None and following is None:
        return Border()
    table = Borders.load(context.deps.settings)
    arriving = table.crossing(before, here).arrival if before else None
    leaving = table.crossing(here, following) if following else None
    demands = (*leaving.departure.demands, *leaving.arrival.demands) if leaving else ()
    return Border(
        formalities_in=_needed(arriving),
        formalities_out=_needed(leaving.departure if leaving else None),
        reports=tuple(
            Report(
                f"{d.name} ({leaving.arrival.territory.name if leaving else ''})", d.latest_hours, d.earliest_hours
            )
            for d in demands
            if d.latest_hours is not None
        ),
    )


def _needed(end: End | None) -> bool | None:
    """Whether police or customs are met; what has to be verified counts as needed."""
    return None if end is None else end.immigration != "no" or end.customs != "no"


def _leg(asked: StopAsked, here: Airport, following: Airport | None, context: ToolContext) -> NextLeg | None:
    if following is None:
        return None
    speed, _ = resolve_speed(context, asked.cruise_speed_kts, asked.aircraft_type, "")
    if speed is None:
        return None
    distance = geodesic_nm(here.lat, here.lon, following.lat, following.lon)
    return NextLeg(_endpoint(following), following.time_zone, distance / speed.knots * 60)


def _airfield(text: str | None, context: ToolContext) -> Airport | None:
    if not text:
        return None
    located = locate(text, context, snap=True)
    return None if isinstance(located, NotLocated) else located.airport


def _home(here: Airport, context: ToolContext) -> Airport | None:
    """The pilot's home base as the next leg, unless this is it."""
    home = _airfield(context.question.profile.home_base, context)
    return home if home is not None and home.ident != here.ident else None


def _endpoint(airport: Airport) -> Endpoint:
    return Endpoint(icao=airport.ident, name=airport.name, lat=airport.lat, lon=airport.lon)
