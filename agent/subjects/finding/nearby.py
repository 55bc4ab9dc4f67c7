"""Lists of airfields around a place: how far, on which side, within a time of flight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from pydantic import AliasChoices, Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.airports import Airport, Near
from agent.aviation.areas import Area, beside
from agent.aviation.geometry import initial_bearing_deg
from agent.aviation.places import Place
from agent.aviation.visiting import GOOD, SHUT, standing
from agent.deps import Deps
from agent.errors import InvalidQuestion
from agent.language.ends import field_of
from agent.locate import Located, NotLocated, describe, locate, which_reading
from agent.protocol import Choice, MarkersView, MissingInfo, PointLabel, PointView, Source, ToolCall
from agent.registry import ToolContext, tool
from agent.subjects.finding.airport_list import (
    CLOSED_AIRSPACE,
    AirportList,
    AirportSummary,
    ListArguments,
    by_figure,
    counts,
    in_closed_airspace,
    map_sources,
    markers,
    nearly,
    rank_by_facts,
    ranked_by,
    sources_for,
    summary,
    surface_of,
    unheeded,
    without_hubs,
)
from agent.subjects.finding.filters import Filters, apply, contradiction, profile
from agent.subjects.finding.into_wind import end_in, end_words, read_blown, wish_words
from agent.subjects.finding.liked import liked_first, likings, shown_of, told_of_it
from agent.subjects.finding.measured import Measured, measured
from agent.subjects.finding.named import AREAS
from agent.subjects.finding.nearer_unknown import nearer_unknown
from agent.subjects.finding.orders import fee_of
from agent.subjects.finding.tool import counted, home_countries, named_area
from agent.subjects.route.speed import (
    SLOWEST_KTS,
    CruiseSpeed,
    format_hours,
    hours_said,
    speed_or_assumed,
)
from agent.weather.report import Wind
from agent.weather.said_wind import parse_wind
from agent.weather.winds import reach_nm
from tongue import say

DEFAULT_RADIUS_NM = 50.0
WIDEST_RADIUS_NM = 1000.0
_WIDEST_OFFERED_NM = 300.0
Direction = Literal[
    "north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west", "central"
]
SAME_FIELD_NM = 2.0
"""Nearer than that to where a flight starts is no reach."""
SECTORS = {
    "north": 0,
    "north_east": 45,
    "east": 90,
    "south_east": 135,
    "south": 180,
    "south_west": 225,
    "west": 270,
    "north_west": 315,
}
"""Each direction's bearing: a quarter of the circle around it is meant."""


class NearArguments(ListArguments):
    """A place and how far around it."""

    location_query: str = Field(
        validation_alias=AliasChoices("location_query", "location"),
        description="town, lake, airfield or coordinates, with its country",
    )
    max_distance_nm: float = Field(default=DEFAULT_RADIUS_NM, description="radius")
    within_minutes: float | None = Field(default=None, gt=0, le=1440, description="minutes of flight")
    cruise_speed_kts: float | None = Field(default=None, description="knots")
    aircraft_type: str | None = Field(default=None, description='"C172", "SR22" …')
    wind: str | None = Field(default=None, description='"240/20"')
    headwind_kts: SkipJsonSchema[float | None] = Field(
        default=None, ge=-99, le=99, description="knots on the nose whichever way; negative on the tail"
    )
    runway_wind: SkipJsonSchema[str | None] = Field(
        default=None, description='"240", "270/22": with a runway into it'
    )
    crosswind_limit_kt: SkipJsonSchema[float | None] = Field(
        default=None, gt=0, le=60, description="knots across in it"
    )
    """Read from words alone: other programs pay for every word of a schema."""
    direction: Direction | None = Field(default=None, description="side of the place")
    asked_of_it: SkipJsonSchema[Filters] = Field(default=Filters(), description="asked of the field found")
    """ "And does it have avgas" behind the nearest: no condition, told of each."""
    but_its_own: SkipJsonSchema[bool] = False
    """ "Alternates near Cherbourg": not the field of the place itself."""

    @field_validator("direction", mode="before")
    @classmethod
    def _one_spelling(cls, value: object) -> object:
        return value.lower().replace("-", "_").replace(" ", "_") if isinstance(value, str) else value

    @field_validator("max_distance_nm")
    @classmethod
    def _a_sane_radius(cls, value: float) -> float:
        if not 0 < value <= WIDEST_RADIUS_NM:
            raise ValueError(
                say(
                    "give a radius from {least:g} to {most:,.0f} {unit}", least=1, most=WIDEST_RADIUS_NM, unit="nm"
                )
            )
        return value

    @field_validator("location_query")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError(say("say around which place to look"))
        return value.strip()[:200]


