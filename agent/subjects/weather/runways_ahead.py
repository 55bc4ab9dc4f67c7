"""The wind at each runway end at an hour or on a day to come: of its own or a near TAF, else over the models."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from pydantic import AwareDatetime

from agent.aviation.airports import Airport
from agent.errors import AgentError, InvalidQuestion
from agent.protocol import Source, Value
from agent.registry import ToolContext
from agent.subjects.weather.outlook import ModelRun
from agent.subjects.weather.place import Moment, Spot
from agent.subjects.weather.reports import SPEAKS_NM, StationWeather, sources_of, weather_of
from agent.weather.fold import state_at
from agent.weather.models import FIGURES_AT, Lead, first_told, lead_at, models_for
from agent.weather.open_meteo import SOURCE, Series
from agent.weather.report import Forecast, Wind
from agent.weather.runway_wind import RunwayEnd, Side, at_runways
from agent.weather.tables import RunwayHeading
from tongue import say

FIRST, LAST = time(9), time(18)
"""Local hours of a day whose hour is not said."""
NOW_WITHIN = timedelta(minutes=45)
"""So near to now the report of now answers."""
A_DAY = timedelta(days=1)
NAMES = ("wind_speed_10m", "wind_direction_10m", "wind_gusts_10m")


class EndAhead(Value):
    """One runway end over the hours and models: least and most in knots; `head` negative is on the tail."""

    runway: str
    heading_deg: float
    head: tuple[float, float]
    cross: tuple[float, float]
    cross_gust_kt: float | None = None
    from_: Side = "none"
    length_m: int | None = None
    surface: str = ""
    hard: bool | None = None
    short: bool = False


class TafNear(Value):
    """What a station's TAF has for those hours, or for as many of them as it covers (`until`, else all).

    `differs`: a model has it from quite another side, or of quite another strength.
    """

    station: str
    distance_nm: float
    winds: tuple[Wind, ...]
    until: AwareDatetime | None = None
    into: str | None = None
    differs: bool = False


class WindAhead(Value):
    """The wind at the runways to come. `taf` is the station whose TAF told it, else `models` did.

    `taf_distance_nm` is how far that station is; `nearby` are TAFs of stations that did not tell it.

    `ends` is empty beyond four days, where no component is told. `at_times`: groups of the TAF, never taken for
    what prevails; `at_times_ends` are the runways under the winds of these alone.
    """

    lead: Lead
    from_: AwareDatetime
    to: AwareDatetime
    opens: AwareDatetime | None = None
    taf: str | None = None
    taf_distance_nm: float = 0.0
    nearby: tuple[TafNear, ...] = ()
    models: tuple[tuple[str, Wind | None], ...] = ()
    speed: tuple[float, float] | None = None
    gust: float | None = None
    ends: tuple[EndAhead, ...] = ()
    at_times: tuple[str, ...] = ()
    at_times_ends: tuple[EndAhead, ...] = ()
    runs: tuple[ModelRun, ...] = ()
    stale: bool = False


@dataclass(frozen=True)
class _Hours:
    """The hours that are asked about."""

    start: datetime
    end: datetime

    def each(self) -> Iterable[datetime]:
        at = self.start
        while at <= self.end:
            yield at
            at += timedelta(hours=1)


def is_ahead(moment: Moment | None, now: datetime) -> bool:
    """Is a time asked about that the report of now does not answer?"""
    if moment is None:
        return False
    return moment.at is None or abs(moment.at - now) > NOW_WITHIN


async def wind_ahead(
    spot: Spot,
    airport: Airport,
    ends: Sequence[RunwayHeading],
    moment: Moment,
    context: ToolContext,
    *,
    until: datetime | None = None,
) -> tuple[WindAhead, tuple[Source, ...]]:
    """What TAF or models have for the field then. Raises `AgentError` when no source answers."""
    now = context.deps.now()
    hours = _hours(moment, now, until)
    lead = lead_at(hours.start, now, spot.zone)
    base = WindAhead(lead=lead, from_=hours.start, to=hours.end)
    if lead not in FIGURES_AT:
        return base.model_copy(update={"opens": first_told(hours.start, "week")}), ()
    near: tuple[StationWeather, ...] = ()
    by_taf: dict[str, object] = {}
    reported: tuple[Source, ...] = ()
    if hours.end - now <= timedelta(hours=30):
        (place,) = await weather_of([spot], context, kind="taf", at=None)
        near = tuple(sorted(place.stations, key=lambda one: one.station.distance_nm))
        reported = sources_of((place,), context)
        for one in near:
            speaks = one.station.own or one.station.distance_nm <= SPEAKS_NM
            if one.forecast is None or not speaks or (told := _by_taf(one.forecast, hours)) is None:
                continue
            winds, at_times = told
            beside = {"at_times": tuple(at_times), "at_times_ends": _over(list(at_times.values()), ends)}
            far = 0.0 if one.station.own else one.station.distance_nm
            by_taf = {
                "taf": one.station.icao,
                "taf_distance_nm": far,
                "ends": _over(winds, ends),
                **beside,
                **_speeds(winds),
            }
            if one.station.own:
                return base.model_copy(update=by_taf), reported
            break
    models = models_for([(airport.lat, airport.lon)], max(timedelta(), hours.end - now))
    if not models:
        return base.model_copy(update={"opens": first_told(hours.start, "week")}), ()
    try:
        told = await context.deps.open_meteo.forecasts(
            [(airport.lat, airport.lon)], NAMES, models, hours.start, hours.end
        )
    except AgentError:
        if not by_taf:
            raise
        return base.model_copy(update=by_taf), reported
    series = [one for model in models for one in told.of(model)]
    middle = hours.start + (hours.end - hours.start) / 2
    winds = [wind for one in series for at in hours.each() if (wind := _at(one, at)) is not None]
    runs = tuple(
        ModelRun(model=m.name, at=run.at if run else None, sleeping=run.sleeping if run else False)
        for m in models
        for run in (told.runs.get(m.key),)
    )
    modelled = tuple((one.model.name, _at(one, middle)) for one in series)
    nearby = [_near(one, hours, ends, [wind for _, wind in modelled if wind is not None]) for one in near]
    update: dict[str, object] = {
        "models": modelled,
        "nearby": tuple(one for one in nearby if one is not None),
        "ends": () if lead == "week" else _over(winds, ends),
        "opens": first_told(hours.start, "days") if lead == "week" else None,
        "runs": runs,
        "stale": told.stale,
        **_speeds(winds),
        **by_taf,
    }
    source = SOURCE.model_copy(update={"as_of": told.fetched.date(), "stale": told.stale})
    return base.model_copy(update=update), ((*reported, source) if update["nearby"] else (source,))


_ANOTHER_SIDE_DEG, _ANOTHER_STRENGTH_KT, _LIGHT_KT = 60, 10, 5


def _differ(one: Wind, other: Wind) -> bool:
    """From quite another side, where both are more than light, or of quite another strength."""
    if one.speed_kt is None or other.speed_kt is None:
        return False
    if abs(one.speed_kt - other.speed_kt) >= _ANOTHER_STRENGTH_KT:
        return True
    if one.direction_deg is None or other.direction_deg is None or min(one.speed_kt, other.speed_kt) <= _LIGHT_KT:
        return False
    return abs((one.direction_deg - other.direction_deg + 180) % 360 - 180) > _ANOTHER_SIDE_DEG


def _near(
    of: StationWeather, hours: _Hours, ends: Sequence[RunwayHeading], models: Sequence[Wind]
) -> TafNear | None:
    """What a neighbour's TAF has for as many of the hours as it covers; None where it covers none."""
    if of.forecast is None:
        return None
    covered = [at for at in hours.each() if not state_at(of.forecast, at).beyond]
    told = _by_taf(of.forecast, _Hours(covered[0], covered[-1])) if covered else None
    if told is None:
        return None
    winds = tuple(dict.fromkeys(told[0]))
    into = next(iter(_over(winds, ends)), None)
    return TafNear(
        station=of.station.icao,
        distance_nm=of.station.distance_nm,
        winds=winds,
        until=of.forecast.to if covered[-1] + timedelta(hours=1) <= hours.end else None,
        into=into.runway if into is not None and into.head[1] > 0 else None,
        differs=any(_differ(wind, model) for wind in winds for model in models),
    )


