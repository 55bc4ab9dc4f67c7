"""Prepares the names of all places once for fast look-up, in the data folder, and opens what was prepared.

Like the airfields' index it is a folder named after the content it was built from. Every name leads to its
places through a sorted table of hashes that is mapped into memory; a second table leads there from the
first letters with one of them left out, which finds misspelt names.
"""

from __future__ import annotations

import hashlib
import mmap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agent.aviation.index_folder import Array, Contents, IndexFolder, starts_of, write_folder
from agent.aviation.reference import Progress
from agent.config import AgentSettings

FORMAT = 2
"""Raise it when the layout below changes: older folders are then built again."""

PlaceKind = Literal[
    "airport", "town", "admin", "region", "lake", "island", "mountains", "coast", "country", "coordinates"
]
KINDS: tuple[PlaceKind, ...] = (
    "airport",
    "town",
    "admin",
    "region",
    "lake",
    "island",
    "mountains",
    "coast",
    "country",
)
NICKNAME, PRIMARY, SHORT, ALIAS, AIRPORT_NAME, AIRPORT_PART, AIRPORT_WEAK = range(7)
"""How a name belongs to its place: what pilots call it; its own, the beginning of it, another language's; an
airfield's whole distinctive name, a part of it or keyword, or a single word that also names a strip far away."""

PREFIX = 8
"""Letters of a name that the table for misspelt names looks at; one of them may be wrong, more after them."""

_MIX = np.uint64(0x9E3779B97F4A7C15)
_NAMES = """
row_kind row_lat row_lon row_population row_extent row_text_starts key_hashes key_rows key_flags key_ids
key_text_starts near_hashes near_keys
"""
_ARRAYS = _NAMES.split()
_DEGREES = 1e-4


class PlaceRow(NamedTuple):
    """A place on its way into the index, with all keys that lead to it and how they belong to it.

    `text` are its cells: countries, name, first- and second-level area; an airfield's only cell is its ident.
    """

    kind: PlaceKind
    lat: float
    lon: float
    population: int
    extent_nm: float
    text: tuple[str, ...]
    keys: tuple[tuple[str, int], ...]


RowsReader = Callable[[], Iterable[PlaceRow]]


@dataclass(frozen=True, slots=True)
class PlaceIndex:
    """An opened index."""

    row_kind: NDArray[np.uint8]
    row_lat: NDArray[np.int32]
    row_lon: NDArray[np.int32]
    row_population: NDArray[np.uint32]
    row_extent: NDArray[np.float32]
    row_text_starts: NDArray[np.uint32]
    key_hashes: NDArray[np.uint64]
    key_rows: NDArray[np.uint32]
    key_flags: NDArray[np.uint8]
    key_ids: NDArray[np.uint32]
    key_text_starts: NDArray[np.uint32]
    near_hashes: NDArray[np.uint32]
    near_keys: NDArray[np.uint32]
    _row_texts: mmap.mmap
    _key_texts: mmap.mmap

    def text(self, row: int) -> list[str]:
        """A place's cells."""
        return self._row_texts[self.row_text_starts[row] : self.row_text_starts[row + 1]].decode().split("\t")

    def key(self, key_id: int) -> str:
        """A name as it is compared."""
        return self._key_texts[self.key_text_starts[key_id] : self.key_text_starts[key_id + 1]].decode()

    def position(self, row: int) -> tuple[float, float]:
        """Latitude and longitude."""
        return round(int(self.row_lat[row]) * _DEGREES, 4), round(int(self.row_lon[row]) * _DEGREES, 4)

    def rows_within(self, lat: float, lon: float, degrees: float) -> list[int]:
        """The rows so many degrees of latitude, and twice as many of longitude, around a point."""
        north = np.abs(self.row_lat - round(lat / _DEGREES)) < degrees / _DEGREES
        east = np.abs(self.row_lon - round(lon / _DEGREES)) < 2 * degrees / _DEGREES
        return np.flatnonzero(north & east).tolist()

    def find(self, key: str) -> list[tuple[int, int]]:
        """(row, flag) of every place that has exactly this key."""
        wanted = np.uint64(_hash(key))
        at = int(self.key_hashes.searchsorted(wanted))
        found: list[tuple[int, int]] = []
        while at < len(self.key_hashes) and self.key_hashes[at] == wanted:
            if self.key(int(self.key_ids[at])) == key:
                found.append((int(self.key_rows[at]), int(self.key_flags[at])))
            at += 1
        return found

    def spelt_like(self, key: str) -> list[str]:
        """Keys that share their beginning with `key` when at most one letter of either is left out."""
        hashes = _near_hashes(_padded([key.encode()]))[0]
        wanted = np.array(sorted(set(hashes.tolist())), dtype=hashes.dtype)  # `np.unique` would load `numpy.ma`
        low = self.near_hashes.searchsorted(wanted, "left").tolist()
        high = self.near_hashes.searchsorted(wanted, "right").tolist()
        ids: set[int] = set()
        for start, end in zip(low, high, strict=True):
            ids.update(self.near_keys[start:end].tolist())
        return [self.key(key_id) for key_id in ids]


