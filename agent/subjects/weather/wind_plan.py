"""Out and back through the wind: a wind that was said, or what the forecast models have at the height and hour."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Self

from pydantic import AliasChoices, AwareDatetime, Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.geometry import geodesic_nm, initial_bearing_deg
from agent.aviation.hours import zone_of
from agent.errors import InvalidQuestion, UpstreamError
from agent.protocol import Endpoint, RouteLine, RouteView, ToolResult, Value
from agent.registry import ToolContext, tool
from agent.subjects.route.speed import ASSUMED_KT, resolve_speed
from agent.subjects.route.tool import EndsArguments, Unfound, find_ends
from agent.subjects.weather.along import WindsAlong, winds_along
from agent.subjects.weather.level import USUAL_FT, assumed_level
from agent.subjects.weather.place import find_moment
from agent.subjects.weather.unreached import when_of
from agent.weather.models import FIGURES_AT, MINUTES_AT, ForecastModel, Lead, first_told, lead_at
from agent.weather.open_meteo import HIGHEST_FT, SOURCE, Point, levels_for
from agent.weather.report import Wind
from agent.weather.route import Flown, Piece, cut, fly, reversed_pieces
from agent.weather.said_wind import parse_wind
from agent.weather.section import SHOWN_AT, RouteSection, section_of
from agent.weather.winds import Vector, critical_point_nm, solve
from tongue import say

FARTHEST = timedelta(days=14)


class WindPlanArguments(EndsArguments):
    """A route, the true airspeed, and a wind, or a time and a height to look one up; or a track in a wind."""

    from_location: str = Field(
        default="",
        validation_alias=AliasChoices("from_location", "from", "departure"),
        description="code, town or place",
    )
    to_location: str = Field(
        default="",
        validation_alias=AliasChoices("to_location", "to", "destination"),
        description="code, town or place",
    )
    via: SkipJsonSchema[tuple[str, ...]] = Field(
        default=(), max_length=6, description="places to land at on the way"
    )
    track_deg: float | None = Field(default=None, ge=0, le=360, description="a true track, instead of a route")
    true_airspeed_kts: float | None = Field(
        default=None,
        validation_alias=AliasChoices("true_airspeed_kts", "cruise_speed_kts"),
        description="knots; wins over the aircraft type",
    )
    aircraft_type: str | None = Field(default=None, description='"C172", "SR22", "Robin DR400" …')
    wind: str | None = Field(
        default=None, description='"240/20", several for equal parts of the way: "240/18, 250/24"'
    )
    day: str | None = Field(default=None, description='"tomorrow", "Saturday", ISO date')
    time: str | None = Field(default=None, description="local time of departure HH:MM, or UTC with a Z")
    level_ft: float | None = Field(
        default=None, ge=0, le=100_000, description="cruising height above the sea in feet"
    )

    @model_validator(mode="after")
    def _has_a_way(self) -> Self:
        if self.track_deg is None and not (self.from_location and self.to_location):
            raise ValueError(say("say where from and where to"))
        return self


class ModelWinds(Value):
    """One model's answer: minutes both ways and the mean wind along the track (positive: on the nose), its run."""

    model: str
    out_minutes: float | None = None
    back_minutes: float | None = None
    out_head_kt: float | None = None
    back_head_kt: float | None = None
    middle_from_deg: int | None = None
    middle_kt: int | None = None
    run: AwareDatetime | None = None
    run_sleeping: bool = False


class Heading(Value):
    """What is steered half-way: degrees true, and the knots over the ground."""

    true_deg: int
    ground_kt: int


class WindLeg(Value):
    """One flight of several: minutes as it is flown and back, what is steered half-way in a wind that was said."""

    start: Endpoint
    end: Endpoint
    distance_nm: float
    course_deg: int
    out_minutes: float
    back_minutes: float
    out_heading: Heading | None = None
    back_heading: Heading | None = None


