"""When a flight leaves or arrives, as the clock at an airfield shows it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time

from agent.aviation.hours import zone_of
from agent.language.ends import field_of
from agent.language.quantities import Quantity
from agent.language.slots import Slots
from agent.planning import leisure
from agent.planning.steps.asked import Asked


def moment(asked: Asked, start: str) -> str | None:
    """The day of a departure, with its local time when one is said: "2026-11-28 10:00".

    An arrival is no departure: what must be told before it would be told too late.
    """
    at = local_time(asked, start, leaving=True)
    if not asked.slots.days and at is None:
        return None
    day = (asked.slots.days[0].when if asked.slots.days else asked.today).isoformat()
    return f"{day} {at}" if at else day


def local_time(asked: Asked, place: str, *, leaving: bool = False) -> str | None:
    """The time said for a flight, as the clock shows it at an airfield; None when UTC cannot be turned into it.

    With two times the one of the wanted end. `leaving`: a time of arrival is not taken for a departure's.
    """
    said_times = asked.slots.of("clock")
    wanted = [q for q in said_times if _is_arrival(asked.slots, q) is not leaving]
    if not said_times or (leaving and not wanted):
        return None
    first = (wanted or said_times)[0]
    if first.unit != "utc":
        return leisure.clock(first.value)
    code = field_of(place, asked.deps)
    airport = asked.deps.airports.get(code) if code else None
    zone = zone_of(airport.time_zone) if airport else None
    day = asked.slots.days[0].when if asked.slots.days else asked.today
    at = datetime.combine(day, time.fromisoformat(leisure.clock(first.value)), UTC)
    return f"{at.astimezone(zone):%H:%M}" if zone else None


_ARRIVING = re.compile(
    r"\beta\b|\barriv\w*|\bland(?:ing|s|e|ung|en|ed)?\b|\btouch(?:ing)? ?down\b|\bon[- ]?blocks?\b|\batterri\w*|"
    r"\bankunft\b|\bankomm\w*"
)


_LEAVING = re.compile(
    r"\b(?:etd|eobt)\b|\boff[- ]?blocks?\b|\bleav(?:e|es|ing)\b|\bdepart\w*|\bdépart\b|\bdécoll\w*|"
    r"\btak(?:e|es|ing)[- ]?off\b|\bairborne\b|\babfl(?:ug|ieg\w*)\b"
)


def _is_arrival(slots: Slots, clock: Quantity) -> bool | None:
    """Whether a time is one of arriving, by the last word before it that says so; None when none does."""
    before = slots.low[: clock.end]
    arriving, leaving = (
        max((match.start() for match in words.finditer(before)), default=-1) for words in (_ARRIVING, _LEAVING)
    )
    return None if arriving == leaving else arriving > leaving
