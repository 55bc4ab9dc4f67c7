"""What follows a rule, a fuel sum or a report that was pasted: of the same countries, the same litres, the same report."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last, plans

RULE = "answer_rules_question"
PASTED = "decode LSZH 291120Z 24015G28KT 9999 -RA BKN012 08/06 Q1004"


@pytest.mark.parametrize(
    ("first", "then", "question"),
    [
        ("VFR minima in class D in Germany", "night?", "VFR minima in class D in Germany, at night?"),
        ("VFR minima in class D in Germany", "what about special VFR", "what about special VFR"),
        ("Flugplanpflicht in Deutschland?", "und Schwimmwesten?", "und Schwimmwesten?"),
    ],
)
def test_a_subject_alone_behind_a_rule_is_asked_of_the_same_country(
    reader: Reader, first: str, then: str, question: str
) -> None:
    call = last(reader, first, then)
    assert (call.tool, call.arguments.get("country_code"), call.arguments["question"]) == (RULE, "DE", question)


@pytest.mark.parametrize("text", ["can I go VFR in that", "kann ich da VFR fliegen", "good enough for VFR?"])
def test_whether_to_fly_is_asked_of_the_report_that_was_pasted(reader: Reader, text: str) -> None:
    for chat in ((PASTED, text), (PASTED, "crosswind on 28", text)):
        call = last(reader, *chat)
        assert call.tool == "get_weather"
        assert call.arguments["verdict"] is True
        assert "BKN012" in str(call.arguments["report"])


def test_a_field_alone_behind_a_rule_is_asked_as_the_field_before(reader: Reader) -> None:
    call = last(reader, "how long is the runway at Courchevel", "which rating do I need in France", "and Megève?")
    assert (call.tool, call.arguments["icao_code"], call.arguments["about"]) == (
        "get_airport_details",
        "LFHM",
        ["runway"],
    )


def test_a_call_named_behind_another_is_a_term(reader: Reader) -> None:
    call = last(reader, "mayday what does it mean", "and pan pan")
    assert (call.tool, call.arguments) == ("explain_term", {"term": "pan pan"})


def test_a_call_is_heard_behind_a_term(reader: Reader) -> None:
    assert plans(reader, "mayday what does it mean", "pan pan pan pan, engine running rough")[-1].emergency


def test_a_note_that_is_taken_back_is_kept_by_a_tap_alone(reader: Reader) -> None:
    taken = plans(reader, "make me a note: Sywell fuel pump out of order", "scrap that")[-1]
    assert not taken.steps
    assert "tap" in taken.reasoning
