"""The day brief of a flight there and back: facts from every source beside the pilot's own minima."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, ClassVar, TypeVar, cast
from zoneinfo import ZoneInfo

from pydantic import AliasChoices, AwareDatetime, Field, JsonValue

from agent.aviation.airports import Airport
from agent.aviation.geometry import geodesic_nm, great_circle_points
from agent.aviation.hours import zone_of
from agent.errors import AgentError, InvalidQuestion
from agent.language.ends import field_of
from agent.protocol import Endpoint, Minima, RouteLine, RouteView, Source, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.route.speed import ASSUMED_KT, resolve_speed
from agent.subjects.trip.plan import TripArguments, planned
from agent.subjects.trip.timeline import Sky, TripLeg, TripPlan
from agent.subjects.weather.findings import Finding, in_order, of_light, of_models, of_taf
from agent.subjects.weather.level import assumed_level
from agent.subjects.weather.outlook import ModelRun
from agent.subjects.weather.place import find_moment, spot_of
from agent.subjects.weather.reports import PlaceWeather, freshness, sources_of, weather_of
from agent.subjects.weather.warnings import Notams, RouteNotams, SeenNotam, Sigmets, notams_along, sigmets_along
from agent.weather.chart import MapNotam, WeatherChart, chart_of, station_of
from agent.weather.fold import Around, around
from agent.weather.models import FIGURES_AT, MINUTES_AT, ForecastModel, Lead, first_told, lead_at, models_for
from agent.weather.open_meteo import GROUND, SOURCE, Forecasts, Point, aloft_names, levels_for, thinned
from agent.weather.route import Piece, cut, fly, nearest_point, reversed_pieces
from agent.weather.section import SECTION, SHOWN_AT, RouteSection, section_of
from agent.weather.strip import FIRST_HOUR, LAST_HOUR, DayStrip, strip_of
from agent.weather.tables import Station
from agent.weather.windows import Window, window_of
from agent.weather.winds import Vector
from tongue import say

OUT_AT, BACK_AT = time(10), time(15)
"""Local hours of a day trip where none are said."""
TAF_REACHES = timedelta(hours=30)
MOST_POINTS = 5
BESIDE_NM, MOST_STATIONS, MOST_CIRCLES = 25.0, 10, 5
"""Of the weather map: stations so near to the track, so many of them, so many NOTAM circles."""
T = TypeVar("T")


class BriefArguments(Arguments):
    """A flight and its day."""

    from_location: str | None = Field(
        default=None,
        validation_alias=AliasChoices("from_location", "from", "departure"),
        description="code or town; the home base when left out",
    )
    to_location: str = Field(
        validation_alias=AliasChoices("to_location", "to", "destination"), description="code or town"
    )
    day: str | None = Field(default=None, description='"Saturday", ISO date; tomorrow when left out')
    time: str | None = Field(default=None, description="local time off blocks HH:MM; 10:00 when left out")
    return_day: str | None = Field(default=None, description="ISO date of the way back; else the same day")
    return_time: str | None = Field(default=None, description="local time off blocks of the way back HH:MM")
    cruise_speed_kts: float | None = Field(default=None, description="knots; else the profile's, or 100")
    aircraft_type: str | None = Field(default=None, description='"C172", "SR22" …')
    verdict: bool = Field(default=False, description="a decision was asked for: the answer says whose it is")


class WindowAt(Value):
    """One field around one arrival or departure: what TAF and models have there."""

    label: str
    icao: str
    name: str
    at: AwareDatetime
    zone: str | None = None
    window: Window | None = None
    taf: Around | None = None
    taf_station: str | None = None
    taf_distance_nm: float = 0.0
    taf_ends: AwareDatetime | None = None


class Aloft(Value):
    """Minutes both ways over the models at the planned height: least and most."""

    level_ft: float
    out: tuple[float, float]
    back: tuple[float, float]
    still: float
    models: int


class DayBrief(ToolResult):
    """Facts of a day's flight. `findings` stand against the pilot's own minima, the first to stop the day first.

    `not_seen` is what FlyFun cannot see. Nothing here is a decision.
    """

    tells_notams: ClassVar[bool] = True

    from_: Endpoint | None = Field(default=None, validation_alias="from", serialization_alias="from")
    to: Endpoint | None = None
    day: date | None = None
    lead: Lead | None = None
    opens: date | None = None
    leaves: AwareDatetime | None = None
    returns: AwareDatetime | None = None
    times_assumed: bool = False
    back_assumed: bool = False
    speed_assumed: bool = False
    true_airspeed_kts: float = ASSUMED_KT
    minima: Minima = Minima()
    findings: tuple[Finding, ...] = ()
    windows: tuple[WindowAt, ...] = ()
    pressure_change_hpa: tuple[float, float] | None = None
    wind_shift: tuple[int, int] | None = None
    aloft: Aloft | None = None
    reports: tuple[PlaceWeather, ...] = ()
    sigmets: Sigmets | None = None
    notams: tuple[Notams, ...] = ()
    way_notams: tuple[SeenNotam, ...] = ()
    skies: tuple[Sky, ...] = ()
    tasks: tuple[str, ...] = ()
    decide_at: tuple[str, ...] = ()
    not_seen: tuple[str, ...] = ()
    runs: tuple[ModelRun, ...] = ()
    fetched: AwareDatetime | None = None
    stale: bool = False
    weight: float | None = None
    zone: str | None = None
    icao: str | None = None
    flight_trip: dict[str, JsonValue] | None = None
    strips: tuple[DayStrip, ...] = ()
    section: RouteSection | None = None
    chart: WeatherChart | None = None


@tool(kind="route", visualization="route", outside=True)
async def get_day_brief(arguments: BriefArguments, context: ToolContext) -> DayBrief:
    """The brief of a day's flight and back: weather, wind, light, notice and NOTAM beside your own minima."""
    speed, _ = resolve_speed(context, arguments.cruise_speed_kts, arguments.aircraft_type, "")
    knots = speed.knots if speed else ASSUMED_KT
    plan = await _plan(arguments, knots, context)
    brief = await briefed(plan, knots, context, times_assumed=arguments.time is None, speed_assumed=speed is None)
    trip = _in_hand(arguments, plan, context)
    return brief.model_copy(update={"back_assumed": arguments.return_time is None, "flight_trip": trip})


