"""Access tokens of somebody else's authorization server: FlyFun guards its tools, it signs nobody in.

RFC 9728 tells a client where to sign in, RFC 9068 what its token looks like, RFC 8707 for whom it is meant. The
server's keys are read from its own metadata (RFC 8414, or OpenID Connect's), once an hour and when a key is new.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import httpx
import structlog

if TYPE_CHECKING:
    import jwt

WELL_KNOWN = "/.well-known/oauth-protected-resource"
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA")
"""Signed by a key that we need not know: neither "none" nor one with a shared secret."""

KEPT_SECONDS, AGAIN_SECONDS = 3600.0, 60.0
PATIENCE_SECONDS = 5.0
LEEWAY_SECONDS = 30
LONGEST_TOKEN = 16_384
MOST_BYTES = 256 * 1024

log = structlog.get_logger(__name__)


@dataclass
class ResourceServer:
    """Who may sign people in (`issuer`), and by which address (`public_url`) this FlyFun is meant in a token."""

    issuer: str
    public_url: str
    _keys: dict[str, jwt.PyJWK] = field(default_factory=dict[str, "jwt.PyJWK"])
    _read: float = float("-inf")
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def resource(self, path: str) -> str:
        """The name of what a token must be meant for."""
        return self.public_url + path

    def metadata(self, path: str) -> dict[str, Any]:
        """What a client is told of a path (RFC 9728)."""
        return {
            "resource": self.resource(path),
            "authorization_servers": [self.issuer],
            "bearer_methods_supported": ["header"],
            "resource_name": "FlyFun",
            "resource_documentation": f"{self.public_url}/",
        }

    def challenge(self, path: str, *, error: str = "") -> str:
        """The header of a refusal: where to learn where to sign in."""
        told = f'Bearer resource_metadata="{self.public_url}{WELL_KNOWN}{path}"'
        return f'{told}, error="{error}"' if error else told

    async def who(self, authorization: str, path: str) -> str | None:
        """Whose token it is; None when it is not this server's for this path, expired, or cannot be checked."""
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or token.count(".") != 2 or len(token) > LONGEST_TOKEN:
            return None
        import jwt

        try:
            key = await self._key(str(jwt.get_unverified_header(token).get("kid", "")))
            if key is None or key.algorithm_name not in ALGORITHMS:
                return None
            claims = jwt.decode(
                token,
                key,
                algorithms=[key.algorithm_name],
                issuer=self.issuer,
                audience=[self.resource(path), self.resource(path) + "/"],
                leeway=LEEWAY_SECONDS,
                options={"require": ["exp", "iss", "aud", "sub"]},
            )
        except (jwt.PyJWTError, ValueError, TypeError):
            return None
        return f"oauth {claims['sub']}"

    async def _key(self, name: str) -> jwt.PyJWK | None:
        """The server's key of this name; its keys are read again when they are old or do not have it."""
        async with self._lock:
            age = time.monotonic() - self._read
            if age > KEPT_SECONDS or (name not in self._keys and age > AGAIN_SECONDS):
                self._read = time.monotonic()
                try:
                    self._keys = await self._fetched()
                except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
                    log.warning("authorization_server_not_read", issuer=self.issuer, why=type(error).__name__)
        return self._keys.get(name)

    async def _fetched(self) -> dict[str, jwt.PyJWK]:
        import jwt

        async with httpx.AsyncClient(timeout=PATIENCE_SECONDS) as client:
            told = await self._server_metadata(client)
            found = await _json(client, str(told["jwks_uri"]))
        keys = cast("list[dict[str, Any]]", found["keys"])
        usable: dict[str, jwt.PyJWK] = {}
        for key in keys:
            if key.get("use", "sig") != "sig":
                continue
            try:
                usable[str(key.get("kid", ""))] = jwt.PyJWK(key)
            except jwt.PyJWTError:
                continue  # of a kind that is not known here
        return usable

    async def _server_metadata(self, client: httpx.AsyncClient) -> dict[str, Any]:
        """Raises `ValueError` where what answers is another server than the one that was named."""
        parts = urlsplit(self.issuer)
        origin, path = f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/")
        tried = (
            f"{origin}/.well-known/oauth-authorization-server{path}",
            f"{origin}{path}/.well-known/openid-configuration",
        )
        for address in tried:
            try:
                told = await _json(client, address)
            except (httpx.HTTPStatusError, ValueError):
                continue
            if told.get("issuer") == self.issuer:
                return told
        raise ValueError("no metadata of this issuer")


async def _json(client: httpx.AsyncClient, address: str) -> dict[str, Any]:
    answer = await client.get(address, headers={"accept": "application/json"})
    answer.raise_for_status()
    if len(answer.content) > MOST_BYTES:
        raise ValueError("too long")
    found = answer.json()
    if not isinstance(found, dict):
        raise ValueError("no object")
    return cast("dict[str, Any]", found)
