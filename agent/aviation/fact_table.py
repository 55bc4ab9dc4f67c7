"""A compiled table of facts: thousands of airfields in one file, read when one of them is asked for.

    #source <key> <JSON of the source>
    ident <tab> field <tab> value as JSON <tab> wording <tab> item <tab> day <tab> source key <tab> time note

Rows stand by airfield, in the order of the document. The field "notice" is a wording that asks something; its
value is the list of its services.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cached_property, lru_cache
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from agent.aviation.fact_records import Fact, FactSource, FactValue, NoticeText
from agent.aviation.notice_rules import Service

NOTICE = "notice"
COLUMNS = 8
CONFIDENCE = 0.95
"""How sure a row of an official publication is; of any other, less."""
_REPORTED = 0.8
_ASKED_OFTEN = 200
"""So many airfields looked up one by one: from then on sorting out the whole table is worth it."""


Codes = NDArray[np.bytes_]
"""Codes of airfields in one block: thirty thousand as strings of their own take ten times as much."""


@dataclass(frozen=True)
class _Spans:
    """Runs of rows: the code of each and where it begins and ends, by code, in the order of the document."""

    codes: Codes
    bounds: NDArray[np.int32]
    begin: frozenset[str]
    """The first two letters of all codes: most lists are of one country, and need not be searched for others."""

    @classmethod
    def of(cls, codes: list[str], bounds: list[int]) -> _Spans:
        found = np.array(codes, dtype=np.bytes_)
        order = np.argsort(found, kind="stable")
        begin = frozenset(code[:2] for code in codes)
        return cls(found[order], np.array(bounds, dtype=np.int32).reshape(-1, 2)[order], begin)

    def of_code(self, ident: str) -> list[tuple[int, int]]:
        """Beginning and end of each run of one airfield."""
        found: list[tuple[int, int]] = []
        if ident[:2] not in self.begin:
            return found
        code = ident.encode()
        at = int(self.codes.searchsorted(code))
        while at < len(self.codes) and self.codes[at] == code:
            found.append((int(self.bounds[at, 0]), int(self.bounds[at, 1])))
            at += 1
        return found


def _strings(codes: Codes) -> list[str]:
    return codes.astype(np.str_).tolist()


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
    def _spans(self) -> _Spans:
        """Where each airfield's rows begin and end in the text; the text itself is kept once."""
        codes: list[str] = []
        bounds: list[int] = []
        text, at = self._text, 0
        while at < len(text):
            ident, end = text[at : text.index("\t", at)], text.index("\n", at) + 1
            if codes and codes[-1] == ident:
                bounds[-1] = end
            else:
                codes.append(ident)
                bounds += (at, end)
            at = end
        return _Spans.of(codes, bounds)

    def _lines_of(self, ident: str) -> list[str]:
        """An airfield's rows without its code."""
        skip = len(ident) + 1
        return [
            line[skip:]
            for start, end in self._spans.of_code(ident)
            for line in self._text[start : end - 1].split("\n")
        ]

    @cached_property
    def _idents(self) -> dict[str, Codes]:
        """The airfields of each field, in their order."""
        idents: dict[str, list[str]] = {}
        spans: list[list[int]] = self._spans.bounds.tolist()
        for ident, (start, end) in zip(_strings(self._spans.codes), spans, strict=True):
            for line in self._text[start : end - 1].split("\n"):
                of_field = idents.setdefault(line.split("\t", 2)[1], [])
                if not of_field or of_field[-1] != ident:
                    of_field.append(ident)
        return {field: np.array(codes, dtype=np.bytes_) for field, codes in idents.items()}

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
        for ident in self.idents:
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
        return _strings(np.unique(self._spans.codes))

    def idents_with(self, field: str) -> Sequence[str]:
        """The airfields of which it states this field."""
        codes = self._idents.get(field)
        return _strings(codes) if codes is not None else ()

    def column(self, field: str) -> dict[str, list[str]]:
        """Each airfield's values of one field as JSON, without making records of them."""
        head = f"{field}\t"
        return {
            ident: [line.split("\t", 2)[1] for line in self._lines_of(ident) if line.startswith(head)]
            for ident in self.idents_with(field)
        }

    def texts(self, ident: str, field: str) -> list[str]:
        """One airfield's values of one field as JSON, without making records of them."""
        head = f"{field}\t"
        return [line.split("\t", 2)[1] for line in self._rows(ident) if line.startswith(head)]

    def rows_of(self, ident: str) -> int:
        """How many statements it holds of one airfield."""
        if "_spans" not in vars(self):
            return len(self._rows(ident))
        return sum(self._text.count("\n", start, end) for start, end in self._spans.of_code(ident))

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


@lru_cache(maxsize=1024)
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
