"""The light at the end of a flight: how long before or after sunset and night one is there."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pydantic import AwareDatetime

from agent.aviation.hours import zone_of
from agent.aviation.night import day_of
from agent.aviation.sun import sun_times
from agent.locate import Located
from agent.protocol import Value
from agent.registry import ToolContext
from agent.subjects.trip.clock_words import zulu
from tongue import say

CLOSE = timedelta(hours=3)
"""So long before sunset nobody wonders about the light, unless it is asked about."""


class LightThere(Value):
    """Sunset and the beginning of night where a flight ends, on the day of arrival, to the minute shown."""

    sunset: AwareDatetime
    night_begins: AwareDatetime | None = None
    zone: str | None = None


def light_there(end: Located, arrives: datetime, context: ToolContext) -> LightThere | None:
    """The light of the day of arrival; None where the sun does not set or no airfield tells the zone."""
    if end.airport is None:
        return None
    field = end.airport
    day = arrives.astimezone(zone_of(field.time_zone) or UTC).date()
    sunset = sun_times(field.lat, field.lon, day).sunset
    if sunset is None:
        return None
    night = context.deps.nights.of(field.country)
    begins = day_of(night, field.lat, field.lon, day).ends if night is not None else None
    begins = begins.replace(second=0, microsecond=0) if begins is not None else None
    return LightThere(sunset=sunset.replace(second=0, microsecond=0), night_begins=begins, zone=field.time_zone)


def light_words(light: LightThere, arrives: datetime, *, asked: bool) -> list[str]:
    """ "**1 h 59 after sunset there** (17:16 local); night begins 17:46 local"."""
    if light.sunset - arrives > CLOSE and not asked:
        return []
    apart = length(abs(light.sunset - arrives))
    sunset = zulu(light.sunset, light.zone)
    before = arrives <= light.sunset
    told = (
        say("**That is {apart} before sunset there**, {sunset}", apart=apart, sunset=sunset)
        if before
        else say("**That is {apart} after sunset there**, {sunset}", apart=apart, sunset=sunset)
    )
    if light.night_begins is None:
        return [f"{told}."]
    night = zulu(light.night_begins, light.zone)
    apart = length(abs(light.night_begins - arrives))
    if arrives <= light.night_begins:
        return [say("{told}; {apart} before night begins, {night}.", told=told, apart=apart, night=night)]
    return [say("{told}; {apart} after night begins, {night}.", told=told, apart=apart, night=night)]


def latest_words(light: LightThere, flight: timedelta, zone: str | None) -> list[str]:
    """ "To be there at sunset: off blocks by 12:01 local", and the same for the beginning of night."""
    by_sunset = zulu(light.sunset - flight, zone)
    if light.night_begins is None:
        return [say("To be there by sunset: off blocks by {clock}.", clock=by_sunset)]
    return [
        say(
            "To be there by sunset: off blocks by {clock}; by the beginning of night: {later}.",
            clock=by_sunset,
            later=zulu(light.night_begins - flight, zone),
        )
    ]


def length(of: timedelta) -> str:
    """ "1 h 59", "27 min"."""
    hours, minutes = divmod(round(of.total_seconds() / 60), 60)
    return (
        say("{hours} h {minutes:02d}", hours=hours, minutes=minutes)
        if hours
        else say("{minutes} min", minutes=minutes)
    )
