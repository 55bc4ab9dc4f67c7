"""The whole program as one process: killed in the middle of answers, without its database, asked to stop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from contracts.program import Program, prepared_folder
from contracts.site import API, said

from adapters.protocol import ChatRef
from bot import valkey
from bot.frames import StoredFrames
from bot.keys import PARTITIONS, in_partition
from bot.store import open_store

QUESTION = "How far from EGTF to LFMD"


@pytest.fixture
def program(tmp_path: Path, data_dir: Path) -> Iterator[Program]:
    made = Program(prepared_folder(tmp_path / "data", data_dir))
    yield made
    made.close()
    valkey.stop(made.folder)


async def ask(client: httpx.AsyncClient, session: str, text: str = QUESTION) -> dict[str, Any]:
    """A whole answer, or what the connection came to."""
    try:
        response = await client.post(f"{API}/chat", json=said(text, session_id=session))
    except httpx.TransportError as error:
        return {"lost": type(error).__name__}
    return {"status": response.status_code, **response.json()}


@contextlib.asynccontextmanager
async def browser(address: str) -> AsyncIterator[httpx.AsyncClient]:
    limits = httpx.Limits(max_connections=200)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits, trust_env=False) as client:
        yield client


async def turns_of(client: httpx.AsyncClient, session: str) -> list[tuple[str, bool]]:
    """State of each turn, and whether it says the distance."""
    response = await client.get(f"{API}/chat/{session}")
    return [(turn["state"], "559 nm" in turn["answer"]) for turn in response.json().get("turns", [])]


@pytest.mark.thorough
async def test_killed_in_the_middle_of_answers_it_answers_them_after_its_next_start_and_drains_when_asked_to_stop(
    program: Program,
) -> None:
    sessions = [f"killed-{number}" for number in range(20)]
    async with browser(await asyncio.to_thread(program.start)) as client:
        await ask(client, "warm")  # the tables are read
        asked = [asyncio.create_task(ask(client, session)) for session in sessions]
        async with client.stream("POST", f"{API}/chat/stream", json=said(QUESTION, session_id="seen")) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("event: "):
                    program.kill()
                    break
        answers = await asyncio.gather(*asked)
    lost = [session for session, answer in zip(sessions, answers, strict=True) if "lost" in answer]
    assert lost, "nothing was in the middle of its answer"

    async with browser(await asyncio.to_thread(program.start)) as client:
        for session in ["seen", *sessions]:
            until = time.monotonic() + 60
            while (found := await turns_of(client, session)) != [("answered", True)]:
                assert found in ([("pending", False)], []) and time.monotonic() < until, (session, found)
                if not found:  # it never arrived: the connection was not answered either
                    assert session in lost
                    break
                await asyncio.sleep(0.05)

        # SIGTERM with fifty in flight: what was begun is finished, nothing is lost, the exit code is 0.
        waiting = [asyncio.create_task(ask(client, f"last-{number}")) for number in range(50)]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        program.terminate()
        begun = time.monotonic()
        answers = await asyncio.gather(*waiting)
        assert await asyncio.to_thread(program.wait) == 0
        assert time.monotonic() - begun < 25
    async with open_store("", program.folder) as store:
        streams = [await store.line.entries(in_partition(number, "in")) for number in range(PARTITIONS)]
        left = {held["id"] for stream in streams for _, held in stream}
        bus = StoredFrames(store)
        answered = 0
        for number, answer in enumerate(answers):
            turns = await bus.turns(ChatRef("web", "local", f"last-{number}"))
            assert len(turns) <= 1
            if answer.get("status") == 200 and "error" not in answer:
                assert "559 nm" in answer["answer"] and len(turns) == 1
            answered += bool(turns and turns[0].shown)
            if turns and not turns[0].shown:
                assert turns[0].id in left  # what is not answered yet is still in line
        assert answered >= 1
    assert "Traceback" not in program.log()


@pytest.mark.thorough
async def test_without_its_database_nothing_is_taken_and_with_it_again_everything_works(
    program: Program, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    folder = tmp_path / "redis"
    folder.mkdir()

    def redis() -> subprocess.Popen[bytes]:
        options = f"--port {port} --bind 127.0.0.1 --appendonly yes --appendfsync always --dir {folder}".split()
        server = subprocess.Popen([valkey.binary(), *options, "--logfile", str(folder / "log")])
        until = time.monotonic() + 20
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)) as line:
                if "PONG" in valkey.say(line, "PING"):
                    return server
            assert time.monotonic() < until
            time.sleep(0.05)

    program.environ["REDIS_URL"] = f"redis://127.0.0.1:{port}/0"
    server = await asyncio.to_thread(redis)
    try:
        async with browser(await asyncio.to_thread(program.start)) as client:
            assert "559 nm" in (await ask(client, "before"))["answer"]
            server.kill()
            server.wait()
            refused = await ask(client, "during")
            assert refused["status"] == 503 and "Send it again" in refused["error"]["message"]
            streamed = await client.post(f"{API}/chat/stream", json=said(QUESTION, session_id="during"))
            assert streamed.status_code == 503 and json.loads(streamed.text)["error"]["message"]
            assert (await client.get("/readyz")).status_code == 503
            assert (await client.get("/healthz")).status_code == 200
            server = await asyncio.to_thread(redis)
            begun = time.monotonic()
            while (await ask(client, "after")).get("status") != 200:
                assert time.monotonic() - begun < 10
            assert ("answered", True) in await turns_of(client, "after")
            assert await turns_of(client, "during") == []
            assert await turns_of(client, "before") == [("answered", True)]
        program.terminate()
        assert await asyncio.to_thread(program.wait) == 0
    finally:
        server.kill()
        server.wait()
