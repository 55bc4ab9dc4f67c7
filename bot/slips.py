"""A finger that slips: a question's button that is tapped again before its answer is there asks once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from adapters.protocol import IncomingMessage
from bot.keyvalue import StoredValues
from bot.store import Store

SLIPPED, AFTER_ITS_ANSWER = 1.5, 0.3
"""Seconds within which a second tap on the same button is a slip: behind the first, behind its answer."""
REMEMBERED_SECONDS = 60


class Slips:
    """The taps of the last minute, by person and button."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def is_one(self, message: IncomingMessage) -> bool:
        """Whether the same person tapped it a moment before, or has no answer yet; a second try is none."""
        known = await self._values(message).get(_key(message))
        first, _, until = (known or "").partition(" ")
        if known and first != message.id and message.sent_at < datetime.fromisoformat(until):
            return True
        await self._keep(message, message.sent_at, SLIPPED)
        return False

    async def answered(self, message: IncomingMessage) -> None:
        """Its answer is there: who taps from now on has seen it."""
        await self._keep(message, datetime.now(UTC), AFTER_ITS_ANSWER)

    async def _keep(self, message: IncomingMessage, since: datetime, seconds: float) -> None:
        until = (since + timedelta(seconds=seconds)).isoformat()
        await self._values(message).set(_key(message), f"{message.id} {until}", seconds=REMEMBERED_SECONDS)

    def _values(self, message: IncomingMessage) -> StoredValues:
        return StoredValues(self._store, "tapped", message.chat)


def _key(message: IncomingMessage) -> str:
    return f"{message.person.id} {message.token}"