async def briefed(
    plan: TripPlan, knots: float, context: ToolContext, *, times_assumed: bool, speed_assumed: bool
) -> DayBrief:
    """The brief of a planned trip there and back: what every source has for its ends and hours."""
    now = context.deps.now()
    if not plan.found or len(plan.legs) < 2 or plan.legs[0].off_blocks is None:
        return DayBrief(found=False, message=plan.message, choices=plan.choices, missing_info=plan.missing_info)
    out, home = _way_out(plan), plan.legs[-1]
    leaves, returns = out.off_blocks, home.off_blocks
    if leaves is None or returns is None:
        return DayBrief(found=False, message=plan.message or say("I could not place the times of that day."))
    lead = lead_at(leaves, now, zone_of(out.from_zone))
    base = DayBrief(
        icao=out.to.icao,
        zone=out.from_zone,
        from_=out.from_,
        to=out.to,
        day=out.day,
        lead=lead,
        leaves=leaves,
        returns=returns,
        times_assumed=times_assumed,
        speed_assumed=speed_assumed,
        true_airspeed_kts=knots,
        minima=context.question.profile.minima,
        skies=tuple(sky for leg in (out, home) for sky in leg.skies),
        tasks=_tasks(plan),
        flight_trip=plan.flight_trip,
        choices=plan.choices,
        sources=plan.sources[:2],
        visualization=RouteView(route=RouteLine(from_=out.from_, to=out.to)),
    )
    if lead == "past":
        raise InvalidQuestion(say("That time has passed. Give me a day from now on."))
    start, end = (context.deps.airports.get(code or "") for code in (out.from_.icao, out.to.icao))
    if start is None or end is None:
        return base.model_copy(
            update={"found": False, "message": say("I need an airfield at both ends for a brief.")}
        )
    hard = [*_closed(plan), *_late(plan, now), *_night(out, base.minima), *_night(home, base.minima)]
    if lead not in FIGURES_AT:
        return base.model_copy(
            update={
                "findings": tuple(in_order(hard)),
                "opens": first_told(leaves, "week").date(),
                "not_seen": (say("the weather that far ahead"),),
            }
        )
    return await _with_weather(base, out, home, start, end, hard, context)