class NearbyAirports(AirportList):
    """Airfields around `center`, nearest first; with `within_minutes` the circle is what still air allows.

    In a `wind` it is no circle: `radius_nm` is how far one comes with it, `least_reach_nm` against it.
    `usable_first`: fields without a known runway, and military, private or gliding ones, stand behind the others;
    of what is within a flight time the better known stand first, each with its own time.
    `nearest_usable` is the first of the others where the order is by distance alone and something else is nearer.
    `with_it` names the nearest field that is known to have what is asked of the one found.
    `wider_nm` is the circle to look in next: where nothing fits, one in which something is known to.
    """

    center: PointLabel | None = None
    with_it: SkipJsonSchema[str] = ""
    radius_nm: float = DEFAULT_RADIUS_NM
    direction: str | None = None
    within_minutes: float | None = None
    cruise_speed_kts: float | None = None
    cruise_speed_source: str | None = None
    wind: Wind | None = None
    headwind_kts: SkipJsonSchema[float | None] = None
    least_reach_nm: float | None = None
    runway_wish: SkipJsonSchema[str] = ""
    landed_with: SkipJsonSchema[str | None] = None
    """The aircraft to land with, where no time of flight is asked: it chooses nothing, and the answer says so."""
    usable_first: bool = False
    nearest_usable: AirportSummary | None = None
    nearer_unknown: SkipJsonSchema[tuple[str, ...]] = ()
    wider_nm: float | None = None


_LEAST_WIDER_NM = 10
"""A circle of two or three miles rounds to none: it has to grow, or looking for a wider one never ends."""


def _wider(radius: float) -> float:
    return min(max(round(radius * 1.6 / 10) * 10, _LEAST_WIDER_NM), WIDEST_RADIUS_NM)


def _wide_enough(
    located: Located, radius: float, filters: Filters, arguments: NearArguments, deps: Deps
) -> float | None:
    """The next circle in which a field is known to fit; None when the widest that is worth asking for has none."""
    while radius < _WIDEST_OFFERED_NM:
        radius = _wider(radius)
        around = [
            near.airport
            for near in deps.airports.within(located.lat, located.lon, radius)
            if not _is_asked_by_code(near.airport, located) and _lies(near.airport, located, arguments.direction)
            if not in_closed_airspace(near.airport, deps)
        ]
        if apply(filters, around, lambda a: a, deps, max_hours_notice=arguments.max_hours_notice).kept:
            return radius
    return None


_BESIDE_A_RANGE_NM = 15.0
"""So far from its edge a field is still near a range."""


def _to_the_nearest_abroad(
    located: Located, radius: float, filters: Filters, arguments: NearArguments, deps: Deps
) -> float:
    """The circle that reaches the nearest field of a country, however far: known to fit, else not known not to."""
    lies = [
        near
        for near in deps.airports.within(located.lat, located.lon, WIDEST_RADIUS_NM)
        if _lies(near.airport, located, arguments.direction) and not in_closed_airspace(near.airport, deps)
    ]
    found = apply(filters, lies, lambda n: n.airport, deps, max_hours_notice=arguments.max_hours_notice)
    fits = min((near.distance_nm for near in found.kept), default=None)
    if fits is None:
        alone = Filters(country=filters.country)
        fits = min((near.distance_nm for near in apply(alone, lies, lambda n: n.airport, deps).kept), default=0.0)
    while radius < min(fits, WIDEST_RADIUS_NM):
        radius = _wider(radius)
    return radius


_FARTHEST_NEAREST_NM = 320
"""What is known beyond says more of the data than of the country."""


def _to_the_nearest(
    located: Located, radius: float, filters: Filters, arguments: NearArguments, deps: Deps
) -> float:
    """The circle for "the closest with …" where no distance was named: up to the first that is known to fit."""
    near = (found.airport for found in deps.airports.within(located.lat, located.lon, radius))
    if apply(filters, list(near), lambda a: a, deps, max_hours_notice=arguments.max_hours_notice).kept:
        return radius
    if filters.country:
        return _to_the_nearest_abroad(located, radius, filters, arguments, deps)
    wider = _wide_enough(located, radius, filters, arguments, deps)
    return wider if wider is not None and wider <= _FARTHEST_NEAREST_NM else radius


