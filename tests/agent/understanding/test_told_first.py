"""What a pilot tells of the own flying before a question is read with it, and offered to be kept."""

from __future__ import annotations

from datetime import date

import pytest

from agent.protocol import Profile
from agent.understanding.clauses.told_first import profile_with, told_first
from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import plans

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("text", "told", "rest"),
    [
        (
            "I've a Warrior, 105 knots, based at Cumbernauld. Remember that. What can I reach in ninety minutes",
            {"home_base": "EGPG", "aircraft_type": "Warrior", "cruise_speed_kts": 105},
            "What can I reach in ninety minutes",
        ),
        (
            "Basé à Dijon, DR400 à 110 kt. Combien de temps pour Troyes ?",
            {"home_base": "LFSD", "aircraft_type": "DR400", "cruise_speed_kts": 110},
            "Combien de temps pour Troyes ?",
        ),
        (
            "I'm based at Popham and fly a Cessna 150 at 85 knots, so how long to Sandown?",
            {"home_base": "EGHP", "aircraft_type": "Cessna 150", "cruise_speed_kts": 85},
            "how long to Sandown?",
        ),
        (
            "Ich bin in Egelsbach stationiert und fliege eine C172, wie weit ist es nach Juist",
            {"home_base": "EDFE", "aircraft_type": "C172"},
            "wie weit ist es nach Juist",
        ),
    ],
)
def test_the_question_stands_behind_what_is_told(
    reader: Reader, text: str, told: dict[str, str | int], rest: str
) -> None:
    found = told_first(text, TODAY, reader)
    assert found is not None
    assert (found[0].arguments, found[1]) == (told, rest)
    base = told["home_base"]
    assert profile_with(Profile(), found[0]).home_base == base


@pytest.mark.parametrize(
    "text",
    [
        "We have a PA28 with 90 litres. How far can we get at 34 l/h?",
        "I'm a student pilot. What is a GAR?",
        "Is Popham open? I am based at Thruxton",
        "My home base is Popham",
    ],
)
def test_what_tells_of_one_flight_or_asks_first_is_read_whole(reader: Reader, text: str) -> None:
    assert told_first(text, TODAY, reader) is None


def test_a_trip_begins_at_the_base_that_is_told(reader: Reader) -> None:
    trip, kept = plans(reader, "My home field is Sywell. Saturday 10 to Sandown")[0].steps
    assert (trip.tool, trip.arguments["from_location"], kept.tool) == ("plan_trip", "EGBK", "set_profile")