def _in_hand(arguments: BriefArguments, plan: TripPlan, context: ToolContext) -> dict[str, JsonValue] | None:
    """The flight as the chat keeps it: the trip that was planned, or what was said, and nothing only assumed."""
    made = plan.flight_trip
    if made is None:
        return None
    taken = cast("dict[str, JsonValue]", made.get("arguments") or {})
    kept = context.conversation.flight_trip or {}
    before = cast("dict[str, JsonValue]", kept.get("arguments") or {})
    ends = ("from_location", "to_location")
    fields = [[_field(one.get(name), context) for name in ends] for one in (before, taken)]
    if before and fields[0] == fields[1] and before.get("day") == taken.get("day"):
        return kept
    said = {name: taken[name] for name in (*ends, "day") if name in taken}
    own = {
        "off_block": arguments.time,
        "return_day": arguments.return_day,
        "return_off_block": arguments.return_time,
    }
    said |= {name: value for name, value in own.items() if value}
    return {**made, "arguments": said}


def _field(name: JsonValue, context: ToolContext) -> str | None:
    said = name if isinstance(name, str) else context.question.profile.home_base
    return (field_of(said, context.deps) or said) if said else None


def _way_out(plan: TripPlan) -> TripLeg:
    """From the first field to where the trip goes, as one: the stops on the way are left out."""
    legs = [leg for leg in plan.legs if leg.direction == "out"] or [plan.legs[0]]
    first, last = legs[0], legs[-1]
    if first is last:
        return first
    joined = {"to": last.to, "to_zone": last.to_zone, "to_country": last.to_country, "arrival": last.arrival}
    return first.model_copy(update={**joined, "skies": (*first.skies[:1], *last.skies[1:])})


async def _plan(arguments: BriefArguments, knots: float, context: ToolContext) -> TripPlan:
    """The trip of the day: its legs, deadlines and light, from the tool that plans trips."""
    home = arguments.from_location or context.question.profile.home_base or ""
    field = context.deps.airports.get(home)
    zone = zone_of(field.time_zone) if field else None
    moment = find_moment(arguments.day or "tomorrow", arguments.time, zone, context)
    day = moment.day if moment else context.deps.now().date()
    off = moment.at.astimezone(zone or UTC).time() if moment and moment.at else OUT_AT
    back = find_moment(arguments.return_day, arguments.return_time, None, context)
    home_day = max(day, back.day) if back and arguments.return_day else day
    usual = usual_return(day, off, zone) if home_day == day else BACK_AT
    trip = TripArguments(
        from_location=arguments.from_location,
        to_location=arguments.to_location,
        day=day.isoformat(),
        off_block=f"{off:%H:%M}",
        return_day=home_day.isoformat(),
        return_off_block=arguments.return_time or f"{usual:%H:%M}",
        cruise_speed_kts=knots,
    )
    plan = await planned(trip, context)
    if plan.legs and plan.legs[-1].off_blocks is None:  # back before it is there: later that evening
        plan = await planned(trip.model_copy(update={"return_off_block": "23:00"}), context)
    return plan


def usual_return(day: date, off: time, zone: ZoneInfo | None) -> time:
    """Five hours after the start, and not before three in the afternoon."""
    later = (datetime.combine(day, off, zone) + timedelta(hours=5)).time()
    return max(BACK_AT, later) if later > off else time(23)


MOST_TASKS = 6


def _tasks(plan: TripPlan) -> tuple[str, ...]:
    """What the trip asks for, each paper once with the ways it is for, without its small print."""
    parts: dict[tuple[str, str], dict[str, None]] = {}
    for task in plan.tasks:
        if task.kind != "off_blocks":
            lead = task.lead.partition(";")[0].partition(" (")[0]
            parts.setdefault((task.title, lead), {})[task.part] = None
    return tuple(f"{title} ({', '.join(ways)}): {lead}" for (title, lead), ways in parts.items())[:MOST_TASKS]


