"""Wind and temperature above a place at the heights that were asked for: the models side by side."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pydantic import AwareDatetime, Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.hours import zone_of
from agent.errors import InvalidQuestion
from agent.locate import NotLocated
from agent.protocol import Answer, Marker, MarkersView, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.offered import instead
from agent.subjects.weather.forecast_words import day_name, old_copy, runs_line, too_early_for_wind
from agent.subjects.weather.outlook import ModelRun
from agent.subjects.weather.place import MOST_PLACES, Spot, clock, find_moment, find_spot
from agent.subjects.weather.unreached import naming, winds_unseen
from agent.weather.models import FIGURES_AT, circular_spread, first_told, lead_at, models_for
from agent.weather.open_meteo import ALOFT_AND_COLD, HIGHEST_FT, SOURCE, Series, aloft_names, levels_for
from agent.weather.windows import span
from agent.writing.write import Talk, write
from tongue import say

USUAL_LEVELS = (2000, 5000, 10000)
"""Where no height is said."""
MOST_LEVELS = 6
NOON = timedelta(hours=12)


class WindsAloftArguments(Arguments):
    """Places, heights and when."""

    places: list[str] = Field(default=[], max_length=MOST_PLACES, description="codes, names or towns")
    levels_ft: list[int] = Field(
        default=[], max_length=MOST_LEVELS, description="feet above the sea; 2,000, 5,000 and 10,000 when left out"
    )
    day: str | None = Field(default=None, description='"tomorrow", "Saturday", ISO date; now when left out')
    time: str | None = Field(default=None, description="local time HH:MM, or UTC with a Z; noon of a day")
    temperature: bool = Field(default=False, description="the temperature is what is asked for: it comes first")

    @field_validator("places", "levels_ft", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        return [value] if isinstance(value, str | int | float) else value


class WindTold(Value):
    """What one model has there: true degrees and knots, and the air's temperature where it tells one."""

    model: str
    from_deg: int
    knots: int
    celsius: int | None = None


class WindAtLevel(Value):
    """One height above the sea; `below_ground` where the ground lies higher; no winds: no model tells one."""

    level_ft: int
    winds: tuple[WindTold, ...] = ()
    below_ground: bool = False


class PlaceAloft(Value):
    """One place and its heights, lowest first. `ground_ft`: its ground, of a place that is no field."""

    label: str
    icao: str | None = None
    ground_ft: SkipJsonSchema[int | None] = None
    levels: tuple[WindAtLevel, ...] = ()


class WindsAloft(ToolResult):
    """The winds by place and height at one time. `opens`: too early for any, from that day on there are some."""

    places: tuple[PlaceAloft, ...] = ()
    at: AwareDatetime | None = None
    at_assumed: bool = False
    temperature: bool = False
    time_zone: str | None = None
    opens: AwareDatetime | None = None
    runs: tuple[ModelRun, ...] = ()
    fetched: AwareDatetime | None = None
    stale: bool = False
    weight: float | None = None


HOUR = timedelta(hours=1)


