"""A compiled table of facts: thousands of airfields in one file, read when one of them is asked for.

    #source <key> <JSON of the source>
    ident <tab> field <tab> value as JSON <tab> wording <tab> item <tab> day <tab> source key <tab> time note

Rows stand by airfield, in the order of the document. The field "notice" is a wording that asks something; its
value is the list of its services.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cached_property, lru_cache
from mmap import mmap
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from agent.aviation.fact_records import Fact, FactSource, FactValue, NoticeText
from agent.aviation.notice_rules import Service
from agent.paging import mapped, mapped_bytes

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
    """Runs of rows: the code of each, where it begins and ends, and how many rows it has, by code."""

    codes: Codes
    bounds: NDArray[np.int64]
    counts: NDArray[np.int64]
    begin: frozenset[bytes]
    """The first two letters of all codes: most lists are of one country, and need not be searched for others."""

    @classmethod
    def of(cls, data: bytes | mmap) -> _Spans:
        letters = np.frombuffer(data, dtype=np.uint8)
        ends = np.flatnonzero(letters == ord("\n")) + 1
        if not len(ends):
            none = np.zeros((0, 2), dtype=np.int64)
            return cls(np.zeros(0, dtype=np.bytes_), none, none[:, 0], frozenset())
        starts = np.concatenate([[0], ends[:-1]])
        tabs = np.flatnonzero(letters == ord("\t"))
        lengths = tabs[np.searchsorted(tabs, starts)] - starts
        places = np.arange(int(lengths.max()))
        cells = letters[np.minimum(starts[:, None] + places, len(letters) - 1)]
        codes = np.where(places < lengths[:, None], cells, 0).astype(np.uint8).view(f"S{len(places)}").ravel()
        first = np.flatnonzero(np.concatenate([[True], codes[1:] != codes[:-1]]))
        after = np.concatenate([first[1:], [len(codes)]])
        order = np.argsort(codes[first], kind="stable")
        bounds = np.stack([starts[first], ends[after - 1]], axis=1)
        sorted_codes = codes[first][order]
        pages = mapped({"codes": sorted_codes, "bounds": bounds[order], "counts": (after - first)[order]})
        return cls(**pages, begin=frozenset(sorted_codes.astype("S2").tolist()))

    def of_code(self, ident: str) -> list[tuple[int, int]]:
        """Beginning and end of each run of one airfield."""
        found: list[tuple[int, int]] = []
        code = ident.encode()
        if code[:2] not in self.begin:
            return found
        at = int(self.codes.searchsorted(code))
        while at < len(self.codes) and self.codes[at] == code:
            found.append((int(self.bounds[at, 0]), int(self.bounds[at, 1])))
            at += 1
        return found


def _strings(codes: Codes) -> list[str]:
    return codes.astype(np.str_).tolist()


_RUNWAY_END = re.compile(rb"^([^\t\n]+)\trunway_\d", re.MULTILINE)


class FactTable:
    """The rows of one compiled file, decoded field by field. Raises `ValueError` for another layout.

    One airfield is looked up in the bytes as they stand, as pages of a file; what lists need is sorted out when
    first asked for.
    """

    def __init__(self, text: str | bytes) -> None:
        self._sources: dict[str, FactSource] = {}
        self._asked = 0
        data = text.encode() if isinstance(text, str) else text
        at = 0
        while data.startswith(b"#", at):
            end = data.find(b"\n", at)
            line = data[at : end if end >= 0 else len(data)].decode()
            if line.startswith("#source\t"):
                _, key, described = line.split("\t", 2)
                self._sources[key] = FactSource(**json.loads(described))
            at = end + 1 if end >= 0 else len(data)
        rows = data[at:]
        rows = rows if not rows or rows.endswith(b"\n") else rows + b"\n"
        if rows and not self._sources:
            raise ValueError("no source is named")
        if rows.count(b"\t") != (COLUMNS - 1) * rows.count(b"\n"):
            raise ValueError("a row has other columns")
        self._data = mapped_bytes(rows)

    @cached_property
    def _spans(self) -> _Spans:
        """Where each airfield's rows begin and end; the rows themselves are kept once."""
        return _Spans.of(self._data)

    def _lines_of(self, ident: str) -> list[bytes]:
        """An airfield's rows without its code."""
        spans = self._spans.of_code(ident)
        skip = len(ident.encode()) + 1
        return [line[skip:] for start, end in spans for line in self._data[start : end - 1].split(b"\n")]

    def _rows(self, ident: str) -> list[bytes]:
        """The rows of one airfield, found by halving: the rows stand in the order of the codes."""
        self._asked += 1
        if self._asked > _ASKED_OFTEN or "_spans" in vars(self):
            return self._lines_of(ident)
        data, wanted, low, high = self._data, ident.encode(), 0, len(self._data)
        while low < high:
            start = data.rfind(b"\n", low, (low + high) // 2) + 1 or low
            code = data[start : data.find(b"\t", start)]
            if code < wanted:
                low = data.find(b"\n", start) + 1
            else:
                high = start
        found: list[bytes] = []
        head = wanted + b"\t"
        while data[low : low + len(head)] == head:
            end = data.find(b"\n", low)
            found.append(data[low + len(head) : end])
            low = end + 1
        return found

    def states(self, field: str) -> bool:
        """Whether any row of it may be of this field."""
        return self._data.find(f"\t{field}\t".encode()) >= 0

    def _of_field(self, field: str) -> Iterator[tuple[str, int]]:
        """The code of each row of one field, and where its value begins."""
        data, mark, at = self._data, f"\t{field}\t".encode(), 0
        while (found := data.find(mark, at)) >= 0:
            start = data.rfind(b"\n", 0, found) + 1
            if data.find(b"\t", start, found) < 0:  # the second column, not the word in another
                yield data[start:found].decode(), found + len(mark)
            at = found + len(mark)

    def a_record_of_each_source(self) -> list[Fact | NoticeText]:
        """One record of every source that the table names: its newest."""
        found: dict[str, str] = {}
        newest: dict[str, str] = {}
        for line in self._data[:].decode().splitlines():
            ident, _, _, _, _, day, key, *_ = line.split("\t")
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
        codes = self._spans.codes  # in order
        return _strings(codes[np.concatenate([codes[:1] == codes[:1], codes[1:] != codes[:-1]])])

    def idents_with(self, field: str) -> Sequence[str]:
        """The airfields of which it states this field."""
        return list(dict.fromkeys(ident for ident, _ in self._of_field(field)))

    def idents_with_runways(self) -> Iterator[str]:
        """The airfields of which it states a runway end; each end is a field of its own."""
        return (found[1].decode() for found in _RUNWAY_END.finditer(self._data))

    def column(self, field: str) -> dict[str, list[str]]:
        """Each airfield's values of one field as JSON, without making records of them."""
        found: dict[str, list[str]] = {}
        for ident, at in self._of_field(field):
            found.setdefault(ident, []).append(self._data[at : self._data.find(b"\t", at)].decode())
        return found

    def texts(self, ident: str, field: str) -> list[str]:
        """One airfield's values of one field as JSON, without making records of them."""
        head = f"{field}\t".encode()
        return [line.split(b"\t", 2)[1].decode() for line in self._rows(ident) if line.startswith(head)]

    def rows_of(self, ident: str) -> int:
        """How many statements it holds of one airfield."""
        if "_spans" not in vars(self):
            return len(self._rows(ident))
        return sum(self._data[start:end].count(b"\n") for start, end in self._spans.of_code(ident))

    def counts_of(self, idents: Codes) -> NDArray[np.int64]:
        """How many statements it holds of each of many airfields."""
        spans = self._spans
        first = spans.codes.searchsorted(idents, side="left")
        last = spans.codes.searchsorted(idents, side="right")
        sums = np.concatenate([[0], np.cumsum(spans.counts)])
        return sums[last] - sums[first]

    def of(self, ident: str, fields: Collection[str] = ()) -> tuple[list[Fact], list[NoticeText]]:
        """What it says of one airfield; of some fields only, where any are named."""
        facts: list[Fact] = []
        notices: list[NoticeText] = []
        for line in self._rows(ident):
            if fields and line.partition(b"\t")[0].decode() not in fields:
                continue
            field, value, raw, item, day, key, *note = line.decode().split("\t")
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
