"""What a chat knows when a message comes: the last call, what it was about, what was shown, the pilot's base."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import cast

from pydantic import JsonValue

from agent import regex as re
from agent.deps import Deps
from agent.language.days import Day
from agent.language.days_in_hand import after_it, near, way_home
from agent.language.ends import country_of, field_flown_to, field_of, names_a_country
from agent.language.said import Said
from agent.language.vague_times import TOLD_ONCE, opened
from agent.protocol import Conversation, Plan, Profile, ToolCall
from agent.subjects.finding.airport_list import WITH_HUBS
from agent.understanding.in_hand.references import measured_from, places_in_hand
from agent.understanding.reader.unread import LISTS, all_known

Given = dict[str, JsonValue]

FIELD, START, END, CENTRE = "field", "start", "end", "centre"
_ROLES = {
    "icao_code": FIELD, "from_location": START, "origin": START, "to_location": END, "destination": END,
    "location_query": CENTRE, "near": CENTRE, "city": CENTRE, "place": CENTRE,
}  # fmt: skip
"""What an argument of this name says of the chat; argument names mean the same in every tool."""
_OWN_PLACE = frozenset(("icao_code", "places", "location_query", "near", "city", "to_location"))
"""With one of these a question of a message is of its own place, and no longer of those that were compared."""
_PICKS_ONE = frozenset(("priority_strategy", "position"))
"""With one of these a list is told for its first: "the longest", "half way"."""
_COUNTRIES = ("country_code", "countries", "country")
_DAYS = ("day", "date", "departure_date")
_FILLED_FROM: dict[str, tuple[str, ...]] = {
    "icao_code": (FIELD, END, CENTRE),
    "from_location": (START, FIELD, CENTRE),
    "to_location": (END, FIELD, CENTRE),
    "origin": (START, FIELD, CENTRE),
    "destination": (END, FIELD, CENTRE),
    "location_query": (FIELD, END, CENTRE),
    "near": (END, FIELD, CENTRE),
    "city": (END, FIELD, CENTRE),
    "place": (FIELD, END, CENTRE),
}
"""From what of the chat a missing argument is filled, best first."""


@dataclass(frozen=True)
class Known:
    """The memory of a chat in the reader's terms; `places` by role."""

    call: ToolCall | None = None
    plan: Plan | None = None
    places: Mapping[str, str] = field(default_factory=dict[str, str])
    via: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    area: str | None = None
    day: str | None = None
    time: str | None = None
    topic: str | None = None
    speeds: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    trip: Mapping[str, str] = field(default_factory=dict[str, str])
    """The ends of the flight in hand, while the chat is still between them."""
    comes_back: bool = False
    """That flight goes there and back."""
    shown: tuple[str, ...] = ()
    mentioned: tuple[str, ...] = ()
    of_late: tuple[str, ...] = ()
    home: str | None = None
    start: str | None = None
    """Where the last flight spoken of begins."""
    fields: tuple[str, ...] = ()
    """The airfields that the last call was about, where they were several."""
    before: str = ""
    """The message before this one."""
    legs: tuple[str, ...] = ()
    """Where a flight in legs begins, stops and ends, each leg a call of its own."""

    @property
    def tool(self) -> str:
        """The tool that answered last, "" for none."""
        return self.call.tool if self.call else ""

    def call_but(self, *names: str) -> Given:
        """The arguments of the last call without these."""
        return {n: value for n, value in (self.call.arguments if self.call else {}).items() if n not in names}

    def after(self, call: ToolCall) -> Known:
        """What is known once this call is planned: for the next question of the same message."""
        named = bool(call.arguments.keys() & _OWN_PLACE)
        return replace(_told(self, call.arguments), call=call, fields=() if named else self.fields)


def _flies_on(memory: Known) -> bool:
    """Whether the last question was a flight of its own, no list: its end is in hand, not the list's only field."""
    return END in memory.places and memory.tool not in LISTS


