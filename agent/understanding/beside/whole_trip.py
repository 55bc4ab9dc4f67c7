"""Plans the trip that a message tells whole, where what was read is only a part of it: its fuel, its light, the stay at its end.

"Sunday to Gdansk, how much fuel, and home before sunset if we stay three hours?" is a trip first.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from agent import regex as re
from agent.language.burning import find_burning
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import Plan, ToolCall
from agent.subjects.trip.reading import FUEL_STOP, WHEN_TO_LEAVE, trip
from agent.subjects.trip.reading_takes import asked_for_all, papers_clauses
from agent.subjects.trip.stops import over_stops
from agent.subjects.trip.times import is_turned
from agent.understanding.beside.amounts_left import amounts_left
from agent.understanding.reader.asking import CLARIFY
from agent.understanding.reader.tool_names import (
    AIRLINE,
    BORDER,
    CARD,
    DEADLINE,
    DISTANCE,
    FUEL_PLAN,
    ITINERARY,
    NOTICE,
    RULE,
    TRIP,
    WIND_PLAN,
)

Given = dict[str, JsonValue]
_PLANS = re.compile(
    r"\b(?:plan|plans|plane|planen|planifie\w*|préparer?|prépare\w*|organis\w+|trip|reise|ausflug|tour|voyage|weekend|week-end|wochenende|"
    r"day ?trip|tagesausflug|überführ\w*|ferry(?:ing)?|convoy\w*)\b"
)
HOW_MUCH_FUEL = re.compile(
    r"\b(?:how much (?:fuel|avgas|juice)|(?:wie ?viel|was an) (?:sprit|kraftstoff|benzin|avgas|mogas)|combien d['e’]\s?(?:essence|carburant)|"
    r"(?:fuel|sprit|carburant|essence) (?:needed|required|nötig|nécessaire))\b"
)
_PART_OF_IT = frozenset((CARD, DISTANCE, BORDER, NOTICE, FUEL_PLAN, TRIP, WIND_PLAN))
_TOLD_BY_IT = frozenset(("sun", "hours", "lights"))
"""Facts of a field that the plan tells: until when it is light, and when it is open."""
_LIGHT = re.compile(
    r"\b(?:daylight|dark|sunset|dusk|nightfall|last light|by day|tageslicht|dunkel\w*|sonnenuntergang|im hellen|bei tag|(?:bei|mit|im) licht|de jour|nuit|coucher du soleil)\b"
)
_OF_A_STOP = frozenset(("window", "there_by", "going_to"))
"""What is told of a stop by who has landed, or lands at an hour."""
_A_MEAL = frozenset(("food",))
_SORTS = re.compile(
    r"\b(?:(?:a|one|two|three) nights?\b.{0,60}\b(?:sort|set|arrange|organise)\b|(?:eine|zwei|drei) n[aä]chte?\b.{0,60}\b(?:organisier\w*|richte\w*|mach\w* (?:mir|uns))\b|"
    r"(?:une|deux|trois) nuits?\b.{0,60}\b(?:organise\w*|arrange\w*|occupe\w*)\b)"
)
""" "A night in Bruges, sort me out": the flight there."""
_ABOUT = "about_flyfun"
_FERRIED = re.compile(r"\bferry(?:ing)? (?:flight|the aircraft|an? aircraft|the plane)|\bferrying\b")
""" "Ferry flight", which is no ship."""
_FLOWN = ("from_location", "to_location", "via", "cruise_speed_kts", "aircraft_type")


def with_the_trip_told(plan: Plan, said: Said, *, fresh: bool) -> Plan:
    """The trip in place of the part of it that was read, its fuel beside it. `fresh`: no trip is in hand yet."""
    tools = {step.tool for step in plan.steps}
    if not plan.steps or plan.made_by == "followup" or not (fresh or tools == {FUEL_PLAN}):
        return plan
    unsure = plan.confidence < said.deps.behaviour.planning.ask_below
    if not (
        unsure or tools in ({CLARIFY}, {ITINERARY}, {ITINERARY, RULE}, {AIRLINE}, {_ABOUT}) or tools <= _PART_OF_IT
    ):
        return plan
    if tools == {DEADLINE} or (len(plan.steps) > 1 and tools == {CARD}):
        return (
            plan  # "no GAR yet, am I legal"; "sunset at EGPH on Friday; sunset at EGNT same day": a fact of each
        )
    flight = _flight(said, undated=tools in ({CLARIFY}, {TRIP}))
    if flight is None or not _is_meant(plan, flight, said, unsure=unsure):
        return plan
    held = [step for step in plan.steps if step.tool == FUEL_PLAN]
    if held and len(_stops(held[0].arguments)) > len(_stops(flight)) and not _PLANS.search(said.slots.low):
        return plan  # the fuel of more legs than the trip has
    whole = ToolCall(tool=TRIP, arguments=flight)
    if TRIP in tools and not _is_only_the_way_home(plan, flight, said):
        steps = [whole if step.tool == TRIP else step for step in plan.steps]  # what is asked beside it is kept
        return plan.model_copy(
            update={"steps": tuple(steps), "others": (), "confidence": max(plan.confidence, _SURE)}
        )
    steps = [whole]
    if held or HOW_MUCH_FUEL.search(said.slots.low):
        of_it = held[0] if held and _is_of_the_way(held[0], flight, said) else _fuel(flight, said)
        both = flight.get("return_day") and not flight.get("via") and "to_location" in of_it.arguments
        steps.append(of_it.varied(**{"return": True}) if both else of_it)
    if WIND_PLAN in tools and not held:
        steps += [step for step in plan.steps if step.tool == CARD]
    amounts = {said.slots.text[q.start : q.end] for q in said.slots.quantities}
    in_the_wind = _FORECAST.search(said.slots.low)
    open_still = amounts_left(steps, said)
    taken = f"{said.slots.low} "
    left = tuple(
        words
        for words in plan.left_aside
        if not WHEN_TO_LEAVE.search(words.lower())
        and not is_read(words, said)
        and not (in_the_wind and words.lower() in in_the_wind[0])
        and not (len(steps) > 1 and _FUEL_TOO.search(words.lower()))
        and (
            words in open_still if words in amounts else not FUEL_STOP.search(taken) or words.lower() not in taken
        )
    )
    return plan.model_copy(
        update={"steps": tuple(steps), "others": (), "confidence": max(plan.confidence, _SURE), "left_aside": left}
    )


def is_read(words: str, said: Said) -> bool:
    """Whether what another reading left aside is taken by that of the trip: "with a night there", "no passengers"."""
    read = said.again()
    trip(read)
    at = said.slots.low.find(words.lower())
    return at >= 0 and any(start <= at and at + len(words) <= end for start, end in read.used)


_SURE = 0.75
_FORECAST = re.compile(
    r"\b(?:(?:with|in|mit|im|bei|avec|dans|selon|by) (?:the |dem |den |le |du )?(?:forecast|predicted|expected|vorhergesagten?|prognostizierten?|angesagten?|aktuellen?)? ?"
    r"(?:winds?|vents?)(?: (?:forecast|expected|prévus?|annoncés?|du jour|météo))?)\b"
)
""" "With the forecast wind": the time in it beside the plan."""


def _in_the_wind(flight: Mapping[str, JsonValue], said: Said) -> ToolCall:
    """The way out in the wind of its day and hour."""
    way: Given = {"from_location": flight.get("from_location") or said.home, "to_location": flight["to_location"]}
    named = {
        "day": "day",
        "off_block": "time",
        "aircraft_type": "aircraft_type",
        "cruise_speed_kts": "true_airspeed_kts",
        "via": "via",
    }
    return ToolCall(
        tool=WIND_PLAN, arguments={**way, **{to: flight[name] for name, to in named.items() if flight.get(name)}}
    )


def _stops(flown: Given) -> list[JsonValue]:
    return via if isinstance(via := flown.get("via"), list) else []


def _flight(said: Said, *, undated: bool) -> Given | None:
    """The trip as it is told, with its goal and a day; None where one of them, or where it begins, is not.

    `undated`: a day is no condition where all that the flight takes is asked.
    """
    flight = trip(said.again())
    if flight.get("from_location") == "here" and said.place is None and said.home:
        flight = {name: value for name, value in flight.items() if name != "from_location"}
    start, goal = flight.get("from_location") or said.home, flight.get("to_location")
    if not isinstance(start, str) or not isinstance(goal, str) or goal in ("home", "here"):
        return None
    if (field_of(start, said.deps) or start) == (field_of(goal, said.deps) or goal):
        return None
    if not flight.get("day") and flight.get("return_day") == "same day" and _in_the_light(said):
        today = said.today.isoformat()
        flight |= {"day": today, "return_day": today}
    takes = _takes(said) or (undated and bool(asked_for_all(said.slots.low)))
    return flight if flight.get("day") or takes else None


def _takes(said: Said) -> bool:
    """Whether what the trip takes is asked: its papers."""
    return bool(papers_clauses(said.slots.low)) or len({m.concept for m in said.again().all_of(*_PAPERS)}) > 1


_PAPERS = ("customs", "immigration", "flight_plan", "gar", "gendec", "police")
REPORTS = ("gar", "gendec", "police", "notice", "flight_plan")
_OWN_WINGS = re.compile(
    r"\b(?:ferry(?:ing)? flight|ferrying|(?:the|my|our|an?|mein\w*|unser\w*|den|le|mon|notre|l['’]|un) (?:aircraft|aeroplane|airplane|plane|flieger|flugzeug|maschine|avion)|"
    r"convoy\w*|überführ\w*|vfr|ppl)\b"
)


def _in_the_light(said: Said) -> bool:
    return _LIGHT.search(said.slots.low) is not None


def _is_meant(plan: Plan, flight: Given, said: Said, *, unsure: bool) -> bool:
    """Whether the message tells a trip, and not one thing of the way or of where it leads."""
    low, steps = said.slots.low, plan.steps
    if {step.tool for step in steps} == {BORDER} and flight.get("via") and flight.get("day"):
        return True  # "Friday to Le Touquet and on to Lydd, forms?": one trip of legs, and no brief of each
    turned = bool(flight.get("return_day")) and is_turned(said.slots.text)
    told = turned or bool(flight.get("off_block") or flight.get("arrive_by") or flight.get("people"))
    planned = _PLANS.search(low) is not None
    tools = {step.tool for step in steps}
    if unsure and tools != {CLARIFY}:
        offered = TRIP in tools or any(call.tool == TRIP for call in plan.others)
        return (told or planned or bool(asked_for_all(low))) if offered else planned
    if tools == {CLARIFY}:
        meant = steps[0].arguments.get("meanings")
        calls = [one.get("call") for one in meant if isinstance(one, dict)] if isinstance(meant, list) else []
        offered = any(isinstance(call, dict) and call.get("tool") == TRIP for call in calls)
        lacks_a_report = steps[0].arguments.get("missing") == "report" and not said.all_of(*REPORTS)
        whole = told or planned or bool(asked_for_all(low))
        return (offered and whole) or (lacks_a_report and told)
    if ITINERARY in tools and tools <= {ITINERARY, RULE}:
        spent = steps[0].arguments
        asks_papers = bool(said.again().all_of(*_PAPERS))
        if not _same(spent.get("near"), flight["to_location"], said):
            return False
        if spent.keys() & _OF_A_STOP and not (asks_papers and not spent.get("interests")):
            return False
        if RULE in tools and not asks_papers:
            return False
        interests = (
            {str(one) for one in v} if isinstance(v := steps[0].arguments.get("interests"), list) else set[str]()
        )
        return interests <= _A_MEAL and (
            turned or asks_papers or bool(flight.get("off_block")) or _takes(said) or bool(_SORTS.search(low))
        )
    if tools == {_ABOUT}:
        return bool(_FERRIED.search(low) or (_OWN_WINGS.search(low) and flight.get("day")))
    if tools == {AIRLINE}:
        return bool(_OWN_WINGS.search(low) or said.slots.crafts)
    if tools == {FUEL_PLAN}:
        return told or planned or bool(asked_for_all(low) or papers_clauses(low))
    if WIND_PLAN in tools and tools <= {WIND_PLAN, CARD}:
        return turned and bool(flight.get("off_block")) and _FORECAST.search(low) is not None
    if TRIP in tools:
        return turned and _is_only_the_way_home(plan, flight, said)
    facts = [step for step in steps if step.tool == CARD]
    of_light = all(
        {str(one) for one in v} <= _TOLD_BY_IT if isinstance(v := step.arguments.get("about"), list) else False
        for step in facts
    )
    return of_light and turned and bool(facts) and (_in_the_light(said) or bool(flight.get("ground_minutes")))


def _is_only_the_way_home(plan: Plan, flight: Given, said: Said) -> bool:
    """ "Pick up a part at Kortrijk tomorrow and be home before dark": one way was read of a flight there and back."""
    trips = [step.arguments for step in plan.steps if step.tool == TRIP]
    if len(trips) != 1 or trips[0].get("return_day") or said.home is None:
        return False

    starts = _same(trips[0].get("from_location"), flight.get("to_location"), said)
    return starts and _same(trips[0].get("to_location"), flight.get("from_location") or said.home, said)


def _same(one: JsonValue, other: JsonValue, said: Said) -> bool:
    """Whether two names are of one field."""
    return (field_of(str(one), said.deps) or one) == (field_of(str(other), said.deps) or other)


_LONGEST = 480
"""Minutes of a flight."""


def _is_of_the_way(fuel: ToolCall, flight: Given, said: Said) -> bool:
    """Whether the fuel that was read is that of the trip's ends, or of no way at all."""
    goal = fuel.arguments.get("to_location")
    if not isinstance(goal, str):
        minutes = fuel.arguments.get("flight_minutes")
        return isinstance(minutes, int | float) and minutes <= _LONGEST  # "home by 17h" is no time in the air
    ends = {
        field_of(str(one), said.deps) or str(one) for one in (goal, fuel.arguments.get("from_location")) if one
    }
    return (field_of(str(flight["to_location"]), said.deps) or str(flight["to_location"])) in ends