@tool(kind="route", visualization="point_with_markers")
async def find_airports_near_location(arguments: NearArguments, context: ToolContext) -> NearbyAirports:
    """Airfields within a distance or flight time of a place, with filters."""
    deps = context.deps
    contradiction(arguments.filters)
    wanted, aside = arguments.filters.heeded()
    landed_with = arguments.aircraft_type if arguments.within_minutes is None else None
    if landed_with and arguments.priority_strategy == "distance":
        arguments = arguments.model_copy(
            update={"priority_strategy": "balanced"}
        )  # it needs a runway that is known
    if arguments.direction == "central":
        aside = (*aside, "central")
    arguments = arguments.model_copy(update={"filters": wanted})
    located = locate(arguments.location_query, context, snap=False)
    if isinstance(located, NotLocated):
        return NearbyAirports(
            found=False,
            message=located.message,
            radius_nm=arguments.max_distance_nm,
            choices=_instead(located.suggestions, arguments),
        )
    ask = which_reading(located, "location_query", context, None) if _differ(located.readings) else None
    if ask is not None:
        return NearbyAirports(
            found=False, missing_info=(ask,), radius_nm=arguments.max_distance_nm, message=ask.prompt
        )
    speed, ask = _speed(arguments, context)
    if ask is not None:
        return NearbyAirports(
            found=False, missing_info=(ask,), radius_nm=arguments.max_distance_nm, message=ask.prompt
        )
    wind = _wind(arguments)
    told, speed = speed, _over_the_ground(speed, arguments)
    if speed is not None and arguments.within_minutes is not None:
        most = speed.knots + (wind.speed_kt or 0 if wind is not None else 0)
        radius = min(arguments.within_minutes / 60 * most, WIDEST_RADIUS_NM)
    else:
        radius = max(arguments.max_distance_nm, _reach(located.place, arguments))
    outline = _range_of(located, arguments, context)
    if outline is not None and arguments.max_distance_nm == DEFAULT_RADIUS_NM:
        radius = _BESIDE_A_RANGE_NM
    filters = without_hubs(arguments.filters, arguments.priority_strategy)
    if arguments.priority_strategy == "distance" and radius == DEFAULT_RADIUS_NM and outline is None:
        radius = _to_the_nearest(located, radius, filters, arguments, deps)
    inside = (
        deps.airports.within(located.lat, located.lon, radius)
        if outline is None
        else _along(outline, radius, deps)
    )
    own = field_of(arguments.location_query, deps) if arguments.but_its_own else None
    around = [
        near
        for near in inside
        if own is None or near.airport.icao != own
        if not _is_asked_by_code(near.airport, located) and _lies(near.airport, located, arguments.direction)
        if arguments.within_minutes is None or near.distance_nm > SAME_FIELD_NM
        if wind is None or _reach_towards(near.airport, located, arguments, speed, wind) >= near.distance_nm
    ]
    if filters.country and arguments.priority_strategy == "distance" and radius > DEFAULT_RADIUS_NM:
        abroad = Filters(country=filters.country)
        around = [*apply(abroad, around, lambda n: n.airport, deps).kept]
    open_to_all = [near for near in around if not in_closed_airspace(near.airport, deps)]
    closed = len(around) - len(open_to_all)
    blown = read_blown(arguments.runway_wind) if arguments.runway_wind else None
    ends = {
        near.airport.ident: end
        for near in (open_to_all if blown else ())
        if blown and (end := end_in(blown[0], arguments.crosswind_limit_kt, near.airport, deps)) is not None
    }
    if blown:
        open_to_all = [near for near in open_to_all if near.airport.ident in ends]
    home = _origins(located, context)
    ranked = _ranked(open_to_all, arguments, context, home)
    other = measured(
        arguments, arguments.measured_from, context, arguments.cruise_speed_kts, arguments.aircraft_type
    )
    if isinstance(other, NotLocated):
        return NearbyAirports(found=False, message=other.message, radius_nm=radius)
    if isinstance(other, MissingInfo):
        return NearbyAirports(found=False, missing_info=(other,), message=other.prompt, radius_nm=radius)
    if other is not None:
        ranked = other.kept(ranked, lambda near: near.airport)
    filtered = apply(
        filters,
        ranked,
        lambda n: n.airport,
        deps,
        max_hours_notice=arguments.max_hours_notice,
        liked=arguments.liked,
    )
    by_distance = tuple(sorted(filtered.kept, key=lambda n: n.distance_nm))
    kept = tuple(liked_first(filtered.kept, arguments.liked, lambda n: n.airport, deps))

    def summarise(near: Near) -> AirportSummary:
        ranked = ranked_by(near.airport, arguments.priority_strategy, deps, home)
        if other is not None and ranked is None:
            ranked = other.time(near.airport)
        elif speed is not None and ranked is None:
            ranked = hours_said(_hours_to(near, located, arguments, speed, wind))
        if blown and (end := ends.get(near.airport.ident)) is not None:
            across = end_words(end, near.airport, deps, with_strength=blown[1])
            ranked = f"{ranked} · {across}" if ranked else across
        if told := told_of_it(near.airport, arguments.asked_of_it, deps):
            ranked = f"{ranked} · {told}" if ranked else told
        return summary(
            near.airport,
            deps,
            shown_of(
                near.airport, shown_of(near.airport, filters, arguments.liked, deps), arguments.asked_of_it, deps
            ),
            ranked,
            distance_nm=_far(near, other, along=outline is not None),
        )

    aside = (
        *aside,
        *unheeded(arguments.priority_strategy, (near.airport for near in filtered.kept), deps, filters),
    )
    shown = tuple(summarise(near) for near in kept[: arguments.offset + arguments.max_results])
    with_it, its_sources = _with_it(located, kept, arguments, deps)
    label = outline.name if outline else located.label
    center = PointLabel(label=label, lat=located.lat, lon=located.lon)
    here = located.airport.country if located.airport else located.place.country
    if (closed and not open_to_all) or (here and deps.borders.of_country(here).closed):
        return NearbyAirports(
            found=False, center=center, radius_nm=radius, message=CLOSED_AIRSPACE, left_out_closed=closed
        )
    return NearbyAirports(
        found=bool(shown),
        center=center,
        radius_nm=radius,
        direction=arguments.direction if arguments.direction in SECTORS else None,
        within_minutes=arguments.within_minutes,
        cruise_speed_kts=told.knots if told else None,
        cruise_speed_source=told.source if told else None,
        wind=wind,
        headwind_kts=arguments.headwind_kts if told and wind is None else None,
        least_reach_nm=_reach_against(arguments, speed, wind),
        landed_with=landed_with,
        runway_wish=wish_words(blown[0], arguments.crosswind_limit_kt, with_strength=blown[1]) if blown else "",
        airports=shown,
        offset=arguments.offset,
        sources=(
            *sources_for(shown or nearly(filtered, summarise), filters, deps),
            *map_sources(filters, deps, arguments.priority_strategy),
            *its_sources,
        ),
        filter_profile=profile(filters, max_hours_notice=arguments.max_hours_notice, max_distance_nm=radius),
        visualization=PointView(point=center, markers=markers(shown, arguments.offset), radius_nm=radius)
        if outline is None
        else MarkersView(data=markers(shown, arguments.offset)),
        choices=_other_readings(located.readings, arguments, context),
        left_out_closed=closed,
        left_aside=aside,
        usable_first=other is None and arguments.priority_strategy == "balanced" and filtered.kept != by_distance,
        nearest_usable=_nearest_usable(kept, summarise, context) if other is None else None,
        nearer_unknown=nearer_unknown(ranked, kept[0], filters, deps)
        if kept and arguments.priority_strategy == "distance" and other is None and not arguments.offset
        else (),
        measured=other.words if other else "",
        liked=likings((near.airport for near in kept), arguments.liked, deps),
        with_it=with_it,
        wider_nm=_wider(radius) if shown or outline else _wide_enough(located, radius, filters, arguments, deps),
        **counted(counts(filtered, summarise)),
    )