def known(conversation: Conversation, profile: Profile, deps: Deps, *, person: str = "") -> Known:
    """The chat's memory. A plan that waits for another person's answer is not this person's to go on from."""
    last = conversation.last_plan
    if last is not None and any(p.plan == last for who, p in conversation.pending.items() if who != person):
        last = None
    memory = Known(
        plan=last,
        before=conversation.turns[-1].text if conversation.turns else "",
        shown=conversation.shown,
        mentioned=_distinct(conversation.mentioned, deps),
        of_late=conversation.countries,
        home=profile.home_base,
        start=told.start if (told := conversation.told.get(person)) else None,
    )
    if last is not None:
        for step in last.steps:
            memory = _told(memory, step.arguments)
        if books := _books(last):
            memory = replace(memory, countries=books)
        if last.steps:
            arguments = last.steps[-1].arguments
            memory = replace(memory, legs=_legs(last))
            call = _in_hand(last, memory.legs).varied(new_search=None)  # asked anew once, not with every change
            if memory.legs:
                ends = {START: memory.legs[0], END: memory.legs[-1]}
                memory = replace(memory, places={**memory.places, **ends}, via=memory.legs[1:-1])
            fields = _codes(arguments.get("icao_codes"))
            if not fields and len(last.steps) > 1:  # how far each of several is
                fields = places_in_hand(conversation)
            fields = distinct if len(distinct := _distinct(fields, deps)) > 1 else ()
            memory = replace(memory, call=call, fields=fields)
            on_map = _codes(arguments.get("places")) if memory.tool == "show_map" else ()
            if len(on_map) > 1:  # "how far is that in total?"
                ends = {START: on_map[0], END: on_map[-1]}
                memory = replace(memory, places=ends, via=on_map[1:-1])
            if memory.tool == "set_profile":  # told, and not kept yet: "I fly a TB20 from Cambridge"
                memory = replace(memory, home=str(arguments.get("home_base") or memory.home or "") or None)
    if last is not None and not memory.places and not memory.countries:
        memory = replace(memory, places=_of_the_trip(conversation))
    ends = _of_the_trip(conversation)
    if len(ends) > 1 and memory.call and memory.call.arguments.get("places") == [*ends.values()]:
        memory = replace(memory, places=ends)  # the weather of both ends: "there" is still where one flies to
    from_there = measured_from(last) if last is not None else None
    if from_there is not None and memory.places.get(CENTRE) == from_there:
        places = {role: name for role, name in memory.places.items() if role != CENTRE}
        memory = replace(memory, places=places)  # no field of the list
    if conversation.shown and memory.call and (from_there or memory.call.arguments.keys() & _PICKS_ONE):
        memory = replace(memory, places={**memory.places, FIELD: str(conversation.shown[0])})  # "the nearest one?"
        if memory.call and "position" in memory.call.arguments:  # "how long from Dijon?" of the one half way
            memory = replace(memory, places={**memory.places, END: str(conversation.shown[0])})
    elif len(conversation.shown) == 1 and FIELD not in memory.places and not _flies_on(memory):
        memory = replace(memory, places={**memory.places, FIELD: str(conversation.shown[0])})
    if memory.home is None and [*memory.places] == [FIELD] and memory.places[FIELD] in conversation.shown:
        around = next((plan for plan in conversation.earlier if plan.steps[-1].tool in LISTS), None)
        centre = around.steps[-1].arguments.get("location_query") if around else None
        if isinstance(centre, str):  # "how long to fly there?" of one of a list: from where the list lies around
            memory = replace(memory, places={**memory.places, CENTRE: centre})
    if memory.tool in _ABOUT_THE_TRIP and (
        flown := cast(Given, (conversation.flight_trip or {}).get("arguments"))
    ):
        planned = ToolCall(tool="plan_trip", arguments=flown)
        memory = replace(
            _told(memory, flown), call=planned
        )  # "what about Calais instead?" after "remind me of each"
    trip = _of_the_trip(conversation)
    if END in trip and START not in trip and memory.home:
        trip = {START: memory.home, **trip}  # a flight from home, which nobody needs to say
    fields = {field_of(name, deps) or name for name in trip.values()}
    between = all((field_of(name, deps) or name) in fields for name in memory.places.values())
    if len(trip) < len(_TRIP) or not between:
        return memory
    given = cast(Given, (conversation.flight_trip or {}).get("arguments") or {})
    back = memory.tool == "get_day_brief" or any(name.startswith("return") for name in given)
    return replace(memory, trip=trip, comes_back=back, speeds=memory.speeds or _speeds(given))


