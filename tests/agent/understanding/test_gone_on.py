"""What later turns of a chat go on from: several in hand, the legs of a flight, the rule asked last, an earlier question."""

from __future__ import annotations

import pytest

from agent.understanding.reader import Reader
from tests.agent.understanding.chats import last, plans

LISTED = ("LFRB", "LFRD", "LFRN")


def test_the_first_two_of_a_list_are_asked_for(reader: Reader) -> None:
    chat = ("fields in Brittany with customs", "how far apart are the first two at 100 kt")
    call = last(reader, *chat, shown=LISTED)
    assert call.arguments == {"from_location": "LFRB", "to_location": "LFRD", "cruise_speed_kts": 100}
    both = plans(reader, chat[0], "phones of the first two", shown=LISTED)[-1]
    assert [step.arguments["icao_code"] for step in both.steps] == ["LFRB", "LFRD"]


def test_how_far_two_fields_are_apart_at_a_speed(reader: Reader) -> None:
    call = last(reader, "Runway lengths at Shobdon.", "Sleap?", "How far apart are they? At 85.")
    assert call.arguments == {"from_location": "EGBS", "to_location": "EGCV", "cruise_speed_kts": 85}


def test_one_of_two_that_were_compared_is_asked_about_alone(reader: Reader) -> None:
    call = last(reader, "compare Dinard and Vannes", "and the first one's phone")
    assert (call.tool, call.arguments) == ("get_airport_details", {"icao_code": "LFRD", "about": ["contact"]})


def test_what_no_comparison_holds_is_asked_of_each(reader: Reader) -> None:
    made = plans(reader, "sunset at Dijon on Saturday", "and at Colmar", "which of the two is earlier")[-1]
    assert [step.arguments["icao_code"] for step in made.steps] == ["LFSD", "LFGA"]
    assert {str(step.arguments["date"]) for step in made.steps} == {"2026-11-28"}


def test_the_fuel_of_a_flight_in_legs_is_over_its_stops(reader: Reader) -> None:
    call = last(
        reader,
        "distance LFFI LFKJ",
        "et avec une escale a Montpellier ?",
        "combien de litres a 36 l/h et 115 kt ?",
    )
    assert (call.tool, call.arguments["via"]) == ("get_fuel_plan", ["Montpellier"])
    call = last(
        reader,
        "dreieck elchingen mengen giebelstadt elchingen wie weit ist das",
        "und wieviel sprit bei achtzehn liter die stunde",
    )
    assert (call.tool, call.arguments["via"], call.arguments["burn_lph"]) == (
        "get_fuel_plan",
        ["mengen", "giebelstadt"],
        18,
    )


@pytest.mark.parametrize(
    ("before", "then", "arguments"),
    [
        ("do i need a flight plan from ireland to france", "and to Spain?", {"country_code": "IE", "countries": ["ES"]}),
        ("What is the VFR minimum in class G in England?", "below 3000 feet I meant, at 100 knots", {"country_code": "GB"}),
        ("what do I need to fly from the UK to Belgium", "and in a microlight", {"country_code": "BE"}),
        ("Was brauche ich von Deutschland in die Schweiz", "und mit einem UL?", {"country_code": "CH"}),
    ],
)  # fmt: skip
def test_a_rule_stays_in_hand(reader: Reader, before: str, then: str, arguments: dict[str, object]) -> None:
    call = last(reader, before, then)
    assert call.tool == "answer_rules_question"
    assert {name: call.arguments[name] for name in arguments} == arguments
    assert "knots" not in str(call.arguments["question"])


def test_countries_asked_one_by_one_are_compared_for_a_flight_from_a_third(reader: Reader) -> None:
    call = last(
        reader, "Rules for VFR flight in Austria please", "same for Italy",
        "which of them needs a flight plan when coming from Germany?",
    )  # fmt: skip
    assert (call.tool, call.arguments["countries"]) == ("compare_rules_between_countries", ["AT", "IT"])


@pytest.mark.parametrize("then", ["and in a C152 at 85 kt", "und mit 85 Knoten", "what if it is 85 knots instead"])
def test_a_flight_stays_in_hand_behind_a_fact_of_its_end(reader: Reader, then: str) -> None:
    call = last(reader, "how far is it from Leicester to Alderney", "is there avgas there", then)
    assert call.tool == "calculate_flight_distance"
    assert (call.arguments["from_location"], call.arguments["cruise_speed_kts"]) == ("Leicester", 85)


def test_hours_of_fuel_are_held_against_a_flight(reader: Reader) -> None:
    call = last(
        reader,
        "endurance with 100 litres at 25 litres an hour",
        "could I get from Goodwood to Lyon on that at 95 kt",
    )
    assert call.arguments == {
        "from_location": "Goodwood", "to_location": "Lyon", "endurance_hours": 4, "cruise_speed_kts": 95,
    }  # fmt: skip
