"""Lists of airfields: by country, region or name, and around a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from pydantic import AliasChoices, Field, field_validator

from agent.aviation.airports import Airport, Near
from agent.aviation.areas import Area, Part, beside, in_part, members
from agent.aviation.geometry import initial_bearing_deg
from agent.aviation.places import Place
from agent.aviation.visiting import GOOD, standing
from agent.deps import Deps
from agent.locate import Located, NotLocated, describe, locate, which_reading
from agent.protocol import Choice, MarkersView, MissingInfo, PointLabel, PointView, ToolCall
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
from agent.subjects.finding.named import AREAS, is_word, named
from agent.subjects.offered import call, details
from agent.subjects.route.speed import CruiseSpeed, format_hours, resolve_speed
from tongue import country_name, say

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
NATIONS = {
    "england": "GB-ENG",
    "scotland": "GB-SCT",
    "wales": "GB-WLS",
    "northern ireland": "GB-NIR",
}
"""The nations of the United Kingdom, by the airport table's codes of their regions."""

# --- search_airports -------------------------------------------------------------------------------


def spelt_part(value: object) -> object:
    """ "south_west" and "central" as the parts of an area are called."""
    return value.replace("_", "-").replace("central", "centre") if isinstance(value, str) else value


class SearchArguments(ListArguments):
    """A country, a region, a name or a code."""

    query: str = Field(
        description="country (English short name), state or county, town, airfield name, ICAO or IATA code"
    )
    part: Part | None = Field(default=None, description="a part of that country or area: south, north-east …")

    @field_validator("part", mode="before")
    @classmethod
    def _one_spelling(cls, value: object) -> object:
        return spelt_part(value)

    @field_validator("query")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("say what to look for: a country, a town, a name or a code")
        return value.strip()[:200]


class AirportSearch(AirportList):
    """The airfields that fit a query. `scope` says how the query was read, `region` which area, `part` of it.

    `is_near_name`: no airfield bears the name, these only have one spelt like it. `beside` names the place near
    which these lie where no airfield of the name is meant.
    """

    query: str
    scope: str = "name"
    region: str | None = None
    part: str | None = None
    is_near_name: bool = False
    beside: str | None = None


