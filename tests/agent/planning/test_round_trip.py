"""What can be typed for a call is read back as that call, with nothing lost."""

from __future__ import annotations

import random
from typing import Any

import pytest
from contracts.phrases import say
from pydantic import JsonValue

from agent.protocol import Conversation, Plan, ToolCall

LIMITS: list[dict[str, JsonValue]] = [
    {},
    {"filters": {"has_avgas": True}},
    {"filters": {"point_of_entry": True, "has_hard_runway": True}},
    {"filters": {"has_soft_runway": True, "has_lights": True}},
    {"filters": {"has_jet_a": True, "has_procedures": True}},
    {"filters": {"has_ul91": True, "min_runway_length_ft": 2625}},
    {"max_hours_notice": 24},
    {"filters": {"has_avgas": True}, "max_hours_notice": 2},
]
PLACES = [
    "Annecy",
    "LFAT",
    "Le Touquet",
    "Lake Geneva",
    "Newport, Wales, United Kingdom",
    "Nice, France",
    "48.86, 2.29",
    "Isle of Wight",
]
SPEEDS: list[dict[str, JsonValue]] = [
    {},
    {"cruise_speed_kts": 140},
    {"aircraft_type": "C172"},
    {"aircraft_type": "Piper PA-28-181 Archer"},
]

CALLS: list[tuple[str, dict[str, JsonValue]]] = [
    *(("find_airports_near_location", {"location_query": place, **limits}) for place in PLACES for limits in LIMITS[:4]),
    *(("find_airports_near_location", {"location_query": "Annecy", "max_distance_nm": 80, **limits}) for limits in LIMITS),
    *(("search_airports", {"query": query, **limits}) for query in ("Germany", "the Netherlands", "Czechia") for limits in LIMITS),
    *(("search_airports", {"query": query}) for query in ("NCE", "Shoreham")),
    *(("calculate_flight_distance", {"from_location": place, "to_location": "LFMD", **speed}) for place in PLACES if place != "LFMD" for speed in SPEEDS),
    *(("find_airports_near_route", {"from_location": "EGTF", "to_location": "Nice", **limits, **speed}) for limits in LIMITS for speed in SPEEDS[:2]),
    *(("find_airports_near_route", {"from_location": place, "to_location": "LFMD", "max_distance_nm": 20}) for place in PLACES),
    *(("find_airports_near_route", {"from_location": "EGTF", "to_location": "LFMD", "max_leg_time_hours": 3, **speed}) for speed in SPEEDS),
    ("get_airport_details", {"icao_code": "LFAT"}),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "arguments"), CALLS)
async def test_what_say_says_is_read_back_as_the_same_call(
    ask: Any, tool: str, arguments: dict[str, JsonValue]
) -> None:
    plan: Plan = await ask(say(tool, arguments))
    wanted = {**arguments}
    if wanted.get("query") == "the Netherlands":
        wanted["query"] = "Netherlands"
    assert [(step.tool, dict(step.arguments)) for step in plan.steps] == [(tool, wanted)], say(tool, arguments)


