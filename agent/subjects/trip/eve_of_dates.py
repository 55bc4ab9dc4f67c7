"""The day on which one leaves for the dates of a weekend: "Normandy 12-13 December, leave Friday afternoon"."""

from __future__ import annotations

from datetime import date, timedelta

from agent import regex as re
from agent.language.days import WEEKDAYS
from agent.language.slots import Slots

_EVES = 3
"""Days before the dates of a weekend on which one leaves for it."""
_LEAVES_ON = re.compile(
    r"\b(?:leav(?:e|es|ing)|off|depart\w*|set(?:ting)? off|away|start\w*|fly(?:ing)?|"
    r"abflug|los|ab|weg|abfahrt|part\w*|décoll\w*|départ)\s+"
    r"(?:(?:on|already|from|am|schon|ab|von|le|dès|the|den)\s+)*$"
)
_LEAVES_ON_IT = re.compile(r"[^.;,]{0,24}\b(?:los|weg|ab|abflug|starten|losfliegen|départ|we leave|off)\b")


def from_the_eve(days: list[tuple[int, int, str]], slots: Slots) -> list[tuple[int, int, str]]:
    """ "12-13 Dec, leave Fri pm": the weekday of leaving is the last such one before the dates."""
    weekdays = {day.start: day for day in slots.days if day.weekday is not None}
    dated = [day for day in days if day[0] not in weekdays]
    if not dated or len(days) != len(dated) + 1:
        return days
    eve = next(day for day in days if day[0] in weekdays)
    leaves = _LEAVES_ON.search(slots.low[: eve[0]]) or _LEAVES_ON_IT.match(slots.low, eve[1])
    first, last = min(day[2] for day in dated), max(day[2] for day in dated)
    if not leaves or eve[0] < dated[0][0]:
        return days
    behind = (date.fromisoformat(first).weekday() - date.fromisoformat(eve[2]).weekday()) % len(WEEKDAYS)
    if not 0 < behind <= _EVES:
        return days
    out = date.fromisoformat(first) - timedelta(days=behind)
    home = next(day for day in dated if day[2] == last)
    return [(*eve[:2], out.isoformat()), home]
