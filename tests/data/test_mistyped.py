"""Sentences are mistyped as thumbs do it, and what stands for a name is left as it is."""

from __future__ import annotations

import random

from hypothesis import example, given
from hypothesis import strategies as st

from data.build.mistyped import KEPT, mistyped

WORDS = st.lists(
    st.sampled_from(["fuel", "customs", "what", "notice", "the", "please", "Oxford", "EGLL", "runway?"]),
    min_size=1,
)


@example(["fuel"], 2340172)
@given(WORDS, st.integers())
def test_names_stay_and_little_else_changes(words: list[str], seed: int) -> None:
    text = " ".join(words)
    told = mistyped(text, random.Random(seed))
    assert [w.strip("?") for w in told.split() if w.strip("?") in KEPT] == [w for w in words if w in KEPT]
    mistakes = 1 + max(1, len(words) // 6)
    assert 0 < len(told) <= len(text) + mistakes
    assert told == mistyped(text, random.Random(seed))
