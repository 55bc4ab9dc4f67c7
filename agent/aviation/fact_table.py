"""A compiled table of facts: thousands of airfields in one file, read when one of them is asked for.

    #source <key> <JSON of the source>
    ident <tab> field <tab> value as JSON <tab> wording <tab> item <tab> day <tab> source key <tab> time note

Rows stand by airfield, in the order of the document. The field "notice" is a wording that asks something; its
value is the list of its services.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import date
from functools import lru_cache
from typing import Any, cast

from agent.aviation.fact_records import Fact, FactSource, FactValue, NoticeText
from agent.aviation.notice import Service

NOTICE = "notice"
COLUMNS = 8
CONFIDENCE = 0.95
"""How sure a row of an official publication is; of any other, less."""
_REPORTED = 0.8


class FactTable:
    """The rows of one compiled file, decoded field by field. Raises `ValueError` for another layout."""

    def __init__(self, text: str) -> None:
        self._sources: dict[str, FactSource] = {}
        self._lines: dict[str, list[str]] = {}
        self._idents: dict[str, list[str]] = {}
        for line in text.splitlines():
            if line.startswith("#source\t"):
                _, key, described = line.split("\t", 2)
                self._sources[key] = FactSource(**json.loads(described))
            elif line and not line.startswith("#"):
                ident, field, rest = line.split("\t", 2)
                self._lines.setdefault(ident, []).append(f"{field}\t{rest}")
                of_field = self._idents.setdefault(field, [])
                if not of_field or of_field[-1] != ident:
                    of_field.append(ident)
        if self._lines and not self._sources:
            raise ValueError("no source is named")

    def a_record_of_each_source(self) -> list[Fact | NoticeText]:
        """One record of every source that the table names: its newest."""
        found: dict[str, str] = {}
        newest: dict[str, str] = {}
        for ident, lines in self._lines.items():
            for line in lines:
                _, _, _, _, day, key, *_ = line.split("\t")
                if day > newest.get(key, ""):
                    newest[key], found[key] = day, ident
        records: list[Fact | NoticeText] = []
        for key, ident in found.items():
            facts, notices = self.of(ident)
            day = newest[key]
            records += [
                r
                for r in (*facts, *notices)
                if r.source is self._sources[key] and r.observed_on.isoformat() == day
            ][:1]
        return records

    @property
    def idents(self) -> Iterable[str]:
        """The airfields that it speaks of."""
        return self._lines.keys()

    def idents_with(self, field: str) -> Sequence[str]:
        """The airfields of which it states this field."""
        return self._idents.get(field, ())

    def column(self, field: str) -> dict[str, list[str]]:
        """Each airfield's values of one field as JSON, without making records of them."""
        head = f"{field}\t"
        return {
            ident: [line.split("\t", 2)[1] for line in self._lines[ident] if line.startswith(head)]
            for ident in self.idents_with(field)
        }

    def rows_of(self, ident: str) -> int:
        """How many statements it holds of one airfield."""
        return len(self._lines.get(ident, ()))

    def of(self, ident: str) -> tuple[list[Fact], list[NoticeText]]:
        """What it says of one airfield."""
        facts: list[Fact] = []
        notices: list[NoticeText] = []
        for line in self._lines.get(ident, ()):
            field, value, raw, item, day, key, *note = line.split("\t")
            source, said, observed = self._sources[key], value_of(value), _day_of(day)
            if field == NOTICE:
                services = cast("tuple[Service, ...]", said)
                notices.append(NoticeText(ident, services, raw, item, source, observed, "".join(note)))
                continue
            sure = CONFIDENCE if source.official else _REPORTED
            facts.append(Fact(ident, field, cast("FactValue", said), source, observed, sure, item, raw))
        return facts, notices


def table_lines(
    sources: dict[str, FactSource], facts: Iterable[tuple[str, Fact]], notices: Iterable[tuple[str, NoticeText]]
) -> list[str]:
    """The lines of a compiled file; each record comes with the key of its source."""
    rows = [
        (f.icao, f.field, _json(f.value), _one_line(f.raw), f.item, f.observed_on.isoformat(), key, "")
        for key, f in facts
    ]
    rows += [
        (
            n.icao,
            NOTICE,
            _json(n.services),
            _one_line(n.raw),
            n.item,
            n.observed_on.isoformat(),
            key,
            n.time_note,
        )
        for key, n in notices
    ]
    head = [f"#source\t{key}\t{_json(_described(source))}" for key, source in sorted(sources.items())]
    return head + ["\t".join(row) for row in sorted(rows, key=lambda row: row[0])]


@lru_cache(maxsize=4096)
def value_of(text: str) -> Any:
    """A value; a list as a tuple, so that it can be kept."""
    found = json.loads(text)
    return tuple(cast("list[Any]", found)) if isinstance(found, list) else found


_day_of = lru_cache(maxsize=64)(date.fromisoformat)


def _described(source: FactSource) -> dict[str, Any]:
    return {name: value for name, value in asdict(source).items() if value and value != "unknown"}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _one_line(text: str) -> str:
    return " ".join(text.split())
