"""Reads the times of a stop: when one lands, is off blocks, or has to be home, in UTC or local, today or later."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from agent.language import leisure
from agent.language.slots import Slots

_LAND = re.compile(
    r"\b(?:land(?:ing|ed)?|arriv\w+|touch(?:ing)? down|on[- ]?blocks?|atterri\w+|pos(?:e|ons|er)|lande\w*|landung|"
    r"ankunft|ankomm\w+|on the ground)\b"
)
_LEAVE = re.compile(
    r"\b(?:off[- ]?blocks?|leav\w+|depart\w*|take[- ]?off|taking off|until|till|fly(?:ing)? (?:home|back|on)|"
    r"départ|repart\w*|décoll\w*|retour|return(?:ing)?|jusqu'à|abflug|rückflug|heimflug|abflieg\w*|weiterflug|weiter|start(?:en)? wieder|bis)\b|"
    r"(?:\bto|-|–)\s*$"
)
_THERE = re.compile(
    r"\b(?:home|back|reach|be (?:in|at)|rentr\w*|retour|zurück|zu hause|daheim)\b[^.?!]*"
    r"\b(?:by|before|for|no later than|avant|pour|vor|bis|spätestens(?: um)?)\s*$"
)
_RELATIVE = re.compile(r"\b(?:in|dans)\s+(?:about |around |environ |etwa )?$")
_ON_THE_GROUND = re.compile(
    r"\W*(?:on the ground|there|ashore|in town|am boden|vor ort|aufenthalt|sur place|au sol|à terre)\b"
)
"""A span of time that one has: "in four hours on the ground" is no hour of landing."""
_NOON = re.compile(r"\b(?:noon|midday|midi|mittags)\b")
_HOUR_ALONE = re.compile(r"\d{1,2}\s?h(?:\s?\d\d)?")


_DONE_IN = re.compile(
    r"\b(?:see|do|visit|manage|fit in|explore|cover|voir|faire|visiter|découvrir)\b(?: \w+){0,3}? (?:in|within|en|dans)\s*$"
)
_IN_IT_ONE = re.compile(
    r"\W*(?:alles |da |dort )?(?:sehen|machen|anschauen|ansehen|unternehmen|schaffen|besichtigen|besuchen)\b"
)
""" "What can we see in four hours": how long it takes, and no time from now."""


@dataclass(frozen=True)
class StopTimes:
    """Times as "11:00" local, "09:00Z" in UTC or "+120", minutes from now; None is not said.

    `start` is when a day begins that is no stop at a field.
    """

    landing: str | None = None
    off_block: str | None = None
    there_by: str | None = None
    start: str | None = None
    leave_date: date | None = None
    stay_hours: float | None = None
    """How long one is there, where no hour of it is said: "three hours at Le Touquet"."""


@dataclass(frozen=True)
class _Time:
    start: int
    end: int
    text: str


def read_stop_times(slots: Slots) -> StopTimes:
    """The times of a stop at a field; without a landing it is none."""
    times, stays = _times(slots)
    found: dict[str, str] = {}
    at = 0
    for time in times:
        role = _role(slots.low[at : time.start], time, found, several=len(times) > 1)
        found.setdefault(role, time.text)
        at = time.end
    if "off_block" not in found and "there_by" not in found and stays and _LAND.search(slots.low):
        found |= _after(found.get("landing"), stays[0])
    if "landing" not in found and ("off_block" in found or "there_by" in found) and not slots.days:
        found["landing"] = "+0"  # nobody said when one lands: one is there
    stay = next((hours for hours in stays if SHORTEST_STAY <= hours <= LONGEST_STAY), None)
    bare = None if found.keys() & {"landing", "off_block", "there_by"} else stay
    return StopTimes(**found, leave_date=_leave_date(slots, times), stay_hours=bare)


SHORTEST_STAY, LONGEST_STAY = 0.5, 12.0


def _times(slots: Slots) -> tuple[list[_Time], list[float]]:
    """Times of day and times from now in order; and durations, in hours."""
    times = [
        # Some amounts begin with their cue: "by 17:00". The words before the digits say what a time is.
        _Time(_digits(slots.low, q.start, q.end), q.end, leisure.clock(q.value) + ("Z" if q.unit == "utc" else ""))
        for q in slots.of("clock")
    ]
    read = [(time.start, time.end) for time in times]
    times += [
        _Time(m.start(), m.end(), "12:00")
        for m in _NOON.finditer(slots.low)
        if not any(a < m.end() and m.start() < b for a, b in read)
    ]
    stays: list[float] = []
    for quantity in slots.of("duration"):
        before = slots.low[: quantity.start]
        said = slots.low[quantity.start : quantity.end].strip()
        takes = _DONE_IN.search(before) or _IN_IT_ONE.match(slots.low, quantity.end)
        if _RELATIVE.search(before) and not takes and not _ON_THE_GROUND.match(slots.low, quantity.end):
            times.append(_Time(quantity.start, quantity.end, f"+{round(quantity.value * 60)}"))
        elif _HOUR_ALONE.fullmatch(said) and re.search(
            r"\b(?:départ|repart\w*|décoll\w*|retour|abflug|rückflug|off[- ]?blocks?)\b\W*$", before
        ):
            times.append(_Time(quantity.start, quantity.end, leisure.clock(quantity.value)))
        else:
            stays.append(quantity.value)
    return sorted(times, key=lambda time: time.start), stays


def _digits(low: str, start: int, end: int) -> int:
    match = re.search(r"\d|noon|midday|midi|mittag|half|quarter", low[start:end])
    return start + match.start() if match else start


def _role(before: str, time: _Time, found: dict[str, str], *, several: bool) -> str:
    """What a time is, by the last cue in the words between it and the time before."""
    if _THERE.search(before):
        return "there_by"
    leaves = [match.start() for match in _LEAVE.finditer(before)]
    lands = [match.start() for match in _LAND.finditer(before)]
    if leaves and (not lands or leaves[-1] > lands[-1]):
        return "off_block"
    if lands or time.text.startswith("+"):
        return "landing"
    if several:
        return "off_block" if "landing" in found else "landing"
    return "start"


def _after(landing: str | None, hours: float) -> dict[str, str]:
    """The off-block time of a stay of some hours."""
    minutes = round(hours * 60)
    if landing is None:
        return {}
    if landing.startswith("+"):
        return {"off_block": f"+{int(landing[1:]) + minutes}"}
    total = int(landing[:2]) * 60 + int(landing[3:5]) + minutes
    return {"off_block": f"{total // 60:02d}:{total % 60:02d}{landing[5:]}"} if total < 1440 else {}


def _leave_date(slots: Slots, times: list[_Time]) -> date | None:
    """The day of leaving, when another day than that of landing is said beside it."""
    if len(slots.days) != 2 or len(times) != 2:
        return None
    first, last = slots.days[0].when, slots.days[1].when
    if last < first and slots.days[1].weekday:
        last += timedelta(days=7)  # the Tuesday after that Monday, though today is a Tuesday
    return last if last > first else None
