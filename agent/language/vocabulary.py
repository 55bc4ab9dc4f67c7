"""The ordinary words of pilots' questions: what is never the name of a place, however the gazetteer has it.

Compiled from the example questions (`data/planning/examples`) by `python -m data.build classifier`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from agent.config import AgentSettings
from agent.deps import Deps
from agent.errors import DataProblem
from agent.language.wording import word_set, words_of

NAMES_TOO = word_set(
    "nice reading bath deal battle sandwich split cork rye ware wells tours orange essen "
    "halle singen hof male hook "
    "alps alpes alpen alpi "
    "sale street bar bray ash hull hay bala mold bude looe wick ayr bergen eden hope poole grays knock "
    "auch baden garda goes leer peine rugby schaffen sens settle tires ulm"
)
"""Words that are also places that pilots fly to: read as such in capitals, where a place is announced."""


@dataclass
class Vocabulary:
    """Folded words."""

    words: frozenset[str]
    first_names: frozenset[str] = frozenset()
    _aircraft: dict[int, frozenset[str]] = field(default_factory=dict[int, frozenset[str]])
    _aircraft_pairs: dict[int, frozenset[tuple[str, str]]] = field(
        default_factory=dict[int, frozenset[tuple[str, str]]]
    )

    @classmethod
    def load(cls, settings: AgentSettings) -> Vocabulary:
        """The words of `data/understanding/vocabulary.txt` and first names. Raises `DataProblem` when a file is missing."""
        names = _read(settings.data / "language" / "first_names.txt")
        return cls(
            _read(settings.data / "understanding" / "vocabulary.txt"),
            frozenset(name for line in names for name in line.split()),
        )

    @cached_property
    def domain(self) -> frozenset[str]:
        """Words that are never places, capital or not."""
        return self.words - NAMES_TOO

    def corrected(self, word: str) -> str:
        """A misspelt word of questions as it is spelt: "distence"; names and short words stay."""
        if len(word) < 5 or not word.isalpha() or word in self.words or word.startswith("z"):
            return word
        from rapidfuzz import fuzz, process

        found = process.extractOne(word, self._long_words, scorer=fuzz.ratio, score_cutoff=84)
        return found[0] if found is not None and found[0][0] == word[0] else word

    @cached_property
    def _long_words(self) -> list[str]:
        return sorted(word for word in self.words if len(word) > 4)

    def aircraft_words(self, deps: Deps) -> frozenset[str]:
        """The first words of all names of aircraft, and of several of a kind: "3 Cessnas"."""
        table = deps.aircraft
        key = id(table)
        if key not in self._aircraft:
            names = [words_of(n) for a in table.all for n in (a.designator, a.name, *a.aliases)]
            firsts = {words[0].key for words in names if words}
            firsts |= {word.key for words in names for word in words[1:2] if word.text.isalpha()}
            own = {w for w in firsts if len(w) > 1 and w not in _NOT_FIRST}
            own |= {f"{w}s" for w in own if len(w) >= _MANY_OF and w.isalpha() and w[-1] not in "sz"}
            self._aircraft = {key: frozenset(own)}
        return self._aircraft[key]

    def aircraft_pairs(self, deps: Deps) -> frozenset[tuple[str, str]]:
        """The first two words of names whose first is an everyday one: "Super Cub", "Twin Star"."""
        table = deps.aircraft
        key = id(table)
        if key not in self._aircraft_pairs:
            names = [[w.key for w in words_of(n)] for a in table.all for n in (a.name, *a.aliases)]
            pairs = {(a, b) for name in names for a, b in pairwise(name) if a in _NOT_FIRST and b.isalpha()}
            self._aircraft_pairs = {key: frozenset(pairs)}
        return self._aircraft_pairs[key]


_MANY_OF = 5
"""Letters from which on a name of aircraft is said of several with an "s"."""
_NOT_FIRST = word_set("the super turbo light new series and de van in one two club royal twin sport long ez star")


def _read(path: Path) -> frozenset[str]:
    try:
        return frozenset(line for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#")
    except OSError as error:
        raise DataProblem(
            f"The data file {path.parent.name}/{path.name} is missing. Restore it, or run `make data`.",
            detail=str(error),
        ) from error
