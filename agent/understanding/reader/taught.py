"""Sentences that were taught: what is said in the very words of an example is what the example says it is.

The model weighs an example against thousands of others and may still read it otherwise; here it counts by itself,
whatever place, day or figure stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from agent.aviation.names import fold
from agent.language.said import Said
from agent.language.wording import word_set
from agent.understanding.reader.classifier import Guess

SURE = 0.93
"""How sure a sentence in the words of an example is."""
FEWEST_WORDS = 2
"""Words beside places and figures below which a sentence says too little to be known by them."""
_COURTESY = word_set(
    "please pls plz thanks thx ta um uh er erm hi hello hey ok okay so and oh well the a an me us from bitte mal danke "
    "hallo und mir uns von äh ähm svp stp merci bonjour salut et euh alors moi nous"
)
_SLOT = {"zcode": "zplace", "ziata": "zplace", "zcountry": "zplace"}
_ENDINGS = "?!.,;:"


def words_of(said: Said) -> list[str]:
    """The words of a message with every place, code and amount replaced by its type, without courtesy."""
    folded = (word.strip(_ENDINGS) for word in fold(said.slots.masked).split())
    return [_SLOT.get(word, word) for word in folded if word and word not in _COURTESY]


def key_of(words: Iterable[str], last: str) -> int:
    """A number for these words behind the answer of a tool, "" for none."""
    text = " ".join(words).encode()
    return (crc32(last.encode() + b"\0" + text) << 32) | crc32(text[::-1] + b"\0" + last.encode())


def says_enough(words: list[str]) -> bool:
    """Whether words beside the slots are left to know a sentence by."""
    return sum(not word.startswith("z") for word in words) >= FEWEST_WORDS


class Taught:
    """The sentences of the examples by their key, each with its class."""

    def __init__(
        self, keys: npt.NDArray[np.uint64], classes: npt.NDArray[np.uint8], names: tuple[str, ...]
    ) -> None:
        self._keys, self._classes, self._names = keys, classes, names

    @classmethod
    def of(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> Taught:
        """Of `taught` (sorted keys) and `taught_class` beside the weights. Raises `KeyError` when one is missing."""
        names = tuple(str(name) for name in arrays["classes"])
        return cls(arrays["taught"].astype(np.uint64), arrays["taught_class"].astype(np.uint8), names)

    def known(self, said: Said, last: str) -> str | None:
        """The class of a message in the words of an example, behind the same answer or by itself."""
        words = words_of(said)
        if not says_enough(words):
            return None
        stands = not last or any(
            word == "zplace" for word in words
        )  # "do I need PPR?" is of what was asked before
        for behind in dict.fromkeys((last, "")) if stands else (last,):
            key = np.uint64(key_of(words, behind))
            at = int(np.searchsorted(self._keys, key))
            if at < len(self._keys) and self._keys[at] == key:
                name = self._names[int(self._classes[at])]
                return (
                    None if name.partition("|")[0] == last else name
                )  # the same again may be the last one varied
        return None


@cache
def load_taught(path: Path) -> Taught:
    """Those beside the weights in `data/understanding/classifier.npz`; `load_classifier` tells when it is damaged."""
    with np.load(path, allow_pickle=False) as file:
        return Taught.of(file)


def as_taught(guess: Guess, name: str) -> Guess:
    """The guess with a class that is known; the others share what is left."""
    if guess.best == name and guess.sure >= SURE:
        return guess
    rest = 1.0 - guess.of(name) or 1.0
    others = ((other, p * (1.0 - SURE) / rest) for other, p in guess.ranked if other != name)
    return Guess(((name, SURE), *others))
