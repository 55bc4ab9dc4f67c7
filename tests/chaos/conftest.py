"""What the hard runs stand on: an empty store, and a site of processes that can be killed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from e2e.sites import Site, site_in_a_folder

from bot import valkey
from bot.store import Store, open_store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    folder = tmp_path / "store"
    async with open_store("", folder) as opened:
        yield opened
    valkey.stop(folder)


@pytest.fixture
def site() -> Iterator[Site]:
    with site_in_a_folder() as made:
        yield made
