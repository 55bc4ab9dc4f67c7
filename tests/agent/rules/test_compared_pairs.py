"""Two answers are told as different only where they differ in meaning: measured on 105 pairs labelled by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.rules.book import Rulebook
from agent.rules.comparison import AnswerComparer
from agent.rules.corpus import Corpus, RuleAnswer, RuleQuestion

PAIRS = [
    line.split("\t")
    for line in (Path(__file__).parent / "compared_pairs.tsv").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.thorough
def test_at_least_95_in_100_pairs_are_told_right_and_no_difference_is_missed(book: Rulebook) -> None:
    questions = [RuleQuestion(f"q{n}", row[1]) for n, row in enumerate(PAIRS)]
    answers = [
        RuleAnswer(f"q{n}", c, t)
        for n, row in enumerate(PAIRS)
        for c, t in zip(("FR", "DE"), row[2:], strict=True)
    ]
    vectors_of = book._vectors_of  # pyright: ignore[reportPrivateUsage]
    comparer = AnswerComparer(Corpus(questions, answers, "pairs"), vectors_of, book.embedder.id)
    told = {item.question.id: item.verdict for item in comparer.compare(["FR", "DE"], questions)}
    wrong = [row for n, row in enumerate(PAIRS) if (told[f"q{n}"] == "similar") != (row[0] == "same")]
    assert len(PAIRS) == 105
    assert len(wrong) <= 5, wrong
    assert [row for row in wrong if row[0] == "different"] == []
