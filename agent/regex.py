"""The standard `re`, but for patterns that are compiled when they are first used.

FlyFun reads by some three thousand patterns, and one question needs a few hundred of them: compiling all of them
while modules are imported took most of the time of a cold `flyfun ask`, and their code a good part of its memory.
Import it as `from agent import regex as re`. A match's `re` is the compiled one: compare by `pattern`.
"""

from __future__ import annotations

from collections.abc import Iterable
from re import (
    DOTALL,
    IGNORECASE,
    MULTILINE,
    VERBOSE,
    I,
    Match,
    Pattern,
    error,
    escape,
    findall,
    finditer,
    fullmatch,
    match,
    search,
    split,
    sub,
    subn,
)
from typing import Any, cast

from agent.compiled import PATTERNS

__all__ = [
    "DOTALL",
    "IGNORECASE",
    "MULTILINE",
    "VERBOSE",
    "I",
    "Match",
    "Pattern",
    "compile",
    "error",
    "escape",
    "findall",
    "finditer",
    "fullmatch",
    "longest_first",
    "match",
    "search",
    "split",
    "sub",
    "subn",
]


class _Waiting:
    """A pattern that stands in for itself until something is asked of it."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags
        self._compiled: Pattern[str] | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._compiled is None:
            self._compiled = PATTERNS.compile(self.pattern, int(self.flags))
        asked = getattr(self._compiled, name)
        setattr(self, name, asked)  # the next time without coming here
        return asked

    def __repr__(self) -> str:
        return f"re.compile({self.pattern!r})"


def compile(pattern: str, flags: int = 0) -> Pattern[str]:  # noqa: A001
    """As `re.compile`; a malformed pattern raises `re.error` when it is first used (a test compiles them all)."""
    return cast("Pattern[str]", _Waiting(pattern, flags))


def longest_first(words: Iterable[str]) -> list[str]:
    """The alternatives of a pattern in the order in which none hides a longer one.

    Those of one length stand in alphabetical order, so that the pattern is the same in every process and is kept.
    """
    return sorted(words, key=lambda word: (-len(word), word))
