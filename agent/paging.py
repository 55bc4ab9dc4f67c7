"""Large tables as pages of files: the system keeps them, and takes them out of this process when it is told."""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_mapped: WeakSet[mmap.mmap] = WeakSet()
"""Every file that is mapped now."""


def keep(pages: mmap.mmap) -> None:
    """Let these pages go with the others."""
    _mapped.add(pages)


def let_go() -> None:
    """Take what was read of mapped files out of this process; the system keeps it and brings it back."""
    if hasattr(mmap, "MADV_DONTNEED"):
        for one in list(_mapped):
            with suppress(ValueError, OSError):  # closed meanwhile
                one.madvise(mmap.MADV_DONTNEED)


def mapped_bytes(data: bytes) -> bytes | mmap.mmap:
    """The bytes as pages of a nameless file; as they are where none can be written."""
    return _pages([data]) or data


def _pages(parts: Iterable[bytes | memoryview]) -> mmap.mmap | None:
    """These one behind the other, each at a multiple of 64 bytes."""
    try:
        with tempfile.TemporaryFile() as file:
            for part in parts:
                file.write(bytes(-file.tell() % _APART))
                file.write(part)
            file.flush()
            pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # no room; nothing to write
        return None
    keep(pages)
    return pages


_APART = 64


def mapped(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """The arrays as pages of a nameless file, not to be changed; as they are where none can be written."""
    pages = _pages(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data for array in arrays.values())
    if pages is None:
        return dict(arrays)
    found, start = dict[str, Array](), 0
    for name, array in arrays.items():
        start += -start % _APART
        found[name] = np.frombuffer(pages, array.dtype, array.size, start).reshape(array.shape)
        start += array.nbytes
    return found
