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
from functools import cached_property, lru_cache
from typing import Any, cast

from agent.aviation.fact_records import Fact, FactSource, FactValue, NoticeText
from agent.aviation.notice import Service

NOTICE = "notice"
COLUMNS = 8
CONFIDENCE = 0.95
"""How sure a row of an official publication is; of any other, less."""
_REPORTED = 0.8
_ASKED_OFTEN = 200
"""So many airfields looked up one by one: from then on sorting out the whole table is worth it."""


class FactTable:
    """The rows of one compiled file, decoded field by field. Raises `ValueError` for another layout.

    One airfield is looked up in the text as it stands; what lists need is sorted out when first asked for.
    """

    def __init__(self, text: str) -> None:
        self._sources: dict[str, FactSource] = {}
        self._asked = 0
        at = 0
        while text.startswith("#", at):
            end = text.find("\n", at)
            line = text[at : end if end >= 0 else len(text)]
            if line.startswith("#source\t"):
                _, key, described = line.split("\t", 2)
                self._sources[key] = FactSource(**json.loads(described))
            at = end + 1 if end >= 0 else len(text)
        self._text = text[at:] if text.endswith("\n") else f"{text[at:]}\n" if text[at:] else ""
        if self._text and not self._sources:
            raise ValueError("no source is named")
        if self._text.count("\t") != (COLUMNS - 1) * self._text.count("\n"):
            raise ValueError("a row has other columns")

    @cached_property
    def _spans(self) -> dict[str, list[int]]:
        """Where each airfield's rows begin and end in the text, in pairs; the text itself is kept once."""
        spans: dict[str, list[int]] = {}
        text, at = self._text, 0
        while at < len(text):
            ident, end = text[at : text.index("\t", at)], text.index("\n", at) + 1
            known = spans.setdefault(ident, [at, end])
            if known[-1] == at:
                known[-1] = end
            elif known[-1] < at:
                known += (at, end)
            at = end
        return spans

    def _lines_of(self, ident: str) -> list[str]:
        """An airfield's rows without its code."""
        spans, skip = self._spans.get(ident, []), len(ident) + 1
        pairs = zip(spans[::2], spans[1::2], strict=True)
        return [line[skip:] for start, end in pairs for line in self._text[start : end - 1].split("\n")]

    @cached_property
    def _idents(self) -> dict[str, list[str]]:
        """The airfields of each field, in their order."""
        idents: dict[str, list[str]] = {}
        for ident in self._spans:
            for line in self._lines_of(ident):
                of_field = idents.setdefault(line[: line.index("\t")], [])
                if not of_field or of_field[-1] != ident:
                    of_field.append(ident)
        return idents

    def _rows(self, ident: str) -> list[str]:
        """The rows of one airfield, found by halving: the rows stand in the order of the codes."""
        self._asked += 1
        if self._asked > _ASKED_OFTEN or "_spans" in vars(self):
            return self._lines_of(ident)
        text, low, high = self._text, 0, len(self._text)
        while low < high:
            start = text.rfind("\n", low, (low + high) // 2) + 1 or low
            code = text[start : text.index("\t", start)]
            if code < ident:
                low = text.index("\n", start) + 1
            else:
                high = start
        found: list[str] = []
        head = f"{ident}\t"
        while text.startswith(head, low):
            end = text.index("\n", low)
            found.append(text[low + len(head) : end])
            low = end + 1
        return found

    def a_record_of_each_source(self) -> list[Fact | NoticeText]:
        """One record of every source that the table names: its newest."""
        found: dict[str, str] = {}
        newest: dict[str, str] = {}
        for ident in self._spans:
            for line in self._lines_of(ident):
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
        return self._spans.keys()

    def idents_with(self, field: str) -> Sequence[str]:
        """The airfields of which it states this field."""
        return self._idents.get(field, ())

    def column(self, field: str) -> dict[str, list[str]]:
        """Each airfield's values of one field as JSON, without making records of them."""
        head = f"{field}\t"
        return {
            ident: [line.split("\t", 2)[1] for line in self._lines_of(ident) if line.startswith(head)]
            for ident in self.idents_with(field)
        }

    def rows_of(self, ident: str) -> int:
        """How many statements it holds of one airfield."""
        return len(self._rows(ident))

    def of(self, ident: str) -> tuple[list[Fact], list[NoticeText]]:
        """What it says of one airfield."""
        facts: list[Fact] = []
        notices: list[NoticeText] = []
        for line in self._rows(ident):
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
