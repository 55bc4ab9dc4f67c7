"""Names that stand beside other names, or that telephones wrote in pieces, and people who are no airfields."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from agent.deps import Deps
from agent.language.wording import plain
from agent.protocol import Conversation, Question
from agent.understanding.chat import plan_in_chat
from agent.understanding.reader.reader import Reader


@pytest.fixture(scope="module")
def reader(deps: Deps) -> Reader:
    return Reader(deps)


def _named(reader: Reader, text: str) -> list[str]:
    slots = reader.said(plain(text), date(2026, 11, 23)).slots
    return [spot.name for spot in (*slots.spots, *slots.weak)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("landing fee at Block Island for a 3100 lb single", ["KBID"]),
        ("Is Pagosa Springs open on Friday?", ["KPSO"]),
        ("Is Palma's Son Bonet open to me, with avgas?", ["Son Bonet"]),
        ("Is Son Bonet open to me, with avgas? LESB", ["LESB"]),
        ("what's the radio frequency? Going there with Steve on Wednesday", []),
        ("compare welsh pool and shobdon for runway and fuel", ["welshpool", "shobdon"]),
        ("is pop ham open", ["popham"]),
        ("What are the hours in January, the 9th", []),
        ("We're off from Coonagh to Islay on Saturday, two of us and Bran the collie", ["Coonagh", "Islay"]),
        ("Fliege mit Otto, meinem Dackel, am Freitag von Kassel nach Juist", ["Kassel", "Juist"]),
        ("avec Rex, notre chien, de Lognes à Deauville", ["Lognes", "Deauville"]),
        ("what's the best way to split costs in a group share, legally?", []),
        ("from Zadar to Split on Friday", ["Zadar", "Split"]),
        ("We're planning Bornholm for Ascension weekend", ["Bornholm"]),
        ("you need to send a thing to the Guardia civil before", []),
        ("Tu me montes ça avec les délais ?", []),
        ("do I have to talk to the SIV by law", []),
        ("what does VCFG mean", []),
    ],
)
def test_what_is_named(reader: Reader, text: str, names: list[str]) -> None:
    assert _named(reader, text) == names


def test_a_day_behind_its_month_and_a_comma_is_a_day(reader: Reader) -> None:
    days = reader.said("hours in January, the 9th", date(2026, 11, 23)).slots.days
    assert [day.when for day in days] == [date(2027, 1, 9)]


@pytest.mark.parametrize(
    ("text", "tool", "given"),
    [
        (
            "je depose le plan de vol combien de temps avant si je passe en Espagne",
            "get_report_deadline",
            {"report": "flight_plan", "country_code": "ES"},
        ),
        (
            "wie frueh muss man in frankreich den flugplan aufgeben, 30 oder 60 minuten vorher?",
            "get_report_deadline",
            {"report": "flight_plan", "country_code": "FR"},
        ),
        (
            "In plain English, am I allowed to cross a Spanish restricted area on a flight plan",
            "answer_rules_question",
            {"country_code": "ES"},
        ),
        (
            "Can an Italian controller accept an abbreviated plan by radio?",
            "answer_rules_question",
            {"country_code": "IT"},
        ),
        ("do I have to talk to the SIV by law", "answer_rules_question", {"country_code": "FR"}),
        ("dump the whole Croatian rulebook for me", "browse_rules", {"country_code": "HR"}),
        ("Liste des regles espagnoles svp", "browse_rules", {"country_code": "ES"}),
    ],
)
def test_which_paper_and_whose_rules(reader: Reader, text: str, tool: str, given: dict[str, str]) -> None:
    asked = Question(text=text, at=datetime(2026, 11, 23, 10, tzinfo=UTC))
    (step,) = plan_in_chat(asked, Conversation(), reader).steps
    assert step.tool == tool and step.arguments.items() >= given.items() and "topic" not in step.arguments
