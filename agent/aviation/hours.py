"""Days and clocks: which day a pilot means, public holidays and working days, the moment of a printed time."""

from __future__ import annotations

import re
import sys
import warnings
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from importlib.util import find_spec, module_from_spec
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from agent.aviation.notice_rules import TimeBasis

DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def zone_of(name: str | None) -> ZoneInfo | None:
    """The time zone of this IANA name; None when it is unknown."""
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return None


def resolve_day(text: str, today: date) -> date | None:
    """The day of "today", "tomorrow", "Saturday", "14 Feb", "2027-02-14"; None when it is none of these.

    A weekday is the next one, today included; a date without its year is the next one.
    """
    words = text.strip().lower().removeprefix("on ")
    coming, words = words.startswith("next "), words.removeprefix("next ").removeprefix("this ").rstrip(".")
    if week := re.fullmatch(r"(?:a week (?:on )?(?P<a>[a-z]+)|(?P<b>[a-z]+) week)", words):
        first = resolve_day(week["a"] or week["b"], today)
        return first + timedelta(days=7) if first else None
    if words in ("today", "tonight", "now"):
        return today
    if words == "tomorrow":
        return today + timedelta(days=1)
    if words in ("day after tomorrow", "the day after tomorrow"):
        return today + timedelta(days=2)
    for index, name in enumerate(DAY_NAMES):
        if len(words) >= 3 and name.lower().startswith(words.rstrip("s")):
            ahead = (index - today.weekday()) % 7
            return today + timedelta(days=7 if coming and ahead == 0 else ahead)
    iso = re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[t ].*)?", words)
    if iso:
        return _date(int(iso[1]), int(iso[2]), int(iso[3]))
    named = re.fullmatch(
        r"(?:[a-z]{3,9}\.?,?\s+)?(?:the\s+)?(\d{1,2})(?:st|nd|rd|th)?[.\s]+(?:of\s+)?([a-z]{3,9})\.?,?(?:\s+(\d{4}))?",
        words,
    )
    weekday = "|".join(name.lower() for name in DAY_NAMES)
    other = re.fullmatch(
        rf"(?:(?:{weekday}),?\s+)?([a-z]{{3,9}})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?(?:\s+(\d{{4}}))?", words
    )
    if named or other:
        day_text, month_text, year_text = (
            named.groups() if named else (other[2], other[1], other[3]) if other else ("", "", "")
        )
        if month_text[:3] not in _MONTHS:
            return None
        month, day_number = _MONTHS.index(month_text[:3]) + 1, int(day_text)
        found = _date(int(year_text) if year_text else today.year, month, day_number)
        if found is not None and not year_text and found < today:
            found = _date(today.year + 1, month, day_number)
        return found
    return None


def resolve_time(text: str) -> time | None:
    """The time of day in "14:30", "1430", "at 9", "9am" or an ISO date and time; None when there is none."""
    words = text.strip().lower()
    match = re.search(r"(?:t|\s|^)(\d{1,2}):(\d{2})", words) or re.search(
        r"(?:^|\s)(\d{2})(\d{2})(?:\s|$|z|lt|utc)", words
    )
    if match and int(match[1]) < 24 and int(match[2]) < 60:
        return time(int(match[1]), int(match[2]))
    half = re.search(r"\b(1[0-2]|0?[1-9])\s?([ap])m\b", words)
    if half:
        return time(int(half[1]) % 12 + (12 if half[2] == "p" else 0))
    return None


def holiday_name(day: date, country: str, region: str = "") -> str | None:
    """The public holiday of that country (and region, where the calendar knows it), if it is one."""
    calendar = _calendar(country, region.partition("-")[2] or "", day.year)
    return calendar.get(day) if calendar is not None else None


def holidays_known(country: str, year: int) -> bool:
    """Is there a calendar of public holidays for this country?"""
    return _calendar(country, "", year) is not None


@cache
def _countries_apart() -> None:
    """Let the library import one country at a time: its package imports all 250 of them, 8 MB, to find one."""
    name = "holidays.countries"
    found = find_spec(name)
    if found is not None and name not in sys.modules:
        sys.modules[name] = module_from_spec(found)


@lru_cache(maxsize=256)
def _calendar(country: str, subdivision: str, year: int) -> dict[date, str] | None:
    import holidays

    _countries_apart()
    for wanted in (subdivision or None, None):
        try:
            with warnings.catch_warnings():  # regions that were renamed are known still
                warnings.simplefilter("ignore", DeprecationWarning)
                found = holidays.country_holidays(country, subdiv=wanted, years=year)
        except NotImplementedError:
            continue
        return {day: str(name) for day, name in found.items()}
    return None


def business_days_before(day: date, count: int, country: str, region: str = "") -> date:
    """The `count`-th working day before `day`: weekends and public holidays do not count."""
    current, left = day, count
    while left > 0:
        current -= timedelta(days=1)
        if current.weekday() < 5 and holiday_name(current, country, region) is None:
            left -= 1
    return current


def clock_on(text: str, day: date, basis: TimeBasis, zone: ZoneInfo | None) -> datetime | None:
    """The moment of an AIP's "HH:MM" on a day, in UTC; None when its time basis or the zone is not known.

    `utc_summer`: the figure is UTC in winter, and one hour less while the field's clocks are on summer time.
    """
    hour, minute = (int(part) for part in text.split(":"))
    plain = datetime.combine(day, time(0), UTC) + timedelta(hours=hour, minutes=minute)
    match basis:
        case "utc":
            return plain
        case "utc_summer":
            if zone is None:
                return None
            midday = datetime.combine(day, time(12), zone)
            return plain - (midday.dst() or timedelta(0))
        case "local":
            if zone is None:
                return None
            local = datetime.combine(day, time(hour % 24, minute), zone) + timedelta(days=hour // 24)
            return local.astimezone(UTC)
        case "unknown":
            return None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
