"""Steps reach the browser while the answer is still being made, through a real HTTP server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from contracts.site import API, Served, Site, said
from starlette.applications import Starlette

from adapters.protocol import Frame, IncomingMessage, Reply, Text
from bot.store import Store, open_store

HALF, WHOLE = Frame("message", {"delta": "559"}), Frame("message", {"delta": " nm"})


async def test_words_arrive_while_the_rest_is_still_being_made(store: Store, server_dir: Path) -> None:
    go_on = asyncio.Event()

    async def slow(message: IncomingMessage) -> AsyncIterator[Reply]:
        yield Reply((Text("559"),), final=False, frames=(HALF,))
        await go_on.wait()  # until the first half was read
        yield Reply((Text("559 nm"),), frames=(HALF, WHOLE, Frame("done", {"session_id": "s1"})))

    later: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await later[0](scope, receive, send)

    @asynccontextmanager
    async def opened(_: Starlette) -> AsyncIterator[None]:
        async with open_store("", server_dir) as own:
            later.append(Site(own).app)
            yield

    outer = Starlette(lifespan=opened)
    outer.mount("/", app)
    with Served(outer) as server:
        async with Site(store).working(slow), httpx.AsyncClient(base_url=server.address, timeout=20) as client:
            request = client.stream("POST", f"{API}/chat/stream", json=said("How far", session_id="s1"))
            heard: list[str] = []
            async with request as response:
                async for line in response.aiter_lines():
                    if line.startswith("data: "):
                        heard.append(line)
                        go_on.set()
    assert heard == ['data: {"delta":"559"}', 'data: {"delta":" nm"}', 'data: {"session_id":"s1"}']
