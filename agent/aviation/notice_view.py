"""A flight as a field sees it on its day: which rules of a notice wording meet it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from agent import regex as re
from agent.aviation.hours import holiday_name
from agent.aviation.notice_rules import FlightClass, NoticeRule, Weekday
from agent.aviation.notice_scan import fold
from agent.aviation.territories import Located

_SEASON = re.compile(r"(?:EN |IN )?(?:(?P<summer>ETE|SUM(?:MER)?)|HIV(?:ER)?|WIN(?:TER)?)")

_ATTACHED = re.compile(r"(?:SAT\W*SUN\W*)?(?:WITH|AND) (?:A )?(?:PUBLIC )?HOL(?:IDAY)?S? ATTACHED")
"""A weekend that a public holiday lengthens: the Friday or the Monday beside it, or one of its own days."""


@dataclass(frozen=True, slots=True)
class View:
    """The flight as the field sees it; `at` is local time. `said_month`: 1 to 12, where no day is known."""

    airport: Located
    zone: ZoneInfo | None
    day: date | None
    at: time | None
    flight_class: FlightClass | None
    said_month: int | None = None

    @property
    def weekday(self) -> Weekday | None:
        return self.day.isoweekday() if self.day else None

    @property
    def month(self) -> int | None:
        return self.day.month if self.day else self.said_month

    @property
    def holiday(self) -> bool:
        airport = self.airport
        return self.day is not None and holiday_name(self.day, airport.country, airport.region) is not None

    @property
    def long_weekend(self) -> bool:
        """Is the day of a weekend with a public holiday from its Friday to its Monday, or that holiday?"""
        if self.day is None or not (
            self.day.isoweekday() >= 6 or (self.holiday and self.day.isoweekday() in (1, 5))
        ):
            return False
        friday = self.day - timedelta(days=(self.day.isoweekday() - 5) % 7)
        days = (friday + timedelta(days=n) for n in range(4))
        return any(holiday_name(day, self.airport.country, self.airport.region) is not None for day in days)

    def meets(self, rule: NoticeRule) -> bool:
        """Is the rule about this flight on this day?"""
        season = self.season_of(rule)
        wanted = season is None or self.summer is None or season == self.summer
        if self.day is not None and _is_of_long_weekends(rule):
            wanted = wanted and self.long_weekend
        return wanted and rule.applies(self.flight_class, self.weekday, self.holiday, self.month)

    @property
    def summer(self) -> bool | None:
        """Are the field's clocks on summer time that day? None: the day, or its clocks, are not known."""
        if self.day is None or self.zone is None:
            return None
        return bool(datetime.combine(self.day, time(12), self.zone).dst())

    def season_of(self, rule: NoticeRule) -> bool | None:
        """Is the rule one of summer, of winter, or of neither (None)?"""
        match = _SEASON.fullmatch(fold(rule.condition.split(",", maxsplit=1)[0]).strip(" .:"))
        return match["summer"] is not None if match else None

    def conditions(self, rule: NoticeRule) -> tuple[str, ...]:
        """What it hangs on, without the season where the day says which it is."""
        if not rule.condition or (self.day is not None and _is_of_long_weekends(rule)):
            return ()
        if self.summer is None or self.season_of(rule) is None:
            return (rule.condition,)
        _, _, rest = rule.condition.partition(",")
        return (rest.strip(),) if rest.strip() else ()


def _is_of_long_weekends(rule: NoticeRule) -> bool:
    return _ATTACHED.fullmatch(fold(rule.condition).strip(" .:")) is not None
