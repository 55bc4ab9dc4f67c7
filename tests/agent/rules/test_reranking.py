"""A configured reranker really sorts the candidates again; when it fails, the search's own order stays."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from agent.aviation.countries import Countries
from agent.behaviour import Behaviour
from agent.config import AgentSettings
from agent.errors import ModelError
from agent.llm.embeddings import local_embedder
from agent.llm.reranking import CohereReranker, EmbeddingReranker
from agent.rules.book import Rulebook


class Cohere(ThreadingHTTPServer):
    """The rerank endpoint: likes the last document best; strict about the request; can be told to fail."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status = 200
        self.reply: Any = None
        self.requests: list[dict[str, Any]] = []


class _Handler(BaseHTTPRequestHandler):
    server: Cohere  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(body)
        wrong = (
            self.path != "/v2/rerank"
            or self.headers["Authorization"] != "Bearer key"
            or body["model"] != "rerank-v3.5"
            or not all(isinstance(document, str) for document in body["documents"])
        )
        count = len(body["documents"])
        results = [{"index": n, "relevance_score": n / count} for n in range(count)][::-1]
        reply = self.server.reply or {"id": "x", "results": results[: body["top_n"]]}
        content = json.dumps(reply).encode()
        self.send_response(400 if wrong else self.server.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def cohere() -> Iterator[Cohere]:
    peer = Cohere()
    thread = threading.Thread(target=peer.serve_forever, daemon=True)
    thread.start()
    yield peer
    peer.shutdown()
    peer.server_close()
    thread.join()


def reranked_book(data_dir: Path, cohere: Cohere, provider: str = "cohere", key: str = "key") -> Rulebook:
    settings = AgentSettings(
        data_dir=data_dir,
        cohere_api_key=key,
        cohere_base_url=f"http://127.0.0.1:{cohere.server_port}",
    )
    behaviour = Behaviour.model_validate({"reranking": {"enabled": True, "provider": provider}})
    return Rulebook(settings, local_embedder(), behaviour, Countries.load(settings))


ASKED = "Do I need a flight plan for VFR?"


async def test_the_reranker_decides_the_order_of_the_candidates(
    data_dir: Path, book: Rulebook, cohere: Cohere
) -> None:
    plain = [hit.question_id for hit in await book.search(ASKED, ["FR"], k=10)]
    sorted_again = [hit.question_id for hit in await reranked_book(data_dir, cohere).search(ASKED, ["FR"], k=5)]
    assert len(cohere.requests[0]["documents"]) == 10
    assert sorted_again == plain[::-1][:5]


async def test_scores_still_fall_from_first_to_last(data_dir: Path, cohere: Cohere) -> None:
    scores = [hit.score for hit in await reranked_book(data_dir, cohere).search(ASKED, ["FR"])]
    assert scores == sorted(scores, reverse=True)


async def test_a_refused_question_is_not_sent_to_the_reranker(data_dir: Path, cohere: Cohere) -> None:
    assert await reranked_book(data_dir, cohere).search("recipe for apple pie", ["FR"]) == []
    assert cohere.requests == []


@pytest.mark.parametrize(("provider", "key"), [("none", "key"), ("cohere", "")])
async def test_without_a_provider_or_its_key_nobody_is_asked(
    data_dir: Path, book: Rulebook, cohere: Cohere, provider: str, key: str
) -> None:
    hits = await reranked_book(data_dir, cohere, provider, key).search(ASKED, ["FR"])
    assert hits == await book.search(ASKED, ["FR"])
    assert cohere.requests == []


@pytest.mark.parametrize("fault", ["500", "nonsense"])
async def test_a_failing_reranker_leaves_the_searchs_own_order(
    data_dir: Path, book: Rulebook, cohere: Cohere, fault: str
) -> None:
    if fault == "500":
        cohere.status = 500
    else:
        cohere.reply = {"message": "what?"}
    hits = await reranked_book(data_dir, cohere).search(ASKED, ["FR"])
    assert cohere.requests
    assert hits == await book.search(ASKED, ["FR"])


async def test_a_text_left_out_of_the_reply_comes_last(cohere: Cohere) -> None:
    cohere.reply = {"results": [{"index": 2, "relevance_score": 0.9}, {"index": 7, "relevance_score": 0.8}]}
    reranker = CohereReranker(f"http://127.0.0.1:{cohere.server_port}", "key")
    assert await reranker.order("q", ["a", "b", "c"]) == [2, 0, 1]


async def test_a_wrong_key_is_a_model_error(cohere: Cohere) -> None:
    with pytest.raises(ModelError):
        await CohereReranker(f"http://127.0.0.1:{cohere.server_port}", "other").order("q", ["a", "b"])


async def test_vectors_can_sort_too() -> None:
    texts = ["a recipe of an apple pie", "is a flight plan required", "the weather in Paris"]
    assert (await EmbeddingReranker(local_embedder()).order("do I need a flight plan", texts))[0] == 1
