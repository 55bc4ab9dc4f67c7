"""Large tables as pages of files: the system keeps them, and takes them out of this process when it is told."""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Mapping
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
    return _pages(data) or data


def _pages(data: bytes | bytearray) -> mmap.mmap | None:
    try:
        with tempfile.TemporaryFile() as file:
            file.write(data)
            file.flush()
            pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # no room; nothing to write
        return None
    keep(pages)
    return pages


def mapped(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """The arrays as pages of a nameless file, not to be changed; as they are where none can be written."""
    starts: dict[str, int] = {}
    whole = bytearray()
    for name, array in arrays.items():
        whole.extend(bytes(-len(whole) % 64))
        starts[name] = len(whole)
        whole.extend(np.ascontiguousarray(array).tobytes())
    pages = _pages(whole)
    if pages is None:
        return dict(arrays)
    return {
        name: np.frombuffer(pages, array.dtype, array.size, starts[name]).reshape(array.shape)
        for name, array in arrays.items()
    }
