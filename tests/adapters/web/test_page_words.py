"""The page's own words: each of them in every language that FlyFun speaks."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "adapters" / "web" / "page"
SPOKEN = ("aria-label", "title", "placeholder", "data-ask")
_SAID = re.compile(r"\b(?:said|inWords|told)\((?:\w+ \? )?\"((?:[^\"\\]|\\.)*)\"(?: : \"([^\"]*)\")?")
_ENTRY = re.compile(r"^  \"((?:[^\"\\]|\\.)*)\": \"((?:[^\"\\]|\\.)*)\",$", re.MULTILINE)


def tables() -> dict[str, dict[str, str]]:
    text = (PAGE / "words.js").read_text(encoding="utf-8")
    french, _, german = text.partition("const GERMAN")
    return {"fr": dict(_ENTRY.findall(french)), "de": dict(_ENTRY.findall(german))}


class _Texts(HTMLParser):
    """The words of the page as it stands before any script."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._silent = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent = tag in ("title", "noscript", "script")
        self.found |= {value for name, value in attrs if name in SPOKEN and value}

    def handle_endtag(self, tag: str) -> None:
        self._silent = False

    def handle_data(self, data: str) -> None:
        if not self._silent and any(letter.isalpha() for letter in data):
            self.found.add(data.strip())


def said_by_scripts() -> set[str]:
    texts = [path.read_text(encoding="utf-8") for path in (*PAGE.glob("*.js"), *PAGE.glob("map/map.js"))]
    return {words for text in texts for pair in _SAID.findall(text) for words in pair if words}


def said_by_the_page() -> set[str]:
    reader = _Texts()
    reader.feed((PAGE / "index.html").read_text(encoding="utf-8"))
    return reader.found - {
        "FlyFun",
        "API",
        "This page needs JavaScript. Without it, use Telegram, Slack or the terminal.",
    }


@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_word_of_the_page_is_there_in_the_language(language: str) -> None:
    table = tables()[language]
    wanted = said_by_scripts() | said_by_the_page()
    assert len(wanted) > 80
    assert sorted(wanted - table.keys()) == []


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_translation_fills_the_same_braces(language: str) -> None:
    for words, told in tables()[language].items():
        assert set(re.findall(r"{\w+}", words)) == set(re.findall(r"{\w+}", told)), words
