"""A web channel on a real store: asked in-process, or by a real server in a thread of its own."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import uvicorn
from starlette.applications import Starlette

from adapters.protocol import Accept
from adapters.web.channel import WebChannel, WebSettings
from bot.frames import StoredFrames
from bot.inbox import Inbox
from bot.store import Store
from bot.worker import Handler, Worker

API = "/api/aviation-agent"


@dataclass
class Site:
    """The web channel and its API."""

    store: Store
    settings: WebSettings = field(default_factory=lambda: WebSettings(answer_seconds=20))
    accept: Accept | None = None

    def __post_init__(self) -> None:
        self.channel = WebChannel(self.settings, StoredFrames(self.store))
        self.app = Starlette(routes=self.channel.routes(self.accept or Inbox(self.store).accept))

    def client(self, **headers: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url="http://flyfun.test", headers=headers, timeout=30)

    @asynccontextmanager
    async def working(self, handler: Handler, **options: Any) -> AsyncGenerator[Worker]:
        """A worker that answers while the block runs."""
        stop = asyncio.Event()
        worker = Worker(self.store, {"web": self.channel.outbound}, handler, lease_seconds=1.5, **options)
        running = asyncio.create_task(worker.run(stop))
        try:
            yield worker
        finally:
            stop.set()
            await running


def said(text: str, **more: Any) -> dict[str, Any]:
    """A request's body."""
    return {"messages": [{"role": "user", "content": text}], **more}


def events(body: str) -> list[tuple[str, dict[str, Any]]]:
    """The server-sent events of a stream, read strictly; comments are left out."""
    found: list[tuple[str, dict[str, Any]]] = []
    assert body.endswith("\n\n")
    for block in body[:-2].split("\n\n"):
        lines = block.split("\n")
        if lines[0].startswith(":"):
            assert len(lines) == 1
            continue
        assert len(lines) == 2, block
        assert lines[0].startswith("event: ") and lines[1].startswith("data: ")
        found.append((lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: "))))
    return found


class Served:
    """An ASGI application behind a real server, in a thread of its own."""

    def __init__(self, app: Any) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        config = uvicorn.Config(app, log_config=None, lifespan="on", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)

    def __enter__(self) -> Served:
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.005)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(10)
        self._socket.close()
