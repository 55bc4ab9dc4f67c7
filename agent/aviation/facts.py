"""What is known of an airfield beyond its runways: fuel, customs, notice, hours, hotel, approaches, fees.

Each fact carries its source and date. Unknown is the default and neither yes nor no. Older than two AIRAC
cycles, or of a document without a date, is stale. Conflicts are kept, newest first, official before reported.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import cast

import numpy as np

from agent import regex as re
from agent.aviation.aip_words import GRADE_NAMES, shortened
from agent.aviation.airfield_facts import AirfieldFacts
from agent.aviation.database_facts import database_facts
from agent.aviation.fact_files import Records, read_folders
from agent.aviation.fact_filters import FIELDS_OF, verdict
from agent.aviation.fact_records import TWO_AIRAC_CYCLES, Fact, FactSource, FactValue, NoticeText
from agent.aviation.fact_table import FactTable, value_of
from agent.aviation.notice_rules import FlightClass, NoticeRule, Weekday
from agent.aviation.reference import current_set
from agent.config import AgentSettings
from agent.protocol import Source
from tongue import later, say

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
    "in_full",
    "shown",
]

_LONGEST_RESTRICTION, _LONGEST_CUSTOMS, _FREQUENCIES = 260, 120, 4
"""Characters of a card's line; the whole wording is in the record."""
_CARD = (
    ("access", later("Access")),
    ("fuel", later("Fuel")),
    ("hours", later("Hours")),
    ("customs", later("Customs")),
    ("border_point", later("Border list")),
    ("uk_customs", later("Customs list")),
    ("services", later("Radio")),
    ("hotel", later("Hotel")),
    ("restaurant", later("Restaurant")),
    ("procedures", later("Approaches")),
    ("lights", later("Runway lights")),
    ("handling", later("Handling")),
    ("landing_fee", later("Landing fee")),
)
"""The lines of a card after its restrictions, what decides first."""
_ASIDE = frozenset(("access", "services", "procedures"))
"""Lines for which alone nobody opens a card."""
_REMEMBERED = 384
"""Airfields whose facts are kept as they were read last: all of them would be 60 MB."""
_FILTERS = 8
"""Filters whose verdicts on every airfield are kept."""
_ASKED_OFTEN = 150
_VALUES_ASKED_OFTEN = 5000
"""So many fields asked for one thing one by one: from then on it is sorted out for all of them."""
_BORDER_SERVICES = frozenset({"ppr", "pn", "customs", "immigration"})


@dataclass(frozen=True, slots=True)
class FactLine:
    """A line for a card: "Fuel" → "AVGAS 100LL, Jet A-1"."""

    label: str
    value: str
    as_of: date
    stale: bool
    source: str


_AT_LEAST = re.compile(
    r"\b(?:at least|not less than|no less than|minimum|au moins|minimal\w*|mindestens)\b", re.IGNORECASE
)


