"""Texts of rules and terms in the pilot's language: whole or not at all, with the figures of the English."""

from __future__ import annotations

import re

import pytest

from agent.writing.as_held import as_held, translated
from data.build.tongues import held_in_tables
from tongue import speaking
from tongue.catalogue import HELD, held_sentences

_LANGUAGES = sorted(path.stem for path in HELD.glob("*.po"))


def _figures(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text.replace("1er", "1").replace("24/7", "24 24")))


@pytest.mark.parametrize("language", _LANGUAGES)
def test_a_translated_text_has_the_figures_of_the_english(language: str) -> None:
    """ "24/7" alone is said in other figures."""
    for source, said in held_sentences(language).items():
        assert _figures(said) == _figures(source), source


def test_a_text_is_translated_whole_or_told_in_english() -> None:
    with speaking("fr"):
        assert as_held("Mode S is mandatory.") == "Le mode S est obligatoire."
        assert as_held("Mode S is mandatory. Nobody knows this one.").endswith("(en anglais)")
        assert translated("Nobody knows this one.") is None
    assert as_held("Mode S is mandatory.") == "Mode S is mandatory."


def test_most_of_what_is_translated_still_stands_in_the_tables() -> None:
    """`make tongues` takes out what does not."""
    assert len(held_sentences("fr").keys() & held_in_tables()) > 400
