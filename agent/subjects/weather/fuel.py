"""Fuel as a sum of the pilot's own figures: each way, contingency, alternate, final reserve; never a decision."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, Literal, Self

from pydantic import AliasChoices, Field, create_model, field_validator, model_validator
from pydantic.json_schema import SkipJsonSchema

from agent.errors import InvalidQuestion
from agent.protocol import Answer, Endpoint, MissingInfo, Suggestion, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.measures import named_end, nm, speed_source
from agent.subjects.offered import call
from agent.subjects.route.speed import format_hours, resolve_speed
from agent.subjects.weather.wind_plan import WindPlan, WindPlanArguments, get_wind_plan
from agent.writing.write import Talk, suggest, write
from tongue import later, say

CONTINGENCY_PERCENT, ALTERNATE_MINUTES, FINAL_MINUTES, TAXI_L = 10.0, 30.0, 30.0, 2.0
"""Where the pilot says nothing; each is shown as an assumption."""
SLOWEST_KT = 20.0
"""Over the ground: with less there is no solution."""


if TYPE_CHECKING:
    _BothWays = Arguments
else:  # a field called "return" cannot be written in a class: Python keeps the word for itself
    _BothWays = create_model(
        "_BothWays",
        __base__=Arguments,
        **{"return": (bool, Field(default=False, description="both ways without refuelling"))},
    )


class FuelArguments(_BothWays):
    """A route, or how long the flight is; what the engine burns, what is usable; a wind if one is said."""

    from_location: str | None = Field(
        default=None,
        max_length=200,
        validation_alias=AliasChoices("from_location", "from", "departure"),
        description="code, town or place",
    )
    to_location: str | None = Field(
        default=None,
        max_length=200,
        validation_alias=AliasChoices("to_location", "to", "destination"),
        description="code, town or place",
    )
    via: tuple[str, ...] = Field(default=(), max_length=6, description="places to land at on the way")
    flight_minutes: float | None = Field(
        default=None, gt=0, le=6000, description="time in the air, instead of a route"
    )
    distance_nm: float | None = Field(default=None, gt=0, le=10000, description="each way, instead of a route")
    burn_lph: float | None = Field(default=None, gt=0, le=2000, description="litres an hour in cruise")
    usable_l: float | None = Field(default=None, gt=0, le=20000, description="usable litres on board")
    true_airspeed_kts: float | None = Field(
        default=None, validation_alias=AliasChoices("true_airspeed_kts", "cruise_speed_kts")
    )
    aircraft_type: str | None = None
    wind: str | None = Field(default=None, description='"240/20"; still air when left out')
    headwind_kt: float | None = Field(
        default=None, ge=-100, le=100, description="knots on the nose on the way out, negative on the tail"
    )
    contingency_percent: float | None = Field(default=None, ge=0, le=100, description="of the trip; else 10")
    alternate_minutes: float | None = Field(default=None, ge=0, le=600, description="30 when left out")
    reserve_minutes: float | None = Field(default=None, ge=0, le=600, description="final reserve; else 30")
    taxi_l: float | None = Field(default=None, ge=0, le=500, description="litres each start; 2 when left out")

    unit: SkipJsonSchema[Literal["US gal", "imp gal", "kg", "lb"] | None] = Field(
        default=None, description="told beside litres"
    )
    """Read from words alone: other programs pay for every word of a schema."""
    taxi_minutes: float | None = Field(
        default=None, ge=0, le=120, description="minutes each start, burnt as in cruise; wins over litres"
    )
    alternate: SkipJsonSchema[str | None] = Field(
        default=None, max_length=200, description="where one diverts to; reckoned from the nearest landing"
    )

    @field_validator("from_location", "to_location", "alternate")
    @classmethod
    def _tidy(cls, value: str | None) -> str | None:
        return value.strip() or None if value else None

    @model_validator(mode="after")
    def _has_a_flight(self) -> Self:
        alone = self.flight_minutes is None and self.distance_nm is None
        if alone and not (self.from_location and self.to_location):
            raise ValueError(say("say from where and to where, or how long the flight is"))
        return self

    @property
    def stops(self) -> tuple[str, ...]:
        """Where it leaves, lands between and ends; () for a flight of which only the time is told."""
        ends = (self.from_location, *self.via, self.to_location)
        return (
            tuple(place for place in ends if place)
            if self.flight_minutes is None and self.distance_nm is None
            else ()
        )

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
    """The sum, and what remains of what is usable (negative: that much is short).

    `own_l` is the flight with what the pilot named beside it (a reserve), without what is assumed; None where
    nothing beside the flight was named, or nothing is assumed.
    """

    from_: Endpoint | None = Field(default=None, validation_alias="from", serialization_alias="from")
    to: Endpoint | None = None
    via: tuple[Endpoint, ...] = ()
    distance_nm: float | None = None
    flight_minutes: float | None = None
    both_ways: bool = False
    burn_lph: float | None = None
    true_airspeed_kts: float | None = None
    speed_source: str | None = None
    wind: str | None = None
    headwind_kt: float | None = None
    assumed: tuple[str, ...] = ()
    parts: tuple[FuelPart, ...] = ()
    total_l: float | None = None
    own_l: float | None = None
    usable_l: float | None = None
    left_l: float | None = None
    still_air_minutes: SkipJsonSchema[float | None] = None
    kept_minutes: SkipJsonSchema[float | None] = None
    """The final reserve that was told."""
    unit: SkipJsonSchema[str | None] = None


@tool(kind="route")
async def get_fuel_plan(arguments: FuelArguments, context: ToolContext) -> FuelPlan:
    """The fuel for a flight, or there and back without refuelling, as a sum of the pilot's own figures."""
    burn_lph = arguments.burn_lph or context.question.profile.burn_lph
    plan, legs = await _flown(arguments, context)
    landings = tuple(leg.to for leg in legs[:-1] if leg.to is not None)
    base = FuelPlan(
        found=plan.found,
        message=plan.message,
        choices=plan.choices,
        missing_info=plan.missing_info,
        from_=plan.from_,
        to=plan.to,
        via=landings,
        distance_nm=plan.distance_nm,
        flight_minutes=arguments.flight_minutes,
        both_ways=arguments.both_ways,
        burn_lph=burn_lph,
        true_airspeed_kts=plan.true_airspeed_kts,
        speed_source=plan.speed_source,
        wind=arguments.wind,
        usable_l=arguments.usable_l,
        kept_minutes=arguments.reserve_minutes,
        unit=arguments.unit,
        sources=plan.sources,
        visualization=plan.visualization,
    )
    if not plan.found or plan.out_minutes is None:
        return base
    if burn_lph is None:
        minutes = plan.out_minutes if not (arguments.wind or arguments.headwind_kt or landings) else None
        update = {"found": False, "missing_info": (ask_for_burn(),), "still_air_minutes": minutes}
        return base.model_copy(update=update)
    if arguments.headwind_kt is not None and plan.distance_nm and plan.true_airspeed_kts and not arguments.wind:
        knots, ahead = plan.true_airspeed_kts, arguments.headwind_kt
        plan = _on_the_nose(plan, plan.distance_nm, knots, ahead)
        legs = tuple(_on_the_nose(leg, leg.distance_nm or 0.0, knots, ahead) for leg in legs)
    diverting = await _to_the_alternate(plan, landings, arguments, context)
    if diverting is not None and (not diverting.found or diverting.out_minutes is None):
        missing = {
            "message": diverting.message,
            "choices": diverting.choices,
            "missing_info": diverting.missing_info,
        }
        return base.model_copy(update={"found": False, **missing})
    parts = parts_of(plan, burn_lph, arguments, legs=legs, diverting=diverting)
    total = round(sum(part.litres for part in parts), 1)
    left = round(arguments.usable_l - total, 1) if arguments.usable_l is not None else None
    own = {name for name in _ASSUMED if getattr(arguments, name) is not None}
    own |= {"taxi_l"} if arguments.taxi_minutes is not None else set[str]()
    own |= {"alternate_minutes"} if diverting is not None else set[str]()
    beside: dict[str, FuelPart] = dict(zip(_ASSUMED, parts[-len(_ASSUMED) :], strict=True))
    named = sum(part.litres for part in parts[: -len(_ASSUMED)]) + sum(beside[name].litres for name in own)
    return base.model_copy(
        update={
            "parts": parts,
            "total_l": total,
            "own_l": round(named, 1) if own and len(own) < len(_ASSUMED) else None,
            "left_l": left,
            "headwind_kt": arguments.headwind_kt if not arguments.wind else None,
            "assumed": tuple(name for name in _ASSUMED if name not in own),
        }
    )


