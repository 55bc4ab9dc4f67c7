"""Changes the dates and people of an airline search: "a day later", "coming back on the 10th"."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta

from pydantic import JsonValue

from agent.language.ends import find_ends
from agent.language.slots import Slots
from agent.planning import leisure
from agent.planning.journey import ANY_TIME
from agent.planning.steps.asked import Asked, said
from agent.protocol import ToolCall

Arguments = dict[str, JsonValue]
SHIFT = re.compile(
    (
        r"\b(?P<n>a|an|one|two|three|four|five|\d{1,2}|ein(?:en)?|eine|un|une|deux|trois|zwei|"
        r"drei)\s+(?P<u>day|week|tag|woche|jour|semaine)[es]*n?s?\s+(?P<d>later|earlier|after|"
        r"before|sooner|später|früher|plus tard|plus tôt)|\b(?:the )?(?P<next>next|following|"
        r"previous) day\b|\b(?P<after>day after)\b(?! tomorrow)|\b(?P<before>day before)\b"
    ),
    re.IGNORECASE,
)
_ONE_WAY = re.compile(
    r"\b(?:no|without|drop|skip|forget|sans|ohne|kein\w*)\s+(?:the |a |le |den )?(?:return|retour|rückflug)\b|"
    r"\bone[- ]?way\b|\baller simple\b|\bnur hin\w*\b"
)
_SHIFT_COUNTS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "ein": 1,
    "einen": 1,
    "eine": 1,
    "un": 1,
    "une": 1,
    "deux": 2,
    "trois": 3,
    "zwei": 2,
    "drei": 3,
}


def shifted(call: ToolCall, low: str) -> Arguments:
    """The date moved: "a day later", "the day before"."""
    match = SHIFT.search(low)
    names = ("departure_date", "date")
    if leisure.RETURN.search(low):
        names = ("return_date",)  # "return a day later" leaves the way there as it is
    name = next((k for k in names if isinstance(call.arguments.get(k), str)), None)
    if match is None or name is None:
        return {}
    count = 1
    if match["n"]:
        said_ = match["n"].lower()
        count = int(said_) if said_.isdigit() else _SHIFT_COUNTS[said_]
        count *= 7 if match["u"].lower() in ("week", "woche", "semaine") else 1
    earlier = (match["d"] or match["next"] or match["before"] or "").lower() in (
        "earlier",
        "before",
        "sooner",
        "früher",
        "plus tôt",
        "previous",
        "day before",
    )
    moved = date.fromisoformat(str(call.arguments[name])) + timedelta(days=-count if earlier else count)
    return {name: moved.isoformat()}


def _after(iso: str, day: int) -> str:
    """The first such day of a month that is not before a date."""
    start = date.fromisoformat(iso)
    return next(d for d in (start + timedelta(days=n) for n in range(62)) if d.day == day).isoformat()


def travel_changes(call: ToolCall, slots: Slots, asked: Asked) -> Arguments:
    changed = leisure.read_travel(slots)
    before = str(changed.get("departure_date") or call.arguments.get("departure_date") or "")
    back = changed.get("return_date")
    if isinstance(back, str) and back < before and re.search(r"\b(?:the|le|am|den) \d{1,2}", slots.low):
        changed["return_date"] = _after(before, int(back[-2:]))
    elif isinstance(back, str) and back < before:
        day = next((day for day in reversed(slots.days) if day.when.isoformat() == back), None)
        changed["return_date"] = leisure.return_day(day, date.fromisoformat(before)).isoformat() if day else back
    if _ONE_WAY.search(slots.low):
        changed["return_date"] = None
    if ANY_TIME.search(slots.low):
        changed |= {"departure_time": None, "arrival_time": None}
    places = [s for s in slots.spots if s.kind != "country" or s.role in ("from", "to")]
    if len(places) >= 2 and (ends := find_ends(replace(slots, spots=tuple(places)))):
        changed |= {"origin": said(ends.start, asked), "destination": said(ends.end, asked)}
    elif places:
        changed["origin" if places[0].role == "from" else "destination"] = said(places[0], asked)
    return changed
