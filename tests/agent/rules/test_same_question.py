"""A verdict is told only where the entry's question is the one that was asked; measured on labelled pairs."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from agent.rules.book import Rulebook
from agent.rules.same_question import modality, tells_verdict

HERE = Path(__file__).parent
NEAR_MISSES = tomllib.loads((HERE / "near_misses.toml").read_text(encoding="utf-8"))
ASKED = tomllib.loads((HERE.parents[2] / "bench" / "rules_queries.toml").read_text(encoding="utf-8"))


async def told(book: Rulebook, asked: str, question_id: str) -> bool:
    """Whether the check holds and no yes or no stands under another modality, for a country that answers."""
    question = book.corpus.questions[question_id]
    country = next(c for c in book.corpus.countries if book.corpus.answers(question_id, c))
    return await book.tells(asked, question, country)


@pytest.mark.parametrize("part", ["open", "kept"])
@pytest.mark.thorough
async def test_near_misses_are_refused_a_verdict(book: Rulebook, part: str) -> None:
    wrong = [asked for asked, entry in NEAR_MISSES[part].items() if await told(book, asked, entry)]
    assert len(wrong) <= 0.05 * len(NEAR_MISSES[part]), wrong


@pytest.mark.thorough
async def test_most_of_what_is_asked_in_other_words_is_known_as_the_same(book: Rulebook) -> None:
    pairs = [
        (asked, ids[0].split("/")[0])
        for language in ASKED["fresh"].values()
        for asked, ids in language.items()
        if ids and ids[0].split("/")[0] in book.corpus.questions
    ]
    same = 0
    finder = book._ready()  # pyright: ignore[reportPrivateUsage]
    for asked, entry in pairs:
        question = book.corpus.questions[entry]
        clean = book._cleaned(asked)  # pyright: ignore[reportPrivateUsage]
        same += book._same.holds(clean, question, finder.nearness(clean, question))  # pyright: ignore[reportPrivateUsage]
    assert same >= 0.75 * len(pairs), (same, len(pairs))


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("is a radio check mandatory", "duty"),
        ("do I need a Flugleiter in Germany", "duty"),
        ("can I land at a farm strip", "leave"),
        ("UK permit aircraft in France allowed?", "leave"),
        ("how do I get customs clearance", "other"),
        ("what squawk for VFR in France", "other"),
        ("Darf ich nachts VFR fliegen?", "leave"),
        ("faut-il un plan de vol ?", "duty"),
        ("Flugplan nötig?", "duty"),
    ],
)
def test_a_duty_is_not_a_permission(asked: str, expected: str) -> None:
    assert modality(asked) == expected


@pytest.mark.parametrize(
    ("text", "is_verdict"),
    [("Yes, accepted.", True), ("No, not generally.", True), ("Some, but ask.", True), ("By phone.", False)],
)
def test_an_answer_that_begins_with_a_yes_or_no_is_a_verdict(text: str, is_verdict: bool) -> None:
    assert tells_verdict(text) is is_verdict
