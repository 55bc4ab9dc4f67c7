"""A rule asked for without a country: where Europe says the same it is told at once, beside the question back."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Profile, Question
from bot.transcript import gather

AT = datetime(2026, 11, 24, 10, tzinfo=UTC)


async def asked(text: str, deps: Deps) -> str:
    question = Question(text=text, at=AT, profile=Profile())
    done = (await gather(answer(question, Conversation(disclaimed=AT.date()), deps))).done
    assert done is not None
    return done.answer.text


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("oxygen rules part-NCO, above which altitude?", "between 10 000 ft and 13 000 ft"),
        ("90 days rule for passengers, how many landings?", "at least 3 take-offs, approaches and landings"),
        ("what do I do if the radio fails", "Squawk 7600"),
    ],
)
async def test_what_europe_says_alike_needs_no_country(text: str, held: str, deps: Deps) -> None:
    said = await asked(text, deps)
    assert "states that apply the European rules" in said
    assert held in said
    assert "United Kingdom" in said.partition("In their own words: ")[2]


@pytest.mark.parametrize("text", ["is it legal for my mate to pay his share of fuel", "airspace rules"])
async def test_what_no_european_text_surely_answers_is_asked_back_alone(text: str, deps: Deps) -> None:
    said = await asked(text, deps)
    assert "European rules" not in said