@tool(kind="route", visualization="markers")
async def search_airports(arguments: SearchArguments, context: ToolContext) -> AirportSearch:
    """Airfields of a country or region, or by name or code, with filters."""
    deps = context.deps
    contradiction(arguments.filters)
    wanted, aside = arguments.filters.heeded()
    arguments = arguments.model_copy(update={"filters": wanted})
    home = home_countries(context)
    query = arguments.query
    is_near_name, beside = False, None
    by_code = deps.airports.get(query) if _looks_like_code(query) and not is_word(query) else None
    if by_code and not query.isupper() and deps.places.is_known(query):
        by_code = None  # "Sylt" is the island; SYLT an airfield of Guyana
    country = None if by_code else deps.countries.get(query)
    if by_code:
        scope, region, candidates = "code", None, [by_code]
        filters = arguments.filters
    elif country:
        nation = NATIONS.get(query.casefold())
        scope, region = "country", query.title() if nation else country.name
        inside = deps.airports.in_country(country.code)
        candidates = rank_by_facts([a for a in inside if nation in (None, a.region)], deps)
        filters = without_hubs(arguments.filters, arguments.priority_strategy)
    elif (within := named_area(query, context)) is not None:
        of_country = deps.countries.get(within.country)
        scope, region = "region", f"{within.name}, {of_country.name}" if of_country else within.name
        candidates = rank_by_facts(members(within, deps.airports), deps)
        filters = without_hubs(arguments.filters, arguments.priority_strategy)
    else:
        area = _area(query, context)
        if area is not None:
            scope, region = "region", describe(area, context)
            inside = deps.airports.within(area.lat, area.lon, max(area.extent_nm, 10.0))
            belonging = [near.airport for near in inside if _belongs(near.airport, area)]
            candidates = rank_by_facts(belonging, deps)
            filters = without_hubs(arguments.filters, arguments.priority_strategy)
        else:
            scope, region, filters = "name", None, arguments.filters
            by_name = named(query, context)
            candidates, is_near_name, beside = list(by_name.airports), by_name.typo, by_name.beside
    if not candidates:
        return _nothing_named(query, context)
    part = arguments.part if scope in ("country", "region") else None
    if part is not None:
        candidates = in_part(candidates, part)
    every, closed = candidates, 0
    if scope in ("country", "region"):
        candidates = [airport for airport in every if not in_closed_airspace(airport, deps)]
        closed = len(every) - len(candidates)
        if not candidates:
            return AirportSearch(
                found=False,
                query=query,
                scope=scope,
                region=region,
                message=CLOSED_AIRSPACE,
                left_out_closed=closed,
            )
    candidates = by_figure(candidates, arguments.priority_strategy, lambda a: a, deps, home, surface_of(filters))
    filtered = apply(filters, candidates, lambda a: a, deps, max_hours_notice=arguments.max_hours_notice)

    def summarise(airport: Airport) -> AirportSummary:
        ranked = ranked_by(airport, arguments.priority_strategy, deps, home)
        return summary(airport, deps, filters, ranked)

    aside = (*aside, *unheeded(arguments.priority_strategy, filtered.kept, deps))
    shown = tuple(summarise(a) for a in filtered.kept[: arguments.offset + arguments.max_results])
    return AirportSearch(
        found=bool(shown),
        query=query,
        scope=scope,
        region=region,
        part=part,
        is_near_name=is_near_name,
        beside=beside,
        airports=shown,
        offset=arguments.offset,
        sources=(*sources_for(shown or nearly(filtered, summarise), filters, deps), *map_sources(filters, deps)),
        filter_profile=profile(filters, max_hours_notice=arguments.max_hours_notice),
        visualization=MarkersView(data=markers(shown)) if shown else None,
        left_out_closed=closed,
        left_aside=aside,
        **_counted(counts(filtered, summarise)),
    )


def _counted(fields: dict[str, object]) -> dict[str, Any]:
    return dict(fields)


def _looks_like_code(query: str) -> bool:
    return 3 <= len(query) <= 7 and " " not in query


def named_area(query: str, context: ToolContext) -> Area | None:
    """The state, county or range that a query names, in any of its languages, with its country or without."""
    deps = context.deps
    name, _, of = (part.strip() for part in query.partition(","))
    country = deps.countries.get(of) if of else None
    place = deps.places.resolve(query).best
    if place is None or place.kind not in AREAS:
        return deps.areas.find(name, country.code if country else None)
    lies = country.code if country else place.country  # the island Møn is not Mon State
    return deps.areas.find(place.name, lies) or deps.areas.find(name, lies)


def _area(query: str, context: ToolContext) -> Place | None:
    place = context.deps.places.resolve(query).best
    if place is None or place.kind not in AREAS:
        return None
    # An airfield that bears the very name is what was meant ("Lyon" is a town, "Corsica" an island).
    return place


def _belongs(airport: Airport, area: Place) -> bool:
    if area.country is None:
        return True
    return airport.country in area.country.split()  # of an area across a border, each