class Facts:
    """The facts of every airfield: compiled tables, and records of single documents; decoded when asked for."""

    def __init__(
        self,
        airfields: Mapping[str, AirfieldFacts],
        tables: Sequence[FactTable] = (),
        records: Mapping[str, Records] | None = None,
    ) -> None:
        self._given = dict(airfields)
        self._read = lru_cache(maxsize=_REMEMBERED)(self._of_tables)
        self._values: dict[str, dict[str, FactValue]] = {}
        self._tables = tuple(tables)
        self._records = dict(records or {})
        self._tables_with: dict[tuple[str, ...], tuple[FactTable, ...]] = {}
        self._with: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._asked: dict[object, int] = {}
        self._verdicts: dict[tuple[str, str], dict[str, bool | None]] = {}

    @classmethod
    def load(cls, settings: AgentSettings) -> Facts:
        """The shipped facts, what `flyfun data update` added, what `AIRPORTS_DB` says.

        Raises `DataProblem` for a damaged file.
        """
        updated = current_set(settings.data_dir)
        folders = [settings.data / "facts", *([updated / "facts"] if updated else [])]
        tables, records = read_folders(*folders)
        if settings.airports_db is not None:
            for record in database_facts(settings.airports_db):
                facts, notices = records.setdefault(record.icao, ([], []))
                facts.append(record) if isinstance(record, Fact) else notices.append(record)
        return cls({}, tables, records)

    def of(self, icao: str) -> AirfieldFacts:
        """What is known of this airfield; empty when nothing is."""
        ident = icao.upper()
        return self._given.get(ident) or self._read(ident)

    @cached_property
    def with_runways(self) -> frozenset[str]:
        """The airfields of which a publication states runways."""
        by_hand = (
            i for i, (facts, _) in self._records.items() if any(f.field.startswith("runway_") for f in facts)
        )
        return frozenset(by_hand).union(*(table.idents_with_runways() for table in self._tables))

    def about(self, ident: str, fields: Collection[str]) -> AirfieldFacts:
        """What is known of some fields of an airfield, without keeping it: for counts over a whole table."""
        return self._given.get(ident) or self._of_tables(ident, fields)

    def _of_tables(self, ident: str, fields: Collection[str] = ()) -> AirfieldFacts:
        facts, notices = list[Fact](), list[NoticeText]()
        if ident in self._records:
            facts += self._records[ident][0]
            notices += self._records[ident][1]
        for table in self._stating(tuple(fields)) if fields else self._tables:
            more_facts, more_notices = table.of(ident, fields)
            facts += more_facts
            notices += more_notices
        return AirfieldFacts(ident, facts, notices)

    def _stating(self, fields: tuple[str, ...]) -> tuple[FactTable, ...]:
        """The tables with a row of any of these fields: most have none."""
        kept = self._tables_with.get(fields)
        if kept is None:
            kept = tuple(table for table in self._tables if any(table.states(field) for field in fields))
            self._tables_with[fields] = kept
        return kept

    def __len__(self) -> int:
        return len(self._idents)

    @property
    def _idents(self) -> frozenset[str]:
        return frozenset(self._given).union(self._records, *(table.idents for table in self._tables))

    @property
    def idents(self) -> tuple[str, ...]:
        """The airfields of which anything is known."""
        return tuple(sorted(self._idents))

    def idents_with(self, *fields: str) -> tuple[str, ...]:
        """The airfields of which any of these fields is stated; "notice" for those with a wording that asks."""
        kept = self._with.get(fields)
        if kept is not None:
            return kept
        found = {ident for table in self._tables for field in fields for ident in table.idents_with(field)}
        for ident in (*self._records, *self._given):
            known = self.of(ident)
            if ident not in found and (
                any(f.field in fields for f in known.facts) or ("notice" in fields and known.notices)
            ):
                found.add(ident)
        self._with[fields] = tuple(sorted(found))
        return self._with[fields]

    def values(self, field: str) -> Mapping[str, FactValue]:
        """What counts of one field, for every airfield that states it: cheap, for long lists."""
        kept = self._values.get(field)
        if kept is not None:
            return kept
        stated: dict[str, list[str]] = {}
        for table in self._tables:
            for ident, texts in table.column(field).items():
                stated.setdefault(ident, []).extend(texts)
        found: dict[str, FactValue] = {}
        for ident in self.idents_with(field):
            texts = stated.get(ident, [])
            if len(texts) == 1 and ident not in self._records and ident not in self._given:
                found[ident] = value_of(texts[0])
            elif (fact := self.of(ident).first(field)) is not None:
                found[ident] = fact.value
        self._values[field] = found
        return found

    def value(self, field: str, icao: str) -> FactValue | None:
        """What counts of one field at one airfield; None when nothing is stated."""
        if field in self._values or self._is_asked_often(field, _VALUES_ASKED_OFTEN):
            return self.values(field).get(icao)
        ident = icao.upper()
        if ident not in self._records and ident not in self._given:
            texts = [text for table in self._stating((field,)) for text in table.texts(ident, field)]
            if len(texts) <= 1:
                return value_of(texts[0]) if texts else None
        fact = self.of(icao).first(field)
        return fact.value if fact else None

    def _is_asked_often(self, what: object, often: int = _ASKED_OFTEN) -> bool:
        """Whether so many fields were asked for it one by one that all of them at once are cheaper."""
        self._asked[what] = self._asked.get(what, 0) + 1
        return self._asked[what] > often

    def sells_to_based_only(self, icao: str) -> bool:
        """Is the fuel of a field known to be for based aircraft only?"""
        service = self.value("fuel_service", icao)
        return isinstance(service, tuple) and "based_only" in service

    def weights(self, icaos: Sequence[str]) -> dict[str, int]:
        """How much is stated of each of many airfields."""
        codes = np.array(icaos, dtype=np.bytes_)
        counted = sum((table.counts_of(codes) for table in self._tables), np.zeros(len(codes), dtype=np.int64))
        by_hand = {icao: sum(map(len, self._records[icao])) for icao in icaos if icao in self._records}
        return {icao: n + by_hand.get(icao, 0) for icao, n in zip(icaos, counted.tolist(), strict=True)}

    def weight(self, icao: str) -> int:
        """How much is stated of an airfield: runway ends and the like count as well."""
        facts, notices = self._records.get(icao, ((), ()))
        return sum(table.rows_of(icao) for table in self._tables) + len(facts) + len(notices)

    def check(self, icao: str, name: str, value: object) -> bool | None:
        """Does the field satisfy one filter of a search? None: no data. Members' reports never count here."""
        key = name, repr(value)
        if key in self._verdicts or self._is_asked_often(key):
            return self.verdicts(name, value).get(icao.upper())
        return verdict(self.of(icao), name, value)

    def verdicts(self, name: str, value: object) -> Mapping[str, bool | None]:
        """Which airfields satisfy one filter, which do not; of those that are not in it nothing is known."""
        key = name, repr(value)
        found = self._verdicts.pop(key, None)
        if found is None:
            idents = self.idents_with(*FIELDS_OF.get(name, ()))
            # What is read for one filter of a whole table is not kept: it would be all there is.
            fields = FIELDS_OF.get(name, ())
            found = {ident: verdict(self.about(ident, fields), name, value) for ident in idents}
            while len(self._verdicts) >= _FILTERS:
                del self._verdicts[next(iter(self._verdicts))]
        self._verdicts[key] = found
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

    def notice_at_least(self, icao: str) -> bool:
        """Does the field's text call its longest lead the least it asks ("at least 24 hours")?"""
        longest = self.notice_hours(icao)
        return longest is not None and any(
            r.worst_lead_hours() == longest and _AT_LEAST.search(r.raw) is not None
            for n in self.of(icao).notices
            for r in n.rules.rules
            if r.service in _BORDER_SERVICES
        )

    def notice_on_some_days(self, icao: str, limit: float) -> tuple[str, ...]:
        """What the field's text asks where that is no more than the limit: on some days or at some times only."""
        rules = [r for n in self.of(icao).notices for r in n.rules.rules if r.service in _BORDER_SERVICES]

        def fits(rule: NoticeRule) -> bool:
            lead = rule.worst_lead_hours() if rule.has_lead else None
            return lead is not None and lead <= limit

        def always_longer(rule: NoticeRule, days: tuple[Weekday, ...]) -> bool:
            """Does another demand, on all these days, leave nothing of it?"""
            whole = (
                not rule.condition and not rule.months and (not rule.weekdays or set(days) <= set(rule.weekdays))
            )
            return whole and not fits(rule) and (rule.has_lead or rule.kind in ("on_request", "not_available"))

        return tuple(
            dict.fromkeys(
                rule.raw
                for rule in rules
                if fits(rule)
                and (rule.weekdays or rule.months or rule.condition)
                and not any(always_longer(other, rule.weekdays) for other in rules if rule.weekdays)
            )
        )

    def summary(self, icao: str, today: date | None = None) -> tuple[FactLine, ...]:
        """Lines for a card, in reading order; none when nothing is known."""
        known, day = self.of(icao), today or datetime.now(UTC).date()
        lines: list[FactLine] = []
        if restrictions := [f for f in known.restrictions if f not in known.barred_by_fuel]:  # those are a caution
            first = restrictions[0]
            words = shortened(" · ".join(str(f.value) for f in restrictions), _LONGEST_RESTRICTION)
            lines.append(
                FactLine(later("Restriction"), words, first.observed_on, first.stale(day), first.source.name)
            )
        for field, label in _CARD:
            if field == "customs":
                text = next((t for t in known.notices if "customs" in t.services), None)
                if text is not None:
                    words = shortened(text.raw, _LONGEST_CUSTOMS)
                    lines.append(FactLine(label, words, text.observed_on, text.stale(day), text.source.name))
                continue
            fact = known.first(field)
            if fact is not None and (field, fact.value) != ("access", "public"):
                words = in_full(fact, known)
                lines.append(FactLine(label, words, fact.observed_on, fact.stale(day), fact.source.name))
        return tuple(lines)

    def tells(self, icao: str) -> bool:
        """Whether a card has more to say of a field than who may land there, and its radio."""
        known = self.of(icao)
        return bool(known.notices or known.procedures) or any(
            known.first(field) is not None for field, _ in _CARD if field not in _ASIDE
        )

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
        for ident in (*self._records, *self._given):
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
        return ", ".join(say(GRADE_NAMES.get(g, g)) for g in value) or say("none")
    if fact.field in ("hotel", "restaurant") and isinstance(value, tuple):
        words = {"at_airport": say("at the field"), "vicinity": say("in the vicinity")}
        return ", ".join(words.get(p, p) for p in value) or say("none")
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if fact.field == "access":
        return say(ACCESS_WORDS.get(str(value), str(value)))
    if fact.field == "services" and isinstance(value, tuple):
        return ", ".join(say(RADIO_WORDS.get(kind, kind)) for kind in value)
    if fact.field == "procedures" and not value:
        return say("none on the list")
    if fact.field == "border_point":
        return say(str(value))
    if fact.field == "uk_customs":
        return say("{value}, for goods", value=say(str(value)))
    if fact.field == "frequencies" and isinstance(value, tuple):
        return ", ".join(by_unit(value))
    text = ", ".join(value) if isinstance(value, tuple) else str(value)
    return (
        say("{text} (time basis not stated)", text=text)
        if fact.field == "hours" and fact.clock == "unknown" and _leaves_basis_open(text)
        else text
    )


