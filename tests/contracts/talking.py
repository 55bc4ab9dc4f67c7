"""A chat with the agent alone; what many tests say first is answered once for all of them."""

from __future__ import annotations

from datetime import datetime

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Question

_KEPT: dict[tuple[int, datetime, tuple[str, ...]], tuple[Deps, Done]] = {}
"""By the knowledge, the moment and what was said; the knowledge is held, so that no other takes its number."""


async def last_answer(deps: Deps, at: datetime, *said: str) -> Done:
    """The answer to the last message of a chat in which the disclaimer stood before."""
    key = (id(deps), at, said)
    if key in _KEPT:
        return _KEPT[key][1]
    memory = (
        (await last_answer(deps, at, *said[:-1])).conversation if said[1:] else Conversation(disclaimed=at.date())
    )
    *_, done = [event async for event in answer(Question(text=said[-1], at=at), memory, deps)]
    assert isinstance(done, Done), said[-1]
    _KEPT[key] = (deps, done)
    return done
