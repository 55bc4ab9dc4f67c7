"""Days and times of a trip in words: local time, and UTC beside it where it is another."""

from __future__ import annotations

from datetime import UTC, date, datetime

from agent.aviation.hours import zone_of
from tongue import say


def zulu(moment: datetime, zone: str | None) -> str:
    """ "16:48 local (15:48Z)", or "15:57Z" alone where the two are one."""
    local, utc = f"{local_time(moment, zone):%H:%M}", f"{moment.astimezone(UTC):%H:%M}Z"
    return utc if local == utc[:-1] else say("{clock} local ({utc})", clock=local, utc=utc)


def local_time(moment: datetime, zone: str | None) -> datetime:
    return moment.astimezone(zone_of(zone) or UTC)


def clock_at(moment: datetime | None, zone: str | None) -> str:
    return f"{local_time(moment, zone):%H:%M}" if moment else ""


def day_words(day: date) -> str:
    return say("{day:%a} {day.day} {day:%b}", day=day)


def short_moment(moment: datetime, zone: str | None) -> str:
    local = local_time(moment, zone)
    return f"{day_words(local.date())} {local:%H:%M}"


def full_moment(moment: datetime, zone: str | None) -> str:
    """ "Sun 29 Nov 08:00 local (08:00Z)"; the day of UTC where it is another."""
    local, utc = local_time(moment, zone), moment.astimezone(UTC)
    other = say("{day:%a} ", day=utc) if utc.date() != local.date() else ""
    return say("{clock} local ({utc})", clock=short_moment(moment, zone), utc=f"{other}{utc:%H:%M}Z")
