"""The MCP server over HTTP, beside the page: no sessions, so that any replica answers any request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, Literal

import structlog
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from adapters.web.limits import Bucket, drained
from agent.deps import Deps
from bot.mcp.oauth import WELL_KNOWN, ResourceServer
from bot.reach import is_loopback
from bot.tokens import Tokens

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

BURST, PER_SECOND = 120, 10.0
"""Requests of one token, or of one address where none is asked for."""

BODY_BYTES = 256 * 1024
CLOSED = "Set FLYFUN_API_TOKEN (or FLYFUN_API_TOKENS): this address is not this machine's alone."
PATHS: dict[str, Literal["core", "all"]] = {"/mcp": "core", "/mcp/all": "all"}

log = structlog.get_logger(__name__)


class McpEndpoint:
    """The two sets of tools at `/mcp` and `/mcp/all`. Closed where all can reach it and no token is set."""

    def __init__(
        self, deps: Callable[[], Deps], host: str, tokens: Tokens, oauth: ResourceServer | None = None
    ) -> None:
        self._tokens = tokens
        self._oauth = oauth
        self.closed = not tokens and oauth is None and not is_loopback(host)
        self._bucket = Bucket(BURST, PER_SECOND)
        self._deps = deps
        self._wanted, self._open = asyncio.Event(), asyncio.Event()
        self._managers: dict[str, StreamableHTTPSessionManager] = {}

    def routes(self) -> Sequence[BaseRoute]:
        """Its paths."""
        told = (
            [Route(WELL_KNOWN + path, _told(self._oauth.metadata(path))) for path in PATHS] if self._oauth else []
        )
        return [*told, *(Route(path, _Guarded(self, path)) for path in PATHS)]

    async def run(self) -> None:
        """Hold what the requests need until cancelled."""
        if self.closed:
            log.warning("mcp_closed", why=CLOSED)
        await self._wanted.wait()
        managers = await asyncio.to_thread(
            _managers, self._deps, local_alone=not self._tokens and self._oauth is None
        )
        async with AsyncExitStack() as stack:
            for manager in managers.values():
                await stack.enter_async_context(manager.run())
            self._managers = managers
            self._open.set()
            await asyncio.Event().wait()

    async def manager(self, path: str) -> StreamableHTTPSessionManager:
        """What speaks the protocol at a path; its library is loaded for the first request."""
        self._wanted.set()
        await self._open.wait()
        return self._managers[path]

    async def signed_in(self, scope: Scope, path: str) -> str | None:
        """Whom the authorization server of the settings has signed in for this path."""
        if self._oauth is None or self.closed:
            return None
        given = Headers(scope=scope).get("authorization", "")
        return await self._oauth.who(given, path) if given else None

    def refused(
        self, scope: Scope, path: str = "/mcp", signed_in: str | None = None
    ) -> tuple[int, str, dict[str, str]] | None:
        """Why a request is not let in: status, words, headers."""
        if self.closed:
            return 403, CLOSED, {}
        who = scope["client"][0] if scope.get("client") else ""
        if self._tokens or self._oauth:
            given = Headers(scope=scope).get("authorization", "")
            name = signed_in or self._tokens.who(given)
            if name is None:
                wrong = "invalid_token" if given else ""
                challenge = self._oauth.challenge(path, error=wrong) if self._oauth else "Bearer"
                words = "Send the access token of this FlyFun as a bearer token."
                return 401, words, {"www-authenticate": challenge}
            who = name
        wait = self._bucket.take(who)
        if wait:
            seconds = str(int(wait) + 1)
            return 429, f"Too many requests. Try again in {seconds} s.", {"retry-after": seconds}
        return None


def _told(metadata: dict[str, Any]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return JSONResponse(metadata, headers={"access-control-allow-origin": "*"})

    return answer


def _managers(deps: Callable[[], Deps], *, local_alone: bool) -> dict[str, StreamableHTTPSessionManager]:
    """One for each set of tools. Without a token, other hosts and sites are refused; a rebound page has none."""
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from mcp.server.transport_security import TransportSecuritySettings

    from bot.mcp.server import mcp_server

    local = [f"{host}{port}" for host in ("127.0.0.1", "localhost", "[::1]") for port in ("", ":*")]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=local_alone,
        allowed_hosts=local,
        allowed_origins=[f"http://{host}" for host in local if host.endswith("*")],
    )
    return {
        path: StreamableHTTPSessionManager(
            mcp_server(deps, choice),
            json_response=True,
            stateless=True,
            security_settings=security,
            max_request_body_size=BODY_BYTES,
        )
        for path, choice in PATHS.items()
    }


class _Guarded:
    """One path: the gate, then the protocol."""

    def __init__(self, endpoint: McpEndpoint, path: str) -> None:
        self._endpoint = endpoint
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        signed_in = await self._endpoint.signed_in(scope, self._path)
        refused = self._endpoint.refused(scope, self._path, signed_in)
        if refused is None:
            manager = await self._endpoint.manager(self._path)
            await manager.handle_request(scope, receive, send)
            return
        await drained(receive, BODY_BYTES)
        status, words, headers = refused
        body = json.dumps({"error": {"message": words, "ref": None}}).encode()
        headers = {"content-type": "application/json", "content-length": str(len(body)), **headers}
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        await send({"type": "http.response.body", "body": body})
