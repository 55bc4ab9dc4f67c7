"""What is told of a flight beside its ends: a wind by its own name, its papers together, its start only later."""

from __future__ import annotations

from datetime import date

import pytest

from agent.language.quantities import find_quantities
from agent.subjects.trip.reading_paper import one_paper_asked
from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last, plans

TODAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("text", "knots"),
    [
        ("avec 20 kt de mistral dans le dos", -20),
        ("25 noeuds de bise de face", 25),
        ("20 kt Föhn von vorne", 20),
    ],
)
def test_a_wind_by_its_own_name_is_a_wind(text: str, knots: int) -> None:
    found = find_quantities(text)
    assert [(one.kind, one.value) for one in found] == [("wind", knots)]


@pytest.mark.parametrize(
    "text",
    [
        "Lydd to Le Touquet on Saturday, all British passports, what has to be sent to customs and when",
        "Lydd to Le Touquet, what's the latest I can file the gendec n all that",
        "Bern nach Colmar, was muss beim Zoll alles gemeldet werden und bis wann",
        "Lausanne Biella, qu'est-ce qu'il faut envoyer à la douane et quand",
    ],
)
def test_all_that_has_to_be_sent_is_not_one_paper(reader: Reader, text: str) -> None:
    assert one_paper_asked(reader.said(text, TODAY, None, None)) is None


def test_the_latest_for_one_paper_is_of_that_one(reader: Reader) -> None:
    said = reader.said("Lydd to Le Touquet, what's the latest for the gendec?", TODAY, None, None)
    assert one_paper_asked(said) == "report"


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        (
            "do i need a flight plan dublin to the isle of man and do i have to ring the guards",
            ("dublin", "isle of man"),
        ),
        ("Elstree to Caen: flight plan and gar needed?", ("Elstree", "Caen")),
    ],
)
def test_two_papers_of_one_flight_are_its_border(reader: Reader, text: str, ends: tuple[str, str]) -> None:
    call = last(reader, text)
    assert call.tool in ("get_border_brief", "plan_trip")  # whose list of things to do has both
    assert (call.arguments["from_location"], call.arguments["to_location"]) == ends


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("LFLP a t il des approches IFR, et LFLB ?", ["LFLP", "LFLB"]),
        ("does Lydd have a restaurant, and Headcorn?", ["EGMD", "EGKH"]),
    ],
)
def test_a_name_alone_behind_a_question_asks_it_too(reader: Reader, text: str, fields: list[str]) -> None:
    assert [step.arguments["icao_code"] for step in plans(reader, text)[-1].steps] == fields


def test_a_list_of_one_has_a_first(reader: Reader) -> None:
    call = last(
        reader,
        "airfields in the Scottish Highlands with avgas",
        "how far is the first one from Weston",
        shown=("EGPE",),
    )
    assert call.tool == "calculate_flight_distance"
    assert call.arguments["to_location"] == "EGPE"


def test_one_of_those_is_of_the_terms_explained(reader: Reader) -> None:
    chat = (
        "C'est quoi une RMZ ?",
        "et une TMZ ?",
        "il me faut quoi pour entrer dans une de celles en Allemagne ?",
    )
    call = last(reader, *chat, "pis en France ça existe aussi ?")
    assert call.tool == "answer_rules_question"
    assert call.arguments["country_code"] == "FR"
    assert "RMZ / TMZ" in str(call.arguments["question"])


def test_either_of_em_is_both(reader: Reader) -> None:
    steps = plans(reader, "ppr at Kerry?", "and Galway", "is there any fuel at either of em")[-1].steps
    assert [step.arguments["icao_code"] for step in steps] == ["EIKY", "EICM"]


def test_a_field_used_instead_is_the_trips(reader: Reader) -> None:
    call = last(reader, "plan Lydd to Deauville on Saturday", "is Deauville open?", "use Le Havre instead then")
    assert (call.tool, call.arguments["to_location"]) == ("plan_trip", "Le Havre")
