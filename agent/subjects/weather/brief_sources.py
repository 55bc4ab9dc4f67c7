"""What every source has for a flight there and back: forecast, reports, SIGMET and NOTAM, asked side by side."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any, TypeVar, cast

from agent.aviation.airports import Airport
from agent.aviation.geometry import geodesic_nm, great_circle_points
from agent.aviation.hours import zone_of
from agent.errors import AgentError
from agent.protocol import Source
from agent.registry import ToolContext
from agent.subjects.trip.timeline import TripLeg
from agent.subjects.weather.along import WindsAlong, winds_along
from agent.subjects.weather.day import Aloft, DayBrief, WindowAt
from agent.subjects.weather.findings import Finding, in_order, of_models, of_taf
from agent.subjects.weather.level import assumed_level
from agent.subjects.weather.outlook import ModelRun
from agent.subjects.weather.place import spot_of
from agent.subjects.weather.reports import PlaceWeather, freshness, sources_of, weather_of
from agent.subjects.weather.warnings import RouteNotams, Sigmets, notams_along, sigmets_along
from agent.weather.chart import MapNotam, WeatherChart, chart_of, station_of
from agent.weather.fold import around
from agent.weather.models import MINUTES_AT, ForecastModel, models_for
from agent.weather.open_meteo import (
    GROUND,
    MOST_REQUESTS,
    SOURCE,
    Forecasts,
    Point,
    aloft_names,
    levels_for,
    wide_apart_nm,
)
from agent.weather.route import LONGEST_PIECE_NM, Piece, cut, fly, nearest_point, reversed_pieces
from agent.weather.section import SECTION, SHOWN_AT, section_of
from agent.weather.strip import FIRST_HOUR, LAST_HOUR, DayStrip, strip_of
from agent.weather.tables import Station
from agent.weather.windows import window_of
from tongue import later, say

TAF_REACHES = timedelta(hours=30)
SIGMETS_REACH = timedelta(hours=12)
"""Further ahead those of now say nothing of a flight."""
MOST_POINTS = 5
"""With all that is asked of the ground and aloft, in one request."""
NEVER_SEEN = later("European AIRMET and GAMET")
TOO_EARLY = later("SIGMETs (they reach hours, not days)")
BESIDE_NM, MOST_STATIONS, MOST_CIRCLES = 25.0, 10, 5
"""Of the weather map: stations so near to the track, so many of them, so many NOTAM circles."""
T = TypeVar("T")


async def _seen(work: Coroutine[Any, Any, T]) -> T | AgentError:
    """A source, or why it is not seen: one that fails costs only itself."""
    try:
        return await work
    except AgentError as error:
        return error


async def with_weather(
    base: DayBrief,
    out: TripLeg,
    home: TripLeg,
    start: Airport,
    end: Airport,
    hard: list[Finding],
    context: ToolContext,
) -> DayBrief:
    """The brief with what the sources have; one that fails costs only itself and is named."""
    now = context.deps.now()
    leaves, returns = cast(datetime, base.leaves), cast(datetime, base.returns)
    last = (home.arrival or returns) + timedelta(hours=1)
    track = [] if base.is_local else cut((start.lat, start.lon), (end.lat, end.lon))
    points = _points(start, end)
    level = assumed_level(start, end)
    near = leaves - now <= timedelta(hours=24)
    soon = leaves - now <= SIGMETS_REACH
    fields = [start] if base.is_local else [start, end]
    codes: list[str | None] = [field.ident for field in fields]
    spots = [spot_of(field, context) for field in fields]
    beside = _stations(_line(start, end), context) if near else ()
    forecast, weather, sigmets, notams = await asyncio.gather(
        _seen(
            _forecast(
                points,
                track if base.lead in MINUTES_AT else [],
                *_shown_hours(base, leaves - timedelta(hours=2), last),
                last,
                level,
                context,
            )
        ),
        _seen(weather_of(spots, context, kind="any", at=None, also=[one.icao for one in beside]))
        if last - now <= TAF_REACHES * 1.5
        else _nothing(),
        _seen(sigmets_along(_line(start, end), "the way", codes, context, last, since=leaves))
        if near
        else _nothing(),
        notams_along(start, end, level, leaves - timedelta(hours=1), last, context),
    )
    notes: list[str] = []
    sources: list[Source] = list(base.sources)
    update: dict[str, Any] = {"notams": notams.ends[: len(fields)], "way_notams": notams.on_the_way}
    places = weather if isinstance(weather, tuple) else ()
    if isinstance(weather, AgentError):
        notes.append(say("reports and TAF (the weather service does not answer)"))
    elif places:
        update["reports"] = places
        sources += sources_of(places, context)
    windows = _windows(base, out, home, places)
    if isinstance(forecast, AgentError):
        notes.append(say("forecast models (the service does not answer)"))
    elif forecast is not None:
        found, models, along = forecast
        windows = [_with_models(one, found, models, context) for one in windows]
        update["strips"] = _strips(base, found, models, fields[::-1], context)
        update |= _from_models(base, found, models, points, track, along)
        if along is None and track and base.lead in MINUTES_AT:
            notes.append(say("the wind on the way (the service does not answer)"))
        sources.append(SOURCE.model_copy(update={"as_of": found.fetched.date(), "stale": found.stale}))
    seen_sigmets = sigmets if isinstance(sigmets, Sigmets) else None
    if seen_sigmets and not soon and not (seen_sigmets.on_the_way or seen_sigmets.near):
        seen_sigmets = None  # none is known yet of that day
    update["sigmets"] = seen_sigmets
    if near:
        update["chart"] = await _chart(start, end, beside if places else (), seen_sigmets, notams, context)
    if soon and seen_sigmets is None:
        notes.append(say("SIGMETs (the weather service does not answer)"))
    notes.append(say(NEVER_SEEN))
    if not soon:
        notes.append(say(TOO_EARLY))
    weather_found = [f for one in windows for f in _findings(one, base, context)]
    return base.model_copy(
        update={
            **update,
            "windows": tuple(windows),
            "findings": tuple(in_order([*hard, *weather_found])),
            "decide_at": tuple(_decide_at(base, update.get("runs", ()), places, now)),
            "not_seen": tuple(notes),
            "sources": tuple(dict.fromkeys(sources)),
        }
    )


def _stations(track: Sequence[Point], context: ToolContext) -> tuple[Station, ...]:
    """The stations beside the track, a few for each piece of it."""
    tables = context.deps.weather_tables
    found: dict[str, Station] = {}
    for lat, lon in track[::3]:
        for near in tables.nearest(lat, lon, 2, most_nm=BESIDE_NM):
            found[near.station.icao] = near.station
    return tuple(found.values())[:MOST_STATIONS]


async def _chart(
    start: Airport,
    end: Airport,
    along: Sequence[Station],
    sigmets: Sigmets | None,
    notams: RouteNotams,
    context: ToolContext,
) -> WeatherChart | None:
    """The map: stations beside the track that report now, from what was fetched with the ends'."""
    now = context.deps.now()
    told = await _seen(context.deps.aviation_weather.metars([one.icao for one in along])) if along else {}
    reports = {} if isinstance(told, AgentError) else told
    marks = [
        station_of(found.report, one.lat, one.lon, now)
        for one in along
        if (found := reports.get(one.icao))
        and found.report
        and freshness(found.report, now) in ("current", "stale")
    ]
    near = [one.sigmet for one in (*sigmets.on_the_way, *sigmets.near)] if sigmets else []
    circles = [
        MapNotam(number=n, id=one.notam.id, lat=one.notam.lat, lon=one.notam.lon, radius_nm=one.notam.radius_nm)
        for n, one in enumerate(notams.on_the_way[:MOST_CIRCLES], start=1)
        if one.notam.lat is not None and one.notam.lon is not None
    ]
    label = f"{start.ident} – {end.ident}"
    return chart_of(label, (start.ident, end.ident), _line(start, end), marks, near, circles, now)


