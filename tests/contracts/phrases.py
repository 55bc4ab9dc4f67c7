"""Writes a call as a pilot would type it: sentences by the hundred for the tests of the reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from agent.aviation.countries import Countries

Said = Mapping[str, JsonValue]

_WANTED = {
    "has_avgas": "avgas",
    "has_jet_a": "Jet A-1",
    "has_ul91": "UL91",
    "point_of_entry": "customs",
    "has_hard_runway": "a hard runway",
    "has_soft_runway": "a grass runway",
    "has_lights": "runway lights",
}
_ORDERS = {"distance": "nearest first", "facts": "best documented first"}


def say(tool: str, arguments: Said, countries: Countries | None = None) -> str:
    """One question for one call, which the reader turns back into it. `countries` gives codes their names."""
    text = {name: str(value) for name, value in arguments.items() if isinstance(value, str)}
    speed = _speed(arguments)
    limits = _limits(arguments, countries)
    many = _number(arguments.get("max_results"))
    match tool:
        case "calculate_flight_distance":
            ends = f"{text.get('from_location', '')} to {text.get('to_location', '')}"
            return f"How far from {ends}{speed}{_wind_and_endurance(arguments)}"
        case "find_airports_near_route":
            within = _number(arguments.get("max_leg_time_hours"))
            stops = f"stops within {within}h" if within else "airports"
            between = f" between {text.get('from_location', '')} and {text.get('to_location', '')}"
            corridor = _number(arguments.get("max_distance_nm"))
            wide = f" within {corridor} nm of the route" if corridor else ""
            return _capital(f"{_counted(many, stops)}{between}{wide}{speed}{limits}")
        case "find_airports_near_location":
            radius = _number(arguments.get("max_distance_nm"))
            around = f"within {radius} nm of" if radius else "near"
            return _capital(f"{_counted(many, 'airports')} {around} {text.get('location_query', '')}{limits}")
        case "search_airports":
            query = text.get("query", "")
            return (
                _capital(f"{_counted(many, 'airports')} in {query}{limits}") if limits or many else f"Find {query}"
            )
        case "get_wind_plan" | "get_day_brief" | "get_sigmets" | "get_fuel_plan":
            asked = {"get_wind_plan": "Wind", "get_day_brief": "Can we go", "get_sigmets": "Sigmets"}
            start, end = text.get("from_location", ""), text.get("to_location", "")
            return " ".join(f"{asked.get(tool, 'Fuel')} {start} to {end} {text.get('day', '')}".split())
        case "get_airport_details":
            return f"Tell me about {text.get('icao_code', '')}"
        case _:
            return " ".join([tool.replace("_", " "), *text.values()])


def _counted(many: str, noun: str) -> str:
    return f"{many} {noun}" if many else noun


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _speed(arguments: Said) -> str:
    knots = _number(arguments.get("cruise_speed_kts"))
    if knots:
        return f" at {knots} knots"
    aircraft = arguments.get("aircraft_type")
    return f" with a {aircraft}" if isinstance(aircraft, str) else ""


def _wind_and_endurance(arguments: Said) -> str:
    wind, endurance = arguments.get("headwind_kts"), _number(arguments.get("endurance_hours"))
    said = ""
    if isinstance(wind, int | float) and wind:
        said += f", {abs(wind):g} kt {'headwind' if wind > 0 else 'tailwind'}"
    return f"{said}, {endurance}h endurance" if endurance else said


def _limits(arguments: Said, countries: Countries | None) -> str:
    """ " with avgas and a hard runway, only in France, nearest first": everything that limits or orders a list."""
    filters = arguments.get("filters")
    wanted = [*_things(filters)] if isinstance(filters, dict) else []
    notice = arguments.get("max_hours_notice")
    if isinstance(notice, int | float):
        wanted.append(f"at most {notice:g} hours notice" if notice else "no PPR")
    apart = [*_beside(filters, countries)] if isinstance(filters, dict) else []
    order = _ORDERS.get(str(arguments.get("priority_strategy")))
    apart += [order] if order else []
    return "".join([f" with {' and '.join(wanted)}" if wanted else "", *(f", {words}" for words in apart)])


def _things(filters: Said) -> Iterator[str]:
    """What a field must have."""
    yield from (words for name, words in _WANTED.items() if filters.get(name) is True)
    fuel, approach = filters.get("fuel_type"), filters.get("approach_type")
    if isinstance(fuel, str):
        yield fuel
    if isinstance(approach, str):
        yield f"an {approach} approach"
    elif filters.get("has_procedures") is True:
        yield "an instrument approach"
    shortest, longest = (_number(filters.get(f"{end}_runway_length_ft")) for end in ("min", "max"))
    if shortest and longest:
        yield f"a runway of {shortest} to {longest} ft"
    elif shortest or longest:
        yield f"a runway of at {'least' if shortest else 'most'} {shortest or longest} ft"
    for name in ("hotel", "restaurant"):
        if filters.get(name) in ("at_airport", "vicinity"):
            yield f"a {name} {'on the field' if filters[name] == 'at_airport' else 'nearby'}"
    fee = _number(filters.get("max_landing_fee"))
    if fee:
        yield f"a landing fee of at most {fee} {filters.get('max_landing_fee_currency') or ''}".rstrip()


def _beside(filters: Said, countries: Countries | None) -> Iterator[str]:
    """What is said after the things wanted: the countries, and whether airline hubs count."""
    said = filters.get("country")
    codes = (
        [str(code) for code in said] if isinstance(said, list | tuple) else [said] if isinstance(said, str) else []
    )
    if codes:
        named = [(countries.get(code) if countries else None) for code in codes]
        names = [country.name if country else code for country, code in zip(named, codes, strict=True)]
        yield f"only in {' or '.join(names)}"
    hubs_out = filters.get("exclude_large_airports")
    if isinstance(hubs_out, bool):
        yield "no hubs" if hubs_out else "hubs included"


def _number(value: JsonValue) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    return str(int(value)) if value == int(value) else f"{value:g}"
