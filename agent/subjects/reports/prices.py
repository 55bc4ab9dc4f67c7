"""Landing fees and fuel prices of one airfield: what pages and members say, or that nobody has said."""

from __future__ import annotations

from datetime import date

from pydantic import Field, computed_field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.aip_words import GRADE_NAMES
from agent.aviation.facts import as_source, service_words, shown
from agent.aviation.visiting import barred_by_fuel
from agent.locate import NotLocated, one_field
from agent.protocol import DetailMarker, DetailView, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.offered import instead
from agent.subjects.reports.tool import ReportLine, reports_of
from agent.writing.citations import named
from tongue import say


class PriceArguments(Arguments):
    """An airfield, and the aircraft it is asked for."""

    icao_code: str = Field(description="the airfield's code or name")
    aircraft_type: str | None = None
    mtow_kg: float | None = Field(default=None, description="maximum take-off mass in kilograms")

    @field_validator("mtow_kg")
    @classmethod
    def _a_sane_mass(cls, value: float | None) -> float | None:
        if value is not None and not 0 < value <= 600_000:
            raise ValueError(say("give the take-off mass in kilograms"))
        return value


class Pricing(Value):
    """What is known of a price: official words, and members' reports, newest first."""

    official: tuple[str, ...] = ()
    reports: tuple[ReportLine, ...] = ()


class AirportPricing(ToolResult):
    """Landing fees: official words first, then members' reports, newest first. `known` False: none."""

    icao: str | None = None
    name: str | None = None
    aircraft_type: str | None = None
    official: tuple[str, ...] = ()
    reports: tuple[ReportLine, ...] = ()
    known: bool = False
    contact: str | None = None

    @property
    def says_nothing(self) -> bool:
        """Whether no fee is known."""
        return not self.known

    @computed_field
    @property
    def pricing(self) -> Pricing | None:
        """All that is known of the fee under one key; None when nobody has said anything."""
        return Pricing(official=self.official, reports=self.reports) if self.known else None

    @computed_field
    @property
    def pretty(self) -> str | None:
        """The same as lines to read."""
        lines = [f"Published: {said}" for said in self.official]
        lines += [f"Member's report ({r.author or 'a member'}, {r.day:%-d %b %Y}): {r.text}" for r in self.reports]
        return "\n".join(lines) or None


class FuelPrices(ToolResult):
    """Fuel prices from members' reports, and the grades known to be sold. `known` False: no price.

    `barred`: which aircraft may not come because of their fuel, as it stands.
    """

    icao: str | None = None
    name: str | None = None
    grades: tuple[str, ...] | None = None
    grades_as_of: date | None = None
    grades_stale: bool = False
    service: str = ""
    barred: SkipJsonSchema[tuple[str, ...]] = ()
    reports: tuple[ReportLine, ...] = ()
    known: bool = False
    contact: str | None = None

    @property
    def says_nothing(self) -> bool:
        """Whether neither a price nor a grade is known."""
        return not self.known and self.grades is None

    @computed_field
    @property
    def fuels(self) -> tuple[str, ...] | None:
        """The grades known to be sold; None when no document says."""
        return self.grades

    @computed_field
    @property
    def pricing(self) -> Pricing | None:
        """The prices under one key; None when nobody has told one."""
        return Pricing(reports=self.reports) if self.known else None


@tool(kind="airport", visualization="marker_with_details", quotes=True)
async def get_airport_pricing(arguments: PriceArguments, context: ToolContext) -> AirportPricing:
    """Landing and parking fees of an airfield, as published or reported."""
    airport = one_field(arguments.icao_code, context)
    if isinstance(airport, NotLocated):
        asked = ToolCall(tool="get_airport_pricing", arguments=arguments.canonical())
        choices = instead(airport, asked, "icao_code", lambda code: say("Landing fee at {code}", code=code))
        return AirportPricing(found=False, message=airport.message, choices=choices)
    known, today = context.deps.facts.of(airport.ident), context.question.at.date()
    official = tuple(f"{shown(f)} ({named(f.source.name)}, {f.observed_on:%b %Y})" for f in known.landing_fees)
    reports = await reports_of(airport.ident, context, ("fee",))
    return AirportPricing(
        icao=airport.ident,
        name=airport.short_name,
        aircraft_type=arguments.aircraft_type,
        official=official,
        reports=reports,
        known=bool(official or reports),
        contact=known.contact("phone") or known.contact("email"),
        sources=tuple(as_source(f, today) for f in known.landing_fees[:1]),
        visualization=DetailView(
            marker=DetailMarker(icao=airport.ident, lat=airport.lat, lon=airport.lon, name=airport.short_name)
        ),
    )


@tool(kind="airport", visualization="marker_with_details", quotes=True)
async def get_fuel_prices(arguments: PriceArguments, context: ToolContext) -> FuelPrices:
    """Fuel prices of an airfield as members reported them, and the grades it sells."""
    airport = one_field(arguments.icao_code, context)
    if isinstance(airport, NotLocated):
        asked = ToolCall(tool="get_fuel_prices", arguments=arguments.canonical())
        choices = instead(airport, asked, "icao_code", lambda code: say("Fuel prices at {code}", code=code))
        return FuelPrices(found=False, message=airport.message, choices=choices)
    known, today = context.deps.facts.of(airport.ident), context.question.at.date()
    fact = known.first("fuel")
    reports = await reports_of(airport.ident, context, ("fuel_price",))
    return FuelPrices(
        icao=airport.ident,
        name=airport.short_name,
        grades=tuple(GRADE_NAMES.get(g, g) for g in known.grades) if known.grades is not None else None,
        grades_as_of=fact.observed_on if fact else None,
        grades_stale=fact.stale(today) if fact else False,
        service=service_words(known.fuel_service) if known.has_fuel else "",
        barred=tuple(barred_by_fuel(airport.ident, context.deps.facts)),
        reports=reports,
        known=bool(reports),
        contact=known.contact("phone") or known.contact("email"),
        sources=tuple(as_source(one, today) for one in (*([fact] if fact else []), *known.barred_by_fuel)),
        visualization=DetailView(
            marker=DetailMarker(icao=airport.ident, lat=airport.lat, lon=airport.lon, name=airport.short_name)
        ),
    )
