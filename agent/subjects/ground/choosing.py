"""Which of the places found are told: those open on the day, and as many as the day holds."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from agent.subjects.ground.around import Around
from agent.travel.poi import Poi, open_windows
from tongue import later, say, say_many

if TYPE_CHECKING:
    from agent.travel.trip import Pace

_PACED: dict[Pace, str] = {
    "relaxed": later("A relaxed day holds two or three: the nearest first."),
    "moderate": later("A moderate day holds three or four."),
    "packed": later("A packed day holds four or five."),
}


def at_pace(pois: tuple[Poi, ...], pace: Pace | None, most: int | None) -> tuple[tuple[Poi, ...], tuple[str, ...]]:
    """As many as a day of the wished pace holds, unless a number was asked for; and that it is so."""
    from agent.travel.trip import MOST_A_DAY  # opened only where a pace is wished

    if pace is None or most is not None:
        return pois[:most], ()
    best = pois[: MOST_A_DAY[pace]]
    return best, (say(_PACED[pace]),) if best else ()


def open_then(
    pois: tuple[Poi, ...], day: datetime.date | None, here: Around
) -> tuple[tuple[Poi, ...], tuple[str, ...]]:
    """The places without those that are closed on a day that was named, and how many those are."""
    if day is None:
        return pois, ()
    left = tuple(
        poi
        for poi in pois
        if open_windows(poi.opening_hours, day, zone=here.zone, country=here.country, at=poi.location) != ()
    )
    gone = len(pois) - len(left)
    return left, (
        say_many(
            "{count} more is closed on {day:%A %-d %b}.",
            "{count} more are closed on {day:%A %-d %b}.",
            gone,
            day=day,
        ),
    ) if gone else ()
