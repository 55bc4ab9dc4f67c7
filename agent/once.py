"""What is said once in one call of a tool, however often it comes about in it."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from contextlib import contextmanager
from contextvars import ContextVar

_said: ContextVar[set[Hashable] | None] = ContextVar("said", default=None)


@contextmanager
def one_call() -> Generator[None]:
    """Everything inside, tasks begun there too, is one call; a call inside a call is part of it."""
    if _said.get() is not None:
        yield
        return
    token = _said.set(set())
    try:
        yield
    finally:
        _said.reset(token)


def first(what: Hashable) -> bool:
    """Whether this was not asked before in this call; outside of any, always."""
    said = _said.get()
    if said is None:
        return True
    if what in said:
        return False
    said.add(what)
    return True
