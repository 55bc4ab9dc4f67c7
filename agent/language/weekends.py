"""Reads which weekend is meant: "this weekend", "the weekend after next", "the weekend of 12 December"."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from agent import regex as re

_WEEKEND = r"(?:week-?ends?|wochenendes?)"
_AFTER_NEXT = re.compile(
    rf"\b(?:{_WEEKEND} after (?:next|this one|this|the next)|(?:next but one|second) {_WEEKEND}|"
    rf"(?:über|ueber)nächste[nrms]? {_WEEKEND}|in (?:zwei|2) {_WEEKEND}n?|"
    rf"{_WEEKEND} (?:d'après|suivant)|dans (?:deux|2) {_WEEKEND}|two {_WEEKEND} from now|in two {_WEEKEND})\b",
    re.IGNORECASE,
)


_NEXT = re.compile(
    rf"\b(?:next|coming|following|nächste[nrms]?|naechste[nrms]?|kommende[nrms]?|folgende[nrms]?) {_WEEKEND}\b|"
    rf"\b{_WEEKEND} prochain\b|\bprochain {_WEEKEND}\b",
    re.IGNORECASE,
)
""" "Next weekend" on a Saturday: not this one."""
_UNKNOWN = re.compile(rf"\b(?:bank[- ]holiday|feiertags|pont du) ?{_WEEKEND}\b", re.IGNORECASE)


def saturday_meant(text: str, today: date) -> date | None:
    """The Saturday of the weekend that `text` names; without more words the next one, None where it is another."""
    if _UNKNOWN.search(text):
        return None
    saturday = today + timedelta(days=(5 - today.weekday()) % 7)
    if _AFTER_NEXT.search(text) is None:
        return saturday + timedelta(days=7) if today == saturday and _NEXT.search(text) else saturday
    return saturday + timedelta(days=14 if today == saturday else 7)


_WEEK = r"(?:weeks?|wochen?|semaines?)"
_OF = re.compile(
    rf"\b(?:(?P<week>{_WEEK})|{_WEEKEND}|w-e|w/e|wkend|pont|brückentage?n?)[\s,:(]*"
    r"(?P<way>after|before|nach|vor|d'après|après|avant)?\s*"
    r"(?:(?:of|starting|from|on|around|about|du|de|des|vom|am|um|ab|the|le|la|den|dem|der)\s+)*$",
    re.IGNORECASE,
)
_LONG_FEAST = r"easter|ostern|p[aâ]ques|whitsun|pentecost|pfingsten|pentec[oô]te"
"""Feasts that are a weekend by their name alone: "über Pfingsten, Samstag hin, Montag zurück"."""
_BEHIND = re.compile(rf"[\s-]*(?:{_WEEKEND})\b", re.IGNORECASE)
_LATER, _SOONER = ("after", "nach", "après", "d'après"), ("before", "vor", "avant")
_TO_SATURDAY = (-2, 4, 3, 2, 1, 0, -1)
"""From each day of the week to the Saturday whose weekend it names: a holiday on Monday closes one, on Thursday opens one."""
_AROUND = (2, 3, -3, -2, -1, 0, 1)
"""From a Saturday to each weekday of its long weekend: from the Wednesday before it to the Tuesday behind."""
_SATURDAY = 5


def days_told(text: str, dates: Iterable[tuple[int, int, date]], today: date) -> tuple[list[date], int | None]:
    """The seven days, Monday first, of a weekend or week told by a date, or of the weekend after next, and where that date stands.

    "The weekend of the 12th", "Whit weekend", "the weekend after Thanksgiving", "the week after Christmas". Empty where none is.
    """
    for start, end, when in dates:
        before = _OF.search(text[:start])
        named = re.search(rf"{_WEEKEND}|{_LONG_FEAST}", text[start:end], re.IGNORECASE)
        if before is None and not _BEHIND.match(text, end) and named is None:
            continue
        way = (before["way"] or "").lower() if before else ""
        if before and before["week"]:
            monday = (
                when - timedelta(days=when.weekday()) + timedelta(days=7 * ((way in _LATER) - (way in _SOONER)))
            )
            return [monday + timedelta(days=n) for n in range(7)], start
        if way in _LATER:
            saturday = when + timedelta(days=(_SATURDAY - when.weekday() - 1) % 7 + 1)
        elif way in _SOONER:
            saturday = when - timedelta(days=(when.weekday() - _SATURDAY - 1) % 7 + 1)
        else:
            saturday = when + timedelta(days=_TO_SATURDAY[when.weekday()])
        return _around(saturday), start
    after_next = saturday_meant(text, today) if _AFTER_NEXT.search(text) else None
    return (_around(after_next) if after_next else []), None


def weekend_of(text: str, dates: Iterable[tuple[int, int, date]], today: date) -> date | None:
    """The Saturday of the weekend that is told by a date: "the weekend of 12 December"; None where no weekend is told so."""
    told = [one for one in dates if (of := _OF.search(text[: one[0]])) and not of["week"] and not of["way"]]
    days, _ = days_told(text, told[:1], today) if told else ([], None)
    return days[_SATURDAY] if days else None


def _around(saturday: date) -> list[date]:
    return [saturday + timedelta(days=days) for days in _AROUND]
