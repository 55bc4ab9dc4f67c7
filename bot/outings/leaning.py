"""What somebody in a group most likely means, where no rule reads it: learnt from what clubs say.

A linear head over the encoder's figures of a text; `python -m data.build club_talk` teaches it. Nothing is ever
done by it alone: of what it hears somebody is asked first, or told what stands on the card.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agent.errors import DataProblem
from agent.language.apostrophes import with_apostrophes
from agent.language.wording import plain
from agent.understanding.encoder import LONGEST, TaughtEncoder

Floats = npt.NDArray[np.float32]

SCALE = 4.0
"""What a vector of length one is multiplied by before the head."""
NOTHING = "nothing"
FILE = "club_talk.npz"


class Leaning:
    """The taught head."""

    def __init__(self, arrays: Any) -> None:
        self.classes: tuple[str, ...] = tuple(str(name) for name in arrays["classes"])
        self._head: Floats = arrays["head"].astype(np.float32)
        self._bias: Floats = arrays["bias"].astype(np.float32)
        self._mean: Floats = arrays["mean"].astype(np.float32)

    @classmethod
    def load(cls, path: Path) -> Leaning:
        """Read `data/understanding/club_talk.npz`. Raises `DataProblem` when it is missing or damaged."""
        try:
            with np.load(path, allow_pickle=False) as file:
                return cls(file)
        except (OSError, ValueError, KeyError) as error:
            raise DataProblem(
                "The weights of what clubs say are missing or damaged. Restore data/understanding/club_talk.npz.",
                detail=f"{path}: {error}",
            ) from error

    def shares(self, text: str, encoder: TaughtEncoder) -> dict[str, float]:
        """How likely each class is."""
        logits = (encoder.meaning(spoken_plainly(text)) - self._mean) * SCALE @ self._head + self._bias
        powers = np.exp(logits - logits.max())
        return dict(zip(self.classes, (powers / powers.sum()).tolist(), strict=True))


def spoken_plainly(text: str) -> str:
    """A text as the head was taught it."""
    return with_apostrophes(plain(text))[:LONGEST]


@cache
def load_leaning(path: Path) -> Leaning:
    """The head of this process, read once per file."""
    return Leaning.load(path)
