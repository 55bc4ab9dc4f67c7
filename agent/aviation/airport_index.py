"""Prepares the airfields once for fast reading, in the data folder, and opens what was prepared.

The index is a folder named after the content it was built from: arrays sorted by latitude that are mapped
into memory rather than read, one text record per airfield that is decoded when asked for, a sorted table of
codes, and trigram lists of the names. A new manifest means a new folder; an old one is removed.
"""

from __future__ import annotations

import mmap
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agent import regex as re
from agent.aviation import geometry
from agent.aviation.index_folder import Array, Contents, IndexFolder, starts_of, write_folder
from agent.aviation.names import GRAM_BITS, clean_code, distinctive, fold, grams, grams_across
from agent.aviation.reference import Progress
from agent.config import AgentSettings
from agent.protocol import Source

FORMAT = 3
"""Raise it when the layout below or the folding of names changes: older folders are then built again."""

AIRPORT_FIELDS = (
    "ident", "icao", "iata", "local", "other_ident", "name", "kind", "lat", "lon", "elevation_ft",
    "continent", "country", "region", "municipality", "scheduled", "time_zone", "home_link",
    "wikipedia_link", "keywords",
)  # fmt: skip
RUNWAY_FIELDS = (
    "le_ident", "he_ident", "length_ft", "width_ft", "surface", "lighted", "closed", "le_displaced_ft",
    "he_displaced_ft",
)  # fmt: skip
RUNWAY_MARK = "\x1e"
_PRIOR_OF_KIND = {"large_airport": 0.55, "medium_airport": 0.45, "small_airport": 0.2, "seaplane_base": 0.05}
_PARTS = re.compile(r"[/()\[\]–—,-]+")

Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class AirportRows:
    """What an index is built from: rows by column name, and where they come from."""

    airports: list[Cells]
    runways: Mapping[str, list[Cells]]
    source: Source


RowsReader = Callable[[], AirportRows]


@dataclass(frozen=True, slots=True)
class AirportIndex:
    """An opened index. Row i of every array is the i-th airfield from the south pole."""

    size: int
    source: Source
    lat: NDArray[np.float64]
    units: NDArray[np.float64]
    earth: NDArray[np.float64]
    country: NDArray[np.bytes_]
    prior: NDArray[np.float32]
    codes: NDArray[np.bytes_]
    code_rows: NDArray[np.int32]
    gram_starts: NDArray[np.uint32]
    gram_rows: NDArray[np.uint32]
    gram_counts: NDArray[np.uint16]
    record_starts: NDArray[np.uint32]
    label_starts: NDArray[np.uint32]
    _records: mmap.mmap
    _labels: mmap.mmap

    def record(self, row: int) -> str:
        """An airfield's cells and, after each `RUNWAY_MARK`, a runway's."""
        return self._records[self.record_starts[row] : self.record_starts[row + 1]].decode()

    def rows_of_code(self, code: str) -> list[int]:
        """The rows that a code means: none, one, or several when it is a local code of several countries."""
        key = code.encode()
        if not key or len(key) > self.codes.dtype.itemsize:
            return []
        low = int(np.searchsorted(self.codes, np.bytes_(key)))
        high = low
        while high < len(self.codes) and self.codes[high] == key:
            high += 1
        return self.code_rows[low:high].tolist()

    def codes_from(self, begun: str, most: int) -> list[tuple[str, int]]:
        """Codes that begin so, in their order, each with its row."""
        key = begun.encode()
        low = int(np.searchsorted(self.codes, np.bytes_(key)))
        found = zip(self.codes[low : low + most].tolist(), self.code_rows[low : low + most].tolist(), strict=True)
        return [(code.decode(), row) for code, row in found if code.startswith(key)]

    def labels(self, row: int) -> str:
        """The folded names an airfield answers to, one a line."""
        return self._labels[self.label_starts[row] : self.label_starts[row + 1]].decode()


_ARRAYS = (
    "lat", "units", "earth", "country", "prior", "codes", "code_rows", "gram_starts", "gram_rows",
    "gram_counts", "record_starts", "label_starts",
)  # fmt: skip


def open_index(
    settings: AgentSettings, key: str, rows: RowsReader, progress: Progress | None = None
) -> AirportIndex:
    """The index for `key`, built from `rows()` when the data folder does not hold a sound one."""
    return folder_of(settings, key).open(_read, lambda into, told: _write(into, rows(), told), progress)


def folder_of(settings: AgentSettings, key: str) -> IndexFolder:
    """Where it is kept."""
    return IndexFolder(
        settings.data_dir, "airports", key, "airfields", _ARRAYS, megabytes=40, shipped=settings.root
    )


def _read(contents: Contents) -> AirportIndex:
    return AirportIndex(
        size=len(contents.arrays["lat"]),
        source=Source.model_validate(contents.meta["source"]),
        **contents.arrays,
        _records=contents.text("records"),
        _labels=contents.text("labels"),
    )


