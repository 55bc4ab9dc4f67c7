"""Guesses which tool a question is for: a small linear model over its words and slots, mixed with what it means.

The linear model reads hashed word and letter groups of the text in which every place, code and amount is replaced
by its type; `python -m data.build reader` trains it. What the text means the encoder says (`encoder.py`), which is
taught more seldom: a class that is newer than it has the linear model's share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from agent import regex as re
from agent.aviation.names import fold
from agent.errors import DataProblem
from agent.language.said import Said
from agent.language.slots import Slots
from agent.paging import mapped

Floats = npt.NDArray[np.float32]

BITS = 15
"""The hashed features have 2**BITS columns."""
MEANING = 0.6
"""The encoder's part in the mixture of logarithms; the rest is the linear model's."""
SHARPNESS = 1.4
"""Both models are too modest: they were trained with smoothed labels and strong penalties."""
SHAPE_WEIGHT, CONCEPT_WEIGHT, CONTEXT_WEIGHT = 0.22, 0.3, 0.3


@dataclass(frozen=True)
class Guess:
    """Classes with their probabilities, best first."""

    ranked: tuple[tuple[str, float], ...]

    @property
    def best(self) -> str:
        """The likeliest class."""
        return self.ranked[0][0]

    @property
    def sure(self) -> float:
        """Its probability."""
        return self.ranked[0][1]

    def of(self, name: str) -> float:
        """The probability of a class."""
        return next((p for n, p in self.ranked if n == name), 0.0)

    def among(self, allowed: Sequence[str]) -> Guess:
        """The guess when only these classes are possible; empty when none of them is known."""
        kept = [(n, p) for n, p in self.ranked if n in allowed]
        total = sum(p for _, p in kept)
        return Guess(tuple((n, p / total) for n, p in kept) if total > 0 else ())


def features(said: Said, last: str = "", corrected: Callable[[str], str] = str) -> dict[int, float]:
    """Hashed column → weight, scaled to length one (shape, concepts and context beside it).

    `last` is the tool that answered before in this chat, "" for none; `corrected` mends misspelt words.
    """
    words = ["^", *(corrected(word) for word in fold(said.slots.masked).split()), "$"]
    counts: dict[int, float] = {}

    def add(name: str, weight: float) -> None:
        column = crc32(name.encode()) & ((1 << BITS) - 1)
        counts[column] = max(counts.get(column, 0.0), weight)

    for i, word in enumerate(words):
        add(f"w {word}", 1.0)
        if i + 1 < len(words):
            add(f"b {word} {words[i + 1]}", 0.8)
        if i + 2 < len(words):
            add(f"t {word} {words[i + 1]} {words[i + 2]}", 0.5)
            add(f"s {word} {words[i + 2]}", 0.4)
        if len(word) > 3 and not word.startswith("z"):
            for gram in _grams(word):
                add(f"g {gram}", 0.35)
    length = float(np.sqrt(sum(w * w for w in counts.values())) or 1.0)
    counts = {column: weight / length for column, weight in counts.items()}
    for name in _shape(said.slots):
        add(f"= {name}", SHAPE_WEIGHT)
    concepts = said.concepts
    for name in concepts:
        add(f"c {name}", CONCEPT_WEIGHT)
    if len(concepts) == 1:
        add(f"only {next(iter(concepts))}", CONCEPT_WEIGHT)
    add(f"last {last}", CONTEXT_WEIGHT)
    if last:
        add("follows", CONTEXT_WEIGHT)
        add(f"follows {min(len(said.slots.words), 9)}", CONTEXT_WEIGHT)
        add(f"begins {words[1]}", CONTEXT_WEIGHT)
        for name in concepts:
            add(f"last {last} {name}", CONTEXT_WEIGHT)
        for name in _shape(said.slots):
            add(f"last {last} = {name}", SHAPE_WEIGHT)
            add(f"follows = {name}", SHAPE_WEIGHT)
    return counts


def _grams(word: str) -> Iterator[str]:
    edged = f"<{word}>"
    for i in range(len(edged) - 3):
        yield edged[i : i + 4]


def _shape(slots: Slots) -> Iterator[str]:
    yield f"codes {min(len(slots.codes), 3)}"
    yield f"places {min(sum(s.kind != 'code' for s in slots.spots), 3)}"
    yield f"spots {min(len(slots.spots), 3)}"
    yield f"countries {min(len(slots.countries), 3)}"
    yield f"words {min(len(slots.words), 12) // 3}"
    for quantity in slots.quantities:
        yield f"q {quantity.kind.split()[0]}"
    for spot in slots.spots:
        yield f"role {spot.role}"
        if spot.is_area:
            yield "area"
            yield f"area {spot.role}"
    if slots.crafts:
        yield "aircraft"
    if slots.days:
        yield "day"
    if slots.ids:
        yield "id"
    asks = slots.text.count("?")
    if asks:
        yield f"asks {min(asks, 3)}"
    yield f"question words {min(3, sum(word.key in _QUESTION_WORDS for word in slots.words))}"
    yield f"sentences {min(3, len(_SENTENCE.findall(slots.text)))}"


_QUESTION_WORDS = frozenset(
    [
        "what",
        "which",
        "how",
        "is",
        "are",
        "do",
        "does",
        "can",
        "who",
        "when",
        "where",
        "why",
        "whats",
        "hows",
        "wheres",
        "would",
        "could",
        "should",
        "will",
        "was",
        "wie",
        "welche",
        "welcher",
        "welches",
        "ist",
        "sind",
        "gibt",
        "kann",
        "muss",
        "darf",
        "brauche",
        "hat",
        "haben",
        "wann",
        "wo",
        "wer",
        "quel",
        "quelle",
        "quels",
        "quelles",
        "comment",
        "combien",
        "faut",
        "est",
        "ou",
        "y",
        "peut",
        "puis",
    ]
)
_SENTENCE = re.compile(r"[.?!;](?=\s+\S)|\n|\s(?:and|und|et|plus|also)\s", re.IGNORECASE)


@dataclass(frozen=True)
class Packed:
    """Weights as they are stored, one byte each: only the rows of a question are unpacked."""

    bytes: npt.NDArray[np.int8]
    scale: Floats

    def sum(self, counts: dict[int, float]) -> Floats:
        """The weighted sum of some rows."""
        columns = np.fromiter(counts.keys(), dtype=np.int64, count=len(counts))
        values = np.fromiter(counts.values(), dtype=np.float32, count=len(counts))
        unpacked: Floats = self.bytes[columns].astype(np.float32) * self.scale.astype(np.float32)
        return values @ unpacked


class Classifier:
    """The linear model's trained weights."""

    def __init__(self, classes: tuple[str, ...], weights: Packed, bias: Floats) -> None:
        self.classes = classes
        self._weights, self._bias = weights, bias

    @classmethod
    def load(cls, path: Path) -> Classifier:
        """Read `data/understanding/classifier.npz`. Raises `DataProblem` when it is missing or damaged."""
        try:
            with np.load(path, allow_pickle=False) as file:
                return cls.of(mapped({name: file[name] for name in file.files}))
        except (OSError, ValueError, KeyError) as error:
            raise DataProblem(
                "The weights of the question reader are missing or damaged. Restore "
                "data/understanding/classifier.npz, "
                "or run `make data`.",
                detail=f"{path}: {error}",
            ) from error

    @classmethod
    def of(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> Classifier:
        """Of trained arrays by name. Raises `KeyError` when one is missing."""
        classes = tuple(str(name) for name in arrays["classes"])
        return cls(
            classes, Packed(arrays["quick"], arrays["quick_scale"]), arrays["quick_bias"].astype(np.float32)
        )

    def quick(self, counts: dict[int, float]) -> Guess:
        """From the words alone."""
        return self._guess(self._weights.sum(counts) + self._bias)

    def _guess(self, logits: Floats) -> Guess:
        return _ranked(self.classes, logits)


def mixed(words: Guess, classes: Sequence[str], meaning: Floats) -> Guess:
    """The linear model's guess with the encoder's figures for its `classes`; others keep their share."""
    both = [name for name in classes if words.of(name) > 0]
    known = sum(words.of(name) for name in both)
    rows = [i for i, name in enumerate(classes) if words.of(name) > 0]
    own = np.log(np.array([words.of(name) for name in both]) / known + _LEAST)
    other = meaning[rows] - meaning[rows].max()
    other = other - np.log(np.exp(other).sum())
    shares = _ranked(both, SHARPNESS * ((1 - MEANING) * own + MEANING * other)).ranked
    rest = [(name, share) for name, share in words.ranked if name not in classes]
    return Guess(tuple(sorted([*((name, known * p) for name, p in shares), *rest], key=lambda pair: -pair[1])))


def _ranked(classes: Sequence[str], logits: Floats) -> Guess:
    powers = np.exp(logits - logits.max())
    shares: list[float] = (powers / powers.sum()).tolist()
    return Guess(tuple(sorted(zip(classes, shares, strict=True), key=lambda pair: -pair[1])))


_LEAST = 1e-9


@cache
def load_classifier(path: Path) -> Classifier:
    """The weights of this process, read once per file."""
    return Classifier.load(path)
