"""How far it is from one place to another, and how long it takes at the speed in hand."""

from __future__ import annotations

import datetime
from typing import Literal

from pydantic import AliasChoices, Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.formalities import FlightEnd, formalities
from agent.aviation.geometry import geodesic_nm
from agent.aviation.hours import zone_of
from agent.aviation.stand_in import FAR_NM
from agent.locate import Located, NotLocated, Substitution, locate, which_reading
from agent.protocol import (
    Choice,
    Endpoint,
    MissingInfo,
    RouteLine,
    RouteView,
    ToolCall,
    ToolResult,
    there_and_back,
)
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.measures import named_end
from agent.subjects.offered import instead
from agent.subjects.route.course import Course, course_of
from agent.subjects.route.light import LightThere, light_there
from agent.subjects.route.speed import (
    ASSUMED,
    ASSUMED_KT,
    HEADWIND_KTS,
    CruiseSpeed,
    format_hours,
    refuse_same_place,
    resolve_speed,
    time_in_wind,
)
from agent.subjects.route.ways import Way, reckon
from agent.subjects.trip.legs import moment_of
from tongue import say


class EndsArguments(Arguments):
    """Two ends of a route."""

    from_location: str = Field(
        validation_alias=AliasChoices("from_location", "from", "departure"), description="code, town or place"
    )
    to_location: str = Field(
        validation_alias=AliasChoices("to_location", "to", "destination"), description="code, town or place"
    )

    @field_validator("from_location", "to_location")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError(say("say where from and where to"))
        return value.strip()[:200]


class RouteArguments(EndsArguments):
    """Two ends of a route and the speed in hand."""

    cruise_speed_kts: float | None = Field(default=None, description="wins over the aircraft type")
    aircraft_type: str | None = Field(default=None, description='"C172", "DR400" …')


class DistanceArguments(RouteArguments):
    """A route, the wind along it and the time the fuel lasts.

    `flight_hours` is the pilot's own time en route; `by_light`: asked whether one is there by day.
    `arrive_by`, like `off_block`, is by when one wants to be there; `ways` what each of several ways lies over;
    `course`: its track is asked for.
    """

    headwind_kts: float | None = Field(default=None, ge=-150, le=150, description="negative on the tail")
    against_both_ways: SkipJsonSchema[bool] = Field(default=False, description="on the nose on the way back too")
    endurance_hours: float | None = Field(default=None, gt=0, le=100, description="of fuel")
    both_ways: bool = Field(
        default=False, validation_alias=AliasChoices("both_ways", "return"), description="there and back"
    )
    off_block: str | None = Field(default=None, description="local HH:MM or ISO")
    flight_hours: SkipJsonSchema[float | None] = Field(default=None, gt=0, le=30)
    pause_hours: SkipJsonSchema[float | None] = Field(default=None, gt=0, le=48, description="on the ground")
    by_light: SkipJsonSchema[bool] = False
    arrive_by: SkipJsonSchema[str | None] = None
    ways: SkipJsonSchema[list[list[str]] | None] = None
    unit: Literal["km", "sm"] | None = Field(default=None, description="told beside nm")
    course: SkipJsonSchema[bool] = False

    @field_validator("off_block", "arrive_by")
    @classmethod
    def _a_time(cls, value: str | None) -> str | None:
        if value is not None:
            try:
                _day_and_time(value)
            except ValueError:
                raise ValueError(say("give the local time of off blocks as HH:MM")) from None
        return value


