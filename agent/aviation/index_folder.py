"""Keeps an index as a folder of arrays: built once under a lock, swapped in whole, opened in a moment.

The folder is named after the content it was built from. New content means a new folder; old ones are removed.
"""

from __future__ import annotations

import gc
import json
import mmap
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from agent import paging
from agent.aviation.reference import Progress, cannot_write
from agent.errors import DataProblem

_LOCK_SECONDS = 180

Array = NDArray[Any]
T = TypeVar("T")


def _array(file: Path) -> Array:
    array = np.load(file, mmap_mode="r")
    paging.keep(array._mmap)
    return array.view(np.ndarray)


@dataclass(frozen=True)
class Contents:
    """What a sound folder holds: arrays mapped into memory, not read, and what `write_folder` was told."""

    folder: Path
    arrays: dict[str, Array]
    meta: Mapping[str, Any]

    def text(self, name: str) -> mmap.mmap:
        """The bytes of `{name}.txt`, mapped."""
        with (self.folder / f"{name}.txt").open("rb") as file:
            text = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        paging.keep(text)
        return text


@dataclass(frozen=True)
class IndexFolder:
    """One index of the data folder. `name` begins its folder's name, `what` tells the pilot what it holds.

    `shipped` is where FlyFun itself lies: an index that was built there is used as it is.
    """

    data_dir: Path
    name: str
    key: str
    what: str
    arrays: Sequence[str]
    megabytes: int
    shipped: Path | None = None

    @property
    def is_whole(self) -> bool:
        """Whether nothing is to be built."""
        return self._found(lambda _: True) is not None

    def open(
        self,
        read: Callable[[Contents], T],
        write: Callable[[Path, Progress], None],
        progress: Progress | None = None,
    ) -> T:
        """What `read` makes of the folder, which `write` fills first when there is no sound one."""
        folder = self._own
        if (index := self._found(read)) is not None:
            return index
        from filelock import FileLock, Timeout  # needed once for each new index

        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(folder.parent / f"{self.name}.lock", timeout=_LOCK_SECONDS):
                if (index := self._opened(folder, read)) is not None:  # another process was faster
                    return index
                self._build(folder, write, progress or _silent)
        except Timeout as error:
            problem = f"Another FlyFun is preparing the {self.what} and does not finish. Stop it and try again."
            raise DataProblem(problem, detail=str(error)) from error
        except OSError as error:
            problem = cannot_write(self.data_dir, error, megabytes=self.megabytes)
            raise DataProblem(problem, detail=str(error)) from error
        if (index := self._opened(folder, read)) is not None:
            return index
        raise DataProblem(
            f"The index of the {self.what} in {folder} cannot be read. Delete that folder and try again."
        )

    @property
    def _own(self) -> Path:
        return self.data_dir / "index" / f"{self.name}-{self.key}"

    def _found(self, read: Callable[[Contents], T]) -> T | None:
        """The index that the data folder holds, or the one beside the data."""
        found = self._opened(self._own, read)
        if found is None and self.shipped is not None:
            found = self._opened(self.shipped / "index" / self._own.name, read)
        return found

    def _opened(self, folder: Path, read: Callable[[Contents], T]) -> T | None:
        """The index if the folder holds a whole one, else None: it is then built again."""
        try:
            meta = json.loads((folder / "meta.json").read_bytes())
            if any((folder / name).stat().st_size != size for name, size in meta["files"].items()):
                return None
            arrays: dict[str, Array] = {name: _array(folder / f"{name}.npy") for name in self.arrays}
            return read(Contents(folder, arrays, meta))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _build(self, folder: Path, write: Callable[[Path, Progress], None], progress: Progress) -> None:
        """Build beside and swap, so that a folder by that name is always whole."""
        beside = Path(tempfile.mkdtemp(prefix="building-", dir=folder.parent))
        collecting = gc.isenabled()
        gc.disable()  # hundreds of thousands of small values, none of them garbage
        try:
            write(beside, progress)
            if folder.exists():
                shutil.rmtree(folder)
            beside.rename(folder)
        finally:
            if collecting:
                gc.enable()
            shutil.rmtree(beside, ignore_errors=True)
        for old in folder.parent.glob(f"{self.name}-*"):
            if old != folder:
                shutil.rmtree(old, ignore_errors=True)


def write_folder(folder: Path, arrays: Mapping[str, Array], texts: Mapping[str, bytes], **meta: Any) -> None:
    """Write an index's arrays and texts, and beside them their sizes: what tells a whole folder from a cut one."""
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array)
    for name, text in texts.items():
        (folder / f"{name}.txt").write_bytes(text)
    files = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    (folder / "meta.json").write_text(json.dumps({"files": files, **meta}, indent=1))


def starts_of(parts: Sequence[bytes]) -> NDArray[np.uint32]:
    """Where each of several joined texts begins, and where the last one ends."""
    return np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(np.uint32)


def _silent(what: str, share: float) -> None:
    pass
