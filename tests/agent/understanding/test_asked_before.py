"""A short message that asks the last questions in another way."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from agent.config import AgentSettings
from agent.deps import Deps
from agent.language.spoken import written_in
from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last, only, plans

Given = dict[str, JsonValue]
CARD, RULE, LISTED = "get_airport_details", "answer_rules_question", "search_airports"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


@pytest.mark.parametrize(
    ("texts", "tool", "given"),
    [
        (["sunset at Shoreham today", "and in June"], CARD, {"icao_code": "EGKA", "date": "2027-06-15"}),
        (["coucher du soleil à Deauville", "et en août ?"], CARD, {"about": ["sun"], "date": "2027-08-15"}),
        (["crosswind at Barton 240 at 15", "and if its 270"], "get_runway_wind", {"wind": "270/15"}),
        (
            ["runway at Sandown", "and Bembridge", "which is longer"],
            "compare_airfields",
            {"icao_codes": ["EGHN", "EGHJ"], "about": ["runway"]},
        ),
        (
            ["runway at Sandown", "and Bembridge", "how far apart"],
            "calculate_flight_distance",
            {"from_location": "EGHN", "to_location": "EGHJ"},
        ),
        (["was ist ein TMZ", "und RMZ", "unterschied?"], "explain_term", {"term": "TMZ", "other_term": "RMZ"}),
        (
            ["gar deadline for a flight to ireland", "what if i forget"],
            "get_report_deadline",
            {"report": "GAR", "about": "missing"},
        ),
        (
            ["can i fly at night in germany", "do i need a flight plan for it"],
            RULE,
            {"question": "do i need a flight plan for night VFR", "country_code": "DE"},
        ),
        (["VFR minima class G France", "what about special VFR"], RULE, {"question": "what about special VFR"}),
        (
            ["transponder rules in france", "and germany", "not germany, italy"],
            "browse_rules",
            {"country_code": "IT"},
        ),
        (
            ["fuel Denham to Jersey at 110 kt and 35 litres an hour", "and back", "total?"],
            "get_fuel_plan",
            {"return": True, "burn_lph": 35},
        ),
        (
            ["flight plan deadline from England to France", "what about Belgium"],
            "get_report_deadline",
            {"country_code": "BE", "from_location": None, "to_location": None},
        ),
        (["Corte avgas?", "non plutot en corse"], LISTED, {"query": "corse", "filters": {"has_avgas": True}}),
        (["fuel at Lydd", "and in Scotland"], LISTED, {"query": "Scotland", "filters": {"has_fuel": True}}),
        (
            ["transpondeur en belgique ?", "et aux pays-bas", "pas les pays-bas, le luxembourg"],
            RULE,
            {"country_code": "LU"},
        ),
        (
            ["Return to Sywell direct from Abbeville - legal?", "What about Deauville?"],
            "get_border_brief",
            {"from_location": "Deauville", "to_location": "Sywell"},
        ),
        (
            ["GAR deadline from Le Touquet to Lydd", "and Calais?"],
            "get_report_deadline",
            {"from_location": "Calais", "to_location": "Lydd"},
        ),
        (
            ["GAR rules for leaving the UK to France?", "Ireland instead?"],
            "get_border_brief",
            {"from_location": "UK", "to_location": "Ireland", "about_report": "GAR"},
        ),
        (
            ["Do I need a GAR to fly from Oban to Dublin Weston?"],
            "get_border_brief",
            {"from_location": "Oban", "to_location": "Dublin Weston", "about_report": "GAR"},
        ),
        (["Jersey gar", "penalty?"], "get_report_deadline", {"report": "GAR", "about": "missing"}),
        (["Jersey gar", "when"], "get_report_deadline", {"report": "GAR", "to_location": "Jersey"}),
        (["fuel at Lydd", "and Rochester"], CARD, {"icao_code": "EGTO"}),
    ],
)
def test_a_short_message_asks_what_was_asked_in_another_way(
    reader: Reader, texts: list[str], tool: str, given: Given
) -> None:
    call = last(reader, *texts)
    assert call.tool == tool
    assert {name: call.arguments.get(name) for name in given} == given


@pytest.mark.parametrize(
    ("first", "wish"),
    [
        ("fields between Redhill and La Rochelle with avgas", "not in paris"),
        ("airfields within 60 nm of Popham with a restaurant", "not north of the Thames"),
    ],
)
def test_a_place_to_leave_out_is_no_place_to_look_in(reader: Reader, first: str, wish: str) -> None:
    before, after = plans(reader, first, wish)
    assert only(after).arguments == only(before).arguments
    assert after.left_aside == (wish,)


def test_nothing_of_an_empty_list_is_asked_of_the_town_around_which_it_was(reader: Reader) -> None:
    texts = "airfields near Bath with a cafe and avgas within 15 nm", "whats their phone number"
    assert last(reader, *texts).arguments["missing"] == "icao_code"


def test_all_three_are_those_spoken_of_in_several_messages(reader: Reader) -> None:
    chat = plans(reader, "notice at Dinard", "and Saint-Brieuc, and Rennes?", "phone numbers of all three please")
    assert [step.arguments["icao_code"] for step in chat[-1].steps] == ["LFRD", "LFRT", "LFRN"]


def test_the_cheaper_of_two_fees_is_asked_of_both(reader: Reader) -> None:
    chat = plans(reader, "Kosten Landung Speyer", "und Mannheim", "welcher ist billiger")
    assert [step.tool for step in chat[-1].steps] == ["get_airport_pricing"] * 2


def test_short_french_is_french() -> None:
    assert written_in("t'es sûr ?") == "fr"
