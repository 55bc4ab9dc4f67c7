"""A yes or no is told under its own conditions only: each entry is asked with one that it does not name."""

from __future__ import annotations

import pytest

from agent.rules.book import Rulebook
from agent.rules.same_question import tells_verdict

ADDED = {
    "at night": ("night",),
    "in fog": ("fog", "cloud", "IMC"),
    "at a military field": ("militar", "air force"),
    "under IFR": ("IFR",),
    "over a city": ("city", "town", "congested"),
    "when the tower is closed": ("tower is closed", "ATC is closed"),
    "in a helicopter": ("helicopter",),
    "with a drone": ("drone",),
    "without a radio": ("without a radio", "without radio"),
}
"""What is added to an entry's own question, and the words with which an entry would name it."""


@pytest.mark.thorough
async def test_no_verdict_is_told_under_a_condition_that_its_entry_does_not_name(book: Rulebook) -> None:
    told: list[str] = []
    asked = 0
    held = [q for q in book.corpus.select("GB", None, ()) if len(q.text) < 110]
    for number, question in enumerate(held):
        texts = [answer.text for answer in book.corpus.answers(question.id, "GB")]
        if not any(map(tells_verdict, texts)):
            continue
        own = " ".join((question.text, *question.tags, *question.phrasings, *texts)).casefold()
        for added, words in [*ADDED.items()][number % 3 :: 3]:
            if any(word.casefold() in own for word in words):
                continue
            asked += 1
            if await book.fitting(f"{question.text.rstrip('?')} {added}?", question, "GB") == "same":
                told.append(f"{question.id} {added}")
    assert asked > 40
    assert told == []
