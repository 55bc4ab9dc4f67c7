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
        ("When at the latest", "GAR: to Sat 5 Dec 07:00 local"),
        ("combien de temps avant", "GAR : de 48 h à 2 h avant le départ"),
        ("Wie lange vorher genau", "Zoll: 24 h vor der Landung"),
        ("Do I have to wear a life jacket", "Life-jackets are worn when beyond gliding distance"),
        ("le gilet est-il obligatoire", "Gilet : à bord de tout avion monomoteur"),
        ("what about the medical", "The medical must be of class 2"),
    ],
)
def test_words_that_the_answer_speaks_of_are_no_loss(wish: str, told: str) -> None:
    assert is_told(wish, told, FILLERS)


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("when at the latest", "Le Touquet has avgas"),
        ("is a raft mandatory", "Life-jackets are worn"),
        ("and a PLB", "Life-jackets are worn"),
        ("with my dog", "No dogma"),
        ("is it bumpy", "Wind 240°"),
    ],
)
def test_words_that_the_answer_does_not_hold_are_named(wish: str, told: str) -> None:
    assert not is_told(wish, told, FILLERS)


def test_what_is_passed_over_is_named_once() -> None:
    assert left_aside(["with my dog", "with my dog"]) == "I could not take account of “with my dog”; the rest:"
