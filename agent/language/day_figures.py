"""Reads days written in figures: "28/11 to 30/11", "28.-30.11.", "Nov 28-30", "28/11 0930", "Sa-Mo".

Figures with a stroke are also runways, fractions and hours of a week ("27/09", "1/2", "24/7"): alone they are a day
only where they can be nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from agent import regex as re
from agent.language.months import MONTH, MONTHS, next_date

_TO = r"\s*(?:[-–—/&]|\b(?:to|until|till|through|thru|and|bis|und|au|et)\b)\s*(?:(?:the|le|am|zum|den|dem)\s+)?"
_D, _M = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
_NOT_BEFORE, _NOT_BEHIND = r"(?<![\w.,:/-])", r"(?![\w/]|[.,:-]\d)"
_NO_UNIT = r"(?!\s*(?:ft|m|nm|km|kts?|kn|knots|l|lit\w*|gph|kg|lbs?|hpa|°|%|€|£|runway|rwy|piste|bahn))"
_PAIRS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_NOT_BEFORE}(?P<a>(?P<d>{_D})/(?P<m>{_M})){_TO}(?P<b>(?P<e>{_D})/(?P<n>{_M})){_NOT_BEHIND}{_NO_UNIT}",
        rf"{_NOT_BEFORE}(?P<a>(?P<d>{_D})\.(?P<m>1[0-2]|0[1-9])\.?){_TO}"
        rf"(?P<b>(?P<e>{_D})\.(?P<n>1[0-2]|0[1-9])\.?){_NOT_BEHIND}{_NO_UNIT}",
        rf"{_NOT_BEFORE}(?P<a>(?P<d>{_D})\.){_TO}(?P<b>(?P<e>{_D})\.(?P<n>{_M})\.?){_NOT_BEHIND}{_NO_UNIT}",
        rf"{_NOT_BEFORE}(?P<a>(?P<d>{_D})){_TO}(?P<b>(?P<e>{_D})/(?P<n>{_M})){_NOT_BEHIND}{_NO_UNIT}",
        rf"{_NOT_BEFORE}(?P<a>(?P<n>{MONTH})\.?\s+(?P<d>{_D})){_TO}(?P<b>(?P<e>{_D})){_NOT_BEHIND}(?!\s+(?:{MONTH})\b){_NO_UNIT}",
    )
)
_ALONE = re.compile(rf"{_NOT_BEFORE}(?P<d>1[3-9]|2\d|3[01])/(?P<m>{_M}){_NOT_BEHIND}{_NO_UNIT}")
_BEFORE_A_CLOCK = re.compile(
    rf"{_NOT_BEFORE}(?P<d>{_D})/(?P<m>{_M})(?=,?\s+(?:at\s+|um\s+|à\s+)?"
    r"(?:(?:[01]\d|2[0-3]):?[0-5]\d(?:(?:z|l|lt|lcl|utc|h)\b|(?!\d|\s*(?:ft|m|kg|lbs?|l|rpm|hpa)\b))|(?:[01]?\d|2[0-3])(?:z|l|lt|lcl|h|am|pm|\s?uhr)(?!\w)))",
    re.IGNORECASE,
)
_OF_A_RUNWAY = re.compile(r"\b(?:runways?|rwys?|rw|pistes?|bahn(?:en)?)\s*$", re.IGNORECASE)
_OF_A_WEEKDAY = re.compile(r"\b(?:lun|mar|mer|jeu|ven|sam|dim|mo|di|mi|do|fr|sa|so)\.?,?\s*$", re.IGNORECASE)
_ROUND_THE_CLOCK = (24, 7)
_SHORT = {"Mo": 0, "Di": 1, "Mi": 2, "Do": 3, "Fr": 4, "Sa": 5, "So": 6}
_SHORT_PAIR = re.compile(rf"(?<!\w)(?P<a>{'|'.join(_SHORT)})\.?{_TO}(?P<b>{'|'.join(_SHORT)})(?!\w)")


def find_figures(text: str, today: date) -> list[tuple[int, int, date, int | None]]:
    """Where days stand in figures or in two letters, their dates, and the weekday (0 is Monday) named alone."""
    found: list[tuple[int, int, date, int | None]] = [
        (start, end, when, None) for pattern in _PAIRS for start, end, when in _spans(pattern, text, today)
    ]
    for match in _SHORT_PAIR.finditer(text):
        first = today + timedelta(days=(_SHORT[match["a"]] - today.weekday()) % 7 or 7)
        last = first + timedelta(days=(_SHORT[match["b"]] - first.weekday()) % 7 or 7)
        found += [(*match.span("a"), first, _SHORT[match["a"]]), (*match.span("b"), last, _SHORT[match["b"]])]
    for match in (*_ALONE.finditer(text), *_BEFORE_A_CLOCK.finditer(text)):
        day, month = int(match["d"]), int(match["m"])
        of_a_day = _OF_A_WEEKDAY.search(text[: match.start()]) is not None  # "dim 29/11"
        if (
            (day - month == 18 and not of_a_day)
            or (day, month) == _ROUND_THE_CLOCK
            or _OF_A_RUNWAY.search(text[: match.start()])
        ):
            continue  # the two ends of a runway differ by 18
        when = next_date(month, day, today)
        if when is not None:
            found.append((*match.span(), when, None))
    return [one for place, one in enumerate(found) if not any(_meet(one, other) for other in found[:place])]


def _spans(pattern: re.Pattern[str], text: str, today: date) -> Iterator[tuple[int, int, date]]:
    """Both days of a span, the last one not before the first."""
    for match in pattern.finditer(text):
        month = _number(match["n"])
        first = next_date(_number(match.groupdict().get("m")) or month, int(match["d"]), today)
        last = next_date(month, int(match["e"]), first) if first else None
        if first is None or last is None:
            continue
        yield (*match.span("a"), first)
        yield (*match.span("b"), last)


def _number(month: str | None) -> int:
    return int(month) if month and month.isdigit() else MONTHS.get((month or "").lower(), 0)


def _meet(one: tuple[int, int, date, int | None], other: tuple[int, int, date, int | None]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