def _fuel(flight: Given, said: Said) -> ToolCall:
    """The fuel of the trip, with what is told of burn and tanks; the burn is asked where it is not told."""
    burning = find_burning(said.slots.low)
    way: Given = {name: flight[name] for name in _FLOWN if flight.get(name)}
    if "from_location" not in way and said.home:
        way["from_location"] = said.home
    if "cruise_speed_kts" in way:
        way["true_airspeed_kts"] = way.pop("cruise_speed_kts")
    way |= {"return": True} if flight.get("return_day") and not flight.get("via") else {}
    way |= {"burn_lph": burning.burn_lph} if burning.burn_lph is not None else {}
    way |= {"usable_l": burning.usable_l} if burning.usable_l is not None else {}
    return ToolCall(tool=FUEL_PLAN, arguments=way)


_FUEL_TOO = re.compile(r"\b(?:fuel|sprit|kraftstoff|benzin|essence|carburant|lit(?:er|re)s?)\b")


def with_the_forecast_wind(plan: Plan, said: Said) -> Plan:
    """ "…, avec le vent prévu": the way out of the trip in the wind of its day and hour, beside the plan."""
    flown = [step.arguments for step in plan.steps if step.tool == TRIP]
    if len(flown) != 1 or plan.made_by == "followup" or any(step.tool == WIND_PLAN for step in plan.steps):
        return plan
    if (asked := _FORECAST.search(said.slots.low)) is None or not flown[0].get("to_location"):
        return plan
    left = tuple(words for words in plan.left_aside if words.lower() not in asked[0])
    steps = [step for step in plan.steps if step.tool == TRIP]
    others = [step for step in plan.steps if step.tool != TRIP]
    wind = _in_the_wind(flown[0], said)
    return plan.model_copy(update={"steps": (*steps, wind, *others), "left_aside": left})


def with_the_fuel_asked(plan: Plan, said: Said) -> Plan:
    """ "Total time and fuel with that one": the fuel of the trip in hand beside its miles and time."""
    flown = [step.arguments for step in plan.steps if step.tool == TRIP]
    if len(plan.steps) != 1 or not flown or flown[0].get("about") != "distance":
        return plan
    if not _FUEL_TOO.search(said.slots.low):
        return plan
    return plan.model_copy(update={"steps": (*plan.steps, over_stops(_fuel(flown[0], said), flown[0]))})
