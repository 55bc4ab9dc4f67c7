"""The words that carry meaning, read from `data/language/`: which concepts a message mentions, and where.

A file a language, a line a concept: `avgas = "avgas; 100ll; low lead"`. Words are compared without case and
accents, a longer phrase wins over a shorter one, `refuel*` stands for every word that begins so. Adding a
language is adding a file; adding a word is adding a word.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from agent import regex as re
from agent.aviation import names
from agent.aviation.names import fold
from agent.aviation.place_words import is_common_word
from agent.compiled import kept, toml_table
from agent.errors import DataProblem
from agent.language import wording
from agent.language.respelt import Spelling
from agent.language.wording import Word, words_of

PARTS = frozenset(
    {
        "distress",
        "club",
        "outing",
        "report",
        "corpus",
        "self",
        "kept",
        "asked",
        "relaxed",
        "command",
        "leave",
        "lacking",
        "ruled",
    }
)
"""What is read apart: a call for help, what a club says of its outing (phrases, and single words), what is asked of a
report, what is said of the rules that are held, words that speak to FlyFun itself, words that relax a list, what
commands are called, words of leave to fly somewhere, what no table holds and subjects of rules have words of another meaning."""
_STEM = 3
_RESPELT = 7
"""Letters from which a word that is no common one is read as the word of the table it is one letter from."""
_PLAIN = re.compile(r"[a-z0-9]+\*?")
"""Letters by which a word that begins a phrase is looked up."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A concept said: `start` and `end` are letters of the text, `first` and `last` its words."""

    concept: str
    start: int
    end: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _Starred:
    words: tuple[str, ...]
    concepts: tuple[str, ...]

    def length_at(self, words: Sequence[Word], at: int) -> int:
        """How many words of a message it takes from `at` on; 0 when it is not said there."""
        if at + len(self.words) > len(words):
            return 0
        for wanted, said in zip(self.words, words[at : at + len(self.words)], strict=True):
            is_said = said.key.startswith(wanted[:-1]) if wanted.endswith("*") else said.key == wanted
            if not is_said:
                return 0
        return len(self.words)


class Lexicon:
    """All concepts of all languages."""

    def __init__(self, entries: Iterable[tuple[str, str]], *, in_haste: bool = False) -> None:
        """`entries` are pairs of a concept and a phrase; `in_haste`: words one letter off are read too."""
        self._in_haste = in_haste
        concepts: dict[tuple[str, ...], list[str]] = {}
        for concept, phrase in entries:
            words = tuple(map(sys.intern, _keys(phrase)))  # most words stand in many phrases
            if words and concept not in (known := concepts.setdefault(words, [])):
                known.append(concept)
        self._whole: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._lengths: dict[str, tuple[int, ...]] = {}
        self._by_word: dict[str, list[_Starred]] = {}
        self._by_stem: dict[str, list[_Starred]] = {}
        same_concepts: dict[tuple[str, ...], tuple[str, ...]] = {}  # thousands of phrases share a few hundred
        same_lengths: dict[tuple[int, ...], tuple[int, ...]] = {}
        for words, listed in concepts.items():
            said = same_concepts.setdefault(tuple(listed), tuple(listed))
            if words[0].endswith("*"):
                self._by_stem.setdefault(words[0][:_STEM], []).append(_Starred(words, said))
            elif any(word.endswith("*") for word in words):
                self._by_word.setdefault(words[0], []).append(_Starred(words, said))
            else:
                self._whole[words] = said
                lengths = tuple(sorted({len(words), *self._lengths.get(words[0], ())}, reverse=True))
                self._lengths[words[0]] = same_lengths.setdefault(lengths, lengths)
        self.words = frozenset(word.rstrip("*") for words in concepts for word in words)

    def words_in(self, *sections: str) -> frozenset[str]:
        """The words of some sections of a part that is read apart, without those of a stem."""
        return frozenset(
            word
            for words, concepts in self._whole.items()
            if any(concept.partition(".")[0] in sections for concept in concepts)
            for word in words
        )

    def mentions(self, words: Sequence[Word]) -> tuple[Mention, ...]:
        """The concepts that these words mention, in order; of phrases that begin alike the longest counts."""
        keys = [self._spelt(word.key) for word in words]
        found: list[Mention] = []
        at = 0
        while at < len(words):
            length, concepts = self._longest(words, keys, at)
            if length:
                last = at + length - 1
                found += [Mention(c, words[at].start, words[last].end, at, last) for c in concepts]
            at += max(1, length)
        return tuple(found)

    def _spelt(self, key: str) -> str:
        """The word of the table that a longer word typed in haste is one letter from: "resturant"."""
        if (
            not self._in_haste
            or len(key) < _RESPELT
            or key in self.words
            or not key.isalpha()
            or is_common_word(key, key)
        ):
            return key
        return self._spelling.nearest(key)

    @cached_property
    def _spelling(self) -> Spelling:
        return Spelling((), (word for word in self.words if len(word) >= _RESPELT))

    def _longest(self, words: Sequence[Word], keys: Sequence[str], at: int) -> tuple[int, tuple[str, ...]]:
        best, concepts = 0, ()
        for length in self._lengths.get(keys[at], ()):
            said = tuple(keys[at : at + length])
            if said in self._whole:
                best, concepts = len(said), self._whole[said]
                break
        for phrase in self._starred(keys[at]):
            length = phrase.length_at(words, at)
            if length > best:
                best, concepts = length, phrase.concepts
        return best, concepts

    def _starred(self, word: str) -> Iterator[_Starred]:
        yield from self._by_word.get(word, ())
        yield from self._by_stem.get(word[:_STEM], ())