class WindPlan(ToolResult):
    """Minutes out and back and in still air, climb and taxi not included. With models `…_range` is least and most.

    With `legs` all figures are of the whole way, one flight after the other.
    `back` leaves where `out` arrives; headings are told of one wind that was said.
    `critical_point_nm` from the start: as long to go on as to go home.
    """

    from_: Endpoint | None = Field(default=None, validation_alias="from", serialization_alias="from")
    to: Endpoint | None = None
    distance_nm: float | None = None
    course_deg: int | None = None
    true_airspeed_kts: float | None = None
    speed_source: str | None = None
    level_ft: float | None = None
    level_assumed: bool = False
    leaves: AwareDatetime | None = None
    leaves_assumed: bool = False
    lead: Lead | None = None
    winds: tuple[Wind, ...] = ()
    out_minutes: float | None = None
    back_minutes: float | None = None
    still_minutes: float | None = None
    out_range: tuple[float, float] | None = None
    back_range: tuple[float, float] | None = None
    critical_point_nm: float | None = None
    out_heading: Heading | None = None
    back_heading: Heading | None = None
    models: tuple[ModelWinds, ...] = ()
    weight: float | None = None
    points_apart_nm: int | None = None
    fetched: AwareDatetime | None = None
    stale: bool = False
    time_zone: str | None = None
    first_day_with_minutes: AwareDatetime | None = None
    section: RouteSection | None = None
    legs: SkipJsonSchema[tuple[WindLeg, ...]] = ()


@tool(kind="route", visualization="route", outside=True)
async def get_wind_plan(arguments: WindPlanArguments, context: ToolContext) -> WindPlan:
    """Minutes out and back between two places in the wind: one that is said, or the models' at a height."""
    if not (arguments.from_location and arguments.to_location):
        return _on_a_track(arguments, context)
    if arguments.via:
        return await _in_legs(arguments, context)
    ends = find_ends(arguments, context, "get_wind_plan")
    if isinstance(ends, Unfound):
        return WindPlan(found=False, message=ends.message, choices=ends.choices, missing_info=ends.missing_info)
    start, end = (ends.start.lat, ends.start.lon), (ends.end.lat, ends.end.lon)
    winds = _winds(arguments.wind)
    if not winds and arguments.level_ft is not None and arguments.level_ft > HIGHEST_FT:
        raise InvalidQuestion(
            say(
                "{feet:,.0f} ft is above the levels I look at. Give me one up to {most:,} ft.",
                feet=arguments.level_ft,
                most=HIGHEST_FT,
            )
        )
    speed, ask = resolve_speed(
        context, arguments.true_airspeed_kts, arguments.aircraft_type, "Required to reckon with the wind"
    )
    distance = geodesic_nm(*start, *end)
    base = WindPlan(
        from_=ends.start.endpoint(),
        to=ends.end.endpoint(),
        distance_nm=round(distance, 1),
        course_deg=round(initial_bearing_deg(*start, *end)) % 360,
        winds=winds,
        choices=ends.choices,
        sources=(context.deps.airports.source,),
        visualization=RouteView(route=RouteLine(from_=ends.start.endpoint(), to=ends.end.endpoint())),
    )
    if speed is None:
        wind = base if winds else await _wind_alone(base, arguments, start, end, context)
        if wind.message:
            return wind  # no wind is had: a speed would tell nothing of it
        return wind.model_copy(update={"missing_info": (ask,) if ask else ()})
    base = base.model_copy(
        update={
            "true_airspeed_kts": speed.knots,
            "speed_source": speed.source,
            "still_minutes": round(60 * distance / speed.knots, 1),
            "level_ft": arguments.level_ft,
        }
    )
    if winds:
        return _in_said_wind(base, start, end, speed.knots, winds, distance)
    try:
        return await _in_models(base, arguments, start, end, speed.knots, context)
    except UpstreamError as error:  # how far, and how long in still air, is known all the same
        told = error.naming(_unseen(arguments, start, context)).user_message
        return base.model_copy(update={"message": told})


