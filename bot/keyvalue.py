"""A channel's own small values, kept in the store beside everything else."""

from __future__ import annotations

import time

from adapters.protocol import ChatRef
from bot.keys import PersonRef, digest, hashed, in_room, key, partition
from bot.store import PERSON_SECONDS, Store


class StoredValues:
    """Implements `adapters.protocol.KeyValue`. Raises `StoreError` when the store fails."""

    def __init__(self, store: Store, channel: str, room: ChatRef | None = None) -> None:
        self._store = store
        self._channel = channel
        self._room = room

    def of(self, room: ChatRef) -> StoredValues:
        """The values that belong to a room: they go when it is forgotten."""
        return StoredValues(self._store, self._channel, room)

    async def get(self, key: str) -> str | None:
        """The value, None when there is none or it expired."""
        return await self._store.line.call("GET", self._key(key))

    async def set(self, key: str, value: str, *, seconds: int, person: str = "") -> None:
        """Keep a value for `seconds`; in a room it may be about a `person`, with whom it goes too."""
        if person and self._room is not None:
            await self._note(PersonRef(self._room.channel, self._room.tenant, person), self._key(key), seconds)
        await self._store.line.call("SET", self._key(key), value, "EX", max(1, seconds))

    async def _note(self, person: PersonRef, name: str, seconds: int) -> None:
        kept, now = key(person, "kept"), int(time.time())
        await self._store.line.call("ZREMRANGEBYSCORE", kept, "-inf", now)
        await self._store.line.call("ZADD", kept, now + seconds, name)
        await self._store.line.call("EXPIRE", kept, PERSON_SECONDS)

    async def delete(self, key: str) -> None:
        """Remove a value."""
        await self._store.line.call("DEL", self._key(key))

    async def claim(self, key: str, *, seconds: int) -> bool:
        """Set a key that is not there yet; False when it was."""
        return await self._store.line.call("SET", self._key(key), "1", "NX", "EX", max(1, seconds)) is not None

    async def where_now(self, room: ChatRef) -> ChatRef:
        """The chat under the newest id of its room."""
        return await self._store.where_now(room)

    def _key(self, key: str) -> str:
        if self._room is None:
            return hashed(key, "value", self._channel)
        return in_room(self._room, partition(key), "value", self._channel, digest(key))
