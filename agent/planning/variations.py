"""Works out what a message changes in the arguments of the last call: places, limits, speeds, days, countries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue

from agent.language.ends import country_of, field_of, find_ends
from agent.language.slots import Slots, Spot
from agent.planning import leisure, wishes
from agent.planning.ellipsis import LISTS, ROUTES
from agent.planning.references import places_of
from agent.planning.steps.asked import Asked, said
from agent.planning.steps.flight_times import local_time, moment
from agent.planning.steps.ground import onward, stop_arguments
from agent.planning.steps.routes import wind_and_endurance
from agent.planning.stop_times import read_stop_times
from agent.planning.travel_dates import travel_changes
from agent.protocol import ToolCall

Arguments = dict[str, JsonValue]
FIELDS = {
    "get_airport_details",
    "get_notification_for_airport",
    "get_airport_pricing",
    "get_fuel_prices",
    "get_pilot_reviews",
}
SPEED_TOOLS = {"find_airports_near_route", "calculate_flight_distance"}
DROP = re.compile(
    r"\b(?:without|no|not|drop|remove|forget|never mind|ignore|don't need|no need for|any|"
    r"skip|sans|pas de|ohne|kein\w*)\b"
)


def changes(call: ToolCall, slots: Slots, asked: Asked) -> Arguments | None:
    """What changes in the arguments of a call; None values are dropped from it. None when nothing applies."""
    tool, before = call.tool, call.arguments
    changed: Arguments = speeds(slots, call)
    if tool in LISTS:
        changed |= _list_changes(call, slots)
    if tool in ROUTES:
        changed |= _route_changes(call, slots, asked)
    places = places_of(slots)
    if tool == "find_airports_near_location" and places:
        changed["location_query"] = said(places[0], asked)
    elif tool == "find_airports_near_location" and slots.countries and not changed:
        changed["filters"] = {**_filters(before), "country": slots.countries[0].country.code}
    if tool == "search_airports":
        if slots.countries:
            changed["query"] = slots.countries[0].country.name
        elif places:
            changed["query"] = places[0].name
    if tool in FIELDS:
        changed |= _field_changes(call, slots, asked)
    if tool in ("get_border_crossing_airports", "get_airport_statistics") and slots.countries:
        changed["country"] = slots.countries[0].country.code
    if tool in ("answer_rules_question", "browse_rules") and slots.countries:
        changed |= rules_changes(call, slots, asked)
    if tool == "compare_rules_between_countries" and slots.countries:
        changed |= {**_compared(call, slots), "offset": None}
    if tool in ("search_pois", "build_itinerary"):
        changed |= _ground_changes(call, slots, asked)
    if tool == "retrieve_city_guidance" and places:
        changed |= _other_sight(str(before.get("query", "")), before.get("city"), places[0].name)
    if tool == "search_flights":
        changed |= travel_changes(call, slots, asked)
    if tool == "get_answers_for_questions" and slots.ids:
        changed["question_ids"] = list(slots.ids)
    return changed or None


def _other_sight(query: str, city: JsonValue, name: str) -> Arguments:
    """The last question about another town; one about a sight is asked anew, for the name may be a sight too."""
    if isinstance(city, str) and city in query:
        return {"city": name, "query": query.replace(city, name)}
    return {"city": None, "query": f"Why is {name} worth seeing?"}


def speeds(slots: Slots, call: ToolCall) -> Arguments:
    if call.tool not in SPEED_TOOLS:
        return {}
    if call.tool == "calculate_flight_distance" and (said_more := wind_and_endurance(slots)):
        return {**said_more, **_speeds(slots)}
    return _speeds(slots)


def flown_alike(steps: Sequence[ToolCall], call: ToolCall) -> tuple[ToolCall, ...]:
    """The legs of one journey are flown at the same speed in the same wind: what `call` has, all have."""
    same = {name: call.arguments[name] for name in _FLOWN if name in call.arguments}
    return tuple(
        ToolCall(tool=step.tool, arguments={k: v for k, v in step.arguments.items() if k not in _FLOWN} | same)
        if step.tool == call.tool == "calculate_flight_distance"
        else step
        for step in steps
    )


_FLOWN = ("cruise_speed_kts", "aircraft_type", "headwind_kts", "endurance_hours")


def _speeds(slots: Slots) -> Arguments:
    if slots.of("speed"):
        return {"cruise_speed_kts": round(slots.of("speed")[0].value), "aircraft_type": None}
    if slots.crafts:
        return {"aircraft_type": slots.crafts[0].name, "cruise_speed_kts": None}
    return {}


def _filters(arguments: dict[str, JsonValue]) -> Arguments:
    value = arguments.get("filters")
    return dict(value) if isinstance(value, dict) else {}


def _list_changes(call: ToolCall, slots: Slots) -> Arguments:
    changed: Arguments = {}
    wanted = wishes.read_wishes(slots)
    dropped = _dropped(slots)
    if wanted or dropped:
        filters = {**_filters(call.arguments), **wanted}
        changed["filters"] = {k: v for k, v in filters.items() if k not in dropped}
        if wanted.get("has_hard_runway"):
            changed["filters"].pop("has_soft_runway", None)
        if wanted.get("has_soft_runway"):
            changed["filters"].pop("has_hard_runway", None)
    if call.tool == "find_airports_near_route" and slots.countries and not _route_places(slots):
        changed["filters"] = {**_filters(call.arguments), **wanted, "country": slots.countries[0].country.code}
    notice = wishes.read_notice(slots)
    if notice is not None:
        changed["max_hours_notice"] = notice
    distances = slots.of("distance")
    if distances and call.tool != "search_airports":
        changed["max_distance_nm"] = round(distances[0].value)
    durations = [q for q in slots.of("duration") if not wishes.is_notice(slots, q)]
    if durations and call.tool == "find_airports_near_route":
        changed["max_leg_time_hours"] = durations[0].value if durations[0].value % 1 else int(durations[0].value)
    elif durations and "max_hours_notice" in call.arguments and notice is None:
        changed["max_hours_notice"] = durations[0].value if durations[0].value % 1 else int(durations[0].value)
    counts = slots.of("count")
    if counts:
        changed["max_results"] = int(counts[0].value)
    return changed


def _dropped(slots: Slots) -> set[str]:
    """Filters that are taken back: "without customs", "drop the avgas"."""
    match = DROP.search(slots.low)
    if match is None:
        return set()
    rest = slots.low[match.end() :]
    names = {
        "point_of_entry": r"customs|douane|zoll|immigration",
        "has_avgas": r"avgas|100ll|fuel",
        "has_jet_a": r"\bjet",
        "has_ul91": r"ul ?91",
        "has_hard_runway": r"hard|asphalt|paved",
        "has_soft_runway": r"grass|soft|herbe|gras",
        "has_lights": r"light",
        "hotel": r"hotel",
        "restaurant": r"restaurant|cafe",
        "has_procedures": r"ils|approach|rnp|vor",
        "approach_type": r"ils|approach|rnp|vor",
        "min_runway_length_ft": r"runway length|length",
        "country": r"countr",
        "fuel_type": r"mogas|fuel",
    }
    return {name for name, pattern in names.items() if re.search(pattern, rest)}


def _route_places(slots: Slots) -> list[Spot]:
    return [s for s in slots.spots if s.kind != "country" or s.role in ("from", "to")]


def _route_changes(call: ToolCall, slots: Slots, asked: Asked) -> Arguments:
    changed: Arguments = {}
    places = _route_places(slots)
    ends = find_ends(replace(slots, spots=tuple(places))) if len(places) >= 2 else None
    if ends is not None:
        changed |= {"from_location": said(ends.start, asked), "to_location": said(ends.end, asked)}
    elif places:
        changed["from_location" if places[0].role == "from" else "to_location"] = said(places[0], asked)
    if call.tool == "get_border_brief":
        start = str({**call.arguments, **changed}.get("from_location", ""))
        before = call.arguments.get("date")
        if before and not slots.days and (at := local_time(asked, start, leaving=True)):
            changed["date"] = f"{str(before)[:10]} {at}"
        elif when := moment(asked, start):
            changed["date"] = when
    return changed


def _field_changes(call: ToolCall, slots: Slots, asked: Asked) -> Arguments:
    changed: Arguments = {}
    places = places_of(slots)
    is_notice = call.tool == "get_notification_for_airport"
    origin = [s for s in places if s.role == "from"] if is_notice else []
    fields = [s for s in places if s not in origin]
    if fields:
        code = fields[0].name if fields[0].kind == "code" else field_of(fields[0].name, asked.deps)
        if code:
            changed["icao_code"] = code
    if is_notice:
        if slots.days:
            day = slots.days[0]
            changed |= (
                {"day_of_week": day.weekday, "date": None}
                if day.weekday
                else {"date": day.when.isoformat(), "day_of_week": None}
            )
        field = str({**call.arguments, **changed}.get("icao_code", ""))
        if at := local_time(asked, field):
            changed["time"] = at
        if slots.countries:
            changed["from_country"] = slots.countries[0].country.code
        elif origin and (code := country_of(origin[0].name, asked.deps)):
            changed["from_country"] = code
    if call.tool in ("get_airport_pricing", "get_fuel_prices"):
        if slots.crafts:
            changed["aircraft_type"] = slots.crafts[0].name
        if slots.of("mass"):
            changed["mtow_kg"] = round(slots.of("mass")[0].value)
    return changed


def rules_changes(call: ToolCall, slots: Slots, asked: Asked) -> Arguments:
    new = slots.countries[0].country
    changed: Arguments = {"country_code": new.code, "offset": None}
    if call.tool == "answer_rules_question":
        text = str(call.arguments.get("question", ""))
        spans = [
            (start, end)
            for start, end, c in asked.deps.countries.find_all(text)
            if c.code == call.arguments.get("country_code")
        ]
        for start, end in reversed(spans):
            text = f"{text[:start]}{new.name}{text[end:]}"
        changed["question"] = text
    return changed


def _compared(call: ToolCall, slots: Slots) -> Arguments:
    before = call.arguments.get("countries")
    known = [c for c in before if isinstance(c, str)] if isinstance(before, list) else []
    new = list(dict.fromkeys(n.country.code for n in slots.countries))
    if re.search(r"\b(?:instead|stattdessen|plutôt|à la place|rather)\b", slots.low):
        gone = re.search(r"\binstead of\b", slots.low)
        if gone and len(new) > 1:
            return {"countries": [*(c for c in known if c != new[-1]), *new[:-1]]}
        return {"countries": [*known[:-1], *new] if len(new) == 1 else list(new)}
    if len(new) > 1:
        return {"countries": list(new)}
    return {"countries": list(dict.fromkeys([*known, *new]))}


def _ground_changes(call: ToolCall, slots: Slots, asked: Asked) -> Arguments:
    changed: Arguments = {}
    places = places_of(slots)
    if places:
        changed["near"] = said(places[0], asked)
    interests = leisure.read_interests(slots)
    if interests:
        before = call.arguments.get("interests")
        known: list[JsonValue] = before if isinstance(before, list) else []
        if not re.search(r"\b(?:also|too|as well|and|plus|aussi|auch)\b", slots.low):
            known = []
        changed["interests"] = [*known, *(name for name in interests if name not in known)]
    constraints = leisure.read_constraints(slots)
    if constraints:
        before_ = call.arguments.get("constraints")
        changed["constraints"] = {**(before_ if isinstance(before_, dict) else {}), **constraints}
    if call.tool == "search_pois":
        radius = leisure.radius_km(slots)
        if radius:
            changed["radius_km"] = radius
        if slots.days:
            changed["date"] = slots.days[0].when.isoformat()
        hours = slots.of("duration")
        if hours and "fly_within_hours" in call.arguments:
            value = hours[0].value
            changed["fly_within_hours"] = int(value) if value == int(value) else value
        return changed
    pace, days, times = leisure.read_pace(slots), leisure.read_duration_days(slots), leisure.clocks(slots)
    if pace:
        changed["pace"] = pace
    if transfer := leisure.read_transfer(slots):
        changed["transfer"] = transfer
    if slots.of("days") and days:
        changed["duration_days"] = days
    window = call.arguments.get("window")
    stop = read_stop_times(slots)
    if places and stop.landing is not None:
        near = str(changed["near"])
        changed |= {"leave_date": None, "there_by": None, "coming_from": None, "going_to": None, "edit": None}
        changed |= {**stop_arguments(stop), **onward(slots, near)}  # a stop of its own, not a change of the last
    elif times and isinstance(window, dict):
        start = None if stop.landing == "+0" else stop.landing
        end = stop.off_block or (stop.start if len(times) == 1 else None)
        changed["window"] = {**window, **({"from": start} if start else {}), **({"to": end} if end else {})}
        if stop.there_by:
            changed["there_by"] = stop.there_by
    elif times:
        changed["start_time"] = times[0]
    if slots.days:
        changed["dates"] = [slots.days[0].when.isoformat()]
    return changed