def with_days_in_hand(said: Said, memory: Known) -> Said:
    """The message with its bare weekdays in the week of the day in hand: "make it Saturday" of 4 December."""
    if memory.day is None or not said.slots.days:
        return said
    of_it = all(spot.name in memory.places.values() for spot in said.spots)
    try:
        in_hand = date.fromisoformat(memory.day)
    except ValueError:
        return said
    if not of_it:
        return said  # of another place
    counted = after_it(said.slots.days, said.slots.text, in_hand, said.today)
    if counted != said.slots.days:
        return replace(said, slots=replace(said.slots, days=counted))
    if in_hand - said.today < timedelta(days=7):
        return _with_the_day_of_return(said, memory, in_hand)  # else of the days ahead
    days = near(said.slots.days, said.slots.text, in_hand, said.today)
    return said if days == said.slots.days else replace(said, slots=replace(said.slots, days=days))


def _with_the_day_of_return(said: Said, memory: Known, leaves: date) -> Said:
    """ "The weather there on Thursday" of who comes back on a Thursday, and leaves after the one ahead: that one."""
    given = memory.call.arguments if memory.call is not None else {}
    try:
        back = date.fromisoformat(str(given.get("return_date") or given.get("return_day") or ""))
    except ValueError:
        return said

    def of_it(day: Day) -> Day:
        is_it = day.weekday is not None and not day.note and day.when.weekday() == back.weekday()
        return replace(day, when=back) if is_it and day.when < leaves <= back else day

    days = tuple(of_it(day) for day in said.slots.days)
    return said if days == said.slots.days else replace(said, slots=replace(said.slots, days=days))


def _legs(plan: Plan) -> tuple[str, ...]:
    """The places of calls of one tool that begin where the one before ends; () where they do not."""
    ends = [(step.arguments.get("from_location"), step.arguments.get("to_location")) for step in plan.steps]
    is_one_flight = len({step.tool for step in plan.steps}) == 1
    chained = is_one_flight and len(ends) > 1 and all(one[1] == two[0] for one, two in pairwise(ends))
    return tuple(str(place) for place in (ends[0][0], *(end for _, end in ends))) if chained and ends[0][0] else ()


def _in_hand(plan: Plan, legs: tuple[str, ...]) -> ToolCall:
    """The plan as one call that a message changes: a flight in legs as one over its stops, one asked from or to
    several places with all of them beside, else its last step."""
    last = plan.steps[-1]
    if legs:
        over: list[JsonValue] = [*legs[1:-1]]
        return last.varied(from_location=legs[0], to_location=legs[-1], via=over)
    first, others = plan.steps[0], plan.steps[1:]
    for end in ("from_location", "to_location", "runway", "query", "location_query", "icao_code"):
        places = [step.arguments.get(end) for step in others]
        if others and all(
            step == first.varied(**{end: place}) for step, place in zip(others, places, strict=True)
        ):
            return first.varied(beside={end: places})
    return last


def _of_the_trip(conversation: Conversation) -> dict[str, str]:
    """The ends of the flight in hand, where the last call named no place: "my minima: …", then "sigmets on the way"."""
    kept = (conversation.flight_trip or {}).get("arguments")
    given = kept if isinstance(kept, dict) else {}
    return {role: name for role, end in _TRIP if isinstance(name := given.get(end), str)}


