"""Reads a flight that somebody plans: where, when there and back, with whom, in what."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agent.language.said import Said
from agent.registry import reads

Given = dict[str, JsonValue]
_BACK = re.compile(
    r"\b(?:back|return(?:ing)?|home|coming home|retour|revenir|rentrer|zurück|zurueck|rückflug|heim)\b",
    re.IGNORECASE,
)
_BACK_AT = re.compile(
    r"\b(?:back|return(?:ing)?|home|retour|zurück|zurueck)\s+(?:at|by|um|à|around|gegen)?\s*(?P<h>[01]?\d|2[0-3])(?:[:.h](?P<m>[0-5]\d))?\b(?!\s*(?:nm|kt|%))",
    re.IGNORECASE,
)
_SAME_DAY = re.compile(
    r"\b(?:same day|day trip|back (?:that|the same) (?:day|evening|afternoon)|le même jour|am (?:selben|gleichen) tag|"
    r"for the day|à la journée|retour le soir)\b",
    re.IGNORECASE,
)
_PEOPLE = re.compile(
    r"\b(?P<n>\d|one|two|three|four|five|six)\s*(?:up\b|pob\b|pax\b|of us\b|people\b|persons?\b|aboard\b|on board\b|souls\b|adults?\b|seats? taken)"
    r"|\b(?P<fr>\d|deux|trois|quatre)\s*(?:personnes|à bord|pax)|\bà (?P<a>deux|trois|quatre)\b"
    r"|\b(?P<de>\d|zwei|drei|vier)\s*(?:personen|leute|mann)|\bzu (?P<zu>zweit|dritt|viert)\b"
    r"|\b(?P<plus>me|us) (?:and|plus) (?P<m>one|two|three|1|2|3)\b|\bpob\s*(?P<pob>\d)\b",
    re.IGNORECASE,
)
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "deux": 2, "trois": 3, "quatre": 4, "zwei": 2, "drei": 3,
    "vier": 4, "zweit": 2, "dritt": 3, "viert": 4,
}  # fmt: skip


@reads("plan_trip", "to_location")
def trip(said: Said) -> Given:
    """Both ends and what lies between, days and times there and back, people, aircraft, speed."""
    places = said.journey()
    given: Given = {}
    if len(places) >= 2:
        between: list[JsonValue] = list(places[1:-1])
        given = {"from_location": places[0], "to_location": places[-1], **({"via": between} if between else {})}
    else:
        start, end = said.ends()
        given = {**({"from_location": start} if start else {}), **({"to_location": end} if end else {})}
    given |= _times(said)
    if (people := _people(said)) is not None:
        given["people"] = people
    if (craft := said.aircraft()) is not None:
        given["aircraft_type"] = craft
    if (knots := said.amount("speed")) is not None:
        given["cruise_speed_kts"] = round(knots)
    return given


@reads("set_reminders")
def reminders(said: Said) -> Given:
    """Nothing is needed: it is about the trip in hand."""
    return {}


@reads("get_trip_calendar", claims=lambda said: said.has("calendar") and len(said.slots.words) <= 12)
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
        return bool(before) and at - before[-1] < 40

    for start, iso in days:
        given.setdefault("return_day" if is_home(start) else "day", iso)
    for start, at in clocks:
        if at:
            given.setdefault("return_off_block" if is_home(start) else "off_block", at)
    if not clocks and (bare := _BACK_AT.search(said.slots.text)):
        given["return_off_block"] = f"{int(bare['h']):02d}:{bare['m'] or '00'}"
    is_same_day = bool(_SAME_DAY.search(said.slots.text)) or said.has("both_ways")
    if is_same_day and isinstance(given.get("day"), str):
        given.setdefault("return_day", given["day"])
    elif "return_off_block" in given and "return_day" not in given and isinstance(given.get("day"), str):
        given["return_day"] = given["day"]
    return given


def _people(said: Said) -> int | None:
    match = _PEOPLE.search(said.slots.text)
    if match is None:
        return None
    said.used.add(match.span())
    said.take([q for q in said.slots.of("count") if match.start() <= q.start < match.end()])
    word = next((match[name] for name in ("n", "fr", "a", "de", "zu", "m", "pob") if match[name]), "")
    number = int(word) if word.isdigit() else _NUMBERS.get(word.lower())
    return None if number is None else number + (1 if match["plus"] else 0)
