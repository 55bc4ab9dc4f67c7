"""What was read from the vector database, kept beside it: an unchanged one is opened without Chroma (100 MB)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agent.llm.embeddings import Vectors
from agent.search.passages import Passage

FOLDER = "snapshots"
_DATABASE = "chroma.sqlite3"
_NAMES = "names.json"


class Snapshots:
    """The indexes of one Chroma folder as files. One counts only while the database is as it was then."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._folder = database / FOLDER

    def read(self, full: str) -> tuple[list[Passage], Vectors] | None:
        """The passages and vectors of a version; None when there is no snapshot, or it is older or damaged."""
        try:
            with np.load(self._folder / f"{full}.npz", allow_pickle=False) as kept:
                facts: dict[str, Any] = json.loads(bytes(kept["facts"]).decode())
                vectors: Vectors = np.asarray(kept["vectors"], dtype=np.float32)
            if facts["database"] != self._state():
                return None
            passages = [Passage(*entry) for entry in facts["passages"]]
        except (OSError, ValueError, KeyError, TypeError, EOFError):
            return None
        if vectors.ndim != 2 or len(passages) != len(vectors) or not np.isfinite(vectors).all():
            return None
        return passages, vectors

    def keep(self, full: str, passages: Sequence[Passage], vectors: Vectors) -> None:
        """Write a snapshot, whole or not at all; one that cannot be written is done without."""
        name = full.rpartition("-")[0]
        facts = {
            "database": self._state(),
            "passages": [[p.id, p.text, p.topic, p.side, dict(p.fields)] for p in passages],
        }
        fresh = self._folder / f"{full}.new.npz"
        try:
            self._folder.mkdir(exist_ok=True)
            told = np.frombuffer(json.dumps(facts, ensure_ascii=False).encode(), dtype=np.uint8)
            np.savez(fresh, facts=told, vectors=vectors.astype(np.float32))
            fresh.replace(self._folder / f"{full}.npz")
            for old in self._folder.glob(f"{name}-*.npz"):
                if old.stem.rpartition("-")[0] == name and old.stem != full:
                    old.unlink(missing_ok=True)
        except OSError:
            fresh.unlink(missing_ok=True)

    def note(self, held: Sequence[str]) -> None:
        """Keep which versions the database holds; where that cannot be written it is done without."""
        fresh = self._folder / f"{_NAMES}.new"
        try:
            self._folder.mkdir(exist_ok=True)
            fresh.write_text(json.dumps({"database": self._state(), "held": sorted(held)}), "utf-8")
            fresh.replace(self._folder / _NAMES)
        except OSError:
            fresh.unlink(missing_ok=True)

    def lacks(self, full: str) -> bool:
        """Whether the database is known to hold no such version: to look for it there opens Chroma."""
        try:
            told: dict[str, Any] = json.loads((self._folder / _NAMES).read_text("utf-8"))
            return told["database"] == self._state() and full not in told["held"]
        except (OSError, ValueError, KeyError, TypeError):
            return False

    def _state(self) -> list[int]:
        """What changes whenever anything is written into the database."""
        found = [self._database / name for name in (_DATABASE, f"{_DATABASE}-wal")]
        states = [file.stat() if file.exists() else None for file in found]
        return [number for state in states for number in ((state.st_size, state.st_mtime_ns) if state else (0, 0))]