def _strips(
    base: DayBrief,
    found: Forecasts,
    models: Sequence[ForecastModel],
    fields: Sequence[Airport],
    context: ToolContext,
) -> tuple[DayStrip, ...]:
    """The day at the destination, then at home, as far as the forecast of the flight reaches."""
    if base.day is None or base.lead is None:
        return ()
    strips: list[DayStrip] = []
    told = [some for model in models if (some := found.of(model))]
    for field in fields:
        place = (field.lat, field.lon)
        series = [some[nearest_point([one.point for one in some], place)] for some in told]
        zone = zone_of(field.time_zone)
        ends = context.deps.weather_tables.runway_headings(field, context.deps.airports)
        name = f"{field.ident} {field.short_name}"
        made = strip_of(name, *place, series, base.day, zone, base.lead, ends, base.minima)
        strips += [made] if made else []
    return tuple(strips)


async def _nothing() -> None:
    return None


def _points(start: Airport, end: Airport) -> list[Point]:
    """Both ends and the way between, no more than one request carries with all that is asked there."""
    if start.ident == end.ident:
        return [(start.lat, start.lon)]
    distance = geodesic_nm(start.lat, start.lon, end.lat, end.lon)
    count = max(3, min(MOST_POINTS, math.ceil(distance / LONGEST_PIECE_NM) + 1))
    return great_circle_points(start.lat, start.lon, end.lat, end.lon, count)


