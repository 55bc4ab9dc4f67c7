"""Finds the reference data that ships with FlyFun and says clearly when a file of it is missing or damaged."""

from __future__ import annotations

import errno
import gzip
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, cast

from agent.config import AgentSettings
from agent.errors import DataProblem
from agent.protocol import Source

Progress = Callable[[str, float], None]
"""Told what is being prepared and how far it is, 0 to 1."""

UPDATES = "updates"
"""The folder of updated data sets inside the data folder; see `agent.importers.generations`."""

_RESTORE = "Restore it from the repository (`git checkout data`) or build it again (`make data`)."


@dataclass(frozen=True, slots=True)
class ReferenceFile:
    """One file of the manifest. `sha256` is of the file's bytes."""

    path: Path
    size: int
    sha256: str
    rows: int
    source: str
    url: str | None
    licence: str
    as_of: date | None

    def check(self) -> None:
        """Raise `DataProblem` unless the file is there with the size the manifest states: cheap."""
        try:
            size = self.path.stat().st_size
        except OSError as error:
            raise DataProblem(f"The data file {self._name} is missing. {_RESTORE}", detail=str(error)) from error
        if size != self.size:
            raise DataProblem(f"The data file {self._name} is damaged. {_RESTORE}", detail=f"{size} bytes")

    def read(self) -> bytes:
        """The file's content, unpacked when gzipped; `DataProblem` when it is not what the manifest states."""
        self.check()
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise DataProblem(
                f"The data file {self._name} cannot be read. {_RESTORE}", detail=str(error)
            ) from error
        if hashlib.sha256(content).hexdigest() != self.sha256:
            raise DataProblem(f"The data file {self._name} is damaged. {_RESTORE}", detail="hash differs")
        return gzip.decompress(content) if self.path.suffix == ".gz" else content

    @property
    def _name(self) -> str:
        return f"{self.path.parent.name}/{self.path.name}"

    def as_source(self, name: str | None = None) -> Source:
        """This file as the source of a fact."""
        return Source(name=name or self.source, url=self.url, as_of=self.as_of, licence=self.licence)


def cannot_write(folder: Path, error: OSError, *, megabytes: int) -> str:
    """What to tell the pilot when the data folder refuses a file of an index."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return (
            f"No space left in {folder}: FlyFun needs about {megabytes} MB there. "
            "Free some, or set FLYFUN_DATA_DIR to another folder."
        )
    return f"FlyFun cannot write to {folder} ({error.strerror}). Set FLYFUN_DATA_DIR to a folder it may write to."


def current_set(data_dir: Path) -> Path | None:
    """The updated data set in use, None when only the shipped data is."""
    try:
        name = (data_dir / UPDATES / "current").read_text("utf-8").strip()
    except OSError:
        return None
    found = data_dir / UPDATES / name
    return found if name and (found / "manifest.json").is_file() else None


def updated_sources(data_dir: Path) -> frozenset[str]:
    """The sources of the updated set in use, by name; none where only the shipped data is."""
    found = current_set(data_dir)
    if found is None:
        return frozenset()
    try:
        return frozenset(cast("dict[str, str]", json.loads((found / "summary.json").read_bytes())))
    except (OSError, ValueError):
        return frozenset()


def reference_file(settings: AgentSettings, name: str) -> ReferenceFile:
    """A data file's entry: of the updated set in use when it has one, else of the shipped data.

    Raises `DataProblem` when there is none.
    """
    updated = current_set(settings.data_dir)
    if updated is not None and (updated / name).is_file():
        return _entry(updated, name)
    return _entry(settings.data, name)


def _entry(folder: Path, name: str) -> ReferenceFile:
    manifest = folder / "manifest.json"
    try:
        files = cast("dict[str, dict[str, Any]]", json.loads(manifest.read_bytes())["files"])
    except FileNotFoundError as error:
        problem = f"The reference data is missing: there is no {manifest}."
        raise DataProblem(f"{problem} Set FLYFUN_ROOT to the project's folder.", detail=str(error)) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataProblem(f"The data file data/manifest.json is damaged. {_RESTORE}", detail=str(error)) from error
    try:
        entry = files[name]
        return ReferenceFile(
            path=folder / name,
            size=int(entry["bytes"]),
            sha256=str(entry["sha256"]),
            rows=int(entry["rows"]),
            source=str(entry["source"]),
            url=entry["url"],
            licence=str(entry["licence"]),
            as_of=date.fromisoformat(entry["as_of"]) if entry["as_of"] else None,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise DataProblem(f"The manifest does not describe data/{name}. {_RESTORE}", detail=repr(error)) from error