def _nothing_named(query: str, context: ToolContext) -> AirportSearch:
    deps = context.deps
    shown = query if len(query) <= 60 else query[:57] + "…"
    close = deps.airports.close_codes(query) if _looks_like_code(query) and not is_word(query) else []
    if not close and query.isupper() and not is_word(query) and (begun := deps.airports.get(query[:4])):
        close = [begun]  # "EGKBB"
    country = deps.countries.closest(query)
    if country and deps.countries.get(query) == country:  # a country without an airfield
        named = country_name(country.name)
        near = call("find_airports_near_location", location_query=country.name)
        return AirportSearch(
            found=False,
            query=query,
            message=say("I know no open airfield in {name}.", name=named),
            choices=(
                Choice(
                    label=say("Airfields near {name}", name=named),
                    text=say("Airfields near {name}", name=named),
                    call=near,
                ),
            ),
        )
    if country:
        return AirportSearch(
            found=False,
            query=query,
            message=say(
                "I know no airfield or country called {shown}. Did you mean {name}?",
                shown=shown,
                name=country_name(country.name),
            ),
            choices=(
                Choice(
                    label=country.name,
                    text=say("Show me airports in {name}", name=country_name(country.name)),
                    call=call("search_airports", query=country.name),
                ),
            ),
        )
    if close:
        listed = ", ".join(f"{a.ident} {a.short_name}" for a in close)
        return AirportSearch(
            found=False,
            query=query,
            message=say("I don't know {shown}. Did you mean {listed}?", shown=shown, listed=listed),
            choices=tuple(Choice(label=a.ident, text=a.ident, call=details(a.ident)) for a in close),
        )
    return AirportSearch(
        found=False,
        query=query,
        message=say("I know no airfield called {shown}. Give me a code, a town or a country.", shown=shown),
        sources=(deps.airports.source,),
    )


# --- find_airports_near_location -------------------------------------------------------------------


class NearArguments(ListArguments):
    """A place and how far around it."""

    location_query: str = Field(
        validation_alias=AliasChoices("location_query", "location"),
        description="town, region, lake, island, airfield or coordinates, with its country when said",
    )
    max_distance_nm: float = Field(default=DEFAULT_RADIUS_NM, description="radius in nautical miles")
    within_minutes: float | None = Field(default=None, gt=0, le=1440, description="minutes of flight, at most")
    cruise_speed_kts: float | None = Field(default=None, description="knots; wins over the aircraft type")
    aircraft_type: str | None = Field(default=None, description='"C172", "SR22", "Robin DR400" …')
    direction: Direction | None = Field(
        default=None, description="to which side of the place, a quarter of the circle"
    )

    @field_validator("direction", mode="before")
    @classmethod
    def _one_spelling(cls, value: object) -> object:
        return value.lower().replace("-", "_").replace(" ", "_") if isinstance(value, str) else value

    @field_validator("max_distance_nm")
    @classmethod
    def _a_sane_radius(cls, value: float) -> float:
        if not 0 < value <= WIDEST_RADIUS_NM:
            raise ValueError(f"give a radius from 1 to {WIDEST_RADIUS_NM:,.0f} nm")
        return value

    @field_validator("location_query")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("say around which place to look")
        return value.strip()[:200]


class NearbyAirports(AirportList):
    """Airfields around `center`, nearest first; with `within_minutes` the circle is what still air allows.

    `usable_first`: fields without a known runway, and military, private or gliding ones, stand behind the others.
    `nearest_usable` is the first of the others where the order is by distance alone and something else is nearer.
    `wider_nm` is the circle to look in next: where nothing fits, one in which something is known to.
    """

    center: PointLabel | None = None
    radius_nm: float = DEFAULT_RADIUS_NM
    direction: str | None = None
    within_minutes: float | None = None
    cruise_speed_kts: float | None = None
    cruise_speed_source: str | None = None
    usable_first: bool = False
    nearest_usable: AirportSummary | None = None
    wider_nm: float | None = None


def _wider(radius: float) -> float:
    return min(round(radius * 1.6 / 10) * 10, WIDEST_RADIUS_NM)


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
_FARTHEST_NEAREST_NM = 160
"""What is known beyond says more of the data than of the country."""


def _to_the_nearest(
    located: Located, radius: float, filters: Filters, arguments: NearArguments, deps: Deps
) -> float:
    """The circle for "the closest with …" where no distance was named: up to the first that is known to fit."""
    near = (found.airport for found in deps.airports.within(located.lat, located.lon, radius))
    if apply(filters, list(near), lambda a: a, deps, max_hours_notice=arguments.max_hours_notice).kept:
        return radius
    wider = _wide_enough(located, radius, filters, arguments, deps)
    return wider if wider is not None and wider <= _FARTHEST_NEAREST_NM else radius


