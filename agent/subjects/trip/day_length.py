"""Whether the day is long enough for what is told of a trip: a stay of some hours, a way home in the evening."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, timedelta

from agent.aviation.hours import zone_of
from agent.language.vague_times import OPEN_EVENING
from agent.subjects.trip.clock_words import zulu
from agent.subjects.trip.timeline import LatestOffBlocks, TripLeg
from tongue import say

_EVENING_BEGINS = 17
"""Before this hour, local time, nobody speaks of the evening."""


_SHORT = 60
"""Minutes on the ground that a day there and back is reckoned with where none are told."""


def for_the_whole_way(legs: tuple[TripLeg, ...], minutes: int | None) -> tuple[TripLeg, ...]:
    """The legs, each with the latest off blocks that leaves time for those after it on its day.

    Whoever is to be home by dark or by an hour leaves so long before that as both ways and the `minutes` on the
    ground take. A flight whose hour is told is warned of instead.
    """
    stay = minutes or _SHORT
    found: list[TripLeg] = []
    for leg in reversed(legs):
        after = found[-1] if found else None
        of_a_day = after is not None and leg.day is not None and leg.day == after.day and leg.hours is not None
        bound = _before(leg, after, stay, told=minutes is not None) if after is not None and of_a_day else leg
        found.append(bound)
    return _too_short(tuple(reversed(found)))


def _before(leg: TripLeg, after: TripLeg, stay: int, *, told: bool) -> TripLeg:
    """The leg with the latest off blocks that leaves time for the flight `after` it, where that is the sooner."""
    if after.latest is None or (after.off_blocks is not None and leg.off_blocks is None):
        return leg
    flown = timedelta(minutes=round((leg.hours or 0) * 60))
    by = after.latest.latest - flown - timedelta(minutes=stay)
    if leg.latest is not None and leg.latest.latest <= by:
        return leg
    if leg.off_blocks is not None and not told:
        return _warned_of_the_turn(leg, after) if leg.off_blocks + flown > after.latest.latest else leg
    latest = LatestOffBlocks(
        latest=by,
        limit=say("latest off blocks {icao}", icao=after.from_.icao),
        limit_at=after.latest.latest,
        flight_minutes=round((leg.hours or 0) * 60),
        margin_minutes=0,
        on_arrival=True,
        assumed_kts=leg.latest.assumed_kts if leg.latest else None,
        stay_minutes=stay,
        stay_told=told,
    )
    bound = leg.model_copy(update={"latest": latest})
    late = leg.off_blocks is not None and leg.off_blocks > by and after.off_blocks is None
    return _warned_of_the_turn(bound, after) if late else bound


def _warned_of_the_turn(leg: TripLeg, after: TripLeg) -> TripLeg:
    """The leg with the warning that its hour is too late for being home in time."""
    if leg.off_blocks is None or after.latest is None or after.off_blocks is not None:
        return leg
    late = say(
        "off blocks {icao} {clock} is too late: {there} is to be left again by {latest}",
        icao=leg.from_.icao,
        clock=zulu(leg.off_blocks, leg.from_zone),
        there=after.from_.icao,
        latest=zulu(after.latest.latest, after.from_zone),
    )
    return leg.model_copy(update={"warnings": (*leg.warnings, late)})


def _too_short(legs: tuple[TripLeg, ...]) -> tuple[TripLeg, ...]:
    """The legs, the first one with the warning that the day is too short where it would leave before sunrise."""
    first = legs[0]
    rises = next((sky.sunrise for sky in first.skies if sky.icao == first.from_.icao), None)
    if first.off_blocks is not None or first.latest is None or rises is None or first.latest.latest >= rises:
        return legs
    words = say(
        "off blocks {icao} by {clock} is before sunrise ({rise}): the day is too short for it",
        icao=first.from_.icao,
        clock=zulu(first.latest.latest, first.from_zone),
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
