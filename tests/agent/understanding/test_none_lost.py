"""No question of a message is lost, and what a message takes back itself is not asked."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import plans


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("Wie weit ist es von Mainz nach Sylt und brauche ich PPR dort?", {"get_notification_for_airport", "calculate_flight_distance"}),
        ("how long from Popham to Sandown and is PPR required on the island", {"calculate_flight_distance", "get_notification_for_airport"}),
        ("Wind 300 at 15 which runway's best at Sherburn, and same wind at Leeds East what's the crosswind", {"get_runway_wind"}),
    ],
)  # fmt: skip
def test_each_question_of_a_message_is_planned(reader: Reader, text: str, tools: set[str]) -> None:
    steps = plans(reader, text)[0].steps
    assert {step.tool for step in steps} == tools and len(steps) == 2


def test_of_two_places_the_one_that_is_denied_is_not_asked_of(reader: Reader) -> None:
    (step,) = plans(reader, "no no I meant Wellesbourne, not Wellington. Runway length?")[0].steps
    assert (step.tool, step.arguments) == ("get_airport_details", {"icao_code": "EGBW", "about": ["runway"]})
    corrected = plans(reader, "customs at Cannes?", "I said Calais not Cannes")[1].steps
    assert [dict(one.arguments) for one in corrected] == [{"icao_code": "LFAC", "about": ["customs"]}]


def test_what_is_not_needed_is_no_wish_and_what_is_not_wanted_is_left_out(reader: Reader) -> None:
    (step,) = plans(reader, "don't need fuel, just a grass strip near Salisbury with food")[0].steps
    assert step.arguments["filters"] == {"has_soft_runway": True, "restaurant": "vicinity"}
    plan = plans(reader, "Grasplatz bei Speyer, brauche keinen Sprit, aber ein Restaurant")[0]
    assert not plan.emergency and [step.tool for step in plan.steps] == ["find_airports_near_location"]
    (step,) = plans(reader, "No I don't want Biggin Hill, give me somewhere else near London with customs")[
        0
    ].steps
    assert step.arguments["filters"] == {"point_of_entry": True, "not_fields": ["EGKB"]}


@pytest.mark.parametrize(
    "text", ["lunch within an hour but not in Kent", "Essen innerhalb einer Stunde, nicht in Kent"]
)
def test_an_area_that_is_denied_is_not_looked_in_and_named(reader: Reader, text: str) -> None:
    plan = plans(reader, text)[0]
    assert plan.steps[0].arguments["near"] == "home" and "Kent" in plan.left_aside


def test_there_is_the_place_spoken_of_before_a_rule_or_a_term(reader: Reader) -> None:
    asked = (
        "Wie weit ist es von Mainz nach Juist",
        "brauche ich in Deutschland einen Flugplan",
        "gibt es dort Sprit",
    )
    (step,) = plans(reader, *asked)[-1].steps
    assert (step.tool, step.arguments) == ("get_airport_details", {"icao_code": "EDWJ", "about": ["fuel"]})
