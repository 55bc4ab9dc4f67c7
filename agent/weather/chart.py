"""The map of a flight's weather: the track, stations with their ceiling and wind, SIGMETs, NOTAM circles."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pydantic import AwareDatetime

from agent.protocol import Value
from agent.weather.fold import hazards_of
from agent.weather.report import Report, ceiling
from agent.weather.sigmet import Point, Sigmet
from tongue import say

OLD_MINUTES = 75


NO_CEILING = "no ceiling"


class MapStation(Value):
    """A station as the map shows it: its ceiling as words, its wind for a barb. None: the wind is not told."""

    icao: str
    lat: float
    lon: float
    ceiling: str
    wind_from_deg: int | None = None
    wind_kt: int | None = None
    variable: bool = False
    hazards: str = ""
    age_minutes: int | None = None


class MapSigmet(Value):
    """A SIGMET's shapes under the number of its line in the words."""

    number: int
    label: str
    shapes: tuple[tuple[Point, ...], ...]


class MapNotam(Value):
    """A NOTAM's circle, which is that of its Q line and larger than the true area."""

    number: int
    id: str
    lat: float
    lon: float
    radius_nm: float


class WeatherChart(Value):
    """What the map shows, and of when."""

    label: str
    track: tuple[Point, ...]
    ends: tuple[str, ...] = ()
    stations: tuple[MapStation, ...] = ()
    sigmets: tuple[MapSigmet, ...] = ()
    notams: tuple[MapNotam, ...] = ()
    at: AwareDatetime


def station_of(report: Report, lat: float, lon: float, now: datetime) -> MapStation:
    """A report as a mark on the map; what no sensor told is said to be unknown."""
    wind = report.wind
    age = round((now - report.issued).total_seconds() / 60) if report.issued else None
    return MapStation(
        icao=report.station or "",
        lat=lat,
        lon=lon,
        ceiling=ceiling_label(report),
        wind_from_deg=wind.direction_deg if wind else None,
        wind_kt=wind.speed_kt if wind else None,
        variable=wind.variable if wind else False,
        hazards=" ".join(dict.fromkeys(hazards_of(report))),
        age_minutes=age,
    )


def ceiling_label(report: Report) -> str:
    """ "1,200" ft, "no ceiling", or "ceiling ?" where nobody measured it."""
    found = ceiling(report)
    if found.feet is not None:
        return f"{found.feet:,}"
    return NO_CEILING if found.known else "ceiling ?"


def chart_of(
    label: str,
    ends: tuple[str, ...],
    track: Sequence[Point],
    stations: Sequence[MapStation],
    sigmets: Sequence[Sigmet],
    notams: Sequence[MapNotam],
    now: datetime,
) -> WeatherChart | None:
    """The chart; None where there is nothing beside the track to show."""
    drawn = tuple(
        MapSigmet(number=number, label=one.hazard, shapes=one.shapes)
        for number, one in enumerate(sigmets, start=1)
        if one.shapes
    )
    if not stations and not drawn and not notams:
        return None
    return WeatherChart(
        label=label,
        ends=ends,
        track=tuple(track),
        stations=tuple(stations),
        sigmets=drawn,
        notams=tuple(notams),
        at=now,
    )


def ceiling_mark(label: str) -> str:
    """A station's ceiling beside its mark, short, in the language that is spoken: "1,200 ft", "ceiling none"."""
    if (feet := _measured_ft(label)) is not None:
        return say("{feet:,} ft", feet=feet)
    return say("ceiling none") if label == NO_CEILING else say("ceiling ?")


def _measured_ft(label: str) -> int | None:
    digits = label.replace(",", "")
    return int(digits) if digits.isdigit() else None


def chart_words(of: WeatherChart) -> str:
    """What the map shows, for who does not see it."""
    parts = [say("Weather map: {label}, {at:%d %b %H:%M} UTC", label=of.label, at=of.at)]
    for one in of.stations:
        old = (
            say(" ({minutes} min old)", minutes=one.age_minutes)
            if one.age_minutes is not None and one.age_minutes > OLD_MINUTES
            else ""
        )
        hazards = f", {one.hazards}" if one.hazards else ""
        if (feet := _measured_ft(one.ceiling)) is not None:
            told = say("ceiling {feet:,} ft", feet=feet)
        else:
            told = say("no ceiling") if one.ceiling == NO_CEILING else say("ceiling not told")
        parts.append(f"{one.icao} {told}, {_wind(one)}{hazards}{old}")
    parts += [f"SIGMET {one.number} {one.label}" for one in of.sigmets]
    parts += [
        say("NOTAM {number} {id}, {nm:.0f} nm around", number=one.number, id=one.id, nm=one.radius_nm)
        for one in of.notams
    ]
    return "; ".join(parts) + "."


def _wind(of: MapStation) -> str:
    if of.wind_kt is None:
        return say("wind not told")
    if of.wind_kt == 0:
        return say("calm")
    where = say("variable") if of.wind_from_deg is None else f"{of.wind_from_deg or 360:03d}°"
    return f"{where} {of.wind_kt} kt"
