"""The tools that the reader speaks of by name, where one's answer decides how another is read."""

from __future__ import annotations

DISTANCE, BORDER, TRIP, RULE = (
    "calculate_flight_distance",
    "get_border_brief",
    "plan_trip",
    "answer_rules_question",
)
CARD, LISTED, OF_ENTRY = "get_airport_details", "search_airports", "get_border_crossing_airports"
AROUND, ALONG = "find_airports_near_location", "find_airports_near_route"
COMPARED, WEATHER, WIND_PLAN, RUNWAY_WIND = "compare_airfields", "get_weather", "get_wind_plan", "get_runway_wind"
NOTICE, EXPLAIN, DEADLINE = "get_notification_for_airport", "explain_term", "get_report_deadline"
FUEL_PRICE, FUEL_PLAN, ENDURANCE = "get_fuel_prices", "get_fuel_plan", "get_endurance"
AIRLINE, BRIEF, ITINERARY, MINIMA = "search_flights", "get_day_brief", "build_itinerary", "set_minima"
ENDS: frozenset[str] = frozenset(("from_location", "to_location"))
"""The arguments of a flight from one place to another."""
SPEEDS = ("cruise_speed_kts", "aircraft_type")
"""What a speed is taken from."""
