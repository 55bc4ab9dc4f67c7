"""Days said while another day is in hand: "make it Saturday" of a trip on 4 December, and its way home."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta

from agent import regex as re
from agent.language.days import WEEKDAYS, Day

_FROM_TODAY = re.compile(
    r"\b(?:this|next|coming|ce|cette|prochain|dieser?[nms]?|nächste[nrms]?|kommende[nrms]?)\s+$", re.IGNORECASE
)
_OF_A_MONTH = re.compile(r"(?:the |on |am |le |den |der |dem )*\d{1,2}(?:st|nd|rd|th|\.|er)?", re.IGNORECASE)
""" "The 23rd", "am 14.": a day whose month is not said."""
NEAR_DAYS = 3
"""A weekday alone is that of the plan's own week: the nearest to its day, at most so many days away."""


def near(days: Iterable[Day], text: str, in_hand: date, today: date) -> tuple[Day, ...]:
    """The days of a message, its bare weekdays and days of a month those nearest to the day in hand that are not past."""

    def of_it(day: Day) -> Day:
        if _OF_A_MONTH.fullmatch(text[day.start : day.end]) and not day.note:
            return replace(day, when=_nearest_of_number(day.when.day, in_hand, today) or day.when)
        if day.weekday is None or day.note or _FROM_TODAY.search(text[: day.start]):
            return day
        off = (WEEKDAYS.index(day.weekday) - in_hand.weekday() + NEAR_DAYS) % 7 - NEAR_DAYS
        when = in_hand + timedelta(days=off)
        return replace(day, when=when) if when >= today else day

    return tuple(of_it(day) for day in days)


_AFTER = re.compile(
    r"\s+(?:after|thereafter|following|later|danach|darauf|d'après|suivant)\b(?: (?:that|this|it))?(?=\s*(?:[.,;?!)]|$|instead|then|please))",
    re.IGNORECASE,
)
_FOLLOWING = re.compile(r"\b(?:the following|(?:den|am) (?:darauf)?folgenden?)\s+$", re.IGNORECASE)
_BEFORE = re.compile(
    r"\s+(?:before|earlier|davor|vorher|d'avant|précédent)\b(?: (?:that|this|it))?(?=\s*(?:[.,;?!)]|$|instead|then|please))",
    re.IGNORECASE,
)


def after_it(days: Iterable[Day], text: str, in_hand: date, today: date) -> tuple[Day, ...]:
    """The days of a message, a weekday "after" or "before" counted from the day in hand: "make it the Sunday after"."""

    def of_it(day: Day) -> Day:
        if day.weekday is None or day.note:
            return day
        weekday = WEEKDAYS.index(day.weekday)
        behind, lead = _AFTER.match(text, day.end), _FOLLOWING.search(text[: day.start])
        if behind is not None or lead is not None:
            when = in_hand + timedelta(days=(weekday - in_hand.weekday() - 1) % 7 + 1)
            start = lead.start() if lead is not None else day.start
            return replace(day, start=start, end=behind.end() if behind else day.end, when=when, weekday=None)
        if (ahead := _BEFORE.match(text, day.end)) is not None:
            when = in_hand - timedelta(days=(in_hand.weekday() - weekday - 1) % 7 + 1)
            return replace(day, end=ahead.end(), when=when, weekday=None) if when >= today else day
        return day

    return tuple(of_it(day) for day in days)


def _nearest_of_number(number: int, in_hand: date, today: date) -> date | None:
    """The day of that number which is nearest to the day in hand and not past; None where there is none near."""
    around = (in_hand + timedelta(days=off) for off in range(-_HALF_A_MONTH, 2 * _HALF_A_MONTH))
    found = [day for day in around if day.day == number and day >= today]
    return min(found, key=lambda day: abs((day - in_hand).days), default=None)


_HALF_A_MONTH = 15


def way_home(out: object, back: object, new: object) -> str | None:
    """The ISO day of the way home when that of the way out becomes `new`; None where one of the three is no date.

    A night away or more stays booked to its day while the trip moves by less than a week's half; a day trip, and one
    moved further, keeps its length.
    """
    try:
        was, home, moved = (date.fromisoformat(str(day)) for day in (out, back, new))
    except ValueError:
        return None
    stays = home > max(was, moved) and abs((moved - was).days) <= NEAR_DAYS
    return (home if stays else moved + (home - was)).isoformat()
