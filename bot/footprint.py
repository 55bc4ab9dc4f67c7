"""Keeps the program small: threads share few heaps, and what reading the tables took is given back.

glibc gives each thread a heap of its own and keeps what was freed in it: the tables' building left 200 MB so.
"""

from __future__ import annotations

import asyncio
import atexit
import ctypes
import gc
import importlib
import mmap
import os
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import ModuleType
from typing import cast

from adapters.protocol import IncomingMessage, Reply
from agent import paging
from agent import regex as re
from agent.llm import embeddings
from agent.understanding.reader import encoder

HEAPS = 2
TRIM_SECONDS = 60.0
LET_GO_SECONDS = 1.0
_M_ARENA_MAX = -8
_M_MMAP_THRESHOLD, _M_TRIM_THRESHOLD = -3, -1
"""glibc's malloc.h."""

LARGE = 128 * 1024
"""Bytes from which a block is a mapping of its own, given back when it is freed. Left to itself glibc raises this
to 32 MB with the first picture that is freed, and from then on pictures and tables leave holes in the heap."""


UNUSED = {"structlog": "rich", "redis": "opentelemetry", "httpx": "pygments"}
"""Which library brings another along where there is one, for what we never ask of it: coloured tracebacks, counts
for a collector, a command line. 7 MB."""


def import_lean() -> None:
    """Import each without the other; to be called first of all. Who needs the other later imports it as ever."""
    for library, unused in UNUSED.items():
        if unused not in sys.modules and library not in sys.modules:
            sys.modules[unused] = cast("ModuleType", None)  # what Python takes for "there is none"
            try:
                importlib.import_module(library)
            finally:
                del sys.modules[unused]


def few_heaps() -> None:
    """Let threads share heaps; to be called before there are any. Elsewhere than on glibc nothing happens."""
    libc = _libc()
    if libc is not None:
        libc.mallopt(_M_ARENA_MAX, HEAPS)
        libc.mallopt(_M_MMAP_THRESHOLD, LARGE)
        libc.mallopt(_M_TRIM_THRESHOLD, 8 * LARGE)


def leave_at_once() -> Callable[[], None]:
    """What to call when all is done: the process then ends without taking its tables apart, a second of work.

    To be called first of all: what others want done at the end is done before.
    """
    done: list[bool] = []

    def leave() -> None:
        if done:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)

    atexit.register(leave)
    return lambda: done.append(True)


async def give_back_now_and_then() -> None:
    """Without holding anybody up: what a large list or picture took is not kept for the next one.

    Pages of mapped files, indexes and weights, are let go every second, and after each answer:
    they are the system's to keep, and brought back in a millisecond.
    """
    libc = _libc()
    while libc is not None:
        for _ in range(round(TRIM_SECONDS / LET_GO_SECONDS)):
            await asyncio.sleep(LET_GO_SECONDS)
            let_go_of_pages()
        await asyncio.to_thread(libc.malloc_trim, 0)
        await asyncio.to_thread(let_go_of_code)


Handler = Callable[[IncomingMessage], AsyncIterator[Reply]]


def let_go_after(handler: Handler) -> Handler:
    """The handler; after each answer pages of mapped files are let go, also while others are at work."""

    async def replies(message: IncomingMessage) -> AsyncIterator[Reply]:
        async for reply in handler(message):
            if reply.final:
                let_go_of_pages()
            yield reply

    return replies


def let_go_of_pages() -> None:
    """What was read of mapped files, indexes and weights, is the system's to keep."""
    paging.let_go()
    embeddings.let_go()
    encoder.let_go()


def give_back() -> None:
    """Collect what nobody holds and hand free pages back to the system."""
    gc.collect()
    libc = _libc()
    if libc is not None:
        libc.malloc_trim(0)
    let_go_of_code()


_CODE = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) r-xp .* /.*\.so", re.MULTILINE)

_SEEN: set[tuple[str, str]] = set()
"""Where code was mapped at the last call."""


def let_go_of_code() -> None:
    """What of the libraries' machine code only the start needed is the system's to keep; what is used comes back.

    Such pages are as in their files: nobody writes into what may be executed. 9 MB.
    Only what was mapped at the last call too is let go: while a library is being loaded,
    its data stand for a moment within what looks like code.
    """
    libc = _libc()
    if libc is None:
        return
    try:
        mapped = Path("/proc/self/maps").read_text("utf-8", "replace")
    except OSError:
        return
    found: set[tuple[str, str]] = set(_CODE.findall(mapped))
    lasting = found & _SEEN
    _SEEN.clear()
    _SEEN.update(found)
    for first, end in lasting:
        start = int(first, 16)
        libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(int(end, 16) - start), mmap.MADV_DONTNEED)


def _libc() -> ctypes.CDLL | None:
    if not sys.platform.startswith("linux"):
        return None
    try:
        libc = ctypes.CDLL("libc.so.6")
        _ = libc.mallopt, libc.malloc_trim
    except (OSError, AttributeError):
        return None
    return libc
