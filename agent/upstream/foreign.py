"""Reads a document at an address that a person gave: never from inside, never more than was agreed.

    fetch = Foreign(inner=frozenset({"bookings.club.local"}))
    text = await fetch.read("https://bookings.example/feed.ics", most=1_000_000)

The name is resolved once, every address it has is looked at, and the connection goes to the very address that was
looked at, so that a name cannot point elsewhere in between. A redirect is a new address with the same questions.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urljoin, urlsplit

from agent.upstream.client import user_agent
from tongue import later, say

if TYPE_CHECKING:
    import httpx

SECONDS = 15.0
LONGEST_ADDRESS = 1_000
_REDIRECTS = 3
_PORTS = {"https": 443, "http": 80}

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
TOO_LARGE = later("That calendar is too large: more than {value} MB.")


class NotRead(Exception):
    """Why nothing was read, in words for who gave the address. `lasting`: trying again changes nothing.

    `kept` is the same as it is stored, to be said later in another language (`said_of`).
    """

    def __init__(self, words: str, *, lasting: bool = False, value: str = "") -> None:
        super().__init__(words)
        self.lasting = lasting
        self.kept = f"{words}\t{value}" if value else words

    def __str__(self) -> str:
        return said_of(self.kept)


def said_of(kept: str) -> str:
    """A reason that was kept, in the language that is spoken."""
    words, _, value = kept.partition("\t")
    return say(words, value=value) if value else say(words)


async def resolved(host: str, port: int) -> Sequence[str]:
    """The numeric addresses of a host."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(one[4][0]) for one in found))


@dataclass(frozen=True)
class Foreign:
    """The guarded client. `inner` are hosts of the operator's own network that may be read, also without TLS."""

    inner: frozenset[str] = frozenset()
    contact: str = ""
    resolve: Resolve = resolved
    seconds: float = SECONDS
    verify: bool = field(default=True)

    def checked(self, address: str) -> SplitResult:
        """The parts of an address that may be asked at all. Raises `NotRead`."""
        text = address.strip()
        if len(text) > LONGEST_ADDRESS or any(c.isspace() or ord(c) < 33 for c in text):
            raise NotRead(later("That is no address of a calendar."), lasting=True)
        try:
            parts = urlsplit("https" + text[6:] if text.lower().startswith("webcal:") else text)
            host, port = (parts.hostname or "").rstrip("."), parts.port
        except ValueError:
            raise NotRead(later("That is no address of a calendar."), lasting=True) from None
        if parts.scheme not in _PORTS or not host:
            raise NotRead(later("A calendar's address begins with https://."), lasting=True)
        if parts.username or parts.password:
            raise NotRead(later("An address with a password in it is not read."), lasting=True)
        trusted = host.lower() in self.inner
        if not trusted and (parts.scheme != "https" or port not in (None, 443)):
            raise NotRead(later("A calendar is read by https:// on its usual port alone."), lasting=True)
        return parts

    async def read(self, address: str, *, most: int) -> bytes:
        """What stands there, of at most `most` bytes. Raises `NotRead`."""
        try:
            async with asyncio.timeout(self.seconds):
                return await self._read(address, most)
        except TimeoutError:
            raise NotRead(later("The calendar's server does not answer in time.")) from None

    async def _read(self, address: str, most: int) -> bytes:
        import httpx

        for _ in range(_REDIRECTS + 1):
            parts = self.checked(address)
            where = await self._where(parts)
            try:
                async with httpx.AsyncClient(
                    trust_env=False, follow_redirects=False, timeout=self.seconds, verify=self.verify
                ) as client:
                    request = self._request(client, parts, where)
                    reply = await client.send(request, stream=True)
                    try:
                        if reply.is_redirect:
                            address = urljoin(parts.geturl(), reply.headers.get("location", ""))
                            continue
                        return await _body(reply, most)
                    finally:
                        await reply.aclose()
            except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
                raise NotRead(
                    later("The calendar's server cannot be read ({value})."), value=type(error).__name__
                ) from None
        raise NotRead(later("The calendar's server sends me on and on."), lasting=True)

    async def _where(self, parts: SplitResult) -> str:
        """The address the connection goes to: none of a host's may lie inside."""
        host = (parts.hostname or "").rstrip(".")
        try:
            found = await self.resolve(host, parts.port or _PORTS[parts.scheme])
        except (OSError, UnicodeError):
            raise NotRead(later("There is no server of that name.")) from None
        if not found:
            raise NotRead(later("There is no server of that name."))
        if host.lower() not in self.inner and not all(is_outside(one) for one in found):
            raise NotRead(later("That address lies inside a private network: it is not read."), lasting=True)
        return found[0]

    def _request(self, client: httpx.AsyncClient, parts: SplitResult, where: str) -> httpx.Request:
        number = f"[{where}]" if ":" in where else where
        port = f":{parts.port}" if parts.port else ""
        target = f"{parts.scheme}://{number}{port}{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
        headers = {
            "host": f"{parts.hostname}{port}",
            "accept": "text/calendar, text/plain;q=0.5, */*;q=0.1",
            "accept-encoding": "identity",  # nothing small becomes something large
            "user-agent": user_agent(self.contact),
        }
        return client.build_request("GET", target, headers=headers, extensions={"sni_hostname": parts.hostname})


def is_outside(address: str) -> bool:
    """Whether a numeric address belongs to the open internet: not this machine, this network, or a special one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        # An old address inside a new one goes where the old one goes.
        inside = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inside is not None:
            return inside.is_global and not inside.is_multicast
        if found in ipaddress.ip_network("64:ff9b::/96"):
            return is_outside(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
    return found.is_global and not found.is_multicast and not found.is_reserved


async def _body(reply: httpx.Response, most: int) -> bytes:
    if reply.status_code != 200:
        lasting = reply.status_code in (401, 403, 404, 410)
        raise NotRead(
            later("The calendar's server answers {value}."), lasting=lasting, value=str(reply.status_code)
        )
    said = reply.headers.get("content-length", "0")
    if said.isdecimal() and int(said) > most:
        raise NotRead(TOO_LARGE, lasting=True, value=str(most // 1_000_000))
    if reply.headers.get("content-encoding", "identity").lower() not in ("", "identity"):
        raise NotRead(later("The calendar's server sends it packed, though I asked for it plain."))
    body = bytearray()
    async for chunk in reply.aiter_raw():
        body += chunk
        if len(body) > most:
            raise NotRead(TOO_LARGE, lasting=True, value=str(most // 1_000_000))
    return bytes(body)
