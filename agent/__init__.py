"""Answers pilots' questions; knows no chat app. What `bot` sees of it is listed here.

The names are loaded on first use, so that importing one part of the agent does not load all of it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from agent.compiled import DRAWER, keep_dataclasses

if TYPE_CHECKING:
    from agent.deps import Deps
    from agent.pipeline import answer
    from agent.protocol import Conversation, Event, Question

keep_dataclasses(DRAWER)  # before the first of them

__all__ = ["Conversation", "Deps", "Event", "Question", "answer"]

_HOMES = {
    "answer": "agent.pipeline",
    "Deps": "agent.deps",
    "Conversation": "agent.protocol",
    "Event": "agent.protocol",
    "Question": "agent.protocol",
}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'agent' has no attribute {name!r}")
