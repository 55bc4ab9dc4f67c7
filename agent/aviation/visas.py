"""Whose nationals need a visa, and whose an ETA, to visit the United Kingdom: its two published lists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from agent.compiled import toml_table
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.protocol import Source


@dataclass(frozen=True, slots=True)
class Visas:
    """The lists by ISO code of the passport, and the day from which they hold."""

    visa: frozenset[str]
    eta: frozenset[str]
    as_of: date
    source: Source

    @classmethod
    def load(cls, settings: AgentSettings) -> Visas:
        """The table that ships. Raises `DataProblem` when it is missing or damaged."""
        try:
            row: dict[str, Any] = toml_table(settings.data / "visas.toml")["gb"]
            source = Source(name=row["name"], url=row["url"], as_of=row["as_of"])
            return cls(frozenset(row["visa"]), frozenset(row["eta"]), row["as_of"], source)
        except (OSError, ValueError, KeyError) as error:
            raise DataProblem("The table of visas is missing or damaged.", detail=str(error)) from error

    def of_passport(self, code: str) -> Literal["visa", "eta"] | None:
        """What a visitor of this nationality needs; None where neither list held here names it."""
        return "visa" if code in self.visa else "eta" if code in self.eta else None
