"""Plans the trip that a first message tells whole, with its way home, and keeps beside it what else the message asks.

"Samstag nach Juist, essen am Strand, im Hellen wieder daheim" is a trip before it is a beach, and "Sunday to Belle-Île
with my parents, back before sunset" no question about minors.
"""

from __future__ import annotations

from pydantic import JsonValue

from agent import regex as re
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.subjects.trip.is_it_done import ASKS_IN_TIME
from agent.subjects.trip.reading import BACK_BY_LIGHT, trip
from agent.subjects.trip.reading_open_day import open_day
from agent.subjects.trip.times import is_turned
from agent.understanding.beside.whole_trip import HOW_MUCH_FUEL, is_read
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.each import MOST_STEPS
from agent.understanding.reader.tool_names import (
    AIRLINE,
    BORDER,
    BRIEF,
    CARD,
    COMPARED,
    DEADLINE,
    DISTANCE,
    FUEL_PLAN,
    ITINERARY,
    RULE,
    TRIP,
    WEATHER,
)

Given = dict[str, JsonValue]
_TOLD_BY_IT = frozenset((TRIP, DISTANCE, BORDER, BRIEF, DEADLINE, CLARIFY, AIRLINE, "about_flyfun", "get_outlook"))
"""What the plan tells, or what was read for want of it."""
_ANOTHER = re.compile(
    r"\b(?:weather|\w*wetter\w*|m[ée]t[ée]o|metar|taf|notams?|wind|vent|airlines?|tickets?|linienflug|vol de ligne|billets?|flights? (?:from|to)|flew|flown|"
    r"war(?:en)? (?:ich|wir)|brief(?:ing|e)?s?|compar\w*|vergleich\w*|remind\w*|erinner\w*|rappel\w*|what if|was wenn|et si)\b"
)
""" Another question stands before all, or the flight is over."""
_THERE_AND_BACK_IN_LIGHT = re.compile(
    r"\b(?:im hellen|bei tageslicht|in daylight|by daylight|de jour|vor (?:der )?(?:dunkelheit|sunset)|before (?:dark|sunset)|avant (?:la nuit|le coucher du soleil))\b"
)
_ALONG = "find_airports_near_route"
_SUN = frozenset(("sun", "hours", "lights"))


def with_the_trip_told_whole(plan: Plan, said: Said, *, fresh: bool) -> Plan:
    """The trip before all else that the message asks. `fresh`: no trip is in hand yet."""
    if not plan.steps or plan.emergency or plan.made_by == "followup" or not fresh:
        return plan
    tools = {step.tool for step in plan.steps}
    if tools == {DEADLINE} or "watch_flight" in tools:
        return plan  # "for Wednesday's flight, can I send the GAR on Monday?"
    unsure = plan.confidence < said.deps.behaviour.planning.ask_below
    if (tools & {WEATHER, AIRLINE} and not unsure) or _ANOTHER.search(said.slots.low):
        return plan
    of_fuel = FUEL_PLAN in tools or HOW_MUCH_FUEL.search(said.slots.low)
    if of_fuel or sum(step.tool == BRIEF for step in plan.steps) > 1:
        return plan  # told with its fuel, by `with_the_trip_told`; "brief A B tomorrow and brief C D on Sunday"
    flight = trip(said.again())
    if not _is_told_whole(flight, said) or _is_a_stay_alone(plan, flight, said) or _are_open_then(plan, flight):
        return plan
    before = next((step.arguments for step in plan.steps if step.tool == TRIP), None)
    if before is not None and flight.keys() <= {*before.keys(), "about"} and before.get("to_location"):
        return plan
    about = (before or {}).get("about") or (flight.get("about") if flight.get("about") in _JUDGED else None)
    whole = {name: value for name, value in flight.items() if name != "about"} | (
        {"about": about} if about else {}
    )
    kept = [_of_its_way(step, whole, said) for step in plan.steps if not _is_told_by_it(step, whole, said)]
    aside = tuple(words for words in plan.left_aside if not is_read(words, said))
    steps = (ToolCall(tool=TRIP, arguments=whole), *kept[: MOST_STEPS - 1])
    return plan.model_copy(
        update={"steps": steps, "others": (), "confidence": max(plan.confidence, _SURE), "left_aside": aside}
    )


_SURE = 0.75
_JUDGED = ("off_blocks", "in_time")
""" "When must I leave", "geht sich das aus": what is asked of the whole."""


def _is_told_whole(flight: Given, said: Said) -> bool:
    """Whether the ends, the day or month and the way home of one's own flight are told."""
    start, goal = flight.get("from_location") or said.home, flight.get("to_location")
    if not isinstance(start, str) or not isinstance(goal, str) or goal in ("home", "here") or start == "here":
        return False
    if (field_of(start if start != "home" else said.home or "", said.deps) or start) == (
        field_of(goal, said.deps) or goal
    ):
        return False
    low, back = said.slots.low, flight.get("return_day")
    if not flight.get("day"):
        away = back is not None or bool(said.slots.of("days")) or bool(flight.get("people"))
        return open_day(said.slots.text) is not None and away
    by_light = BACK_BY_LIGHT.search(low) or _THERE_AND_BACK_IN_LIGHT.search(low)
    timed = flight.get("return_by") or flight.get("return_off_block")
    judged = ASKS_IN_TIME.search(low)
    return back is not None and bool(timed or by_light or judged or back != flight["day"])


def _is_a_stay_alone(plan: Plan, flight: Given, said: Said) -> bool:
    """ "Landing Le Touquet 11:00, off blocks 15:00, lunch?": hours on the ground, and no word whence and how one goes home."""
    stays = [step.arguments for step in plan.steps if step.tool == ITINERARY and step.arguments.get("window")]
    if any(stay.get("coming_from") and stay.get("going_to") for stay in stays):
        return True  # "landing EDNY at 9 from LSZH, off at 13:00 for EGKB": between two flights
    return bool(stays) and not flight.get("from_location") and not is_turned(said.slots.text)


def _are_open_then(plan: Plan, flight: Given) -> bool:
    """ "Airfields in Cornwall open at the weekend": the days are those of a list's opening, and nobody sets out on them."""
    if flight.keys() - {"to_location", "day", "return_day"} or len(plan.steps) != 1:
        return False
    filters = plan.steps[0].arguments.get("filters")
    days = filters.get("open_day") or filters.get("closed_day") if isinstance(filters, dict) else None
    return isinstance(days, str) and str(flight.get("day")) in days


def _of_its_way(step: ToolCall, flight: Given, said: Said) -> ToolCall:
    """Fields along the way of the trip, whichever two names were taken for its ends."""
    if step.tool != _ALONG or step.arguments.get("to_location") == flight["to_location"]:
        return step
    start = flight.get("from_location") or said.home
    return step.varied(from_location=said.home if start == "home" else start, to_location=flight["to_location"])


def _is_told_by_it(step: ToolCall, flight: Given, said: Said) -> bool:
    """Whether the plan tells what a step would, or the step took the whole message for a question of its own."""
    if step.tool in _TOLD_BY_IT:
        return True
    given = step.arguments
    if step.tool in (CARD, COMPARED):
        about = given.get("about")
        return isinstance(about, list) and {str(one) for one in about} <= _SUN
    if step.tool == RULE:
        return str(given.get("question")).strip() == said.slots.text.strip()
    if step.tool == _ALONG:
        return False
    ends = {str(given.get(name)) for name in ("from_location", "to_location") if given.get(name)}
    if step.tool == ITINERARY:
        return not given.get("interests")
    return bool(ends) and "from_location" in given and str(flight.get("to_location")) not in ends