def ask_for_burn() -> MissingInfo:
    """Asks what the engine burns; a figure alone is an answer."""
    burns = (20, 28, 36)
    return MissingInfo(
        key="burn",
        reason=say("Required to reckon the fuel"),
        prompt=say("What does your engine burn in cruise, in litres an hour?"),
        examples=tuple(say("{burn} l/h", burn=burn) for burn in burns),
        fills=tuple({"burn_lph": burn} for burn in burns),
    )


async def _flown(arguments: FuelArguments, context: ToolContext) -> tuple[WindPlan, tuple[WindPlan, ...]]:
    """The time in the air, as it is told or over each leg with the wind; the legs, where there are several."""
    if arguments.flight_minutes is not None:
        return WindPlan(out_minutes=arguments.flight_minutes, back_minutes=arguments.flight_minutes), ()
    if arguments.distance_nm is not None:
        return _of_a_distance(arguments.distance_nm, arguments, context), ()
    legs = tuple([await _leg(start, end, arguments, context) for start, end in pairwise(arguments.stops)])
    unknown = next((leg for leg in legs if not leg.found or leg.out_minutes is None), None)
    if arguments.via and unknown is not None and unknown.missing_info and all(leg.distance_nm for leg in legs):
        miles = sum(leg.distance_nm or 0.0 for leg in legs)
        return unknown.model_copy(
            update={"from_": legs[0].from_, "to": legs[-1].to, "distance_nm": miles}
        ), legs  # only the speed is lacking
    if unknown is not None or len(legs) == 1:
        return unknown or legs[0], ()
    whole = legs[0].model_copy(
        update={
            "to": legs[-1].to,
            "distance_nm": sum(leg.distance_nm or 0.0 for leg in legs),
            "out_minutes": sum(leg.out_minutes or 0.0 for leg in legs),
            "back_minutes": sum(leg.back_minutes or 0.0 for leg in legs),
            "sources": tuple(dict.fromkeys(source for leg in legs for source in leg.sources)),
            "visualization": None,
        }
    )
    return whole, legs


