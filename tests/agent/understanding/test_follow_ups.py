"""The contract of a thread: every tool that is read, and after it every kind of short message.

A message keeps what it does not say, changes what it says, stands alone where it is whole, and is asked about
where nothing in hand answers it; it never leads to a place that neither the chat nor the message named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest
from pydantic import JsonValue

from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Conversation, Plan, Question, ToolCall
from agent.understanding.chat import plan_in_chat
from agent.understanding.reader.asking import CLARIFY, doubtful
from agent.understanding.reader.reader import Reader
from agent.understanding.reader.unread import LISTS
from tests.agent.understanding.chats import MONDAY, after

SUNDAY, SATURDAY, FRIDAY = "2026-11-29", "2026-11-28", "2026-11-27"
_FLIGHT: Mapping[str, JsonValue] = {"from_location": "EGTF", "to_location": "LFAT"}
_AVGAS: Mapping[str, JsonValue] = {"filters": {"has_avgas": True}}
_CALLS: dict[str, Mapping[str, JsonValue]] = {
    "about_flyfun": {"what": "data"},
    "answer_rules_question": {"question": "Do I need a flight plan for VFR?", "country_code": "FR"},
    "browse_rules": {"country_code": "FR"},
    "build_itinerary": {"near": "Annecy", "interests": ["lunch"]},
    "calculate_flight_distance": _FLIGHT,
    "compare_airfields": {"icao_codes": ["EGKB", "EGTF"]},
    "compare_rules_between_countries": {"countries": ["FR", "CH"], "topic": "night VFR"},
    "explain_term": {"term": "PPR"},
    "find_airports_near_location": {"location_query": "Annecy", **_AVGAS},
    "find_airports_near_route": {**_FLIGHT, **_AVGAS},
    "get_aircraft_figures": {"aircraft_type": "SR22"},
    "get_airport_details": {"icao_code": "LFAT", "about": ["hours"]},
    "get_airport_pricing": {"icao_code": "EGKB"},
    "get_airport_statistics": {"query": "France", **_AVGAS},
    "get_answers_for_questions": {"question_ids": ["vfr-flight-plan-required"], "country_codes": ["FR"]},
    "get_border_brief": {**_FLIGHT, "date": SUNDAY},
    "get_border_crossing_airports": {"country": "FR"},
    "get_coverage": {"country": "FR"},
    "get_day_brief": {**_FLIGHT, "day": SUNDAY},
    "get_density_altitude": {"icao_code": "LSZS", "temperature_c": 25},
    "convert_units": {"value": 120, "unit": "l", "to": "US gal"},
    "get_endurance": {"usable_l": 120, "burn_lph": 34, "cruise_speed_kts": 115},
    "get_fuel_plan": {**_FLIGHT, "cruise_speed_kts": 120},
    "get_fuel_prices": {"icao_code": "LFAT"},
    "get_notams": {"icao_code": "LFAT"},
    "get_notification_for_airport": {"icao_code": "LFAT", "date": SUNDAY, "from_country": "GB"},
    "get_outlook": {"places": ["LFAT"], "day": SUNDAY},
    "get_pilot_reviews": {"icao_code": "LFAT"},
    "get_report_deadline": {"report": "GAR", "from_location": "LFAT", "to_location": "EGTF"},
    "get_runway_wind": {"icao_code": "LFAT", "runway": "13", "wind": "180/15"},
    "get_sigmets": _FLIGHT,
    "get_trip_calendar": {},
    "get_weather": {"places": ["LFAT"]},
    "get_wind_plan": {**_FLIGHT, "day": SUNDAY, "cruise_speed_kts": 120},
    "get_winds_aloft": {"places": ["LFAT"], "levels_ft": [3000], "day": SUNDAY},
    "list_rule_categories_and_tags": {},
    "list_rule_countries": {},
    "plan_trip": {**_FLIGHT, "day": SUNDAY, "off_block": "10:00"},
    "propose_report": {"icao_code": "LFAT"},
    "retrieve_city_guidance": {"query": "what is there to see", "city": "Annecy"},
    "search_airports": {"query": "France", **_AVGAS},
    "search_flights": {"origin": "London", "destination": "Nice", "departure_date": SUNDAY},
    "search_pois": {"near": "Annecy", "interests": ["museum"]},
    "set_minima": {"ceiling_ft": 1500},
    "set_profile": {"home_base": "EGTF"},
    "set_reminders": {},
    "show_map": {"places": ["EGTF", "LFAT"]},
    "watch_flight": {**_FLIGHT, "day": SUNDAY, "time": "10:00"},
    "work_out_figures": {"distance_nm": 150, "speed_kts": 95},
}
"""One call of each tool."""
_SHOWN = ("LFLP", "LFLI", "LFHN")
_RULES = ("answer_rules_question", "browse_rules", "compare_rules_between_countries", "get_answers_for_questions")
_OF_COUNTRIES = (*_RULES, "get_border_crossing_airports", "search_airports", "get_airport_statistics")
_DAYS = ("day", "date", "departure_date")
_TIMES = ("time", "off_block")
_PLACES = (
    *(
        "from_location",
        "to_location",
        "origin",
        "destination",
        "via",
        "icao_code",
        "icao_codes",
        "places",
        "place",
    ),
    *("near", "location_query", "city"),
)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


def _words(value: JsonValue) -> set[str]:
    return {str(v) for v in value} if isinstance(value, list) else {value} if isinstance(value, str) else set()


@dataclass(frozen=True)
class Turn:
    """A call that was answered, and the plan for the message behind it."""

    before: ToolCall
    plan: Plan
    alone: Plan

    @property
    def asked(self) -> bool:
        """Nothing is answered: it was small talk, not understood, or is asked back."""
        return all(step.tool == CLARIFY for step in self.plan.steps)

    @property
    def same(self) -> bool:
        return self.plan.steps == (self.before,)

    @property
    def now(self) -> ToolCall:
        each = self.before.tool == "compare_airfields" and len({step.tool for step in self.plan.steps}) == 1
        assert each or len(self.plan.steps) == 1, self.plan
        return self.plan.steps[0]

    def takes(self, *names: str) -> str | None:
        """Which of these arguments the tool takes."""
        tool = registry.known(self.before.tool)
        return next((name for name in names if tool and name in tool.arguments.model_fields), None)

    def keeps_but(self, *changed: str) -> bool:
        """Whether it is the same tool with all it had, but for these arguments."""
        kept = {name: value for name, value in self.before.arguments.items() if name not in changed}
        return self.now.tool == self.before.tool and kept.items() <= self.now.arguments.items()

    def places(self, call: ToolCall) -> set[str]:
        return {word for name in _PLACES for word in _words(call.arguments.get(name))}


def _is_on(turn: Turn, day: str) -> bool:
    name = turn.takes(*_DAYS)
    if turn.asked:
        return name is None or turn.before.tool in ("get_sigmets", *_RULES)
    if name is not None and turn.now.tool == turn.before.tool:
        return turn.keeps_but(name) and str(turn.now.arguments[name]).startswith(day)
    said = {str(v)[:10] for step in turn.plan.steps for n in _DAYS if (v := step.arguments.get(n))}
    return said <= {day} and not turn.same


def _saturday(turn: Turn) -> bool:
    return _is_on(turn, SATURDAY)


def _friday(turn: Turn) -> bool:
    return _is_on(turn, FRIDAY)


def _at_three(turn: Turn) -> bool:
    name = turn.takes(*_TIMES)
    if turn.asked:
        of_days = turn.before.tool == "get_outlook" or not set(_TIMES + _DAYS) & turn.before.arguments.keys()
        return name is None or of_days
    return turn.keeps_but(*_TIMES, "date") and "15:00" in str(turn.now.arguments)


def _lydd(turn: Turn) -> bool:
    if turn.asked:
        return not turn.places(turn.before) or turn.before.tool == "show_map"
    said = {word for step in turn.plan.steps for value in step.arguments.values() for word in _words(value)}
    return bool(said & {"Lydd", "EGMD", "GB"})


def _of_a_fact(about: str) -> Callable[[Turn], bool]:
    def holds(turn: Turn) -> bool:
        if turn.asked or turn.before.tool in LISTS or turn.before.tool in _RULES:
            return True
        named = turn.now.arguments.get("about")
        return turn.now.tool != "get_airport_details" or (isinstance(named, list) and about in named)

    return holds


def _second(turn: Turn) -> bool:
    if turn.before.tool in LISTS - {"get_airport_statistics"}:
        return turn.now == ToolCall(tool="get_airport_details", arguments={"icao_code": _SHOWN[1]})
    if turn.before.tool == "compare_airfields":
        return turn.now == ToolCall(tool="get_airport_details", arguments={"icao_code": "EGTF"})
    return turn.asked or turn.before.tool in ("get_airport_statistics", "show_map")


def _and_back(turn: Turn) -> bool:
    if turn.asked or not set(_FLIGHT) <= turn.before.arguments.keys():
        return True
    if turn.now.tool != turn.before.tool:
        return turn.places(turn.now) <= turn.places(turn.before)
    turned = turn.now.arguments["from_location"] == turn.before.arguments["to_location"]
    return turned or any(name.startswith(("return", "way_back")) for name in turn.now.arguments)


def _restaurant(turn: Turn) -> bool:
    if turn.before.tool not in LISTS:
        return True
    filters = turn.now.arguments["filters"]
    before = turn.before.arguments.get("filters", {})
    return isinstance(filters, dict) and "restaurant" in filters and before.items() <= filters.items()  # type: ignore[union-attr]


def _or_mogas(turn: Turn) -> bool:
    if turn.before.tool not in LISTS - {"get_border_crossing_airports"}:
        return turn.asked or turn.before.tool in LISTS or turn.now.tool not in LISTS
    return turn.keeps_but("filters") and turn.now.arguments["filters"] == {"any_fuel": ["avgas", "mogas"]}


def _germany(turn: Turn) -> bool:
    if turn.before.tool not in _OF_COUNTRIES:
        return not turn.same
    named = ("country_code", "countries", "country_codes", "country", "query")
    said = {word for name in named for word in _words(turn.now.arguments.get(name))}
    return turn.keeps_but(*named) and bool(said & {"DE", "Germany"})


def _why(turn: Turn) -> bool:
    return turn.plan.answer_style == "detailed" or turn.now.arguments.get("about") == "details" or turn.asked


def _thanks(turn: Turn) -> bool:
    return turn.plan.talk and not turn.plan.steps


def _how_many(turn: Turn) -> bool:
    if turn.before.tool in LISTS:
        return turn.same or (turn.now.tool == "get_airport_statistics" and bool(turn.now.arguments))
    return turn.asked or turn.now.tool != "get_airport_statistics"


def _how_far(turn: Turn) -> bool:
    if turn.asked:
        ends = _words(turn.plan.steps[0].arguments.get("missing") if turn.plan.steps else None)
        one_place = len(turn.places(turn.before)) == 1 and "icao_code" in turn.before.arguments
        return not one_place or ends == {"from_location"}
    is_of_the_trip = turn.now.tool == "plan_trip" and turn.now.arguments.get("about") == "distance"
    return is_of_the_trip or turn.now.tool == "calculate_flight_distance" or turn.before.tool in _RULES


def _alone(turn: Turn) -> bool:
    return [(s.tool, s.arguments) for s in turn.plan.steps] == [(s.tool, s.arguments) for s in turn.alone.steps]


_KINDS: dict[str, Callable[[Turn], bool]] = {
    "what about Saturday?": _saturday,
    "not Saturday, Friday": _friday,
    "make it 3pm": _at_three,
    "what about Lydd?": _lydd,
    "phone?": _of_a_fact("contact"),
    "sunset?": _of_a_fact("sun"),
    "the second one": _second,
    "and back?": _and_back,
    "only those with a restaurant": _restaurant,
    "same for Germany": _germany,
    "no, I meant Lydd": _lydd,
    "mogas is fine too": _or_mogas,
    "why?": _why,
    "thanks": _thanks,
    "how many is that?": _how_many,
    "how far is it?": _how_far,
    "show me all airports in Austria with asphalt": _alone,
    "do I need a flight plan for night VFR in Italy": _alone,
}
"""A message of each kind, and what must hold of its plan."""


def test_every_tool_that_is_read_has_a_call_to_follow() -> None:
    assert set(registry.readings()) - {"get_coverage"} == set(_CALLS) - {"get_coverage"}


@pytest.mark.thorough
@pytest.mark.parametrize("text", list(_KINDS))
@pytest.mark.parametrize("tool", list(_CALLS))
def test_a_short_message_leans_on_what_was_answered(reader: Reader, tool: str, text: str) -> None:
    before = ToolCall(tool=tool, arguments=dict(_CALLS[tool]))
    asked = Question(text="", at=MONDAY, person="a")
    shown = _SHOWN if tool in LISTS - {"get_airport_statistics"} else ()
    chat = after(Conversation(), asked, Plan(steps=(before,)), shown)
    question = asked.model_copy(update={"text": text})
    turn = Turn(before, _served(question, chat, reader), _served(question, Conversation(), reader))
    assert _KINDS[text](turn), turn.plan
    if not turn.asked and "Lydd" not in text:
        named = {word for step in turn.plan.steps for word in turn.places(step)}
        countries = {c.name for code in chat.countries if (c := reader.deps.countries.get(code))}
        assert named <= turn.places(before) | {*shown, *countries, "Germany", "EGTF"}, turn.plan


def _served(question: Question, chat: Conversation, reader: Reader) -> Plan:
    """The plan, or the question back where it is not sure."""
    plan = plan_in_chat(question, chat, reader)
    unsure = plan.confidence < reader.deps.behaviour.planning.ask_below
    return doubtful(plan, reader.deps.countries) if unsure else plan
