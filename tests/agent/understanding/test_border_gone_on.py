"""What is added to the border brief in hand: a country flown over, a stop, somebody aboard."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last, plans

BRIEF, RULE = "get_border_brief", "answer_rules_question"
PULA, LYDD = "Flensburg nach Pula, Zoll?", "Lydd to Antwerp, customs"


@pytest.mark.parametrize(
    ("first", "then", "over"),
    [
        (PULA, "über Österreich und Slowenien auch", ["AT", "SI"]),
        (LYDD, "overflying France on the way", ["FR"]),
        ("formalités Cannes vers Elbe", "en survolant la Suisse", ["CH"]),
    ],
)
def test_a_country_flown_over_is_added_to_the_flight(
    reader: Reader, first: str, then: str, over: list[str]
) -> None:
    call = last(reader, first, then)
    assert (call.tool, call.arguments.get("overflown")) == (BRIEF, over)


@pytest.mark.parametrize(
    ("first", "then", "stop"),
    [
        (PULA, "ändert sich was wenn wir in der Schweiz zwischenlanden", "Switzerland"),
        (LYDD, "and with a stop at Calais", "Calais"),
        (LYDD, "what if I go via Calais", "Calais"),
        ("formalités Dinard Jersey", "et si on fait escale à Guernesey", "Guernesey"),
    ],
)
def test_a_stop_cuts_the_flight_in_two(reader: Reader, first: str, then: str, stop: str) -> None:
    steps = plans(reader, first, then)[-1].steps
    assert [step.tool for step in steps] == [BRIEF, BRIEF]
    assert steps[0].arguments["to_location"] == steps[1].arguments["from_location"] == stop


@pytest.mark.parametrize(
    ("first", "then", "question", "there"),
    [
        (LYDD, "wenn ein Schweizer mitfliegt", "Swiss", "BE"),
        ("formalités Dinard Jersey", "avec un passager algérien", "Algerian", "JE"),
    ],
)
def test_somebody_aboard_is_asked_of_both_states(
    reader: Reader, first: str, then: str, question: str, there: str
) -> None:
    call = last(reader, first, then)
    assert (call.tool, call.arguments["country_code"]) == (RULE, there)
    assert call.arguments["question"] == f"Which passport or visa do {question} passengers need?"


@pytest.mark.parametrize(
    ("first", "then", "people"),
    [(PULA, "und mit einem Freund aus der Türkei an Bord", "TR"), (LYDD, "my copilot is Australian", "AU")],
)
def test_the_passport_of_somebody_aboard_is_asked_of_the_flight(
    reader: Reader, first: str, then: str, people: str
) -> None:
    call = last(reader, first, then)
    assert (call.tool, call.arguments["about"], call.arguments["nationals"]) == (
        "plan_trip",
        "travellers",
        [people],
    )


@pytest.mark.parametrize(
    "then",
    ["what about France", "can I refuel in Belgium", "is Belgium in Schengen", "where do I land in Belgium"],
)
def test_what_asks_something_else_adds_nothing(reader: Reader, then: str) -> None:
    steps = plans(reader, LYDD, then)[-1].steps
    assert len(steps) == 1
    assert "overflown" not in steps[0].arguments


@pytest.mark.parametrize(
    "text",
    [
        "We get into Shoreham from Deauville at 4pm on Sunday, GAR by when?",
        "arriving at Lydd from Belgium on Saturday at 14:00, by when the GAR?",
        "j'arrive à Lydd depuis Calais samedi à 14h, le GAR pour quand ?",
    ],
)
def test_the_hour_of_landing_is_none_of_leaving(reader: Reader, text: str) -> None:
    call = last(reader, text)
    assert call.arguments.get("landing") or call.arguments.get("arrive_by")
    assert not call.arguments.keys() & {"time", "off_block"}


@pytest.mark.parametrize(
    ("then", "knots"),
    [("et avec 20 kt de mistral dans le dos ?", -20), ("mit 15 Knoten Bise von vorne?", 15)],
)
def test_a_wind_by_its_own_name_is_no_cruise_speed(reader: Reader, then: str, knots: int) -> None:
    call = last(reader, "Lausanne Perpignan à 110 kt, combien de temps ?", then)
    assert (call.arguments["cruise_speed_kts"], call.arguments["headwind_kts"]) == (110, knots)


@pytest.mark.parametrize(
    "then", ["Kannst mich eine Stunde vor dem Flugplan erinnern?", "tu peux me rappeler une heure avant ?"]
)
def test_who_asks_to_be_reminded_of_the_trip_is_told_no_rule(reader: Reader, then: str) -> None:
    assert last(reader, "Wels nach Portorož am Samstag um 11 Uhr, 125 kt", then).tool == "set_reminders"


def test_all_that_is_to_be_sent_is_asked_beside_the_passports(reader: Reader) -> None:
    trip = "Plan me Weston to Barra saturday 12 december, back sunday, all irish passports. what has to be sent and when"
    assert "about" not in last(reader, trip).arguments
