"""No template of the weather, its watches and their pictures says go or no-go, in any language that is shipped."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tongue.catalogue import FOLDER, read_messages, shipped

ROOT = Path(__file__).resolve().parents[4]
ROOMS = (
    *sorted((ROOT / "agent" / "subjects" / "weather").glob("*.py")),
    *sorted((ROOT / "agent" / "weather").glob("*.py")),
    *(ROOT / "bot" / f"{name}.py" for name in ("lookout", "watch_desk")),
    *(ROOT / "bot" / "render" / f"{name}.py" for name in ("charts", "sections", "strips")),
)
READS = {"reading.py"}
"""These hold words of pilots, which may be any."""

VERDICTS = {
    "en": r"go|no-?go|safe|safely|unsafe|good to fly|ok|okay|should|shouldn't|flyable|unflyable|legal|illegal|advis\w+",
    "fr": r"sûr|sûre|sécurité|volable|légal|légale|devriez|devrait|feu vert|vous pouvez y aller|on y va|déconseillé|autorisé",
    "de": r"sicher|unsicher|unbedenklich|fliegbar|legal|erlaubt|sollten?|solltest|grünes licht|in ordnung|empfohlen|abzuraten",
}


def spoken(path: Path) -> list[str]:
    """Every text of a module that has a blank and is no docstring: what may reach a pilot."""
    tree = ast.parse(path.read_text("utf-8"))
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in bare
        and " " in node.value.strip()
    ]


def verdict(text: str, language: str) -> re.Match[str] | None:
    return re.search(rf"(?<![\w{{])(?:{VERDICTS[language]})(?![\w}}])", text, re.IGNORECASE)


@pytest.mark.parametrize("path", [path for path in ROOMS if path.name not in READS], ids=lambda path: path.name)
def test_no_sentence_is_a_verdict_in_english_nor_in_its_translations(path: Path) -> None:
    said = spoken(path)
    for text in said:
        if text.startswith(("^", "(?", "\\")) or "\\b" in text:
            continue  # a pattern
        assert verdict(text, "en") is None, text
        for language in shipped():
            if language in VERDICTS:
                translated = messages(language).get(text, "")
                assert verdict(translated, language) is None, translated


@cache
def messages(language: str) -> dict[str, str]:
    """Every translation of a language by its English, the counted forms together."""
    found = read_messages(FOLDER / f"{language}.po")
    return found.said | {one: " ".join(forms.values()) for one, forms in found.counted.items()}


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "You are good to fly"), ("en", "it is a no-go"), ("fr", "vol sûr"), ("de", "das ist sicher")],
)
def test_the_words_are_found_where_they_are(language: str, text: str) -> None:
    assert verdict(text, language)
