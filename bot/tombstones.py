"""Who asked to be forgotten, kept as long as backups are: a restored backup must not bring them back."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from filelock import FileLock

FILE = "tombstones.jsonl"
KEPT = timedelta(days=14)
"""As long as backups are kept; then the name of who was forgotten goes too."""


@dataclass(frozen=True)
class Tombstone:
    """A chat (`ChatRef`'s string) or a person (`PersonRef`'s string) that was forgotten."""

    at: str
    kind: Literal["chat", "person"]
    who: str


class Tombstones:
    """The list in a data folder; each line is whole on the disk before the forgetting is answered."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE

    def add(self, kind: Literal["chat", "person"], who: str) -> None:
        """Note that somebody is forgotten, and drop what is older than any backup."""
        now = datetime.now(UTC)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(self._file.with_name(f"{FILE}.lock")):  # two that are forgotten at once are both kept
            write(self._file, [*_young(self.read(), now), Tombstone(now.isoformat(), kind, who)])

    def read(self) -> list[Tombstone]:
        """The whole list."""
        return read(self._file)


def read(file: Path) -> list[Tombstone]:
    """The tombstones of a file; a line that was cut off is left out."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except FileNotFoundError:
        return []
    found: list[Tombstone] = []
    for line in lines:
        try:
            found.append(Tombstone(**json.loads(line)))
        except (ValueError, TypeError):
            continue
    return found


def write(file: Path, stones: Iterable[Tombstone]) -> None:
    """The whole file anew, readable for this user alone, on the disk before it takes the old one's place."""
    fresh = file.with_name(f"{file.name}.new")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as content:
        content.writelines(f"{json.dumps(asdict(stone))}\n" for stone in dict.fromkeys(stones))
        content.flush()
        os.fsync(content.fileno())
    fresh.replace(file)


def _young(stones: Iterable[Tombstone], now: datetime) -> Iterator[Tombstone]:
    return (stone for stone in stones if now - datetime.fromisoformat(stone.at) < KEPT)
