"""A day at one place hour by hour, as several models have it: what the picture of a day shows, and its words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import AwareDatetime

from agent.aviation.sun import civil_twilight, sun_times
from agent.protocol import Minima, Value
from agent.weather.models import Lead, ceiling_band
from agent.weather.open_meteo import Series
from agent.weather.tables import RunwayHeading, long_enough
from agent.weather.windows import DRY_MM, cloud_base
from agent.weather.winds import Vector
from tongue import say

FIRST_HOUR, LAST_HOUR = 6, 20
CEILINGS_AT: frozenset[Lead] = frozenset({"now", "day", "next", "days"})
"""Leads at which cloud bases (as bands) and visibility are shown; beyond them rain and wind alone."""

ACROSS_AT: frozenset[Lead] = frozenset({"now", "day", "next"})
"""Leads at which the wind across a runway is shown in knots."""

Base = int | Literal["none", "ground"] | None
"""Ft above ground; no low cloud; cloud on the ground; not told."""


class StripModel(Value):
    """One model by the hours of its strip; None is what it does not tell."""

    model: str
    rain_mm: tuple[float | None, ...] = ()
    wind_from_deg: tuple[int | None, ...] = ()
    wind_kt: tuple[float | None, ...] = ()
    gust_kt: tuple[float | None, ...] = ()
    base: tuple[Base, ...] = ()
    visibility_m: tuple[float | None, ...] = ()
    cross_kt: tuple[float | None, ...] = ()
    cross_gust_kt: tuple[float | None, ...] = ()


class DayStrip(Value):
    """The hours of a day at a place, whole hours of local time. `ceilings`: are bases and visibility told?

    `crosswind`: is the wind across told, on the runway that has least of it each hour? The limits are the pilot's.
    `short_left_out`: a short runway is not counted where the field has a longer one.
    """

    label: str
    day: date
    time_zone: str
    hours: tuple[AwareDatetime, ...]
    models: tuple[StripModel, ...]
    ceilings: bool = True
    crosswind: bool = False
    short_left_out: bool = False
    limit_kt: float | None = None
    limit_gust_kt: float | None = None
    sunrise: AwareDatetime | None = None
    sunset: AwareDatetime | None = None
    dawn: AwareDatetime | None = None
    dusk: AwareDatetime | None = None


def strip_of(
    label: str,
    lat: float,
    lon: float,
    series: Sequence[Series],
    day: date,
    zone: ZoneInfo | None,
    lead: Lead,
    ends: Sequence[RunwayHeading] = (),
    minima: Minima | None = None,
) -> DayStrip | None:
    """The strip of a day from 06 to 20 local time; None where no model tells anything.

    With the runway `ends` of a field it has the wind across, within the day that such a figure may be told.
    """
    here = zone or UTC
    hours = tuple(
        datetime(day.year, day.month, day.day, hour, tzinfo=here).astimezone(UTC)
        for hour in range(FIRST_HOUR, LAST_HOUR + 1)
    )
    across = long_enough(ends) if lead in ACROSS_AT else ()
    models = tuple(_of(one, hours, across) for one in series)
    models = tuple(one for one in models if any(v is not None for v in (*one.wind_kt, *one.rain_mm)))
    if not models:
        return None
    ceilings = lead in CEILINGS_AT
    if not ceilings:
        models = tuple(one.model_copy(update={"base": (), "visibility_m": ()}) for one in models)
    sun = sun_times(lat, lon, day)
    dawn, dusk = civil_twilight(lat, lon, day)
    return DayStrip(
        label=label,
        day=day,
        time_zone=getattr(here, "key", "UTC"),
        hours=hours,
        models=models,
        ceilings=ceilings,
        crosswind=any(kt is not None for one in models for kt in one.cross_kt),
        short_left_out=len(across) < len(ends) and bool(across),
        limit_kt=minima.crosswind_kt if minima else None,
        limit_gust_kt=minima.gust_kt if minima else None,
        sunrise=sun.sunrise,
        sunset=sun.sunset,
        dawn=dawn,
        dusk=dusk,
    )


def _of(one: Series, hours: Sequence[datetime], ends: Sequence[RunwayHeading]) -> StripModel:
    winds = [one.ground_wind(hour) for hour in hours]
    across = [_across(ends, wind, one.at("wind_gusts_10m", hour)) for hour, wind in zip(hours, winds, strict=True)]
    return StripModel(
        model=one.model.name,
        rain_mm=tuple(one.at("precipitation", hour) for hour in hours),
        wind_from_deg=tuple(round(wind.from_deg) % 360 if wind else None for wind in winds),
        wind_kt=tuple(round(wind.speed_kt, 1) if wind else None for wind in winds),
        gust_kt=tuple(one.at("wind_gusts_10m", hour) for hour in hours),
        base=tuple(_base(one, hour) for hour in hours),
        visibility_m=tuple(one.at("visibility", hour) for hour in hours),
        cross_kt=tuple(mean for mean, _ in across) if ends else (),
        cross_gust_kt=tuple(gust for _, gust in across) if ends else (),
    )


def _across(
    ends: Sequence[RunwayHeading], wind: Vector | None, gust_kt: float | None
) -> tuple[float | None, float | None]:
    """Mean and gust across the runway that has least of the mean."""
    if wind is None or not ends:
        return None, None
    angle = min(abs(math.sin(math.radians(wind.from_deg - end.true_deg))) for end in ends)
    return round(angle * wind.speed_kt, 1), None if gust_kt is None else round(angle * gust_kt, 1)


def _base(one: Series, hour: datetime) -> Base:
    feet, empty, ground = cloud_base(one, hour, hour)
    return "ground" if ground else feet if feet is not None else "none" if empty else None


def strip_words(strip: DayStrip) -> str:
    """What the picture shows, for who does not see it."""
    zone = ZoneInfo(strip.time_zone)
    names = ", ".join(one.model for one in strip.models)
    parts = [
        say(
            "{label}, {day:%a} {day.day} {day:%b}, 06 to 20 local time, models {names}",
            label=strip.label,
            day=strip.day,
            names=names,
        )
    ]
    told = [one for one in strip.models if any(mm is not None for mm in one.rain_mm)]
    wet = [one for one in told if any((mm or 0) >= DRY_MM for mm in one.rain_mm)]
    if told:
        parts.append(_rain(len(wet), len(told), _when(strip, wet, zone)))
    winds = [kt for one in strip.models for kt in one.wind_kt if kt is not None]
    gusts = [kt for one in strip.models for kt in one.gust_kt if kt is not None]
    if winds:
        gusting = say(", gusts to {knots:.0f}", knots=max(gusts)) if gusts else ""
        parts.append(
            say("wind {low:.0f} to {high:.0f} kt{gusting}", low=min(winds), high=max(winds), gusting=gusting)
        )
    across = [kt for one in strip.models for kt in (*one.cross_kt, *one.cross_gust_kt) if kt is not None]
    if strip.crosswind and across:
        limit = say(", your limit {knots:g}", knots=strip.limit_kt) if strip.limit_kt is not None else ""
        if limit and strip.limit_gust_kt is not None:
            limit += say(" and {knots:g} in gusts", knots=strip.limit_gust_kt)
        parts.append(
            say(
                "crosswind to {knots:.0f} kt with gusts on the runway that has least{limit}",
                knots=max(across),
                limit=limit,
            )
        )
        parts += [say("short runways not counted")] if strip.short_left_out else []
    if strip.ceilings:
        parts += [_lowest(strip), _sight(strip)]
    if strip.sunset is not None:
        parts.append(say("sunset {at:%H:%M}", at=strip.sunset.astimezone(zone)))
    return "; ".join(part for part in parts if part) + "."


def _rain(wet: int, told: int, when: str) -> str:
    if not wet:
        return say("dry in every model that tells")
    if told == 1:
        return say("rain in the one model that tells{when}", when=when)
    return say("rain in {wet} of {all} models{when}", wet=wet, all=told, when=when)


def _when(strip: DayStrip, wet: Sequence[StripModel], zone: ZoneInfo) -> str:
    raining = [hour for n, hour in enumerate(strip.hours) if any((one.rain_mm[n] or 0) >= DRY_MM for one in wet)]
    if not raining:
        return ""
    first = raining[0] - timedelta(hours=1)  # the sum of the hour before
    return say(
        ", between {first:%H} and {last:%H}", first=first.astimezone(zone), last=raining[-1].astimezone(zone)
    )


def _lowest(strip: DayStrip) -> str:
    told = [base for one in strip.models for base in one.base if base is not None]
    if not told:
        return say("no model tells a cloud base")
    if "ground" in told:
        return say("cloud on the ground at times")
    feet = [base for base in told if isinstance(base, int)]
    return say("lowest cloud base {band}", band=say(ceiling_band(min(feet)))) if feet else say("no low cloud")


def _sight(strip: DayStrip) -> str:
    told = [metres for one in strip.models for metres in one.visibility_m if metres is not None]
    if not told:
        return say("no model tells a visibility")
    least = min(told)
    if least >= 10_000:
        return say("visibility 10 km or more")
    return say("visibility down to {km:.0f} km", km=least / 1000)