class FlightDistance(ToolResult):
    """Distance in nm and, with a speed, the time in still air; climb, taxi and reserve not included.

    `headwind_time_formatted` is the time with `headwind_kts` on the nose (negative: on the tail): the pilot's own
    wind when it was said, else 20 kt. `endurance_left_hours` is what still air, or the wind said, leaves of it.
    `with_pause_formatted` is the time with the pause that was told.
    With `both_ways` the wind said blows the other way on the way back, and the endurance is for both.
    `total_nm` and `total_time_formatted` are of a journey in legs of which this is the last so far.
    `off_blocks` and `on_blocks` are moments in UTC, the second in the wind said, else in still air, and `zones`
    the time zones of both ends. `due` is when one wants to be there.
    `ways` are those asked about, the shortest first.
    `light` is that at the end on the day of arrival; `on_blocks` is by the time en route where one was told.
    `without_field` names the ends in whose territory no airfield is known: the distance is to the place itself.
    """

    from_: Endpoint | None = Field(default=None, validation_alias="from", serialization_alias="from")
    to: Endpoint | None = None
    distance_nm: float | None = None
    cruise_speed_kts: float | None = None
    cruise_speed_source: str | None = None
    estimated_time_hours: float | None = None
    estimated_time_formatted: str | None = None
    headwind_kts: float | None = None
    back_headwind_kts: SkipJsonSchema[float | None] = None
    is_own_wind: bool = False
    headwind_time_formatted: str | None = None
    endurance_hours: float | None = None
    endurance_left_hours: float | None = None
    both_ways: bool = False
    unit: Literal["km", "sm"] | None = None
    back_time_formatted: str | None = None
    both_ways_time_formatted: str | None = None
    with_pause_formatted: SkipJsonSchema[str | None] = None
    off_blocks: datetime.datetime | None = None
    on_blocks: datetime.datetime | None = None
    due: SkipJsonSchema[datetime.datetime | None] = None
    zones: tuple[str | None, str | None] = (None, None)
    light: SkipJsonSchema[LightThere | None] = None
    total_nm: float | None = None
    total_time_formatted: str | None = None
    total_in_wind: str | None = None
    substitutions: dict[str, Substitution] = {}
    without_field: dict[str, str] = {}
    border_inside: tuple[str, ...] = ()
    ways: SkipJsonSchema[tuple[Way, ...]] = ()
    course: SkipJsonSchema[Course | None] = None


@tool(kind="route", visualization="route")
async def calculate_flight_distance(arguments: DistanceArguments, context: ToolContext) -> FlightDistance:
    """Distance between two places and the flight time at a cruise speed or with an aircraft type."""
    ends = find_ends(arguments, context, "calculate_flight_distance")
    if isinstance(ends, Unfound):
        return FlightDistance(
            found=False, message=ends.message, missing_info=ends.missing_info, choices=ends.choices
        )
    start, end = ends.start, ends.end
    distance = geodesic_nm(start.lat, start.lon, end.lat, end.lon)
    speed, ask = resolve_speed(
        context, arguments.cruise_speed_kts, arguments.aircraft_type, say("Required to calculate flight time")
    )
    if arguments.by_light and speed is None and arguments.cruise_speed_kts is None:
        speed = CruiseSpeed(ASSUMED_KT, ASSUMED)  # the light is told by it, and the speed is asked all the same
    ways = reckon(arguments.ways or [], start, end, speed.knots if speed else None, context)
    if isinstance(ways, str):
        return FlightDistance(found=False, message=ways)
    hours = distance / speed.knots if speed else None
    wind = arguments.headwind_kts
    in_wind = time_in_wind(distance, speed.knots, HEADWIND_KTS if wind is None else wind) if speed else None
    planned = in_wind if wind is not None else hours
    wind_back = wind if wind is None or arguments.against_both_ways else -wind
    back = (time_in_wind(distance, speed.knots, wind_back) if wind_back is not None else hours) if speed else None
    if arguments.both_ways:
        planned = planned + back if planned is not None and back is not None else None
    endurance = arguments.endurance_hours
    legs = _legs_before(start, context)
    flown = [leg.estimated_time_hours for leg in legs if leg.estimated_time_hours is not None]
    in_all = sum(flown) + hours if hours is not None and flown and len(flown) == len(legs) else None
    against = [hours_in_wind for leg in legs if (hours_in_wind := _in_its_wind(leg)) is not None]
    in_all_against = (
        sum(against) + in_wind if wind is not None and in_wind is not None and len(against) == len(legs) else None
    )
    one_way = arguments.flight_hours or (in_wind if wind is not None else hours)
    leaves = _leaves(arguments, start, context)
    arrives = leaves + datetime.timedelta(minutes=round(one_way * 60)) if leaves and one_way is not None else None
    return FlightDistance(
        from_=start.endpoint(),
        to=end.endpoint(),
        distance_nm=round(distance, 1),
        cruise_speed_kts=speed.knots if speed else None,
        cruise_speed_source=speed.source if speed else None,
        estimated_time_hours=round(hours, 2) if hours is not None else None,
        estimated_time_formatted=format_hours(hours) if hours is not None else None,
        headwind_kts=HEADWIND_KTS if wind is None else wind,
        back_headwind_kts=wind_back,
        is_own_wind=wind is not None,
        headwind_time_formatted=format_hours(in_wind) if in_wind is not None else None,
        endurance_hours=endurance,
        endurance_left_hours=endurance - planned if endurance is not None and planned is not None else None,
        both_ways=arguments.both_ways,
        unit=arguments.unit,
        back_time_formatted=format_hours(back) if arguments.both_ways and back is not None else None,
        both_ways_time_formatted=format_hours(planned) if arguments.both_ways and planned is not None else None,
        with_pause_formatted=format_hours(planned + arguments.pause_hours)
        if arguments.pause_hours is not None and planned is not None
        else None,
        off_blocks=leaves if one_way is not None else None,
        on_blocks=arrives,
        due=_due(arguments, end, leaves, context),
        light=light_there(end, arrives, context) if arrives else None,
        zones=(_zone(start), _zone(end)),
        total_nm=round(distance + sum(leg.distance_nm or 0.0 for leg in legs), 1) if legs else None,
        total_time_formatted=format_hours(in_all) if in_all is not None else None,
        total_in_wind=format_hours(in_all_against) if in_all_against is not None else None,
        substitutions=ends.substitutions,
        without_field=ends.without_field,
        border_inside=border_inside(start, end, context),
        ways=ways,
        course=course_of(start, end, context.deps) if arguments.course else None,
        choices=ends.choices,
        missing_info=(ask,) if ask and arguments.flight_hours is None else (),
        sources=(context.deps.airports.source,),
        visualization=RouteView(route=_line(start.endpoint(), end.endpoint(), both_ways=arguments.both_ways)),
    )


