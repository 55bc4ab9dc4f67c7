"""A server of embeddings that fails in any way: one error in words, soon, without the key."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from servers.raw_model import CLOSE, RESET, Script, json_reply, raw_server, refusal

from agent.config import AgentSettings
from agent.errors import ModelError
from agent.llm import embeddings
from agent.llm.embeddings import OpenAIEmbedder, embedder_for

KEY = "sk-embed-canary-1"


def _rows(*rows: Any) -> Script:
    return json_reply(
        200, {"object": "list", "data": [{"index": n, "embedding": row} for n, row in enumerate(rows)]}
    )


FAULTS: dict[str, Script] = {
    "401 that repeats the key": refusal(f"Incorrect API key provided: {KEY}", 401, code="invalid_api_key"),
    "404": refusal("no such model", 404),
    "500": refusal("broken", 500),
    "html": [b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 15\r\n\r\n<html>hi</html>"],
    "no data": json_reply(200, {"object": "list", "data": None}),
    "a list": json_reply(200, [1, 2]),
    "no vector": _rows(None),
    "a vector of words": _rows(["a", "b"]),
    "a vector of NaN": _rows([float("nan"), 1.0]),
    "an empty vector": _rows([]),
    "too many": _rows([1.0], [1.0]),
    "reset": [RESET],
    "not HTTP": [b"SSH-2.0\r\n", CLOSE],
    "hang": [30.0],
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_fault_is_one_error_in_time_without_the_key(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings, "PATIENCE_SECONDS", 0.5)
    async with raw_server(lambda asked: FAULTS[fault]) as server:
        embedder = OpenAIEmbedder("any", api_key=KEY, base_url=server.url)
        began = time.monotonic()
        with pytest.raises(ModelError) as caught:
            await asyncio.to_thread(embedder.embed_queries, ["flight plan"])
        assert time.monotonic() - began < 1.5
    assert caught.value.user_message.startswith("The embedding model")
    assert KEY not in str(caught.value)


async def test_vectors_of_different_lengths_are_refused() -> None:
    async with raw_server(lambda asked: _rows([1.0, 0.0], [1.0])) as server:
        embedder = OpenAIEmbedder("any", api_key=KEY, base_url=server.url)
        with pytest.raises(ModelError):
            await asyncio.to_thread(embedder.embed_queries, ["a", "b"])
    assert json.dumps(server.asked[0]["input"]) == '["a", "b"]'


async def test_a_server_of_ones_own_needs_no_key() -> None:
    async with raw_server(lambda asked: _rows([3.0, 4.0])) as server:
        embedder = embedder_for("any", AgentSettings(openai_base_url=server.url))
        vectors = await asyncio.to_thread(embedder.embed_queries, ["a"])
    assert vectors.tolist() == [pytest.approx([0.6, 0.8])]
