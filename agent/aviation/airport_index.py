"""Prepares the airfields once for fast reading, in the data folder, and opens what was prepared.

The index is a folder named after the content it was built from: arrays sorted by latitude that are mapped
into memory rather than read, one text record per airfield that is decoded when asked for, a sorted table of
codes, and trigram lists of the names. A new manifest means a new folder; an old one is removed.
"""

from __future__ import annotations

import json
import mmap
import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout
from numpy.typing import NDArray

from agent.aviation import geometry
from agent.aviation.names import GRAM_BITS, clean_code, distinctive, fold, grams
from agent.aviation.reference import Progress, cannot_write
from agent.config import AgentSettings
from agent.errors import DataProblem
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
_LOCK_SECONDS = 180

Cells = Mapping[str, str]
Array = NDArray[Any]


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
    folder = settings.data_dir / "index" / f"airports-{key}"
    if index := _opened(folder):
        return index
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(folder.parent / "airports.lock", timeout=_LOCK_SECONDS):
            if index := _opened(folder):  # another process was faster
                return index
            _build(folder, rows(), progress)
    except Timeout as error:
        raise DataProblem(
            "Another FlyFun is preparing the airfields and does not finish. Stop it and try again.",
            detail=str(error),
        ) from error
    except OSError as error:
        raise DataProblem(cannot_write(settings.data_dir, error, megabytes=40), detail=str(error)) from error
    if index := _opened(folder):
        return index
    raise DataProblem(f"The airfields' index in {folder} cannot be read. Delete that folder and try again.")


def _opened(folder: Path) -> AirportIndex | None:
    """The index if the folder holds a whole one, else None: it is then built again."""
    try:
        meta = json.loads((folder / "meta.json").read_bytes())
        if any((folder / name).stat().st_size != size for name, size in meta["files"].items()):
            return None
        arrays: dict[str, Array] = {
            name: np.load(folder / f"{name}.npy", mmap_mode="r").view(np.ndarray) for name in _ARRAYS
        }
        with (folder / "records.txt").open("rb") as records, (folder / "labels.txt").open("rb") as labels:
            return AirportIndex(
                size=len(arrays["lat"]),
                source=Source.model_validate(meta["source"]),
                **arrays,
                _records=mmap.mmap(records.fileno(), 0, access=mmap.ACCESS_READ),
                _labels=mmap.mmap(labels.fileno(), 0, access=mmap.ACCESS_READ),
            )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _build(folder: Path, rows: AirportRows, progress: Progress | None) -> None:
    """Build beside and swap, so that a folder by that name is always whole."""
    beside = Path(tempfile.mkdtemp(prefix="building-", dir=folder.parent))
    try:
        _write(beside, rows, progress or _silent)
        if folder.exists():
            shutil.rmtree(folder)
        beside.rename(folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    for old in folder.parent.glob("airports-*"):
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)


def _silent(what: str, share: float) -> None:
    pass


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
    arrays["record_starts"] = _starts(records)
    (folder / "records.txt").write_bytes(b"".join(records))
    progress(what, 0.3)
    labels = ["\n".join(labels_of(row)) for row in airports]
    encoded = [text.encode() for text in labels]
    arrays["label_starts"] = _starts(encoded)
    (folder / "labels.txt").write_bytes(b"".join(encoded))
    progress(what, 0.4)
    arrays |= _gram_table(labels, progress)
    for name in _ARRAYS:
        np.save(folder / f"{name}.npy", arrays[name])
    files = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    meta = {"files": files, "source": rows.source.model_dump(mode="json")}
    (folder / "meta.json").write_text(json.dumps(meta, indent=1))
    progress(what, 1.0)


def _starts(parts: list[bytes]) -> NDArray[np.uint32]:
    return np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(np.uint32)


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


def _gram_table(labels: list[str], progress: Progress) -> dict[str, Array]:
    """For each trigram the rows whose names have it, and for each row how many trigrams it has."""
    counts = np.zeros(len(labels), dtype=np.uint16)
    all_grams: list[NDArray[np.uint32]] = []
    all_rows: list[NDArray[np.uint32]] = []
    for i, text in enumerate(labels):
        found = np.fromiter({number for name in text.split("\n") for number in grams(name)}, dtype=np.uint32)
        counts[i] = min(len(found), 65535)
        all_grams.append(found)
        all_rows.append(np.full(len(found), i, dtype=np.uint32))
        if i % 4096 == 0:
            progress("Preparing airfields", 0.4 + 0.5 * i / len(labels))
    numbers, rows = np.concatenate(all_grams), np.concatenate(all_rows)
    order = np.argsort(numbers, kind="stable")
    starts = np.searchsorted(numbers[order], np.arange((1 << GRAM_BITS) + 1)).astype(np.uint32)
    return {"gram_starts": starts, "gram_rows": rows[order], "gram_counts": counts}
