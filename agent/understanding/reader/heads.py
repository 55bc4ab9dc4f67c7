"""A linear head over the encoder's figures of a text: what was learnt of some question beside the tools.

The encoder itself is loaded once for all heads (`load_encoder`); a head is some 25 kB of its own file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from agent.errors import DataProblem
from agent.understanding.reader.encoder import Floats


@dataclass(frozen=True)
class Head:
    """Weights of each class (384 to one class, or a column for each of several), and what is added.

    `mean` is taken from a text's figures first; `by_words` is the weight of what the words alone decided. `signs` are
    the names of what stands in the words, whose weights follow those of the figures.
    """

    weights: Floats
    bias: Floats
    mean: Floats
    classes: tuple[str, ...]
    by_words: float
    signs: tuple[str, ...] = ()

    def of(self, meaning: Floats, scale: float = 1.0) -> Floats:
        """A figure for each class, of a text's meaning."""
        told = (meaning - self.mean) * scale @ self.weights + self.bias
        return np.asarray(told, np.float32)


@cache
def load_head(path: Path, of: str) -> Head:
    """Read a head, once per file. Raises `DataProblem` ("The weights of …") when it is missing or damaged."""
    try:
        with np.load(path, allow_pickle=False) as file:
            weights = file["head" if "head" in file else "meaning"].astype(np.float32)
            return Head(
                weights,
                file["bias"].astype(np.float32),
                file["mean"].astype(np.float32) if "mean" in file else np.zeros(len(weights), np.float32),
                tuple(str(name) for name in file["classes"]) if "classes" in file else (),
                float(file["by_words"]) if "by_words" in file else 0.0,
                tuple(str(name) for name in file["signs"]) if "signs" in file else (),
            )
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise DataProblem(
            f"The weights of {of} are missing or damaged. Restore data/understanding/{path.name}.",
            detail=f"{path}: {error}",
        ) from error