async def _leg(start: str, end: str, arguments: FuelArguments, context: ToolContext) -> WindPlan:
    return await get_wind_plan(
        WindPlanArguments(
            from_location=start,
            to_location=end,
            true_airspeed_kts=arguments.true_airspeed_kts,
            aircraft_type=arguments.aircraft_type,
            wind=arguments.wind or "000/0",
        ),
        context,
    )


async def _to_the_alternate(
    plan: WindPlan, landings: tuple[Endpoint, ...], arguments: FuelArguments, context: ToolContext
) -> WindPlan | None:
    """The way to the alternate that was named, from the landing that is nearest to it; None where none was."""
    if arguments.alternate is None or arguments.alternate_minutes is not None:
        return None
    ends = (*landings, plan.to, *((plan.from_,) if arguments.both_ways else ()))
    ways = [
        await _leg(end.icao or end.name, arguments.alternate, arguments, context)
        for end in ends
        if end is not None
    ]
    return min(
        ways, key=lambda way: way.distance_nm if way.distance_nm is not None else float("inf"), default=None
    )


def _of_a_distance(distance: float, arguments: FuelArguments, context: ToolContext) -> WindPlan:
    """The time of so many miles at the speed in hand; a wind on the nose is reckoned with the rest."""
    speed, ask = resolve_speed(
        context, arguments.true_airspeed_kts, arguments.aircraft_type, say("Required to calculate flight time")
    )
    if speed is None:
        return WindPlan(found=False, missing_info=(ask,) if ask else (), message=ask.prompt if ask else None)
    minutes = 60 * distance / speed.knots
    return WindPlan(
        distance_nm=distance,
        true_airspeed_kts=speed.knots,
        speed_source=speed.source,
        out_minutes=minutes,
        back_minutes=minutes,
    )