def _in_its_wind(leg: FlightDistance) -> float | None:
    """The hours of a leg in the wind that was said of it."""
    if not leg.is_own_wind or leg.distance_nm is None or leg.cruise_speed_kts is None or leg.headwind_kts is None:
        return None
    return time_in_wind(leg.distance_nm, leg.cruise_speed_kts, leg.headwind_kts)


def _line(start: Endpoint, end: Endpoint, *, both_ways: bool) -> RouteLine:
    return there_and_back(start, end) if both_ways else RouteLine(from_=start, to=end)


def _zone(located: Located) -> str | None:
    return located.airport.time_zone if located.airport else None


def _day_and_time(said: str) -> tuple[datetime.date | None, datetime.time]:
    """ "10:00", or "2026-11-28T10:00". Raises `ValueError`."""
    day, _, clock = said.rpartition("T")
    return datetime.date.fromisoformat(day) if day else None, datetime.time.fromisoformat(clock)


def _leaves(arguments: DistanceArguments, start: Located, context: ToolContext) -> datetime.datetime | None:
    """The moment of off blocks: today where no day is said; None where no time is, or no field."""
    if start.airport is None or arguments.off_block is None:
        return None
    zone = zone_of(start.airport.time_zone) or datetime.UTC
    day, clock = _day_and_time(arguments.off_block)
    return moment_of(day or context.question.at.astimezone(zone).date(), clock, start.airport)


def _due(
    arguments: DistanceArguments, end: Located, leaves: datetime.datetime | None, context: ToolContext
) -> datetime.datetime | None:
    """The moment to be there by: on the day of leaving, where no other is said."""
    if end.airport is None or arguments.arrive_by is None:
        return None
    zone = zone_of(end.airport.time_zone) or datetime.UTC
    day, clock = _day_and_time(arguments.arrive_by)
    day = day or (leaves or context.question.at).astimezone(zone).date()
    due = moment_of(day, clock, end.airport)
    if due is None or leaves is None or leaves - due <= datetime.timedelta(hours=12):
        return due
    return due + datetime.timedelta(days=1)  # past midnight


