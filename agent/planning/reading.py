"""What a question was read as, what is asked back for what it lacks, and how a doubtful reading is said."""

from __future__ import annotations

from dataclasses import dataclass

from agent.language.wording import word_set
from agent.protocol import ToolCall

CLARIFY = "ask_clarifying_question"
RULES = word_set(
    "answer_rules_question browse_rules compare_rules_between_countries get_answers_for_questions "
    "list_rule_categories_and_tags list_rule_countries"
)
"""The tools that ask the rules."""
FIELD_TOOLS = word_set(
    "get_airport_details get_notification_for_airport get_airport_pricing get_fuel_prices get_pilot_reviews"
)
"""The tools that ask of one airfield."""


@dataclass(frozen=True)
class Reading:
    """What a text was read as. `missing` is set when the tool lacks something; `tool` "" is nothing."""

    tool: str
    sure: float
    call: ToolCall | None = None
    missing: str = ""


def clarification(reading: Reading) -> ToolCall:
    """The question back for what a tool lacks."""
    question, options = _ASK_FOR[reading.missing]
    return ToolCall(
        tool=CLARIFY, arguments={"question": question, **({"options": list(options)} if options else {})}
    )


def in_words(reading: Reading) -> str:
    """How a question was read, in one sentence; "" for what needs no such words."""
    return f"I read this as: {_SAID[reading.tool]}." if reading.tool in _SAID else ""


_ASK_FOR: dict[str, tuple[str, tuple[str, ...]]] = {
    "airfield": ("Which airfield? Give me its code or name.", ()),
    "ends": ("From where to where? Give me two codes or towns.", ()),
    "start": ("From where? Give me a code or a town, or set your base with /home.", ()),
    "end": ("To where? Give me a code or a town.", ()),
    "place": ("Around which place? Give me a code, a town or a country.", ()),
    "country": ("For which country?", ("France", "Germany", "United Kingdom")),
    "countries": ("Which countries shall I compare?", ("France and Germany", "France and United Kingdom")),
    "question": ("Which question? Give me its id.", ()),
    "here": ("Where are you? Share your position, or give me a code or town.", ()),
    "same": ("The same as which question? Ask it in full.", ()),
}
_SAID: dict[str, str] = {
    "search_airports": "airfields by country, region or name",
    "find_airports_near_location": "airfields around a place",
    "find_airports_near_route": "airfields along a route",
    "get_airport_details": "a question about one airfield",
    "get_notification_for_airport": "the notice one airfield needs",
    "calculate_flight_distance": "distance and flight time",
    "get_border_crossing_airports": "customs airports of a country",
    "get_airport_statistics": "numbers of airfields",
    "get_airport_pricing": "landing fees of one airfield",
    "get_fuel_prices": "fuel prices of one airfield",
    "get_border_brief": "formalities between two places",
    "propose_report": "a report to keep",
    "get_pilot_reviews": "what members say about an airfield",
    "answer_rules_question": "a question on a country's rules",
    "browse_rules": "a country's rules",
    "compare_rules_between_countries": "a comparison of rules",
    "get_answers_for_questions": "answers by their ids",
    "list_rule_categories_and_tags": "the topics of the rules",
    "list_rule_countries": "the countries with rules",
    "search_pois": "places on the ground",
    "build_itinerary": "a plan for the time on the ground",
    "retrieve_city_guidance": "what guides say about a place",
    "search_flights": "airline flights",
}
