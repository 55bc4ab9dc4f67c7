"""What the weather reports and forecasts say at a place: its own station, or the nearest two, named as such."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Final, Literal

from pydantic import AwareDatetime, Field, field_validator
from pydantic.json_schema import SkipJsonSchema

from agent.aviation.hours import zone_of
from agent.errors import AgentError, InvalidQuestion
from agent.locate import NotLocated
from agent.protocol import (
    DetailMarker,
    DetailView,
    Marker,
    MarkersView,
    Minima,
    Source,
    ToolCall,
    ToolResult,
    Value,
)
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.offered import instead
from agent.subjects.weather.elements import NOT_IN_A_TAF, Elements, Weighed
from agent.subjects.weather.findings import Finding, of_report, of_taf, of_taf_ahead
from agent.subjects.weather.hazards import Hazards, of_the_ground, picture_words
from agent.subjects.weather.minima import minima_words, no_minima
from agent.subjects.weather.outlook import Outlook, OutlookArguments, get_outlook
from agent.subjects.weather.place import (
    MOST_PLACES,
    Moment,
    Spot,
    StationPlace,
    find_moment,
    find_spot,
    neighbours,
)
from agent.subjects.weather.unreached import naming, reports_unseen
from agent.weather.aviationweather import HISTORY, SOURCE, STALE, Told
from agent.weather.decode import AHEAD as CLOCK_AHEAD
from agent.weather.decode import decode
from agent.weather.fold import Around, HourState, around, state_at
from agent.weather.report import Forecast, Report
from tongue import say

SHOWN_STATIONS = 2
BESIDE_NM = 5.0
"""Beside a station so near a second one further off adds nothing."""
SPEAKS_NM = 25.0
"""So far from its station a TAF speaks for a place; beyond it the models are told beside it."""
ONE_FIELD_NM = 1.5
"""Two stations no farther apart stand at one airfield."""
HOUR = timedelta(hours=1)
AHEAD = timedelta(hours=1)
"""So far ahead a report of now answers no question about then."""
LONGEST_STRETCH = timedelta(hours=12)
WHOLE_DAY = time(8), time(18)
"""Local hours of a day of which no hour is said."""
Freshness = Literal["current", "stale", "history", "undated"]


class WeatherArguments(Arguments):
    """Places and, for a forecast, the hour."""

    places: list[str] = Field(default=[], description="codes, names or towns", max_length=MOST_PLACES)
    kind: Literal["metar", "taf", "any"] = Field(default="any", description="report, forecast, or both")
    day: str | None = Field(default=None, description='"today", "Saturday", ISO date')
    time: str | None = Field(default=None, description='local time HH:MM, UTC with a Z, "+90min" from now')
    until: str | None = Field(default=None, description="end of a stretch of hours that begins at `time`, or now")
    report: str | None = Field(
        default=None, description="the text of a METAR or TAF to read instead", max_length=4000
    )
    verdict: bool = Field(default=False, description="a decision was asked for: the answer says whose it is")
    changes: bool = Field(
        default=False, description="of a pasted METAR: how it will be was asked, which it tells not"
    )
    held: bool = Field(default=False, description="asked against one's minima")
    category: bool = Field(default=False, description="a flight category was asked for: the answer tells none")
    vmc: SkipJsonSchema[bool] = Field(
        default=False, description="whether it is VMC was asked: the minima stand beside what is told"
    )
    qfe: SkipJsonSchema[bool] = Field(default=False, description="the QFE of the field was asked for")
    hazards: Hazards = ()
    elements: Elements = ()
    weighed: Weighed = False

    @field_validator("places", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        return [value] if isinstance(value, str) else value


class StationWeather(Value):
    """What one station tells. `report` or `forecast` None with the kind asked for means: it sent none."""

    station: StationPlace
    report: Report | None = None
    age_minutes: int | None = None
    freshness: Freshness | None = None
    earlier: tuple[Report, ...] = ()
    forecast: Forecast | None = None
    state: HourState | None = None
    around: Around | None = None
    fetched: AwareDatetime | None = None
    old_copy: bool = False


class PlaceWeather(Value):
    """A place and the stations that speak for it; `own` is False where neighbours do."""

    asked: str
    label: str
    icao: str | None = None
    own: bool = False
    stations: tuple[StationWeather, ...] = ()
    silent: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    time_zone: str | None = None


class Weather(ToolResult):
    """Reports and forecasts by place. `at` is the hour asked about, None for now.

    Of a stretch of hours it is the middle, and `until` the end; `outlook` is there where no TAF reaches it.
    `given` is a report that was pasted, `given_at` a pasted forecast at the hour asked about, `findings` what it
    has against the minima: the service was not asked. `missed` says which of several places nobody knows.
    """

    kind: Literal["metar", "taf", "any"] = "any"
    places: tuple[PlaceWeather, ...] = ()
    at: AwareDatetime | None = None
    until: AwareDatetime | None = None
    now: AwareDatetime | None = None
    outlook: Outlook | None = None
    minima: Minima = Minima()
    hazards: Hazards = ()
    elements: Elements = ()
    weighed: Weighed = False
    given: Report | Forecast | None = None
    given_at: HourState | None = None
    given_around: Around | None = None
    given_zone: str | None = None
    findings: tuple[Finding, ...] = ()
    missed: tuple[str, ...] = ()


@tool(kind="airport", visualization="markers", outside=True)
async def get_weather(arguments: WeatherArguments, context: ToolContext) -> Weather:
    """Weather reports (METAR) and forecasts (TAF) at fields, or at the nearest stations, now or at an hour."""
    if arguments.report:
        return _of_given(arguments.report, arguments, context)
    said = arguments.places or ([home] if (home := context.question.profile.home_base) else [])
    if not said and "picture" in arguments.hazards:
        return Weather(found=False, message=picture_words())
    if not said:
        return Weather(
            found=False, message=say("Weather where? Give me a field or a town, like LFAT or Le Touquet.")
        )
    spots: list[Spot] = []
    unknown: list[NotLocated] = []
    for name in said:
        spot = find_spot(name, context)
        if isinstance(spot, NotLocated):
            unknown.append(spot)
        else:
            spots.append(spot)
    if not spots:
        asked = ToolCall(tool="get_weather", arguments=arguments.canonical())
        choices = instead(unknown[0], asked, "places", lambda code: say("Weather at {icao}", icao=code))
        return Weather(found=False, message=unknown[0].message, choices=choices)
    missed = tuple(one.message for one in unknown)
    moment = find_moment(arguments.day, arguments.time, spots[0].zone, context)
    now = context.deps.now()
    at = moment.at if moment else None
    end = find_moment(arguments.day, arguments.until, spots[0].zone, context) if arguments.until else None
    last = end.at if end else None
    if end and last and not arguments.time:
        at = _beginning(end, now)
    elif moment and at is None and moment.day != now.astimezone(spots[0].zone or UTC).date():
        hours = (datetime.combine(moment.day, hour, spots[0].zone or UTC) for hour in WHOLE_DAY)
        at, last = (hour.astimezone(UTC) for hour in hours)
    asked_kind = arguments.kind
    until: datetime | None = None
    margin = HOUR
    if moment and moment.day < now.astimezone(spots[0].zone or UTC).date():
        raise InvalidQuestion(
            say("That day has passed, and past reports are not kept here. Give me one from today on.")
        )
    if at and last:
        if not arguments.day and at > last:
            at -= timedelta(days=1)  # it has begun: "in the afternoon" at three
        if at < last <= at + LONGEST_STRETCH:
            margin, until = max(HOUR, (last - at) / 2), last
            at = None if at <= now and arguments.time else at + (last - at) / 2
    if arguments.kind == "metar" and at is not None and at - now > HOUR:
        arguments = arguments.model_copy(update={"kind": "any"})  # no report tells what is ahead
    with naming(
        lambda: "\n".join(
            [
                *missed,
                reports_unseen(spots, asked_kind, moment, context, (*arguments.elements, *arguments.hazards)),
                *_judged(arguments, context),
                *of_the_ground(arguments.hazards),
            ]
        )
    ):
        most = (
            SHOWN_STATIONS if len(spots) == 1 and not (arguments.vmc or arguments.qfe) else 1
        )  # the nearest fill a screen
        places = await weather_of(spots, context, kind=arguments.kind, at=at, margin=margin, most=most)
    outlook = await _outlook([spot.label for spot in spots] if missed else said, arguments, places, at, context)
    minima = context.minima
    if minima.any:
        places = tuple(_compared(place, minima, at, context) for place in places)
    return Weather(
        kind=asked_kind,
        hazards=arguments.hazards,
        elements=arguments.elements,
        weighed=arguments.weighed,
        places=places,
        at=at,
        until=until,
        now=now,
        outlook=outlook,
        minima=minima,
        missed=missed,
        sources=outlook.sources if outlook else sources_of(places, context),
        visualization=_view(spots),
    )


def _beginning(end: Moment, now: datetime) -> datetime:
    """Where "until four" begins: now, on another day in its morning."""
    if end.day == now.astimezone(end.zone or UTC).date():
        return now
    return datetime.combine(end.day, WHOLE_DAY[0], end.zone or UTC).astimezone(UTC)


def _judged(arguments: WeatherArguments, context: ToolContext) -> list[str]:
    """Whose judgement it is, where one was asked for and no report is seen."""
    if not (arguments.verdict or arguments.category or arguments.held or arguments.vmc):
        return []
    yours = say("Whether that is enough is yours to decide, by the ceiling and visibility of the report.")
    own = minima_words(context.minima)
    told = say("It is held against your minima as soon as it is seen: {told}.", told=own) if own else no_minima()
    return [yours, told]


def _of_given(text: str, arguments: WeatherArguments, context: ToolContext) -> Weather:
    """A pasted report, read, a forecast at the hour asked about; what stands in it against the minima."""
    read, now, minima = decode(text, context.deps.now(), ahead=CLOCK_AHEAD), context.deps.now(), context.minima
    airport = context.deps.airports.get(read.station) if read.station else None
    ends = context.deps.weather_tables.runway_headings(airport, context.deps.airports) if airport else ()
    limits = minima if ends else minima.model_copy(update={"crosswind_kt": None, "gust_kt": None})
    place = read.station or say("that station")
    found = list(of_report(place, read, limits, ends)) if isinstance(read, Report) and not read.missing else []
    if isinstance(read, Forecast) and read.from_ is not None:
        found = of_taf_ahead(place, read, read.from_, limits, ends)
    told = Weather(
        now=now,
        minima=limits,
        hazards=arguments.hazards,
        elements=arguments.elements,
        given=read,
        findings=tuple(found) if minima.any else (),
    )
    zone = zone_of(airport.time_zone) if airport else None
    moment = find_moment(arguments.day, arguments.time, zone, context) if arguments.time else None
    end = find_moment(arguments.day, arguments.until, zone, context) if arguments.until else None
    if not isinstance(read, Forecast):
        return told
    at, margin = moment.at if moment else None, HOUR
    if end and end.at:
        begins = at or max(_beginning(end, now), read.from_ or now)
        if begins < end.at <= begins + LONGEST_STRETCH:
            at, margin = begins + (end.at - begins) / 2, (end.at - begins) / 2
    if at is None:
        return told
    beside, state = around(read, at, margin, stretch=end is not None), state_at(read, at)
    against: tuple[Finding, ...] = ()
    if minima.any and not beside.beyond:
        against = tuple(of_taf(place, place, beside, limits, ends))
    return told.model_copy(
        update={
            "given_at": state,
            "given_around": beside,
            "given_zone": zone.key if zone else None,
            "findings": against,
        }
    )


def _compared(place: PlaceWeather, minima: Minima, at: datetime | None, context: ToolContext) -> PlaceWeather:
    """What the stations tell of that hour against the minima; across a runway only at the field itself."""
    now = context.deps.now()
    ahead = at is not None and at - now > AHEAD
    airport = context.deps.airports.get(place.icao) if place.icao else None
    ends = context.deps.weather_tables.runway_headings(airport, context.deps.airports) if airport else ()
    found: list[Finding] = []
    for one in place.stations:
        own = one.station.own
        limits = minima if own else minima.model_copy(update={"crosswind_kt": None, "gust_kt": None})
        if one.around is not None:
            found += of_taf(one.station.icao, one.station.icao, one.around, limits, ends if own else ())
            continue
        if one.report is not None and one.freshness in ("current", "stale") and not ahead:
            found += of_report(one.station.icao, one.report, limits, ends if own else ())
        if one.forecast is not None:
            found += of_taf_ahead(one.station.icao, one.forecast, now, limits, ends if own else ())
    return place.model_copy(update={"findings": tuple(found)})


_HALVES: Final[dict[tuple[str | None, str | None], Literal["morning", "afternoon"]]] = {
    ("08:00", "12:00"): "morning",
    ("12:00", "17:00"): "afternoon",
}


async def _outlook(
    said: list[str],
    arguments: WeatherArguments,
    places: Sequence[PlaceWeather],
    at: datetime | None,
    context: ToolContext,
) -> Outlook | None:
    """What the models have for an hour that no TAF near enough reaches; None where a report was asked for."""
    if at is None and arguments.kind != "metar" and not any(place.stations for place in places):
        at = context.deps.now()  # nobody reports near it: the models of today
    elif at is None or arguments.kind == "metar" or at - context.deps.now() < timedelta(hours=2):
        return None
    left = NOT_IN_A_TAF & set(arguments.elements)
    if not left and all(
        any(reaches(one, at) and one.station.distance_nm <= SPEAKS_NM for one in p.stations) for p in places
    ):
        return None
    try:
        hour = (
            None if arguments.until else arguments.time
        )  # a stretch is told by its half of the day, or its middle
        if arguments.until and arguments.time and (arguments.time, arguments.until) not in _HALVES:
            hour = f"{at.astimezone(zone_of(places[0].time_zone)):%H:%M}"
        day = arguments.day or at.date().isoformat()
        asked = OutlookArguments(
            places=said,
            day=day,
            time=hour,
            part=_HALVES.get((arguments.time, arguments.until)),
            hazards=arguments.hazards,
            elements=arguments.elements,
            weighed=arguments.weighed,
        )
        return await get_outlook(asked, context)
    except AgentError:
        return None


def reaches(of: StationWeather, at: datetime) -> bool:
    """Whether the TAF of a station tells of that hour."""
    return of.forecast is not None and not state_at(of.forecast, at).beyond


async def weather_of(
    spots: list[Spot],
    context: ToolContext,
    *,
    kind: Literal["metar", "taf", "any"],
    at: datetime | None,
    also: Sequence[str] = (),
    margin: timedelta = HOUR,
    most: int = SHOWN_STATIONS,
) -> tuple[PlaceWeather, ...]:
    """The reports of these places, of `most` stations near each, in one request for METAR and one for TAF.

    `also` are stations whose METAR comes in the same request, for who looks at them afterwards.
    """
    service = context.deps.aviation_weather
    around_them = [neighbours(spot, context) for spot in spots]
    with_taf = [neighbours(spot, context, taf=True) for spot in spots]
    own = [place.icao for spot in spots for place in spot.stations if place.own]
    others = [p.icao for near in around_them for p in near]
    taf_others = [p.icao for near in with_taf for p in near]
    metars: dict[str, Told] = {}
    tafs: dict[str, Told] = {}

    async def ask_metars() -> None:
        if kind != "taf":
            metars.update(await service.metars([*own, *others, *also]))

    async def ask_tafs() -> None:
        if kind != "metar":
            tafs.update(await service.tafs([*own, *taf_others]))

    await asyncio.gather(ask_metars(), ask_tafs())
    now = context.deps.now()
    return tuple(
        _place(spot, near, near_taf, metars, tafs, kind, at, now, margin, most)
        for spot, near, near_taf in zip(spots, around_them, with_taf, strict=True)
    )


def _place(
    spot: Spot,
    near: tuple[StationPlace, ...],
    near_taf: tuple[StationPlace, ...],
    metars: dict[str, Told],
    tafs: dict[str, Told],
    kind: str,
    at: datetime | None,
    now: datetime,
    margin: timedelta = HOUR,
    most: int = SHOWN_STATIONS,
) -> PlaceWeather:
    own = [place for place in spot.stations if place.own]
    found: list[StationWeather] = []
    silent: list[str] = []
    reports = _first_that_tell(own, near, metars, most)
    forecasts = _first_that_tell(own, near_taf, tafs, most)
    if kind != "taf":
        silent += [p.icao for p in own if not (t := metars.get(p.icao)) or t.report is None]
    if kind != "metar":
        silent += [p.icao for p in own if not (t := tafs.get(p.icao)) or t.forecast is None]
    for place in dict.fromkeys([*reports, *forecasts]):
        metar = metars.get(place.icao) if place in reports else None
        taf = tafs.get(place.icao) if place in forecasts else None
        found.append(_station(place, metar, taf, at, now, margin))
    return PlaceWeather(
        asked=spot.asked,
        label=spot.label,
        icao=spot.code,
        own=any(station.station.own for station in found),
        stations=tuple(found),
        silent=tuple(dict.fromkeys(silent)),
        time_zone=spot.zone.key if spot.zone else None,
    )


def _first_that_tell(
    own: list[StationPlace], near: tuple[StationPlace, ...], told: dict[str, Told], most: int
) -> list[StationPlace]:
    """The field's own station where it tells something, else the nearest ones that do."""

    def speaks(place: StationPlace) -> bool:
        return place.icao in told and bool(told[place.icao].reports or told[place.icao].forecasts)

    mine = [place for place in own if speaks(place)]
    others = _apart(place for place in near if speaks(place))[:most]
    if others and others[0].distance_nm <= BESIDE_NM:
        others = [place for place in others if place.distance_nm <= SPEAKS_NM]
    return mine or others


