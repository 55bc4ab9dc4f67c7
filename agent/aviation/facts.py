"""What is known of an airfield beyond its runways: fuel, customs, notice, hours, hotel, approaches, fees.

Each fact carries its source and date. Unknown is the default and neither yes nor no. Older than two AIRAC
cycles, or of a document without a date, is stale. Conflicts are kept, newest first, official before reported.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from agent.aviation.aip_words import GRADE_NAMES, normal_grade, shortened
from agent.aviation.notice import FlightClass, NoticeRule, NoticeRules, Service, parse_notice
from agent.aviation.reference import current_set
from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.protocol import Source

TWO_AIRAC_CYCLES = timedelta(days=56)
FactValue = str | bool | float | tuple[str, ...]
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
class FactSource:
    """A document or page that was read. `undated`: it does not say for which day it speaks.

    `url` is empty when it is not known where the document is published.
    """

    name: str
    url: str = ""
    licence: str = ""
    amendment: str = ""
    undated: bool = False
    official: bool = True


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement about one airfield, with the item of the document it stands in."""

    icao: str
    field: str
    value: FactValue
    source: FactSource
    observed_on: date
    confidence: float
    item: str = ""

    def stale(self, today: date) -> bool:
        """Is it too old to rely on without asking?"""
        return self.source.undated or today - self.observed_on > TWO_AIRAC_CYCLES


@dataclass(frozen=True, slots=True)
class NoticeText:
    """The raw wording of a row that asks notice, and whose services it is about."""

    icao: str
    services: tuple[Service, ...]
    raw: str
    item: str
    source: FactSource
    observed_on: date
    time_note: str = ""

    @property
    def rules(self) -> NoticeRules:
        """The wording as rules (parsed once)."""
        return parse_notice(self.raw, self.services)

    def stale(self, today: date) -> bool:
        """Is it older than two AIRAC cycles, or of unknown date?"""
        return self.source.undated or today - self.observed_on > TWO_AIRAC_CYCLES


@dataclass(frozen=True, slots=True)
class FactLine:
    """A line for a card: "Fuel" → "AVGAS 100LL, Jet A-1"."""

    label: str
    value: str
    as_of: date
    stale: bool
    source: str


