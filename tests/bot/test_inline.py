"""Cards while somebody types: quick, few, and only from what is known."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.protocol import AnswerInline, Person
from agent.config import AgentSettings
from agent.deps import Deps
from bot.inline import inline_cards

ANA = Person("ana")


@pytest.fixture(scope="module")
def answer(data_dir: Path) -> AnswerInline:
    return inline_cards(Deps(settings=replace(AgentSettings(), data_dir=data_dir)))


@pytest.mark.parametrize("query", ["EGLL", " egll ", "LHR"])
async def test_a_code_gives_its_airfield(answer: AnswerInline, query: str) -> None:
    (card,) = await answer(query, ANA)
    assert card.key == "EGLL" and card.title.startswith("EGLL ")
    assert "Elevation 83 ft" in card.description
    assert card.position is not None and abs(card.position.lat - 51.47) < 0.02
    assert "OurAirports" in card.markdown


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("EGTF LFMD", ["559 nm"]),
        ("EGTF to LFMD 140 kt", ["3h 59m", "140 kt", "559 nm"]),
        ("from egtf to lfmd at 140 knots", ["3h 59m"]),
        ("EGTF LFMD c172", ["559 nm", "typical"]),
    ],
)
async def test_two_codes_give_a_distance_and_a_speed_gives_a_time(
    answer: AnswerInline, query: str, words: list[str]
) -> None:
    (card,) = await answer(query, ANA)
    assert card.title == "EGTF to LFMD"
    for word in words:
        assert word in card.description and word in card.markdown.replace("**", "")
    assert "**" not in card.description and "\n" not in card.description


async def test_a_name_gives_a_few_fields_the_best_first(answer: AnswerInline) -> None:
    cards = await answer("touquet", ANA)
    assert cards[0].key == "LFAT" and 1 <= len(cards) <= 10
    assert len({card.key for card in cards}) == len(cards)


@pytest.mark.parametrize("query", ["", "   ", "?!", "x" * 5000, "\x00\u202e", "EGTF EGTF"])
async def test_nothing_known_gives_no_card(answer: AnswerInline, query: str) -> None:
    assert await answer(query, ANA) == ()


async def test_cards_come_while_typing(answer: AnswerInline) -> None:
    await answer("EGLL", ANA)
    begun = time.process_time()
    for query in ("EGTF", "EGTF LFMD c172", "le touq"):
        await answer(query, ANA)
    assert (time.process_time() - begun) / 3 < 0.3
