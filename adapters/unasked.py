"""What a channel answers when nobody asked: a message without words, that carries only where to."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime

from adapters.protocol import ChatRef, IncomingMessage, Person


def unasked(chat: ChatRef, handle: Mapping[str, str] | None = None, *, private: bool) -> IncomingMessage:
    """The message that a post answers: nobody wrote it, so it has no words, and nothing waits for it."""
    return IncomingMessage(
        id=f"unasked-{secrets.token_hex(8)}",
        chat=chat,
        person=Person(""),
        text="",
        addressed_by="dm",
        sent_at=datetime.now(UTC),
        handle=dict(handle or {}),
        private=private,
    )
