"""The wind at each runway end of a field: the wind that was said, or the one reported now."""

from __future__ import annotations

import math
import re

from pydantic import AliasChoices, Field

from agent.aviation.airports import Airport
from agent.aviation.hours import zone_of
from agent.errors import InvalidQuestion
from agent.locate import NotLocated, locate
from agent.protocol import DetailMarker, DetailView, Minima, MissingInfo, Source, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.offered import instead
from agent.subjects.weather.place import Moment, Spot, find_moment, find_spot, spot_of
from agent.subjects.weather.reports import StationWeather, sources_of, weather_of
from agent.subjects.weather.runways_ahead import WindAhead, given_wind, is_ahead, wind_ahead
from agent.subjects.weather.unreached import naming
from agent.weather.decode import AHEAD, decode
from agent.weather.report import Forecast, Wind
from agent.weather.runway_wind import RunwayEnd, at_runways, most_into_wind
from agent.weather.said_wind import parse_wind
from agent.weather.tables import RunwayHeading, opposite
from tongue import say


class RunwayWindArguments(Arguments):
    """A field, a wind if one was said, and one runway if only that matters."""

    icao_code: str | None = Field(
        default=None, validation_alias=AliasChoices("icao_code", "icao", "airport"), description="the field"
    )
    wind: str | None = Field(default=None, description='"24018G28KT", "240/18"; the reported wind when left out')
    runway: str | None = Field(default=None, description='one runway, "31"; all when left out')
    report: str | None = Field(
        default=None, max_length=2000, description="a TAF that was pasted: its wind at the hour asked about"
    )
    off_deg: float | None = Field(
        default=None, ge=0, le=90, description="degrees between wind and runway, where neither direction is said"
    )
    crosswind_limit_kt: float | None = Field(
        default=None, gt=0, le=60, description="a limit said with the question; else the pilot's own"
    )
    gust_limit_kt: float | None = Field(default=None, gt=0, le=80, description="the same in gusts")
    day: str | None = Field(default=None, description='"Saturday", ISO date: the wind forecast for then')
    time: str | None = Field(default=None, description="local time HH:MM, or UTC with a Z; 09–18 when left out")
    most_from_deg: float | None = Field(
        default=None, ge=0, le=360, description="how strong a wind from there may be is asked, with a limit across"
    )
    verdict: bool = Field(
        default=False, description="whether that is too much was asked: whose limit counts is said"
    )
    until: str | None = Field(default=None, description="the same, where a stretch from `time` on is asked about")


class MostWind(Value):
    """How strong a wind is when so much of it blows across an end; None: it blows along it."""

    runway: str
    from_deg: int
    limit_kt: float
    knots: float | None = None


class RunwayWind(ToolResult):
    """The wind at each runway end. `most_into_wind` is not the runway in use: that the tower or the field tells.

    `wind_from` None: the wind was given; else the station that reported it. Directions are true; a wind told by
    radio is magnetic: `variation_deg` (east positive) is added to make it true. `ahead` is what is forecast for
    the day or hour that was asked about, and then stands alone.
    """

    icao: str | None = None
    name: str | None = None
    wind: Wind | None = None
    wind_from: StationWeather | None = None
    runways: tuple[RunwayEnd, ...] = ()
    most_into_wind: str | None = None
    variation_deg: float | None = None
    off_deg: float | None = None
    minima: Minima | None = None
    ahead: WindAhead | None = None
    most: tuple[MostWind, ...] = ()
    zone: str | None = None


