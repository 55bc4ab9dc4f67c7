"""What takes long to read and hardly ever changes, kept read: the patterns of `agent.regex`, TOML tables
and what is built of them.

It lies where Python keeps its own compiled files (`__pycache__`, or `PYTHONPYCACHEPREFIX`) and is held to as much:
it is for one Python and one version of its file, it is not written under `PYTHONDONTWRITEBYTECODE` or where there
is no right to, and it may be deleted at any time. Who can write there can write the program.
"""

from __future__ import annotations

import atexit
import os
import pickle
import re
import sys
import tempfile
import tomllib
import zlib
from array import array
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
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
_MOST_PATTERNS = 5_000
"""FlyFun has some three thousand; what old versions of it left behind, and messages, is begun anew above this."""

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
    _write(file, (version, made))
    return made


def toml_table(path: Path) -> dict[str, Any]:
    """The table of a TOML file in UTF-8. Raises `OSError`, `tomllib.TOMLDecodeError`, `UnicodeDecodeError`."""
    return kept(path, (path,), lambda: tomllib.loads(path.read_text(encoding="utf-8")))


class _Code(NamedTuple):
    """What `re` makes of a pattern, before it makes the object: the arguments of `_sre.compile`."""

    flags: int
    code: bytes
    groups: int
    names: dict[str, int]
    named: tuple[str | None, ...]


class Patterns:
    """Compiled patterns by what was written, in one file that is read once and added to when the program ends.

    Who runs long adds to it when he is ready: he may be killed. What he compiles later is kept up to a bound.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._version = (sys.version, file.name)
        self._kept: dict[tuple[str, int], tuple[Any, ...]] | None = None
        self.added: dict[tuple[str, int], tuple[Any, ...]] = {}

    def compile(self, pattern: str, flags: int) -> Pattern[str]:
        """As `re.compile`, some twenty times as fast when it is kept. Raises `re.error`."""
        if self._kept is None:
            self._kept = self._read()
        kept = self._kept.get((pattern, flags))
        if kept is not None:
            with suppress(*_UNREADABLE, RuntimeError):
                return _made(pattern, _Code(*kept))
        try:
            code = _code_of(pattern, flags)
            compiled = _made(pattern, code)
        except (*_UNREADABLE, RuntimeError):  # another Python, whose insides have moved
            return re.compile(pattern, flags)
        if not self.added:
            atexit.register(self.add_to_file)
        if len(self.added) < _MOST_ADDED:
            self.added[pattern, flags] = tuple(code)
        return compiled

    def _read(self) -> dict[tuple[str, int], tuple[Any, ...]]:
        with suppress(*_UNREADABLE):
            version, kept = pickle.loads(self._file.read_bytes())  # noqa: S301 - as above
            if version == self._version:
                return kept
        return {}

    def add_to_file(self) -> None:
        """Write what was compiled since; what cannot be written is let go."""
        added, self.added = self.added, {}
        if not added:
            return
        kept = self._read()  # with what others have added meanwhile
        if len(kept) + len(added) > _MOST_PATTERNS:
            kept = {}
        _write(self._file, (self._version, kept | added))


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
    return _Code(flags | parsed.state.flags, packed, parsed.state.groups - 1, dict(names), tuple(named))


def _made(pattern: str, code: _Code) -> Pattern[str]:
    """Raises `RuntimeError` when the code is not one: it is checked as it is made."""
    words = memoryview(zlib.decompress(code.code)).cast("I").tolist()
    sre = cast("Any", re)._compiler._sre
    return sre.compile(pattern, code.flags, words, code.groups, code.names, code.named)


def _beside(path: Path) -> Path:
    return Path(cache_from_source(str(path))).with_suffix(f"{path.suffix}.kept")


def _write(file: Path, content: object) -> None:
    """Whole or not at all."""
    if sys.dont_write_bytecode:
        return
    with suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=file.parent, prefix=file.name)
        with os.fdopen(handle, "wb") as opened:
            pickle.dump(content, opened, protocol=pickle.HIGHEST_PROTOCOL)
        Path(beside).replace(file)


PATTERNS = Patterns(_beside(Path(__file__).with_name("regex.py")))
"""Of `agent.regex`, for the whole program."""
