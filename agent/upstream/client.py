"""Other people's servers: one client that asks politely, waits, tries again, and gives up in time.

Only addresses from the operator's settings are ever asked: a request is a configured service plus a fixed
path, and a redirect is followed only to another configured address. Nothing a pilot types becomes an address.
httpx and tenacity are imported with the first request: most questions need neither.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlencode

from pydantic import JsonValue

from agent.errors import AgentError, UpstreamBusy, UpstreamUnavailable
from agent.troubles import REQUEST_IDS, Heard, Trouble, tell
from agent.upstream.memory import Memory, TextCache
from agent.upstream.servers import Failure, Origin, Reply, Service, judge_status, origin_of

if TYPE_CHECKING:
    import httpx
    from tenacity import RetryCallState

TURN_SECONDS = 30.0
"""All waiting of one tool call on other people's servers, retries included."""
_LARGEST_REPLY = 24_000_000
_REDIRECTS = 3
_OPEN_AFTER = 5
_OPEN_SECONDS = 60.0
_deadline: ContextVar[float | None] = ContextVar("deadline", default=None)

Params = Mapping[str, str | int | float]


@contextmanager
def turn_budget(seconds: float = TURN_SECONDS) -> Generator[None]:
    """Everything asked inside shares one budget of time; a budget inside a budget cannot lengthen it."""
    ends = time.monotonic() + seconds
    outer = _deadline.get()
    token = _deadline.set(ends if outer is None else min(outer, ends))
    try:
        yield
    finally:
        _deadline.reset(token)


@dataclass
class _Circuit:
    """What we know of a host: how often it failed in a row, and until when it is left alone."""

    failures: int = 0
    until: float = 0.0
    error: AgentError | None = None


def user_agent(contact: str) -> str:
    """Who we say we are: name, version, whom to write to. Services refuse clients that do not say."""
    try:
        version = metadata.version("flyfun")
    except metadata.PackageNotFoundError:
        version = "0"
    return f"FlyFun/{version} ({contact or 'general-aviation assistant'}) httpx/{metadata.version('httpx')}"


