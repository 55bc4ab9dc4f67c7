"""The line to the database server, and what its failures mean in one sentence.

    async with connect(redis_url, data_dir) as line:
        await line.call("GET", name)                     # any one command
        await line.run(SCRIPT, [key, ...], argument, …)  # a Lua script on keys of one partition
        await line.wait_for(stream, after, seconds)      # blocks; on connections of its own

The only module that imports redis-py. An empty `redis_url` means the embedded server of the data folder
(`bot.valkey`); when that has died, the next connection starts it again. A server in cluster mode is noticed
and spoken to as a cluster. Every failure is a `StoreError`; after one the next call simply tries again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from copy import copy
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import redis.asyncio as aioredis
from redis import exceptions
from redis.asyncio.connection import UnixDomainSocketConnection
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.maint_notifications import MaintNotificationsConfig

from bot import valkey
from bot.valkey import StoreError

Word = str | int | float

COMMAND_SECONDS = 5.0
WAIT_SECONDS = 20.0
"""For a free connection: when everything is busy, waiting is better than failing."""

CONNECTIONS = 64


class EmbeddedConnection(UnixDomainSocketConnection):
    """A connection to the embedded server that starts the server when nobody answers."""

    def __init__(self, *, data_dir: Path, **options: Any) -> None:
        super().__init__(**options)  # pyright: ignore[reportUnknownMemberType]
        self._data_dir = data_dir

    async def _connect(self) -> None:
        try:
            await super()._connect()
        except (OSError, exceptions.ConnectionError):
            self.path = str(await asyncio.to_thread(valkey.ensure_running, self._data_dir))
            await super()._connect()


class _Errors:
    """`with errors:` turns redis-py's exceptions into `StoreError`."""

    def __init__(self, where: str) -> None:
        self._where = where

    def __enter__(self) -> None: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, exceptions.RedisError | OSError):
            raise _told(error) or StoreError(self._sentence(error)) from error

    def _sentence(self, error: Exception) -> str:
        if isinstance(error.__cause__, exceptions.RedisError):
            error = error.__cause__  # a failed login is reported as a lost connection
        text = str(error)
        match error:
            case exceptions.AuthenticationError() | exceptions.NoPermissionError():
                return f"The database {self._where} refuses the name or password: correct REDIS_URL."
            case exceptions.OutOfMemoryError():
                return f"The database {self._where} has no memory left: give it more."
            case exceptions.ReadOnlyError():
                return f"The database {self._where} is a read-only copy: set REDIS_URL to its primary."
            case exceptions.BusyLoadingError():
                return f"The database {self._where} is still loading its file: try again in a moment."
            case exceptions.ConnectionError() | exceptions.TimeoutError() | OSError():
                return f"The database {self._where} does not answer: check that it runs and try again."
            case exceptions.ResponseError() if "MISCONF" in text:
                return f"The database {self._where} cannot write to its disk: free some space there."
            case _:
                return f"The database {self._where} failed ({text or type(error).__name__})."


def _told(error: BaseException | None) -> StoreError | None:
    """Why the embedded server could not be started, which redis-py tells as a lost connection."""
    for _ in range(5):
        if isinstance(error, StoreError):
            return StoreError(error.user_message)
        error = (error.__cause__ or error.__context__) if error else None
    return None


