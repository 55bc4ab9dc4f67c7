"""What a tool likes to know and the chat does: both ends of a report's flight, the day of the trip, the wind in hand."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import JsonValue

from agent import regex as re
from agent import registry
from agent.deps import Deps
from agent.language.burning import is_of_the_way_out
from agent.language.ends import country_of, field_of
from agent.language.said import FROM_THERE, Said
from agent.language.vague_times import TOLD_ONCE
from agent.understanding.in_hand.context import END, START, Given, Known, filled
from agent.understanding.reader.leaning import CONTINUES, asks_on_it, of_the_list, with_other_countries
from agent.understanding.reader.reading import PLACE_NAMES
from agent.understanding.reader.tool_names import (
    CARD,
    DEADLINE,
    DISTANCE,
    ENDS,
    FUEL_PLAN,
    LISTED,
    NOTICE,
    OF_ENTRY,
    RUNWAY_WIND,
    SPEEDS,
    TRIP,
    WIND_PLAN,
)

ALL_TOLD = re.compile(
    r"\b(?:whole (?:thing|trip|flight|journey|way|lot|day)|all told|in all|in total|altogether|everything|the total|"
    r"insgesamt|gesamte?n?|alles zusammen|en tout|au total|tout(?:e)? (?:le|la) (?:voyage|trajet|vol|sortie|journée)|l'ensemble)\b"
)
IN_A_WIND = (RUNWAY_WIND, WIND_PLAN)
_NOW = re.compile(
    r"(?<!^)(?<!^and )(?<!^so )(?<!^ok )\b(?:now|right now|currently|at the moment|jetzt|im moment|momentan|gerade|maintenant|en ce moment|actuellement)\b"
)
""" "Crosswind at LFAT now" behind a plan of tomorrow; a word that begins the message only joins it."""
_OF_THE_AIR = frozenset(("get_weather", "get_outlook", "get_winds_aloft"))
""" "And the wind at the Mont Cenis" behind the weather of tomorrow in Turin: of tomorrow."""
FEW_WORDS = 3
"""A list without a wish of its own takes those of what was counted before: "which ones"."""

_FIGURES, NEAR = "get_aircraft_figures", "find_airports_near_location"
_TIMED = ("flight_minutes", "true_airspeed_kts")


def leant(known: registry.Reads, given: Given, said: Said, memory: Known, before: Callable[[], Said]) -> Given:
    """What a tool likes to know and the chat does: both ends of a report's flight, the day of the trip."""
    places = [n for n in known.leans if n in PLACE_NAMES]
    if set(places) >= ENDS and not {START, END} & memory.places.keys():
        places = ["to_location"]  # "watch the weather there": one flies to the field in hand
    if places and not given.keys() & {*PLACE_NAMES, "icao_codes", "country_code"}:
        for name in places:
            given = filled(given, name, memory, said.deps)
        if places == ["to_location"] and FROM_THERE.search(said.slots.low) and "to_location" in given:
            given = {
                **{n: v for n, v in given.items() if n != "to_location"},
                "from_location": given["to_location"],
            }
    given = of_the_list(known, given, said, memory)
    of_it = names_one_in_hand(said, memory)
    leans_on_chat = of_it or not (said.spots or said.slots.countries)
    begins = memory.trip.get(START) if memory.trip and known.tool == NOTICE else None
    if begins and "from_country" not in given and not of_it and given.get("icao_code"):
        ends_there = field_of(str(memory.trip[END]), said.deps) == field_of(str(given["icao_code"]), said.deps)
        left, there = (country_of(name, said.deps) for name in (begins, memory.trip[END]))
        if ends_there and left and left != there:
            given = {**given, "from_country": left}  # "and how much notice for customs?" of the flight in hand
    if known.tool == CARD and memory.trip and memory.day and not given.keys() & {"date"} and not said.slots.days:
        flown = [field_of(name, said.deps) or name for name in (*memory.trip.values(), *memory.via)]
        if given.get("about") == ["sun"] and field_of(str(given.get("icao_code")), said.deps) in flown:
            given = {**given, "date": memory.day}  # "what time's sunset in Oban then" of a flight tomorrow
    if "from_location" in known.leans and "to_location" in given and "from_location" not in given:
        start = None if memory.home else memory.places.get(START) or memory.start
        if start and field_of(start, said.deps) != field_of(str(given["to_location"]), said.deps):
            given = {**given, "from_location": start}  # "plan me the second one for Saturday"
    is_now = _NOW.search(said.slots.low) is not None
    goes_on = {known.tool, memory.tool} <= _OF_THE_AIR and CONTINUES.match(said.slots.text) is not None
    for name in known.leans:
        same_day = leans_on_chat or said.has("same_day") or (goes_on and not said.slots.days)
        if name in ("day", "date") and same_day and memory.day and not (is_now or given.keys() & {name, "wind"}):
            given = {**given, name: memory.day}
        told = leans_on_chat or memory.tool == "set_profile"
        if name in SPEEDS and told and not any(n in given for n in (*SPEEDS, "true_airspeed_kts")):
            given = {**given, **{n: memory.speeds[n] for n in SPEEDS if n in memory.speeds and n in known.leans}}
        if name == "country_code" and memory.countries and not given.keys() & {*ENDS, name}:
            called = [c.name for code in memory.countries if (c := said.deps.countries.get(code))]
            two = dict(zip(sorted(ENDS), called, strict=True)) if len(called) == 2 else {}
            given = {**given, **(two or {name: memory.countries[0]})}
        if (
            name == "topic"
            and memory.topic
            and not given.get(name)
            and (known.tool != "browse_rules" or asks_on_it(said))
        ):
            given = {**given, "topic": memory.topic}
        if name in ("query", "country", "part", "filters") and not said.spots and not said.slots.countries:
            value = memory.call.arguments.get(name) if memory.call else None
            if value and name not in given and (known.tool != LISTED or said.bare_words <= FEW_WORDS):
                given = {**given, name: value}
        if name == "filters" and memory.tool == OF_ENTRY and not said.spots and not said.slots.countries:
            wished = given.get("filters")
            given = {
                **given,
                "filters": {"point_of_entry": True, **(wished if isinstance(wished, dict) else {})},
            }
        if name == "other_countries":
            given = with_other_countries(given, memory, said)
        if name == "time" and leans_on_chat and memory.time and not (is_now or given.get(name)):
            given = {**given, name: memory.time}
    at_speed = memory.call.arguments.get("cruise_speed_kts") if memory.call and memory.tool == DISTANCE else None
    if known.tool == FUEL_PLAN and at_speed and leans_on_chat and not {"cruise_speed_kts", *_TIMED} & given.keys():
        given = {**given, "cruise_speed_kts": at_speed}  # "35 l/h DR400" of a flight at 120 kt: at that speed
    comes_back = memory.comes_back and not is_of_the_way_out(said.slots.low)
    if known.tool == FUEL_PLAN and comes_back and leans_on_chat and not given.get("flight_minutes"):
        given = {"return": True, **given}  # "…, and how many litres at 32 an hour" of a flight there and back
    in_all = known.tool == FUEL_PLAN and leans_on_chat and ALL_TOLD.search(said.slots.low)
    if in_all and memory.tool == DISTANCE and before().has("reverse"):
        given = {"return": True, **given}  # "and in all?" after the way back was asked alone
    ahead = memory.call.arguments.get("headwind_kts") if memory.call and memory.tool == DISTANCE else None
    if known.tool == FUEL_PLAN and ahead and leans_on_chat and "headwind_kt" not in given:
        given = {**given, "headwind_kt": ahead}  # "and fuel at 32 l/h" of a flight into a wind
    if known.tool == TRIP and memory.tool == DEADLINE and "return_day" in given and not said.spots:
        given = {**_when_reported(given, memory), **given}
    if known.tool == memory.tool == TRIP and not said.spots:
        given = {**_kept_of_the_trip(given, memory), **given}
    craft = memory.call.arguments.get("aircraft_type") if memory.call and memory.tool == _FIGURES else None
    timed = known.tool == DISTANCE or (known.tool == NEAR and "within_minutes" in given)
    if craft and timed and not {*SPEEDS, "aircraft_type", "true_airspeed_kts"} & given.keys():
        given = {**given, "aircraft_type": craft}  # "the RV-7's speed, and what can I reach in an hour with it"
    wind = memory.call.arguments.get("wind") if memory.call else None
    flown_in = memory.tool == WIND_PLAN and known.tool == RUNWAY_WIND and not given.keys() & {"day", "time"}
    if wind and flown_in and "wind" not in given and is_end(given.get("icao_code"), memory, said.deps):
        given = {**given, "wind": wind}  # "how long in 250/25 to Oban, and which runway there"
    of_now = leans_on_chat and not given.keys() & {"day", "time"} and known.tool == memory.tool == RUNWAY_WIND
    if wind and known.tool in IN_A_WIND and "wind" not in given and (said.has("same_wind") or of_now):
        given = {**given, "wind": wind}  # "…, and which runway at Oban in that wind", "what's the crosswind?"
    return given