_ASSUMED = {
    "contingency_percent": later("contingency"),
    "alternate_minutes": later("alternate"),
    "reserve_minutes": later("final reserve"),
    "taxi_l": later("taxi"),
}
"""What is reckoned with usual figures where the pilot gives none."""


def _on_the_nose(plan: WindPlan, distance: float, knots: float, headwind: float) -> WindPlan:
    """The minutes with a wind on the nose out, and so on the tail back."""
    if knots - abs(headwind) < SLOWEST_KT:
        raise InvalidQuestion(
            say(
                "No solution: at {knots:g} kt that wind leaves no course, or hardly any ground speed.", knots=knots
            )
        )
    out, back = (60 * distance / (knots - on_it) for on_it in (headwind, -headwind))
    return plan.model_copy(update={"out_minutes": out, "back_minutes": back})


def parts_of(
    plan: WindPlan,
    burn_lph: float,
    own: FuelArguments,
    *,
    legs: tuple[WindPlan, ...] = (),
    diverting: WindPlan | None = None,
) -> tuple[FuelPart, ...]:
    """The summands of a flight whose minutes are known, by the pilot's own figures or the usual ones.

    `legs` are told one by one where it flies one way; `diverting` is the way to the alternate that was named.
    """
    percent = _or(own.contingency_percent, CONTINGENCY_PERCENT)
    alternate, final = _or(own.alternate_minutes, ALTERNATE_MINUTES), _or(own.reserve_minutes, FINAL_MINUTES)
    taxi, basis = taxi_of(own, burn_lph)
    flown = [(say("out"), plan.out_minutes or 0.0)]
    if own.both_ways:
        flown.append((say("back"), plan.back_minutes or 0.0))
    elif legs:
        flown = [(_ends_of(leg), leg.out_minutes or 0.0) for leg in legs]
    landings = (1 + len(own.via)) * (2 if own.both_ways else 1)
    trip = sum(minutes for _, minutes in flown) / 60 * burn_lph
    to_alternate = f"{alternate:g} min"
    if diverting is not None and diverting.out_minutes is not None:
        alternate = diverting.out_minutes
        to_alternate = f"{_ends_of(diverting)} {nm(diverting.distance_nm or 0)}, {alternate:.0f} min"
    return (
        *(FuelPart(name=name, litres=m / 60 * burn_lph, basis=f"{m:.0f} min") for name, m in flown),
        FuelPart(
            name=say("contingency"),
            litres=trip * percent / 100,
            basis=say("{percent:g} % of the trip", percent=percent),
        ),
        FuelPart(name=say("alternate"), litres=alternate / 60 * burn_lph, basis=to_alternate),
        FuelPart(name=say("final reserve"), litres=final / 60 * burn_lph, basis=f"{final:.3g} min"),
        FuelPart(
            name=say("taxi"),
            litres=taxi * landings,
            basis=basis,
        ),
    )


def _ends_of(leg: WindPlan) -> str:
    return "–".join(end.icao or end.name for end in (leg.from_, leg.to) if end is not None)


def taxi_of(own: FuelArguments, burn_lph: float) -> tuple[float, str]:
    """Litres for each start, and what they are reckoned from."""
    if own.taxi_minutes is not None:
        return own.taxi_minutes / 60 * burn_lph, say("{minutes:g} min each start", minutes=own.taxi_minutes)
    taxi = _or(own.taxi_l, TAXI_L)
    return taxi, say("{litres:g} l each start", litres=taxi)


def _or(own: float | None, usual: float) -> float:
    return usual if own is None else own


_BY_WEIGHT = ("kg", "lb")


