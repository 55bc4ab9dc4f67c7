"""Whether the day is long enough for what is told of a trip: a stay of some hours, a way home in the evening."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, timedelta

from agent.aviation.hours import zone_of
from agent.language.vague_times import OPEN_EVENING
from agent.subjects.route.speed import format_hours
from agent.subjects.trip.clock_words import zulu
from agent.subjects.trip.timeline import TripLeg
from tongue import say

_EVENING_BEGINS = 17
"""Before this hour, local time, nobody speaks of the evening."""


def with_stay(legs: tuple[TripLeg, ...], minutes: int | None) -> tuple[TripLeg, ...]:
    """The legs of a day there and back without hours, with the latest off blocks that leave time for the stay."""
    out = [leg for leg in legs if leg.direction == "out"]
    home = [leg for leg in legs if leg.direction == "home"]
    if not minutes or len(home) != 1 or any(leg.off_blocks or leg.expected or leg.hours is None for leg in legs):
        return legs
    first, latest = out[0], home[0].latest
    if latest is None or first.day is None or first.day != home[0].day:
        return legs
    flown = sum((timedelta(hours=leg.hours or 0) for leg in out), timedelta(0))
    by = latest.latest - flown - timedelta(minutes=minutes * len(out))
    by = by.replace(second=0, microsecond=0)
    if first.latest is not None and first.latest.latest <= by:
        return legs
    words = say(
        "with {stay} at {icao}: off blocks {start} by {clock}, to leave again by {latest}",
        stay=format_hours(minutes / 60),
        icao=home[0].from_.icao,
        start=first.from_.icao,
        clock=zulu(by, first.from_zone),
        latest=zulu(latest.latest, home[0].from_zone),
    )
    rises = next((sky.sunrise for sky in first.skies if sky.icao == first.from_.icao), None)
    if rises is not None and by < rises:
        words = say(
            "{words}; that is before sunrise ({rise}): the day is too short for it",
            words=words,
            rise=zulu(rises, first.from_zone),
        )
    return _warned(legs, first, words)


def in_the_evening(legs: tuple[TripLeg, ...], taken: Sequence[str]) -> tuple[TripLeg, ...]:
    """The legs, the first one home with the hour until which it is day where it was said to be in the evening."""
    home = next((leg for leg in legs if leg.direction == "home"), None)
    told = next((one for one in taken if one.endswith(OPEN_EVENING)), None)
    if home is None or told is None or home.latest is None or home.off_blocks is not None or home.expected:
        return legs
    latest = home.latest.latest
    if latest.astimezone(zone_of(home.from_zone) or UTC).hour >= _EVENING_BEGINS:
        return legs
    words = say(
        "“{words}” is too late by day: off blocks {icao} by {clock}",
        words=told.partition("|")[0],
        icao=home.from_.icao,
        clock=zulu(latest, home.from_zone),
    )
    return _warned(legs, home, words)


def _warned(legs: tuple[TripLeg, ...], one: TripLeg, words: str) -> tuple[TripLeg, ...]:
    return tuple(
        leg.model_copy(update={"warnings": (*leg.warnings, words)}) if leg.number == one.number else leg
        for leg in legs
    )
