"""How long, and how far, the fuel on board lasts: the pilot's own figures, less the reserve that is named."""

from __future__ import annotations

import math

from pydantic import AliasChoices, Field

from agent.errors import InvalidQuestion
from agent.protocol import Answer, MissingInfo, Suggestion, ToolResult
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.measures import nm, speed_source
from agent.subjects.offered import call
from agent.subjects.route.speed import format_hours, resolve_speed
from agent.subjects.weather.fuel import SLOWEST_KT, ask_for_burn
from agent.weather.report import Wind
from agent.weather.said_wind import parse_wind, shown
from agent.writing.write import Talk, suggest, write
from tongue import say


class EnduranceArguments(Arguments):
    """What is usable and what is burnt an hour, or the hours in the tanks; what is kept; a speed for how far."""

    from_location: str | None = Field(
        default=None, max_length=200, description="where one starts: for the fields within reach"
    )
    usable_l: float | None = Field(default=None, gt=0, le=20000, description="usable litres on board")
    burn_lph: float | None = Field(default=None, gt=0, le=2000, description="litres an hour in cruise")
    endurance_hours: float | None = Field(default=None, gt=0, le=100, description="instead of litres and burn")
    reserve_minutes: float | None = Field(default=None, ge=0, le=600, description="kept when landing")
    true_airspeed_kts: float | None = Field(
        default=None, validation_alias=AliasChoices("true_airspeed_kts", "cruise_speed_kts")
    )
    aircraft_type: str | None = None
    headwind_kt: float | None = Field(default=None, ge=-100, le=100, description="negative on the tail")
    wind: str | None = Field(default=None, description='"250/20": into it and with it')
    returns: bool = Field(default=False, description="and back again")


class Endurance(ToolResult):
    """Hours until the tanks are empty, and hours and miles until only the named reserve is left.

    In a `wind`, `along_nm` is how far into it and with it, `across_nm` at right angles to it; where one `returns`
    both are out and back. `hours` is below nothing when the reserve alone is more than there is.
    """

    from_location: str | None = None
    usable_l: float | None = None
    burn_lph: float | None = None
    dry_hours: float | None = None
    reserve_minutes: float | None = None
    hours: float | None = None
    headwind_kt: float | None = None
    true_airspeed_kts: float | None = None
    speed_source: str | None = None
    distance_nm: float | None = None
    wind: Wind | None = None
    returns: bool = False
    along_nm: tuple[float, float] | None = None
    across_nm: float | None = None


def _ask_for_tanks() -> MissingInfo:
    """Asks what is usable; no handbook's figure is held."""
    usable = (90, 140, 200)
    return MissingInfo(
        key="tanks",
        reason=say("Required to reckon the fuel"),
        prompt=say("How many usable litres are aboard? I hold no type's tanks: its handbook does."),
        examples=tuple(say("{usable} litres", usable=litres) for litres in usable),
        fills=tuple({"usable_l": litres} for litres in usable),
    )


@tool(kind="route")
async def get_endurance(arguments: EnduranceArguments, context: ToolContext) -> Endurance:
    """How long and how far the fuel on board lasts, less the reserve that is named: no route is needed."""
    burn = arguments.burn_lph or context.question.profile.burn_lph
    if arguments.endurance_hours is None and arguments.usable_l is None:
        return Endurance(found=False, missing_info=(_ask_for_tanks(),))
    if arguments.endurance_hours is None and burn is None:
        return Endurance(found=False, missing_info=(ask_for_burn(),), usable_l=arguments.usable_l)
    dry = arguments.endurance_hours or (arguments.usable_l or 0) / (burn or 1)
    hours = dry - (arguments.reserve_minutes or 0) / 60
    told = arguments.true_airspeed_kts or arguments.aircraft_type
    speed, _ = resolve_speed(context, arguments.true_airspeed_kts, arguments.aircraft_type, "")
    ground = speed.knots - (arguments.headwind_kt or 0) if speed else 0.0
    far = round(ground * hours, 1) if speed and hours > 0 and ground >= SLOWEST_KT else None
    wind = _blown(arguments)
    reach = _reach(hours, speed.knots, wind, returns=arguments.returns) if speed and hours > 0 else None
    if arguments.returns and far is not None:
        far = round(far / 2, 1)
    return Endurance(
        wind=wind,
        returns=arguments.returns,
        along_nm=reach[0] if reach else None,
        across_nm=reach[1] if reach else None,
        from_location=arguments.from_location,
        usable_l=arguments.usable_l,
        burn_lph=burn if arguments.endurance_hours is None else None,
        dry_hours=dry,
        reserve_minutes=arguments.reserve_minutes,
        hours=hours,
        headwind_kt=arguments.headwind_kt,
        true_airspeed_kts=speed.knots if speed else None,
        speed_source=speed.source if speed and (told is None or speed.source != "provided") else None,
        distance_nm=far,
    )


