"""Reads a word that was typed in haste as the known word it is one letter from: "enigne" is engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from agent.language.wording import Word

_SHORTEST, _LONGEST = 5, 16
"""Letters of a word that is read so; a shorter one is too near to many others."""


class Spelling:
    """Known words by their spellings with a letter missing. A letter too many or two swapped are found too."""

    def __init__(self, known: Iterable[str], meant: Iterable[str]) -> None:
        """`known` words stay as they are; another one is read as one of `meant`."""
        self._known = frozenset(known)
        long = sorted(word for word in meant if _SHORTEST <= len(word) <= _LONGEST)
        self._without = {less: word for word in long for less in _one_less(word)}
        self._long = frozenset(long)

    def respelt(self, words: Sequence[Word]) -> list[Word]:
        """The words, those typed wrongly with the key of the known word."""
        return [word if word.key in self._known else replace(word, key=self.nearest(word.key)) for word in words]

    def nearest(self, word: str) -> str:
        """The word meant, itself when none is near."""
        if not _SHORTEST <= len(word) <= _LONGEST:
            return word
        if word in self._without:
            return self._without[word]
        return next((near for near in (*_swapped(word), *_one_less(word)) if near in self._long), word)


def _one_less(word: str) -> Iterator[str]:
    """Every spelling without one letter; the first letter stays."""
    return (word[:at] + word[at + 1 :] for at in range(1, len(word)))


def _swapped(word: str) -> Iterator[str]:
    """Every spelling with two neighbours swapped; the first letter stays."""
    return (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(1, len(word) - 1))