def _with_it(
    located: Located, kept: Sequence[Near], arguments: NearArguments, deps: Deps
) -> tuple[str, tuple[Source, ...]]:
    """The nearest known to have what is asked of the field found, where that is another, and who says so."""
    asked = arguments.asked_of_it
    wanted = [(name, value) for name, value in asked if value is not None]
    if not wanted or not kept:
        return "", ()
    around = deps.airports.within(located.lat, located.lon, _FAR_NM)
    wished = without_hubs(asked, "distance")
    known = sorted(apply(wished, around, lambda n: n.airport, deps).kept, key=lambda n: n.distance_nm)
    if not known:
        return say("None within {far:.0f} nm is known to have that.", far=_FAR_NM), ()
    first = known[0]
    sources = sources_for((summary(first.airport, deps, wished),), wished, deps)
    if first.airport.ident == kept[0].airport.ident:
        return "", sources
    told = say(
        "Nearest known to have that: {ident} {name}, {far:.0f} nm.",
        ident=first.airport.ident,
        name=first.airport.short_name,
        far=first.distance_nm,
    )
    return told, sources


_FAR_NM = 150.0


def _far(near: Near, other: Measured | None, *, along: bool) -> float | None:
    """From the place asked about, or from the other one that the fields are told from; none in a range."""
    if other is not None:
        return other.far(near.airport)
    return near.distance_nm or None if along else near.distance_nm