@tool(kind="route", visualization="point_with_markers")
async def find_airports_near_location(arguments: NearArguments, context: ToolContext) -> NearbyAirports:
    """Airfields within a distance or a flight time of a place, nearest first, with filters."""
    deps = context.deps
    contradiction(arguments.filters)
    wanted, aside = arguments.filters.heeded()
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
    if speed is not None and arguments.within_minutes is not None:
        radius = min(arguments.within_minutes / 60 * speed.knots, WIDEST_RADIUS_NM)
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
    around = [
        near
        for near in inside
        if not _is_asked_by_code(near.airport, located) and _lies(near.airport, located, arguments.direction)
        if arguments.within_minutes is None or near.distance_nm > SAME_FIELD_NM
    ]
    open_to_all = [near for near in around if not in_closed_airspace(near.airport, deps)]
    closed = len(around) - len(open_to_all)
    home = _origins(located, context)
    ranked = _ranked(open_to_all, arguments, context, home)
    filtered = apply(filters, ranked, lambda n: n.airport, deps, max_hours_notice=arguments.max_hours_notice)
    by_distance = tuple(sorted(filtered.kept, key=lambda n: n.distance_nm))

    def summarise(near: Near) -> AirportSummary:
        ranked = ranked_by(near.airport, arguments.priority_strategy, deps, home)
        return summary(
            near.airport,
            deps,
            filters,
            ranked,
            distance_nm=near.distance_nm or None if outline else near.distance_nm,
        )

    aside = (*aside, *unheeded(arguments.priority_strategy, (near.airport for near in filtered.kept), deps))
    shown = tuple(summarise(near) for near in filtered.kept[: arguments.offset + arguments.max_results])
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
        cruise_speed_kts=speed.knots if speed else None,
        cruise_speed_source=speed.source if speed else None,
        airports=shown,
        offset=arguments.offset,
        sources=(*sources_for(shown or nearly(filtered, summarise), filters, deps), *map_sources(filters, deps)),
        filter_profile=profile(filters, max_hours_notice=arguments.max_hours_notice, max_distance_nm=radius),
        visualization=PointView(point=center, markers=markers(shown), radius_nm=radius)
        if outline is None
        else MarkersView(data=markers(shown)),
        choices=_other_readings(located.readings, arguments, context),
        left_out_closed=closed,
        left_aside=aside,
        usable_first=arguments.priority_strategy == "balanced" and filtered.kept != by_distance,
        nearest_usable=_nearest_usable(filtered.kept, summarise, context),
        wider_nm=_wider(radius) if shown or outline else _wide_enough(located, radius, filters, arguments, deps),
        **_counted(counts(filtered, summarise)),
    )


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
    """The speed that a flight time needs, or what to ask for it."""
    if arguments.within_minutes is None:
        return None, None
    why = say(
        "Required to find what is within {format_hours}", format_hours=format_hours(arguments.within_minutes / 60)
    )
    return resolve_speed(context, arguments.cruise_speed_kts, arguments.aircraft_type, why)


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


def home_countries(context: ToolContext) -> tuple[str, ...]:
    """The country of the pilot's home base, when it is known."""
    home = context.question.profile.home_base
    airport = context.deps.airports.get(home) if home else None
    return (airport.country,) if airport else ()


def _ranked(
    around: list[Near], arguments: NearArguments, context: ToolContext, home: tuple[str, ...]
) -> list[Near]:
    if arguments.priority_strategy == "facts":
        facts = context.deps.facts
        return sorted(around, key=lambda n: (-facts.weight(n.airport.ident), n.distance_nm))
    if arguments.priority_strategy == "balanced":
        return sorted(around, key=lambda n: (not _is_usable(n.airport, context), n.distance_nm))
    return by_figure(
        around, arguments.priority_strategy, lambda n: n.airport, context.deps, home, surface_of(arguments.filters)
    )


def _nearest_usable(
    kept: Sequence[Near], summarise: Callable[[Near], AirportSummary], context: ToolContext
) -> AirportSummary | None:
    if not kept or _is_usable(kept[0].airport, context):
        return None
    return next((summarise(near) for near in kept if _is_usable(near.airport, context)), None)


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