def _legs_before(start: Located, context: ToolContext) -> list[FlightDistance]:
    """The legs of the same journey that were reckoned before: each ends where the next begins."""
    legs: list[FlightDistance] = []
    begins = start.endpoint()
    for leg in reversed(context.earlier):
        if not isinstance(leg, FlightDistance) or leg.to != begins or leg.from_ is None:
            break
        legs.insert(0, leg)
        begins = leg.from_
    return legs


def border_inside(start: Located, end: Located, context: ToolContext) -> tuple[str, ...]:
    """The services of a border that nobody expects, as both ends lie in one country: Málaga to Ceuta."""
    here, there = (_flight_end(located, context) for located in (start, end))
    if here.territory.country != there.territory.country or here.territory.code == there.territory.code:
        return ()
    flight = formalities(context.deps.borders, context.deps.facts, here, there)
    asked = {"immigration": flight.arrival.immigration, "customs": flight.arrival.customs}
    return tuple(name for name, state in asked.items() if state != "no")


def _flight_end(located: Located, context: ToolContext) -> FlightEnd:
    borders, place = context.deps.borders, located.place
    if located.airport is not None:
        return FlightEnd(borders.territory(located.airport), located.airport)
    named = borders.named(located.asked)
    return FlightEnd(named or borders.of_place(place.lat, place.lon, place.country, place.admins))


class Ends:
    """Both ends of a route, resolved."""

    def __init__(self, start: Located, end: Located, choices: tuple[Choice, ...]) -> None:
        self.start, self.end, self.choices = start, end, choices
        named = {"from": start.substitution, "to": end.substitution}
        self.substitutions = {name: found for name, found in named.items() if found is not None}
        self.without_field = {
            name: found.place.name
            for name, found in (("from", start), ("to", end))
            if found.airport is None and found.others
        }


class Unfound:
    """An end that cannot be resolved without the pilot."""

    def __init__(
        self, message: str, choices: tuple[Choice, ...] = (), missing_info: tuple[MissingInfo, ...] = ()
    ) -> None:
        self.message, self.choices, self.missing_info = message, choices, missing_info


_OTHER = {"from_location": "to_location", "to_location": "from_location"}


def _end(arguments: EndsArguments, name: str) -> str:
    return str(getattr(arguments, name))


def find_ends(arguments: EndsArguments, context: ToolContext, tool_name: str) -> Ends | Unfound:
    """Resolve both ends, airfields standing for towns. Raises `InvalidQuestion` when they are the same."""
    found: dict[str, Located] = {}
    call = ToolCall(tool=tool_name, arguments=arguments.canonical())
    for end in ("from_location", "to_location"):
        located = locate(_end(arguments, end), context, snap=True, beside=[_end(arguments, _OTHER[end])])
        if isinstance(located, NotLocated):
            return Unfound(located.message, instead(located, call, end))
        found[end] = located
    start, end_ = found["from_location"], found["to_location"]
    for here, other, name in ((start, end_, "from"), (end_, start, "to")):
        ask = which_reading(here, f"{name}_location", context, other)
        if ask is not None:
            return Unfound(ask.prompt, (), (ask,))
    if geodesic_nm(start.lat, start.lon, end_.lat, end_.lon) < 0.1:
        far = next((s for e in (start, end_) if (s := e.substitution) and s.distance_nm > FAR_NM), None)
        refuse_same_place(start.label, end_.label, far.geocoded_location.name if far else "")
    others = [
        Choice(
            label=named_end(airport.ident, airport.short_name)
            if name == "from"
            else say("to {field}", field=named_end(airport.ident, airport.short_name)),
            text=f"{name} {airport.ident} {airport.short_name}",
            call=call.varied(**{f"{name}_location": airport.ident}),
        )
        for name, located in (("from", start), ("to", end_))
        for airport in located.others[:3]
    ]
    return Ends(start, end_, tuple(others))
