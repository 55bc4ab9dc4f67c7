"""A stop at a field: from the words of a plan to the sum of the time, its border and its deadlines."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from agent.aviation.airports import Airport
from agent.aviation.borders import Borders, End
from agent.aviation.geometry import geodesic_nm
from agent.errors import InvalidQuestion
from agent.locate import NotLocated, locate
from agent.protocol import Endpoint, MissingInfo
from agent.registry import ToolContext
from agent.subjects.ground.around import Around
from agent.subjects.route.speed import resolve_speed
from agent.travel.ground_stop import Border, GroundStop, Limits, NextLeg, Report, ground_stop
from agent.travel.poi import Spot
from agent.travel.transfer import Mode, way
from agent.writing.citations import named
from tongue import say

_LONGEST_HOURS = 160


_EVENING, _SMALL_HOURS = 17, 6


@dataclass(frozen=True)
class StopAsked:
    """What a pilot said of a stop; times carry their zone, `there_by` is local at the next field."""

    landing: datetime
    off_block: datetime | None = None
    there_by: str | None = None
    going_to: str | None = None
    coming_from: str | None = None
    transfer: Mode = "auto"
    people: int = 1
    cruise_speed_kts: float | None = None
    aircraft_type: str | None = None


@dataclass(frozen=True)
class Times:
    """When one lands and leaves. `assumed` is a sentence on a day that was taken for granted."""

    landing: datetime
    off_block: datetime | None
    assumed: str | None = None


def stop_times(
    start: str, end: str | None, day: date | None, leaves: date | None, zone: str, now: datetime
) -> Times:
    """The times of a stop: "11:00" is local, "09:00Z" UTC, "+120" minutes from now.

    Without a day it is today, or tomorrow when that is over. Raises `InvalidQuestion` for times that are past
    or in the wrong order.
    """
    local = ZoneInfo(zone)
    now = now.astimezone(local)
    landing = _moment(start, day or now.date(), local, now)
    first = landing.date()
    off = _moment(end, leaves or first, local, now) if end else None
    assumed: list[str] = []
    if off is not None and off <= landing and leaves is None:
        if landing.hour < _EVENING or off.hour >= _SMALL_HOURS:
            raise InvalidQuestion(
                say(
                    "You leave at {off:%H:%M}, before you land at {landing:%H:%M}. "
                    "On a later day? Give me its date.",
                    off=off,
                    landing=landing,
                )
            )
        off = _moment(end or "", first + timedelta(days=1), local, now)
        assumed.append(say("I took off blocks {off:%H:%M} as {off:%A %-d %b}.", off=off))
    if off is not None and off <= landing:
        raise InvalidQuestion(
            say("You leave on {off:%A %-d %b}, before you land on {landing:%A %-d %b}.", off=off, landing=landing)
        )
    last = off or landing
    if last < now and day is None:
        ahead = timedelta(days=1)
        landing, off = landing + ahead, off + ahead if off else None
        assumed.append(say("Over for today: I took tomorrow."))
    elif last < now - timedelta(minutes=15):
        raise InvalidQuestion(
            say(
                "That is in the past: it is {now:%H:%M %Z} on {now:%A %-d %b} there. Which day do you mean?",
                now=now,
            )
        )
    return Times(landing, off, " ".join(assumed) or None)


def _moment(text: str, day: date, local: ZoneInfo, now: datetime) -> datetime:
    if text.startswith("+"):
        # In one zone Python adds to the clock, not to the time.
        return (
            (now.astimezone(UTC) + timedelta(minutes=int(text))).astimezone(local).replace(second=0, microsecond=0)
        )
    clock = time.fromisoformat(text.removesuffix("Z"))
    zone = UTC if text.endswith("Z") else local
    return datetime.combine(day, clock, zone).astimezone(local)


def stop_at(asked: StopAsked, here: Around, context: ToolContext) -> GroundStop | MissingInfo | None:
    """The sum of a stop; None when the field or its time zone is not known, a question when a time needs more."""
    field = here.airfield
    if field is None or not here.zone:
        return None
    following = airfield_of(asked.going_to, context) or _home(field, context)
    before = airfield_of(asked.coming_from, context)
    base = Spot(lat=field.lat, lon=field.lon)
    leg = _leg(asked, field, following, context)
    limits = Limits()
    if asked.there_by is not None:
        if following is None:
            return MissingInfo(
                key="other",
                reason=say("Required to know when you have to leave"),
                prompt=say("Where do you have to be at {there_by}?", there_by=asked.there_by),
            )
        if leg is None:
            _, question = resolve_speed(
                context,
                asked.cruise_speed_kts,
                asked.aircraft_type,
                say("Required to know when you have to leave"),
            )
            if question is not None:
                return question
        limits = Limits(wanted_there=_there(asked, following))
    found = ground_stop(
        _endpoint(field),
        here.zone,
        asked.landing,
        planned_off=asked.off_block,
        transfer_minutes=way(base, here.centre, asked.transfer)[0],
        transfer=asked.transfer,
        people=asked.people,
        leg=leg,
        limits=limits,
        border=border_of(field, before or following, following, context),
    )
    if asked.off_block is None and asked.there_by is None and found.sunset is None:
        return MissingInfo(
            key="other",
            reason=say("Required to add up the time"),
            prompt=say("Off blocks at what time?"),
            examples=("14:00", "16:00", "18:00"),
        )
    return found.model_copy(update={"stated_hours": _stated_hours(field, context)})


def _there(asked: StopAsked, following: Airport) -> datetime:
    """When one wants to be at the next field, as its own clocks show."""
    day = (asked.off_block or asked.landing).date()
    return datetime.combine(
        day, time.fromisoformat(asked.there_by or "23:59"), ZoneInfo(following.time_zone or "UTC")
    )


def _stated_hours(field: Airport, context: ToolContext) -> str | None:
    """The hours of a field as its document words them, with the document."""
    fact = context.deps.facts.of(field.ident).first("hours")
    if fact is None or not isinstance(fact.value, str) or len(fact.value) > _LONGEST_HOURS:
        return None
    return say("“{text}”", text=fact.value) + f" ({named(fact.source.name.split(',')[0])})"


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


def airfield_of(text: str | None, context: ToolContext) -> Airport | None:
    """The airfield of that name, else the one of the town."""
    if not text:
        return None
    located = locate(text, context, snap=True)
    return None if isinstance(located, NotLocated) else located.airport


def _home(here: Airport, context: ToolContext) -> Airport | None:
    """The pilot's home base as the next leg, unless this is it."""
    home = airfield_of(context.question.profile.home_base, context)
    return home if home is not None and home.ident != here.ident else None


def _endpoint(airport: Airport) -> Endpoint:
    return Endpoint(icao=airport.ident, name=airport.name, lat=airport.lat, lon=airport.lon)