def _when_reported(given: Given, memory: Known) -> Given:
    """ "And the way back on Sunday" of a flight whose report was asked for: its day and hour are the way out's."""
    told = memory.call.arguments if memory.call else {}
    same = all(given.get(end) == told.get(end) for end in ENDS)
    if not same or given.keys() & {"day", "off_block", "arrive_by"}:
        return {}
    out = {"day": told.get("day"), "off_block": told.get("time")}
    return {name: value for name, value in out.items() if value is not None}


def _kept_of_the_trip(given: Given, memory: Known) -> Given:
    """ "And the way back on Sunday at 16:00, what do the French want" of a trip in hand: its day, hour, people stay."""
    told = memory.call.arguments if memory.call else {}
    home = {name for name in told if name.startswith("return_")}
    if any(given.get(end) != told.get(end) for end in ENDS) or not any(n.startswith("return_") for n in given):
        return {}
    once = {other for name, other in TOLD_ONCE if name in given}
    left = {"about", "taken", *once, *(home if "return_day" in given else ())}
    return {name: value for name, value in told.items() if name not in left}


def of_several(known: registry.Reads, given: Given, said: Said) -> Given:
    """With all the fields, where one question is asked of several: "landing fees at Lydd and Shoreham"."""
    if not any("icao_code" in ((need,) if isinstance(need, str) else need) for need in known.needs):
        return given
    if not given.get("icao_code") and "from_location" not in given:
        return given
    fields: list[JsonValue] = [*said.asked_of()]
    if len(fields) < 2 or (given.get("about") == ["position"] and any(spot.is_area for spot in said.spots)):
        return given  # "is Popham in Hampshire"
    return {**{name: value for name, value in given.items() if name not in ENDS}, "icao_codes": fields}


def names_one_in_hand(said: Said, memory: Known) -> bool:
    """Whether a place that is named is one the chat is about, however it is written: "brest", "LFRB"."""
    in_hand = {name.casefold() for name in memory.places.values()}
    if any(spot.name.casefold() in in_hand for spot in said.spots):
        return True
    fields = {field_of(name, said.deps) for name in memory.places.values()} if said.spots else set[str | None]()
    return any(code in fields for spot in said.spots if (code := field_of(spot.name, said.deps)) is not None)


def is_end(field: JsonValue, memory: Known, deps: Deps) -> bool:
    """Whether a field is where the flight in hand goes."""
    end = memory.places.get(END)
    return isinstance(field, str) and end is not None and field in (end, field_of(end, deps))