ONE_BY_ONE: list[dict[str, JsonValue]] = [
    {"filters": {"has_avgas": True}},
    {"filters": {"has_jet_a": True}},
    {"filters": {"has_ul91": True}},
    {"filters": {"fuel_type": "MOGAS"}},
    {"filters": {"fuel_type": "UL94"}},
    {"filters": {"point_of_entry": True}},
    {"filters": {"has_hard_runway": True}},
    {"filters": {"has_soft_runway": True}},
    {"filters": {"min_runway_length_ft": 2625}},
    {"filters": {"max_runway_length_ft": 4921}},
    {"filters": {"min_runway_length_ft": 2625, "max_runway_length_ft": 4921}},
    {"filters": {"has_procedures": True}},
    {"filters": {"has_procedures": True, "approach_type": "ILS"}},
    {"filters": {"has_procedures": True, "approach_type": "RNP"}},
    {"filters": {"has_lights": True}},
    {"filters": {"hotel": "at_airport"}},
    {"filters": {"hotel": "vicinity"}},
    {"filters": {"restaurant": "at_airport"}},
    {"filters": {"restaurant": "vicinity"}},
    {"filters": {"max_landing_fee": 20, "max_landing_fee_currency": "EUR"}},
    {"filters": {"max_landing_fee": 12.5, "max_landing_fee_currency": "GBP"}},
    {"filters": {"exclude_large_airports": True}},
    {"filters": {"exclude_large_airports": False}},
    {"filters": {"country": "FR"}},
    {"filters": {"country": ["FR", "DE"]}},
    {"filters": {"country": ["GB", "NL", "CH"]}},
    {"max_hours_notice": 0},
    {"max_hours_notice": 24},
    {"max_results": 20},
    {"priority_strategy": "distance"},
    {"priority_strategy": "facts"},
]  # fmt: skip
"""Every limit of a list, alone; several together are drawn from these."""


def _together(draw: random.Random) -> dict[str, JsonValue]:
    """Two to five limits that say nothing of the same argument."""
    call: dict[str, JsonValue] = {}
    filters: dict[str, JsonValue] = {}
    for limit in draw.sample(ONE_BY_ONE, draw.randint(2, 5)):
        wanted = limit.get("filters")
        if isinstance(wanted, dict):
            both = {"has_hard_runway", "has_soft_runway"}  # together they leave nothing
            if not (wanted.keys() & filters.keys() or (both & wanted.keys() and both & filters.keys())):
                filters |= wanted
        else:
            call |= limit
    return {**call, **({"filters": filters} if filters else {})}


_DRAW = random.Random(20261121)
_MANY = [*ONE_BY_ONE, *(_together(_DRAW) for _ in range(150))]
_AROUND: dict[str, JsonValue] = {"location_query": "Annecy", "max_distance_nm": 80}
_ALONG: dict[str, JsonValue] = {"from_location": "EGTF", "to_location": "LFMD"}


@pytest.mark.parametrize("limits", _MANY)
async def test_no_filter_is_lost_between_a_button_and_its_call(
    ask: Any, deps: Any, limits: dict[str, JsonValue]
) -> None:
    for tool, place in (
        ("find_airports_near_location", _AROUND),
        ("find_airports_near_location", {"location_query": "Lake Geneva"}),
        ("find_airports_near_route", _ALONG),
    ):
        wanted = {**place, **limits}
        text = say(tool, wanted, deps.countries)
        plan: Plan = await ask(text)
        assert [(step.tool, dict(step.arguments)) for step in plan.steps] == [(tool, wanted)], text


_OF_A_COUNTRY = [
    m for m in _MANY if "country" not in str(m.get("filters")) and m.get("priority_strategy") != "distance"
]


@pytest.mark.parametrize("limits", _OF_A_COUNTRY)
async def test_no_filter_of_a_country_search_is_lost(ask: Any, deps: Any, limits: dict[str, JsonValue]) -> None:
    wanted = {"query": "Germany", **limits}
    text = say("search_airports", wanted, deps.countries)
    plan: Plan = await ask(text)
    assert [(step.tool, dict(step.arguments)) for step in plan.steps] == [("search_airports", wanted)], text


