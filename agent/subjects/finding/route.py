"""Airfields along a route: how far off the track, how far along it, and within reach of a first leg."""

from __future__ import annotations

from pydantic import Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent import regex as re
from agent.aviation.airports import Airport, Along
from agent.aviation.geometry import geodesic_nm
from agent.aviation.visiting import against, standing
from agent.locate import Located, NotLocated, Substitution, locate
from agent.protocol import MissingInfo, RouteLine, RouteMarkersView
from agent.registry import ToolContext, tool
from agent.subjects.finding.airport_list import (
    CLOSED_AIRSPACE,
    ORDER_SAID,
    AirportList,
    AirportSummary,
    ListArguments,
    by_figure,
    counts,
    in_closed_airspace,
    map_sources,
    markers,
    nearly,
    ranked_by,
    sources_for,
    summary,
    surface_of,
    unheeded,
    without_hubs,
)
from agent.subjects.finding.filters import apply, contradiction, profile
from agent.subjects.finding.liked import liked_first, likings, shown_of
from agent.subjects.finding.measured import Measured, measured
from agent.subjects.finding.position import stretch_of
from agent.subjects.finding.stops import stops_of
from agent.subjects.measures import named_end, nm
from agent.subjects.route.speed import ASSUMED, ASSUMED_KT, CruiseSpeed, format_hours, resolve_speed
from agent.subjects.route.tool import RouteArguments, Unfound, find_ends
from tongue import say

WIDEST_CORRIDOR_NM = 200.0
LONGEST_LEG_HOURS = 24.0


class RouteSearchArguments(ListArguments, RouteArguments):
    """A route, its corridor, and a limit of time for the first leg."""

    max_distance_nm: float = Field(default=50.0, description="corridor half-width in nautical miles")
    max_leg_time_hours: float | None = Field(default=None, description="flight time from departure, at most")
    position: str | None = Field(
        default=None,
        max_length=100,
        description="where along it: half way, first third, after Toulouse, after 200 nm",
    )

    apart_nm: SkipJsonSchema[float | None] = Field(
        default=None, gt=0, le=2000, description="stops, none farther from the one before"
    )
    longest_leg_minutes: SkipJsonSchema[int | None] = Field(
        default=None, ge=10, le=1440, description="the same by the minutes of flight between two stops"
    )

    @field_validator("max_distance_nm")
    @classmethod
    def _a_sane_corridor(cls, value: float) -> float:
        if not 0 < value <= WIDEST_CORRIDOR_NM:
            raise ValueError(say("give a corridor from 1 to {most:,.0f} nm", most=WIDEST_CORRIDOR_NM))
        return value

    @field_validator("max_leg_time_hours")
    @classmethod
    def _a_sane_leg(cls, value: float | None) -> float | None:
        if value is not None and not 0 < value <= LONGEST_LEG_HOURS:
            raise ValueError(say("give a leg time of more than 0 and at most 24 hours"))
        return value


class RouteAirports(AirportList):
    """Airfields along a route, spread along the track. `distance_nm` is the whole route, direct.

    `position_taken` says which stretch of it was meant; `ends_that_fit` are the fields at its ends that satisfy
    every filter, where none between them does. With `apart_nm` the airfields are stops, `legs_nm` the legs
    between them and the ends; where there are none, `longest_nm` is the least that the longest of any would be.
    """

    route: RouteLine | None = None
    distance_nm: float | None = None
    corridor_nm: float = 50.0
    cruise_speed_kts: float | None = None
    cruise_speed_source: str | None = None
    max_enroute_distance_nm: float | None = None
    estimated_time_formatted: str | None = None
    position_taken: str | None = None
    ends_that_fit: SkipJsonSchema[tuple[str, ...]] = ()
    apart_nm: SkipJsonSchema[float | None] = None
    longest_leg_minutes: SkipJsonSchema[int | None] = None
    legs_nm: SkipJsonSchema[tuple[float, ...]] = ()
    longest_nm: SkipJsonSchema[float | None] = None
    substitutions: dict[str, Substitution] = {}


ABEAM_NM = 1.0
"""A field nearer to an end of the line than that, along it, lies abeam of that end or behind it."""
STOP_SHARE = 0.1
"""Nothing nearer along the track than this share of the leg is offered, while there is something farther."""
BESIDE_NM, BESIDE_SHARE = 10.0, 0.2
"""Of a short leg nothing farther off than this share of it is offered, while enough lies nearer."""
FEW = 5
"""Fields that make a page: where fewer fit, the best of the others fill it."""
FAR_OFF_NM = 20.0
"""Of a stretch, a field farther off the track than this comes after the others."""


