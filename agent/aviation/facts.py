"""What is known of an airfield beyond its runways: fuel, customs, notice, hours, hotel, approaches, fees.

Each fact carries its source and date. Unknown is the default and neither yes nor no. Older than two AIRAC
cycles, or of a document without a date, is stale. Conflicts are kept, newest first, official before reported.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from typing import cast

from agent.aviation.aip_words import GRADE_NAMES, shortened
from agent.aviation.airfield_facts import AirfieldFacts
from agent.aviation.fact_files import Records, read_folders
from agent.aviation.fact_filters import FIELDS_OF, verdict
from agent.aviation.fact_records import TWO_AIRAC_CYCLES, Fact, FactSource, FactValue, NoticeText
from agent.aviation.fact_table import FactTable
from agent.aviation.notice import FlightClass
from agent.aviation.reference import current_set
from agent.config import AgentSettings
from agent.protocol import Source

__all__ = [
    "TWO_AIRAC_CYCLES",
    "AirfieldFacts",
    "Fact",
    "FactLine",
    "FactSource",
    "FactValue",
    "Facts",
    "NoticeText",
    "as_source",
    "shown",
]

_LONGEST_RESTRICTION, _LONGEST_CUSTOMS = 260, 120
"""Characters of a card's line; the whole wording is in the record."""
_CARD = (
    ("fuel", "Fuel"),
    ("hours", "Hours"),
    ("customs", "Customs"),
    ("hotel", "Hotel"),
    ("restaurant", "Restaurant"),
    ("procedures", "Approaches"),
    ("lights", "Runway lights"),
)
"""The lines of a card after its restrictions, what decides first."""
_BORDER_SERVICES = frozenset({"ppr", "pn", "customs", "immigration"})


@dataclass(frozen=True, slots=True)
class FactLine:
    """A line for a card: "Fuel" → "AVGAS 100LL, Jet A-1"."""

    label: str
    value: str
    as_of: date
    stale: bool
    source: str


