"""Reads a day or an hour alone that is of the way home: "Sunday at 11" behind "what about coming back?"."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.language.wording import keys_of
from agent.subjects.trip.clocks import clocks_of, hour_said
from agent.subjects.trip.moved import back_on
from agent.subjects.trip.times import SAME_DAY, is_turned, when_flown

Given = dict[str, JsonValue]
Trip = Mapping[str, JsonValue]
MOST_WORDS = 8
_SMALL = keys_of(
    """
    on at by around about the then that say let's lets make it rather better instead maybe no ok okay and or
    um am gegen ab der den dem dann lieber besser doch vielleicht nein uhr erst machen wir sagen
    le à a vers plutôt plutot alors disons peut-être non et ou h heures local lt please bitte morning afternoon
    """
)
_SAID_AGAIN = re.compile(
    r"\b(?:make it|rather|instead|better|no|not before|lieber|besser|doch|nein|erst|plutôt|plutot|non|seulement)\b"
)
""" "Make it 11", "erst um 12": of the last time that was named."""
_STAYING = re.compile(
    r"\W*(?:(?:and|und|et|ok|could|can|what if|let's|we|wir|on|können|peut|pourrait|si) ?)*(?:stay|bleiben|"
    r"rester|reste)(?: wir| there| dort| là-bas)? "
    r"(?:till|until|til|bis|jusqu'à) (?P<h>\d{1,2})(?:[:.h](?P<m>\d\d))?\s*(?P<x>am|pm)?(?: ?uhr|"
    r" ?h)?(?: bleiben)?\W*"
)
""" "Could we stay till 4": the way home leaves then."""
_OF_THE_RETURN = ("return_day", "return_off_block", "return_by", "return_via")


def of_the_way_home(said: Said, trip: Trip, before: Mapping[str, Trip]) -> Given | None:
    """The way home's day or hour, where nothing else is said and the chat has come to the way home.

    It has where that was the last thing to change; for an hour it is enough that the way out has one and the way
    home none, or that the day of the way home is named beside it. A day before that of the way out, or an hour
    before it, is not of the way home.
    """
    slots = said.slots
    if (stay := _STAYING.fullmatch(slots.low)) is not None:
        at = hour_said(stay["h"], stay["m"], stay["x"] or "")
        return {
            "return_day": trip.get("return_day") or trip.get("day") or SAME_DAY,
            "return_off_block": at,
            "return_by": None,
        }
    if trip.get("return_day") is None or slots.spots or slots.countries or len(slots.words) > MOST_WORDS:
        return None
    clocks = clocks_of(said.again(), dict(trip))
    if not (clocks or slots.days) or len(clocks) > 1 or len(slots.days) > 1:
        return None
    taken = [(one.start, one.end) for one in (*clocks, *slots.days)]
    rest = [w for w in slots.words if not any(a < w.end and w.start < b for a, b in taken)]
    if any(word.key not in _SMALL and not word.key.isdigit() for word in rest):
        return None
    turned = _came_to_it(trip, before.get("last") or {})
    has_hour = bool(trip.get("return_off_block") or trip.get("return_by"))
    waits = bool(trip.get("off_block") or trip.get("arrive_by")) and not has_hour
    of_its_day = bool(clocks and slots.days) and back_on(said, trip) == trip.get("return_day") != trip.get("day")
    if not (turned or of_its_day) and (slots.days or not waits or _SAID_AGAIN.search(slots.low)):
        return None
    found: Given = {}
    if slots.days:
        found["return_day"] = back_on(said, trip)
        if _is_before(found["return_day"], trip.get("day")):
            return None
    day = found.get("return_day") or trip.get("return_day")
    if clocks:
        same = day in (SAME_DAY, trip.get("day"))
        if same and not leaves_time(trip, str(clocks[0].back)):
            return None
        found |= {"return_off_block": clocks[0].back, "return_by": None}
    return found


_MOST_TOLD = 16
_ASKS = re.compile(
    r"\?|\b(?:when|what|which|how|who|is|are|does|do i|do we|can|could|wann|was|welche\w*|wie|wer|"
    r"kann|können|gibt|quand|quoi|quel\w*|combien|qui|peut|est-ce|remind\w*|erinner\w*|rappel\w*)\b"
)


def told_home(said: Said, trip: Trip) -> Given | None:
    """ "We shall want to come back that afternoon, leaving at half past three": the way home in many words."""
    slots = said.slots
    away = [spot for spot in slots.spots if spot.name != "home" and spot.kind != "here"]
    if not slots.text or away or slots.countries or len(slots.words) > _MOST_TOLD or _ASKS.search(slots.low):
        return None
    if not (trip.get("off_block") or trip.get("arrive_by")) or not is_turned(slots.text):
        return None
    if len(clocks_of(said.again(), dict(trip))) != 1:
        return None
    told = when_flown(said.again(), dict(trip), returns=False)
    found: Given = {name: told[name] for name in ("return_off_block", "return_by") if told.get(name)}
    if len(found) != 1 or not told.keys() <= {*found, "return_day", "day", "taken"}:
        return None
    if slots.days:
        found["return_day"] = back_on(said, trip)
        if _is_before(found["return_day"], trip.get("day")):
            return None
    elif told.get("return_day"):  # "the same day"
        found["return_day"] = trip.get("day") or SAME_DAY
    else:
        found["return_day"] = trip.get("return_day") or trip.get("day") or SAME_DAY
    if found["return_day"] in (SAME_DAY, trip.get("day")) and not leaves_time(
        trip, str(found.get("return_off_block") or found.get("return_by"))
    ):
        return None
    said.take_all()
    other = "return_by" if "return_off_block" in found else "return_off_block"
    return {**found, other: None}


_THERE_AND_BACK = 90


def leaves_time(trip: Trip, at: str) -> bool:
    """Whether a way home of the same day may begin then: at least an hour and a half after the way out."""
    out = str(trip.get("off_block") or trip.get("arrive_by") or "23:59")
    minutes = [int(one[:2]) * 60 + int(one[3:5]) for one in (out, at)]
    return minutes[1] - minutes[0] >= _THERE_AND_BACK


def _came_to_it(trip: Trip, last: Trip) -> bool:
    """Whether nothing but the way home was changed last."""
    changed = {name for name in {*trip, *last} if trip.get(name) != last.get(name)} - {"taken"}
    return bool(last) and bool(changed) and changed <= {*_OF_THE_RETURN}


def _is_before(day: JsonValue, out: JsonValue) -> bool:
    try:
        return date.fromisoformat(str(day)) < date.fromisoformat(str(out))
    except ValueError:
        return False


def landing_home(found: Given, trip: Trip) -> Given:
    """ "What if we land at 5pm" of a trip that leaves for home at 3: at home, since it has left there by then."""
    at, leaves = found.get("arrive_by"), trip.get("return_off_block")
    same = trip.get("return_day") in (SAME_DAY, trip.get("day"))
    if not (isinstance(at, str) and isinstance(leaves, str) and same and leaves < at):
        return found
    kept = {name: value for name, value in found.items() if name not in ("arrive_by", "off_block")}
    return {**kept, "return_by": at, "return_off_block": None}