@tool(kind="airport", visualization="markers", outside=True)
async def get_winds_aloft(arguments: WindsAloftArguments, context: ToolContext) -> WindsAloft:
    """Wind and temperature aloft over places at heights in feet: the forecast models side by side."""
    said = arguments.places or ([home] if (home := context.question.profile.home_base) else [])
    if not said:
        return WindsAloft(
            found=False, message=say("The wind over which place? Give me a field or a town, like LFAT.")
        )
    levels = sorted(set(arguments.levels_ft or USUAL_LEVELS))
    if (highest := levels[-1]) > HIGHEST_FT:
        raise InvalidQuestion(
            say(
                "{feet:,.0f} ft is above the levels I look at. Give me one up to {most:,} ft.",
                feet=highest,
                most=HIGHEST_FT,
            )
        )
    spots: list[Spot] = []
    for name in said:
        spot = find_spot(name, context)
        if isinstance(spot, NotLocated):
            asked = ToolCall(tool="get_winds_aloft", arguments=arguments.canonical())
            choices = instead(spot, asked, "places", lambda code: say("Wind aloft over {code}", code=code))
            return WindsAloft(found=False, message=spot.message, choices=choices)
        spots.append(spot)
    at, assumed = _when(arguments, spots[0], context)
    lead = lead_at(at, context.deps.now(), spots[0].zone)
    base = WindsAloft(
        at=at,
        at_assumed=assumed,
        temperature=arguments.temperature,
        time_zone=spots[0].zone.key if spots[0].zone else None,
        visualization=MarkersView(
            data=tuple(Marker(icao=spot.code, name=spot.label, lat=spot.lat, lon=spot.lon) for spot in spots)
        ),
    )
    if lead == "past":
        raise InvalidQuestion(say("That time has passed. Give me one from now on."))
    points = [(spot.lat, spot.lon) for spot in spots]
    models = models_for(points, at + timedelta(hours=1) - context.deps.now()) if lead in FIGURES_AT else ()
    if not models:
        return base.model_copy(update={"opens": first_told(at, "week")})
    seen = sorted({*levels, *USUAL_LEVELS}) if any(spot.airport is None for spot in spots) else levels
    pressures = sorted({one for level in seen for one in levels_for(level)}, reverse=True)
    with naming(lambda: winds_unseen(spots, levels, at)):
        told = await context.deps.open_meteo.forecasts(
            points,
            aloft_names(pressures, ALOFT_AND_COLD),
            models,
            at - timedelta(hours=1),
            at + timedelta(hours=1),
        )
    by_place = {
        spot.asked: [s for m in models for s in told.of(m) if s.point == (round(spot.lat, 2), round(spot.lon, 2))]
        for spot in spots
    }
    return base.model_copy(
        update={
            "places": tuple(_place_aloft(spot, by_place[spot.asked], levels, pressures, at) for spot in spots),
            "runs": tuple(
                ModelRun(model=m.name, at=run.at if run else None, sleeping=run.sleeping if run else False)
                for m in models
                for run in (told.runs.get(m.key),)
            ),
            "fetched": told.fetched,
            "stale": told.stale,
            "weight": told.weight,
            "sources": (SOURCE.model_copy(update={"stale": told.stale, "as_of": told.fetched.date()}),),
        }
    )


def _when(arguments: WindsAloftArguments, spot: Spot, context: ToolContext) -> tuple[datetime, bool]:
    """The moment, and whether its hour was assumed: now, or noon of a later day."""
    now = context.deps.now()
    moment = find_moment(arguments.day, arguments.time, spot.zone, context)
    if moment is None:
        return now, False
    if moment.at is not None:
        return moment.at.astimezone(UTC), False
    if moment.day == now.astimezone(spot.zone or UTC).date():
        return now, False
    midnight = datetime.combine(moment.day, datetime.min.time(), spot.zone or UTC)
    return (midnight + NOON).astimezone(UTC), True


def _place_aloft(
    spot: Spot, series: list[Series], levels: list[int], pressures: list[int], at: datetime
) -> PlaceAloft:
    """The heights asked; over high ground also the usual ones above it, where all that is asked lies below."""
    if spot.airport is not None:
        ground, told = spot.airport.elevation_ft, None
    else:
        metres = [one.elevation_m for one in series if one.elevation_m is not None]
        told = ground = round(max(metres) / 0.3048) if metres else None
    if told is not None and told >= levels[-1]:
        levels = [*levels, *(one for one in USUAL_LEVELS if one > told)]
    return PlaceAloft(
        label=spot.label,
        icao=spot.code,
        ground_ft=told if told is not None and told >= _HIGH_GROUND_FT else None,
        levels=tuple(_at_level(level, series, pressures, at, ground) for level in levels),
    )


_HIGH_GROUND_FT = 1500
"""From here on the ground is told beside winds over a place that is no field: peaks around it are higher."""


