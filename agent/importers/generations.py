"""Keeps the updated data sets beside each other: one in use, the one before it for a rollback.

    <data folder>/updates/2026-11-21T101500Z/   a whole set: tables, facts, manifest.json, summary.json
    <data folder>/updates/current               the name of the set in use

A set is built under a name that nobody reads and put in use by replacing one small file, so that readers see the
old set or the new one, never half of one.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from agent.aviation.reference import UPDATES, current_set
from agent.errors import DataProblem

KEPT = 3
"""Sets that stay: the one in use and what a rollback can go back to."""


class Generations:
    """The updated sets of one data folder."""

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / UPDATES
        self._data_dir = data_dir

    @property
    def current(self) -> Path | None:
        """The set in use; None when only the shipped data is."""
        return current_set(self._data_dir)

    def all(self) -> list[Path]:
        """Every whole set, oldest first."""
        if not self._folder.is_dir():
            return []
        return sorted(p for p in self._folder.iterdir() if p.is_dir() and not p.name.startswith("."))

    @contextmanager
    def building(self) -> Generator[Path]:
        """An empty folder to build in; put in use when the block ends well, removed when it does not."""
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self._folder / ".lock", timeout=0):
                name = f"{datetime.now(UTC):%Y-%m-%dT%H%M%S%fZ}"
                staging = self._folder / f".building-{name}"
                staging.mkdir()
                try:
                    yield staging
                    staging.rename(self._folder / name)
                    self._use(name)
                finally:
                    shutil.rmtree(staging, ignore_errors=True)
                for old in self.all()[:-KEPT]:
                    if old != self.current:
                        shutil.rmtree(old, ignore_errors=True)
        except Timeout as error:
            raise DataProblem("Another update is running. Wait for it to end.") from error

    def rollback(self) -> str:
        """Go back to the set before the one in use; to the shipped data when there is none. Says which."""
        current = self.current
        if current is None:
            raise DataProblem("Only the shipped data is in use: there is nothing to go back to.")
        earlier = [path.name for path in self.all() if path.name < current.name]
        if earlier:
            self._use(earlier[-1])
            return earlier[-1]
        (self._folder / "current").unlink(missing_ok=True)
        return "the shipped data"

    def summary(self) -> dict[str, str]:
        """What the set in use says of itself: source → one line."""
        if self.current is None:
            return {}
        try:
            return dict(json.loads((self.current / "summary.json").read_text("utf-8")))
        except (OSError, ValueError):
            return {}

    def _use(self, name: str) -> None:
        pointer = self._folder / "current"
        beside = self._folder / ".current"
        beside.write_text(name, "utf-8")
        beside.replace(pointer)