class Facts:
    """The facts of every airfield: compiled tables, and records of single documents; decoded when asked for."""

    def __init__(
        self,
        airfields: Mapping[str, AirfieldFacts],
        tables: Sequence[FactTable] = (),
        records: Mapping[str, Records] | None = None,
    ) -> None:
        self._airfields = dict(airfields)
        self._tables = tuple(tables)
        self._records = dict(records or {})
        self._with: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._verdicts: dict[tuple[str, str], dict[str, bool | None]] = {}

    @classmethod
    def load(cls, settings: AgentSettings) -> Facts:
        """The shipped facts, and what `flyfun data update` added. Raises `DataProblem` for a damaged file."""
        updated = current_set(settings.data_dir)
        folders = [settings.data / "facts", *([updated / "facts"] if updated else [])]
        tables, records = read_folders(*folders)
        return cls({}, tables, records)

    def of(self, icao: str) -> AirfieldFacts:
        """What is known of this airfield; empty when nothing is."""
        ident = icao.upper()
        found = self._airfields.get(ident)
        if found is None:
            if ident not in self._idents:
                return AirfieldFacts(ident)
            facts, notices = list[Fact](), list[NoticeText]()
            if ident in self._records:
                facts += self._records[ident][0]
                notices += self._records[ident][1]
            for table in self._tables:
                more_facts, more_notices = table.of(ident)
                facts += more_facts
                notices += more_notices
            found = self._airfields[ident] = AirfieldFacts(ident, facts, notices)
        return found

    def __len__(self) -> int:
        return len(self._idents)

    @cached_property
    def _idents(self) -> frozenset[str]:
        return frozenset(self._airfields).union(self._records, *(table.idents for table in self._tables))

    @cached_property
    def idents(self) -> tuple[str, ...]:
        """The airfields of which anything is known."""
        return tuple(sorted(self._idents))

    def idents_with(self, *fields: str) -> tuple[str, ...]:
        """The airfields of which any of these fields is stated; "notice" for those with a wording that asks."""
        kept = self._with.get(fields)
        if kept is not None:
            return kept
        found = {ident for table in self._tables for field in fields for ident in table.idents_with(field)}
        for ident in (*self._records, *self._airfields):
            known = self.of(ident)
            if ident not in found and (
                any(f.field in fields for f in known.facts) or ("notice" in fields and known.notices)
            ):
                found.add(ident)
        self._with[fields] = tuple(sorted(found))
        return self._with[fields]

    def check(self, icao: str, name: str, value: object) -> bool | None:
        """Does the field satisfy one filter of a search? None: no data. Members' reports never count here."""
        return self.verdicts(name, value).get(icao.upper())

    def verdicts(self, name: str, value: object) -> Mapping[str, bool | None]:
        """Which airfields satisfy one filter, which do not; of those that are not in it nothing is known."""
        key = name, repr(value)
        found = self._verdicts.get(key)
        if found is None:
            idents = self.idents_with(*FIELDS_OF.get(name, ()))
            found = self._verdicts[key] = {ident: verdict(self.of(ident), name, value) for ident in idents}
        return found

    def notice_hours(self, icao: str, flight_class: FlightClass | None = None) -> float | None:
        """The longest lead the field is known to ask for permission, customs and immigration, in hours.

        None when nothing is stated, or when anything is asked without saying how long before.
        """
        rules = [
            r
            for n in self.of(icao).notices
            for r in n.rules.rules
            if r.service in _BORDER_SERVICES and r.applies(flight_class, None)
        ]
        leads = [r.worst_lead_hours() for r in rules if r.has_lead]
        open_ended = any(r.kind == "on_request" or (r.kind == "unknown" and not r.open_from) for r in rules)
        if not leads or open_ended or None in leads:
            return None
        return max(cast("list[float]", leads))

    def summary(self, icao: str, today: date | None = None) -> tuple[FactLine, ...]:
        """Lines for a card, in reading order; none when nothing is known."""
        known, day = self.of(icao), today or datetime.now(UTC).date()
        lines: list[FactLine] = []
        if known.restrictions:
            first = known.restrictions[0]
            words = shortened(" · ".join(str(f.value) for f in known.restrictions), _LONGEST_RESTRICTION)
            lines.append(FactLine("Restriction", words, first.observed_on, first.stale(day), first.source.name))
        for field, label in _CARD:
            if field == "customs":
                text = next((t for t in known.notices if "customs" in t.services), None)
                if text is not None:
                    words = shortened(text.raw, _LONGEST_CUSTOMS)
                    lines.append(FactLine(label, words, text.observed_on, text.stale(day), text.source.name))
                continue
            fact = known.first(field)
            if fact is not None:
                lines.append(FactLine(label, shown(fact), fact.observed_on, fact.stale(day), fact.source.name))
        return tuple(lines)

    def sources(self, icao: str, today: date | None = None) -> tuple[Source, ...]:
        """Where the facts of a field come from, newest first."""
        known, day = self.of(icao), today or datetime.now(UTC).date()
        found: dict[str, Source] = {}
        for record in sorted((*known.facts, *known.notices), key=lambda r: r.observed_on, reverse=True):
            if record.source.name not in found:
                found[record.source.name] = as_source(record, day)
        return tuple(found.values())

    def all_sources(self, today: date) -> tuple[Source, ...]:
        """Every document and list in use, by name."""
        records = [record for table in self._tables for record in table.a_record_of_each_source()]
        for ident in (*self._records, *self._airfields):
            records += [*self.of(ident).facts, *self.of(ident).notices]
        newest = sorted(records, key=lambda r: r.observed_on)
        return tuple({r.source.name: as_source(r, today) for r in newest}.values())


def as_source(record: Fact | NoticeText, today: date) -> Source:
    """The source line of one record."""
    return Source(
        name=record.source.name,
        url=record.source.url or None,
        as_of=record.observed_on,
        licence=record.source.licence or None,
        stale=record.stale(today),
    )


def shown(fact: Fact) -> str:
    """A fact's value in words."""
    value = fact.value
    if fact.field == "fuel" and isinstance(value, tuple):
        return ", ".join(GRADE_NAMES.get(g, g) for g in value) or "none"
    if fact.field in ("hotel", "restaurant") and isinstance(value, tuple):
        words = {"at_airport": "at the field", "vicinity": "in the vicinity"}
        return ", ".join(words.get(p, p) for p in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = ", ".join(value) if isinstance(value, tuple) else str(value)
    return f"{text} (time basis not stated)" if fact.field == "hours" and _leaves_basis_open(text) else text


_CLOCK = re.compile(r"\b(?:[01]\d|2[0-4]):?[0-5]\d\b")
_BASIS = re.compile(r"\bUTC\b|\bGMT\b|\bL(?:MT|T|OC)\b|\blocal\b|\d\s?Z\b|\(\d{4}-\d{4}\)", re.IGNORECASE)


def _leaves_basis_open(hours: str) -> bool:
    """Whether hours are figures of which nobody says whose clock they mean; "0630-2300 (0530-2200)" is UTC."""
    return bool(_CLOCK.search(hours)) and not _BASIS.search(hours)