def _line(start: Airport, end: Airport) -> list[Point]:
    if start.ident == end.ident:
        return [(start.lat, start.lon)]
    return great_circle_points(start.lat, start.lon, end.lat, end.lon, 13)


def _shown_hours(base: DayBrief, first: datetime, last: datetime) -> tuple[datetime, datetime]:
    """The hours of the flight and of the picture of its day: hours weigh nothing."""
    zone = zone_of(base.zone)
    if base.day is None:
        return first, last
    dawn, dusk = (datetime.combine(base.day, time(h), zone or UTC) for h in (FIRST_HOUR - 1, LAST_HOUR))
    return min(first, dawn.astimezone(UTC)), max(last, dusk.astimezone(UTC))


async def _forecast(
    points: list[Point],
    track: list[Piece],
    start: datetime,
    end: datetime,
    needed: datetime,
    level: float,
    context: ToolContext,
) -> tuple[Forecasts, tuple[ForecastModel, ...], WindsAlong | None] | None:
    """The models that reach as far as is needed; what they lack of the hours shown stays unknown.

    The winds of a long way, every 25 nm, come in requests of their own; None where those fail.
    """
    models = models_for(points, needed - context.deps.now())
    if not models:
        return None
    names = [*GROUND, *aloft_names(levels_for(level), SECTION)] if track else GROUND
    found = await context.deps.open_meteo.forecasts(points, names, models, start, end)
    if not track or wide_apart_nm(points) is None:
        return found, models, WindsAlong(found, models, level, tuple(points)) if track else None
    along = await _seen(
        winds_along(track, level, start, needed, context, MOST_REQUESTS - 1, seen_from_the_side=False)
    )
    return found, models, None if isinstance(along, AgentError) else along


def _windows(base: DayBrief, out: TripLeg, home: TripLeg, places: tuple[PlaceWeather, ...]) -> list[WindowAt]:
    """The four moments of the day: leaving, arriving, leaving there, coming home; two of a flight that stays."""
    told = [
        ("leaving", out.from_, out.off_blocks, out.from_zone),
        ("arriving", out.to, out.arrival, out.to_zone),
        ("leaving there", home.from_, home.off_blocks, home.from_zone),
        ("coming home", home.to, home.arrival, home.to_zone),
    ]
    by_code = {place.icao: place for place in places}
    if base.is_local:
        told = [told[0], told[-1]]
    found: list[WindowAt] = []
    for label, end, at, zone in told:
        if at is None or end.icao is None:
            continue
        one = WindowAt(label=label, icao=end.icao, name=end.name, at=at, zone=zone)
        station = (
            next((s for s in by_code[end.icao].stations if s.forecast), None) if end.icao in by_code else None
        )
        if station is not None and station.forecast is not None:
            one = one.model_copy(
                update={
                    "taf": around(station.forecast, at),
                    "taf_station": station.station.icao,
                    "taf_distance_nm": station.station.distance_nm,
                    "taf_ends": station.forecast.to,
                }
            )
        found.append(one)
    return found


def _with_models(
    one: WindowAt, found: Forecasts, models: tuple[ForecastModel, ...], context: ToolContext
) -> WindowAt:
    airport = context.deps.airports.get(one.icao)
    if airport is None:
        return one
    places = list(dict.fromkeys(series.point for series in found.series))
    if not places:
        return one
    point = places[nearest_point(places, (airport.lat, airport.lon))]
    series = [s for model in models for s in found.of(model) if s.point == point]
    hour = timedelta(hours=1)
    return one.model_copy(update={"window": window_of(series, one.at - hour, one.at + hour)})


