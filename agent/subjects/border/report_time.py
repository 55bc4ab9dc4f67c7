"""What an answer about a report's deadline is made of: the report, the take-off, and the moments that follow."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from agent.aviation.borders import Demand
from agent.protocol import ToolResult, Value
from agent.subjects.notice.demand import NoticeDemand
from tongue import later

Report = Literal["GAR", "gendec", "flight_plan", "closing", "police", "customs"]
_SPELLINGS: dict[str, Report] = {
    **{"gar": "GAR", "generalaviationreport": "GAR", "gendec": "gendec", "generaldeclaration": "gendec"},
    **{"flightplan": "flight_plan", "fpl": "flight_plan", "closing": "closing", "close": "closing"},
    **{"closingflightplan": "closing", "police": "police", "policenotice": "police", "customs": "customs"},
}
REPORT_NAMES: dict[Report, str] = {
    "GAR": later("GAR"),
    "gendec": later("General declaration"),
    "flight_plan": later("Flight plan"),
    "closing": later("Closing the flight plan"),
    "police": later("Police notice"),
    "customs": later("Customs notice"),
}


def spelled(value: Any) -> Any:
    return (
        _SPELLINGS.get("".join(c for c in value.casefold() if c.isalpha()), value)
        if isinstance(value, str)
        else value
    )


class ReportTime(Value):
    """One deadline. Hours are before departure (after landing: negative); moments are ISO with offset where known.

    A moment without offset is by the clock of a start that was not said.
    `clock` tells it by the clock where the take-off's time is known and its day is not. `conditional`: it hangs on
    something its text tells. `with_others`: only between its side and these. `demand`: the field's own notice.
    """

    name: str
    side: str
    text: str
    earliest_hours: float | None = None
    latest_hours: float | None = None
    from_local: str | None = None
    until_local: str | None = None
    until_utc: str | None = None
    clock: str | None = None
    conditional: bool = False
    with_others: tuple[str, ...] = ()
    demand: NoticeDemand | None = None


Verdict = Literal["early", "in_time", "late", "partly", "depends"]


class Sending(Value):
    """Whether a report is taken when it would be sent: `at` is an ISO day, with an hour where one is known.

    "partly": in a part of that day; "depends": on the hour of the take-off, which was not said.
    """

    report: str
    at: str
    verdict: Verdict


class QuotedRule(Value):
    """What the rules of a country say of it, word for word."""

    country: str
    text: str
    origin: str


class ReportDeadline(ToolResult):
    """By when. `not_covered` names the states for which nothing was read; `free`: the flight needs none there.

    `told`: what the rules say of the report itself, who sends it or what if it changes, where that was asked.
    `landing_local`: the time of the landing, where no take-off was said to count from.
    `instead`: what the fields ask at the border, where nobody is known to want the report asked about.
    `within`: the state inside which the whole flight lies, where its law leaves such flights out.
    `spared`: the rule that names an end's field as one without the report, behind the field.
    `sending`: whether it is taken when it would be sent, where that was said.
    `conclusion`: whether the states of the flight want its flight plan at all.
    """

    report: Report
    day: date | None = None
    takeoff_local: str | None = None
    landing_local: str | None = None
    times: tuple[ReportTime, ...] = ()
    instead: tuple[ReportTime, ...] = ()
    quoted: tuple[QuotedRule, ...] = ()
    told: tuple[QuotedRule, ...] = ()
    not_covered: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    within: str = ""
    spared: tuple[tuple[str, str], ...] = ()
    sending: tuple[Sending, ...] = ()
    ends: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    conclusion: str = ""


class Takeoff:
    """When the flight leaves, as far as it is known."""

    def __init__(self, day: date | None, at: time | None, zone: ZoneInfo | None) -> None:
        self.day, self.at, self.zone = day, at, zone

    @property
    def moment(self) -> datetime | None:
        if self.day is None or self.at is None or self.zone is None:
            return None
        return datetime.combine(self.day, self.at, self.zone).astimezone(UTC)

    def before(self, hours: float | None) -> str | None:
        """The moment so many real hours before, in local time, the clock change counted.

        Without a zone it is by the clock where one leaves, whichever that is: the earlier one of a clock that
        changes and one that does not.
        """
        if hours is None:
            return None
        if self.zone is None and self.day is not None and self.at is not None:
            told = [Takeoff(self.day, self.at, zone).before(hours) for zone in _CHANGES_AND_NOT]
            return min(one[:_NO_OFFSET] for one in told if one)
        moment = self.moment
        if moment is None or self.zone is None:
            return None
        return (moment - timedelta(hours=hours)).astimezone(self.zone).isoformat(timespec="minutes")

    def clock(self, earliest: float | None, latest: float | None) -> str | None:
        """ "between 10:00 two days before and 08:00 on the day" where only the time is known."""
        if self.at is None or self.day is not None or latest is None:
            return None
        last = _clock(self.at, latest)
        return f"between {_clock(self.at, earliest)} and {last} local" if earliest else f"by {last} local"


_CHANGES_AND_NOT = (ZoneInfo("Europe/London"), ZoneInfo("UTC"))
_NO_OFFSET = len("2026-12-14T08:00")


def in_utc(moment: str | None) -> str | None:
    """In UTC; None also of a time whose clock is not known."""
    at = datetime.fromisoformat(moment) if moment else None
    return at.astimezone(UTC).isoformat(timespec="minutes") if at is not None and at.tzinfo is not None else None


def _clock(at: time, hours: float | None) -> str:
    """ "10:00 two days before", "08:00 on the day": so many hours before a time of day."""
    total = at.hour * 60 + at.minute - round((hours or 0) * 60)
    days, minutes = divmod(total, 24 * 60)
    when = {0: "on the day", -1: "the day before", -2: "two days before"}.get(days, f"{-days} days before")
    return f"{minutes // 60:02d}:{minutes % 60:02d} {when}"


def report_time(demand: Demand, side: str, takeoff: Takeoff) -> ReportTime:
    until = takeoff.before(demand.latest_hours)
    return ReportTime(
        name=demand.name,
        side=side,
        text=demand.text,
        earliest_hours=demand.earliest_hours,
        latest_hours=demand.latest_hours,
        from_local=takeoff.before(demand.earliest_hours),
        until_local=until,
        until_utc=in_utc(until),
        clock=takeoff.clock(demand.earliest_hours, demand.latest_hours),
        conditional=demand.conditional,
        with_others=demand.with_others,
    )