_ABOUT_THE_TRIP = frozenset(("set_reminders", "get_trip_calendar"))
"""Calls that say nothing themselves: the chat is still about the trip."""
_TRIP = ((START, "from_location"), (END, "to_location"))


def _told(memory: Known, arguments: Mapping[str, JsonValue]) -> Known:
    places = dict(memory.places)
    new: set[str] = set()
    for name, role in _ROLES.items():
        value = arguments.get(name)
        if isinstance(value, str):
            places[role] = value
            new.add(role)
    listed = arguments.get("places")
    if isinstance(listed, list) and listed and isinstance(listed[0], str):
        places[FIELD] = listed[0]
        new.add(FIELD)
    if new & {FIELD, CENTRE} and not new & {START, END}:
        for role in (FIELD, CENTRE):
            if role not in new:
                places.pop(role, None)
    if new & {START, END}:
        places.pop(FIELD, None)
        places.pop(CENTRE, None)
    if START in new and (arguments.get("destination") == "home" or arguments.get("stays")):
        places = {FIELD: str(arguments.get("stays") or places[START])}  # who looks for a seat home is stuck there
    countries: list[JsonValue] = [c for n in _COUNTRIES for c in _codes(arguments.get(n))]
    days = [v for n in _DAYS if isinstance(v := arguments.get(n), str)]
    area = arguments.get("query")
    time = next((v for n in ("off_block", "time") if isinstance(v := arguments.get(n), str)), None)
    return replace(
        memory,
        places=places,
        via=_codes(arguments.get("via")) if new & {START, END} else memory.via,
        countries=_codes(countries) or memory.countries,
        area=area if isinstance(area, str) else memory.area,
        day=days[0][:10] if days else memory.day,
        time=time or memory.time,
        topic=next((v for n in ("topic", "question") if isinstance(v := arguments.get(n), str)), memory.topic),
        speeds=_speeds(arguments) or memory.speeds,
        comes_back=bool(arguments.get("return")) if new & {START, END} else memory.comes_back,
    )


def _books(plan: Plan) -> tuple[str, ...]:
    """The countries whose whole books of rules a plan opens, one by one; () where it opens fewer than two."""
    found = [str(step.arguments.get("country_code")) for step in plan.steps if step.tool == "browse_rules"]
    alone = len(found) == len(plan.steps) and len({str(s.arguments.get("topic")) for s in plan.steps}) == 1
    return tuple(dict.fromkeys(found)) if alone and len(found) > 1 else ()


def _distinct(names: tuple[str, ...], deps: Deps) -> tuple[str, ...]:
    """Names in their order, a field that was called by its code and by its name once, as it was called last."""
    fields = {field_of(name, deps) or name: name for name in names}
    return tuple(name for name in names if fields[field_of(name, deps) or name] == name)


def _speeds(arguments: Mapping[str, JsonValue]) -> Given:
    told = {"cruise_speed_kts": arguments.get("true_airspeed_kts"), **arguments}
    return {name: value for name in ("cruise_speed_kts", "aircraft_type") if (value := told.get(name))}


def _codes(value: JsonValue) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(str(v) for v in value) if isinstance(value, list) else ()


