"""Says a tool call as a pilot would ask it, so that a button's text is understood as written."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

_WANTED = {
    "has_avgas": "avgas",
    "has_jet_a": "Jet A-1",
    "has_ul91": "UL91",
    "point_of_entry": "customs",
    "has_hard_runway": "a hard runway",
    "has_soft_runway": "a grass runway",
    "has_procedures": "an instrument approach",
    "has_lights": "runway lights",
}


def say(tool: str, arguments: Mapping[str, JsonValue]) -> str:
    """One question for one call; the reader turns it back into the same call."""
    text = {name: str(value) for name, value in arguments.items() if isinstance(value, str)}
    speed = _speed(arguments)
    limits = _limits(arguments)
    match tool:
        case "calculate_flight_distance":
            return f"How far from {text.get('from_location', '')} to {text.get('to_location', '')}{speed}"
        case "find_airports_near_route":
            within = _number(arguments.get("max_leg_time_hours"))
            stops = f"Stops within {within}h" if within else "Airports"
            between = f" between {text.get('from_location', '')} and {text.get('to_location', '')}"
            corridor = _number(arguments.get("max_distance_nm"))
            wide = f" within {corridor} nm of the route" if corridor else ""
            return f"{stops}{between}{limits}{wide}{speed}"
        case "find_airports_near_location":
            radius = _number(arguments.get("max_distance_nm"))
            around = f"within {radius} nm of" if radius else "near"
            return f"Airports {around} {text.get('location_query', '')}{limits}"
        case "search_airports":
            return f"Airports in {text.get('query', '')}{limits}" if limits else f"Find {text.get('query', '')}"
        case "get_airport_details":
            return f"Tell me about {text.get('icao_code', '')}"
        case _:
            return " ".join([tool.replace("_", " "), *text.values()])


def _speed(arguments: Mapping[str, JsonValue]) -> str:
    knots = _number(arguments.get("cruise_speed_kts"))
    if knots:
        return f" at {knots} knots"
    aircraft = arguments.get("aircraft_type")
    return f" with a {aircraft}" if isinstance(aircraft, str) else ""


def _limits(arguments: Mapping[str, JsonValue]) -> str:
    filters = arguments.get("filters")
    wanted: list[str] = []
    if isinstance(filters, dict):
        wanted = [words for name, words in _WANTED.items() if filters.get(name) is True]
        length = _number(filters.get("min_runway_length_ft"))
        if length:
            wanted.append(f"a runway of at least {length} ft")
    notice = _number(arguments.get("max_hours_notice"))
    if notice:
        wanted.append(f"at most {notice} hours notice")
    return f" with {' and '.join(wanted)}" if wanted else ""


def _number(value: JsonValue) -> str:
    return f"{value:g}" if isinstance(value, int | float) and not isinstance(value, bool) else ""