def _blown(arguments: EnduranceArguments) -> Wind | None:
    if not arguments.wind:
        return None
    wind = parse_wind(arguments.wind)
    if wind.direction_deg is None or wind.speed_kt is None:
        raise InvalidQuestion(say("A variable wind has no direction to plan with. Give me one like 240/20."))
    return wind


def _reach(
    hours: float, knots: float, wind: Wind | None, *, returns: bool
) -> tuple[tuple[float, float], float] | None:
    """How far into the wind and with it, and across it; the same out and back, which is as far either way."""
    blows = float(wind.speed_kt or 0) if wind else 0.0
    if (wind is None and not returns) or knots - blows < SLOWEST_KT:
        return None
    across = math.sqrt(knots**2 - blows**2)
    if returns:
        there = hours * (knots**2 - blows**2) / (2 * knots)
        return (round(there, 1), round(there, 1)), round(hours * across / 2, 1)
    return (round(hours * (knots - blows), 1), round(hours * (knots + blows), 1)), round(hours * across, 1)


@write.register
def _(result: Endurance, talk: Talk) -> Answer:
    if result.dry_hours is None or result.hours is None:
        return Answer(text=result.message or "")
    dry = format_hours(result.dry_hours)
    lines = [_how_long(result, dry)]
    if result.distance_nm is not None:
        lines[0] += " " + _how_far(result)
    if result.burn_lph is not None and result.usable_l is not None:
        lines.append(
            say(
                "{usable_l:g} l usable at {burn_lph:g} l/h: {dry} until the tanks are empty.",
                usable_l=result.usable_l,
                burn_lph=result.burn_lph,
                dry=dry,
            )
        )
    if result.reserve_minutes is None:
        lines.append(
            say("That is to empty tanks: nothing is taken off for a reserve. Tell me yours: “keep 45 minutes”.")
        )
    lines.append(say("Climb, taxi and wind you did not name are not in it."))
    return Answer(text="\n".join(lines))


@suggest.register
def _(result: Endurance, talk: Talk) -> tuple[Suggestion, ...]:
    if not result.from_location or not result.hours or result.hours <= 0 or not result.true_airspeed_kts:
        return ()
    fields = call(
        "find_airports_near_location",
        location_query=result.from_location,
        within_minutes=round(60 * result.hours),
        cruise_speed_kts=result.true_airspeed_kts,
    )
    text = say("Fields within {hours} of {start}", hours=format_hours(result.hours), start=result.from_location)
    return (Suggestion(text=text, call=fields, category="fields", label=say("Fields in reach")),)


def _how_long(result: Endurance, dry: str) -> str:
    kept = result.reserve_minutes
    hours = result.hours or 0.0
    if not kept:
        return say("**{dry}** of endurance.", dry=dry)
    if hours <= 0:
        return say(
            "**Nothing is left to fly with**: {dry} of fuel, and {kept:g} minutes of it are kept.",
            dry=dry,
            kept=kept,
        )
    return say("**{hours}** in the air, with {kept:g} minutes kept.", hours=format_hours(hours), kept=kept)


def _how_far(result: Endurance) -> str:
    source = f" ({speed_source(result.speed_source)})" if result.speed_source not in (None, "provided") else ""
    far, knots = nm(result.distance_nm or 0), result.true_airspeed_kts
    told = {"knots": knots, "source": source}
    if result.along_nm is not None and result.across_nm is not None:
        blown = shown(result.wind) if result.wind else say("still air")
        against, along = (nm(one) for one in result.along_nm)
        across = nm(result.across_nm)
        if result.returns and result.wind is None:
            return say("**{far} out and back** at {knots:g} kt{source} in still air.", far=against, **told)
        if result.returns:
            return say(
                "**{far} out and back** along the wind, {across} across it, at {knots:g} kt{source} in {wind}.",
                far=against,
                across=across,
                wind=blown,
                **told,
            )
        return say(
            "**{against} into the wind, {along} with it**, {across} across it, at {knots:g} kt{source} in {wind}.",
            against=against,
            along=along,
            across=across,
            wind=blown,
            **told,
        )
    wind = result.headwind_kt or 0.0
    if wind > 0:
        return say(
            "**{far}** at {knots:g} kt{source} with {wind:g} kt on the nose.",
            far=far,
            knots=knots,
            source=source,
            wind=wind,
        )
    if wind < 0:
        return say(
            "**{far}** at {knots:g} kt{source} with {wind:g} kt on the tail.",
            far=far,
            knots=knots,
            source=source,
            wind=-wind,
        )
    return say("**{far}** at {knots:g} kt{source} in still air.", far=far, knots=knots, source=source)
