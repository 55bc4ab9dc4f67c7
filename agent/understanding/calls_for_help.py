"""Knows a call for help: by its words, and where they leave it open by what the message means.

`data/understanding/distress.npz` holds what `python -m data.build distress` learnt of sentences that are such a call
("the far shore looks too far, no lift anywhere") and of those that only share its words ("wheels off the ground at
9.30"). Words alone decide where the question's own words are of something else beyond doubt.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from agent import registry
from agent.errors import DataProblem
from agent.language.said import Said
from agent.understanding.classifier import features
from agent.understanding.encoder import Floats, after
from agent.understanding.reader import Reader
from agent.understanding.reading import DISTRESS

LOOKED_AT_FROM = 0.007
"""From this share of the words' own guess on, what is meant is looked at: some 28 ms of CPU in one message of six."""
STANDS_FROM, MEANT_FROM = 0.2, 0.6
"""How sure the meaning must be where the words say that it is a call, and where they do not: a call that is missed is
worse than one too many (of 135 blind calls known by words .2 lets go of none)."""


@dataclass(frozen=True)
class Head:
    """Weights over the vector of a text's meaning, one for the words' decision, and what is added."""

    meaning: Floats
    by_words: float
    bias: float

    def sure(self, vector: Floats, *, by_words: bool) -> float:
        """The probability of a call for help."""
        told = float(vector @ self.meaning) + self.by_words * by_words + self.bias
        return float(1 / (1 + np.exp(-told)))


@cache
def load_head(path: Path) -> Head:
    """Read `data/understanding/distress.npz`. Raises `DataProblem` when it is missing or damaged."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return Head(file["meaning"].astype(np.float32), float(file["by_words"]), float(file["bias"]))
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise DataProblem(
            "The weights that know a call for help are missing or damaged. Restore data/understanding/distress.npz.",
            detail=f"{path}: {error}",
        ) from error


def is_call_for_help(said: Said, last: str, reader: Reader, *, by_words: bool) -> bool:
    """Whether a message is one, after a tool's answer ("" for none); `by_words` is what its words alone say.

    Where the weights cannot be read the words decide: nobody in trouble is told of a file.
    """
    guess = reader.classifier.quick(features(said, last, reader.vocabulary.corrected))
    if not by_words and (guess.of(DISTRESS) < LOOKED_AT_FROM or registry.is_calm(said)):
        return False  # "temperature at 5,000 ft over Bristol", "Gewitter über den Alpen"
    try:
        head = load_head(reader.deps.settings.data / "understanding" / "distress.npz")
        vector = reader.encoder.meaning(after("", said.slots.ordinary))
    except DataProblem:
        return by_words
    sure = head.sure(vector, by_words=by_words)
    return sure >= (STANDS_FROM if by_words else MEANT_FROM)
