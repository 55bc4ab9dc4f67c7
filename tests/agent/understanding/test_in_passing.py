"""Short messages in a thread: one of two that is chosen, an aeroplane nobody lists, another paper, a way home."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Conversation, MissingInfo, Pending, Plan, Question, ToolCall
from agent.understanding.chat import plan_in_chat
from agent.understanding.in_hand import references
from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import MONDAY, last, plans


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


@pytest.mark.parametrize(
    ("texts", "tool", "expected"),
    [
        (("compare customs at Cherbourg and Caen", "ok Caen then"), "get_airport_details", {"icao_code": "Caen"}),
        (("how far from Sywell to LFOP", "in my Bulldog at 110"), "calculate_flight_distance",
         {"from_location": "Sywell", "to_location": "LFOP", "cruise_speed_kts": 110}),
        (("do I need a flight plan from the UK to Ireland", "and a GAR?"), "answer_rules_question",
         {"question": "do I need a GAR from the UK to Ireland", "country_code": "GB"}),
        (("Flug von Egelsbach nach Jersey am Samstag, was brauche ich", "und zurück am Sonntag"), "plan_trip",
         {"day": "2026-11-28", "return_day": "2026-11-29"}),
        (("EGLD to LFAT on Sunday", "list all airports in Germany with asphalt"), "search_airports",
         {"query": "Germany", "filters": {"has_hard_runway": True}}),
        (("distance Elstree Caen at 100 kt", "back?"), "calculate_flight_distance",
         {"from_location": "Caen", "to_location": "Elstree", "cruise_speed_kts": 100}),
        (("what do I need at Lelystad", "customs from uk"), "get_notification_for_airport",
         {"icao_code": "EHLE", "from_country": "GB"}),
        (("my cruise speed is 110 kt from Goodwood", "how far can I get in 2.5 h"), "find_airports_near_location",
         {"location_query": "EGHR", "within_minutes": 150}),
        (("Do I need a flight plan for VFR in France?", "in single engine?"), "answer_rules_question",
         {"question": "Do I need a flight plan for VFR in France? in single engine?", "country_code": "FR"}),
        (("Do I need a flight plan for VFR in France?", "in single engine?", "what about medical"), "answer_rules_question",
         {"question": "what about medical", "country_code": "FR"}),
        (("how much fuel from Kemble to Dinard in a C172", "and return"), "get_fuel_plan", {"return": True}),
        (("metar Exeter", "crosswind there on 26"), "get_runway_wind", {"icao_code": "Exeter", "runway": "26"}),
        (("there and back on Sunday from Lydd to Le Touquet",), "plan_trip",
         {"day": "2026-11-29", "return_day": "2026-11-29"}),
    ],
)  # fmt: skip
def test_short_messages_lean_on_what_was_said(
    reader: Reader, texts: tuple[str, ...], tool: str, expected: dict[str, JsonValue]
) -> None:
    call = last(reader, *texts)
    assert call.tool == tool
    assert {name: call.arguments.get(name) for name in expected} == expected


def test_one_of_a_list_is_its_sheet(reader: Reader) -> None:
    asked = ("lunch stops in Normandy with avgas", "the second one")
    assert last(reader, *asked, shown=("LFOP", "LFRC")) == ToolCall(
        tool="get_airport_details", arguments={"icao_code": "LFRC"}
    )


def test_the_only_field_of_a_list_is_in_hand(reader: Reader) -> None:
    call = last(reader, "fields with avgas near Bruges", "opening hours", shown=("EBOS",))
    assert (call.tool, call.arguments["icao_code"]) == ("get_airport_details", "EBOS")


def test_a_question_of_its_own_is_no_answer_to_which_airfield(reader: Reader) -> None:
    trip = Plan(
        steps=(ToolCall(tool="plan_trip", arguments={"from_location": "EGBW", "to_location": "Scotland"}),)
    )
    where = MissingInfo(key="location_clarification", reason="", prompt="Which airfield?", argument="to_location")
    chat = Conversation(last_plan=trip, pending={"a": Pending(plan=trip, missing=where, asked_at=MONDAY)})
    plan = plan_in_chat(Question(text="which strips on Mull have fuel", at=MONDAY, person="a"), chat, reader)
    assert plan.steps[0].tool != "plan_trip"


_CHATS = {
    "a trip": ("EGLD to LFAT on Sunday at 10, back the same day",),
    "two fields": ("compare EGKB and EGTF",),
    "a list": ("airfields in Belgium with avgas",),
    "a rule": ("VFR at night in France and Germany",),
}


@pytest.mark.parametrize("before", list(_CHATS.values()), ids=list(_CHATS))
@pytest.mark.parametrize(
    "text",
    [
        "what time do they close at Lydd on Friday, we come late",
        "do they have landing lights at Lee-on-Solent and what's the tower's frequency",
        "crosswind at EDDC on 22 at the moment",
        "hotel on the field anywhere in Ireland",
        "any notams for EKRN and how is the crosswind there if it blows 190 with 25",
        "is Southend hard to get into, do I need handling, and what do they charge for a 172?",
        "by when must the flight plan be in when flying Germany to Croatia?",
        "EDTD sunset on Tuesday and do they have runway lights",
        "show me all airports in Austria with asphalt",
    ],
)
def test_a_whole_question_is_read_in_a_chat_as_it_is_alone(
    reader: Reader, before: tuple[str, ...], text: str
) -> None:
    alone = plan_in_chat(Question(text=text, at=MONDAY, person="a"), Conversation(), reader)
    chat = Conversation()
    for said in before:
        plan = plan_in_chat(Question(text=said, at=MONDAY, person="a"), chat, reader)
        trip = next((dict(s.arguments) for s in plan.steps if s.tool == "plan_trip"), None)
        mentioned = references.mentioned(plan, chat.mentioned)
        chat = Conversation(last_plan=plan, mentioned=mentioned, flight_trip={"arguments": trip} if trip else None)
    told = plan_in_chat(Question(text=text, at=MONDAY, person="a"), chat, reader)
    assert [(s.tool, s.arguments) for s in told.steps] == [(s.tool, s.arguments) for s in alone.steps]


def test_abbreviations_of_the_glossary_are_no_codes_of_fields(reader: Reader) -> None:
    call = last(reader, "difference between tmz and rmz")
    assert (call.tool, call.arguments) == ("explain_term", {"term": "tmz", "other_term": "rmz"})


def test_whose_friend_it_is_says_nothing_of_where_one_flies(reader: Reader) -> None:
    call = last(reader, "can my dutch friend with an EASA licence fly my G-reg in the UK")
    assert (call.tool, call.arguments["country_code"]) == ("answer_rules_question", "GB")


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("fields within 40 nm of Shobdon with food", ("EGBJ",)),
        ("longest runway within 40 nm of Shobdon", ("EGBJ", "EGBO")),
    ],
)
def test_that_one_is_the_field_of_the_list_and_not_where_one_looked(
    reader: Reader, asked: str, shown: tuple[str, ...]
) -> None:
    found = last(reader, asked, "has that one got avgas", shown=shown)
    assert found == ToolCall(tool="get_airport_details", arguments={"icao_code": "EGBJ", "about": ["avgas"]})


def test_which_of_two_asks_less_notice_or_is_quicker_is_asked_of_each(reader: Reader) -> None:
    notice = plans(reader, "notice at LFAT", "and at Lelystad", "which of the two needs less notice")[-1]
    assert [(s.tool, s.arguments["icao_code"]) for s in notice.steps] == [
        ("get_notification_for_airport", code) for code in ("LFAT", "EHLE")
    ]
    way = plans(reader, "how far is Le Touquet from Rochester", "and Ostend", "which is quicker")[-1]
    assert [s.arguments["to_location"] for s in way.steps] == ["Le Touquet", "Ostend"]
