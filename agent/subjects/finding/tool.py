"""Lists of airfields by country, region or name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent import regex as re
from agent.aviation.airports import Airport
from agent.aviation.areas import Area, Part, in_part, members, other_county
from agent.aviation.names import fold
from agent.aviation.places import Place
from agent.aviation.visiting import SHUT, standing
from agent.deps import Deps
from agent.locate import NotLocated, describe
from agent.protocol import Choice, MarkersView, MissingInfo
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
from agent.subjects.finding.liked import liked_first, likings, shown_of
from agent.subjects.finding.measured import measured
from agent.subjects.finding.named import AREAS, is_word, named
from agent.subjects.finding.nations import NATIONS, nation_alone
from agent.subjects.offered import call, details
from tongue import country_name, say


def spelt_part(value: object) -> object:
    """ "south_west" and "central" as the parts of an area are called."""
    return value.replace("_", "-").replace("central", "centre") if isinstance(value, str) else value


class SearchArguments(ListArguments):
    """A country, a region, a name or a code."""

    query: str = Field(description="country (English short name), state, county, town, airfield name or code")
    also: SkipJsonSchema[tuple[str, ...]] = Field(default=(), description="further areas, in one list with it")
    """Read from words alone: other programs pay for every word of a schema."""
    near: str | None = Field(default=None, description="nearest to it first")
    part: Part | None = Field(default=None, description="a part of that country or area: south, north-east …")
    cruise_speed_kts: SkipJsonSchema[float | None] = Field(default=None, gt=0, le=400, description="knots")
    aircraft_type: SkipJsonSchema[str | None] = Field(default=None, description="type flown there")
    """Read from words alone: of flights from `near`."""

    @field_validator("part", mode="before")
    @classmethod
    def _one_spelling(cls, value: object) -> object:
        return spelt_part(value)

    @field_validator("query")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError(say("say what to look for: a country, a town, a name or a code"))
        return value.strip()[:200]


class AirportSearch(AirportList):
    """The airfields that fit a query. `scope` says how the query was read, `region` which area, `part` of it.

    `is_near_name`: no airfield bears the name, these only have one spelt like it.
    `also` are the further areas of the one list.
    `beside` names the place near which these lie where no airfield of the name is meant.
    `by_towns`: it is a county, told by the towns around each field.
    """

    query: str
    also: SkipJsonSchema[tuple[str, ...]] = ()
    scope: str = "name"
    region: str | None = None
    part: str | None = None
    is_near_name: bool = False
    beside: str | None = None
    by_towns: bool = False


@tool(kind="route", visualization="markers")
async def search_airports(arguments: SearchArguments, context: ToolContext) -> AirportSearch:
    """Airfields of a country or region, or by name or code, with filters."""
    deps = context.deps
    contradiction(arguments.filters)
    wanted, aside = arguments.filters.heeded()
    arguments = arguments.model_copy(update={"filters": wanted})
    home = home_countries(context)
    query = nation_alone(arguments.query) or arguments.query
    is_near_name, beside = False, None
    inside: Inside | None = None
    by_code = deps.airports.get(query) if _looks_like_code(query) and not is_word(query) else None
    if by_code and not query.isupper() and deps.places.is_known(query):
        by_code = None  # "Sylt" is the island; SYLT an airfield of Guyana
    if by_code:
        scope, region, candidates = "code", None, [by_code]
        filters = arguments.filters
    elif (inside := inside_of(query, arguments.filters, context)) is not None:
        scope, region, candidates = inside.scope, inside.region, list(inside.fields)
        filters = without_hubs(arguments.filters, arguments.priority_strategy)
    else:
        scope, region, filters = "name", None, arguments.filters
        by_name = named(query, context)
        candidates, is_near_name, beside = list(by_name.airports), by_name.typo, by_name.beside
    lies_in: dict[str, str] = {}
    for further in (query, *arguments.also) if arguments.also and region is not None else ():
        if (more := inside_of(further, arguments.filters, context)) is not None:
            name = more.name if further.casefold() == further else further
            lies_in |= {field.ident: name for field in more.fields if field.ident not in lies_in}
            known = {field.ident for field in candidates}
            candidates += [field for field in more.fields if field.ident not in known]
    if lies_in:
        region = say(" or ").join(dict.fromkeys(lies_in.values()))
    if not candidates:
        return _none_in(query, inside.name) if inside is not None else _nothing_named(query, context)
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
    centre = measured(arguments, arguments.near, context, arguments.cruise_speed_kts, arguments.aircraft_type)
    if isinstance(centre, NotLocated):
        return AirportSearch(found=False, query=query, message=centre.message)
    if isinstance(centre, MissingInfo):
        return AirportSearch(found=False, query=query, message=centre.prompt, missing_info=(centre,))
    if centre is not None:
        candidates = centre.kept(candidates, lambda airport: airport)
        if filters.military is None:  # a stranger may not simply come there: behind the others
            candidates.sort(key=lambda airport: standing(airport, deps.airports, deps.facts) == SHUT)
    filtered = apply(
        filters, candidates, lambda a: a, deps, max_hours_notice=arguments.max_hours_notice, liked=arguments.liked
    )

    kept = liked_first(filtered.kept, arguments.liked, lambda a: a, deps)

    county = named_area(query, context) if scope == "region" and not lies_in else None

    def summarise(airport: Airport) -> AirportSummary:
        ranked = ranked_by(airport, arguments.priority_strategy, deps, home)
        if ranked is None and centre is not None:
            ranked = centre.time(airport)
        other = other_county(county, airport, deps.areas) if county else ""
        post = say("by its post town in {county}", county=other) if other else ""
        ranked = " · ".join(told for told in (lies_in.get(airport.ident), post, ranked) if told) or None
        far = centre.far(airport) if centre is not None else None
        return summary(airport, deps, shown_of(airport, filters, arguments.liked, deps), ranked, distance_nm=far)

    aside = (*aside, *unheeded(arguments.priority_strategy, filtered.kept, deps, filters))
    shown = tuple(summarise(a) for a in kept[: arguments.offset + arguments.max_results])
    return AirportSearch(
        found=bool(shown),
        query=query,
        also=arguments.also if lies_in else (),
        measured=centre.words if centre else "",
        scope=scope,
        region=region,
        part=part,
        is_near_name=is_near_name,
        beside=beside,
        by_towns=county is not None and county.kind == "county",
        airports=shown,
        offset=arguments.offset,
        sources=(
            *sources_for(shown or nearly(filtered, summarise), filters, deps),
            *map_sources(filters, deps, arguments.priority_strategy),
        ),
        filter_profile=profile(filters, max_hours_notice=arguments.max_hours_notice),
        visualization=MarkersView(data=markers(shown, arguments.offset)) if shown else None,
        left_out_closed=closed,
        left_aside=aside,
        liked=likings(kept, arguments.liked, deps),
        **counted(counts(filtered, summarise)),
    )


@dataclass(frozen=True)
class Inside:
    """The fields of a country, state, range or island: how the query was read, and what it is called."""

    scope: str
    region: str
    name: str
    fields: tuple[Airport, ...]


def inside_of(query: str, filters: Filters, context: ToolContext) -> Inside | None:
    """The fields of the country or area that a query names, the best known first; None where it names none."""
    deps = context.deps
    if (country := deps.countries.get(query)) is not None:
        nation = NATIONS.get(query.title())
        name = query.title() if nation else country.name
        inside = deps.airports.in_country(country.code)
        fields = rank_by_facts([a for a in inside if nation in (None, a.region)], deps, filters)
        return Inside("country", name, name, tuple(fields))
    if (within := named_area(query, context)) is not None:
        of_country = deps.countries.get(within.country)
        region = f"{within.name}, {of_country.name}" if of_country else within.name
        return Inside(
            "region", region, within.name, tuple(rank_by_facts(members(within, deps.airports), deps, filters))
        )
    area = _area(query, context)
    if area is None:
        return None
    around = deps.airports.within(area.lat, area.lon, max(area.extent_nm, 10.0))
    belonging = [near.airport for near in around if _belongs(near.airport, area)]
    fields = rank_by_facts(_on_it(belonging, area, deps), deps)
    return Inside("region", describe(area, context), area.name, tuple(fields))


def counted(fields: dict[str, object]) -> dict[str, Any]:
    return dict(fields)


def _looks_like_code(query: str) -> bool:
    return 3 <= len(query) <= 7 and " " not in query


_FRANCE = "FR"
_ARTICLE = re.compile(r"^(?:les?|la|l['’])\s*", re.IGNORECASE)
""" "Les Landes" is the département Landes."""


def named_area(query: str, context: ToolContext) -> Area | None:
    """The state, county or range that a query names, in any of its languages, with its country or without."""
    deps = context.deps
    name, _, of = (part.strip() for part in query.partition(","))
    country = deps.countries.get(of) if of else None
    place = deps.places.resolve(query).best
    if place is None or place.kind not in AREAS:
        lies = country.code if country else None
        return deps.areas.find(name, lies) or deps.areas.find(_ARTICLE.sub("", name), lies or _FRANCE)
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


_ISLANDS = re.compile(r"\b(?:islands|isles|hebrides|azores|cyclades|sporades)\b", re.IGNORECASE)


def _on_it(fields: list[Airport], area: Place, deps: Deps) -> list[Airport]:
    """Of a group of islands, and of an island where most are, those on one: not those of the coast beside it."""
    if area.kind != "island":
        return fields
    on = [field for field in fields if deps.surroundings.has(field, "island") is not False]
    if not on and deps.surroundings.has_island_at(area.lat, area.lon):
        key = fold(area.name)
        return [
            field for field in fields if key in fold(f"{field.name} {field.municipality}")
        ]  # Esbjerg: beside Fanø
    of_a_group = _ISLANDS.search(area.name) is not None
    return on if on and (of_a_group or 2 * len(on) >= len(fields)) else fields


def _none_in(query: str, name: str) -> AirportSearch:
    """A country or island without an airfield: those around it are a tap."""
    named = country_name(name)
    near = say("Airfields near {name}", name=named)
    around = call("find_airports_near_location", location_query=name)
    return AirportSearch(
        found=False,
        query=query,
        message=say("I know no open airfield in {name}.", name=named),
        choices=(Choice(label=near, text=near, call=around),),
    )


def _nothing_named(query: str, context: ToolContext) -> AirportSearch:
    deps = context.deps
    shown = query if len(query) <= 60 else query[:57] + "…"
    close = deps.airports.close_codes(query) if _looks_like_code(query) and not is_word(query) else []
    if not close and query.isupper() and not is_word(query) and (begun := deps.airports.get(query[:4])):
        close = [begun]  # "EGKBB"
    country = deps.countries.closest(query)
    if country and deps.countries.get(query) == country:  # a country without an airfield
        return _none_in(query, country.name)
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


def home_countries(context: ToolContext) -> tuple[str, ...]:
    """The country of the pilot's home base, when it is known."""
    home = context.question.profile.home_base
    airport = context.deps.airports.get(home) if home else None
    return (airport.country,) if airport else ()
