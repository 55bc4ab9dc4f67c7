"""What the web adds around the agent: from a question's arrival to the kept, sent, acknowledged answer."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
from starlette.applications import Starlette

from adapters.protocol import Frame, IncomingMessage, Reply, Text
from adapters.web.channel import WebChannel, WebSettings
from bench.rows import Row
from bot import valkey
from bot.frames import StoredFrames
from bot.inbox import Inbox
from bot.store import Store, open_store
from bot.worker import Worker

MESSAGES = 200
URL = "/api/aviation-agent/chat"


async def _trivial(message: IncomingMessage) -> AsyncIterator[Reply]:
    steps = (Frame("message", {"delta": "559 nm"}), Frame("done", {"session_id": message.chat.chat, "tokens": 0}))
    yield Reply((Text("559 nm"),), frames=steps)


async def _measure(store: Store) -> list[Row]:
    channel = WebChannel(WebSettings(burst=10_000), StoredFrames(store))
    worker = Worker(store, {"web": channel.outbound}, _trivial)
    stop = asyncio.Event()
    running = asyncio.create_task(worker.run(stop))
    app = Starlette(routes=channel.routes(Inbox(store).accept))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://bench") as client:

        async def ask(session: str) -> float:
            begun = time.perf_counter()
            body = {"messages": [{"role": "user", "content": "How far"}], "session_id": session}
            answer = await client.post(URL, json=body)
            assert answer.json()["answer"] == "559 nm"
            return (time.perf_counter() - begun) * 1000

        for number in range(20):
            await ask(f"warm-{number}")
        cpu = time.process_time()
        walls = [await ask(f"session-{number}") for number in range(MESSAGES)]
        cpu = (time.process_time() - cpu) * 1000 / MESSAGES
    stop.set()
    await running
    return [
        Row("web: path around the agent, one message, CPU", cpu, "ms", 10.0),
        Row("web: path around the agent, one message, wall (median)", statistics.median(walls), "ms", None),
    ]


async def _run(folder: Path) -> list[Row]:
    async with open_store("", folder) as store:
        return await _measure(store)


def run() -> list[Row]:
    """The rows."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return asyncio.run(_run(Path(folder)))
        finally:
            valkey.stop(Path(folder))