def open_index(
    settings: AgentSettings, key: str, rows: RowsReader, progress: Progress | None = None
) -> PlaceIndex:
    """The index for `key`, built from `rows()` when the data folder does not hold a sound one."""

    def write(into: Path, told: Progress) -> None:
        told("Preparing places", 0.0)
        _write(into, list(rows()), told)

    return folder_of(settings, key).open(_read, write, progress)


def folder_of(settings: AgentSettings, key: str) -> IndexFolder:
    """Where it is kept."""
    key = f"{key}-{FORMAT}"
    return IndexFolder(settings.data_dir, "places", key, "places", _ARRAYS, megabytes=60, shipped=settings.root)


def _read(contents: Contents) -> PlaceIndex:
    return PlaceIndex(**contents.arrays, _row_texts=contents.text("rows"), _key_texts=contents.text("keys"))


def _write(folder: Path, rows: list[PlaceRow], progress: Progress) -> None:
    what = "Preparing places"
    progress(what, 0.3)
    texts = ["\t".join(row.text).encode() for row in rows]
    entries = list(_entries(rows))
    keys = sorted({key for key, _, _ in entries})
    ids = {key: i for i, key in enumerate(keys)}
    progress(what, 0.5)
    hashes = np.array([_hash(key) for key in keys], dtype=np.uint64)
    entry_ids = np.array([ids[key] for key, _, _ in entries], dtype=np.uint32)
    entry_hashes = hashes[entry_ids]
    order = np.argsort(entry_hashes, kind="stable")
    progress(what, 0.7)
    near = _near_hashes(_padded([key.encode() for key in keys]))
    near_ids = np.repeat(np.arange(len(keys), dtype=np.uint32), near.shape[1])
    pairs = np.sort(near.ravel().astype(np.uint64) << np.uint64(32) | near_ids.astype(np.uint64))
    pairs = pairs[np.concatenate([[True], pairs[1:] != pairs[:-1]])]
    arrays: dict[str, Array] = {
        "row_kind": np.array([KINDS.index(row.kind) for row in rows], dtype=np.uint8),
        "row_lat": np.array([round(row.lat / _DEGREES) for row in rows], dtype=np.int32),
        "row_lon": np.array([round(row.lon / _DEGREES) for row in rows], dtype=np.int32),
        "row_population": np.array([row.population for row in rows], dtype=np.uint32),
        "row_extent": np.array([row.extent_nm for row in rows], dtype=np.float32),
        "row_text_starts": starts_of(texts),
        "key_hashes": entry_hashes[order],
        "key_rows": np.array([row for _, row, _ in entries], dtype=np.uint32)[order],
        "key_flags": np.array([flag for _, _, flag in entries], dtype=np.uint8)[order],
        "key_ids": entry_ids[order],
        "key_text_starts": starts_of([key.encode() for key in keys]),
        "near_hashes": (pairs >> np.uint64(32)).astype(np.uint32),
        "near_keys": (pairs & np.uint64(0xFFFFFFFF)).astype(np.uint32),
    }
    progress(what, 0.9)
    write_folder(folder, arrays, {"rows": b"".join(texts), "keys": "".join(keys).encode()})
    progress(what, 1.0)


def _entries(rows: list[PlaceRow]) -> Iterator[tuple[str, int, int]]:
    """(key, row, flag), the best flag where a place has a key twice."""
    for i, row in enumerate(rows):
        if len(row.keys) == 1:
            key, flag = row.keys[0]
            if key:
                yield key, i, flag
            continue
        best: dict[str, int] = {}
        for key, flag in row.keys:
            if key:
                best[key] = min(flag, best.get(key, flag))
        for key, flag in best.items():
            yield key, i, flag


def _hash(key: str) -> int:
    return int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest(), "little")


def _padded(keys: list[bytes]) -> NDArray[np.uint8]:
    """The first `PREFIX` bytes of each key, one row each."""
    packed = b"".join(key[:PREFIX].ljust(PREFIX, b"\0") for key in keys)
    return np.frombuffer(packed, dtype=np.uint8).reshape(-1, PREFIX)


def _near_hashes(prefixes: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """For each prefix a number for each way to leave one letter out (n × PREFIX)."""
    columns: list[NDArray[np.uint32]] = []
    for left_out in range(PREFIX):
        rest = np.delete(prefixes, left_out, axis=1)
        number = np.zeros(len(rest), dtype=np.uint64)
        for column in rest.T:
            number = number << np.uint64(8) | column.astype(np.uint64)
        columns.append(((number * _MIX) >> np.uint64(32)).astype(np.uint32))
    return np.stack(columns, axis=1)