ACCESS_WORDS = {
    "public": later("open to the public"),
    "restricted": later("restricted use"),
    "private": later("private use"),
    "military": later("military"),
}
_LISTS = (
    later("EU list of border crossing points"),
    later("UK list of aerodromes"),
    later("Austrian international airport"),
    later("Austrian list of fields open to flights from outside Schengen, with notice to the operator (1 h)"),
    later("customs airport"),
    later("certificate of agreement"),
)
"""What a field is on a list, as the lists' rows say it."""
RADIO_WORDS = {
    "afis": "AFIS",
    "atis": "ATIS",
    "ctaf": "CTAF",
    "unicom": "UNICOM",
    "information": later("information"),
}
SERVICE_WORDS = {
    "self_service": later("self-service"),
    "h24": "H24",
    "based_only": later("for based aircraft only"),
    "on_request": later("partly on request"),
    "total_card": later("TOTAL card"),
    "bp_card": later("BP card"),
    "credit_card": later("bank card"),
    "cash": later("cash"),
}


def service_words(service: tuple[str, ...] | None) -> str:
    """How fuel is sold, in words: "self-service, H24, TOTAL card"."""
    return ", ".join(say(SERVICE_WORDS[word]) for word in service or () if word in SERVICE_WORDS)


_UNITS = ("TWR", "AFIS", "A/A", "ATIS", "GND", "DEL", "APP", "FIS")
"""Who answers on a frequency, whom a visitor calls first."""


