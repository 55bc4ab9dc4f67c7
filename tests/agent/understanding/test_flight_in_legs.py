"""A flight in legs is changed as one: its stops, its way round, what it is flown with."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import plans

DISTANCE = "calculate_flight_distance"
ROUND = "Leicester - Cromer - Beccles - Leicester, 100 kt"
OVER = "how long from Kemble to Le Mans via Cherbourg at 100 kt"


@pytest.mark.parametrize(
    ("first", "then", "way"),
    [
        (ROUND, "swap Beccles for Seething", ["Leicester", "Cromer", "Seething", "Leicester"]),
        (ROUND, "Seething instead of Cromer", ["Leicester", "Seething", "Beccles", "Leicester"]),
        (
            ROUND,
            "add Old Buckenham after Cromer",
            ["Leicester", "Cromer", "Old Buckenham", "Beccles", "Leicester"],
        ),
        (ROUND, "leave Cromer out", ["Leicester", "Beccles", "Leicester"]),
        (ROUND, "the other way round", ["Leicester", "Beccles", "Cromer", "Leicester"]),
        (ROUND, "start from Sibson instead", ["Sibson", "Cromer", "Beccles", "Sibson"]),
        (ROUND, "and the total?", ["Leicester", "Cromer", "Beccles", "Leicester"]),
        (OVER, "and then on to Tours", ["Kemble", "Cherbourg", "Le Mans", "Tours"]),
        (OVER, "und bis Nantes weiter?", ["Kemble", "Cherbourg", "Le Mans", "Nantes"]),
        (OVER, "et ensuite Angers", ["Kemble", "Cherbourg", "Le Mans", "Angers"]),
        (OVER, "add a stop at Caen", ["Kemble", "Cherbourg", "Caen", "Le Mans"]),
        (OVER, "direct", ["Kemble", "Le Mans"]),
        (OVER, "finishing at Rennes instead", ["Kemble", "Cherbourg", "Rennes"]),
    ],
)
def test_the_legs_follow_what_is_said_of_the_flight(reader: Reader, first: str, then: str, way: list[str]) -> None:
    steps = plans(reader, first, then)[-1].steps
    assert [step.tool for step in steps] == [DISTANCE] * (len(way) - 1)
    assert [steps[0].arguments["from_location"], *(step.arguments["to_location"] for step in steps)] == way
    assert all(step.arguments["cruise_speed_kts"] == 100 for step in steps)


def test_a_speed_and_a_wind_are_of_all_the_legs(reader: Reader) -> None:
    _, faster, windy = plans(
        reader, ROUND, "at 120 knots how long is the whole round trip", "and with 15 on the nose"
    )
    assert [step.arguments["cruise_speed_kts"] for step in faster.steps] == [120, 120, 120]
    assert [step.arguments["headwind_kts"] for step in windy.steps] == [15, 15, 15]


@pytest.mark.parametrize(
    "text", ["is there avgas at Beccles?", "what's the weather at Cromer", "do I need PPR at Beccles"]
)
def test_what_asks_something_else_is_no_change_of_the_legs(reader: Reader, text: str) -> None:
    assert DISTANCE not in [step.tool for step in plans(reader, ROUND, text)[-1].steps]


@pytest.mark.parametrize(
    ("text", "goal", "fields"),
    [
        ("nearest of Biggin, Redhill and Lydd to Le Touquet?", "Le Touquet", ["Biggin", "Redhill", "Lydd"]),
        (
            "which of Biggin, Redhill and Lydd is nearest to Le Touquet?",
            "Le Touquet",
            ["Biggin", "Redhill", "Lydd"],
        ),
        ("welcher ist näher an Sylt: Husum, Flensburg oder Heide?", "Sylt", ["Husum", "Flensburg", "Heide"]),
        ("lequel est le plus proche de Lyon, Annecy ou Chambéry", "Lyon", ["Annecy", "Chambéry"]),
    ],
)
def test_the_nearest_of_several_is_told_by_how_far_each_is(
    reader: Reader, text: str, goal: str, fields: list[str]
) -> None:
    steps = plans(reader, text)[0].steps
    ends = [{str(step.arguments["from_location"]), str(step.arguments["to_location"])} for step in steps]
    assert ends == [{goal, one} for one in fields]


@pytest.mark.parametrize(
    ("first", "then", "minutes"),
    [
        ("how far can I get from Sywell in 2 hours at 95 kt", "with 30 minutes reserve", 90),
        ("jusqu'où je peux aller depuis Lognes avec 3 heures d'autonomie à 110 kt", "en gardant 45 minutes", 135),
    ],
)
def test_a_reserve_shortens_what_is_in_reach(reader: Reader, first: str, then: str, minutes: int) -> None:
    (step,) = plans(reader, first, then)[-1].steps
    assert step.arguments["within_minutes"] == minutes
