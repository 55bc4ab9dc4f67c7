"""What takes long to read and hardly ever changes, kept read: the patterns of `agent.regex`, the methods that
`dataclasses` writes, TOML tables and what is built of them.

It lies where Python keeps its own compiled files (`__pycache__`, or `PYTHONPYCACHEPREFIX`) and is held to as much:
it is for one Python and one version of its file, it is not written under `PYTHONDONTWRITEBYTECODE` or where there
is no right to, and it may be deleted at any time. Who can write there can write the program.
"""

from __future__ import annotations

import atexit
import dataclasses
import marshal
import mmap
import os
import pickle
import re
import struct
import sys
import tempfile
import tomllib
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from importlib.util import cache_from_source
from pathlib import Path
from re import Pattern
from typing import Any, NamedTuple, TypeVar, cast

T = TypeVar("T")

_UNREADABLE = (
    OSError,
    EOFError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    pickle.PickleError,
    zlib.error,
)
_MOST_KEPT = 12_000
"""FlyFun has some three thousand patterns and two thousand methods of dataclasses; what old versions of it left
behind, and messages, is begun anew above this."""

_MOST_ADDED = 3_000
"""What a program that runs for months compiles of messages is not remembered for ever."""


def kept(beside: Path, sources: Iterable[Path], make: Callable[[], T]) -> T:
    """What `make` gives, kept beside a file while its sources are as they were.

    Among the sources is the code that makes it, where that is more than reading a file. Raises `OSError` where one
    is missing, and what `make` raises.
    """
    states = [(source.name, source.stat()) for source in sources]
    version = (sys.version, *((name, state.st_mtime_ns, state.st_size) for name, state in states))
    file = _beside(beside)
    with suppress(*_UNREADABLE):
        of_version, made = pickle.loads(file.read_bytes())  # noqa: S301 - ours, as the compiled Python beside it
        if of_version == version:
            return made
    made = make()
    _write(file, pickle.dumps((version, made), protocol=pickle.HIGHEST_PROTOCOL))
    return made


def toml_table(path: Path) -> dict[str, Any]:
    """The table of a TOML file in UTF-8. Raises `OSError`, `tomllib.TOMLDecodeError`, `UnicodeDecodeError`."""
    return kept(path, (path,), lambda: tomllib.loads(path.read_text(encoding="utf-8")))


class Drawer:
    """Small things by their text, in one file that is added to when the program ends.

    The file is the version's digest, the number of things, then of each the digest of its text, where it begins
    and how long it is, in order, then the things. It stays on disk: looking into it keeps nothing in memory.
    Who runs long adds to it when he is ready: he may be killed. What he makes later is kept up to a bound.
    """

    _HEAD = struct.Struct("<16sQ")
    _ROW = struct.Struct("<16sQQ")

    def __init__(self, file: Path) -> None:
        self._file = file
        self._version = _digest(f"{sys.version} {file.name}")
        self._pages: mmap.mmap | bytes = b""
        self._many = -1  # not opened yet
        self.added: dict[bytes, bytes] = {}

    def get(self, text: str) -> bytes | None:
        """What was kept of this text."""
        if self._many < 0:
            self._open()
        key = _digest(text)
        return self.added.get(key) or self._kept(key)

    def put(self, text: str, thing: bytes) -> None:
        """Keep this of a text, in the file from the end of the program on."""
        if not self.added:
            atexit.register(self.add_to_file)
        if len(self.added) < _MOST_ADDED:
            self.added[_digest(text)] = thing

    def add_to_file(self) -> None:
        """Write what was made since; what cannot be written is let go."""
        added, self.added = self.added, {}
        if not added:
            return
        self._open()  # with what others have added meanwhile
        if self._many + len(added) <= _MOST_KEPT:
            added = dict(self._all()) | added
        rows, start = [self._HEAD.pack(self._version, len(added))], self._HEAD.size + self._ROW.size * len(added)
        for key, thing in sorted(added.items()):
            rows.append(self._ROW.pack(key, start, len(thing)))
            start += len(thing)
        rows.extend(thing for _, thing in sorted(added.items()))
        _write(self._file, b"".join(rows))
        self._open()

    def _open(self) -> None:
        self._pages, self._many = b"", 0
        with suppress(OSError, ValueError, struct.error), self._file.open("rb") as file:
            pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            version, many = self._HEAD.unpack_from(pages)
            if version == self._version and len(pages) >= self._HEAD.size + many * self._ROW.size:
                self._pages, self._many = pages, many

    def _row(self, number: int) -> tuple[bytes, int, int]:
        return self._ROW.unpack_from(self._pages, self._HEAD.size + number * self._ROW.size)

    def _kept(self, key: bytes) -> bytes | None:
        at = bisect_left(range(self._many), key, key=lambda number: self._row(number)[0])
        if at == self._many:
            return None
        found, start, size = self._row(at)
        return self._pages[start : start + size] if found == key else None

    def _all(self) -> Iterator[tuple[bytes, bytes]]:
        for number in range(self._many):
            key, start, size = self._row(number)
            yield key, self._pages[start : start + size]


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class _Code(NamedTuple):
    """What `re` makes of a pattern, before it makes the object: the arguments of `_sre.compile`."""

    flags: int
    code: bytes
    groups: int
    names: dict[str, int]
    named: tuple[str | None, ...]