def _closed(plan: TripPlan) -> list[Finding]:
    if not plan.closed:
        return []
    return [Finding(kind="closed", place="", source="airspace", detail=plan.message or "closed airspace")]


def _late(plan: TripPlan, now: datetime) -> list[Finding]:
    """Notice that can no longer be given."""
    return [
        Finding(kind="deadline", place=task.part, source=task.source, to=task.latest, detail=task.title)
        for task in plan.tasks
        if task.standing == "passed" and task.kind != "off_blocks"
    ]


def _night(leg: TripLeg, minima: Minima) -> list[Finding]:
    sky = next((sky for sky in leg.skies if sky.icao == leg.to.icao), None)
    if leg.arrival is None or sky is None or leg.to.icao is None:
        return []
    return list(of_light(leg.to.icao, leg.arrival, sky.night_begins, sky.night_rule or "", minima))


async def _seen(work: Coroutine[Any, Any, T]) -> T | AgentError:
    """A source, or why it is not seen: one that fails costs only itself."""
    try:
        return await work
    except AgentError as error:
        return error


async def _with_weather(
    base: DayBrief,
    out: TripLeg,
    home: TripLeg,
    start: Airport,
    end: Airport,
    hard: list[Finding],
    context: ToolContext,
) -> DayBrief:
    now = context.deps.now()
    leaves, returns = cast(datetime, base.leaves), cast(datetime, base.returns)
    last = (home.arrival or returns) + timedelta(hours=1)
    track = cut((start.lat, start.lon), (end.lat, end.lon))
    points = _points(start, end)
    level = assumed_level(start, end)
    near = leaves - now <= timedelta(hours=24)
    spots = [spot_of(start, context), spot_of(end, context)]
    along = _stations(_line(start, end), context) if near else ()
    forecast, weather, sigmets, notams = await asyncio.gather(
        _seen(_forecast(points, *_shown_hours(base, leaves - timedelta(hours=2), last), last, level, context)),
        _seen(weather_of(spots, context, kind="any", at=None, also=[one.icao for one in along]))
        if last - now <= TAF_REACHES * 1.5
        else _nothing(),
        _seen(sigmets_along(_line(start, end), "the way", [start.ident, end.ident], context, last))
        if near
        else _nothing(),
        notams_along(start, end, level, leaves - timedelta(hours=1), last, context),
    )
    notes: list[str] = []
    sources: list[Source] = list(base.sources)
    update: dict[str, Any] = {"notams": notams.ends, "way_notams": notams.on_the_way}
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
        found, models = forecast
        windows = [_with_models(one, found, models, context) for one in windows]
        update["strips"] = _strips(base, found, models, (end, start), context)
        update |= _from_models(base, found, models, points, track, level)
        sources.append(SOURCE.model_copy(update={"as_of": found.fetched.date(), "stale": found.stale}))
    seen_sigmets = sigmets if isinstance(sigmets, Sigmets) else None
    update["sigmets"] = seen_sigmets
    if near:
        update["chart"] = await _chart(start, end, along if places else (), seen_sigmets, notams, context)
        if seen_sigmets is None:
            notes.append(say("SIGMETs (the weather service does not answer)"))
    notes.append(say("European AIRMET and GAMET"))
    if not near:
        notes.append(say("SIGMETs (they reach hours, not days)"))
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
    """Both ends and the way between, no more than one light request carries."""
    distance = geodesic_nm(start.lat, start.lon, end.lat, end.lon)
    count = max(3, min(MOST_POINTS, round(distance / 25) + 1))
    return great_circle_points(start.lat, start.lon, end.lat, end.lon, count)


def _line(start: Airport, end: Airport) -> list[Point]:
    return great_circle_points(start.lat, start.lon, end.lat, end.lon, 13)


