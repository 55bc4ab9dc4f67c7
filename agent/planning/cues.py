"""Words that speak for a tool, as priors of the classifier and for what settles a question without it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from agent.config import AgentSettings
from agent.errors import DataProblem


@dataclass(frozen=True)
class Cues:
    """Patterns by name, in English, French and German; they read the text in small letters."""

    patterns: tuple[tuple[str, re.Pattern[str]], ...]

    def found(self, low: str) -> list[str]:
        """The names of the cues in a text."""
        return [name for name, pattern in self.patterns if pattern.search(low)]

    def has(self, name: str, low: str) -> bool:
        """Whether one cue is in a text."""
        return any(known == name and pattern.search(low) for known, pattern in self.patterns)


def cues_of(settings: AgentSettings) -> Cues:
    """The cues of this program's data."""
    return load_cues(settings.data / "planning" / "cues.toml")


@cache
def load_cues(path: Path) -> Cues:
    """The table `data/planning/cues.toml`: name → list of patterns. Raises `DataProblem` when it is damaged."""
    try:
        table: dict[str, list[str]] = tomllib.loads(path.read_text(encoding="utf-8"))["cues"]
        return Cues(
            tuple((name, re.compile("|".join(f"(?:{p})" for p in patterns))) for name, patterns in table.items())
        )
    except (OSError, ValueError, KeyError, TypeError, re.error) as error:
        raise DataProblem(
            "The table of cue words is missing or damaged. Restore data/planning/cues.toml.", detail=str(error)
        ) from error