def _is_asked_by_code(airport: Airport, located: Located) -> bool:
    """Whoever gives a code knows that field; a name ("Sion") is the town as well, and its field belongs to it."""
    codes = {code.casefold() for code in (airport.ident, airport.icao, airport.iata) if code}
    return located.asked.casefold() in codes


def _reach(place: Place, arguments: NearArguments) -> float:
    """Around a lake or a range, the default radius starts at the shore, not in the middle."""
    if arguments.max_distance_nm != DEFAULT_RADIUS_NM or place.kind not in AREAS:
        return arguments.max_distance_nm
    return max(arguments.max_distance_nm, min(place.extent_nm + 15.0, 150.0))


def _range_of(located: Located, arguments: NearArguments, context: ToolContext) -> Area | None:
    """The range or region around which one looks, where it has a line; None for a place that is a spot."""
    if located.place.kind not in AREAS or arguments.within_minutes is not None:
        return None
    area = named_area(located.asked, context)
    return area if area is not None and area.line else None


def _along(outline: Area, radius: float, deps: Deps) -> list[Near]:
    """The fields in a range and within a distance of its edge, by distance; in it the more useful first."""
    away = {airport.ident: away for airport, away in beside(outline, deps.airports) if away <= radius}
    ranked = rank_by_facts([a for ident in away if (a := deps.airports.get(ident))], deps)
    found = [Near(airport, round(away[airport.ident], 1)) for airport in ranked]
    return sorted(found, key=lambda near: near.distance_nm)


def _speed(arguments: NearArguments, context: ToolContext) -> tuple[CruiseSpeed | None, MissingInfo | None]:
    """The speed that a flight time needs, assumed where the pilot has told none, or what to ask for it."""
    if arguments.within_minutes is None:
        return None, None
    why = say(
        "Required to find what is within {format_hours}", format_hours=format_hours(arguments.within_minutes / 60)
    )
    return speed_or_assumed(context, arguments.cruise_speed_kts, arguments.aircraft_type, why)


def _wind(arguments: NearArguments) -> Wind | None:
    """The wind of a flight time, where one is said. Raises `InvalidQuestion` for one that cannot be."""
    if not arguments.wind or arguments.within_minutes is None:
        return None
    wind = parse_wind(arguments.wind)
    if wind.direction_deg is None or wind.speed_kt is None:
        raise InvalidQuestion(say("A variable wind has no direction to plan with. Give me one like 240/20."))
    return wind if wind.speed_kt else None


def _over_the_ground(speed: CruiseSpeed | None, arguments: NearArguments) -> CruiseSpeed | None:
    """The speed with the same wind on the nose whichever way one flies. Raises `InvalidQuestion` for too much."""
    if speed is None or arguments.headwind_kts is None or arguments.wind:
        return speed
    knots = speed.knots - arguments.headwind_kts
    if knots <= SLOWEST_KTS:
        raise InvalidQuestion(
            say("With {knots:g} kt in that wind the aircraft hardly moves over the ground.", knots=speed.knots)
        )
    return replace(speed, knots=knots)


def _reach_on(bearing: float, arguments: NearArguments, speed: CruiseSpeed | None, wind: Wind) -> float:
    if speed is None or arguments.within_minutes is None:
        return 0.0
    blows = float(wind.direction_deg or 0), float(wind.speed_kt or 0)
    return reach_nm(arguments.within_minutes, speed.knots, *blows, bearing)


