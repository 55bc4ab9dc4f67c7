"""Sunrise and sunset at an airfield, each asked for by itself: far north in June one of them may not happen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Literal

SunState = Literal["rises and sets", "never sets", "never rises"]


@dataclass(frozen=True, slots=True)
class SunTimes:
    """Sunrise and sunset in UTC; None when the sun does not do so on that day."""

    sunrise: datetime | None
    sunset: datetime | None
    state: SunState


def sun_times(lat: float, lon: float, day: date) -> SunTimes:
    """The sun over a point on a day (of the calendar at Greenwich)."""
    from astral import LocationInfo
    from astral.sun import elevation, noon, sunrise, sunset

    observer = LocationInfo(latitude=lat, longitude=lon).observer
    found: list[datetime | None] = []
    for ask in (sunrise, sunset):
        try:
            found.append(ask(observer, date=day, tzinfo=UTC))
        except ValueError:  # astral's way to say: not on this day
            found.append(None)
    state: SunState = "rises and sets"
    if None in found:
        midday = elevation(observer, noon(observer, date=day, tzinfo=UTC))
        state = "never sets" if midday > 0 else "never rises"
    return SunTimes(found[0], found[1], state)


def civil_twilight(lat: float, lon: float, day: date) -> tuple[datetime | None, datetime | None]:
    """When morning civil twilight begins and evening civil twilight ends (sun 6° below the horizon), in UTC."""
    from astral import LocationInfo
    from astral.sun import dawn, dusk

    observer = LocationInfo(latitude=lat, longitude=lon).observer
    found: list[datetime | None] = []
    for ask in (dawn, dusk):
        try:
            found.append(ask(observer, date=day, depression=6, tzinfo=UTC))
        except ValueError:
            found.append(None)
    return found[0], found[1]