_LASTS = ("last before", "last just before", "last this side of", "last avant", "last vor")
"""How a position begins of which the farthest field is wanted."""


@tool(kind="route", visualization="route_with_markers")
async def find_airports_near_route(arguments: RouteSearchArguments, context: ToolContext) -> RouteAirports:
    """Airfields along a route, with filters and a limit of flight time from departure."""
    deps = context.deps
    contradiction(arguments.filters)
    ends = find_ends(arguments, context, "find_airports_near_route")
    if isinstance(ends, Unfound):
        return RouteAirports(
            found=False, message=ends.message, missing_info=ends.missing_info, choices=ends.choices
        )
    start, end = ends.start, ends.end
    wanted, aside = arguments.filters.heeded()
    arguments = arguments.model_copy(update={"filters": wanted})
    speed, ask, reach = _reach(arguments, context)
    if (longest := arguments.longest_leg_minutes) is not None:
        speed = speed or CruiseSpeed(ASSUMED_KT, ASSUMED)
        arguments = arguments.model_copy(update={"apart_nm": speed.knots * longest / 60})

    def passed(name: str) -> Located | None:
        found = locate(name, context, snap=False, beside=(arguments.from_location, arguments.to_location))
        return found if isinstance(found, Located) else None

    if ask is not None and _SAID_HOURS.search(arguments.position or ""):
        return RouteAirports(found=False, message=ask.prompt, missing_info=(ask,))
    named = deps.countries.find_all(arguments.position or "")
    border = named[0][2].code if named else None
    stretch = (
        stretch_of(arguments.position, start, end, speed.knots if speed else None, passed, border)
        if arguments.position
        else None
    )
    if arguments.position and stretch is None:
        aside = (*aside, arguments.position)
    home = tuple(c for c in (_country_of(start),) if c)
    filters = without_hubs(arguments.filters, arguments.priority_strategy)
    names = {located.airport.ident for located in (start, end) if located.airport}
    line = RouteLine(from_=start.endpoint(), to=end.endpoint())
    distance = geodesic_nm(start.lat, start.lon, end.lat, end.lon)
    if any(_closed(located, context) for located in (start, end)):
        return RouteAirports(
            found=False,
            message=CLOSED_AIRSPACE,
            route=line,
            distance_nm=round(distance, 1),
            corridor_nm=arguments.max_distance_nm,
            substitutions=ends.substitutions,
        )
    near_track = [
        found
        for found in deps.airports.along([(start.lat, start.lon), (end.lat, end.lon)], arguments.max_distance_nm)
        if found.airport.ident not in names and (reach is None or found.distance_from_departure_nm <= reach)
        if ABEAM_NM < found.along_track_nm < distance - ABEAM_NM
        if stretch is None or stretch.holds(found)
    ]
    corridor = [found for found in near_track if not in_closed_airspace(found.airport, deps)]
    other = measured(arguments, arguments.measured_from, context, arguments.cruise_speed_kts, None)
    if isinstance(other, NotLocated):
        return RouteAirports(found=False, message=other.message)
    if isinstance(other, MissingInfo):
        return RouteAirports(found=False, missing_info=(other,), message=other.prompt)
    if other is not None:
        corridor = other.kept(corridor, lambda along: along.airport)
    filtered = apply(
        filters,
        corridor if other is not None else sorted(corridor, key=lambda a: a.off_track_nm),
        lambda a: a.airport,
        deps,
        max_hours_notice=arguments.max_hours_notice,
        liked=arguments.liked,
    )

    def summarise(found: Along) -> AirportSummary:
        return summary(
            found.airport,
            deps,
            shown_of(found.airport, filters, arguments.liked, deps),
            _from_there(found.airport, other) or ranked_by(found.airport, arguments.priority_strategy, deps, home),
            off_track_nm=found.off_track_nm,
            along_track_nm=found.along_track_nm,
            distance_from_departure_nm=found.distance_from_departure_nm,
        )

    chosen = _chosen(
        filtered.kept, arguments, context, home, min(distance, reach) if reach else distance, distance
    )
    if (arguments.position or "").startswith(_LASTS):  # "the last field before the Channel"
        chosen = sorted(filtered.kept, key=lambda a: -a.along_track_nm)[: arguments.max_results]
    if likings((found.airport for found in filtered.kept), arguments.liked, deps):
        chosen = liked_first(filtered.kept, arguments.liked, lambda a: a.airport, deps)[: arguments.max_results]
    if other is not None:
        chosen = [*filtered.kept[: arguments.offset + arguments.max_results]]
    chain = None
    if arguments.apart_nm is not None:
        usable = [a for a in filtered.kept if against(a.airport, deps.facts) is None]
        chain = stops_of(usable, (start.lat, start.lon), (end.lat, end.lon), arguments.apart_nm)
        chosen = [*chain.fields] or chosen
    elif other is None and arguments.offset:
        chosen = _and_the_rest(chosen, filtered.kept, arguments, context, home)
    aside = (
        *aside,
        *unheeded(arguments.priority_strategy, (found.airport for found in filtered.kept), deps, filters),
    )
    shown = tuple(summarise(found) for found in chosen)
    return RouteAirports(
        found=bool(shown),
        route=line,
        distance_nm=round(distance, 1),
        corridor_nm=arguments.max_distance_nm,
        airports=shown,
        offset=arguments.offset,
        cruise_speed_kts=speed.knots if speed else None,
        cruise_speed_source=speed.source if speed else None,
        max_enroute_distance_nm=round(reach, 1) if reach else None,
        estimated_time_formatted=format_hours(distance / speed.knots) if speed else None,
        position_taken=stretch.said if stretch else None,
        ends_that_fit=() if shown or stretch else _ends_that_fit((start, end), arguments, context),
        apart_nm=arguments.apart_nm,
        longest_leg_minutes=arguments.longest_leg_minutes,
        legs_nm=tuple(round(leg, 1) for leg in chain.legs_nm) if chain else (),
        longest_nm=round(chain.longest_nm, 1) if chain else None,
        measured=other.words if other else "",
        left_aside=aside,
        substitutions=ends.substitutions,
        choices=ends.choices,
        left_out_closed=len(near_track) - len(corridor),
        liked=likings((found.airport for found in filtered.kept), arguments.liked, deps),
        missing_info=(ask,) if ask else (),
        sources=(
            *sources_for(shown or nearly(filtered, summarise), filters, deps),
            *map_sources(filters, deps, arguments.priority_strategy),
        ),
        filter_profile=profile(
            filters,
            max_hours_notice=arguments.max_hours_notice,
            max_leg_time_hours=arguments.max_leg_time_hours,
            cruise_speed_kts=speed.knots if speed and reach else None,
            max_enroute_distance_nm=round(reach, 1) if reach else None,
        ),
        visualization=RouteMarkersView(
            route=line, markers=markers(shown, arguments.offset), radius_nm=arguments.max_distance_nm
        ),
        **dict(counts(filtered, summarise)),  # type: ignore[arg-type]
    )


