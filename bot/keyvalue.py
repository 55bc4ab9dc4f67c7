"""A channel's own small values, kept in the store beside everything else."""

from __future__ import annotations

from bot.keys import hashed
from bot.store import Store


class StoredValues:
    """Implements `adapters.protocol.KeyValue`. Raises `StoreError` when the store fails."""

    def __init__(self, store: Store, channel: str) -> None:
        self._store = store
        self._channel = channel

    async def get(self, key: str) -> str | None:
        """The value, None when there is none or it expired."""
        return await self._store.line.call("GET", self._key(key))

    async def set(self, key: str, value: str, *, seconds: int) -> None:
        """Keep a value for `seconds`."""
        await self._store.line.call("SET", self._key(key), value, "EX", max(1, seconds))

    async def delete(self, key: str) -> None:
        """Remove a value."""
        await self._store.line.call("DEL", self._key(key))

    async def claim(self, key: str, *, seconds: int) -> bool:
        """Set a key that is not there yet; False when it was."""
        return await self._store.line.call("SET", self._key(key), "1", "NX", "EX", max(1, seconds)) is not None

    def _key(self, key: str) -> str:
        return hashed(key, "value", self._channel)
