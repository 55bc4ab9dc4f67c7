"""How many airfields there are, of which how many offer something, and how much is known of them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from pydantic import Field, field_validator

from agent.aviation.airports import Airport, Airports
from agent.aviation.areas import Part
from agent.aviation.fact_filters import FIELDS_OF
from agent.aviation.facts import Facts, as_source
from agent.errors import InvalidQuestion
from agent.protocol import Choice, Source, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.finding.airport_list import map_sources
from agent.subjects.finding.filters import Filters, apply, contradiction, profile
from agent.subjects.finding.tool import SearchArguments, search_airports, spelt_part
from tongue import country_name, say


class StatisticsArguments(Arguments):
    """A country or an area, or the whole table; and what is counted."""

    country: str | None = Field(default=None, description="ISO-2 code")
    query: str | None = Field(
        default=None, max_length=200, description="another area by name: a state, county, island"
    )
    part: Part | None = Field(default=None, description="a part of that country or area: south, north-east …")
    filters: Filters = Field(default=Filters(), description="what is counted: those known to offer this")
    share: bool = Field(default=False, description="as a share of those of which it is known")

    @field_validator("part", mode="before")
    @classmethod
    def _one_spelling(cls, value: object) -> object:
        return spelt_part(value)


class AirportStats(Value):
    """Counts of open airfields (heliports and closed ones are not in the table)."""

    total: int
    by_type: dict[str, int]
    with_runway_data: int
    with_hard_runway: int
    with_icao_code: int
    with_facts: int


class Counted(Value):
    """How many are known to offer what is counted, known not to, and of how many nothing is known."""

    yes: int
    no: int
    unknown: int


class AirportStatistics(ToolResult):
    """How many airfields there are; with filters, how many of them are known to fit.

    `beside` are the countries counted before it in the same question, each with `figure_of` it.
    """

    stats: AirportStats | None = None
    country: str | None = None
    country_name: str | None = None
    area: str | None = None
    counted: Counted | None = None
    is_share: bool = False
    beside: dict[str, tuple[int, bool]] = {}


@tool(kind="airport")
async def get_airport_statistics(arguments: StatisticsArguments, context: ToolContext) -> AirportStatistics:
    """How many airfields a country, an area or the whole table has, and how many of them offer something."""
    deps = context.deps
    contradiction(arguments.filters)
    filters, aside = arguments.filters.heeded()
    if arguments.query is not None:
        return await _of_area(arguments.query, filters, aside, arguments, context)
    country = None
    if arguments.country:
        country = deps.countries.get(arguments.country)
        if country is None:
            raise unknown_country(arguments.country, context)
        if arguments.part is not None:
            return await _of_area(country.name, filters, aside, arguments, context)
    wanted = filters.canonical()
    airports = _airports(country.code if country else None, deps.airports) if wanted else []
    counted = None
    if wanted:
        found = apply(filters, airports, lambda a: a, deps)
        yes = len(found.kept)
        counted = Counted(yes=yes, no=len(airports) - yes - found.unknown, unknown=found.unknown)
    return AirportStatistics(
        stats=_stats(country.code if country else None, deps.airports, deps.facts),
        country=country.code if country else None,
        country_name=country.name if country else None,
        area=country.name if country else None,
        counted=counted,
        is_share=arguments.share,
        beside=_counted_before(context),
        filter_profile=profile(filters) if wanted else None,
        left_aside=aside,
        sources=(deps.airports.source, *map_sources(filters, deps), *_fact_sources(filters, airports, context)),
    )


def _counted_before(context: ToolContext) -> dict[str, tuple[int, bool]]:
    """The countries that earlier steps of the same question counted."""
    told = [one for one in context.earlier if isinstance(one, AirportStatistics) and one.country_name]
    return {one.country_name or "": figure_of(one) for one in told}


def figure_of(told: AirportStatistics) -> tuple[int, bool]:
    """What a count comes to, those known to fit or all, and whether anything is known of what is counted."""
    if told.counted is not None:
        return told.counted.yes, told.counted.yes + told.counted.no > 0
    return (told.stats.total, True) if told.stats is not None else (0, False)


async def _of_area(
    query: str, filters: Filters, aside: tuple[str, ...], arguments: StatisticsArguments, context: ToolContext
) -> AirportStatistics:
    """Counts of what a search for the area finds, airline hubs among them."""
    whole = Filters(exclude_large_airports=False)
    every = await search_airports(
        SearchArguments(query=query, part=arguments.part, filters=whole, max_results=1), context
    )
    if every.scope not in ("country", "region") or not every.found:
        return AirportStatistics(
            found=False,
            message=every.message
            or say("I cannot count around {query}: name a country, a state or a county.", query=query),
            choices=every.choices if not every.found else tuple[Choice, ...](),
        )
    counted = None
    wanted = filters.canonical()
    if wanted:
        asked = (
            filters if filters.exclude_large_airports is not None else filters.model_copy(update=whole.canonical())
        )
        found = await search_airports(
            SearchArguments(query=query, part=arguments.part, filters=asked, max_results=1), context
        )
        no = every.total - found.total - found.unknown
        counted = Counted(yes=found.total, no=no, unknown=found.unknown)
    return AirportStatistics(
        stats=AirportStats(
            total=every.total, by_type={}, with_runway_data=0, with_hard_runway=0, with_icao_code=0, with_facts=0
        ),
        area=f"the {every.part} of {every.region}" if every.part else every.region,
        counted=counted,
        is_share=arguments.share,
        filter_profile=profile(filters) if wanted else None,
        left_aside=aside,
        sources=(context.deps.airports.source, *map_sources(filters, context.deps)),
    )


def _airports(country: str | None, airports: Airports) -> list[Airport]:
    return airports.in_country(country) if country else list(airports)


@lru_cache(maxsize=16)
def _stats(country: str | None, table: Airports, told: Facts) -> AirportStats:
    """Counted once for each data set: the whole table takes a second or two."""
    airports = table.in_country(country) if country else table
    by_type: dict[str, int] = {}
    total = known = hard = icao = facts = 0
    stated = frozenset(told.idents)
    for airport in airports:
        total += 1
        by_type[airport.kind] = by_type.get(airport.kind, 0) + 1
        runways = table.runways(airport)
        known += bool(runways)
        hard += any(r.hard for r in runways if not r.closed)
        icao += airport.icao is not None
        facts += airport.ident in stated and bool(told.summary(airport.ident))
    return AirportStats(
        total=total,
        by_type=dict(sorted(by_type.items())),
        with_runway_data=known,
        with_hard_runway=hard,
        with_icao_code=icao,
        with_facts=facts,
    )


MOST_COUNTED = 3
"""Documents that a count names; there may be hundreds of them."""


def _fact_sources(filters: Filters, airports: list[Airport], context: ToolContext) -> tuple[Source, ...]:
    """The documents that state most of what is counted."""
    facts, today = context.deps.facts, context.question.at.date()
    fields = tuple(dict.fromkeys(field for name in filters.canonical() for field in FIELDS_OF.get(name, ())))
    stating = frozenset(facts.idents_with(*fields)) if fields else frozenset[str]()
    told: Counter[Source] = Counter()
    for airport in airports:
        if airport.ident in stating:
            known = facts.of(airport.ident)
            first = next((fact for field in fields if (fact := known.first(field)) is not None), None)
            if first is not None:
                told[as_source(first, today)] += 1
    return tuple(source for source, _ in told.most_common(MOST_COUNTED))


def unknown_country(text: str, context: ToolContext) -> InvalidQuestion:
    """The error for a country nobody knows, with the nearest name."""
    close = context.deps.countries.closest(text)
    hint = (
        say(" Did you mean {name}?", name=country_name(close.name))
        if close
        else say(" Give its English name or two-letter code.")
    )
    return InvalidQuestion(say("I don't know the country {text}.{hint}", text=text.strip()[:40], hint=hint))
