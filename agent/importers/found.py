"""What an importer of airfield facts hands over: a source, its facts, and a line for the operator."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from agent.aviation.facts import FactValue

_NAMED = 20
"""Names not matched that are told one by one."""


@dataclass(frozen=True, slots=True)
class FoundFact:
    """One statement about one airfield."""

    icao: str
    field: str
    value: FactValue
    item: str = ""


@dataclass(frozen=True, slots=True)
class FoundFacts:
    """Everything one source says, as of one day; `undated` when that is only the day it was read."""

    source: str
    url: str
    licence: str
    observed_on: date
    confidence: float
    facts: tuple[FoundFact, ...]
    unmatched: tuple[str, ...] = ()
    undated: bool = False

    def write(self, file: Path) -> None:
        """One file of facts, in the shape that `agent.aviation.facts` reads."""
        rows = [
            {
                "icao": fact.icao,
                "field": fact.field,
                "value": fact.value,
                "item": fact.item,
                "source": "document",
                "observed_on": self.observed_on.isoformat(),
                "confidence": self.confidence,
            }
            for fact in self.facts
        ]
        source = {"name": self.source, "url": self.url, "licence": self.licence, "undated": self.undated}
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"sources": {"document": source}, "fact": rows}, ensure_ascii=False), "utf-8")

    def says(self) -> str:
        """One line for the operator."""
        fields = len({fact.icao for fact in self.facts})
        names = "; ".join(self.unmatched[:_NAMED])
        more = f" and {len(self.unmatched) - _NAMED:,} more" if len(self.unmatched) > _NAMED else ""
        rest = f", {len(self.unmatched):,} names not matched: {names}{more}" if self.unmatched else ""
        dated = "without a date of its own" if self.undated else f"{self.observed_on:%d %b %Y}"
        return f"{len(self.facts):,} facts about {fields:,} airfields, {dated}{rest}"
