"""Reads a word that was typed in haste as the known word it is one letter from: "enigne" is engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from agent.language.wording import Word

_SHORTEST, _LONGEST = 5, 16
"""Letters of a word that is read so; a shorter one is too near to many others."""


class Spelling:
    """Known words that are one letter away: one missing, one too many, or two swapped."""

    def __init__(self, known: Iterable[str], meant: Iterable[str]) -> None:
        """`known` words stay as they are; another one is read as one of `meant`."""
        self._known = frozenset(known)
        long = sorted(word for word in meant if _SHORTEST <= len(word) <= _LONGEST)
        self._long = frozenset(long)
        self._letters = "".join(sorted({letter for word in long for letter in word}))

    def respelt(self, words: Sequence[Word]) -> list[Word]:
        """The words, those typed wrongly with the key of the known word."""
        return [word if word.key in self._known else replace(word, key=self.nearest(word.key)) for word in words]

    def nearest(self, word: str) -> str:
        """The word meant, itself when none is near."""
        if not _SHORTEST <= len(word) <= _LONGEST:
            return word
        longer = [more for more in self._one_more(word) if more in self._long]
        if longer:
            return max(longer)
        return next((near for near in (*_swapped(word), *_one_less(word)) if near in self._long), word)

    def _one_more(self, word: str) -> Iterator[str]:
        """Every spelling with one letter more; the first letter stays."""
        places = range(1, len(word) + 1) if len(word) < _LONGEST else ()
        return (word[:at] + letter + word[at:] for at in places for letter in self._letters)


def _one_less(word: str) -> Iterator[str]:
    """Every spelling without one letter; the first letter stays."""
    return (word[:at] + word[at + 1 :] for at in range(1, len(word)))


def _swapped(word: str) -> Iterator[str]:
    """Every spelling with two neighbours swapped; the first letter stays."""
    return (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(1, len(word) - 1))
