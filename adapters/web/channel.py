"""The web page and its API: the channel that anyone can try without a token."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from adapters.protocol import Accept, Health, Outbound
from adapters.web.bus import FrameBus
from adapters.web.ground import Ground, ground_routes, tile_host
from adapters.web.limits import BODY_BYTES, BURST, PER_SECOND, Bucket, Gate
from adapters.web.outbound import WebOutbound

PAGE = Path(__file__).parent / "page"
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'{tiles}; connect-src 'self'; "
        "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "geolocation=(self), camera=(), microphone=(self)",
}


@dataclass(frozen=True)
class WebSettings:
    """What the operator sets. An empty `api_token` lets everybody in who reaches the address."""

    api_token: str = field(default="", repr=False)
    version: str = "0.1.0"
    body_bytes: int = BODY_BYTES
    burst: int = BURST
    per_second: float = PER_SECOND
    answer_seconds: float = 180.0
    ground: Ground | None = None


class WebChannel:
    """Implements `adapters.protocol.Channel`."""

    name = "web"

    def __init__(self, settings: WebSettings, bus: FrameBus) -> None:
        self._settings = settings
        self._bus = bus
        self._closing = asyncio.Event()
        self.outbound: Outbound = WebOutbound(bus)

    def routes(self, accept: Accept) -> Sequence[BaseRoute]:
        """The page at `/`, its files, and the API."""
        from adapters.web.api import PREFIX, VERSIONED, Desk, build_api
        from adapters.web.plain_routes import plain
        from adapters.web.sample import Sample

        settings = self._settings
        desk = Desk(accept, self._bus, self._closing, settings.answer_seconds)
        api = build_api(desk, settings.version, token_wanted=bool(settings.api_token))
        bucket = Bucket(settings.burst, settings.per_second)
        gate = Middleware(Gate, settings.api_token, bucket, settings.body_bytes)
        without = plain(desk, bucket, locked=bool(settings.api_token), body_bytes=settings.body_bytes)
        ground = settings.ground
        host = tile_host(ground.tiles) if ground else ""
        guarded = [Middleware(Guarded, tiles=host)]
        packed = [*guarded, Middleware(GZipMiddleware, minimum_size=800)]
        drawn = [Mount("/map", routes=ground_routes(ground), middleware=guarded)] if ground else []
        return [
            *drawn,
            Mount(VERSIONED, api, middleware=[*guarded, gate]),
            Mount(PREFIX, api, middleware=[*guarded, gate]),
            Mount("/page", StaticFiles(directory=PAGE), middleware=packed),
            Route("/", _page("index.html"), middleware=packed),
            Route("/plain", without, methods=["GET", "POST"], middleware=packed),
            Route("/sample", Sample(desk).route, middleware=guarded),
            Route("/shared/{name}", _page("index.html"), middleware=guarded),
            Route("/sw.js", _page("sw.js"), middleware=guarded),
            Route("/docs", _page("docs.html"), middleware=guarded),
        ]

    async def run(self, accept: Accept) -> None:
        """Nothing to poll: the page comes to us. Cancelled, it lets go of those who still wait."""
        try:
            await asyncio.Event().wait()
        finally:
            self._closing.set()

    def health(self) -> Health:
        return Health(True, "serving the page")


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        return FileResponse(PAGE / name, headers={"cache-control": "no-cache"})

    return page


class Guarded:
    """ASGI middleware that sends the security headers with every answer; `tiles` is a host of pictures."""

    def __init__(self, app: ASGIApp, tiles: str = "") -> None:
        self._app = app
        tiles = f" {tiles}" if tiles else ""
        self._headers = {name: value.replace("{tiles}", tiles) for name, value in HEADERS.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, guarded)