def given_wind(
    forecast: Forecast, ends: Sequence[RunwayHeading], moment: Moment | None, *, day_said: bool
) -> WindAhead:
    """The runways under the wind of a TAF that was pasted, at an hour or over all of it."""
    if forecast.cancelled or forecast.missing or forecast.from_ is None or forecast.to is None:
        raise InvalidQuestion(say("That TAF tells no wind: it is cancelled, or empty."))
    at = moment.at if moment is not None else None
    if at is not None and not day_said and not forecast.from_ <= at < forecast.to:
        at += (forecast.from_ - at + A_DAY - timedelta(seconds=1)) // A_DAY * A_DAY  # the TAF's own 15:00
    hours = _Hours(at, at) if at is not None else _Hours(forecast.from_, forecast.to - timedelta(hours=1))
    told = _by_taf(forecast, hours)
    if told is None:
        raise InvalidQuestion(
            say(
                "That TAF tells no wind for then: it is valid from {from_:%d %H:%M} to {to:%d %H:%M} UTC.",
                from_=forecast.from_,
                to=forecast.to,
            )
        )
    winds, at_times = told
    base = WindAhead(lead="day", from_=hours.start, to=hours.end, taf=forecast.station)
    beside = {"at_times": tuple(at_times), "at_times_ends": _over(list(at_times.values()), ends)}
    return base.model_copy(update={"ends": _over(winds, ends), **beside, **_speeds(winds)})