@tool(kind="airport", visualization="marker_with_details", outside=True)
async def get_runway_wind(arguments: RunwayWindArguments, context: ToolContext) -> RunwayWind:
    """Head, tail and crosswind at each runway end of a field, mean and gust, for a wind or the reported one."""
    if arguments.off_deg is not None and arguments.wind:
        return _at_an_angle(arguments.wind, arguments.off_deg)
    wind = parse_wind(arguments.wind) if arguments.wind and arguments.wind.strip() else None
    if arguments.most_from_deg is not None and (limit := _limits(arguments, context).crosswind_kt) is not None:
        return _most(arguments, arguments.most_from_deg, limit, context)
    if not (arguments.icao_code or "").strip():
        return _without_field(wind, arguments.runway, _limits(arguments, context))
    spot = find_spot(arguments.icao_code or "", context)
    if isinstance(spot, NotLocated):
        asked = ToolCall(tool="get_runway_wind", arguments=arguments.canonical())
        choices = instead(spot, asked, "icao_code", lambda code: say("Crosswind at {code}", code=code))
        return RunwayWind(found=False, message=spot.message, choices=choices)
    if spot.airport is None:
        near = locate(arguments.icao_code or "", context, snap=True)
        if not isinstance(near, NotLocated) and near.airport is not None:
            spot = spot_of(near.airport, context)  # a town's own field
    if spot.airport is None:
        return RunwayWind(
            found=False, message=say("{label} is no airfield whose runways I know.", label=spot.label)
        )
    airport = spot.airport
    ends = context.deps.weather_tables.runway_headings(airport, context.deps.airports)
    if not ends:
        message = say(
            "I know no runway directions at {label}: give me a runway and a wind, like 260/18 on 32.",
            label=spot.label,
        )
        return RunwayWind(found=False, message=message, icao=airport.ident, name=airport.short_name)
    no_such = _none_such(arguments.runway, ends, airport) if arguments.runway else None
    if arguments.runway:
        ends = _named_of(arguments.runway, ends) or _nearly(arguments.runway, ends) or ends
    moment = find_moment(arguments.day, arguments.time, zone_of(airport.time_zone), context)
    if wind is None and arguments.report:
        given = decode(arguments.report, context.deps.now(), ahead=AHEAD)
        if not isinstance(given, Forecast):
            raise InvalidQuestion(say("That is no TAF I can read: paste it whole, from “TAF” on."))
        told_by = given_wind(given, ends, moment, day_said=bool(arguments.day))
        found = _told(airport, told_by, _limits(arguments, context), (), context)
        return found.model_copy(update={"message": no_such})
    if wind is None and moment is not None and is_ahead(moment, context.deps.now()):
        until = find_moment(arguments.day, arguments.until, zone_of(airport.time_zone), context)
        limits = _limits(arguments, context)
        ahead = await _ahead(spot, airport, ends, moment, limits, context, until=until if moment.at else None)
        return ahead.model_copy(update={"message": no_such})
    told = None
    if wind is None:
        with naming(lambda: say("Not seen: the wind at {place}. Give me one, like 240/18G28.", place=spot.label)):
            told = await reported_wind(spot, context)
        wind = told.report.wind if told and told.report else None
    sources: tuple[Source, ...] = (context.deps.weather_tables.headings_source,)
    if told is not None:
        sources = (*sources_of((), context), *sources)
    base = RunwayWind(
        icao=airport.ident,
        name=airport.short_name,
        wind=wind,
        wind_from=told,
        variation_deg=context.deps.weather_tables.variation_deg(airport),
        sources=sources,
        visualization=DetailView(
            marker=DetailMarker(icao=airport.ident, lat=airport.lat, lon=airport.lon, name=airport.short_name)
        ),
    )
    found = at_runways(ends, wind) if wind else ()
    if not found:
        why = (
            say("no station near it reports a wind now")
            if told is None
            else say("{icao} reports no wind", icao=told.station.icao)
        )
        message = say("I have no wind for {label}: {why}. Give me one, like 240/18G28.", label=spot.label, why=why)
        return base.model_copy(update={"found": False, "message": message})
    best = most_into_wind(found)
    minima = _limits(arguments, context)
    return base.model_copy(
        update={
            "runways": found,
            "most_into_wind": best.runway if best and len(found) > 1 else None,
            "minima": minima if minima.any else None,
            "message": no_such,
        }
    )


def _limits(arguments: RunwayWindArguments, context: ToolContext) -> Minima:
    """The pilot's own minima, with a limit that this question has: of gusts too where it says nothing of them."""
    limit, gust = arguments.crosswind_limit_kt, arguments.gust_limit_kt
    if limit is None and gust is None:
        return context.minima
    return context.minima.model_copy(update={"crosswind_kt": limit, "gust_kt": gust or limit})


def _most(arguments: RunwayWindArguments, from_deg: float, limit: float, context: ToolContext) -> RunwayWind:
    """ "How much wind from 240 on 31 until 15 kt are across": the limit over the sine of the angle."""
    ends = _ends_named(arguments, context)
    if not ends:
        return _without_field(None, arguments.runway, Minima())
    told: list[MostWind] = []
    for end in ends:
        share = abs(math.sin(math.radians(from_deg - end.true_deg)))
        knots = math.floor(10 * limit / share) / 10 if share > _NEVER_ACROSS else None
        told.append(MostWind(runway=end.ident, from_deg=round(from_deg) % 360, limit_kt=limit, knots=knots))
    exact = all(end.how != "designator" for end in ends)
    return RunwayWind(most=tuple(told), sources=(context.deps.weather_tables.headings_source,) if exact else ())


_NEVER_ACROSS = 0.05


def _ends_named(arguments: RunwayWindArguments, context: ToolContext) -> list[RunwayHeading]:
    """The end that was named, by its true direction where a field is named too, else by its number."""
    spot = find_spot(arguments.icao_code or "", context) if (arguments.icao_code or "").strip() else None
    airport = spot.airport if isinstance(spot, Spot) else None
    if airport is not None:
        ends = context.deps.weather_tables.runway_headings(airport, context.deps.airports)
        return _chosen(arguments.runway, ends, airport) if arguments.runway and ends else ends
    match = re.fullmatch(r"(?:RWY\s*)?(\d{1,2})[LCR]?", (arguments.runway or "").strip().upper())
    if match is None or not 1 <= int(match[1]) <= 36:
        return []
    return [RunwayHeading(f"{int(match[1]):02d}", int(match[1]) * 10 % 360, "designator")]


