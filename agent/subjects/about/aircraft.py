"""What FlyFun's table states of an aircraft type: a typical cruise speed, and what it does not know."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.protocol import Choice, Minima, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from tongue import say

MOST = 6

Unheld = Literal[
    "stall speed",
    "never-exceed speed",
    "other speeds",
    "glide ratio",
    "fuel burn",
    "tanks",
    "range",
    "runway needs",
    "rate of climb",
    "ceiling",
    "engine",
]
"""What a flight manual says of a type and no table here does."""


class FiguresArguments(Arguments):
    """An aircraft type."""

    aircraft_type: str = Field(description='"DA40", "Cessna 172", "SR22"')
    crosswind_kt: float | None = Field(default=None, ge=0, le=150, description="a wind across that is asked about")

    crosswind: bool = Field(default=False, description="the most wind across is asked about")
    loading: bool = Field(default=False, description="what it may carry is asked: masses, centre of gravity")
    unheld: SkipJsonSchema[tuple[Unheld, ...]] = Field(default=(), description="figures asked that no table holds")

    @field_validator("aircraft_type")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError(say("say which aircraft type"))
        return value.strip()[:60]


class Figures(Value):
    """One type: its ICAO designator, its name, and a typical cruise in knots (None: no figure is held)."""

    designator: str
    name: str
    cruise_kts: int | None


class AircraftFigures(ToolResult):
    """The types that a name fits; more than one for a family or a maker."""

    asked: str
    crosswind_kt: float | None = None
    crosswind: bool = False
    loading: bool = False
    unheld: tuple[Unheld, ...] = ()
    minima: Minima = Minima()
    types: tuple[Figures, ...] = ()


@tool(kind="route")
async def get_aircraft_figures(arguments: FiguresArguments, context: ToolContext) -> AircraftFigures:
    """The typical cruise speed and the ICAO designator of an aircraft type."""
    table = context.deps.aircraft
    found = table.resolve(arguments.aircraft_type)
    if not found:
        return AircraftFigures(
            found=False,
            asked=arguments.aircraft_type,
            message=say(
                "{aircraft_type} is not in my table of types: tell me its cruise speed instead.",
                aircraft_type=arguments.aircraft_type,
            ),
        )
    call = ToolCall(tool="get_aircraft_figures")
    several = found[:MOST] if len(found) > 1 else ()
    return AircraftFigures(
        asked=arguments.aircraft_type,
        crosswind_kt=arguments.crosswind_kt,
        crosswind=arguments.crosswind,
        loading=arguments.loading,
        unheld=arguments.unheld,
        minima=context.question.profile.minima,
        types=tuple(Figures(designator=t.designator, name=t.name, cruise_kts=t.cruise_kts) for t in found[:MOST]),
        choices=tuple(Choice(label=t.name, text=t.name, call=call.varied(aircraft_type=t.name)) for t in several),
        sources=(table.source,),
    )
