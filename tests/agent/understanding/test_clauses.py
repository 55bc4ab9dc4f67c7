"""Where a message falls into several questions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent.understanding.clauses.clauses import MOST_CUTS, segmentations

WHOLE = {"metar at LFAT", "landing fee", "landing fee?", "is there a cafe"}


def stands(part: str) -> float:
    return 0.9 if part in WHOLE else 0.2


def test_three_questions_are_cut_at_their_joints() -> None:
    for text in (
        "metar at LFAT, landing fee and is there a cafe",
        "metar at LFAT; landing fee? is there a cafe",
        "metar at LFAT\nlanding fee\nis there a cafe",
        "1) metar at LFAT 2) landing fee 3) is there a cafe",
    ):
        assert tuple(p.rstrip("?") for p in segmentations(text, stands)[0]) == (
            "metar at LFAT",
            "landing fee",
            "is there a cafe",
        )


def test_what_stands_between_two_things_compared_is_no_joint() -> None:
    assert segmentations("the difference between a GAR", stands) == []
    assert not any(p == ("compare Lydd", "Manston") for p in segmentations("compare Lydd and Manston", stands))


@given(st.lists(st.sampled_from(["fuel", "at EGKB", "and", ",", ";", "what about", "\n", "?", "3)"]), max_size=40))
def test_parts_are_pieces_of_the_text_in_order_and_no_more_than_the_cuts_allow(words: list[str]) -> None:
    text = " ".join(words)
    for parts in segmentations(text, lambda part: 0.5):
        assert 2 <= len(parts) <= MOST_CUTS + 1
        at = 0
        for part in parts:
            at = text.index(part, at) + len(part)