def filled(given: Given, missing: str, memory: Known, deps: Deps) -> Given:
    """`given` with a missing argument from the chat; the same when the chat does not know it either."""
    if missing in _COUNTRIES:
        found = list(memory.countries) or _countries_of(memory, deps)
        if not found and memory.home and (own := country_of(memory.home, deps)):
            found = [own]  # what is asked without a country is asked at home
        if not found:
            return given
        values: list[JsonValue] = list(found)
        return {**given, missing: values if missing == "countries" else found[0]}
    held = memory.call.arguments.get("places") if memory.call and memory.tool == "get_weather" else None
    if missing == "places" and isinstance(held, list) and len(held) > 1:  # "tafs for the afternoon" of both
        return {**given, "places": held}
    if missing == "places" and len(memory.fields) > 1:  # of those that were compared
        return {**given, "places": [*memory.fields]}
    if missing == "places" and START in memory.places and END in memory.places:
        return {**given, "places": [memory.places[START], *memory.via, memory.places[END]]}
    if missing == "places":
        ends = [memory.places[r] for r in (FIELD, CENTRE, END) if r in memory.places][:1]
        return {**given, "places": list(ends)} if ends else given
    if missing == "query":
        country = deps.countries.get(memory.countries[0]) if memory.countries else None
        name = memory.area or (country.name if country else None)
        return {**given, "query": name} if name else given
    if missing == "icao_codes":
        of_all = memory.fields if len(memory.fields) > 2 else memory.mentioned[-2:]
        both: list[JsonValue] = [*of_all]
        return {**given, "icao_codes": both} if len(both) > 1 else given  # "which has the longer runway?"
    if missing == "term":  # "and the difference to a TMZ?"
        term = memory.call.arguments.get("term") if memory.call else None
        return {**given, "term": term} if term and "other_term" in given else given
    if (
        missing == "to_location"
        and len(memory.fields) > 1
        and given.get("from_location")
        not in (
            None,
            *memory.fields,
        )
    ):
        others: list[JsonValue] = [{missing: field} for field in memory.fields[1:]]
        return {**given, missing: memory.fields[0], "beside": others}  # "how long from Popham" of those compared
    if missing == "location_query" and "within_minutes" in given:  # what is in reach lies around where one starts
        start = memory.places.get(START) or memory.start or memory.home
        if start is not None:
            return {**given, missing: start}
    taken = {v for v in given.values() if isinstance(v, str)}
    for role in _FILLED_FROM.get(missing, ()):
        name = memory.places.get(role)
        if (
            missing == "icao_code"
            and role == CENTRE
            and memory.tool in LISTS
            and name
            and not field_of(name, deps, far=False)
        ):
            continue  # "their phone number?" of a list around a town that has no field
        if name is not None and name == memory.home and missing in ("to_location", "destination"):
            continue  # nobody flies from home to home
        if name is not None and name not in taken:
            if missing == "icao_code" and names_a_country(name, deps):
                continue  # an end that is a country is no field
            if missing == "icao_code" and _is_also_a_code(name, deps):
                name = field_of(name, deps) or name
            elif missing == "icao_code" and role in (START, END):  # "is there fuel?" of the field taken for a town
                own, flown_to = field_of(name, deps, far=False), field_flown_to(name, deps)
                name = (
                    name if own == flown_to else own or flown_to or name
                )  # Rijeka's, not the nearest to the town
            return {**given, missing: name}
    if missing in ("from_location", "origin") and memory.home and memory.home not in taken:
        return {**given, missing: memory.home}
    return given


def towards_the_place_in_hand(given: Given, memory: Known, deps: Deps) -> Given:
    """ "How far is it?": to the one place in hand, from home or where is asked; between two that were compared."""
    if START in memory.places:
        return given
    if len(memory.fields) == 2 and not memory.home and not given:
        return {**given, "from_location": memory.fields[0], "to_location": memory.fields[1]}
    return filled(given, "to_location", memory, deps)


def on_the_day_in_hand(given: Given, said: Said, memory: Known) -> Given:
    """A day with its hour, of which only the hour was said, is that of the chat: "make it 3pm"."""
    date, _, hour = str(given.get("date", "")).partition(" ")
    if not hour or said.slots.days or memory.day is None or date != said.today.isoformat():
        return given
    return {**given, "date": f"{memory.day} {hour}"}