async def _in_legs(arguments: WindPlanArguments, context: ToolContext) -> WindPlan:
    """Each flight by itself, the next one begun as the last has landed: the time on the ground is not told."""
    stops = (arguments.from_location, *arguments.via, arguments.to_location)
    plans: list[WindPlan] = []
    when: dict[str, str | None] = {"day": arguments.day, "time": arguments.time}
    for start, end in pairwise(stops):
        one = arguments.model_copy(update={"from_location": start, "to_location": end, "via": (), **when})
        plan = await get_wind_plan(one, context)
        if not plan.found or plan.out_minutes is None or plan.back_minutes is None:
            return plan
        plans.append(plan)
        if plan.leaves is not None:
            lands = plan.leaves + timedelta(minutes=plan.out_minutes)
            when = {"day": lands.date().isoformat(), "time": f"{lands:%H:%M}Z"}
    legs = tuple(
        WindLeg(
            start=plan.from_,
            end=plan.to,
            distance_nm=plan.distance_nm or 0.0,
            course_deg=plan.course_deg or 0,
            out_minutes=plan.out_minutes or 0.0,
            back_minutes=plan.back_minutes or 0.0,
            out_heading=plan.out_heading,
            back_heading=plan.back_heading,
        )
        for plan in plans
        if plan.from_ is not None and plan.to is not None
    )
    return plans[0].model_copy(
        update={
            "to": plans[-1].to,
            "distance_nm": round(sum(leg.distance_nm for leg in legs), 1),
            "out_minutes": round(sum(leg.out_minutes for leg in legs), 1),
            "back_minutes": round(sum(leg.back_minutes for leg in legs), 1),
            "still_minutes": round(sum(plan.still_minutes or 0.0 for plan in plans), 1),
            **dict.fromkeys(
                ("out_range", "back_range", "critical_point_nm", "out_heading", "back_heading", "section"), None
            ),
            "legs": legs,
            "choices": tuple(choice for plan in plans for choice in plan.choices),
            "sources": tuple(dict.fromkeys(source for plan in plans for source in plan.sources)),
            "visualization": None,
        }
    )


async def _wind_alone(
    base: WindPlan, arguments: WindPlanArguments, start: Point, end: Point, context: ToolContext
) -> WindPlan:
    """What the models have half-way where a height or a time was said: no minutes before the speed is."""
    if arguments.level_ft is None and not (arguments.day or arguments.time):
        return base
    try:
        found = await _in_models(base, arguments, start, end, ASSUMED_KT, context)
    except UpstreamError as error:
        told = error.naming(_unseen(arguments, start, context)).user_message
        return base.model_copy(update={"message": told})
    if not found.found or not found.models:
        return base
    untimed: dict[str, None] = {"out_minutes": None, "back_minutes": None}
    return found.model_copy(
        update={
            **untimed,
            **dict.fromkeys(("out_range", "back_range", "critical_point_nm", "section")),
            "models": tuple(one.model_copy(update=untimed) for one in found.models),
        }
    )


def _unseen(arguments: WindPlanArguments, start: Point, context: ToolContext) -> str:
    """ "Not seen: the wind on the way at 3,000 ft, Mon 30 Nov 10:00 local"."""
    near = context.deps.airports.nearest(*start, 1)
    zone = zone_of(near[0].airport.time_zone) if near else None
    when = when_of(find_moment(arguments.day, arguments.time, zone, context))
    if arguments.level_ft is None:
        return say("Not seen: the wind on the way{when}.", when=when)
    return say("Not seen: the wind on the way at {feet:,.0f} ft{when}.", feet=arguments.level_ft, when=when)


def _on_a_track(arguments: WindPlanArguments, context: ToolContext) -> WindPlan:
    """The triangle of a track in a wind that was said, and of the track back."""
    winds, track = _winds(arguments.wind), arguments.track_deg or 0.0
    if len(winds) != 1:
        raise InvalidQuestion(say("A track alone says not where: give me the wind too, like 240/20."))
    if winds[0].direction_deg is None or winds[0].speed_kt is None:
        raise InvalidQuestion(say("A variable wind has no direction to plan with. Give me one like 240/20."))
    speed, ask = resolve_speed(
        context, arguments.true_airspeed_kts, arguments.aircraft_type, "Required to reckon with the wind"
    )
    base = WindPlan(course_deg=round(track) % 360, winds=winds)
    if speed is None:
        return base.model_copy(update={"found": False, "missing_info": (ask,) if ask else ()})
    base = base.model_copy(update={"true_airspeed_kts": speed.knots, "speed_source": speed.source})
    blows = Vector.of(float(winds[0].direction_deg), float(winds[0].speed_kt))
    out, back = (_steered(course, speed.knots, blows) for course in (track, track + 180))
    if out is None:
        return base.model_copy(update={"found": False, "message": _no_solution(base)})
    return base.model_copy(update={"out_heading": out, "back_heading": back})


