"""A name alone is the sheet of the field that visitors use, or a question that offers it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from agent.deps import Deps
from agent.locate import NotLocated, one_field
from agent.protocol import Profile, Question
from agent.registry import ToolContext
from agent.understanding.in_hand.context import Known
from agent.understanding.reader.reader import Reader

TARGET = 0.97
TODAY = date(2026, 11, 28)
NAMES = Path(__file__).with_name("place_alone.txt")


@dataclass(frozen=True)
class Name:
    """One line of the table."""

    text: str
    codes: frozenset[str]


def names() -> list[Name]:
    lines = NAMES.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if " | " in line and not line.startswith("#")]
    return [Name(text, frozenset(codes.split("/"))) for text, codes in rows]


@pytest.fixture(scope="module")
def reader(deps: Deps) -> Reader:
    return Reader(deps)


def leads_there(name: Name, reader: Reader) -> bool:
    (reading,) = reader.options(reader.said(name.text, TODAY), Known())[0].readings
    code = reading.arguments.get("icao_code")
    if reading.tool != "get_airport_details" or not isinstance(code, str):
        return False
    question = Question(text=name.text, at=datetime(2026, 11, 28, 10, tzinfo=UTC), profile=Profile())
    found = one_field(code, ToolContext(reader.deps, question))
    return bool(name.codes & ({*found.suggestions} if isinstance(found, NotLocated) else {found.ident}))


def test_the_table_has_more_than_500_names_of_fields_that_there_are(deps: Deps) -> None:
    assert len(names()) > 500
    codes = {code for name in names() for code in name.codes}
    assert [code for code in sorted(codes) if (a := deps.airports.get(code)) is None or a.ident != code] == []


def test_most_of_a_tenth_of_the_names_lead_to_their_field(reader: Reader) -> None:
    tenth = names()[::10]
    assert sum(leads_there(name, reader) for name in tenth) >= 0.95 * len(tenth)


@pytest.mark.thorough
def test_97_of_100_names_alone_lead_to_the_field_that_visitors_use(reader: Reader) -> None:
    wrong = [name.text for name in names() if not leads_there(name, reader)]
    assert len(wrong) <= (1 - TARGET) * len(names()), wrong


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Tarbes", "LFBT"),
        ("Nîmes", "LFTW"),
        ("Besançon", "LFQM"),
        ("Wiener Neustadt", "LOAN"),
        ("Geneva", "LSGG"),
        ("Köln", "EDDK"),
        ("Isle of Man", "EGNS"),
        ("Luxemburg", "ELLX"),
        ("Reichenbach", "LSGR"),
        ("Tours", "LFOT"),
        ("Ashford Airport", "EGMD"),
        ("L'Aquila", "LIAP"),
    ],
)
def test_a_town_alone_is_the_field_that_visitors_use(text: str, code: str, reader: Reader) -> None:
    assert leads_there(Name(text, frozenset((code,))), reader)


@pytest.mark.parametrize("text", ["nice", "Nice", "Plan", "Kent", "Bavaria", "Test", "hills", "thanks", "France"])
def test_a_word_or_an_area_alone_is_no_field(text: str, reader: Reader) -> None:
    (reading,) = reader.options(reader.said(text, TODAY), Known())[0].readings
    assert "icao_code" not in reading.arguments


def test_a_town_that_is_only_guessed_has_no_fields_near_it(deps: Deps) -> None:
    question = Question(text="", at=datetime(2026, 11, 28, 10, tzinfo=UTC), profile=Profile())
    found = one_field("Portofino", ToolContext(deps, question))
    assert isinstance(found, NotLocated) and "near it" not in found.message


def test_of_towns_of_one_name_without_a_field_of_it_one_asks(deps: Deps) -> None:
    question = Question(text="", at=datetime(2026, 11, 28, 10, tzinfo=UTC), profile=Profile())
    found = one_field("Zell", ToolContext(deps, question))
    assert isinstance(found, NotLocated) and found.message == "Which Zell do you mean?"