def by_unit(numbers: Sequence[str]) -> list[str]:
    """The numbers of a field ("TWR 118.625 CANNES"), the tower's before those of the whole region."""
    return sorted(numbers, key=lambda n: _UNITS.index(unit) if (unit := n.split()[0]) in _UNITS else len(_UNITS))


_AT_THE_FIELD = ("TWR", "AFIS", "A/A", "ATIS", "GND", "DEL")


def called_first(numbers: Sequence[str]) -> tuple[str, str]:
    """Those of the field itself, and of its region: "TWR 118.555 …, ATIS …" and "APP 129.360, 126.480"."""
    each = by_unit(numbers)
    own = [number for number in each if number.split()[0] in _AT_THE_FIELD]
    if not own or len(each) <= _FREQUENCIES:
        return ", ".join(each), ""
    rest: dict[str, list[str]] = {}
    for number in each[len(own) :]:
        unit, figures = number.split()[:2]
        rest.setdefault(unit, []).append(figures)
    return ", ".join(own), "; ".join(f"{unit} {', '.join(figures)}" for unit, figures in rest.items())


_NOT_ALWAYS = re.compile(
    r"\bno (?:fuel|refuell?ing|avgas)\b|\bonly (?:during|in) (?:the )?(?:\w+ )?seasons?|"
    r"\boutside (?:this|that) period\b|\bfuell?ing not provided|"
    r"\bsee NOTAM|\bavailability confirmed|\bonly outside\b",
    re.IGNORECASE,
)
"""What says in the English half of a fuel text that there are days without it."""
_CLAUSES = re.compile(r"\.\s+|\s/\s|\s\.\s|;\s")
_LONGEST_CLAUSE = 150