def _in_the_unit(result: FuelPlan, talk: Talk) -> list[str]:
    """The litres again in the unit that was asked for; a weight is that of AVGAS, which the line says."""
    if result.unit is None or result.total_l is None:
        return []
    units = talk.deps.units
    litre, to = units.by_name["L"], units.by_name[result.unit]
    density = units.densities["AVGAS 100LL"] if result.unit in _BY_WEIGHT else None
    own = result.total_l if result.own_l is None else result.own_l
    told = [
        say("{amount:,.1f} {unit}", amount=units.converted(litres, litre, to, density), unit=result.unit)
        for litres in dict.fromkeys((own, result.total_l))
    ]
    line = say("That is **{own}**; with what is assumed {all}.", own=told[0], all=told[1]) if told[1:] else ""
    line = line or say("That is **{own}**.", own=told[0])
    if density is None:
        return [line]
    return [
        line + " " + say("Reckoned with AVGAS 100LL at {density:.2f} kg/l, a standard figure.", density=density)
    ]


@write.register
def _(result: FuelPlan, talk: Talk) -> Answer:
    if not result.found or result.total_l is None:
        text = result.message or say("Tell me your speed and what the engine burns.")
        if result.missing_info:
            own = talk.call.arguments.keys() & {"contingency_percent", "alternate_minutes", "taxi_l", "alternate"}
            text = _the_way(result if not own else result.model_copy(update={"usable_l": None}))
        return Answer(text=text, choices=result.choices)
    lines = [_flight_of(result, result.total_l if result.own_l is None else result.own_l)]
    if result.own_l is not None:
        lines[0] += " " + say(
            "That is the flight and what you named; **{litres:.1f} l** with what is assumed below.",
            litres=result.total_l,
        )
    lines = [*_left(result), *lines, *_in_the_unit(result, talk)]
    lines.append(
        " + ".join(
            say("{name} {litres:.1f} ({basis})", name=part.name, litres=part.litres, basis=part.basis)
            for part in result.parts
        )
    )
    air = say("wind {wind}", wind=result.wind) if result.wind else say("still air")
    if result.headwind_kt:
        out = {"knots": abs(result.headwind_kt)}
        air = (
            say("{knots:g} kt on the nose out", **out)
            if result.headwind_kt > 0
            else say("{knots:g} kt on the tail out", **out)
        )
    source = (
        f" ({speed_source(result.speed_source or '')})" if result.speed_source not in (None, "provided") else ""
    )
    if result.flight_minutes is not None:
        lines.append(
            say("At {burn_lph:g} l/h for the time you gave; climb not included.", burn_lph=result.burn_lph)
        )
    else:
        lines.append(
            say(
                "At {burn_lph:g} l/h, {true_airspeed_kts:g} kt{source}, {air}; climb not included.",
                burn_lph=result.burn_lph,
                true_airspeed_kts=result.true_airspeed_kts,
                source=source,
                air=air,
            )
        )
    if result.assumed:
        names = ", ".join(say(_ASSUMED[name]) for name in result.assumed)
        lines.append(say("Assumed figures, tell me yours: {names}.", names=names))
    return Answer(text="\n".join(lines), choices=result.choices)


def _the_way(result: FuelPlan) -> str:
    """The distance, and the time, of a flight whose fuel cannot be reckoned yet; "" where they are not known."""
    minutes, ends = result.still_air_minutes, [end for end in (result.from_, result.to) if end is not None]
    if len(ends) < 2 or not result.distance_nm:
        return ""
    named = " → ".join(named_end(end.icao, end.name) for end in (ends[0], *result.via, ends[1]))
    if minutes is None or not result.true_airspeed_kts:
        return _speed_needed(result, named) or f"{named}: **{nm(result.distance_nm)}**"
    source = speed_source(result.speed_source or "") if result.speed_source not in (None, "provided") else ""
    return _most_burnt(result, minutes) + say(
        "{ends}: **{distance}**, **{flown}** at {speed:g} kt{source} in still air.",
        ends=named,
        distance=nm(result.distance_nm),
        flown=say("{minutes} min", minutes=round(minutes)),
        speed=result.true_airspeed_kts,
        source=f" ({source})" if source else "",
    )


