"""What an importer of airfield facts hands over: a source, its facts, and a line for the operator."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from agent.aviation.facts import FactValue
from agent.aviation.notice import Service

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
class FoundNotice:
    """A wording that asks notice, and of which services."""

    icao: str
    services: tuple[Service, ...]
    raw: str
    item: str = ""


@dataclass(frozen=True, slots=True)
class FoundFacts:
    """Everything one source says, as of one day; `undated` when that is only the day it was read.

    `edition_of` names the publication of which it is an edition, `complete` a list that names all there are;
    `volunteer` data that no authority publishes.
    """

    source: str
    url: str
    licence: str
    observed_on: date
    confidence: float
    facts: tuple[FoundFact, ...]
    unmatched: tuple[str, ...] = ()
    undated: bool = False
    notices: tuple[FoundNotice, ...] = ()
    edition_of: str = ""
    complete: bool = False
    volunteer: bool = False

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
        asked = [
            {
                "icao": notice.icao,
                "services": notice.services,
                "raw": notice.raw,
                "item": notice.item,
                "source": "document",
                "observed_on": self.observed_on.isoformat(),
            }
            for notice in self.notices
        ]
        source = {"name": self.source, "url": self.url, "licence": self.licence, "undated": self.undated}
        source |= {"edition_of": self.edition_of, "complete": self.complete, "volunteer": self.volunteer}
        file.parent.mkdir(parents=True, exist_ok=True)
        whole = {"sources": {"document": source}, "fact": rows, "notice": asked}
        file.write_text(json.dumps(whole, ensure_ascii=False), "utf-8")

    def says(self) -> str:
        """One line for the operator."""
        fields = len({one.icao for one in (*self.facts, *self.notices)})
        told = len(self.facts) + len(self.notices)
        names = "; ".join(self.unmatched[:_NAMED])
        more = f" and {len(self.unmatched) - _NAMED:,} more" if len(self.unmatched) > _NAMED else ""
        rest = f", {len(self.unmatched):,} names not matched: {names}{more}" if self.unmatched else ""
        dated = "without a date of its own" if self.undated else f"{self.observed_on:%d %b %Y}"
        return f"{told:,} facts about {fields:,} airfields, {dated}{rest}"
