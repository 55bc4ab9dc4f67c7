"""Finds texts that say it in the same words: BM25 with accents and case folded."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

WORDS_WEIGHT, WORDS_HALF = 0.02, 10.0
"""What shared words add to a cosine: at most the first; half of it at a BM25 score of the second."""


class WordIndex:
    """BM25 over texts, accents and case folded: finds what is said in the same words."""

    def __init__(self, texts: Sequence[str], *, k1: float = 1.2, b: float = 0.6) -> None:
        counts = [Counter(words_of(text)) for text in texts]
        lengths = np.array([sum(count.values()) for count in counts], dtype=np.float32)
        mean = float(lengths.mean()) if len(texts) else 1.0
        norm = k1 * (1 - b + b * lengths / (mean or 1.0))
        self._size = len(texts)
        self._weights: dict[str, tuple[npt.NDArray[np.intp], npt.NDArray[np.float32]]] = {}
        postings: dict[str, list[tuple[int, int]]] = {}
        for number, count in enumerate(counts):
            for word, times in count.items():
                postings.setdefault(word, []).append((number, times))
        for word, found in postings.items():
            rarity = math.log(1 + (self._size - len(found) + 0.5) / (len(found) + 0.5))
            rows = np.array([row for row, _ in found], dtype=np.intp)
            times = np.array([times for _, times in found], dtype=np.float32)
            self._weights[word] = rows, (rarity * times * (k1 + 1) / (times + norm[rows])).astype(np.float32)

    def scores(self, query: str) -> npt.NDArray[np.float32]:
        """One score per text; 0 where no word is shared."""
        total = np.zeros(self._size, dtype=np.float32)
        for word in set(words_of(query)):
            if word in self._weights:
                rows, weights = self._weights[word]
                total[rows] += weights
        return total

    def bonus(self, query: str) -> npt.NDArray[np.float32]:
        """The scores as what they add to a cosine."""
        scores = self.scores(query)
        return (WORDS_WEIGHT * scores / (scores + WORDS_HALF)).astype(np.float32)


def words_of(text: str) -> list[str]:
    """ "Où clôturer le FPL ?" → ["ou", "cloturer", "le", "fpl"]."""
    plain = unicodedata.normalize("NFKD", text.lower().replace("ß", "ss"))
    return re.findall(r"[a-z0-9]+", "".join(c for c in plain if not unicodedata.combining(c)))