async def _ahead(
    spot: Spot,
    airport: Airport,
    ends: list[RunwayHeading],
    moment: Moment,
    minima: Minima,
    context: ToolContext,
    *,
    until: Moment | None = None,
) -> RunwayWind:
    """The runways under the wind that is forecast."""
    last = until.at if until is not None else None
    ahead, sources = await wind_ahead(spot, airport, ends, moment, context, until=last)
    return _told(airport, ahead, minima, sources, context)


def _told(
    airport: Airport, ahead: WindAhead, minima: Minima, sources: tuple[Source, ...], context: ToolContext
) -> RunwayWind:
    return RunwayWind(
        icao=airport.ident,
        name=airport.short_name,
        ahead=ahead,
        zone=airport.time_zone,
        minima=minima if minima.any else None,
        sources=(*sources, context.deps.weather_tables.headings_source),
        visualization=DetailView(
            marker=DetailMarker(icao=airport.ident, lat=airport.lat, lon=airport.lon, name=airport.short_name)
        ),
    )


async def reported_wind(spot: Spot, context: ToolContext) -> StationWeather | None:
    """The newest report of the place's own station, or of the nearest one that tells a wind."""
    (weather,) = await weather_of([spot], context, kind="metar", at=None)
    told = [s for s in weather.stations if s.report and s.report.wind and s.report.wind.speed_kt is not None]
    usable = [s for s in told if s.freshness != "history"]
    return next(iter(usable or weather.stations), None)


def _named_of(said: str, ends: list[RunwayHeading]) -> list[RunwayHeading]:
    wanted = {_plain(part) for part in re.split(r"[/\-\s]+", said.upper().replace("RWY", " ")) if part.strip()}
    found = [end for end in ends if _plain(end.ident) in wanted]
    if not found:
        found = [end for end in ends if re.sub(r"[LCR]$", "", _plain(end.ident)) in wanted]
    return found


def _none_such(said: str, ends: list[RunwayHeading], airport: Airport) -> str | None:
    """That the field has no such runway, and which it has; None where it has it."""
    if _named_of(said, ends):
        return None
    told = say(
        "{icao} has no runway {runway}. It has {names}.",
        icao=airport.ident,
        runway=said.strip()[:10],
        names=", ".join(end.ident for end in ends),
    )
    near = ", ".join(end.ident for end in _nearly(said, ends))
    return (
        say("{told} For {runway} take {near}:", told=told, runway=said.strip()[:10], near=near) if near else told
    )


_RENUMBERED = 2
"""Runways are numbered anew as the magnetic pole moves: one so near in number is what was meant, and is said."""


def _nearly(said: str, ends: list[RunwayHeading]) -> list[RunwayHeading]:
    """The ends that the number of a runway nobody has comes nearest to; none where all are far off."""
    match = re.search(r"\d{1,2}", said)
    if match is None:
        return []
    off = {
        end.ident: abs((int(end.ident[:2]) - int(match[0]) + 18) % 36 - 18)
        for end in ends
        if end.ident[:2].isdigit()
    }
    least = min(off.values(), default=_RENUMBERED + 1)
    return [end for end in ends if off.get(end.ident) == least] if least <= _RENUMBERED else []


def _chosen(said: str, ends: list[RunwayHeading], airport: Airport) -> list[RunwayHeading]:
    if (no_such := _none_such(said, ends, airport)) is not None:
        raise InvalidQuestion(no_such)
    return _named_of(said, ends)


def _plain(ident: str) -> str:
    match = re.fullmatch(r"(\d{1,2})([A-Z]?)", ident.strip())
    return f"{int(match[1]):02d}{match[2]}" if match else ident.strip()


def _at_an_angle(blown: str, off_deg: float) -> RunwayWind:
    """ "18 knots at 60 degrees to the runway": head and across, of no runway and from no side."""
    wind = parse_wind(f"{off_deg:03.0f}/{blown.strip().upper().removesuffix('KT')}")
    (end,) = at_runways([RunwayHeading("36", 0, "designator")], wind)
    return RunwayWind(wind=wind, runways=(end,), off_deg=off_deg)


def _without_field(wind: Wind | None, runway: str | None, minima: Minima) -> RunwayWind:
    """ "260/18 on 32": by the runway's name alone, which is magnetic and good to about 5 degrees."""
    match = re.fullmatch(r"(?:RWY\s*)?(\d{1,2})([LCR]?)(?:/\d{1,2}[LCR]?)?", (runway or "").strip().upper())
    if wind is None or match is None or not 1 <= int(match[1]) <= 36:
        prompt = say("At which field? Or give me a wind and a runway, like 260/18 on 32.")
        return RunwayWind(
            found=False,
            message=prompt,
            missing_info=(
                MissingInfo(
                    key="other", reason=say("A field, or a wind and a runway"), prompt=prompt, examples=()
                ),
            ),
        )
    ident = f"{int(match[1]):02d}{match[2]}"
    ends = [RunwayHeading(ident, int(match[1]) * 10 % 360, "designator")]
    if other := opposite(ident):
        ends.append(RunwayHeading(other, (int(match[1]) * 10 + 180) % 360, "designator"))
    told = minima if minima.any else None
    return RunwayWind(wind=wind, runways=at_runways(ends[:1] if told else ends, wind), minima=told)
