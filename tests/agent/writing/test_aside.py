"""What an answer says first: what of the question it passes over."""

from __future__ import annotations

import pytest

from agent.writing.aside import is_told, left_aside

FILLERS = frozenset(("about", "do", "need"))


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("when", "GAR: 48 h to 2 h before departure"),
        ("Do I need a lifejacket", "Life-jackets are worn when beyond gliding distance"),
        ("what about the medical", "The medical must be of class 2"),
    ],
)
def test_words_that_the_answer_speaks_of_are_no_loss(wish: str, told: str) -> None:
    assert is_told(wish, told, FILLERS)


@pytest.mark.parametrize(
    ("wish", "told"),
    [("and a PLB", "Life-jackets are worn"), ("with my dog", "No dogma"), ("is it bumpy", "Wind 240°")],
)
def test_words_that_the_answer_does_not_hold_are_named(wish: str, told: str) -> None:
    assert not is_told(wish, told, FILLERS)


def test_what_is_passed_over_is_named_once() -> None:
    assert left_aside(["with my dog", "with my dog"]) == "I could not take account of “with my dog”; the rest:"
