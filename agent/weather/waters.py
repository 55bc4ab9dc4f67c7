"""Waters that are named in a question about weather: where they are, and which words say them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from agent import regex as re
from agent.compiled import toml_table
from agent.errors import DataProblem
from agent.regex import longest_first


@dataclass(frozen=True)
class Waters:
    """Points by name, each name in small letters, and one pattern that finds any of them."""

    points: dict[str, tuple[str, float, float]]
    pattern: re.Pattern[str]
    narrow: frozenset[str] = frozenset()
    """Names of those so narrow that the fields around their middle are those around all of it."""

    def of(self, said: str) -> tuple[str, float, float] | None:
        """The name, latitude and longitude that stand for it."""
        return self.points.get(said.strip().lower())

    def find(self, low: str) -> tuple[str, int, int] | None:
        """The first water named in a text in small letters: its name, and from where to where."""
        match = self.pattern.search(low)
        return (self.points[match[0]][0], *match.span()) if match else None


@cache
def load_waters(data: Path) -> Waters:
    """Read `data/waters.toml`. Raises `DataProblem` when it is missing or damaged."""
    path = data / "waters.toml"
    try:
        rows = toml_table(path)
        points = {
            word: (name, float(row["lat"]), float(row["lon"]))
            for name, row in rows.items()
            for word in (name.lower(), *row["names"])
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataProblem("The table of waters is missing or damaged.", detail=f"{path}: {error}") from error
    narrow = frozenset(name for name, row in rows.items() if row.get("narrow"))
    longest = longest_first(points)
    return Waters(points, re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])"), narrow)