class AirfieldFacts:
    """All that is known of one airfield. Every answer may be None: unknown."""

    def __init__(self, icao: str, facts: Iterable[Fact] = (), notices: Iterable[NoticeText] = ()) -> None:
        self.icao = icao
        self.facts = tuple(sorted(facts, key=_newest_official))
        self.notices = tuple(sorted(notices, key=lambda n: (n.source.undated, -n.observed_on.toordinal())))

    def all(self, field: str) -> tuple[Fact, ...]:
        """Every statement on a field, official before reported, newest first."""
        return tuple(f for f in self.facts if f.field == field)

    def first(self, field: str) -> Fact | None:
        """The statement that counts."""
        return next(iter(self.all(field)), None)

    def conflicts(self, field: str) -> tuple[Fact, ...]:
        """The statements of a field when they differ, else (). Restrictions add up: they never conflict."""
        found = () if field == "restriction" else self.all(field)
        return found if len({f.value for f in found}) > 1 else ()

    def fuel(self, grade: str) -> bool | None:
        """Is this grade known to be sold? Exact grades: UL91 never stands in for 100LL."""
        fact = self._official("fuel")
        if fact is None or not isinstance(fact.value, tuple):
            return None
        wanted = normal_grade(grade)
        if wanted in fact.value:
            return True
        return None if "avgas" in fact.value and wanted not in ("jet_a", "mogas") else False

    @property
    def grades(self) -> tuple[str, ...] | None:
        """The grades sold; None when unknown."""
        fact = self._official("fuel")
        return fact.value if fact and isinstance(fact.value, tuple) else None

    def point_of_entry(self, flight_class: FlightClass | None = None) -> bool | None:
        """Can a flight of this class clear the border here? None as class: can every class?

        A text that is silent on a class says nothing of it; a border point answers for persons, not for customs.
        """
        rules = [r for n in self.notices if "customs" in n.services for r in n.rules.of("customs", "immigration")]
        if rules:
            always = [r for r in rules if not (r.weekdays or r.months or r.condition)]
            shut = [r for r in always if r.kind == "not_available" and r.confidence >= 0.5]
            if any(flight_class is None or flight_class in r.flight_classes for r in shut):
                return False
            return True if flight_class is None or any(flight_class in r.flight_classes for r in rules) else None
        return True if self.border_point_only and flight_class in (None, "customs_only") else None

    @property
    def border_point_only(self) -> bool:
        """Is all that is known that persons may cross the border here, and nothing of customs?"""
        stated = any(n.rules.of("customs", "immigration") for n in self.notices if "customs" in n.services)
        return not stated and self.first("border_point") is not None

    @property
    def customs(self) -> bool | None:
        """Are customs and immigration stated to be available for any flight?"""
        rules = [r for n in self.notices if "customs" in n.services for r in n.rules.of("customs")]
        if not rules:
            return True if self.first("border_point") else None
        return any(r.kind != "not_available" for r in rules)

    def notice(self, *services: Service) -> tuple[tuple[NoticeText, NoticeRule], ...]:
        """Each rule of these services with the text it was read from, newest text first."""
        return tuple((n, r) for n in self.notices for r in n.rules.rules if r.service in services)

    def places(self, field: str) -> tuple[str, ...] | None:
        """Where the hotel or restaurant is: at_airport, vicinity, () for none, None for unknown."""
        fact = self.first(field)
        return fact.value if fact and isinstance(fact.value, tuple) else None

    @property
    def hotel(self) -> tuple[str, ...] | None:
        """Where a hotel is."""
        return self.places("hotel")

    @property
    def restaurant(self) -> tuple[str, ...] | None:
        """Where a restaurant is."""
        return self.places("restaurant")

    @property
    def procedures(self) -> tuple[str, ...] | None:
        """The published instrument approaches by name; None when unknown."""
        fact = self._official("procedures")
        return fact.value if fact and isinstance(fact.value, tuple) else None

    @property
    def lights(self) -> bool | None:
        """Runway lights."""
        fact = self._official("lights")
        return fact.value if fact and isinstance(fact.value, bool) else None

    @property
    def landing_fees(self) -> tuple[Fact, ...]:
        """What official pages say of landing fees, as given."""
        return self.all("landing_fee")

    @property
    def restrictions(self) -> tuple[Fact, ...]:
        """Who may not come, or only under a condition: sentences as they stand, the same one once."""
        return tuple({str(f.value).casefold(): f for f in reversed(self.all("restriction"))}.values())[::-1]

    @property
    def as_of(self) -> date | None:
        """The newest date any of it speaks for."""
        dates = [f.observed_on for f in self.facts] + [n.observed_on for n in self.notices]
        return max(dates, default=None)

    def contact(self, kind: str) -> str | None:
        """The operator's phone or e-mail address."""
        fact = self.first(kind)
        return str(fact.value) if fact else None

    def _official(self, field: str) -> Fact | None:
        return next((f for f in self.all(field) if f.source.official), None)