class Patterns:
    """Compiled patterns by what was written."""

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer

    def compile(self, pattern: str, flags: int) -> Pattern[str]:
        """As `re.compile`, some twenty times as fast when it is kept. Raises `re.error`."""
        text = f"re {flags} {pattern}"
        kept = self._drawer.get(text)
        if kept is not None:
            with suppress(*_UNREADABLE, RuntimeError):
                return _made(pattern, _Code(*marshal.loads(kept)))  # noqa: S302 - as above
        try:
            code = _code_of(pattern, flags)
            compiled = _made(pattern, code)
        except (*_UNREADABLE, RuntimeError):  # another Python, whose insides have moved
            return re.compile(pattern, flags)
        self._drawer.put(text, marshal.dumps(tuple(code)))
        return compiled


def keep_dataclasses(drawer: Drawer) -> None:
    """Let `dataclasses` keep the methods that it writes and compiles, six for each class: a seventh of a cold
    question. To be called before there are any. It runs the text that it wrote by the name `exec`."""

    def run(text: str, names: dict[str, Any], made: dict[str, Any]) -> None:
        key = f"py {text}"
        kept = drawer.get(key)
        if kept is None:
            code = compile(text, "<string>", "exec", dont_inherit=True)
            drawer.put(key, marshal.dumps(code))
        else:
            code = marshal.loads(kept)  # noqa: S302 - as above
        exec(code, names, made)  # noqa: S102 - as `dataclasses` does

    setattr(dataclasses, "exec", run)  # noqa: B010 - it is no name of its own


def _code_of(pattern: str, flags: int) -> _Code:
    """By the standard library's own compiler, which says nothing of its code in public."""
    inner = cast("Any", re)
    parsed = inner._parser.parse(pattern, flags)
    code = inner._compiler._code(parsed, flags)
    names: Mapping[str, int] = parsed.state.groupdict
    named: list[str | None] = [None] * parsed.state.groups
    for name, at in names.items():
        named[at] = name
    packed = zlib.compress(array("I", code).tobytes(), 1)  # a fifth, for the programs that run long
    return _Code(int(flags | parsed.state.flags), packed, parsed.state.groups - 1, dict(names), tuple(named))


def _made(pattern: str, code: _Code) -> Pattern[str]:
    """Raises `RuntimeError` when the code is not one: it is checked as it is made."""
    words = memoryview(zlib.decompress(code.code)).cast("I").tolist()
    sre = cast("Any", re)._compiler._sre
    return sre.compile(pattern, code.flags, words, code.groups, code.names, code.named)


def _beside(path: Path) -> Path:
    return Path(cache_from_source(str(path))).with_suffix(f"{path.suffix}.kept")


def _write(file: Path, content: bytes) -> None:
    """Whole or not at all."""
    if sys.dont_write_bytecode:
        return
    with suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=file.parent, prefix=file.name)
        with os.fdopen(handle, "wb") as opened:
            opened.write(content)
        Path(beside).replace(file)


DRAWER = Drawer(_beside(Path(__file__)))
"""Of the whole program."""

PATTERNS = Patterns(DRAWER)
"""Of `agent.regex`."""
