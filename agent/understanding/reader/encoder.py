"""Guesses which tool a question is for by its meaning: a small language model taught on pilots' sentences.

`data/understanding/encoder.npz` holds what the upper layers were taught and the head that ranks the classes;
`python -m data.build encoder` teaches it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Protocol
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from agent import paging
from agent import regex as re
from agent.compiled import kept
from agent.errors import DataProblem
from agent.llm.taught import TaughtE5

Floats = npt.NDArray[np.float32]

HEAD_SCALE = 20.0
"""What a vector of length one is multiplied by before the head."""
LONGEST = 240
"""Letters: what is asked stands in them, and every letter more costs time."""
REMEMBERED = 512
"""Texts whose figures are kept: a message is read in parts, and asked again."""
_VERB = re.compile(r"^(get|find|search|list|plan|set|show|answer)_")


class Encoder(Protocol):
    """Ranks classes by a message's meaning."""

    classes: tuple[str, ...]

    def logits(self, text: str, last: str) -> Floats:
        """One figure per class, of a text whose names are ordinary ones, after a tool's answer ("" for none)."""
        ...

    @property
    def meaning(self) -> Callable[[str], Floats]:
        """What a text means by itself: 384 figures of length one."""
        ...


def after(last: str, text: str) -> str:
    """A text as the model reads it: behind the words of the tool that answered before in its chat."""
    text = text[:LONGEST]
    return f"{_VERB.sub('', last).replace('_', ' ')} > {text}" if last else text


class TaughtEncoder:
    """The shipped encoder: about 0.5 s to load, then 28 ms of CPU per short text."""

    def __init__(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        self.classes: tuple[str, ...] = tuple(str(name) for name in arrays["classes"])
        self._head: Floats = arrays["head"].astype(np.float32) * np.float32(HEAD_SCALE)
        self._bias = arrays["bias"].astype(np.float32)
        self._model = TaughtE5({name: arrays[name] for name in arrays if re.match(r"l\d+\.", name)})
        self.meaning: Callable[[str], Floats] = lru_cache(REMEMBERED)(self._meaning)

    @classmethod
    def load(cls, path: Path) -> TaughtEncoder:
        """Read `data/understanding/encoder.npz`. Raises `DataProblem` when it is missing or damaged."""
        try:
            return cls(kept(path, (path,), lambda: _arrays(path)))
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            raise DataProblem(
                "The weights of the question reader are missing or damaged. Restore data/understanding/encoder.npz.",
                detail=f"{path}: {error}",
            ) from error

    def logits(self, text: str, last: str) -> Floats:
        """See `Encoder`."""
        figures = self.meaning(after(last, text))
        ranked: Floats = figures @ self._head + self._bias
        return ranked

    def _meaning(self, text: str) -> Floats:
        """What a text means: 384 figures of length one."""
        figures: Floats = self._model.encode([text])[0]
        return figures

    def let_go(self) -> None:
        """See `TaughtE5.let_go`."""
        self._model.let_go()


def _arrays(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Unpacking them takes longer than all else that loading does."""
    with np.load(path, allow_pickle=False) as file:
        return dict(file)


_LOADED: list[TaughtEncoder] = []


@cache
def load_encoder(path: Path) -> TaughtEncoder:
    """The encoder of this process, loaded once per file."""
    paging.let_go()  # a program that answers one question never holds both: 10 MB
    _LOADED.append(TaughtEncoder.load(path))
    return _LOADED[-1]


def let_go() -> None:
    """What the loaded encoders hold of their file goes back to the system."""
    for encoder in _LOADED:
        encoder.let_go()
