"""A sum of figures that are all told, without a place: a time of miles and knots, a price of litres, a descent."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field, JsonValue, ValidationError, model_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.hours import zone_of
from agent.aviation.units import Units
from agent.errors import InvalidQuestion
from agent.protocol import ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.route.speed import SLOWEST_KTS
from tongue import say

MOST = 1e7
FEET_PER_NM = 1852 / 0.3048
What = Literal[
    "time", "distance", "speed", "cost", "cost_an_hour", "price", "burn", "descent", "glide", "fill", "load"
]


class SumArguments(Arguments):
    """The figures that are told; what is asked follows from which they are, or is said in `what`."""

    what: What | None = Field(default=None, description="what is asked, where the figures leave it open")
    distance_nm: float | None = Field(default=None, gt=0, le=30_000)
    speed_kts: float | None = Field(default=None, gt=0, le=2_000)
    headwind_kts: float | None = Field(default=None, ge=-300, le=300, description="negative on the tail")
    hours: float | None = Field(default=None, gt=0, le=1_000)
    over_ground: SkipJsonSchema[bool] = Field(default=False, description="the speed is that over the ground")
    volume: float | None = Field(default=None, gt=0, le=MOST)
    volume_unit: str = Field(default="l", max_length=40, description='"l", "US gal" …')
    burn_lph: float | None = Field(default=None, gt=0, le=20_000, description="litres an hour")
    money: float | None = Field(default=None, gt=0, le=MOST)
    currency: str = Field(default="", max_length=3)
    money_per: str | None = Field(
        default=None, max_length=40, description='"l", "US gal", "h": what the money is for; left out: for all'
    )
    height_ft: float | None = Field(default=None, gt=0, le=100_000, description="to lose or to climb")
    rate_fpm: float | None = Field(default=None, gt=0, le=20_000)
    glide_ratio: float | None = Field(default=None, ge=1, le=70, description="9 for 1:9")
    left: float | None = Field(default=None, ge=0, le=MOST, description="still in tanks that hold `volume`")
    max_kg: float | None = Field(default=None, gt=0, le=20_000, description="the most it may weigh")
    empty_kg: float | None = Field(default=None, gt=0, le=20_000)
    aboard_kg: float | None = Field(default=None, ge=0, le=20_000, description="people and bags")
    fuel: str | None = Field(default=None, max_length=40, description="avgas where left out")
    off_block: str | None = Field(
        default=None, pattern=r"^([01]\d|2[0-3]):[0-5]\dZ?$", description='when one leaves: "08:45", "08:45Z"'
    )
    off_at: str | None = Field(default=None, max_length=200, description="the field one leaves, for its clock")
    reserve_minutes: float | None = Field(default=None, ge=0, le=600, description="of fuel kept when landing")
    people: SkipJsonSchema[int | None] = Field(default=None, ge=1, le=50, description="who share a cost, or fly")
    masses: SkipJsonSchema[tuple[float, ...]] = Field(default=(), max_length=20, description="of people, in kg")
    bags_kg: SkipJsonSchema[float | None] = Field(default=None, ge=0, le=2_000, description="0: named without")
    tanks: SkipJsonSchema[Literal["full", "half"] | None] = None
    aircraft_type: SkipJsonSchema[str | None] = Field(default=None, max_length=60)

    @model_validator(mode="after")
    def _is_a_sum(self) -> Self:
        if asked_of(self) is None:
            raise ValueError(
                say("give the figures of one sum: miles and knots, litres and their price, feet and feet a minute")
            )
        return self


class SumLine(Value):
    """One result, with the unit of volume that it was reckoned with.

    `distance_nm` is what a descent takes, `litres` what a flight burns and `litres_kept` what is kept beside;
    of masses `value` is the kilograms left for fuel, below nothing where it is too heavy without; `fuel_kg` is
    what the fuel that is told weighs.
    """

    value: float
    unit: str = ""
    distance_nm: float | None = None
    litres: float | None = None
    litres_kept: float | None = None
    cost: float | None = None
    fuel: str | None = None
    kg_per_litre: float | None = None
    fuel_kg: float | None = None


class Sum(ToolResult):
    """What was asked, in hours, nm, kt, money or l/h; several `lines` where a gallon may be of two."""

    what: What | None = None
    given: SumArguments | None = None
    lines: tuple[SumLine, ...] = ()
    off_blocks: datetime.datetime | None = None
    on_blocks: datetime.datetime | None = None
    zone: str | None = None


def worked_out_with(last: ToolCall, given: Mapping[str, JsonValue]) -> ToolCall | None:
    """The sum in hand with other figures; None where there are none, or where they do not go together."""
    if not given:
        return None
    call = last.varied(**given)
    try:
        SumArguments.model_validate(call.arguments)
    except ValidationError:
        return None
    return call


def asked_of(given: SumArguments) -> What | None:
    """What the figures that are told leave to be reckoned."""
    if given.what in ("speed", "burn", "price"):
        needed = {
            "speed": (given.distance_nm, given.hours),
            "burn": (given.volume, given.hours),
            "price": (given.money, given.volume),
        }[given.what]
        return given.what if None not in needed else None
    if given.what == "glide" or given.glide_ratio is not None:
        return "glide" if given.height_ft is not None else None
    if (given.max_kg is not None and given.empty_kg is not None) or (given.what == "load" and given.people):
        return "load"
    if given.left is not None and given.volume is not None:
        return "fill" if given.left < given.volume else None
    if given.money is not None and given.people is not None and given.money_per is None:
        return "cost"
    if given.money is not None and given.money_per == "h":
        return "cost" if hours_of(given) is not None else None
    if given.money is not None and given.money_per is not None:
        if given.volume is not None or (given.burn_lph is not None and hours_of(given) is not None):
            return "cost"
        return "cost_an_hour" if given.burn_lph is not None else None
    if given.height_ft is not None and given.rate_fpm is not None:
        return "descent"
    if given.speed_kts is not None and given.distance_nm is not None:
        return "time"
    if given.speed_kts is not None and given.hours is not None:
        return "distance"
    return None


def hours_of(given: SumArguments) -> float | None:
    """Hours of the flight, as told or of its miles and knots; None where neither is told."""
    if given.hours is not None or given.distance_nm is None or given.speed_kts is None:
        return given.hours
    return given.distance_nm / _ground(given)


@tool(kind="route")
async def work_out_figures(arguments: SumArguments, context: ToolContext) -> Sum:
    """A time, a distance, a ground speed, a price or a descent, of figures alone and without a place."""
    what = asked_of(arguments)
    if arguments.speed_kts is not None and _ground(arguments) < SLOWEST_KTS:
        raise InvalidQuestion(
            say(
                "With {knots:g} kt in that wind the aircraft hardly moves over the ground.",
                knots=arguments.speed_kts,
            )
        )
    units = context.deps.units
    volumes = [unit for unit in units.spelt.get(arguments.volume_unit.casefold(), ()) if unit.kind == "volume"]
    priced = [
        unit for unit in units.spelt.get((arguments.money_per or "").casefold(), ()) if unit.kind == "volume"
    ]
    if arguments.volume_unit.casefold() == (arguments.money_per or "").casefold() and len(volumes) > 1:
        volumes = priced = volumes[:1]
    priced = [unit for unit in priced if unit in volumes] or priced  # "31 usg at 6.80 a gallon"
    lines: list[SumLine] = []
    if what == "cost" and arguments.money_per is None:
        lines.append(SumLine(value=arguments.money or 0.0))
    elif what in ("cost", "cost_an_hour") and arguments.money_per != "h":
        for per in priced:
            if arguments.volume is None:
                litres = (arguments.burn_lph or 0.0) * (hours_of(arguments) or 1.0 if what == "cost" else 1.0)
                lines.append(SumLine(value=(arguments.money or 0.0) * litres / per.factor, unit=per.name))
                continue
            for unit in volumes:
                many = arguments.volume * unit.factor / per.factor
                lines.append(
                    SumLine(value=(arguments.money or 0.0) * many, unit=unit.name if unit != per else per.name)
                )
    elif what == "fill":
        missing = (arguments.volume or 0.0) - (arguments.left or 0.0)
        cost = missing * volumes[0].factor * arguments.money if volumes and arguments.money else None
        lines += [
            SumLine(value=missing, unit=unit.name, litres=missing * unit.factor, cost=cost) for unit in volumes
        ]
    elif what == "load":
        lines.append(_of_the_masses(arguments, units, volumes[0].factor if volumes else 1.0))
    elif what in ("burn", "price"):
        for unit in volumes:
            litres = (arguments.volume or 0.0) * unit.factor
            value = litres / (arguments.hours or 1.0) if what == "burn" else (arguments.money or 0.0) / litres
            lines.append(SumLine(value=value, unit=unit.name))
    else:
        lines.append(_of_the_flight(what, arguments))
    if not lines:
        raise InvalidQuestion(
            say("I do not know {unit} as a unit.", unit=arguments.money_per or arguments.volume_unit)
        )
    leaves, zone = _leaves(arguments, context) if what == "time" else (None, None)
    lands = leaves + datetime.timedelta(minutes=round(lines[0].value * 60)) if leaves else None
    return Sum(
        what=what,
        given=arguments,
        lines=tuple(lines),
        off_blocks=leaves,
        on_blocks=lands,
        zone=zone,
        sources=(units.fuel_source,) if what == "load" else (),
    )


def _leaves(arguments: SumArguments, context: ToolContext) -> tuple[datetime.datetime | None, str | None]:
    """The moment of off blocks today and the zone of its clock; none for a clock of no known field."""
    if arguments.off_block is None:
        return None, None
    clock = datetime.time.fromisoformat(arguments.off_block.removesuffix("Z"))
    place = context.deps.airports.get(arguments.off_at) if arguments.off_at else None
    zone = zone_of(place.time_zone) if place else None
    counts = datetime.UTC if arguments.off_block.endswith("Z") or zone is None else zone
    day = context.question.at.astimezone(counts).date()
    return datetime.datetime.combine(day, clock, counts), place.time_zone if place else None


def aboard(given: SumArguments) -> float:
    """The kilograms of people and bags that are told."""
    return given.aboard_kg if given.aboard_kg is not None else sum(given.masses) + (given.bags_kg or 0.0)


def _of_the_masses(given: SumArguments, units: Units, litres: float) -> SumLine:
    left = (given.max_kg or 0.0) - (given.empty_kg or 0.0) - aboard(given)
    fuel = units.fuels.get((given.fuel or "avgas").casefold(), "AVGAS 100LL")
    density = units.densities[fuel]
    weighs = None
    if given.volume is not None:
        weighs = given.volume * litres * density * (0.5 if given.tanks == "half" else 1.0)
    return SumLine(value=left, litres=max(left, 0.0) / density, fuel=fuel, kg_per_litre=density, fuel_kg=weighs)


def _ground(given: SumArguments) -> float:
    return (given.speed_kts or 0.0) - (given.headwind_kts or 0.0)


def _of_the_flight(what: What | None, given: SumArguments) -> SumLine:
    hours, distance = given.hours or 1.0, given.distance_nm or 0.0
    if what == "cost":
        return SumLine(value=(given.money or 0.0) * (hours_of(given) or 1.0))
    if what == "speed":
        return SumLine(value=distance / hours)
    if what == "distance":
        return SumLine(value=_ground(given) * hours)
    if what == "glide":
        far = (given.height_ft or 0.0) / FEET_PER_NM * (given.glide_ratio or 1.0)
        if given.speed_kts is None or given.glide_ratio is None:
            return SumLine(value=0.0, distance_nm=far)
        return SumLine(value=far / given.speed_kts, distance_nm=far * _ground(given) / given.speed_kts)
    if what == "descent":
        minutes = (given.height_ft or 0.0) / (given.rate_fpm or 1.0)
        far = _ground(given) * minutes / 60 if given.speed_kts is not None else None
        return SumLine(value=minutes / 60, distance_nm=far)
    time = distance / _ground(given)
    burn = given.burn_lph
    kept = burn * given.reserve_minutes / 60 if burn is not None and given.reserve_minutes else None
    return SumLine(value=time, litres=burn * time if burn is not None else None, litres_kept=kept)