def _from_there(airport: Airport, other: Measured | None) -> str | None:
    """How far a field is from the place that a route's fields are told from, and how long."""
    if other is None:
        return None
    far = say("{far} from there", far=nm(other.far(airport)))
    time = other.time(airport)
    return f"{far}, {time}" if time else far


def _ends_that_fit(
    ends: tuple[Located, Located], arguments: RouteSearchArguments, context: ToolContext
) -> tuple[str, ...]:
    """The fields of departure and destination that have what none on the way has."""
    fields = [(end.airport, end.endpoint()) for end in ends if end.airport is not None]
    hours = arguments.max_hours_notice
    fitting = apply(arguments.filters, fields, lambda one: one[0], context.deps, max_hours_notice=hours)
    return tuple(named_end(end.icao, end.name) for _, end in fitting.kept)


_SAID_HOURS = re.compile(
    r"\b(?:after|nach|apr[èe]s|au bout de) .*(?:\d|hundred|ty) ?(?:h|std|stunde|min)", re.IGNORECASE
)


def _country_of(located: Located) -> str | None:
    return located.airport.country if located.airport else located.place.country


def _closed(located: Located, context: ToolContext) -> bool:
    """Does an end of the route lie in closed or war airspace?"""
    country = _country_of(located)
    return bool(country) and context.deps.borders.of_country(country or "").closed


def _reach(
    arguments: RouteSearchArguments, context: ToolContext
) -> tuple[CruiseSpeed | None, MissingInfo | None, float | None]:
    """The speed, what to ask for it, and the limit in nm: hours × speed, an upper bound."""
    hours = arguments.max_leg_time_hours
    why = (
        say("Required to find airfields within {format_hours}", format_hours=format_hours(hours)) if hours else ""
    )
    speed, ask = resolve_speed(context, arguments.cruise_speed_kts, arguments.aircraft_type, why)
    if hours is None:
        is_timed = bool(_SAID_HOURS.search(arguments.position or ""))
        return speed, ask if is_timed or arguments.longest_leg_minutes else None, None
    if speed is None:
        return None, ask, None
    return speed, None, hours * speed.knots