def _most_burnt(result: FuelPlan, minutes: float) -> str:
    """Up to what burn the fuel told suffices, where the burn itself is not told; "" where none is."""
    kept = FINAL_MINUTES if result.kept_minutes is None else result.kept_minutes
    flown = minutes * (2 if result.both_ways else 1)
    hours = (flown * (1 + CONTINGENCY_PERCENT / 100) + ALTERNATE_MINUTES + kept) / 60
    if result.usable_l is None:
        return ""
    most = (result.usable_l - TAXI_L * (2 if result.both_ways else 1)) / hours
    line = say(
        "**{usable:g} l suffice if you burn {most:.0f} l/h or less**: {flown:.0f} min of flight and "
        "{percent:g} %, {alternate:g} min to an alternate and {kept:g} min of reserve (assumed), in still air.",
        usable=result.usable_l, most=floor(max(most, 0.0)), flown=flown, percent=CONTINGENCY_PERCENT,
        alternate=ALTERNATE_MINUTES, kept=kept,
    )  # fmt: skip
    return f"{line}\n"


def _speed_needed(result: FuelPlan, named: str) -> str:
    """How long the tanks last, and the speed that the way takes in that time; "" where either is not told."""
    if not result.burn_lph or not result.usable_l or not result.distance_nm or result.true_airspeed_kts:
        return ""
    minutes = FINAL_MINUTES if result.kept_minutes is None else result.kept_minutes
    kept = minutes / 60
    hours = result.usable_l / result.burn_lph
    miles = result.distance_nm * (2 if result.both_ways else 1)
    if hours <= kept:
        return say(
            "**{usable:g} l at {burn:g} l/h last {hours}: nothing is left above the reserve.**",
            usable=result.usable_l,
            burn=result.burn_lph,
            hours=format_hours(hours),
        )
    way = (
        say("{ends} and back, {distance}", ends=named, distance=nm(miles))
        if result.both_ways
        else f"{named}, {nm(miles)}"
    )
    speed = say("**It takes {knots:.0f} kt or more over the ground.**", knots=ceil(miles / (hours - kept)))
    lasts = say(
        "{usable:g} l at {burn:g} l/h last {hours}",
        usable=result.usable_l,
        burn=result.burn_lph,
        hours=format_hours(hours),
    )
    left = format_hours(hours - kept)
    if result.kept_minutes is None:
        lasts += say(", {left} with {minutes:g} min kept (assumed)", left=left, minutes=minutes)
    elif kept:
        lasts += say(", {left} with {minutes:g} min kept", left=left, minutes=minutes)
    out = say("Climb, taxi, contingency and an alternate are not in it.")
    return f"{speed} {way}.\n{lasts}. {out}"


def _left(result: FuelPlan) -> list[str]:
    """What remains of what is usable: who names the tanks asks whether they suffice, or what is left."""
    if result.left_l is None or result.usable_l is None:
        return []
    more = (
        say("**{litres:.1f} l remain** above the sum", litres=result.left_l)
        if result.left_l >= 0
        else say("**{litres:.1f} l short**", litres=-result.left_l)
    )
    if result.own_l is not None:
        own = result.usable_l - result.own_l
        more = say(
            "{own} by your own figures; with what is assumed {more}",
            own=say("**{litres:.1f} l remain**", litres=own)
            if own >= 0
            else say("**{litres:.1f} l short**", litres=-own),
            more=more,
        )
    return [say("Of {usable_l:g} l usable: {more}.", usable_l=result.usable_l, more=more)]


def _flight_of(result: FuelPlan, litres: float) -> str:
    """The sum, and for which flight."""
    back = say(" and back without refuelling") if result.both_ways else ""
    if result.from_ is None and result.distance_nm is not None:
        return say(
            "**{litres:.1f} l** for {distance}{back}.", litres=litres, distance=nm(result.distance_nm), back=back
        )
    if result.flight_minutes is not None or result.from_ is None or result.to is None:
        hours, minutes = divmod(round(result.flight_minutes or 0), 60)
        flown = say("{hours} h {minutes:02d}", hours=hours, minutes=minutes)
        return say("**{litres:.1f} l** for {flown} in the air{back}.", litres=litres, flown=flown, back=back)
    ends = " → ".join(named_end(end.icao, end.name) for end in (result.from_, *result.via, result.to))
    said = {"litres": litres, "ends": ends, "back": back, "distance": nm(result.distance_nm or 0)}
    if result.both_ways:
        return say("**{litres:.1f} l** for {ends}{back}, {distance} each way.", **said)
    return say("**{litres:.1f} l** for {ends}{back}, {distance}.", **said)


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
