"""Sentences on real answers, most of them as a model may write them: which are shown, and which never."""

from __future__ import annotations

import tomllib
from pathlib import Path

from agent.writing.grounding import Gate, Material
from agent.writing.sentences import SentenceGate

FOLDER = Path(__file__).parent / "prose"
ANSWERS = {one["id"]: one for one in tomllib.loads((FOLDER / "answers.toml").read_text("utf-8"))["answer"]}


def read(name: str) -> list[tuple[str, str]]:
    lines = (FOLDER / name).read_text("utf-8").splitlines()
    return [(answer, prose) for answer, _, prose in (line.partition("|") for line in lines if line)]


def shown(answer: str, prose: str) -> str:
    """What a pilot would see of it."""
    material, asked = ANSWERS[answer]["text"], ANSWERS[answer]["asked"]
    words, sentences = Gate(Material(material)), SentenceGate(material, asked)
    told = sentences.push(words.push(prose))
    if words.refused is None:
        told += sentences.push(words.close()) + sentences.close()
    return told


def test_nine_of_ten_faithful_sentences_are_shown() -> None:
    faithful = read("faithful.txt")
    passed = [prose for answer, prose in faithful if shown(answer, prose) == prose]
    assert len(faithful) >= 60 and len(passed) >= 0.9 * len(faithful)


def test_no_sentence_with_one_wrong_fact_is_shown_nor_its_beginning() -> None:
    wrong = read("wrong.txt")
    assert len(wrong) >= 200
    assert [told for answer, prose in wrong if (told := shown(answer, prose))] == []
