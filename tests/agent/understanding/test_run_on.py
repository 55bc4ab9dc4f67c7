"""Several questions of one message, as dictation leaves them: none is lost, or it is said which."""

from __future__ import annotations

import pytest

from agent.protocol import Plan
from agent.understanding.clauses.clauses import run_on, things
from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import plans

_CARD, _FEE, _FAR = "get_airport_details", "get_airport_pricing", "calculate_flight_distance"


def _tools(plan: Plan) -> set[str]:
    return {step.tool for step in plan.steps}


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        (
            "im flying to le touquet saturday from shoreham do they have avgas whats the landing fee and when do i have to send the gar",
            {"plan_trip", _CARD, _FEE},  # the trip tells when the GAR is due
        ),
        ("how far is Lydd from Elstree is there customs at Lydd", {_FAR, _CARD}),
        ("wie lang ist die bahn in Egelsbach gibt es avgas was kostet die landung", {_CARD, _FEE}),
        ("METAR for lydd what are the notams there is there avgas", {"get_weather", "get_notams", _CARD}),
        ("distance Toussus Deauville, météo à Deauville et douane là-bas", {_FAR, "get_weather", _CARD}),
    ],
)
def test_questions_that_run_on_are_each_answered(reader: Reader, text: str, tools: set[str]) -> None:
    assert _tools(plans(reader, text)[-1]) == tools


def test_facts_of_one_field_that_run_on_are_one_answer(reader: Reader) -> None:
    (plan,) = plans(reader, "how long is the runway at popham is there fuel whats the circuit height")
    (step,) = plan.steps
    assert (step.tool, step.arguments["about"]) == (_CARD, ["runway", "fuel", "circuit"])


@pytest.mark.parametrize(
    "text",
    [
        "what squawk do i use",
        "how long is the runway",
        "tell me what is the landing fee at Sywell",
        "i was wondering how long is the runway at Popham",
        "do you know if there is a cafe at Popham",
    ],
)
def test_a_question_that_is_one_is_not_cut(text: str) -> None:
    assert run_on(text) == []


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "do I need a flight plan and a transponder in Germany?",
            ("do I need a flight plan in Germany?", "do I need a transponder in Germany?"),
        ),
        (
            "faut-il un plan de vol pour l'Angleterre et un gilet de sauvetage ?",
            ("faut-il un plan de vol pour l'Angleterre?", "faut-il un gilet de sauvetage pour l'Angleterre?"),
        ),
        ("do I need a flight plan for a flight to France", ()),
    ],
)
def test_two_things_are_asked_one_by_one(text: str, asked: tuple[str, ...]) -> None:
    assert things(text) == asked


def test_a_fact_that_no_answer_is_about_is_named(reader: Reader) -> None:
    (plan,) = plans(reader, "Wetter in Kassel morgen Landegebühr dort und Öffnungszeiten")
    assert "get_weather" in _tools(plan) or "Wetter" in plan.left_aside


def test_a_fee_is_asked_of_both_fields_in_french(reader: Reader) -> None:
    (plan,) = plans(reader, "taxe d'atterrissage au Touquet et à Dieppe")
    assert [step.arguments["icao_code"] for step in plan.steps] == ["LFAT", "LFAB"]


def test_a_time_that_is_asked_is_not_named_as_weather(reader: Reader) -> None:
    (plan,) = plans(
        reader, "combien de temps d'Albert à Abbeville à 160 km/h, et est-ce que c'est ouvert dimanche"
    )
    assert plan.left_aside == ()
