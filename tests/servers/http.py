"""A small HTTP server on this machine that records every request and can be told to fail."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

REASONS = {200: "OK", 201: "Created", 302: "Found", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found"}


@dataclass
class Request:
    """What was asked."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.target).query))

    @property
    def form(self) -> dict[str, str]:
        return dict(parse_qsl(self.body.decode()))

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Response:
    """What is answered. `drop` closes the connection without a word, `delay` waits first."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    drop: bool = False

    @classmethod
    def of(cls, value: Any, status: int = 200, **headers: str) -> Response:
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        return cls(status, json.dumps(value).encode(), {"content-type": "application/json", **named})

    @classmethod
    def html(cls, text: str, status: int = 200, **headers: str) -> Response:
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        return cls(status, text.encode(), {"content-type": "text/html", **named})


class LocalServer:
    """Use as `async with`; `faults` are answered first, one each, then `handle` answers."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.faults: deque[Response] = deque()
        self.at_once = 0
        self.most_at_once = 0
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> Any:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    def handle(self, request: Request) -> Response:
        raise NotImplementedError

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            first, *lines = head.decode("latin-1").split("\r\n")
            method, target, _ = first.split(" ")
            headers = {k.strip().lower(): v.strip() for k, _, v in (line.partition(":") for line in lines if line)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            request = Request(method, target, headers, body)
            self.requests.append(request)
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
            try:
                response = self.faults.popleft() if self.faults else self.handle(request)
                if response.delay:
                    await asyncio.sleep(response.delay)
            finally:
                self.at_once -= 1
            if not response.drop:
                lines = [
                    f"HTTP/1.1 {response.status} {REASONS.get(response.status, 'Status')}",
                    "connection: close",
                ]
                lines += [f"content-length: {len(response.body)}"]
                lines += [f"{name}: {value}" for name, value in response.headers.items()]
                writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + response.body)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
