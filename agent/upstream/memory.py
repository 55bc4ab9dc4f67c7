"""Answers of other people's servers, remembered: fresh for a while, kept longer for when the server is down."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from pydantic import JsonValue

from agent.errors import UpstreamBusy, UpstreamUnavailable

logger = logging.getLogger(__name__)


class TextCache(Protocol):
    """Where answers are remembered; see `agent.deps.Cache`."""

    async def get(self, key: str) -> str | None: ...

    async def set(self, key: str, value: str, *, seconds: int) -> None: ...


@dataclass(frozen=True)
class Fresh:
    """Something fetched: `text` is good for `seconds`, and better than nothing until `keep` seconds."""

    text: str
    seconds: float
    keep: float = 0.0


@dataclass(frozen=True)
class Remembered:
    """A fetched or remembered text. `stale` means: older than it should be, because the server failed."""

    text: str
    at: datetime
    stale: bool = False
    cached: bool = False


@dataclass(frozen=True)
class _Kept:
    """An answer as the cache holds it."""

    text: str
    at: datetime
    fresh_until: datetime
    kept_until: datetime


def cache_key(name: str, version: int, arguments: Mapping[str, JsonValue]) -> str:
    """A key that is the same for the same canonical arguments, whatever their order."""
    canonical = json.dumps(arguments, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{name}:{version}:{hashlib.sha256(canonical.encode()).hexdigest()[:32]}"


class Memory:
    """What was fetched, by key. Identical questions at one time share one request."""

    def __init__(self, cache: TextCache, now: Callable[[], datetime]) -> None:
        self._cache = cache
        self._now = now
        self._flights: dict[str, asyncio.Task[Remembered]] = {}

    async def remember(
        self, key: str, fetch: Callable[[], Awaitable[Fresh]], *, again: bool = False
    ) -> Remembered:
        """What `fetch` gives, from the cache while it is fresh; `again` asks anew.

        Identical questions at the same time share one request. When the server fails, an older answer that
        is still kept is returned and marked stale; errors themselves are never stored.
        """
        running = self._flights.get(key)
        if running is None or running.get_loop() is not asyncio.get_running_loop():
            running = asyncio.create_task(self._remember(key, fetch, again))
            self._flights[key] = running
            running.add_done_callback(lambda _: self._flights.pop(key, None))
        return await asyncio.shield(running)

    async def _remember(self, key: str, fetch: Callable[[], Awaitable[Fresh]], again: bool) -> Remembered:
        now = self._now()
        kept = _unwrap(await self._cache.get(key))
        if kept and not again and now < kept.fresh_until:
            logger.debug("remembered: %s", key)
            return Remembered(kept.text, kept.at, cached=True)
        try:
            fresh = await fetch()
        except (UpstreamUnavailable, UpstreamBusy):
            if kept and now < kept.kept_until:
                return Remembered(kept.text, kept.at, stale=now >= kept.fresh_until, cached=True)
            raise
        if fresh.seconds > 0:
            longest = max(fresh.seconds, fresh.keep)
            wrapped = {
                "at": now.isoformat(),
                "fresh_until": (now + timedelta(seconds=fresh.seconds)).isoformat(),
                "kept_until": (now + timedelta(seconds=longest)).isoformat(),
                "text": fresh.text,
            }
            await self._cache.set(key, json.dumps(wrapped), seconds=max(1, int(longest)))
        return Remembered(fresh.text, now)


def _unwrap(stored: str | None) -> _Kept | None:
    """What the cache holds; anything unreadable there is as good as nothing."""
    if stored is None:
        return None
    try:
        value = json.loads(stored)
        times = [datetime.fromisoformat(value[name]) for name in ("at", "fresh_until", "kept_until")]
        return _Kept(str(value["text"]), *times)
    except (ValueError, KeyError, TypeError):
        return None
