"""What the web needs kept beside the path of a message: an answer's steps, and the page of a conversation.

The process that answers and the one that holds the browser's connection may be two: steps and replies go
through this port. `bot.frames` implements it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from adapters.protocol import ChatRef, Frame

LAST_FRAMES = frozenset({"done", "error"})
"""An answer's steps end with one of these."""

SAID = "said/"
"""Begins the id of what was said without having been asked."""

SHARED_SECONDS = 30 * 86_400
"""How long a link to an answer opens it, where the conversation is kept so long."""

REMARK = ""
"""The name of a frame that is no step: a sign of life, or a word to somebody who waits."""


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """One message and its answer, as JSON of the web's own; `shown` is empty until it is answered."""

    id: str
    asked: str
    shown: str


class FrameBus(Protocol):
    """Carries an answer's steps from the worker to whoever waits, and keeps what a page shows.

    `ask`, `withdraw`, `turns`, `picture` raise `NotStored` when the store fails; `follow` waits for it.
    """

    async def ask(self, chat: ChatRef, message_id: str, asked: str) -> bool:
        """Keep what was asked; False when this message was kept before."""
        ...

    async def withdraw(self, chat: ChatRef, message_id: str) -> None:
        """Forget what was asked: it could not be taken."""
        ...

    async def publish(self, chat: ChatRef, message_id: str, frames: Sequence[Frame], *, first: int) -> None:
        """Hand on steps; `first` is the number of the first one, counted from 0 in each try."""
        ...

    def follow(self, chat: ChatRef, message_id: str, *, seconds: float) -> AsyncIterator[Frame]:
        """Every step of an answer from its first, once, to its last; ends silently after `seconds`."""
        ...

    async def answer(self, chat: ChatRef, message_id: str, shown: str, pictures: Mapping[str, bytes]) -> None:
        """Keep what is shown for a message, and its pictures by their keys."""
        ...

    def news(self, chat: ChatRef) -> AsyncIterator[str]:
        """The ids of what is said from now on without having been asked, as it is said or changed."""
        ...

    async def turns(self, chat: ChatRef) -> Sequence[KeptTurn]:
        """The conversation, oldest first; empty when there is none."""
        ...

    async def share(self, chat: ChatRef, message_id: str) -> str:
        """A name nobody guesses that opens this one answer for `SHARED_SECONDS`."""
        ...

    async def shared(self, name: str) -> tuple[ChatRef, str] | None:
        """The chat and message behind a name; None when it is over, taken back or never was."""
        ...

    async def unshare(self, chat: ChatRef, name: str) -> None:
        """Take back a name of this chat."""
        ...

    async def picture(self, chat: ChatRef, name: str) -> bytes | None:
        """A picture of the conversation; None when it is not kept any more."""
        ...