def _findings(one: WindowAt, base: DayBrief, context: ToolContext) -> list[Finding]:
    airport = context.deps.airports.get(one.icao)
    if airport is None or not base.minima.any or base.lead is None:
        return []
    ends = context.deps.weather_tables.runway_headings(airport, context.deps.airports)
    found: list[Finding] = []
    if one.taf is not None and not one.taf.beyond and one.taf_station is not None:
        found += of_taf(one.icao, one.taf_station, one.taf, base.minima, ends)
        if one.taf_distance_nm == 0:
            return found  # where a TAF of the field itself speaks, no model overrides it
    if one.window is not None:
        found += of_models(one.icao, one.window, base.minima, ends, base.lead)
    return found


def _from_models(
    base: DayBrief,
    found: Forecasts,
    models: tuple[ForecastModel, ...],
    points: list[Point],
    track: list[Piece],
    along: WindsAlong | None,
) -> dict[str, Any]:
    runs = tuple(
        ModelRun(model=m.name, at=run.at if run else None, sleeping=run.sleeping if run else False)
        for m in models
        for run in (found.runs.get(m.key),)
    )
    told = [found, along.forecasts] if along else [found]
    update: dict[str, Any] = {
        "runs": runs, "fetched": min(one.fetched for one in told), "stale": any(one.stale for one in told),
        "weight": max(one.weight for one in told),
        "points_apart_nm": along.apart_nm if along else None,
    }  # fmt: skip
    leaves, returns = cast(datetime, base.leaves), cast(datetime, base.returns)
    place = points[len(points) // 2]
    middle = [some[nearest_point([s.point for s in some], place)] for m in models if (some := found.of(m))]
    day = window_of(middle, leaves, returns)
    if changes := day.numbers("pressure_change_hpa"):
        update["pressure_change_hpa"] = (min(changes), max(changes))
    first = middle[0].ground_wind(leaves) if middle else None
    then = middle[0].ground_wind(returns) if middle else None
    if first and then:
        update["wind_shift"] = (round(first.from_deg), round(then.from_deg))
    if along and base.lead in MINUTES_AT and (aloft := _aloft(base, along, track)):
        update["aloft"] = aloft
        if base.lead in SHOWN_AT and base.from_ and base.to:
            update["section"] = section_of(
                found, models, levels_for(along.level_ft), (base.from_.icao or "", base.to.icao or ""),
                points[0], sum(piece.length_nm for piece in track), along.level_ft, leaves, sum(aloft.out) / 2,
                base.zone,
            )  # fmt: skip
    return update


def _aloft(base: DayBrief, along: WindsAlong, track: list[Piece]) -> Aloft | None:
    outs: list[float] = []
    backs: list[float] = []
    for model in along.models:
        wind_at = along.wind_of(model)
        out = fly(track, base.true_airspeed_kts, wind_at, cast(datetime, base.leaves))
        back = fly(reversed_pieces(track), base.true_airspeed_kts, wind_at, cast(datetime, base.returns))
        if out and back:
            outs.append(out.minutes)
            backs.append(back.minutes)
    if not outs:
        return None
    still = 60 * sum(piece.length_nm for piece in track) / base.true_airspeed_kts
    return Aloft(
        level_ft=along.level_ft,
        out=(min(outs), max(outs)),
        back=(min(backs), max(backs)),
        still=still,
        models=len(outs),
    )


def _decide_at(
    base: DayBrief, runs: tuple[ModelRun, ...], places: tuple[PlaceWeather, ...], now: datetime
) -> list[str]:
    """When new facts come: the next run of a model, the first TAF that reaches the way home."""
    leaves, returns = cast(datetime, base.leaves), cast(datetime, base.returns)
    said: list[str] = []
    newest = max((run.at for run in runs if run.at), default=None)
    if newest is not None:
        upcoming = newest + timedelta(hours=6)
        while upcoming + timedelta(hours=3) < now:
            upcoming += timedelta(hours=6)
        said.append(say("model run of {at:%d %b %H} UTC, about three hours later", at=upcoming))
    ends = [s.forecast.to for place in places for s in place.stations if s.forecast and s.forecast.to]
    if not ends or min(ends) < returns + timedelta(hours=1):
        said.append(say("TAF of {at:%d %b %H} UTC or later", at=leaves - timedelta(hours=3)))
    return said
