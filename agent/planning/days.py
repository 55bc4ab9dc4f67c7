"""Reads days and dates: "tomorrow", "Saturday", "10 May", "2027-05-10", "am Montag", "le 14 février".

A day and month without a year is the next such day. Weekdays are kept as weekdays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from agent.planning.wording import words_in

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_WEEKDAY_WORDS: dict[str, int] = {
    **{name.lower(): i for i, name in enumerate(WEEKDAYS)},
    **{name.lower() + "s": i for i, name in enumerate(WEEKDAYS)},
    **{name: i for i, name in enumerate(words_in("mon tues wed thurs fri sat sun"))},
    "tue": 1,
    "thur": 3,
    "thu": 3,
    "weds": 2,
    **{name: i for i, name in enumerate(words_in("lundi mardi mercredi jeudi vendredi samedi dimanche"))},
    **{name: i for i, name in enumerate(words_in("montag dienstag mittwoch donnerstag freitag samstag sonntag"))},
    **{
        name + "s": i
        for i, name in enumerate(words_in("montag dienstag mittwoch donnerstag freitag samstag sonntag"))
    },
    "sonnabend": 5,
}
_MONTHS: dict[str, int] = {}
for _names in (
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janv fevrier maerz avr x x juil aout sept okt x dez",
    "jänner févr x x x x x x x x x decembre",
):
    _MONTHS.update({name: i for i, name in enumerate(_names.split(), start=1) if name != "x"})

_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_WEEKDAY = "|".join(sorted(_WEEKDAY_WORDS, key=len, reverse=True))
_SHORT_NEEDS_CONTEXT = {"sun", "sat", "mon", "wed", "fri", "thu", "tue"}

_RELATIVE = {
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "tomorrow": 1,
    "tomorow": 1,
    "tommorow": 1,
    "tomorrow morning": 1,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
    "aujourd'hui": 0,
    "ce soir": 0,
    "cet après-midi": 0,
    "ce matin": 0,
    "demain": 1,
    "après-demain": 2,
    "heute": 0,
    "heute abend": 0,
    "morgen": 1,
    "übermorgen": 2,
    "yesterday": -1,
    "hier": -1,
    "gestern": -1,
}
_REL = "|".join(sorted((re.escape(word) for word in _RELATIVE), key=len, reverse=True))


@dataclass(frozen=True, slots=True)
class Day:
    """One day said. `when` is its date (of a weekday the next), `weekday` its name when only that was said."""

    start: int
    end: int
    when: date
    weekday: str | None = None


def _next(month: int, day: int, today: date) -> date | None:
    for year in (today.year, today.year + 1, today.year + 2, today.year + 3, today.year + 4):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found >= today:
            return found
    return None


def _year(text: str | None) -> int | None:
    if not text:
        return None
    value = int(text.lstrip("'"))
    return value + 2000 if value < 100 else value


def _dated(year: str | None, month: int, day: str, today: date) -> date | None:
    known = _year(year)
    try:
        return date(known, month, int(day)) if known else _next(month, int(day), today)
    except ValueError:
        return None


_Reader = Callable[[re.Match[str], date], "date | None"]
_PATTERNS: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    (re.compile(r"\b(20\d\d)-(\d{1,2})-(\d{1,2})\b"), lambda m, t: _dated(m[1], _month_number(m[2]), m[3], t)),
    (
        re.compile(r"\b(\d{1,2})[./](\d{1,2})[./]((?:20)?\d\d)\b"),
        lambda m, t: _dated(m[3], _month_number(m[2]), m[1], t),
    ),
    (re.compile(r"\b(\d{1,2})\.(\d{1,2})\.(?!\d)"), lambda m, t: _dated(None, _month_number(m[2]), m[1], t)),
    (
        re.compile(r"\b(?:am|on|le|den|vom|the|du|au)\s+(\d{1,2})[./](\d{1,2})(?![\d.])", re.I),
        lambda m, t: _dated(None, _month_number(m[2]), m[1], t),
    ),
    (
        re.compile(
            rf"\b(\d{{1,2}})(?:st|nd|rd|th|er|\.)?(?:\s+of|\s+de)?\s+({_MONTH})\b\.?,?(?:\s+(20\d\d|'\d\d))?", re.I
        ),
        lambda m, t: _dated(m[3], _MONTHS[m[2].lower()], m[1], t),
    ),
    (
        re.compile(
            rf"\b({_MONTH})\.?\s+(?:the\s+)?(\d{{1,2}})(?:st|nd|rd|th)?(?!\d|[:.]\d)(?:,?\s+(20\d\d|'\d\d))?", re.I
        ),
        lambda m, t: _dated(m[3], _MONTHS[m[1].lower()], m[2], t),
    ),
    (
        re.compile(r"\b(?:on |by |until |for )?the (\d{1,2})(?:st|nd|rd|th)\b", re.I),
        lambda m, t: _day_of_month(m[1], t),
    ),
    (
        re.compile(
            (
                r"\b(?:le|am|den) (\d{1,2})(?:\.|er)?(?=$|[ ?!,])(?!\s*(?:h|uhr|km|nm|m|ft|kt|heures|"
                r"h?ours|tage|jours|personnes|stunden)\b)"
            ),
            re.I,
        ),
        lambda m, t: _day_of_month(m[1], t),
    ),
    (re.compile(rf"\b(?:{_REL})(?!\w)", re.I), lambda m, t: t + timedelta(days=_RELATIVE[m[0].lower()])),
)


def _day_of_month(text: str, today: date) -> date | None:
    """The next such day of a month: "on the 14th"."""
    for ahead in range(62):
        day = today + timedelta(days=ahead)
        if day.day == int(text):
            return day
    return None


def _month_number(text: str) -> int:
    return int(text) if 1 <= int(text) <= 12 else 99


_MORNING = re.compile(r"\b(?:guten|am|jeden)\s+$", re.I)
_ON = re.compile(
    r"\b(?:on|next|this|every|a|am|le|les|ce|coming|until|by|for|of|nächsten?|kommenden?)\s+$|^$", re.I
)


def find_days(text: str, today: date) -> list[Day]:
    """Every day named in a plain text, in reading order. `today` is the asker's (UTC) date."""
    found: list[Day] = []

    def free(start: int, end: int) -> bool:
        return all(end <= day.start or start >= day.end for day in found)

    for pattern, read in _PATTERNS:
        for match in pattern.finditer(text):
            if not free(match.start(), match.end()):
                continue
            if match[0].lower() == "morgen" and _MORNING.search(text[: match.start()]):
                continue
            when = read(match, today)
            if when is not None:
                found.append(Day(match.start(), match.end(), when))
    found += [day for day in _weekdays(text, today) if free(day.start, day.end)]
    return sorted(found, key=lambda day: day.start)


def _weekdays(text: str, today: date) -> Iterator[Day]:
    for match in re.finditer(rf"\b({_WEEKDAY})\b", text, re.I):
        word = match[1].lower()
        if word in _SHORT_NEEDS_CONTEXT and not (match[1][0].isupper() or _ON.search(text[: match.start()])):
            continue
        if word in ("sun", "sat", "mon", "wed", "fri") and match[1].isupper() and len(text) > 3:
            continue
        number = _WEEKDAY_WORDS[word]
        ahead = (number - today.weekday()) % 7
        yield Day(match.start(), match.end(), today + timedelta(days=ahead), WEEKDAYS[number])
