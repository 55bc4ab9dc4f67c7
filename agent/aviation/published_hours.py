"""An airfield's published hours of a day: its own text's, or its tower's and AFIS's where it points there."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from agent import regex as re
from agent.aviation.airfield_facts import AirfieldFacts
from agent.aviation.airports import Airport
from agent.aviation.fact_records import Fact
from agent.aviation.hours import holiday_name, zone_of
from agent.aviation.opening import Opening, opening_on
from agent.aviation.sun import SunTimes, sun_times

_THOSE_OF_ATS = re.compile(r"\s*(?:(?:ATS|AFIS|TWR)\s+(?:SKED|HOR|HOURS)|HOR\s+ATS)\s*[.;]?\s*", re.IGNORECASE)
_SERVICE = re.compile(r"\s*(?:ATS|AFIS|TWR)\b(?:\s+SKED)?\s*[:;.-]?\s*", re.IGNORECASE)
_ANOTHER_SERVICE = re.compile(r"\b(?:AFIS|TWR|APP|ATS)\s*[:;]", re.IGNORECASE)


def hours_fact(known: AirfieldFacts) -> Fact | None:
    """What states the field's hours; its tower's or AFIS's where the field's text is "ATS SKED" alone."""
    own = known.first("hours")
    if own is not None and _THOSE_OF_ATS.fullmatch(str(own.value)):
        return known.first("ats_hours") or own
    return own


def opening_of(fact: Fact, airport: Airport, day: date) -> Opening | None:
    """The hours that a fact (`hours` or `ats_hours`) publishes for a day; None when it is not all understood."""
    text = str(fact.value)
    if fact.field == "ats_hours":
        text = _SERVICE.sub("", text, count=1) if _SERVICE.match(text) else text
        if _ANOTHER_SERVICE.search(text):
            return None  # two services, each with hours of its own
    holiday = holiday_name(day, airport.country, airport.region) is not None
    return opening_on(text, day, holiday=holiday, zone=zone_of(airport.time_zone), clock=fact.clock)


_ABOUT_DUSK = timedelta(minutes=45)
"""So long after sunset no daylight period lasts that we know of."""
_CLOCK_OR_SUN = r"(?:(\d{2}):?(\d{2}))?(?:\s*OR\s+)?(?:S([RS])([+-]\d{1,3})?)?(?:,\s*THE\s+(EARLIER|LATER))?"
_BY_THE_SUN = re.compile(rf"{_CLOCK_OR_SUN}\s*-\s*{_CLOCK_OR_SUN}\b")


def is_open_at(fact: Fact, airport: Airport, moment: datetime) -> bool | None:
    """Whether a moment (aware) lies within the hours published for its day at the field.

    None where the text is not understood, states no time basis or leaves the day open.
    """
    day = moment.astimezone(zone_of(airport.time_zone) or UTC).date()
    opening = opening_of(fact, airport, day)
    if opening is None:
        return None
    if opening.all_day or not opening.figures:
        return opening.all_day
    sun = sun_times(airport.lat, airport.lon, day)
    spans = opening.spans or _spans_by_the_sun(opening.figures, day, sun)
    if spans is None:
        return None
    inside = any(start <= moment < end for start, end in spans)
    if not inside or not opening.by_daylight:
        return inside
    if sun.sunrise is None or sun.sunset is None:
        return None
    if sun.sunrise <= moment <= sun.sunset:
        return True
    return False if moment > sun.sunset + _ABOUT_DUSK else None


def _spans_by_the_sun(
    figures: tuple[str, ...], day: date, sun: SunTimes
) -> tuple[tuple[datetime, datetime], ...] | None:
    """ "0700-1800 or SS, the earlier (UTC)" as moments; None where the basis is not UTC or no sun sets."""
    spans: list[tuple[datetime, datetime]] = []
    for figure in figures:
        found = _BY_THE_SUN.search(figure)
        if found is None or not figure.endswith("(UTC)"):
            return None
        start, end = _edge(found.groups()[:5], day, sun), _edge(found.groups()[5:], day, sun)
        if start is None or end is None:
            return None
        spans.append((start, end))
    return tuple(spans)


def _edge(said: tuple[str | None, ...], day: date, sun: SunTimes) -> datetime | None:
    """One end of such hours, in UTC: a time, the sun's, or the earlier or later of both."""
    hour, minute, which, offset, chosen = said
    clock = None
    if hour and minute:
        midnight = datetime.combine(day, time(0), UTC)
        clock = midnight + timedelta(hours=int(hour), minutes=int(minute))
    if not which:
        return clock
    of_sun = sun.sunrise if which == "R" else sun.sunset
    if of_sun is None:
        return None
    of_sun += timedelta(minutes=int(offset or 0))
    if clock is None:
        return of_sun
    return max(clock, of_sun) if chosen == "LATER" else min(clock, of_sun)