def _reach_towards(
    airport: Airport, located: Located, arguments: NearArguments, speed: CruiseSpeed | None, wind: Wind
) -> float:
    """How far one comes on the way to a field: with the wind further, against it less far."""
    bearing = initial_bearing_deg(located.lat, located.lon, airport.lat, airport.lon)
    return _reach_on(bearing, arguments, speed, wind)


def _reach_against(arguments: NearArguments, speed: CruiseSpeed | None, wind: Wind | None) -> float | None:
    return None if wind is None else round(_reach_on(float(wind.direction_deg or 0), arguments, speed, wind), 1)


def _hours_to(
    near: Near, located: Located, arguments: NearArguments, speed: CruiseSpeed, wind: Wind | None
) -> float:
    """The flight time to a field in the wind, or in still air."""
    if wind is None or arguments.within_minutes is None:
        return near.distance_nm / speed.knots
    reach = _reach_towards(near.airport, located, arguments, speed, wind)
    return arguments.within_minutes / 60 * near.distance_nm / reach


def _lies(airport: Airport, located: Located, direction: str | None) -> bool:
    """Whether a field lies in the quarter of the circle around a direction."""
    if direction not in SECTORS:
        return True
    bearing = initial_bearing_deg(located.lat, located.lon, airport.lat, airport.lon)
    return abs((bearing - SECTORS[direction] + 180) % 360 - 180) <= 45


def _origins(located: Located, context: ToolContext) -> tuple[str, ...]:
    """The country that a pilot is taken to come from: that of the home base, else of the place."""
    here = located.airport.country if located.airport else located.place.country
    return home_countries(context) or ((here,) if here else ())


def _ranked(
    around: list[Near], arguments: NearArguments, context: ToolContext, home: tuple[str, ...]
) -> list[Near]:
    strategy = arguments.priority_strategy
    if strategy == "cheapest" and not any(fee_of(n.airport, context.deps) for n in around):
        strategy = "balanced"  # no fee is known of any, which the answer says
    if strategy == "facts":
        facts = context.deps.facts
        return sorted(around, key=lambda n: (-facts.weight(n.airport.ident), n.distance_nm))
    if strategy == "balanced" and arguments.within_minutes is not None:
        order = {a.ident: n for n, a in enumerate(rank_by_facts((n.airport for n in around), context.deps))}
        return sorted(around, key=lambda n: order[n.airport.ident])
    if strategy == "balanced":
        return sorted(around, key=lambda n: (not _is_usable(n.airport, context), n.distance_nm))
    if strategy == "distance" and arguments.filters.military is None:
        return sorted(around, key=lambda n: (_is_shut(n.airport, context), n.distance_nm))
    return by_figure(around, strategy, lambda n: n.airport, context.deps, home, surface_of(arguments.filters))


def _nearest_usable(
    kept: Sequence[Near], summarise: Callable[[Near], AirportSummary], context: ToolContext
) -> AirportSummary | None:
    if not kept or _is_usable(kept[0].airport, context):
        return None
    return next((summarise(near) for near in kept if _is_usable(near.airport, context)), None)


def _is_shut(airport: Airport, context: ToolContext) -> bool:
    """Whether a stranger may not simply come: military, private or restricted by what is known."""
    return standing(airport, context.deps.airports, context.deps.facts) == SHUT


def _is_usable(airport: Airport, context: ToolContext) -> bool:
    return standing(airport, context.deps.airports, context.deps.facts) == GOOD


def _differ(readings: tuple[Place, ...]) -> bool:
    return len({(place.country, place.admin) for place in readings}) > 1


def _other_readings(
    readings: tuple[Place, ...], arguments: NearArguments, context: ToolContext
) -> tuple[Choice, ...]:
    return _instead(tuple(describe(place, context) for place in readings[1:4]), arguments)


def _instead(names: tuple[str, ...], arguments: NearArguments) -> tuple[Choice, ...]:
    """The same question around other places."""
    asked = ToolCall(tool="find_airports_near_location", arguments=arguments.canonical())
    return tuple(
        Choice(label=name, text=say("Airports near {name}", name=name), call=asked.varied(location_query=name))
        for name in names
    )