def _shown_hours(base: DayBrief, first: datetime, last: datetime) -> tuple[datetime, datetime]:
    """The hours of the flight and of the picture of its day: hours weigh nothing."""
    zone = zone_of(base.zone)
    if base.day is None:
        return first, last
    dawn, dusk = (datetime.combine(base.day, time(h), zone or UTC) for h in (FIRST_HOUR - 1, LAST_HOUR))
    return min(first, dawn.astimezone(UTC)), max(last, dusk.astimezone(UTC))


async def _forecast(
    points: list[Point], start: datetime, end: datetime, needed: datetime, level: float, context: ToolContext
) -> tuple[Forecasts, tuple[ForecastModel, ...]] | None:
    """The models that reach as far as is needed; what they lack of the hours shown stays unknown."""
    models = models_for(points, needed - context.deps.now())
    if not models:
        return None
    names = [*GROUND, *aloft_names(levels_for(level), SECTION)]
    return await context.deps.open_meteo.forecasts(
        thinned(points, len(names), len(models)), names, models, start, end
    ), models


def _windows(base: DayBrief, out: TripLeg, home: TripLeg, places: tuple[PlaceWeather, ...]) -> list[WindowAt]:
    """The four moments of the day: leaving, arriving, leaving there, coming home."""
    told = [
        ("leaving", out.from_, out.off_blocks, out.from_zone),
        ("arriving", out.to, out.arrival, out.to_zone),
        ("leaving there", home.from_, home.off_blocks, home.from_zone),
        ("coming home", home.to, home.arrival, home.to_zone),
    ]
    by_code = {place.icao: place for place in places}
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
    level: float,
) -> dict[str, Any]:
    runs = tuple(
        ModelRun(model=m.name, at=run.at if run else None, sleeping=run.sleeping if run else False)
        for m in models
        for run in (found.runs.get(m.key),)
    )
    update: dict[str, Any] = {
        "runs": runs, "fetched": found.fetched, "stale": found.stale, "weight": found.weight,
    }  # fmt: skip
    leaves, returns = cast(datetime, base.leaves), cast(datetime, base.returns)
    middle = [s for m in models for s in found.of(m)][:: max(1, len(points))]
    day = window_of(middle, leaves, returns)
    if changes := day.numbers("pressure_change_hpa"):
        update["pressure_change_hpa"] = (min(changes), max(changes))
    first = middle[0].ground_wind(leaves) if middle else None
    later = middle[0].ground_wind(returns) if middle else None
    if first and later:
        update["wind_shift"] = (round(first.from_deg), round(later.from_deg))
    if base.lead in MINUTES_AT and (aloft := _aloft(base, found, models, track, level)):
        update["aloft"] = aloft
        if base.lead in SHOWN_AT and base.from_ and base.to:
            update["section"] = section_of(
                found, models, levels_for(level), (base.from_.icao or "", base.to.icao or ""), points[0],
                sum(piece.length_nm for piece in track), level, leaves, sum(aloft.out) / 2, base.zone,
            )  # fmt: skip
    return update


def _aloft(
    base: DayBrief, found: Forecasts, models: tuple[ForecastModel, ...], track: list[Piece], level: float
) -> Aloft | None:
    levels, height = levels_for(level), level * 0.3048
    outs: list[float] = []
    backs: list[float] = []
    for model in models:
        series = {one.point: one for one in found.of(model)}
        places = list(series)

        def wind_at(
            place: Point, when: datetime, series: dict[Point, Any] = series, places: list[Point] = places
        ) -> Vector | None:
            return series[places[nearest_point(places, place)]].wind_at(when, height, levels) if places else None

        out = fly(track, base.true_airspeed_kts, wind_at, cast(datetime, base.leaves))
        back = fly(reversed_pieces(track), base.true_airspeed_kts, wind_at, cast(datetime, base.returns))
        if out and back:
            outs.append(out.minutes)
            backs.append(back.minutes)
    if not outs:
        return None
    still = 60 * sum(piece.length_nm for piece in track) / base.true_airspeed_kts
    return Aloft(
        level_ft=level, out=(min(outs), max(outs)), back=(min(backs), max(backs)), still=still, models=len(outs)
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
