"""What a pilot may be interested in, and which OpenStreetMap tags stand for it.

The table is `data/travel/interests.json`. Its values go into queries, so they are checked when it is read;
what a pilot types is only ever looked up here, never put into a query.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints, TypeAdapter

from agent.errors import DataProblem

DEFAULT_INTERESTS = ("culture", "history", "food")
Word = Annotated[str, StringConstraints(pattern=r"^[a-z_]+$")]


class _Named(BaseModel):
    model_config = ConfigDict(extra="forbid")

    key: Word
    value: Word
    pattern: Annotated[str, StringConstraints(pattern=r"^[\w|]+$")]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid")

    tags: dict[Word, tuple[Word, ...]]
    synonyms: tuple[str, ...]
    named: _Named | None = None


_TABLE = TypeAdapter(dict[Word, _Row])


@dataclass(frozen=True)
class Interest:
    """An interest: tag key → values; `named` adds places of a tag whose name matches a pattern."""

    name: str
    tags: Mapping[str, tuple[str, ...]]
    synonyms: frozenset[str]
    named: tuple[str, str, str] | None = None

    @property
    def kinds(self) -> frozenset[str]:
        """All tag values of it."""
        return frozenset(value for values in self.tags.values() for value in values)


class Interests:
    """The table of interests."""

    def __init__(self, rows: tuple[Interest, ...]) -> None:
        self._rows = {row.name: row for row in rows}
        self._words = {word: row.name for row in rows for word in (*row.synonyms, row.name)}

    @classmethod
    def load(cls, data: Path) -> Interests:
        """The table of a data folder. Raises `DataProblem` when it is missing or not as it should be."""
        return _load(data / "travel" / "interests.json")

    def __getitem__(self, name: str) -> Interest:
        return self._rows[name]

    def names(self) -> tuple[str, ...]:
        """All interests."""
        return tuple(self._rows)

    def read(self, words: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """(known interests without doubles, words that mean nothing to us)."""
        known: dict[str, None] = {}
        unknown: list[str] = []
        for word in words:
            plain = " ".join(word.casefold().split())
            name = self._words.get(plain) or self._words.get(plain.rstrip("s"))
            if name:
                known[name] = None
            elif plain:
                unknown.append(word.strip())
        return tuple(known), tuple(unknown)

    def of_tags(self, tags: Mapping[str, str]) -> tuple[str, ...]:
        """The interests that a place with these tags serves."""
        return tuple(row.name for row in self._rows.values() if self.kind_in(row, tags))

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """The interests that a kind of place serves."""
        return tuple(row.name for row in self._rows.values() if kind in row.kinds or kind == row.name)

    @staticmethod
    def kind_in(row: Interest, tags: Mapping[str, str]) -> str | None:
        """The tag value by which a place serves an interest; None when it does not."""
        for key, values in row.tags.items():
            for value in tags.get(key, "").split(";"):
                if value.strip() in values:
                    return value.strip()
        if row.named is not None:
            key, value, pattern = row.named
            if tags.get(key) == value and re.search(pattern, tags.get("name", ""), re.IGNORECASE):
                return row.name
        return None


@lru_cache(maxsize=4)
def _load(path: Path) -> Interests:
    try:
        table = _TABLE.validate_json(path.read_bytes())
    except (OSError, ValueError) as error:
        raise DataProblem(
            "The table of interests is missing or damaged: install the data again.", detail=f"{path}: {error}"
        ) from error
    return Interests(
        tuple(
            Interest(
                name=name,
                tags=row.tags,
                synonyms=frozenset(word.casefold() for word in row.synonyms),
                named=(row.named.key, row.named.value, row.named.pattern) if row.named else None,
            )
            for name, row in table.items()
        )
    )
