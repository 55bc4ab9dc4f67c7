"""Reads a flight that somebody plans: where, when there and back, with whom, in what."""

from __future__ import annotations

import re
from datetime import date, timedelta

from pydantic import JsonValue

from agent.language.said import Said
from agent.registry import reads
from agent.subjects.route.reading import journey

Given = dict[str, JsonValue]
_BACK = re.compile(
    r"\b(?:back|return(?:ing)?|home|coming home|retour|revenir|rentrer|zurück|zurueck|rückflug|heim)\b",
    re.IGNORECASE,
)
_BACK_AT = re.compile(
    r"\b(?:back|return(?:ing)?|home|retour|zurück|zurueck)\s+(?:at|by|um|à|around|gegen)?\s*(?P<h>[01]?\d|2[0-3])(?:[:.h](?P<m>[0-5]\d))?\b(?!\s*(?:nm|kt|%))",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.?!;]|\b(?:leaving|setting off|départ|abflug|start)\b")
_NO_LATER = re.compile(r"\b(?:by|before|avant|vor|bis)\s+\S*$")
_NEXT_DAY = re.compile(
    r"\b(?:next day|day after|following day|following morning|lendemain|am (?:nächsten|folgenden) tag|am tag (?:darauf|danach)|tags darauf|overnight|one night|"
    r"une nuit|eine nacht)\b"
)
_SAME_DAY = re.compile(
    r"\b(?:same day|day trip|back (?:that|the same) (?:day|evening|afternoon)|le même jour|am (?:selben|gleichen) tag|"
    r"for the day|à la journée|retour le soir)\b",
    re.IGNORECASE,
)


@reads("plan_trip", "to_location", called="Plan the trip")
def trip(said: Said) -> Given:
    """Both ends and what lies between, days and times there and back, people, aircraft, speed."""
    way = journey(said)
    way.pop("return", None)
    given = way | _times(said)
    if (people := said.people()) is not None:
        given["people"] = people
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    if (knots := said.amount("speed")) is not None:
        given["cruise_speed_kts"] = round(knots)
    return given


@reads("set_reminders", called="Remind me")
def reminders(said: Said) -> Given:
    """Nothing is needed: it is about the trip in hand."""
    return {}


@reads(
    "get_trip_calendar",
    claims=lambda said: said.has("calendar") and len(said.slots.words) <= 12,
    called="Calendar file",
)
def calendar(said: Said) -> Given:
    """Nothing is needed: it is about the trip in hand."""
    return {}


def _times(said: Said) -> Given:
    """What stands behind "back" belongs to the way home."""
    given: Given = {}
    turns = [m.start() for m in _BACK.finditer(said.slots.text)]
    said.take(said.all_of("both_ways", "reverse"))
    days = [(d.start, d.when.isoformat()) for d in said.slots.days]
    said.take(said.slots.days)
    clocks = [(q.start, said.clock(q)) for q in said.clocks()]

    def is_home(at: int) -> bool:
        before = [t for t in turns if t < at]
        return bool(before) and at - before[-1] < 40 and not _CLAUSE.search(said.slots.low[before[-1] : at])

    for start, iso in days:
        given.setdefault("return_day" if is_home(start) else "day", iso)
    if len(days) > 1 and "return_day" not in given and not turns:
        given["return_day"] = days[-1][1]
    for start, at in clocks:
        if at and not (
            is_home(start) and _NO_LATER.search(said.slots.low[:start] + said.slots.low[start : start + 4])
        ):
            given.setdefault("return_off_block" if is_home(start) else "off_block", at)
    if not clocks and (bare := _BACK_AT.search(said.slots.text)):
        hour = int(bare["h"]) + (12 if int(bare["h"]) < 8 and not bare["h"].startswith("0") else 0)
        given["return_off_block"] = f"{hour:02d}:{bare['m'] or '00'}"
    day, back = given.get("day"), given.get("return_day")
    if isinstance(day, str) and isinstance(back, str) and back < day:
        later = date.fromisoformat(back)
        while later.isoformat() < day:
            later += timedelta(days=7)  # "on Saturday week, back Monday"
        given["return_day"] = later.isoformat()
    if isinstance(day, str) and "return_day" not in given and _NEXT_DAY.search(said.slots.low):
        given["return_day"] = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    is_same_day = bool(_SAME_DAY.search(said.slots.text)) or said.has("both_ways")
    if is_same_day and isinstance(given.get("day"), str):
        given.setdefault("return_day", given["day"])
    elif "return_off_block" in given and "return_day" not in given and isinstance(given.get("day"), str):
        given["return_day"] = given["day"]
    return given