def _and_the_rest(
    chosen: list[Along],
    kept: tuple[Along, ...],
    arguments: RouteSearchArguments,
    context: ToolContext,
    home: tuple[str, ...],
) -> list[Along]:
    """The list as it began, and after it the fields that it left out, nearest to the track first."""
    taken = {found.airport.ident for found in chosen}
    ordered = by_figure(
        kept, arguments.priority_strategy, lambda a: a.airport, context.deps, home, surface_of(arguments.filters)
    )
    rest = [found for found in ordered if found.airport.ident not in taken]
    return [*chosen, *rest][: arguments.offset + arguments.max_results]


def _chosen(
    kept: tuple[Along, ...],
    arguments: RouteSearchArguments,
    context: ToolContext,
    home: tuple[str, ...],
    length: float,
    whole_way: float,
) -> list[Along]:
    """As many as asked for: spread along the track, in each stretch the nearest to it, known facts first.

    The first page is a spread of its own, of fields that are not as good as at the end.
    """
    most = arguments.max_results
    on_the_way = tuple(found for found in kept if found.along_track_nm >= STOP_SHARE * length)
    kept = on_the_way or kept
    if arguments.priority_strategy in ORDER_SAID:
        return by_figure(
            kept,
            arguments.priority_strategy,
            lambda a: a.airport,
            context.deps,
            home,
            surface_of(arguments.filters),
        )[:most]
    if arguments.priority_strategy == "distance":
        return sorted(kept[:most], key=lambda a: a.along_track_nm)
    facts, airports = context.deps.facts, context.deps.airports

    def place(found: Along) -> tuple[int, bool, bool, int, int, float]:
        """What a visitor can use first, of that what is not far off, with a code, near the track, well known."""
        airport = found.airport
        return (
            standing(airport, airports, facts),
            found.off_track_nm > FAR_OFF_NM,
            airport.icao is None,
            round(found.off_track_nm / 5),
            -min(facts.weight(airport.ident), 8),
            found.off_track_nm,
        )

    best_first = _fitting(sorted(kept, key=place), context, max(BESIDE_NM, BESIDE_SHARE * length))
    if arguments.priority_strategy == "facts":
        best_first.sort(key=lambda a: (-facts.weight(a.airport.ident), a.off_track_nm))
    asked_first = frozenset(a.airport.ident for a in best_first if against(a.airport, facts) is not None)
    short_of_it = [found for found in best_first if found.along_track_nm <= whole_way * (1.0 - STOP_SHARE)]
    page = _spread(short_of_it or best_first, min(FEW, most), arguments, length, asked_first)
    taken = {found.airport.ident for found in page}
    rest = [found for found in best_first if found.airport.ident not in taken]
    return [*page, *_spread(rest, most - len(page), arguments, length, asked_first)]


def _spread(
    best_first: list[Along],
    most: int,
    arguments: RouteSearchArguments,
    length: float,
    asked_first: frozenset[str],
) -> list[Along]:
    """So many: of each stretch the best that is not far off, then the best of all.

    Last stands what is far off, and before it what a stranger asks first (`asked_first`): strips, gliding sites.
    """
    if not best_first or most < 1:
        return []
    ways = [found.along_track_nm for found in best_first]
    begins, whole = (min(ways), max(ways) - min(ways)) if arguments.position else (0.0, length)
    stretch = max(whole, 1.0) / most
    by_stretch: dict[int, Along] = {}
    for found in best_first:
        if found.off_track_nm <= FAR_OFF_NM:
            by_stretch.setdefault(min(most - 1, int(max(0.0, found.along_track_nm - begins) / stretch)), found)
    chosen = list(by_stretch.values())
    taken = {found.airport.ident for found in chosen}
    chosen += [found for found in best_first if found.airport.ident not in taken][: most - len(chosen)]
    return sorted(
        chosen,
        key=lambda a: (a.off_track_nm > FAR_OFF_NM, a.airport.ident in asked_first, a.along_track_nm),
    )


def _fitting(best_first: list[Along], context: ToolContext, off_nm: float) -> list[Along]:
    """Fields for visitors that are no long way off; where they make no page, the best of the others fill it."""
    facts = context.deps.facts
    fits = [a for a in best_first if a.off_track_nm <= off_nm and against(a.airport, facts) is None]
    rest = sorted((a for a in best_first if a not in fits), key=lambda a: a.off_track_nm // off_nm)
    return [*fits, *rest[: max(0, FEW - len(fits))]]
