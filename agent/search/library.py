"""Keeps indexes of passages in Chroma: a version is complete or not there, and the old one serves until then."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import urlsplit

import numpy as np

from agent import regex as re
from agent.config import AgentSettings
from agent.errors import AgentError, DataProblem, UpstreamUnavailable, why_unreadable
from agent.llm.embeddings import Embedder, Vectors
from agent.search.passages import Passage, PassageIndex, text_key
from agent.search.snapshots import Snapshots

logger = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
"""Called with the number of passages embedded so far and of all that must be."""

_FORMAT = "1"
_BATCH = 16
_LOCK_SECONDS = 600
_PREPARING_SECONDS = 60


prepares = False
"""Whether this process is the one that others wait for."""


def preparing_lock(folder: Path) -> Path:
    """What is locked while the folder of a database is prepared by another process."""
    return folder.with_name(f"{folder.name}.preparing.lock")


class Library:
    """The vector database: opens an index, and builds it first when its version is not there."""

    def __init__(self, settings: AgentSettings, embedder: Embedder) -> None:
        self.embedder = embedder
        self._url = settings.vector_db_url
        self._path = settings.vector_db_path or settings.data_dir / "chroma"
        self._lock = threading.Lock()
        self._chroma: Any = None
        self._snapshots = None if self._url else Snapshots(self._path)

    def open(
        self,
        name: str,
        version: str,
        passages: Callable[[], Sequence[Passage]],
        *,
        known: Callable[[], Mapping[str, Vectors]] | None = None,
        progress: Progress | None = None,
    ) -> PassageIndex:
        """The index `name` in exactly this `version` of its texts; blocks while it is built.

        `known` gives vectors by `text_key` that need not be computed. Raises `DataProblem` or
        `UpstreamUnavailable` when the database cannot be used.
        """
        found = self.stored(name, version)
        if found is not None:
            return found
        texts = list(passages())
        with self._session():
            earlier = self._earlier_vectors(name)
        # Nothing is locked while texts are read: questions to other indexes go on.
        vectors = self._embed(texts, {**earlier, **(known() if known else {})}, progress)
        with self._session():
            full = self._full_name(name, version)
            if self._read(full) is None:
                self._write(name, full, texts, vectors)
            self._keep(full, texts, vectors)
        return PassageIndex(texts, vectors, self.embedder)

    def stored(self, name: str, version: str) -> PassageIndex | None:
        """The index in this version if it is complete; never builds."""
        full = self._full_name(name, version)
        self._let_prepare()
        with self._session():
            found = self._snapshots.read(full) if self._snapshots else None
            if found is None or found[1].shape[1] != self.embedder.dimensions:
                if self._snapshots and self._snapshots.lacks(full):
                    return None
                found = self._read(full)
                if found:
                    self._keep(full, *found)
                else:
                    self._note()
            return PassageIndex(*found, self.embedder) if found else None

    def _keep(self, full: str, passages: list[Passage], vectors: Vectors) -> None:
        """What was read, and what there is, so that the next process need not open Chroma for it."""
        if self._snapshots:
            self._snapshots.keep(full, passages, vectors)
        self._note()

    def _note(self) -> None:
        if self._snapshots:
            self._snapshots.note([str(collection.name) for collection in self._client().list_collections()])

    def _full_name(self, name: str, version: str) -> str:
        return f"{name}-{text_key(_FORMAT, self.embedder.id, version)}"

    def remove(self, name: str) -> None:
        """Forget every version of the index `name`."""
        with self._session():
            for collection in self._versions(name):
                self._client().delete_collection(collection.name)

    # --- Chroma ------------------------------------------------------------------------------------

    def _client(self) -> Any:
        if self._chroma is None:
            import chromadb
            from chromadb.config import Settings

            options = Settings(anonymized_telemetry=False)
            if self._url:
                address = urlsplit(self._url)
                secure = address.scheme == "https"
                self._chroma = chromadb.HttpClient(
                    host=address.hostname or "localhost",
                    port=address.port or (443 if secure else 8000),
                    ssl=secure,
                    settings=options,
                )
            else:
                self._chroma = self._open_folder(options)
        return self._chroma

    def _open_folder(self, options: Any) -> Any:
        """The embedded database; one that cannot be read is put aside and started anew."""
        import chromadb
        from chromadb.api.shared_system_client import SharedSystemClient

        try:
            client = chromadb.PersistentClient(path=str(self._path), settings=options)
            client.list_collections()
            return client
        except Exception as error:
            if not (self._path / "chroma.sqlite3").is_file():
                raise
            SharedSystemClient.clear_system_cache()
            aside = _unused(self._path.with_name(f"{self._path.name}.unreadable"))
            logger.warning("the vector database cannot be read (%s): moved to %s", error, aside)
            self._path.rename(aside)
            return chromadb.PersistentClient(path=str(self._path), settings=options)

    def _versions(self, name: str) -> list[Any]:
        pattern = re.compile(rf"{re.escape(name)}-[0-9a-f]{{16}}")
        return [c for c in self._client().list_collections() if pattern.fullmatch(c.name)]

    def _read(self, full: str) -> tuple[list[Passage], Vectors] | None:
        """The passages and vectors of a complete version, None when there is none or it is damaged."""
        found = next((c for c in self._client().list_collections() if c.name == full), None)
        if found is None or not _facts(found).get("complete"):
            return None
        try:
            stored = found.get(include=["embeddings", "documents", "metadatas"])
            vectors = np.asarray(stored["embeddings"], dtype=np.float32)
            size = int(_facts(found)["passages"])
            if vectors.shape != (size, self.embedder.dimensions) or not np.isfinite(vectors).all():
                raise ValueError(f"{vectors.shape} instead of {size} vectors")
            passages = [
                _from_record(*record)
                for record in zip(stored["ids"], stored["documents"], stored["metadatas"], strict=True)
            ]
        except Exception as error:
            if self._url and _is_connection(error):
                raise
            logger.warning("index %s is damaged (%s): it is built again", full, error)
            return None
        order = sorted(range(size), key=lambda i: stored["metadatas"][i]["_row"])
        return [passages[i] for i in order], vectors[order]

    def _write(self, name: str, full: str, passages: list[Passage], vectors: Vectors) -> None:
        """Write a version, call it complete, and only then forget the others."""
        client = self._client()
        if any(c.name == full for c in client.list_collections()):
            client.delete_collection(full)
        facts = {"embedder": self.embedder.id, "passages": len(passages)}
        collection = client.create_collection(
            full,
            metadata={**facts, "complete": False},
            embedding_function=None,
            configuration={"hnsw": {"space": "cosine"}},
        )
        for start in range(0, len(passages), 500):
            part = passages[start : start + 500]
            collection.add(
                ids=[passage.id for passage in part],
                embeddings=vectors[start : start + 500],
                documents=[passage.text for passage in part],
                metadatas=[_record(passage, start + row) for row, passage in enumerate(part)],
            )
        collection.modify(metadata={**facts, "complete": True})
        for old in self._versions(name):
            if old.name != full:
                client.delete_collection(old.name)

    def _earlier_vectors(self, name: str) -> dict[str, Vectors]:
        """Vectors of unchanged texts, from the version that is about to be replaced."""
        known: dict[str, Vectors] = {}
        for collection in self._versions(name):
            facts = _facts(collection)
            if not facts.get("complete") or facts.get("embedder") != self.embedder.id:
                continue
            earlier = self._read(collection.name)
            if earlier:
                known.update((text_key(p.side, p.text), vector) for p, vector in zip(*earlier, strict=True))
        return known

    def _embed(self, passages: list[Passage], known: Mapping[str, Vectors], progress: Progress | None) -> Vectors:
        """One vector per passage; each distinct text is embedded once, in batches that let questions through."""
        keys = [text_key(passage.side, passage.text) for passage in passages]
        vectors = {key: known[key] for key in keys if key in known}
        waiting = {key: passage for key, passage in zip(keys, passages, strict=True) if key not in vectors}
        for side, embed in (
            ("query", self.embedder.embed_queries),
            ("passage", self.embedder.embed_passages),
        ):
            todo = [(key, passage.text) for key, passage in waiting.items() if passage.side == side]
            for start in range(0, len(todo), _BATCH):
                part = todo[start : start + _BATCH]
                rows = embed([text for _, text in part])
                vectors.update((key, row) for (key, _), row in zip(part, rows, strict=True))
                if progress:
                    progress(len(vectors) - (len(set(keys)) - len(waiting)), len(waiting))
        if not passages:
            return np.zeros((0, self.embedder.dimensions), dtype=np.float32)
        return np.stack([vectors[key] for key in keys]).astype(np.float32)

    def _let_prepare(self) -> None:
        """Wait for another process that prepares the folder: what it writes is read without Chroma's 100 MB."""
        guard = preparing_lock(self._path)
        if self._url or prepares or not guard.exists():
            return
        from filelock import FileLock, Timeout

        with suppress(Timeout, OSError), FileLock(str(guard), timeout=_PREPARING_SECONDS):
            pass

    @contextmanager
    def _session(self) -> Generator[None]:
        """The database for oneself, with its errors made clear."""
        with self._lock, self._locked_folder(), self._clear_errors():
            yield

    @contextmanager
    def _locked_folder(self) -> Generator[None]:
        """One process at a time builds in a folder; a server sorts that out itself."""
        if self._url:
            yield
            return
        from filelock import FileLock, Timeout

        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            guard = self._path.with_name(f"{self._path.name}.lock")
            guard.open("a").close()  # a folder that cannot be written is said at once, not after the time-out
            with FileLock(str(guard), timeout=_LOCK_SECONDS):
                yield
        except Timeout as error:
            raise DataProblem(
                "Another FlyFun process has been building the search index for ten minutes. Try again later."
            ) from error
        except OSError as error:
            raise self._unusable(error) from error

    @contextmanager
    def _clear_errors(self) -> Generator[None]:
        """Whatever Chroma raises becomes one clear sentence; the next call starts with a new connection."""
        try:
            yield
        except AgentError:
            raise
        except Exception as error:
            self._chroma = None
            if self._url:
                raise UpstreamUnavailable(
                    f"The Chroma server at {_without_secrets(self._url)} is not answering, so rules and guides "
                    "cannot be searched now. Airports, distances and notice still work.",
                    service="Chroma",
                    detail=str(error),
                ) from error
            raise self._unusable(error) from error

    def _what_is_wrong(self, error: Exception) -> str:
        """In an operator's words: Chroma and the lock report the same trouble in several of their own."""
        if self._path.exists() and not self._path.is_dir():
            return "it is a file, not a folder"
        if not self._path.exists():
            return "there is no such folder, and it cannot be made"
        if not os.access(self._path, os.W_OK | os.X_OK):
            return "this user may not write there"
        return why_unreadable(error) if isinstance(error, OSError) else str(error)[:200].rstrip(".")

    def _unusable(self, error: Exception) -> DataProblem:
        return DataProblem(
            f"The search index in {self._path} cannot be used: {self._what_is_wrong(error)}. Set VECTOR_DB_PATH "
            "to a folder that can be written. Airports, distances and notice still work.",
            detail=str(error),
        )


def _facts(collection: Any) -> dict[str, Any]:
    """What was noted about an index when it was made; empty for somebody else's collection."""
    return cast("dict[str, Any]", collection.metadata or {})


def _record(passage: Passage, row: int) -> dict[str, str | int]:
    return {**passage.fields, "_topic": passage.topic, "_side": passage.side, "_row": row}


def _from_record(id_: str, text: str, metadata: Mapping[str, Any]) -> Passage:
    fields = {name: str(value) for name, value in metadata.items() if not name.startswith("_")}
    side = cast(Literal["passage", "query"], metadata["_side"])
    return Passage(id_, text, str(metadata["_topic"]), side, fields)


def _is_connection(error: Exception) -> bool:
    import httpx

    return isinstance(error, httpx.TransportError | ConnectionError)


def _unused(path: Path) -> Path:
    names = (path if n == 0 else path.with_name(f"{path.name}.{n}") for n in range(1000))
    return next(name for name in names if not name.exists())


def _without_secrets(url: str) -> str:
    address = urlsplit(url)
    return f"{address.scheme}://{address.hostname}" + (f":{address.port}" if address.port else "")
