"""Codes said letter by letter, and registrations that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.language.spoken_codes import registrations, spelt_out

KNOWN = {"EGTF", "LFAT", "EGKB", "LFMD", "EDFE"}
ALPHABET = """
alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo
sierra tango uniform victor whiskey x-ray yankee zulu
"""


def codes(text: str) -> list[str]:
    return [code for _, _, code in spelt_out(text, KNOWN.__contains__)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("e g t f", ["EGTF"]),
        ("E.G.T.F.", ["EGTF"]),
        ("golf... echo golf tango foxtrot", ["EGTF"]),
        ("golf echo golf tango foxtrot please", ["EGTF"]),
        ("from Echo Golf Kilo Bravo to Lima Foxtrot Alfa Tango", ["EGKB", "LFAT"]),
        ("echo golf kilo bravo lima foxtrot alpha tango", ["EGKB", "LFAT"]),
        ("EG TF", ["EGTF"]),
        ("a tango in the hotel bar", []),
        ("echo golf", []),
        ("is it a b c d", []),
        ("EGTF", []),
    ],
)
def test_a_spelt_out_code_is_joined(text: str, wanted: list[str]) -> None:
    assert codes(text) == wanted


@given(st.sampled_from(sorted(KNOWN)), st.sampled_from([" ", ", ", "-"]))
def test_every_dictated_code_is_read_and_its_span_is_what_was_said(code: str, between: str) -> None:
    words = {word[0]: word for word in ALPHABET.split()}
    said = between.join(words[letter] for letter in code.lower())
    assert list(spelt_out(f"so {said} then", KNOWN.__contains__)) == [(3, 3 + len(said), code)]


@given(st.text(max_size=60))
def test_any_text_is_survived(text: str) -> None:
    for start, end, code in spelt_out(text, lambda _: True):
        assert 0 <= start < end <= len(text) and len(code) == 4
    for start, end in registrations(text):
        assert 0 <= start < end <= len(text)


@pytest.mark.parametrize("text", ["G-ABCD", "D-EXYZ", "F-GXXX", "HB-PAB", "N172SP", "N12345", "g-book", "OO-ABC"])
def test_a_registration_is_seen(text: str) -> None:
    assert list(registrations(f"my {text} and")) == [(3, 3 + len(text))]


@pytest.mark.parametrize(
    "text", ["EGKB-LFAT", "N5120.9 W00033.5", "N48 E002", "PA-28", "D-Day", "N51 20", "G-force"]
)
def test_what_is_no_registration_is_left(text: str) -> None:
    assert list(registrations(text)) == []