def _is_also_a_code(name: str, deps: Deps) -> bool:
    """ "Sylt", the island, is no SYLT in Guyana."""
    return len(name) == _LETTERS_OF_A_CODE and not name.isupper() and deps.airports.get(name.upper()) is not None


_LETTERS_OF_A_CODE = 4
_AT_A_NAME = re.compile(r"\b(?:in|at|near|over|around|bei|über|nach|ab|um|à|vers|sur)\s+[A-ZÀ-Ý][a-zà-ÿ]")
""" "In Ulm": a name, though it is a word too."""


def at_home(given: Given, missing: str, said: Said, memory: Known) -> Given:
    """`given` with the field that the chat named last, else the home base, for the place that is missing.

    As it was where the message has a word that is not known: it may be a place.
    """
    name = memory.mentioned[-1] if memory.mentioned else memory.home
    if _AT_A_NAME.search(said.slots.text):
        return given
    if name is None or memory.fields or said.slots.spots or said.slots.countries or not all_known(said):
        return given
    place: JsonValue = [name] if missing == "places" else name
    return {**given, missing: place}


def _countries_of(memory: Known, deps: Deps) -> list[str]:
    places = [memory.places[r] for r in (START, END, FIELD, CENTRE) if r in memory.places] or [*memory.fields]
    found = [country_of(place, deps) for place in places if place != "here"]
    found = found or [country_of(field, deps) for field in memory.fields]  # "Lydd or Headcorn?"
    return list(dict.fromkeys(code for code in found if code))


_ENDS = (("from_location", "to_location"), ("origin", "destination"))


_ROUND = re.compile(
    r"\b(?:round|around|swap|flip|reverse|opposite|direction|vice|umgekehrt|andersr?h?e?rum|richtung|inverse|sens)\b"
)


def reversed_ends(arguments: Given, said: Said | None = None) -> Given:
    """The same flight the other way; unchanged for what has no two ends.

    One there and back has its way home: it is turned round only where a message says so, not by "when we get back".
    """
    if said is not None and "return_day" in arguments and not _ROUND.search(said.slots.low):
        return arguments
    if (round_trip := _stops_turned(arguments, said)) is not None:
        return round_trip
    over: Given = {"via": via[::-1]} if isinstance(via := arguments.get("via"), list) and via else {}
    for one, two in _ENDS:
        if isinstance(arguments.get(one), str) and isinstance(arguments.get(two), str):
            ends: Given = {one: arguments[two], two: arguments[one]}
            return {**arguments, **ends, **over, **_turned_wind(arguments, said)}
    if isinstance(places := arguments.get("places"), list) and len(places) > 1:
        return {**arguments, "places": places[::-1]}  # of a map
    return arguments


def _stops_turned(arguments: Given, said: Said | None) -> Given | None:
    """ "Other way round, LFAT first" of one who flies from home to Cherbourg and Le Touquet: from home, the stops turned."""
    over, goal, start = (arguments.get(name) for name in ("via", "to_location", "from_location"))
    if said is None or not isinstance(over, list) or not over or not isinstance(goal, str):
        return None
    code = field_of(str(start), said.deps) if start else None
    first = [field_of(said.name(spot), said.deps) for spot in said.slots.spots]
    from_home = start is None or (said.home is not None and code == field_of(said.home, said.deps))
    if not (from_home or "return_day" in arguments or field_of(goal, said.deps) in first) or code in first:
        return None
    turned: list[JsonValue] = [goal, *over[:0:-1]]
    times = arguments.get("via_off_block")
    kept = {name: at for name, at in times.items() if name in turned} if isinstance(times, dict) else {}
    rest = {name: value for name, value in arguments.items() if name != "via_off_block"}
    return {**rest, "via": turned, "to_location": over[0], **({"via_off_block": kept} if kept else {})}


_HEAD = re.compile(
    r"head ?wind|on the nose|in (?:the|my|our) (?:face|teeth)|gegenwind|von vorne?|de face|debout|against (?:me|us|it)"
)
_TAIL = re.compile(
    r"tail ?wind|on (?:the|my|our) tail|behind|rückenwind|von hinten|im rücken|arrière|dans le dos|derrière"
)


