"""A figure in another unit: gallons in litres, hectopascals in inches, kilograms of fuel in litres."""

from __future__ import annotations

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from agent.errors import InvalidQuestion
from agent.protocol import ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from tongue import say

MOST = 1e9


class ConversionArguments(Arguments):
    """A figure with its unit, and the unit it is wanted in."""

    value: float = Field(ge=-MOST, le=MOST)
    unit: str = Field(description='"US gal", "hPa", "kt"', max_length=40)
    to: str | None = Field(default=None, description="the usual ones when left out", max_length=40)
    fuel: str | None = Field(
        default=None, description='"avgas", "Jet A-1": between volume and mass', max_length=40
    )
    an_hour: SkipJsonSchema[bool] = Field(default=False, description="what is burnt in an hour")


class Converted(Value):
    """One figure in another unit. `fuel` with its density in kg/L where a volume was weighed."""

    value: float
    unit: str
    to: str
    result: float
    fuel: str | None = None
    kg_per_litre: float | None = None


class Conversion(ToolResult):
    """The figure in the units asked for; several lines where the unit may be one of several, or the fuel any."""

    lines: tuple[Converted, ...] = ()
    an_hour: bool = False


@tool(kind="route")
async def convert_units(arguments: ConversionArguments, context: ToolContext) -> Conversion:
    """A figure in another unit, fuel between volume and mass included."""
    units = context.deps.units
    pairs = units.pairs(arguments.unit, arguments.to, weighed=True)
    if not pairs:
        wanted = arguments.to or ""
        unknown = next(
            (one for one in (arguments.unit, wanted) if one and one.casefold() not in units.spelt), None
        )
        raise InvalidQuestion(
            say("I do not know {unit} as a unit.", unit=unknown)
            if unknown
            else say("{unit} cannot be turned into {to}.", unit=arguments.unit, to=wanted)
        )
    fuel = units.fuels.get(arguments.fuel.casefold()) if arguments.fuel else None
    densities = {fuel: units.densities[fuel]} if fuel else dict(units.densities)
    lines: list[Converted] = []
    is_weighed = False
    for of, to in pairs:
        if of.kind == to.kind:
            result = units.converted(arguments.value, of, to)
            lines.append(Converted(value=arguments.value, unit=of.name, to=to.name, result=result))
            continue
        is_weighed = True
        for name, density in densities.items():
            result = units.converted(arguments.value, of, to, density)
            lines.append(
                Converted(
                    value=arguments.value, unit=of.name, to=to.name, result=result, fuel=name, kg_per_litre=density
                )
            )
    return Conversion(
        an_hour=arguments.an_hour,
        lines=tuple(lines),
        sources=(units.source, *((units.fuel_source,) if is_weighed else ())),
    )
