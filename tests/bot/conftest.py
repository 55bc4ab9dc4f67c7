"""A real embedded server for the tests of `bot`: started once, emptied before each test."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from contracts.paper import PaperApp, PaperChannel
from contracts.path import Path as MessagePath

from bot import valkey
from bot.store import Store, open_store


@pytest.fixture(scope="session")
def server_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The data folder of a running embedded server."""
    folder = tmp_path_factory.mktemp("server")
    yield folder
    valkey.stop(folder)


@pytest.fixture
async def store(server_dir: Path) -> AsyncIterator[Store]:
    """An empty store."""
    async with open_store("", server_dir) as opened:
        await opened.line.call("FLUSHALL")
        yield opened


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in cluster mode: it refuses a step whose keys are not of one slot."""
    folder = tmp_path_factory.mktemp("cluster")
    with socket.socket() as one, socket.socket() as two:
        for probe in (one, two):
            probe.bind(("127.0.0.1", 0))
        port, bus = one.getsockname()[1], two.getsockname()[1]
    options = f"--port {port} --bind 127.0.0.1 --cluster-enabled yes --cluster-port {bus}".split()
    options += ["--save", "", "--appendonly", "no", "--dir", str(folder), "--logfile", str(folder / "log")]
    server = subprocess.Popen([valkey.binary(), *options])
    try:
        until = time.monotonic() + 10
        while True:
            try:
                with socket.create_connection(("127.0.0.1", port)) as line:
                    valkey.say(line, "CLUSTER", "ADDSLOTSRANGE", "0", "16383")
                    if "cluster_state:ok" in valkey.say(line, "CLUSTER", "INFO"):
                        break
            except ConnectionRefusedError:
                pass
            assert time.monotonic() < until, (folder / "log").read_text()
            time.sleep(0.05)
        yield f"redis://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


@pytest.fixture
async def cluster_store(cluster_url: str, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store on the cluster."""
    async with open_store(cluster_url, tmp_path) as opened:
        await opened.line.call("FLUSHALL")
        yield opened


@pytest.fixture
def path(store: Store, tmp_path: Path) -> MessagePath:
    """Inbox, workers and a paper channel on an empty store."""
    app = PaperApp(tmp_path / "calls.jsonl")
    return MessagePath(store, app, PaperChannel(app))
