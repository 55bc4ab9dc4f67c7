"""Turns the slots of a question into the arguments of one tool, or says what is missing for it.

What a tool needs comes from its manifest; how each argument is read stands in the modules beside this.
"""

from __future__ import annotations

from collections.abc import Callable

from agent.planning.steps import airfield, ground, lists, routes, rules
from agent.planning.steps.asked import Arguments, Asked, Missing
from agent.protocol import ToolCall

BUILDERS: dict[str, Callable[[Asked], Arguments | Missing]] = {
    "search_airports": lists.search,
    "find_airports_near_location": lists.near,
    "find_airports_near_route": routes.along_route,
    "calculate_flight_distance": routes.distance,
    "get_border_brief": routes.border,
    "get_airport_details": airfield.details,
    "get_pilot_reviews": airfield.reviews,
    "get_airport_pricing": airfield.prices,
    "get_fuel_prices": airfield.prices,
    "get_notification_for_airport": airfield.notice,
    "propose_report": airfield.report,
    "answer_rules_question": rules.question,
    "browse_rules": rules.browse,
    "compare_rules_between_countries": rules.compare,
    "get_answers_for_questions": rules.answers,
    "list_rule_categories_and_tags": rules.nothing_needed,
    "list_rule_countries": rules.nothing_needed,
    "get_border_crossing_airports": rules.by_country,
    "get_airport_statistics": rules.by_country,
    "search_pois": ground.pois,
    "build_itinerary": ground.itinerary,
    "retrieve_city_guidance": ground.guidance,
    "search_flights": ground.flights,
}
"""How the arguments of each tool are read."""


def build(tool: str, asked: Asked) -> ToolCall | Missing:
    """The call of a tool for a question."""
    arguments = BUILDERS[tool](asked)
    if isinstance(arguments, Missing):
        return arguments
    if "here" in arguments.values():
        return Missing("here")  # no position was shared, and "here" is no town
    return ToolCall(tool=tool, arguments=arguments)


def build_call(tool: str, asked: Asked) -> ToolCall | None:
    """The call, None when something is missing."""
    outcome = build(tool, asked)
    return outcome if isinstance(outcome, ToolCall) else None
