"""Fuel as a sum of the pilot's own figures: each way, contingency, alternate, final reserve; never a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import AliasChoices, Field, create_model

from agent.protocol import Answer, Endpoint, Suggestion, ToolResult, Value
from agent.registry import ToolContext, tool
from agent.subjects.measures import named_end, nm, speed_source
from agent.subjects.offered import call
from agent.subjects.route.tool import EndsArguments
from agent.subjects.weather.wind_plan import WindPlan, WindPlanArguments, get_wind_plan
from agent.writing.write import Talk, suggest, write
from tongue import later, say

CONTINGENCY_PERCENT, ALTERNATE_MINUTES, FINAL_MINUTES, TAXI_L = 10.0, 30.0, 30.0, 2.0
"""Where the pilot says nothing; each is shown as an assumption."""


if TYPE_CHECKING:
    _BothWays = EndsArguments
else:  # a field called "return" cannot be written in a class: Python keeps the word for itself
    _BothWays = create_model(
        "_BothWays",
        __base__=EndsArguments,
        **{"return": (bool, Field(default=False, description="both ways without refuelling"))},
    )


class FuelArguments(_BothWays):
    """A route, what the engine burns, what is usable; the speed as everywhere, a wind if one is said."""

    burn_lph: float | None = Field(default=None, gt=0, le=2000, description="litres an hour in cruise")
    usable_l: float | None = Field(default=None, gt=0, le=20000, description="usable litres on board")
    true_airspeed_kts: float | None = Field(
        default=None, validation_alias=AliasChoices("true_airspeed_kts", "cruise_speed_kts")
    )
    aircraft_type: str | None = None
    wind: str | None = Field(default=None, description='"240/20"; still air when left out')

    @property
    def both_ways(self) -> bool:
        """`return`, under a name that can be written."""
        return bool(getattr(self, "return"))


class FuelPart(Value):
    """One summand: litres, and what it is reckoned from."""

    name: str
    litres: float
    basis: str


class FuelPlan(ToolResult):
    """The sum, and what remains of what is usable (negative: that much is short)."""

    from_: Endpoint | None = Field(default=None, validation_alias="from", serialization_alias="from")
    to: Endpoint | None = None
    distance_nm: float | None = None
    both_ways: bool = False
    burn_lph: float | None = None
    true_airspeed_kts: float | None = None
    speed_source: str | None = None
    wind: str | None = None
    parts: tuple[FuelPart, ...] = ()
    total_l: float | None = None
    usable_l: float | None = None
    left_l: float | None = None


@tool(kind="route")
async def get_fuel_plan(arguments: FuelArguments, context: ToolContext) -> FuelPlan:
    """The fuel for a flight, or there and back without refuelling, as a sum of the pilot's own figures."""
    plan = await get_wind_plan(
        WindPlanArguments(
            from_location=arguments.from_location,
            to_location=arguments.to_location,
            true_airspeed_kts=arguments.true_airspeed_kts,
            aircraft_type=arguments.aircraft_type,
            wind=arguments.wind or "000/0",
        ),
        context,
    )
    base = FuelPlan(
        found=plan.found,
        message=plan.message,
        choices=plan.choices,
        missing_info=plan.missing_info,
        from_=plan.from_,
        to=plan.to,
        distance_nm=plan.distance_nm,
        both_ways=arguments.both_ways,
        burn_lph=arguments.burn_lph,
        true_airspeed_kts=plan.true_airspeed_kts,
        speed_source=plan.speed_source,
        wind=arguments.wind,
        usable_l=arguments.usable_l,
        sources=plan.sources,
        visualization=plan.visualization,
    )
    if not plan.found or plan.out_minutes is None:
        return base
    if arguments.burn_lph is None:
        message = say("What does your engine burn in cruise, in litres an hour?")
        return base.model_copy(update={"found": False, "message": message})
    parts = parts_of(plan, arguments.burn_lph, both_ways=arguments.both_ways)
    total = round(sum(part.litres for part in parts), 1)
    left = round(arguments.usable_l - total, 1) if arguments.usable_l is not None else None
    return base.model_copy(update={"parts": parts, "total_l": total, "left_l": left})


