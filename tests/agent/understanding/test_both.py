"""What "both", "the two" and a way home stand for in a chat of several questions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from pydantic import JsonValue

from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Conversation, Plan, Question, ToolCall
from agent.understanding.chat import plan_in_chat
from agent.understanding.in_hand import references
from agent.understanding.reader.reader import Reader

AT = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


def after(*calls: tuple[str, Mapping[str, JsonValue]]) -> Conversation:
    """A chat in which these were asked one after the other."""
    chat = Conversation()
    for tool, arguments in calls:
        plan = Plan(steps=(ToolCall(tool=tool, arguments=dict(arguments)),))
        chat = Conversation(
            last_plan=plan,
            mentioned=references.mentioned(plan, chat.mentioned),
            countries=references.countries_of(plan, chat.countries),
        )
    return chat


def asked(reader: Reader, chat: Conversation, text: str) -> ToolCall:
    plan = plan_in_chat(Question(text=text, at=AT, person="a"), chat, reader)
    assert len(plan.steps) == 1, plan
    return plan.steps[0]


def test_both_are_the_last_two_fields_spoken_of(reader: Reader) -> None:
    chat = after(
        ("get_airport_details", {"icao_code": "EGMD"}),
        ("get_airport_details", {"icao_code": "LFRD"}),
        ("get_airport_details", {"icao_code": "LFRC"}),
    )
    assert asked(reader, chat, "metar for both").arguments["places"] == ["LFRD", "LFRC"]
    assert asked(reader, chat, "which of the two has the longer runway?").arguments["icao_codes"] == [
        "LFRD",
        "LFRC",
    ]


def test_the_two_are_the_last_two_countries_asked_about(reader: Reader) -> None:
    chat = after(
        ("answer_rules_question", {"country_code": "IE", "question": "night VFR"}),
        ("answer_rules_question", {"country_code": "FR", "question": "night VFR"}),
    )
    assert asked(reader, chat, "what is the difference between the two?").arguments["countries"] == ["IE", "FR"]


@pytest.mark.parametrize("text", ["and for the way back?", "and the one for coming home?"])
def test_the_report_of_the_way_home_is_for_the_flight_turned_round(reader: Reader, text: str) -> None:
    chat = after(
        ("get_report_deadline", {"report": "GAR", "from_location": "Shoreham", "to_location": "Abbeville"}),
    )
    call = asked(reader, chat, text)
    assert (call.arguments["from_location"], call.arguments["to_location"]) == ("Abbeville", "Shoreham")


def test_the_last_third_is_where_along_the_route_and_no_third_field(reader: Reader) -> None:
    chat = after(("find_airports_near_route", {"from_location": "EGKA", "to_location": "LFMD"}))
    call = asked(reader, chat, "only in the last third")
    assert call.arguments["to_location"] == "LFMD"
    assert "third" in str(call.arguments["position"])


@pytest.mark.parametrize(
    ("text", "field"),
    [("not dinard, the other one. any beach", "LFRF"), ("not granville but the other one: any beach", "LFRD")],
)
def test_the_other_one_is_the_one_of_two_that_is_not_denied(reader: Reader, text: str, field: str) -> None:
    chat = after(("compare_airfields", {"icao_codes": ["LFRD", "LFRF"], "about": ["avgas"]}))
    assert asked(reader, chat, text).arguments["near"] == field


def test_that_evening_is_of_the_day_spoken_of(reader: Reader) -> None:
    chat = after(("get_outlook", {"places": ["Bremen"], "day": "2026-11-29"}))
    call = asked(reader, chat, "plan B, an airline from Copenhagen to Bremen that evening")
    assert call.arguments["departure_date"] == "2026-11-29"


def test_the_wind_on_a_runway_is_that_of_the_field_in_hand(reader: Reader) -> None:
    chat = after(("get_weather", {"places": ["EGFF"]}))
    call = asked(reader, chat, "and the crosswind on 30?")
    assert (call.tool, call.arguments["icao_code"]) == ("get_runway_wind", "EGFF")


@pytest.mark.parametrize(
    ("before", "text", "tool", "expected"),
    [
        (
            ("search_airports", {"query": "Kent", "filters": {"has_soft_runway": True}}),
            "which one is closest to Dover?",
            "search_airports",
            {"query": "Kent", "near": "Dover", "filters": {"has_soft_runway": True}},
        ),
        (
            ("find_airports_near_location", {"location_query": "Annecy"}),
            "which has the longest runway?",
            "find_airports_near_location",
            {"location_query": "Annecy", "priority_strategy": "longest_runway"},
        ),
        (
            ("answer_rules_question", {"country_code": "NL", "question": "do I need a transponder in Belgium?"}),
            "what about Luxembourg",
            "answer_rules_question",
            {"country_code": "LU", "question": "do I need a transponder in Belgium?"},
        ),
        (
            ("set_profile", {"home_base": "EGSC", "aircraft_type": "TB20"}),
            "how long to Antwerp?",
            "calculate_flight_distance",
            {"from_location": "EGSC", "to_location": "Antwerp", "aircraft_type": "TB20"},
        ),
        (
            ("get_day_brief", {"to_location": "Sandown", "day": "2026-11-28"}),
            "what about crosswind?",
            "get_runway_wind",
            {"icao_code": "Sandown", "day": "2026-11-28"},
        ),
        (
            ("show_map", {"places": ["EGKA", "LFRG", "LFRK"]}),
            "how far is that in total",
            "calculate_flight_distance",
            {"from_location": "EGKA", "to_location": "LFRK"},
        ),
        (
            ("plan_trip", {"from_location": "Granville", "to_location": "Jersey", "day": "2026-11-29"}),
            "le préavis c'est combien ?",
            "get_notification_for_airport",
            {"icao_code": "Jersey", "date": "2026-11-29", "from_country": "FR"},
        ),
        (
            ("explain_term", {"term": "PPR"}),
            "do I need it at Goodwood?",
            "get_notification_for_airport",
            {"icao_code": "EGHR"},
        ),
    ],
)
def test_a_question_leans_on_what_was_asked_last(
    reader: Reader, before: tuple[str, dict[str, JsonValue]], text: str, tool: str, expected: dict[str, JsonValue]
) -> None:
    call = asked(reader, after(before), text)
    assert call.tool == tool
    assert {name: call.arguments.get(name) for name in expected} == expected


def test_fees_of_two_fields_compared_are_asked_of_both(reader: Reader) -> None:
    chat = after(("compare_airfields", {"icao_codes": ["EGTO", "EGKH"]}))
    plan = plan_in_chat(Question(text="what about fees", at=AT, person="a"), chat, reader)
    assert [(s.tool, s.arguments["icao_code"]) for s in plan.steps] == [
        ("get_airport_pricing", "EGTO"),
        ("get_airport_pricing", "EGKH"),
    ]


def test_all_three_are_the_last_three_countries(reader: Reader) -> None:
    chat = after(
        *(("answer_rules_question", {"country_code": c, "question": "night VFR"}) for c in ("FR", "DE", "AT"))
    )
    call = asked(reader, chat, "compare all three")
    assert (call.tool, call.arguments["countries"]) == ("compare_rules_between_countries", ["FR", "DE", "AT"])


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        (
            ("compare_airfields", {"icao_codes": ["EGEO", "EGPI", "EGPU"]}),
            "Leave Tiree out of it.",
            {"icao_codes": ["EGEO", "EGPI"]},
        ),
        (
            ("compare_airfields", {"icao_codes": ["EGEO", "EGPI"]}),
            "fuel at the latter?",
            {"icao_code": "EGPI", "about": ["fuel"]},
        ),
        (
            (
                "plan_trip",
                {"from_location": "Rochester", "to_location": "Le Touquet", "day": "2026-11-29", "people": 4},
            ),
            "Correction, Geoffrey has cried off, so there are three of us.",
            {"to_location": "Le Touquet", "people": 3},
        ),
        (
            (
                "plan_trip",
                {
                    "from_location": "EGTO",
                    "to_location": "LFAT",
                    "day": "2026-11-29",
                    "off_block": "10:00",
                    "return_day": "2026-11-30",
                    "return_off_block": "15:30",
                },
            ),
            "By when must the GAR be in for the flight back?",
            {"report": "GAR", "from_location": "LFAT", "day": "2026-11-30", "time": "15:30"},
        ),
        (
            ("find_airports_near_location", {"location_query": "Biarritz", "filters": {"has_hard_runway": True}}),
            "Which of those has a restaurant actually on the aerodrome?",
            {"location_query": "Biarritz", "filters": {"has_hard_runway": True, "restaurant": "at_airport"}},
        ),
        (
            ("explain_term", {"term": "RMZ"}),
            "And in what way is that different from a TMZ?",
            {"term": "RMZ", "other_term": "TMZ"},
        ),
        (
            ("compare_rules_between_countries", {"countries": ["FR", "ES"], "topic": "flight plan"}),
            "Instead of Spain, use our own British rules.",
            {"countries": ["FR", "GB"], "topic": "flight plan"},
        ),
    ],
)
def test_what_is_left_out_or_meant_by_former_and_latter(
    reader: Reader, before: tuple[str, dict[str, JsonValue]], text: str, expected: dict[str, JsonValue]
) -> None:
    call = asked(reader, after(before), text)
    assert {name: call.arguments.get(name) for name in expected} == expected


def test_of_two_questions_the_one_that_lacks_something_is_named(reader: Reader) -> None:
    text = "how far to Lydd and what is the landing fee"
    plan = plan_in_chat(Question(text=text, at=AT, person="a"), Conversation(), reader)
    assert [step.tool for step in plan.steps] == ["get_airport_pricing"]
    assert plan.left_aside == ("how far to Lydd",)