class Upstream:
    """The one client for all services. `addresses` are the configured URLs; nothing else is ever asked."""

    def __init__(
        self,
        addresses: Iterable[str],
        cache: TextCache,
        *,
        contact: str = "",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        heard: Heard | None = None,
    ) -> None:
        self._allowed = frozenset(origin_of(url) for url in addresses if url)
        self.memory = Memory(cache, now)
        self._agent = user_agent(contact)
        self._now = now
        self._sleep = sleep
        self._heard = heard
        self._clock = clock
        self._circuits: dict[Origin, _Circuit] = {}
        self._locks: dict[Origin, asyncio.Lock] = {}
        self._client: tuple[asyncio.AbstractEventLoop, httpx.AsyncClient] | None = None

    async def aclose(self) -> None:
        """Close the connections; the next request opens new ones."""
        client, self._client = self._client, None
        if client and client[0] is asyncio.get_running_loop():
            await client[1].aclose()

    async def ask(
        self,
        service: Service,
        path: str = "",
        *,
        params: Params | None = None,
        form: Mapping[str, str] | None = None,
        body: JsonValue = None,
    ) -> Reply:
        """Ask a service: GET, or POST with a form or a JSON body.

        Raises `UpstreamError` of the kind that says what to do next. Tries at most three times, with
        growing pauses or the pause the server asks for, inside the budget of the turn.
        """
        url = service.url.rstrip("/") + path if path else service.url
        try:
            origin = origin_of(url)
        except ValueError as error:
            raise service.refused(str(error)) from error
        if origin not in self._allowed or origin != origin_of(service.url):
            raise service.refused(f"not a configured address: {url}")
        ends = min(self._clock() + TURN_SECONDS, _deadline.get() or float("inf"))
        client = self._open()
        method, content, headers = _request(form, body)

        def make() -> httpx.Request:
            return client.build_request(
                method,
                url,
                params=dict(params) if params else None,
                content=content,
                headers={**service.headers, **headers},
                timeout=service.timeout,
            )

        if not service.serial:
            return await self._insist(service, make, ends)
        lock = self._locks.setdefault(origin, asyncio.Lock())
        try:
            async with asyncio.timeout(max(0.0, ends - self._clock())):
                await lock.acquire()
        except TimeoutError as error:
            raise service.busy(None, "waited for its turn too long") from error
        try:
            return await self._insist(service, make, ends)
        finally:
            lock.release()

    async def _insist(self, service: Service, make: Callable[[], httpx.Request], ends: float) -> Reply:
        from tenacity import AsyncRetrying, retry_if_exception_type

        circuit = self._circuits.setdefault(origin_of(service.url), _Circuit())

        def spent(state: RetryCallState) -> bool:
            failure = _failure(state)
            pause = state.upcoming_sleep
            return state.attempt_number >= failure.tries or self._clock() + pause >= ends

        def pause(state: RetryCallState) -> float:
            asked = _failure(state).wait
            if asked is not None:
                return asked + random.uniform(0, 0.5)
            return 2.0 ** (state.attempt_number - 1) * random.uniform(0.75, 1.25)

        retrying = AsyncRetrying(
            retry=retry_if_exception_type(Failure), stop=spent, wait=pause, sleep=self._sleep, reraise=True
        )
        try:
            async for attempt in retrying:
                with attempt:
                    self._closed(service, circuit)
                    try:
                        reply = await self._once(service, make(), max(0.05, ends - self._clock()))
                    except Failure as failure:
                        self._count(service, circuit, failure)
                        raise
                    circuit.failures, circuit.error = 0, None
                    return reply
        except Failure as failure:
            kind = type(failure.error).__name__
            told = failure.error.user_message
            tell(Trouble(service.name, kind, failure.status, failure.request, told), self._heard)
            raise failure.error from failure
        raise AssertionError("unreachable: retrying either returns or raises")

    def _open(self) -> httpx.AsyncClient:
        import httpx

        loop = asyncio.get_running_loop()
        if self._client is None or self._client[0] is not loop:
            client = httpx.AsyncClient(headers={"User-Agent": self._agent}, trust_env=True)
            self._client = (loop, client)
            self._locks.clear()
        return self._client[1]

    async def _once(self, service: Service, request: httpx.Request, seconds: float) -> Reply:
        import httpx

        try:
            async with asyncio.timeout(min(seconds, service.timeout)):
                reply = await self._follow(service, request)
        except (httpx.TimeoutException, TimeoutError) as error:
            raise Failure(service.unavailable(f"no answer in time: {error!r}")) from error
        except httpx.ConnectError as error:
            raise Failure(service.unavailable(repr(error)), tries=1) from error
        except httpx.HTTPError as error:
            raise Failure(service.unavailable(repr(error)), tries=2) from error
        judge = service.judge or judge_status
        failure = judge(service, reply, self._now())
        if failure is not None:
            failure.status = reply.status
            failure.request = next((reply.headers[name] for name in REQUEST_IDS if name in reply.headers), "")[:80]
            raise failure
        return reply

    async def _follow(self, service: Service, request: httpx.Request) -> Reply:
        client = self._open()
        for _ in range(_REDIRECTS + 1):
            response = await client.send(request, stream=True, follow_redirects=False)
            try:
                content = await _limited(service, response)
            finally:
                await response.aclose()
            target = response.next_request
            if target is None:
                return Reply(response.status_code, response.headers, content, str(response.url))
            if not self._may_ask(target.url):
                raise Failure(service.refused(f"redirect to {target.url}: not a configured address"), tries=1)
            request = target
        raise Failure(service.unavailable("too many redirects"), tries=1)

    def _may_ask(self, url: httpx.URL) -> bool:
        try:
            return not url.userinfo and origin_of(str(url)) in self._allowed
        except ValueError:
            return False

    def _closed(self, service: Service, circuit: _Circuit) -> None:
        """Raise when the host is being left alone. After the pause one request may try it again."""
        left = circuit.until - self._clock()
        if left <= 0:
            return
        if isinstance(circuit.error, UpstreamBusy):
            raise Failure(service.busy(left, f"left alone for {left:.0f} s"), tries=1)
        raise Failure(service.unavailable(f"left alone for {left:.0f} s: {circuit.error}"), tries=1)

    def _count(self, service: Service, circuit: _Circuit, failure: Failure) -> None:
        circuit.error = failure.error
        if isinstance(failure.error, UpstreamBusy):
            pause = max(failure.wait or 0.0, service.silence)
            if pause:
                failure.wait = pause
                circuit.until = self._clock() + pause
        elif isinstance(failure.error, UpstreamUnavailable):
            circuit.failures += 1
            if circuit.failures >= _OPEN_AFTER:
                circuit.until = self._clock() + _OPEN_SECONDS


async def _limited(service: Service, response: httpx.Response) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in response.aiter_bytes():
        size += len(part)
        if size > _LARGEST_REPLY:
            raise Failure(service.unavailable(f"more than {_LARGEST_REPLY} bytes"), tries=1)
        parts.append(part)
    return b"".join(parts)


def _request(form: Mapping[str, str] | None, body: JsonValue) -> tuple[str, bytes | None, dict[str, str]]:
    if form is not None:
        encoded = urlencode(dict(form)).encode()
        return "POST", encoded, {"Content-Type": "application/x-www-form-urlencoded"}
    if body is not None:
        return "POST", json.dumps(body).encode(), {"Content-Type": "application/json"}
    return "GET", None, {}


def _failure(state: RetryCallState) -> Failure:
    return cast(Failure, cast(Any, state.outcome).exception())
