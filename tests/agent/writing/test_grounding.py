"""Prose says only what its material holds; units and rounding are understood."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.writing.grounding import Gate, Material, unsupported

MATERIAL = (
    "LFAT Le Touquet: runway 13/31 6,070 ft (1,850 m) hard. Customs 0800-1800, e-mail "
    "douane@example.fr, https://www.example.fr/aip. 558.7 nm. AIP France May 2022. Reims and Deauville have two. "
    "Notice: 48 h. The first 1 of them."
)


@pytest.mark.parametrize(
    "prose",
    [
        "The runway at LFAT is 1,850 m long.",
        "The runway is 6070 ft, about 1850 metres.",
        "It is 559 nm away.",
        "Customs is there 0800-1800.",
        "Write to douane@example.fr or see https://www.example.fr/aip.",
        "The AIP of May 2022 says so.",
        "Both Reims and Deauville have it.",
        "Two fields have it.",
        "VFR pilots in France ask first.",
        "Ask 48 hours before.",
        "Forty-eight hours before, ask.",
        "Customs is there from 08:00.",
        "See [the AIP](https://www.example.fr/aip).",
        "It is about 1035 km away.",
        "Fields, e.g. this one, have two runways' worth of room.",
    ],
)
def test_what_the_material_holds_passes(prose: str) -> None:
    assert unsupported(prose, MATERIAL) is None


@pytest.mark.parametrize(
    ("prose", "claim"),
    [
        ("The runway is 1,900 m long.", "1,900"),
        ("Go to LFMD instead.", "LFMD"),
        ("Customs is there 0700-1800.", "0700"),
        ("See https://www.example.com/aip.", "https://www.example.com/aip."),
        ("The AIP of June 2022 says so.", "June"),
        ("As Lyon does, ask.", "Lyon"),
        ("Three fields have it.", "Three"),
        ("Write to customs@example.fr.", "customs@example.fr."),
        ("Ask 26 hours before.", "26"),
        ("Ask 48 minutes before.", "48"),
        ("Ask forty-eight minutes before.", "forty-eight"),
        ("Ask ninety minutes before.", "ninety"),
        ("Customs is there from 18:08.", "18:08"),
        ("The runway is 6,070 m long.", "6,070"),
        ("The runway is 1,85 m long.", "1,85"),
        ("The limit is 9\u200b0 minutes.", "90"),
        ("Germany asks for it.", "Germany"),
        ("See https://www.example.fr/ai for it.", "https://www.example.fr/ai"),
        ("See evil.example/x for it.", "evil.example/x"),
        ("See [this](//evil.example) for it.", "//evil.example"),
        ("See [this](javascript:alert) for it.", "javascript:alert"),
        ("Nоt needed: the o is Cyrillic.", "Nоt"),
        ("It is n\u0336ot needed.", "n\u0336ot"),
        ("It costs ½ of it.", "½"),
        ("It is 559 miles away.", "559"),
        ("It costs €48 there.", "48"),
        ("It is open until 13 pm.", "13"),
    ],
)
def test_what_it_does_not_hold_is_found(prose: str, claim: str) -> None:
    assert unsupported(prose, MATERIAL) == claim


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8))
def test_the_pieces_a_model_sends_do_not_change_the_verdict(sizes: list[int]) -> None:
    prose = "The runway at LFAT is 1,850 m long. It has 3,000 m."
    gate, shown, start = Gate(Material(MATERIAL)), "", 0
    for size in itertools.cycle(sizes):
        shown += gate.push(prose[start : start + size])
        start += size
        if start >= len(prose):
            break
    shown += gate.close()
    assert shown == "The runway at LFAT is 1,850 m long. It has "
    assert gate.refused == "3,000"


@given(st.text(max_size=200))
def test_nothing_a_model_sends_raises(prose: str) -> None:
    gate = Gate(Material(MATERIAL), PROMPT)
    shown = gate.push(prose) + gate.close()
    seen = "".join(c for c in prose if c in "\n\t" or unicodedata.category(c) not in {"Cf", "Cc"})
    assert seen == shown if gate.refused is None else seen.startswith(shown)


PROMPT = (
    "You open an answer for a pilot, like a good briefing officer: short, exact, calm. The runway at LFAT is long."
)


@given(st.integers(0, 15), st.integers(1, 9))
def test_six_words_of_the_prompt_are_never_shown(start: int, size: int) -> None:
    words = PROMPT.split()
    prose = "It is so. " + " ".join(words[start : start + 6]) + " and more of the same."
    gate, shown = Gate(Material(MATERIAL), PROMPT), ""
    for at in range(0, len(prose), size):
        shown += gate.push(prose[at : at + size])
    shown += gate.close()
    assert gate.refused is not None
    assert " ".join(words[start : start + 3]) not in shown


def test_a_few_words_of_the_prompt_are_only_words() -> None:
    gate = Gate(Material(MATERIAL), PROMPT)
    assert gate.push("A pilot, like a good one, asks.") + gate.close() == "A pilot, like a good one, asks."