def _hours(moment: Moment, now: datetime, until: datetime | None = None) -> _Hours:
    if moment.at is not None:
        if until is not None and moment.at < until and now < until:
            return _Hours(max(moment.at, now.replace(minute=0, second=0, microsecond=0)), until)
        if moment.at < now - NOW_WITHIN:
            raise InvalidQuestion(say("That time has passed. Give me one from now on."))
        return _Hours(moment.at, moment.at)
    zone = moment.zone or UTC
    start, end = (datetime.combine(moment.day, at, zone).astimezone(UTC) for at in (FIRST, LAST))
    if end < now:
        raise InvalidQuestion(say("That day has passed. Give me one from today on."))
    return _Hours(max(start, now.replace(minute=0, second=0, microsecond=0)), end)


def _by_taf(forecast: Forecast, hours: _Hours) -> tuple[list[Wind], dict[str, Wind]] | None:
    """The winds that prevail in the hours, and of groups beside them; None where the TAF does not reach."""
    winds: list[Wind] = []
    at_times: dict[str, Wind] = {}
    for at in hours.each():
        state = state_at(forecast, at)
        told = [one.wind for one in state.prevailing if one.wind is not None and one.wind.speed_kt is not None]
        if state.beyond or not told:
            return None
        winds += told
        for one in state.at_times:
            if one.conditions.wind is not None and one.raw:
                at_times[f"{one.raw}, {one.from_:%d %H}–{one.to:%H} UTC"] = one.conditions.wind
    return winds, at_times


def _at(of: Series, when: datetime) -> Wind | None:
    wind, gust = of.ground_wind(when), of.at("wind_gusts_10m", when)
    if wind is None:
        return None
    return Wind(
        direction_deg=round(wind.from_deg) % 360 or 360,
        speed_kt=round(wind.speed_kt),
        gust_kt=round(gust) if gust is not None and gust > wind.speed_kt else None,
    )


def _speeds(winds: Sequence[Wind]) -> dict[str, object]:
    told = [wind.speed_kt for wind in winds if wind.speed_kt is not None]
    gusts = [wind.gust_kt for wind in winds if wind.gust_kt is not None]
    return {"speed": (min(told), max(told)) if told else None, "gust": max(gusts, default=None)}


def _over(winds: Sequence[Wind], ends: Sequence[RunwayHeading]) -> tuple[EndAhead, ...]:
    """Each end over all winds, the one with the most on the nose first."""
    parts = [at_runways(ends, wind) for wind in winds]
    found = [_one([row[place] for row in parts if row]) for place in range(len(ends)) if any(parts)]
    return tuple(sorted(found, key=lambda end: -(end.head[0] + end.head[1])))


def _one(parts: Sequence[RunwayEnd]) -> EndAhead:
    gusts = [part.cross_gust_kt for part in parts if part.cross_gust_kt is not None]
    sides: set[Side] = {part.from_ for part in parts if part.from_ != "none"}
    side: Side = next(iter(sides)) if len(sides) == 1 else "either" if sides else "none"
    return EndAhead(
        runway=parts[0].runway,
        heading_deg=parts[0].heading_deg,
        head=(min(p.head_kt for p in parts), max(p.head_kt for p in parts)),
        cross=(min(p.cross_kt for p in parts), max(p.cross_kt for p in parts)),
        cross_gust_kt=max(gusts, default=None),
        from_=side,
        length_m=parts[0].length_m,
        surface=parts[0].surface,
        hard=parts[0].hard,
        short=parts[0].short,
    )