def _write(folder: Path, rows: AirportRows, progress: Progress) -> None:
    what = "Preparing airfields"
    progress(what, 0.0)
    airports = sorted(rows.airports, key=lambda row: (float(row["lat"]), row["ident"]))
    lat = np.array([float(row["lat"]) for row in airports])
    lon = np.array([float(row["lon"]) for row in airports])
    units = geometry.unit_vectors(lat, lon)
    codes, code_rows = _code_table(airports)
    arrays: dict[str, Array] = {
        "lat": lat,
        "units": units,
        "earth": geometry.earth_vectors(units),
        "country": np.array([row["country"].encode() for row in airports], dtype="S2"),
        "prior": np.array(
            [_prior(row, bool(rows.runways.get(row["ident"]))) for row in airports], dtype=np.float32
        ),
        "codes": codes,
        "code_rows": code_rows,
    }
    progress(what, 0.2)
    records = [_record(row, rows.runways.get(row["ident"], [])).encode() for row in airports]
    arrays["record_starts"] = starts_of(records)
    progress(what, 0.3)
    labels = ["\n".join(labels_of(row)) for row in airports]
    encoded = [text.encode() for text in labels]
    arrays["label_starts"] = starts_of(encoded)
    progress(what, 0.4)
    arrays |= _gram_table(labels, progress)
    texts = {"records": b"".join(records), "labels": b"".join(encoded)}
    write_folder(folder, arrays, texts, source=rows.source.model_dump(mode="json"))
    progress(what, 1.0)


def _record(row: Cells, runways: list[Cells]) -> str:
    lines = ["\t".join(row[name] for name in AIRPORT_FIELDS)]
    lines += ["\t".join(runway[name] for name in RUNWAY_FIELDS) for runway in runways]
    return RUNWAY_MARK.join(lines)


def _code_table(airports: list[Cells]) -> tuple[NDArray[np.bytes_], NDArray[np.int32]]:
    """Codes in order, each with its airfield's row: ICAO beats IATA beats other idents beats local codes.

    A local code that several countries use stands there once for each of its airfields.
    """
    owners: dict[str, list[int]] = {}
    choices: tuple[Callable[[Cells], list[str]], ...] = (
        lambda row: [row["ident"]],  # every airfield can be had back by its own
        lambda row: [row["icao"]],
        lambda row: [row["iata"]],
        lambda row: [row["other_ident"]],
        lambda row: [row["local"]],
    )
    for codes_of in choices:
        claims: dict[str, list[int]] = defaultdict(list)
        for i, row in enumerate(airports):
            for code in {clean_code(code) for code in codes_of(row)}:
                if code.isascii() and code not in owners:
                    claims[code].append(i)
        owners |= claims
    owners.pop("", None)
    table = sorted((code.encode(), row) for code, rows in owners.items() for row in rows)
    return np.array([code for code, _ in table]), np.array([row for _, row in table], dtype=np.int32)


def _prior(row: Cells, has_runways: bool) -> float:
    """How likely a pilot means this field when a name fits several, 0 to 1; Europe and ICAO codes first."""
    return (
        _PRIOR_OF_KIND.get(row["kind"], 0.1)
        + (0.15 if row["continent"] == "EU" else 0.0)
        + (0.15 if row["icao"] else 0.0)
        + (0.05 if row["wikipedia_link"] else 0.0)
        + (0.05 if has_runways else 0.0)
        + (0.05 if row["scheduled"] == "1" else 0.0)
    )


def labels_of(row: Cells) -> list[str]:
    """The folded names of an airfield: its own, the parts of it, its town, keywords, and the town's exonyms."""
    names = [row["name"], *_PARTS.split(row["name"]), row["municipality"], *_PARTS.split(row["municipality"])]
    names += row["keywords"].split("|")
    folded = [distinctive(fold(name)) for name in names]
    folded += row.get("exonyms", "").split("|")
    return list(dict.fromkeys(name for name in folded if len(name) > 1))


def _grams_of(labels: str) -> set[int]:
    """The trigrams of an airfield's names, one name a line; words that many names share are cut once."""
    found: set[int] = set()
    for name in labels.split("\n"):
        words = name.split(" ")
        for word in words:
            found |= _grams_of_word(word)
        if len(words) > 1:
            found.update(grams_across(words))
    return found


@lru_cache(maxsize=1 << 16)
def _grams_of_word(word: str) -> frozenset[int]:
    return frozenset(grams(word))


def _gram_table(labels: list[str], progress: Progress) -> dict[str, Array]:
    """For each trigram the rows whose names have it, and for each row how many trigrams it has."""
    counts = np.zeros(len(labels), dtype=np.uint16)
    all_grams: list[NDArray[np.uint32]] = []
    all_rows: list[NDArray[np.uint32]] = []
    for i, text in enumerate(labels):
        found = np.fromiter(_grams_of(text), dtype=np.uint32)
        counts[i] = min(len(found), 65535)
        all_grams.append(found)
        all_rows.append(np.full(len(found), i, dtype=np.uint32))
        if i % 4096 == 0:
            progress("Preparing airfields", 0.4 + 0.5 * i / len(labels))
    numbers, rows = np.concatenate(all_grams), np.concatenate(all_rows)
    order = np.argsort(numbers, kind="stable")
    starts = np.searchsorted(numbers[order], np.arange((1 << GRAM_BITS) + 1)).astype(np.uint32)
    return {"gram_starts": starts, "gram_rows": rows[order], "gram_counts": counts}