def _turned_wind(arguments: Given, said: Said | None) -> Given:
    """The wind along the way, of the flight the other way: what was on the nose is behind, unless it is said."""
    turned: Given = {}
    for name in ("headwind_kts", "headwind_kt"):
        if not isinstance(wind := arguments.get(name), int | float):
            continue
        low = said.slots.low if said is not None else ""
        head, tail = _HEAD.search(low), _TAIL.search(low)
        for match in (head, tail):
            if match is not None and said is not None:
                said.used.add(match.span())
        turned[name] = -wind if bool(head) == bool(tail) else abs(wind) if head else -abs(wind)
    return turned


def _not_before(day: JsonValue, back: JsonValue) -> JsonValue:
    """A way back by its weekday is that after the day of leaving: "home again on the Monday"."""
    try:
        out, home = date.fromisoformat(str(day)), date.fromisoformat(str(back))
    except ValueError:
        return back
    return back if home >= out else (home + timedelta(days=-(-(out - home).days // 7) * 7)).isoformat()


_FUELS = ("has_avgas", "has_jet_a", "has_ul91", "has_mogas", "any_fuel")
OF_SPEED = frozenset(("cruise_speed_kts", "aircraft_type", "headwind_kts", "return_headwind_kts"))
"""What a change says that leaves what was asked of a trip as it is: "no, at 100 knots", "with 20 kt on the nose"."""
_MEAN = re.compile(r"^[^/]*(?=/)|G\d+$")
"""What stands around the mean wind of "240/18G25"."""


NOT_BIG_FT = 5906
"""1,800 m: of a list that leaves the hubs out anyway, "the big ones" are those with more; the answer says so."""
_ONE_SPEED = ("cruise_speed_kts", "true_airspeed_kts")
"""Two names of how fast one flies: another one takes the place of both."""


def changed(arguments: Given, given: Given, *, also: bool = False) -> Given:
    """The last arguments with what a message changes: a filter that is denied after it was wanted is dropped."""
    merged: Given = {**arguments, **given}
    for speed, other in (_ONE_SPEED, _ONE_SPEED[::-1]):
        if speed in given and other not in given:
            merged.pop(other, None)
    for gone in ("offset", "edit", "verdict"):
        merged.pop(gone, None)
    beside = arguments.get("beside")
    if isinstance(beside, dict) and beside.keys() & given.keys():
        del merged["beside"]  # "what about Lydd?" of several ends: of that one alone
    if "time" in given and "until" not in given:
        merged.pop("until", None)  # "and at 4?" of a stretch of hours: of that hour
    for one, other in (("time", "part"), ("part", "time")):
        if one in given and other in arguments and other not in given:
            merged.pop(other, None)  # "and tomorrow about ten?" of an afternoon
    start, turn = arguments.get("from_location"), arguments.get("to_location")
    if (
        given.get("way_back")
        and given.get("to_location", turn) != turn
        and given.get("from_location", start) == start
    ):
        merged["from_location"] = turn  # "and back to Lydd?": from where the flight went
        del merged["way_back"]
    if isinstance(merged.get("about"), str) and "about" not in given and not given.keys() <= OF_SPEED:
        del merged["about"]  # what of a trip was asked first
    window, other = arguments.get("window"), given.get("window")
    if isinstance(window, dict) and isinstance(other, dict):
        merged["window"] = {**window, **{name: value for name, value in other.items() if value != "+0"}}
    wind = given.get("wind")
    if isinstance(wind, str) and "/G" in wind and isinstance(mean := arguments.get("wind"), str):
        merged["wind"] = wind.replace("/G", f"{_MEAN.sub('', mean)}G")  # "and if it goes round to 190 gusting 24"
    elif isinstance(wind, str) and wind.startswith("/") and isinstance(mean := arguments.get("wind"), str):
        merged["wind"] = mean.partition("/")[0] + wind  # "and if it freshens to 22?"
    if "country_code" in given and not given.keys() & {"from_location", "to_location"}:
        for end in ("from_location", "to_location"):  # "what about Belgium?" of a report between two others
            merged.pop(end, None)
    if "icao_code" in given and given["icao_code"] != arguments.get("icao_code") and "runway" not in given:
        merged.pop("runway", None)  # the runways are another field's
    before, now = arguments.get("filters"), given.get("filters")
    if isinstance(now, dict) and now.get("exclude_large_airports") is True and "max_runway_length_ft" not in now:
        held = before if isinstance(before, dict) else {}
        if held.get("exclude_large_airports") is not False and arguments.get("priority_strategy") not in WITH_HUBS:
            now = {**now, "max_runway_length_ft": NOT_BIG_FT}  # "not the big ones" of a list without hubs
            merged["filters"] = now
    if given.get("max_hours_notice") and isinstance(before, dict) and "no_ppr" in before:
        before = {name: value for name, value in before.items() if name != "no_ppr"}
        merged["filters"] = {
            **before,
            **(now if isinstance(now, dict) else {}),
        }  # "PPR is fine so long as it is 24 hours"
        if not merged["filters"]:
            del merged["filters"]
    if isinstance(before, dict) and isinstance(now, dict):
        instead = not also and any(now.get(fuel) not in (None, False) for fuel in _FUELS)
        before = {name: value for name, value in before.items() if not (instead and name in (*_FUELS, "has_fuel"))}
        filters = {**before, **now}
        for name in ("not_country", "not_fields"):
            old, new = before.get(name), now.get(name)
            if isinstance(old, list) and isinstance(new, list):
                filters[name] = [*dict.fromkeys([*old, *new])]  # "and not in Scotland either"
        for name, value in now.items():
            if (
                value is False and before.get(name) not in (None, False) and name != "military"
            ):  # "I mean civil ones"
                del filters[name]
        for wanted, denied in (("has_hard_runway", "has_soft_runway"), ("has_soft_runway", "has_hard_runway")):
            if now.get(wanted) is True and before.get(denied) is True:
                filters.pop(denied, None)
        if "approach_type" in before and now.get("has_procedures") is False:
            filters.pop("approach_type", None)
        merged["filters"] = filters
        if not filters:
            del merged["filters"]
    if "place" in given and not given.keys() & {"from_location", "to_location"}:
        for end in ("from_location", "to_location"):  # of a place, no longer along the flight
            merged.pop(end, None)
    if "country" in given and "query" not in given:
        merged.pop("query", None)
    if given.keys() & {"query", "country"}:
        for narrower in ("part", *(() if "country" in given else ("country",))):
            if narrower not in given:
                merged.pop(narrower, None)
    if also:
        for name in ("icao_codes", "countries", "places", "via", "about"):
            old, new = arguments.get(name), given.get(name)
            if isinstance(old, list) and isinstance(new, list):
                merged[name] = [*old, *(v for v in new if v not in old)]
    for one, other in TOLD_ONCE:
        if one in given and other not in given:
            merged.pop(other, None)
    for name in opened(given.get("taken")):
        if name not in given:
            merged.pop(name, None)
    if "return_day" in given and "day" not in given:
        merged["return_day"] = _not_before(arguments.get("day"), given["return_day"])
    if "return_day" in arguments and "return_day" not in given and "day" in given:
        back = arguments["return_day"]
        merged["return_day"] = way_home(arguments.get("day"), back, given["day"]) or back
    if "cruise_speed_kts" in given and "aircraft_type" not in given:
        merged.pop("aircraft_type", None)
    if "aircraft_type" in given and "cruise_speed_kts" not in given:
        merged.pop("cruise_speed_kts", None)
    return merged
