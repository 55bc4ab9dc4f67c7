"""Sorts found texts again with a model that reads question and text together; without one the order stays."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from pydantic import BaseModel, ValidationError

from agent.errors import ModelError
from agent.llm.embeddings import Embedder
from agent.troubles import Heard, tell, trouble_of

COHERE_MODEL = "rerank-v3.5"
OPENAI_MODEL = "text-embedding-3-large"
_TIMEOUT = 10.0


class Reranker(Protocol):
    """Orders texts by how well they answer a query."""

    async def order(self, query: str, texts: Sequence[str]) -> list[int]:
        """The numbers of all `texts`, best first. Raises `ModelError` when the model cannot be used."""
        ...


class CohereReranker:
    """Cohere's rerank endpoint (`POST /v2/rerank`)."""

    def __init__(self, base_url: str, api_key: str, model: str = COHERE_MODEL, heard: Heard | None = None) -> None:
        self._heard = heard
        self._url = f"{base_url.rstrip('/')}/v2/rerank"
        self._key = api_key
        self._model = model

    async def order(self, query: str, texts: Sequence[str]) -> list[int]:
        """One request; a text that the reply leaves out comes last."""
        import httpx  # slow to import, and only asked where a key is set

        body = {"model": self._model, "query": query, "documents": list(texts), "top_n": len(texts)}
        headers = {"Authorization": f"Bearer {self._key}", "X-Client-Name": "flyfun"}
        try:
            async with httpx.AsyncClient(timeout=_TIMEOUT) as client:
                reply = await client.post(self._url, json=body, headers=headers)
                reply.raise_for_status()
                results = _Reply.model_validate_json(reply.content).results
        except httpx.HTTPStatusError as error:
            tell(trouble_of(_NAME, error, _TOLD), self._heard)
            raise _unusable(f"Cohere answered {error.response.status_code}") from error
        except (httpx.HTTPError, ValidationError) as error:
            tell(trouble_of(_NAME, error, _TOLD), self._heard)
            raise _unusable(f"Cohere: {error!r}") from error
        ranked = sorted(results, key=lambda result: -result.relevance_score)
        known = dict.fromkeys(result.index for result in ranked if 0 <= result.index < len(texts))
        return [*known, *(number for number in range(len(texts)) if number not in known)]


class EmbeddingReranker:
    """Orders by the likeness of vectors: with a larger embedding model than the index has."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def order(self, query: str, texts: Sequence[str]) -> list[int]:
        """Two embedding calls, off the event loop."""
        asked, found = await asyncio.gather(
            asyncio.to_thread(self._embedder.embed_queries, [query]),
            asyncio.to_thread(self._embedder.embed_passages, list(texts)),
        )
        return [int(i) for i in np.argsort(-(found @ asked[0]), kind="stable")]


class _Result(BaseModel):
    index: int
    relevance_score: float


class _Reply(BaseModel):
    results: list[_Result]


_NAME = "The reranking model (Cohere)"
_TOLD = "the rules in the search's own order"


def _unusable(detail: str) -> ModelError:
    return ModelError("The reranking model is not answering; the order is the search's own.", detail=detail)
