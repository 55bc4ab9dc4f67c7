"""How many airfields there are, by country, and how much is known of them."""

from __future__ import annotations

from pydantic import Field

from agent.errors import InvalidQuestion
from agent.protocol import ToolResult, Value
from agent.registry import Arguments, ToolContext, tool


class StatisticsArguments(Arguments):
    """A country, or the whole table."""

    country: str | None = Field(default=None, description="ISO-2 code")


class AirportStats(Value):
    """Counts of open airfields (heliports and closed ones are not in the table)."""

    total: int
    by_type: dict[str, int]
    with_runway_data: int
    with_hard_runway: int
    with_icao_code: int
    with_facts: int


class AirportStatistics(ToolResult):
    """How many airfields there are, and how much is known about them."""

    stats: AirportStats | None = None
    country: str | None = None
    country_name: str | None = None


@tool(kind="airport")
async def get_airport_statistics(arguments: StatisticsArguments, context: ToolContext) -> AirportStatistics:
    """How many airfields a country or the whole table has, by type, and how much is known of them."""
    deps = context.deps
    country = None
    if arguments.country:
        country = deps.countries.get(arguments.country)
        if country is None:
            raise unknown_country(arguments.country, context)
    airports = deps.airports.in_country(country.code) if country else list(deps.airports)
    by_type: dict[str, int] = {}
    known = hard = icao = facts = 0
    for airport in airports:
        by_type[airport.kind] = by_type.get(airport.kind, 0) + 1
        runways = deps.airports.runways(airport)
        known += bool(runways)
        hard += any(r.hard for r in runways if not r.closed)
        icao += airport.icao is not None
        facts += bool(deps.facts.weight(airport.ident))
    return AirportStatistics(
        stats=AirportStats(
            total=len(airports),
            by_type=dict(sorted(by_type.items())),
            with_runway_data=known,
            with_hard_runway=hard,
            with_icao_code=icao,
            with_facts=facts,
        ),
        country=country.code if country else None,
        country_name=country.name if country else None,
        sources=(deps.airports.source,),
    )


def unknown_country(text: str, context: ToolContext) -> InvalidQuestion:
    """The error for a country nobody knows, with the nearest name."""
    close = context.deps.countries.closest(text)
    hint = f" Did you mean {close.name}?" if close else " Give its English name or two-letter code."
    return InvalidQuestion(f"I don't know the country {text.strip()[:40]}.{hint}")
