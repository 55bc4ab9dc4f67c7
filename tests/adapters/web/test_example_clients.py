"""The example clients of docs/api.md, run as a stranger runs them against a real HTTP server."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from contracts.site import Served, Site
from starlette.applications import Starlette

from adapters.protocol import Frame, IncomingMessage, Reply, Text
from adapters.web.channel import WebSettings
from bot.store import Store, open_store

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "api"
NODE = shutil.which("node")
SETTINGS = WebSettings(api_token="open-sesame", answer_seconds=20)


async def echo(message: IncomingMessage) -> AsyncIterator[Reply]:
    half = Frame("message", {"delta": f"heard {message.text}"})
    rest = Frame("message", {"delta": f"\n\nin {message.chat.chat} · ünïcödé\n"})
    end = Frame("done", {"session_id": message.chat.chat})
    yield Reply((Text("heard"),), final=False, frames=(half,))
    yield Reply((Text("heard"),), frames=(half, rest, end))


@asynccontextmanager
async def served(store: Store, server_dir: Path) -> AsyncGenerator[str]:
    """A page's address, with somebody who answers behind it."""
    later: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await later[0](scope, receive, send)

    @asynccontextmanager
    async def opened(_: Starlette) -> AsyncGenerator[None]:
        async with open_store("", server_dir) as own:
            later.append(Site(own, SETTINGS).app)
            yield

    outer = Starlette(lifespan=opened)
    outer.mount("/", app)
    with Served(outer) as server:
        async with Site(store, SETTINGS).working(echo):
            yield server.address


async def run(address: str, token: str, *command: str) -> tuple[int, str, str]:
    env = {"PATH": os.environ["PATH"], "FLYFUN_ADDRESS": address, "FLYFUN_API_TOKEN": token}
    piped = asyncio.subprocess.PIPE
    running = await asyncio.create_subprocess_exec(
        *command, env=env | {"PYTHONIOENCODING": "utf-8"}, stdout=piped, stderr=piped
    )
    out, err = await asyncio.wait_for(running.communicate(), 60)
    return running.returncode or 0, out.decode(), err.decode()


@pytest.mark.parametrize(
    "command",
    [
        (sys.executable, str(EXAMPLES / "ask.py")),
        pytest.param(
            (NODE or "", str(EXAMPLES / "ask.mjs")),
            marks=pytest.mark.skipif(NODE is None, reason="no node on this machine"),
        ),
    ],
    ids=["python", "javascript"],
)
async def test_the_example_asks_and_shows_the_answer(
    store: Store, server_dir: Path, command: tuple[str, ...]
) -> None:
    async with served(store, server_dir) as address:
        code, out, err = await run(address, "open-sesame", *command, "How far?", "s1")
        assert code == 0, err
        assert out.rstrip("\n") == "heard How far?\n\nin s1 · ünïcödé"
        wrong, out, err = await run(address, "wrong", *command, "How far?", "s1")
        assert wrong != 0 and out == "" and ("401" in err or "access token" in err)


@pytest.mark.parametrize("name", ["ask.py", "ask.mjs"])
def test_an_example_is_fifteen_lines(name: str) -> None:
    lines = (EXAMPLES / name).read_text("utf-8").splitlines()
    assert len([line for line in lines[1:] if line.strip()]) <= 15
