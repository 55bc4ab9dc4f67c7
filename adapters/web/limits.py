"""What the API refuses before it reads a request: other sites, wrong tokens, too much, too fast."""

from __future__ import annotations

import asyncio
import hmac
import json
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_BYTES = 256 * 1024
DRAINED_BYTES = 8 * 1024 * 1024
"""So much of a refused request is read and thrown away, so that its sender reads why."""

DRAIN_SECONDS = 2.0
BURST = 600
PER_SECOND = 20.0
ADDRESSES = 10_000


class Refused(Exception):
    """A request that is not let in."""

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.headers = headers or {}


class TooLarge(Exception):
    """The body goes on beyond its limit: stop reading it."""


class Bucket:
    """How many requests each address may still send: a burst, refilled steadily."""

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> float:
        """0 when the request may pass, else the seconds to wait."""
        now = self._clock()
        left, at = self._left.pop(address, (float(self._burst), now))
        left = min(float(self._burst), left + (now - at) * self._per_second)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        while len(self._left) > ADDRESSES:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self._per_second

    def told(self, address: str) -> dict[str, str]:
        """What the address may still send, as headers: at most, now, and seconds until it is all there."""
        left, _ = self._left.get(address, (float(self._burst), 0.0))
        return {
            "ratelimit-limit": str(self._burst),
            "ratelimit-remaining": str(int(left)),
            "ratelimit-reset": str(math.ceil((self._burst - left) / self._per_second)),
        }


async def drained(receive: Receive, most: int) -> None:
    """Read what is still on its way: a connection closed over unread words is reset, and the refusal with it."""
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            while most > 0:
                message = await receive()
                most -= len(message.get("body", b""))
                if message["type"] != "http.request" or not message.get("more_body"):
                    return


class Gate:
    """ASGI middleware in front of the API."""

    def __init__(self, app: ASGIApp, api_token: str, bucket: Bucket, body_bytes: int = BODY_BYTES) -> None:
        self._app = app
        self._token = api_token
        self._bucket = bucket
        self._body_bytes = body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limits = MutableHeaders()
        try:
            self._check(scope, limits)
        except Refused as refused:
            await drained(receive, DRAINED_BYTES)
            await _answer(send, refused, limits)
            return
        left, refused = self._body_bytes, False

        async def counted() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise TooLarge
            return message

        async def checked(message: Message) -> None:
            """Whatever the application makes of a body that was cut off, the answer is ours."""
            nonlocal refused
            if left >= 0:
                if message["type"] == "http.response.start":
                    message = {**message, "headers": [*message.get("headers", []), *limits.raw]}
                await send(message)
            elif not refused:
                refused = True
                await _answer(send, _too_large(self._body_bytes), limits)

        await self._app(scope, counted, checked)

    def _check(self, scope: Scope, limits: MutableHeaders) -> None:
        """Raises `Refused`; what the caller may still send is added to `limits`."""
        headers = Headers(scope=scope)
        if not same_origin(headers):
            raise Refused(403, "This API answers its own page only: call it from there, or outside a browser.")
        if scope["method"] != "POST":
            return
        address = scope["client"][0] if scope.get("client") else ""
        wait = self._bucket.take(address)
        limits.update(self._bucket.told(address))
        if wait:
            seconds = str(int(wait) + 1)
            raise Refused(429, f"Too many requests. Try again in {seconds} s.", {"retry-after": seconds})
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > self._body_bytes:
            raise _too_large(self._body_bytes)
        if self._token and not _bearer(headers, self._token):
            raise Refused(
                401,
                "This FlyFun asks for an access token: send it as a bearer token.",
                {"www-authenticate": "Bearer"},
            )
        if headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
            raise Refused(415, "Send JSON, with the content type application/json.")


def same_origin(headers: Headers) -> bool:
    """Whether a browser sent this from our own page; programs send neither header."""
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host", "")


def _bearer(headers: Headers, token: str) -> bool:
    scheme, _, given = headers.get("authorization", "").partition(" ")
    return scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), token.encode())


def _too_large(limit: int) -> Refused:
    return Refused(413, f"That request is too large: send at most {limit // 1024} KB.")


async def _answer(send: Send, refused: Refused, limits: Headers) -> None:
    body = json.dumps({"error": {"message": refused.message, "ref": None}}).encode()
    headers = {
        "content-type": "application/json",
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "connection": "close",
        **limits,
        **refused.headers,
    }
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": refused.status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
