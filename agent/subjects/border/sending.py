"""Whether a report is taken when it would be sent."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from agent.aviation.hours import resolve_day, resolve_time
from agent.subjects.border.report_time import ReportTime, Sending, Takeoff, Verdict


def as_moment(sent: str, now: datetime, zone: ZoneInfo | None) -> str | None:
    """The day or hour of sending as it is reckoned with; None where it is no day that can be placed."""
    if sent == "now":
        return f"{now.astimezone(zone or UTC):%Y-%m-%d %H:%M}"
    day, _, hour = sent.partition(" ")
    when, at = resolve_day(day, now.astimezone(zone or UTC).date()), resolve_time(hour) if hour else None
    return (f"{when.isoformat()} {at:%H:%M}" if at else when.isoformat()) if when else None


def sending_of(entry: ReportTime, sent: str, takeoff: Takeoff) -> Sending | None:
    """Whether a report is taken when it would be sent. `sent`: ISO day, with an hour where one is known."""
    zone = takeoff.zone or ZoneInfo("UTC")
    first, last = _when(sent, zone)
    if takeoff.day is None or entry.latest_hours is None or entry.latest_hours < 0:
        return None
    verdicts: set[Verdict] = {
        _verdict(entry, moment, first, last)
        for moment in ([takeoff.moment] if takeoff.moment else _all_day(takeoff.day, zone))
    }
    if len(verdicts) > 1:
        return Sending(report=entry.name, at=sent, verdict="depends")
    return Sending(report=entry.name, at=sent, verdict=verdicts.pop())


def _when(sent: str, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """From when to when it may be sent: the hour, or the whole day."""
    day, _, hour = sent.partition(" ")
    if hour:
        at = datetime.combine(date.fromisoformat(day), time.fromisoformat(hour), zone)
        return at, at
    whole = _all_day(date.fromisoformat(day), zone)
    return whole[0], whole[-1]


def _all_day(day: date, zone: ZoneInfo) -> list[datetime]:
    begins = datetime.combine(day, time(0), zone)
    return [begins.astimezone(UTC), (begins + timedelta(hours=23, minutes=59)).astimezone(UTC)]


def _verdict(entry: ReportTime, leaves: datetime, first: datetime, last: datetime) -> Verdict:
    opens = leaves - timedelta(hours=entry.earliest_hours) if entry.earliest_hours else None
    closes = leaves - timedelta(hours=entry.latest_hours or 0)
    if opens is not None and last < opens:
        return "early"
    if first > closes:
        return "late"
    if (opens is None or opens <= first) and last <= closes:
        return "in_time"
    return "partly"