def not_always(text: str | None) -> str:
    """The words of a fuel text that tell of days without it, as they stand: "No fuel between 15/11 and 01/03"."""
    clauses = [clause.strip(" .;") for clause in _CLAUSES.split(text or "")]
    whole = [f"{a}. {b}" if b.casefold().startswith("outside this") else b for a, b in pairwise(["", *clauses])]
    found = [clause for clause in whole if _NOT_ALWAYS.search(clause)]
    told = max(found, key=lambda clause: bool(re.search(r"\d|season|period", clause)), default="")
    return told if len(told) <= _LONGEST_CLAUSE else f"{told[:_LONGEST_CLAUSE].rsplit(' ', 1)[0]} …"


def in_full(fact: Fact, known: AirfieldFacts) -> str:
    """A line of the card with what belongs to it: who may buy the fuel and when not, the numbers of the radio."""
    if fact.field == "fuel" and fact.value:
        said = [words for words in (service_words(known.fuel_service),) if words]
        if limited := not_always(fact.raw):
            said.append(say("not at all times: “{words}”", words=limited))
        more = say("; ").join(said)
        return f"{shown(fact)} ({more})" if said else shown(fact)
    if fact.field == "services":
        numbers = known.first("frequencies")
        if numbers is not None and isinstance(numbers.value, tuple):
            return ", ".join(" ".join(number.split()[:2]) for number in by_unit(numbers.value)[:_FREQUENCIES])
        return say("{services} (numbers: see the chart)", services=shown(fact))
    return shown(fact)


_CLOCK = re.compile(r"\b(?:[01]\d|2[0-4]):?[0-5]\d\b")
_BASIS = re.compile(r"\bUTC\b|\bGMT\b|\bL(?:MT|T|OC)\b|\blocal\b|\d\s?Z\b|\(\d{4}-\d{4}\)", re.IGNORECASE)


def _leaves_basis_open(hours: str) -> bool:
    """Whether hours are figures of which nobody says whose clock they mean; "0630-2300 (0530-2200)" is UTC."""
    return bool(_CLOCK.search(hours)) and not _BASIS.search(hours)
