"""Vectors that come with the project's own rules, so that the first question need not wait for them."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import numpy as np

from agent.llm.embeddings import Vectors
from agent.paging import mapped
from agent.rules.corpus import Corpus
from agent.search import Passage

logger = logging.getLogger(__name__)


def read_vectors(path: Path, embedder_id: str) -> Mapping[str, Vectors]:
    """The vectors of one embedder by `text_key`; none when the file is missing, damaged or another model's."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            if str(stored["embedder"]) != embedder_id:
                return {}
            rows = cast(Vectors, mapped({"rows": stored["vectors"] * stored["scales"]})["rows"])
            return {str(key): row for key, row in zip(stored["keys"], rows, strict=True)}
    except (OSError, KeyError, ValueError) as error:
        logger.debug("no ready-made vectors: %s", error)
        return {}


def answer_passages(corpus: Corpus) -> list[Passage]:
    """Every answer as it is embedded for comparisons."""
    return [
        Passage(str(n), answer.text, answer.question_id, fields={"country": answer.country, "basis": answer.basis})
        for n, answer in enumerate(corpus.all_answers)
    ]