def _keys(phrase: str) -> Iterator[str]:
    """The folded words of a phrase of the table; a star stays with its word."""
    if phrase.isascii():  # most are, and folding them is putting them in small letters
        yield from _PLAIN.findall(phrase.lower())
        return
    for word in words_of(phrase):
        starred = phrase[word.end : word.end + 1] == "*"
        yield (fold(word.text) or word.key) + ("*" if starred else "")


@cache
def _tables(folder: Path) -> tuple[dict[str, Any], ...]:
    return tuple(toml_table(path) for path in sorted(folder.glob("*.toml")))


_COUNTRY = "country"
"""The names that a section's phrases with "{country}" are said with."""


def _each_country(phrases: str, countries: str) -> Iterator[str]:
    """The phrases of a concept, one with "{country}" once for each name: "land in a field in {country}"."""
    for phrase in phrases.split(";"):
        if "{country}" in phrase:
            yield from (phrase.replace("{country}", name.strip()) for name in countries.split(";"))
        else:
            yield phrase


_MADE_BY = tuple(Path(str(module.__file__)) for module in (sys.modules[__name__], names, wording))
"""The code that a lexicon is what it is by."""


@cache
def load_lexicon(folder: Path, part: str = "") -> Lexicon:
    """The lexicon of every `*.toml` of `data/language`. Raises `DataProblem` when one is missing or damaged.

    `part` is a set of words read apart from the others, in sections such as `[distress.thing]`: its concepts
    carry their section, "thing.engine".
    """
    sources = [*sorted(folder.glob("*.toml")), *_MADE_BY]
    return kept(folder / f"lexicon_{part}", sources, lambda: _made(folder, part))


def _made(folder: Path, part: str) -> Lexicon:
    entries: list[tuple[str, str]] = []
    try:
        for tables in _tables(folder):
            sections: dict[str, dict[str, str]] = (
                tables.get(part, {}) if part else {n: t for n, t in tables.items() if n not in PARTS}
            )
            entries += [
                (f"{section}.{concept}" if part else concept, phrase)
                for section, concepts in sections.items()
                for concept, phrases in concepts.items()
                if concept != _COUNTRY
                for phrase in _each_country(phrases, concepts.get(_COUNTRY, ""))
            ]
    except (OSError, ValueError, AttributeError) as error:
        raise DataProblem(
            "A table of words is damaged. Restore data/language.", detail=f"{folder}: {error}"
        ) from error
    if not entries:
        raise DataProblem(
            "The folder data/language is missing. Restore it: it holds the words that are understood.",
            detail=str(folder),
        )
    return Lexicon(entries, in_haste=not part)