def _winds(said: str | None) -> tuple[Wind, ...]:
    if not said or not said.strip():
        return ()
    try:
        return (parse_wind(said),)
    except InvalidQuestion:
        parts = [part for part in re.split(r"[;,]|\s+(?=\d{3}/)", said) if part.strip()]
        if len(parts) < 2:
            raise
        return tuple(parse_wind(part) for part in parts)


def _in_said_wind(
    base: WindPlan, start: Point, end: Point, knots: float, winds: Sequence[Wind], distance: float
) -> WindPlan:
    if any(wind.direction_deg is None for wind in winds):
        raise InvalidQuestion(say("A variable wind has no direction to plan with. Give me one like 240/20."))
    if any(wind.speed_kt is None for wind in winds):
        raise InvalidQuestion(say("A gust alone is no wind to plan with: give me the mean too, like 240/18G28."))
    vectors = [Vector.of(float(wind.direction_deg or 0), float(wind.speed_kt or 0)) for wind in winds]
    count = len(vectors) * max(1, math.ceil(distance / len(vectors) / 25))
    pieces = cut(start, end, pieces=count)
    by_place = {piece.middle: vectors[i * len(vectors) // len(pieces)] for i, piece in enumerate(pieces)}

    def wind_at(place: Point, when: datetime) -> Vector:
        return by_place[place]

    leaves = datetime(2000, 1, 1, tzinfo=UTC)
    out = fly(pieces, knots, wind_at, leaves)
    back = fly(reversed_pieces(pieces), knots, wind_at, leaves)
    if out is None or back is None:
        return base.model_copy(update={"found": False, "message": _no_solution(base)})
    return base.model_copy(
        update={
            "out_minutes": round(out.minutes, 1),
            "back_minutes": round(back.minutes, 1),
            "critical_point_nm": _critical(base, out, back),
            "out_heading": _heading(pieces, knots, vectors),
            "back_heading": _heading(reversed_pieces(pieces), knots, vectors),
        }
    )


def _heading(pieces: Sequence[Piece], knots: float, winds: Sequence[Vector]) -> Heading | None:
    """In one wind all along, half-way."""
    if len(winds) != 1:
        return None
    return _steered(pieces[len(pieces) // 2].course_deg, knots, winds[0])


def _steered(course_deg: float, knots: float, wind: Vector) -> Heading | None:
    """What is steered on a true course in a wind; None where there is no solution."""
    triangle = solve(course_deg % 360, knots, wind.from_deg, wind.speed_kt)
    if triangle is None:
        return None
    return Heading(true_deg=round(triangle.heading_deg) % 360, ground_kt=round(triangle.ground_speed_kt))


def _no_solution(base: WindPlan) -> str:
    return say(
        "No solution: at {knots:g} kt that wind leaves no course, or hardly any ground speed.",
        knots=base.true_airspeed_kts,
    )


def _critical(base: WindPlan, out: Flown, back: Flown) -> float | None:
    if not base.distance_nm or out.minutes <= 0 or back.minutes <= 0:
        return None
    on, home = 60 * base.distance_nm / out.minutes, 60 * base.distance_nm / back.minutes
    return round(critical_point_nm(base.distance_nm, on, home), 1)


def _assumed(base: WindPlan, context: ToolContext) -> float:
    ends = [context.deps.airports.get(end.icao or "") for end in (base.from_, base.to) if end]
    fields = [field for field in ends if field is not None]
    return assumed_level(fields[0], fields[1]) if len(fields) == 2 else USUAL_FT


async def _in_models(
    base: WindPlan, arguments: WindPlanArguments, start: Point, end: Point, knots: float, context: ToolContext
) -> WindPlan:
    now = context.deps.now()
    level = arguments.level_ft if arguments.level_ft is not None else _assumed(base, context)
    around = context.deps.airports.get(base.from_.icao) if base.from_ and base.from_.icao else None
    zone = zone_of(around.time_zone) if around else None
    moment = find_moment(arguments.day, arguments.time, zone, context)
    leaves, assumed = now, False
    if moment is not None:
        leaves = moment.at or datetime.combine(moment.day, datetime.min.time(), zone or UTC) + timedelta(hours=10)
        leaves, assumed = leaves.astimezone(UTC), moment.at is None
        if assumed and leaves < now and moment.day == now.astimezone(zone or UTC).date():
            leaves = now
    lead = lead_at(leaves, now, zone)
    base = base.model_copy(
        update={
            "level_ft": level,
            "level_assumed": arguments.level_ft is None,
            "leaves": leaves,
            "leaves_assumed": assumed,
            "lead": lead,
            "time_zone": zone.key if zone else None,
        }
    )
    if lead == "past":
        raise InvalidQuestion(say("That time has passed. Give me one from now on."))
    if lead not in FIGURES_AT:
        return base.model_copy(update={"first_day_with_minutes": first_told(leaves, "week")})
    back_by = leaves + timedelta(hours=2 * (geodesic_nm(*start, *end) / knots) * 1.6 + 1)
    pieces = cut(start, end)
    along = await winds_along(pieces, level, leaves, back_by, context)
    forecasts = along.forecasts
    told = [_one_model(model, along, pieces, knots, leaves) for model in along.models]
    known = [one for one in told if one.middle_kt is not None]
    if not known:
        return base.model_copy(
            update={
                "found": False,
                "message": say("No model gives the wind at that height and hour. Try another hour."),
            }
        )
    sources = (SOURCE.model_copy(update={"stale": forecasts.stale, "as_of": forecasts.fetched.date()}),)
    base = base.model_copy(
        update={
            "weight": forecasts.weight,
            "points_apart_nm": along.apart_nm,
            "fetched": forecasts.fetched,
            "stale": forecasts.stale,
            "sources": (*sources, *base.sources),
        }
    )
    if lead not in MINUTES_AT:
        far = [
            one.model_copy(update=dict.fromkeys(("out_minutes", "back_minutes", "out_head_kt", "back_head_kt")))
            for one in known
        ]
        return base.model_copy(update={"models": tuple(far), "first_day_with_minutes": first_told(leaves, "days")})
    outs = sorted(one.out_minutes for one in known if one.out_minutes is not None)
    backs = sorted(one.back_minutes for one in known if one.back_minutes is not None)
    if not outs or not backs:
        return base.model_copy(update={"found": False, "models": tuple(known), "message": _no_solution(base)})
    out, back = outs[len(outs) // 2], backs[len(backs) // 2]
    return base.model_copy(
        update={
            "models": tuple(known),
            "out_minutes": out,
            "back_minutes": back,
            "out_range": (outs[0], outs[-1]),
            "back_range": (backs[0], backs[-1]),
            "critical_point_nm": _critical(base, Flown(out, 0), Flown(back, 0)),
            "section": _section(base, along, start, out),
        }
    )


def _section(base: WindPlan, along: WindsAlong, start: Point, minutes: float) -> RouteSection | None:
    if base.lead not in SHOWN_AT or not (base.from_ and base.to and base.leaves and base.level_ft is not None):
        return None
    ends = (base.from_.icao or base.from_.name, base.to.icao or base.to.name)
    levels, distance = levels_for(base.level_ft), base.distance_nm or 0.0
    found = section_of(
        along.forecasts,
        along.models,
        levels,
        ends,
        start,
        distance,
        base.level_ft,
        base.leaves,
        minutes,
        base.time_zone,
    )
    tells = found is not None and any(c.cloud_percent is not None for one in found.columns for c in one.layers)
    return found if tells else None


def _one_model(
    model: ForecastModel, along: WindsAlong, pieces: Sequence[Piece], knots: float, leaves: datetime
) -> ModelWinds:
    run, wind_at = along.forecasts.runs.get(model.key), along.wind_of(model)
    out = fly(pieces, knots, wind_at, leaves)
    back = fly(reversed_pieces(pieces), knots, wind_at, leaves + timedelta(minutes=out.minutes)) if out else None
    middle = wind_at(pieces[len(pieces) // 2].middle, leaves)
    return ModelWinds(
        model=model.name,
        out_minutes=round(out.minutes, 1) if out else None,
        back_minutes=round(back.minutes, 1) if back else None,
        out_head_kt=round(out.head_kt, 1) if out else None,
        back_head_kt=round(back.head_kt, 1) if back else None,
        middle_from_deg=round(middle.from_deg) if middle else None,
        middle_kt=round(middle.speed_kt) if middle else None,
        run=run.at if run else None,
        run_sleeping=run.sleeping if run else False,
    )