def _at_level(
    level: int, series: list[Series], pressures: list[int], at: datetime, ground: int | None
) -> WindAtLevel:
    if ground is not None and level <= ground:
        return WindAtLevel(level_ft=level, below_ground=True)
    found: list[WindTold] = []
    for one in series:
        wind = one.wind_at(at, level * 0.3048, pressures)
        if wind is not None:
            degrees, celsius = round(wind.from_deg) % 360 or 360, one.temperature_at(at, level * 0.3048, pressures)
            cold = round(celsius) if celsius is not None else None
            found.append(
                WindTold(model=one.model.name, from_deg=degrees, knots=round(wind.speed_kt), celsius=cold)
            )
    return WindAtLevel(level_ft=level, winds=tuple(found))


@write.register
def _(result: WindsAloft, talk: Talk) -> Answer:
    if not result.found or result.at is None:
        return Answer(text=result.message or say("I have no wind for that."), choices=result.choices)
    zone = zone_of(result.time_zone)
    when = f"{day_name(result.at.astimezone(zone).date())} {clock(result.at, zone)}"
    if result.opens is not None:
        return Answer(text=too_early_for_wind(when, result.opens, result.time_zone))
    assumed = say(" (assumed)") if result.at_assumed else ""
    lines: list[str] = []
    for place in result.places:
        told = {"place": place.label, "when": when, "assumed": assumed}
        if result.temperature:
            lines.append(say("Temperature and wind over {place}, {when}{assumed}:", **told))
        else:
            lines.append(say("Wind over {place}, {when}{assumed}:", **told))
        if place.ground_ft is not None:
            lines.append(
                say(
                    "Ground there about {feet:,} ft by the weather service's terrain; "
                    "summits beside it are higher.",
                    feet=round(place.ground_ft, -2),
                )
            )
        at_a_field = place.icao is not None
        lines += [_level(level, result.temperature, at_a_field=at_a_field) for level in place.levels]
    lines.append(runs_line(result.runs))
    if result.stale and result.fetched:
        lines.append(old_copy(result.fetched))
    return Answer(text="\n".join(lines), choices=result.choices)


def _level(of: WindAtLevel, cold_first: bool, *, at_a_field: bool) -> str:
    if of.below_ground and not at_a_field:
        return say("**{feet:,} ft is inside the ground there**: no wind.", feet=of.level_ft)
    if of.below_ground:
        return say("{feet:,} ft is below the field.", feet=of.level_ft)
    if not of.winds:
        return say("{feet:,} ft: no model tells a wind there.", feet=of.level_ft)
    speeds = [wind.knots for wind in of.winds]
    each = ", ".join(f"{wind.model} {wind.from_deg:03d}/{wind.knots:02d}" for wind in of.winds)
    wind = f"{_directions(of.winds)} {span(min(speeds), max(speeds))} kt"
    cold = sorted(one.celsius for one in of.winds if one.celsius is not None)
    air = f"{_degrees(cold)} °C" if cold else ""
    if cold_first and not cold:
        air = say("no temperature told")
    first, then = (air, wind) if cold_first else (wind, air)
    words = " · ".join(part for part in (f"**{first}**", then, each) if part)
    return say("{part}: {words}", part=say("{value:,.0f} ft", value=of.level_ft), words=words)


def _degrees(cold: list[int]) -> str:
    """ "-1 to 2": no dash between figures that may have a sign."""
    least, most = cold[0], cold[-1]
    return f"{least}" if least == most else say("{least} to {most}", least=least, most=most)


def _directions(winds: tuple[WindTold, ...]) -> str:
    """ "260–280°", around the circle where they lie on both sides of north."""
    degrees = [wind.from_deg for wind in winds]
    spread = circular_spread(degrees)
    first = next(d for d in degrees if all((other - d) % 360 <= spread for other in degrees))
    last = round(first + spread) % 360 or 360
    return f"{first:03d}°" if spread == 0 else f"{first:03d}–{last:03d}°"
