"""A real embedded server for the tests of the web channel: started once, emptied before each test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from contracts.site import Site

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


@pytest.fixture
def site(store: Store) -> Site:
    return Site(store)