TEXTS: list[tuple[str, str]] = [
    ("Where can I stop within 2h between EGTF and LFMD at 140 knots", "find_airports_near_route"),
    ("Airports between EGTF and LFMD", "find_airports_near_route"),
    ("EGTF to LFAT: do I need customs?", "get_border_brief"),
    ("Do I need a flight plan for VFR in France?", "answer_rules_question"),
    ("Do I need a flight plan for VFR in the United Kingdom?", "answer_rules_question"),
    ("What notice does LFAT need?", "get_notification_for_airport"),
    ("What notice does LFAT need from GB", "get_notification_for_airport"),
    ("What notice does LFAT need from Jersey", "get_notification_for_airport"),
    ("Show me airports in Bosnia and Herzegovina", "search_airports"),
    ("Show me airports in Trinidad and Tobago", "search_airports"),
    ("LFAT details", "get_airport_details"),
    ("Border crossing airports in Poland", "get_border_crossing_airports"),
    ("Plan a day in Deauville", "build_itinerary"),
    ("Restaurants in Deauville", "search_pois"),
    ("Lunch places near LFAT", "search_pois"),
    ("How long from EGTF to LFAT", "calculate_flight_distance"),
    ("Compare flight plan rules between France and the United Kingdom", "compare_rules_between_countries"),
    ("Compare rules between Germany and the Netherlands", "compare_rules_between_countries"),
    ("Rules for France", "browse_rules"),
    ("Airports near Annecy", "find_airports_near_location"),
    ("How far from EGKB to LFAT", "calculate_flight_distance"),
    ("VFR rules in Germany", "browse_rules"),
]


@pytest.mark.parametrize(("text", "tool"), TEXTS)
async def test_a_suggested_question_is_read_as_the_tool_it_names(ask: Any, text: str, tool: str) -> None:
    assert [step.tool for step in (await ask(text)).steps] == [tool]


async def test_the_more_button_of_a_page_of_rules_turns_the_page(ask: Any) -> None:
    plan = await ask("VFR rules for France from 11")
    assert plan.steps == (
        ToolCall(tool="browse_rules", arguments={"country_code": "FR", "category": "VFR", "offset": 10}),
    )
    plan = await ask("Rules for the United Kingdom from 6")
    assert plan.steps == (ToolCall(tool="browse_rules", arguments={"country_code": "GB", "offset": 5}),)


async def test_every_question_of_the_rules_corpus_is_understood_with_a_country(ask: Any) -> None:
    import tomllib
    from pathlib import Path

    path = Path(__file__).resolve().parents[3] / "data" / "rules" / "questions.toml"
    wrong: list[str] = []
    for question in tomllib.loads(path.read_text(encoding="utf-8"))["question"]:
        text = f"{question['text'].rstrip(' ?.:')} in France?"
        plan = await ask(text, Conversation())
        if [(s.tool, s.arguments.get("country_code")) for s in plan.steps] != [("answer_rules_question", "FR")]:
            wrong.append(text)
    assert wrong == []


LISTED = ("MA-0009", "US-4679", "GB-0807", "ES-0170", "77XS", "26MI", "2ME3", "I61", "3VS", "SI6H")


def test_the_codes_of_these_tests_are_in_the_table(deps: Any) -> None:
    assert all((airport := deps.airports.get(code)) and airport.ident == code for code in LISTED)


@pytest.mark.parametrize("code", LISTED)
@pytest.mark.parametrize(
    ("question", "tool"),
    [
        ("Tell me about {}", "get_airport_details"),
        ("Airports near {}", "find_airports_near_location"),
        ("Airports within 80 nm of {} with a hard runway", "find_airports_near_location"),
        ("How far from EGTF to {}", "calculate_flight_distance"),
        ("Airports between {} and LFAT", "find_airports_near_route"),
        ("What notice does {} need", "get_notification_for_airport"),
    ],
)
async def test_a_tapped_question_about_a_list_code_is_about_that_field(
    ask: Any, question: str, tool: str, code: str
) -> None:
    plan = await ask(question.format(code))
    assert [step.tool for step in plan.steps] == [tool]
    assert code in plan.steps[0].arguments.values()


@pytest.mark.parametrize(
    "text", ["airports within 26MI of Lyon", "how far EGTF to LFMD at 90KT", "ILS on 28R at EGKB"]
)
async def test_quantities_and_runways_are_no_list_codes(ask: Any, text: str) -> None:
    plan = await ask(text)
    said = {str(value) for step in plan.steps for value in step.arguments.values()}
    assert not said & {"26MI", "90KT", "28R"}
