"""A town with namesakes is the one in the area that the message names; counties that are listed stay counties."""

from __future__ import annotations

from datetime import date

import pytest

from agent.config import AgentSettings
from agent.deps import Deps
from agent.understanding.reader.reader import Reader


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("nearest airfield to Newport, Isle of Wight", ["Newport, Isle of Wight"]),
        ("airfields in Kent near Canterbury", ["Kent", "Canterbury, Kent"]),
        ("airfields near Newport in Wales with fuel", ["Newport, Wales"]),
        ("from Devon to Newport in Shropshire", ["Devon", "Newport, Shropshire"]),
        ("how far from Lydd in Kent to Popham", ["Lydd", "Popham"]),
        ("airfields in Kent, Sussex and Surrey", ["Kent", "Sussex", "Surrey"]),
        ("Plätze in Bayern, Sachsen und Thüringen", ["Bayern", "Sachsen", "Thüringen"]),
        ("terrains près de Saint-Denis", ["Saint-Denis"]),
    ],
)
def test_the_area_tells_which_town(reader: Reader, text: str, names: list[str]) -> None:
    assert [spot.name for spot in reader.said(text, date(2026, 11, 24)).slots.spots] == names


def test_a_town_that_is_a_german_word_is_a_town_in_english(reader: Reader) -> None:
    said = reader.said("last moment for the GAR, we'd leave bergen at 10 local", date(2026, 11, 24))
    assert [(spot.name, spot.role) for spot in said.slots.spots] == [("Bergen", "from")]