def _apart(places: Iterable[StationPlace]) -> list[StationPlace]:
    """The stations, of two at one airfield the nearer: St Athan has a civil and a military code."""
    kept: list[StationPlace] = []
    for place in places:
        beside = (
            abs(place.distance_nm - one.distance_nm) < ONE_FIELD_NM
            and abs((place.bearing_deg - one.bearing_deg + 180) % 360 - 180) * place.distance_nm
            < ONE_FIELD_NM * 57
            for one in kept
        )
        if not any(beside):
            kept.append(place)
    return kept


def _station(
    place: StationPlace,
    metar: Told | None,
    taf: Told | None,
    at: datetime | None,
    now: datetime,
    margin: timedelta = HOUR,
) -> StationWeather:
    report = metar.report if metar else None
    forecast = taf.forecast if taf else None
    beside = around(forecast, at, margin, stretch=margin > HOUR) if forecast and at else None
    then = at or now
    if beside is not None and not beside.beyond and forecast is not None and state_at(forecast, then).beyond:
        then = beside.from_  # of a stretch of hours that runs beyond the forecast, its first
    age = round((now - report.issued).total_seconds() / 60) if report and report.issued else None
    newest = max((t.fetched for t in (metar, taf) if t and t.fetched), default=None)
    return StationWeather(
        station=place,
        report=report,
        age_minutes=age,
        freshness=freshness(report, now) if report else None,
        earlier=metar.reports[1:4] if metar else (),
        forecast=forecast,
        state=state_at(forecast, then) if forecast else None,
        around=beside,
        fetched=newest,
        old_copy=any(t.stale for t in (metar, taf) if t),
    )


def freshness(report: Report, now: datetime) -> Freshness:
    """Whether a report still says something of now."""
    if report.issued is None:
        return "undated"
    age = now - report.issued
    return "history" if age > HISTORY else "stale" if age > STALE else "current"


def sources_of(places: tuple[PlaceWeather, ...], context: ToolContext) -> tuple[Source, ...]:
    """The service, marked old where its answers were kept ones."""
    old = any(station.old_copy for place in places for station in place.stations)
    return (SOURCE.model_copy(update={"as_of": context.deps.now().date(), "stale": old}),)


def _view(spots: list[Spot]) -> DetailView | MarkersView:
    if len(spots) == 1 and spots[0].airport is not None:
        field = spots[0].airport
        return DetailView(
            marker=DetailMarker(icao=field.ident, lat=field.lat, lon=field.lon, name=field.short_name)
        )
    return MarkersView(
        data=tuple(Marker(icao=spot.code, name=spot.label, lat=spot.lat, lon=spot.lon) for spot in spots)
    )