def parts_of(plan: WindPlan, burn_lph: float, *, both_ways: bool) -> tuple[FuelPart, ...]:
    """The summands of a flight whose minutes are known."""
    legs = [(later("out"), plan.out_minutes or 0.0)]
    if both_ways:
        legs.append((later("back"), plan.back_minutes or 0.0))
    trip = sum(minutes for _, minutes in legs) / 60 * burn_lph
    return (
        *(FuelPart(name=say(name), litres=m / 60 * burn_lph, basis=f"{m:.0f} min") for name, m in legs),
        FuelPart(
            name=say("contingency"),
            litres=trip * CONTINGENCY_PERCENT / 100,
            basis=say("{percent:g} % of the trip", percent=CONTINGENCY_PERCENT),
        ),
        FuelPart(
            name=say("alternate"), litres=ALTERNATE_MINUTES / 60 * burn_lph, basis=f"{ALTERNATE_MINUTES:g} min"
        ),
        FuelPart(name=say("final reserve"), litres=FINAL_MINUTES / 60 * burn_lph, basis=f"{FINAL_MINUTES:g} min"),
        FuelPart(name=say("taxi"), litres=TAXI_L * len(legs), basis=say("{litres:g} l each start", litres=TAXI_L)),
    )


@write.register
def _(result: FuelPlan, talk: Talk) -> Answer:
    if not result.found or result.from_ is None or result.to is None or result.total_l is None:
        text = result.message or say("Tell me your speed and what the engine burns.")
        if result.missing_info:
            text = ""
        return Answer(text=text, choices=result.choices)
    ends = f"{named_end(result.from_.icao, result.from_.name)} → {named_end(result.to.icao, result.to.name)}"
    back = say(" and back without refuelling") if result.both_ways else ""
    lines = [
        say(
            "**{litres:.1f} l** for {ends}{back}, {distance} each way.",
            litres=result.total_l,
            ends=ends,
            back=back,
            distance=nm(result.distance_nm or 0),
        )
    ]
    lines.append(
        " + ".join(
            say("{name} {litres:.1f} ({basis})", name=part.name, litres=part.litres, basis=part.basis)
            for part in result.parts
        )
    )
    if result.left_l is not None and result.usable_l is not None:
        more = (
            say("{left_l:.1f} l remain above that", left_l=result.left_l)
            if result.left_l >= 0
            else say("**{litres:.1f} l short**", litres=-result.left_l)
        )
        lines.append(say("Of {usable_l:g} l usable: {more}.", usable_l=result.usable_l, more=more))
    air = say("wind {wind}", wind=result.wind) if result.wind else say("still air")
    source = (
        f" ({speed_source(result.speed_source or '')})" if result.speed_source not in (None, "provided") else ""
    )
    lines.append(
        say(
            "At {burn_lph:g} l/h, {true_airspeed_kts:g} kt{source}, {air}; climb not included.",
            burn_lph=result.burn_lph,
            true_airspeed_kts=result.true_airspeed_kts,
            source=source,
            air=air,
        )
    )
    lines.append(say("Contingency, alternate, reserve and taxi are assumed figures: use your own."))
    return Answer(text="\n".join(lines), choices=result.choices)


@suggest.register
def _(result: FuelPlan, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.found or result.from_ is None or result.to is None or result.wind:
        return ()
    start, end = (place.icao or place.name for place in (result.from_, result.to))
    winds = call("get_wind_plan", from_location=start, to_location=end, true_airspeed_kts=result.true_airspeed_kts)
    return (
        Suggestion(
            text=say("Wind {start} to {end}", start=start, end=end),
            call=winds,
            category="wind",
            label=say("With the wind"),
        ),
    )
