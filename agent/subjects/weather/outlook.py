"""The outlook for a day or a weekend: several models side by side, and only what can be known at that lead."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import AwareDatetime, Field, field_validator

from agent.aviation.hours import resolve_day
from agent.errors import InvalidQuestion
from agent.locate import NotLocated
from agent.protocol import Minima, ToolCall, ToolResult, Value
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.offered import instead
from agent.subjects.weather.elements import Elements, Weighed
from agent.subjects.weather.findings import Finding, in_order, of_models
from agent.subjects.weather.hazards import Hazards, of_the_ground
from agent.subjects.weather.place import MOST_PLACES, Spot, find_moment, find_spot
from agent.subjects.weather.unreached import forecast_unseen, naming
from agent.weather.models import FIGURES_AT, ForecastModel, Lead, first_told, lead_at, models_for
from agent.weather.open_meteo import GROUND, SOURCE, Forecasts
from agent.weather.strip import DayStrip, strip_of
from agent.weather.windows import Window, window_of
from tongue import say

PARTS = (("morning", 8, 12), ("afternoon", 12, 17))
WEEKEND = frozenset({"weekend", "the weekend", "this weekend", "wochenende", "week-end", "week end"})


class OutlookArguments(Arguments):
    """Places and a day."""

    places: list[str] = Field(default=[], max_length=MOST_PLACES, description="codes, names or towns")
    day: str | None = Field(default=None, description='"Saturday", "weekend", ISO date; tomorrow when left out')
    time: str | None = Field(default=None, description="local time HH:MM; morning and afternoon when left out")
    part: Literal["morning", "afternoon"] | None = Field(default=None, description="only this half of the day")
    days: int = Field(default=1, ge=1, le=7, description="how many days from that day on")
    hazards: Hazards = ()
    elements: Elements = ()
    weighed: Weighed = False

    @field_validator("places", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        return [value] if isinstance(value, str) else value


class Part(Value):
    """A morning or an afternoon at a place."""

    name: str
    window: Window


class DayOutlook(Value):
    """One place on one day. Beyond seven days there are no parts, and `opens` is the day that has some."""

    label: str
    icao: str | None = None
    day: date
    lead: Lead
    opens: date | None = None
    parts: tuple[Part, ...] = ()
    findings: tuple[Finding, ...] = ()


class ModelRun(Value):
    """A model and when it was run; None where the service does not tell."""

    model: str
    at: AwareDatetime | None = None
    sleeping: bool = False


class Outlook(ToolResult):
    """The outlook by place and day, and the runs it rests on."""

    days: tuple[DayOutlook, ...] = ()
    minima: Minima = Minima()
    runs: tuple[ModelRun, ...] = ()
    fetched: AwareDatetime | None = None
    stale: bool = False
    weight: float | None = None
    hazards: Hazards = ()
    elements: Elements = ()
    weighed: Weighed = False
    strips: tuple[DayStrip, ...] = ()


@tool(kind="airport", outside=True)
async def get_outlook(arguments: OutlookArguments, context: ToolContext) -> Outlook:
    """The weather outlook for places on a day or the weekend: models compared, worded by how far ahead it is."""
    said = arguments.places or ([home] if (home := context.question.profile.home_base) else [])
    if not said:
        return Outlook(found=False, message=say("The outlook for where? Give me a field or a town, like LFAT."))
    spots: list[Spot] = []
    for name in said:
        spot = find_spot(name, context)
        if isinstance(spot, NotLocated):
            again = ToolCall(tool="get_outlook", arguments=arguments.canonical())
            choices = instead(spot, again, "places", lambda code: say("Outlook for {code}", code=code))
            return Outlook(found=False, message=spot.message, choices=choices)
        spots.append(spot)
    now = context.deps.now()
    days = _days(arguments.day, now.astimezone(spots[0].zone or UTC).date(), arguments.days)
    if days[0] < now.astimezone(spots[0].zone or UTC).date():
        raise InvalidQuestion(say("That day has passed. Give me one from today on."))
    asked: list[tuple[date, Lead]] = [
        (day, lead_at(max(now, _noon(day, spots[0].zone)), now, spots[0].zone)) for day in days
    ]
    points = [(spot.lat, spot.lon) for spot in spots]
    stretches = _stretches(points, [day for day, lead in asked if lead in FIGURES_AT], spots[0].zone, context)
    with naming(lambda: "\n".join([forecast_unseen(spots, days), *of_the_ground(arguments.hazards)])):
        told = list(await asyncio.gather(*(_fetched(points, one, context) for one in stretches)))
    by_day = {day: found for one, found in zip(stretches, told, strict=True) for day in one.days}
    return Outlook(
        hazards=arguments.hazards,
        elements=arguments.elements,
        weighed=arguments.weighed,
        minima=context.minima,
        days=tuple(
            _outlook(spot, day, lead, by_day.get(day), _parts(arguments, day, spot, context), context)
            for day, lead in asked
            for spot in spots
        ),
        strips=tuple(
            strip
            for day, lead in asked
            for spot in spots
            if (strip := _strip(spot, day, lead, by_day.get(day), context)) is not None
        ),
        runs=_runs(told),
        fetched=min((one[0].fetched for one in told), default=None),
        stale=any(one[0].stale for one in told),
        weight=sum(one[0].weight for one in told) if told else None,
        sources=(SOURCE.model_copy(update={"stale": any(one[0].stale for one in told), "as_of": now.date()}),)
        if told
        else (),
    )


def _days(said: str | None, today: date, many: int) -> list[date]:
    if many > 1 and (said or "").strip().lower() not in WEEKEND:
        first = _days(said, today, 1)[0]
        return [first + timedelta(days=n) for n in range(many)]
    if said is None or not said.strip():
        return [today + timedelta(days=1)]
    if said.strip().lower() in WEEKEND:
        saturday = today + timedelta(days=(5 - today.weekday()) % 7)
        return [today] if today.weekday() == 6 else [saturday, saturday + timedelta(days=1)]
    found = resolve_day(said, today)
    if found is None:
        raise InvalidQuestion(
            say("“{said}” is not a day I can place. Say Saturday, weekend or 2026-11-28.", said=said[:30])
        )
    return [found]


def _noon(day: date, zone: ZoneInfo | None) -> datetime:
    return datetime.combine(day, time(12), zone or UTC).astimezone(UTC)


@dataclass(frozen=True)
class _Stretch:
    """Days one after the other for which the same models speak, so that they are one request."""

    days: tuple[date, ...]
    start: datetime
    end: datetime
    models: tuple[ForecastModel, ...]


def _stretches(
    points: list[tuple[float, float]], days: Sequence[date], zone: ZoneInfo | None, context: ToolContext
) -> list[_Stretch]:
    found: list[_Stretch] = []
    for day in days:
        start, end = (datetime.combine(day, time(hour), zone or UTC).astimezone(UTC) for hour in (6, 20))
        models = models_for(points, max(timedelta(), end - context.deps.now()))
        last = found[-1] if found else None
        if last is not None and last.models == models and last.days[-1] + timedelta(days=1) == day:
            found[-1] = replace(last, days=(*last.days, day), end=end)
        elif models:
            found.append(_Stretch((day,), start, end, models))
    return found


async def _fetched(
    points: list[tuple[float, float]], over: _Stretch, context: ToolContext
) -> tuple[Forecasts, tuple[ForecastModel, ...]]:
    found = await context.deps.open_meteo.forecasts(points, GROUND, over.models, over.start, over.end)
    return found, over.models


def _outlook(
    spot: Spot,
    day: date,
    lead: Lead,
    told: tuple[Forecasts, tuple[ForecastModel, ...]] | None,
    hours: Sequence[tuple[str, datetime, datetime]],
    context: ToolContext,
) -> DayOutlook:
    base = DayOutlook(label=spot.label, icao=spot.code, day=day, lead=lead)
    if told is None:
        return base.model_copy(update={"opens": first_told(_noon(day, None), "week").date()})
    forecasts, models = told
    point = (round(spot.lat, 2), round(spot.lon, 2))
    series = [one for model in models for one in forecasts.of(model) if one.point == point]
    parts = tuple(Part(name=name, window=window_of(series, first, last)) for name, first, last in hours)
    field, minima = spot.airport, context.minima
    ends = context.deps.weather_tables.runway_headings(field, context.deps.airports) if field else ()
    place = spot.code or spot.label
    against = [one for part in parts for one in of_models(place, part.window, minima, ends, lead)]
    return base.model_copy(update={"parts": parts, "findings": tuple(in_order(against))})


def _parts(
    arguments: OutlookArguments, day: date, spot: Spot, context: ToolContext
) -> list[tuple[str, datetime, datetime]]:
    """The hours that are told: around the time that was said, else morning and afternoon."""
    moment = find_moment(day.isoformat(), arguments.time, spot.zone, context) if arguments.time else None
    if moment is not None and moment.at is not None:
        name = f"around {moment.at.astimezone(spot.zone or UTC):%H:%M}"
        return [(name, moment.at - timedelta(hours=1), moment.at + timedelta(hours=1))]

    def at(hour: int) -> datetime:
        return datetime.combine(day, time(hour), spot.zone or UTC).astimezone(UTC)

    asked = [part for part in PARTS if arguments.part in (None, part[0])]
    return [(name, at(start), at(end)) for name, start, end in asked]


def _strip(
    spot: Spot,
    day: date,
    lead: Lead,
    told: tuple[Forecasts, tuple[ForecastModel, ...]] | None,
    context: ToolContext,
) -> DayStrip | None:
    if told is None:
        return None
    forecasts, models = told
    point = (round(spot.lat, 2), round(spot.lon, 2))
    series = [one for model in models for one in forecasts.of(model) if one.point == point]
    field, minima = spot.airport, context.minima
    ends = context.deps.weather_tables.runway_headings(field, context.deps.airports) if field else ()
    return strip_of(spot.label, spot.lat, spot.lon, series, day, spot.zone, lead, ends, minima)


def _runs(told: list[tuple[Forecasts, tuple[ForecastModel, ...]]]) -> tuple[ModelRun, ...]:
    found: dict[str, ModelRun] = {}
    for forecasts, models in told:
        for model in models:
            run = forecasts.runs.get(model.key)
            found.setdefault(
                model.name,
                ModelRun(model=model.name, at=run.at if run else None, sleeping=run.sleeping if run else False),
            )
    return tuple(found.values())