class Line:
    """Commands to one server or cluster. Made by `connect`."""

    def __init__(self, client: Any, blocking: Any, where: str) -> None:
        # redis-py's types promise "awaitable or value" for every command: `Any` loses nothing.
        self._client = client
        self._blocking = blocking
        self._errors = _Errors(where)
        self._scripts: dict[str, Any] = {}

    def urgent(self) -> Line:
        """The same server on the connections of `wait_for`: its commands never queue behind the others."""
        line = copy(self)
        line._client, line._scripts = self._blocking, {}
        return line

    async def call(self, *words: Word) -> Any:
        """One command."""
        with self._errors:
            return await self._client.execute_command(*words)

    async def run(self, script: str, keys: Sequence[str], *arguments: Word) -> Any:
        """A Lua script; its keys are of one partition."""
        prepared = self._scripts.get(script)
        if prepared is None:
            prepared = self._scripts[script] = self._client.register_script(script)
        with self._errors:
            return await prepared(keys=keys, args=arguments)

    async def run_all(self, calls: Sequence[tuple[str, Sequence[str], Sequence[Word]]]) -> list[Any]:
        """Scripts with their keys and arguments in one round trip; each may be of another partition."""
        if not calls:
            return []
        with self._errors:
            pipeline = self._client.pipeline(transaction=False)
            for script, keys, arguments in calls:
                pipeline.eval(script, len(keys), *keys, *arguments)
            return await pipeline.execute()

    async def wait_for(
        self, stream: str, after: str, *, seconds: float, count: int
    ) -> list[tuple[str, dict[str, str]]]:
        """Entries of a stream after an id, waiting for the first one; empty when none came in time."""
        with self._errors:
            answer: Any = await self._blocking.xread({stream: after}, count=count, block=int(seconds * 1000))
        batches: list[list[tuple[str, dict[str, str]]]] = answer[stream] if answer else []
        return [(entry, dict(fields)) for batch in batches for entry, fields in batch]

    async def names(self, pattern: str) -> list[str]:
        """The keys whose name matches, on every node; looks at all keys, a thousand at a time."""
        with self._errors:
            return [name async for name in self._client.scan_iter(match=pattern, count=1000)]

    async def entries(
        self, stream: str, *, count: int | None = None, after: str = ""
    ) -> list[tuple[str, dict[str, str]]]:
        """The entries of a stream, oldest first; those `after` one of them."""
        with self._errors:
            found = await self._client.xrange(stream, min=f"({after}" if after else "-", count=count)
            return [(entry, dict(fields)) for entry, fields in found]

    async def close(self) -> None:
        """Give the connections back."""
        await self._client.aclose()
        await self._blocking.aclose()


@asynccontextmanager
async def connect(redis_url: str, data_dir: Path) -> AsyncGenerator[Line]:
    """A line to the server of `redis_url`, or to the data folder's embedded one when that is empty."""
    where = _shown(redis_url) if redis_url else f"in {data_dir / 'valkey'}"
    pools = [_pool(redis_url, data_dir, size) for size in (CONNECTIONS, 2 * CONNECTIONS)]
    client, blocking = (aioredis.Redis.from_pool(pool) for pool in pools)
    line = Line(client, blocking, where)
    try:
        facts = await line.call("INFO", "cluster")
        if facts.get("cluster_enabled"):
            await line.close()
            line = Line(_cluster(redis_url), _cluster(redis_url), where)
            await line.call("PING")
        yield line
    finally:
        await line.close()


def _options() -> dict[str, Any]:
    return {
        "decode_responses": True,
        "protocol": 3,
        "socket_timeout": COMMAND_SECONDS,
        "socket_connect_timeout": COMMAND_SECONDS,
        # Every step is safe to repeat: what was done once is refused the second time.
        "retry": Retry(ExponentialBackoff(cap=0.2, base=0.02), 3),
    }


def _pool(redis_url: str, data_dir: Path, size: int) -> Any:
    options = _options() | {"max_connections": size, "timeout": WAIT_SECONDS}
    options["driver_info"] = None  # telling the server our library's version costs a millisecond a connection
    options["maint_notifications_config"] = MaintNotificationsConfig(enabled=False)
    pool: Any = aioredis.BlockingConnectionPool
    if not redis_url:
        path = str(valkey.socket_path(data_dir))
        return pool(connection_class=EmbeddedConnection, path=path, data_dir=data_dir, **options)
    try:
        return pool.from_url(redis_url, **options)
    except ValueError as error:
        raise StoreError(
            "REDIS_URL cannot be read: write it as redis://host:6379/0, rediss://… or unix:///path."
        ) from error


def _cluster(redis_url: str) -> Any:
    return aioredis.RedisCluster.from_url(redis_url, **_options())


def _shown(redis_url: str) -> str:
    """The address without its password."""
    parts = urlsplit(redis_url)
    return f"at {parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"
