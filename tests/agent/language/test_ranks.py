"""The place in an order that a superlative is asked with, in three languages."""

from __future__ import annotations

import pytest

from agent.language.ranks import rank_before, with_ranks_apart


@pytest.mark.parametrize(
    ("text", "superlative", "rank"),
    [
        ("which is the second longest runway in kent", "longest", 2),
        ("3rd highest field", "highest", 3),
        ("le deuxième terrain le plus haut", "plus haut", 2),
        ("la 3e plus longue piste", "plus longue", 3),
        ("der zweit höchste platz", "höchste", 2),
        ("the longest runway", "longest", None),
        ("two of the longest runways", "longest", None),
    ],
)
def test_the_place_stands_before_its_superlative(text: str, superlative: str, rank: int | None) -> None:
    found = rank_before(text, text.index(superlative))

    assert (found[0] if found else None) == rank


def test_a_compound_is_taken_apart_and_a_fraction_is_not() -> None:
    assert with_ranks_apart("Zweithöchster Platz in Tirol") == "Zweit höchster Platz in Tirol"
    assert (
        with_ranks_apart("ein Drittel der Plätze, ein Zweitflugzeug")
        == "ein Drittel der Plätze, ein Zweitflugzeug"
    )