class Facts:
    """The facts of every airfield, read from small files, one per field."""

    def __init__(self, airfields: Mapping[str, AirfieldFacts]) -> None:
        self._airfields = dict(airfields)

    @classmethod
    def load(cls, settings: AgentSettings) -> Facts:
        """The shipped facts, and what `flyfun data update` added. Raises `DataProblem` for a damaged file."""
        updated = current_set(settings.data_dir)
        files = [*_files(settings.data / "facts"), *(_files(updated / "facts") if updated else [])]
        facts: dict[str, list[Fact]] = {}
        notices: dict[str, list[NoticeText]] = {}
        for path in files:
            try:
                rows = _read(path)
                for fact in _facts_of(rows):
                    facts.setdefault(fact.icao, []).append(fact)
                for text in _notices_of(rows):
                    notices.setdefault(text.icao, []).append(text)
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise DataProblem(f"The facts in {path.name} are damaged.", detail=str(error)) from error
        return cls({i: AirfieldFacts(i, facts.get(i, ()), notices.get(i, ())) for i in facts | notices})

    def of(self, icao: str) -> AirfieldFacts:
        """What is known of this airfield; empty when nothing is."""
        return self._airfields.get(icao.upper(), AirfieldFacts(icao.upper()))

    def __len__(self) -> int:
        return len(self._airfields)

    @cached_property
    def idents(self) -> tuple[str, ...]:
        """The airfields of which anything is known."""
        return tuple(sorted(self._airfields))

    def check(self, icao: str, name: str, value: object) -> bool | None:
        """Does the field satisfy one filter of a search? None: no data. Members' reports never count here."""
        known = self.of(icao)
        wanted = value is not False
        answer: bool | None = None
        if name in ("has_avgas", "has_jet_a", "has_ul91"):
            answer = known.fuel({"has_avgas": "100LL", "has_jet_a": "jet_a", "has_ul91": "UL91"}[name])
        elif name == "fuel_type":
            return known.fuel(str(value))
        elif name == "point_of_entry":
            answer = known.point_of_entry()
        elif name == "has_procedures":
            answer = None if known.procedures is None else bool(known.procedures)
        elif name == "approach_type":
            return None if known.procedures is None else _has_approach(known.procedures, str(value))
        elif name in ("hotel", "restaurant"):
            return _has_place(known.places(name), str(value))
        elif name == "has_lights":
            answer = known.lights
        return None if answer is None else answer is wanted

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


def _newest_official(fact: Fact) -> tuple[int, int, int]:
    return (0 if fact.source.official else 1, 1 if fact.source.undated else 0, -fact.observed_on.toordinal())


def _files(folder: Path) -> list[Path]:
    return sorted([*folder.glob("*.toml"), *folder.glob("*.json")]) if folder.is_dir() else []


def _read(path: Path) -> dict[str, Any]:
    """A file by hand (TOML), or one an importer wrote: the same shape as JSON, thousands of rows at once."""
    if path.suffix == ".toml":
        return tomllib.loads(path.read_text(encoding="utf-8"))
    rows: dict[str, Any] = json.loads(path.read_bytes())
    for kind in ("fact", "notice"):
        for row in rows.get(kind, ()):
            row["observed_on"] = date.fromisoformat(row["observed_on"])
    return rows


def _sources_of(rows: dict[str, Any]) -> dict[str, FactSource]:
    return {
        key: FactSource(
            name=row["name"],
            url=row.get("url", ""),
            licence=row.get("licence", ""),
            amendment=row.get("amendment", ""),
            undated=row.get("undated", False),
            official=row.get("official", True),
        )
        for key, row in rows["sources"].items()
    }


def _facts_of(rows: dict[str, Any]) -> list[Fact]:
    sources = _sources_of(rows)
    return [
        Fact(
            icao=row.get("icao", rows.get("icao", "")),
            field=row["field"],
            value=tuple(row["value"]) if isinstance(row["value"], list) else row["value"],
            source=sources[row["source"]],
            observed_on=row["observed_on"],
            confidence=row.get("confidence", 0.9),
            item=row.get("item", ""),
        )
        for row in rows.get("fact", ())
    ]


def _notices_of(rows: dict[str, Any]) -> list[NoticeText]:
    sources = _sources_of(rows)
    return [
        NoticeText(
            icao=row.get("icao", rows.get("icao", "")),
            services=tuple(row["services"]),
            raw=row["raw"],
            item=row.get("item", ""),
            source=sources[row["source"]],
            observed_on=row["observed_on"],
            time_note=row.get("time_note", ""),
        )
        for row in rows.get("notice", ())
    ]


def _has_place(places: tuple[str, ...] | None, wanted: str) -> bool | None:
    if places is None:
        return None
    return bool(places) if wanted == "vicinity" else wanted in places


def _has_approach(procedures: tuple[str, ...], wanted: str) -> bool:
    word = "RNP" if wanted.upper() in ("LPV", "GPS", "GNSS", "LNAV") else wanted.upper()
    return any(re.search(rf"\b{re.escape(word)}\b", name.upper()) for name in procedures)
