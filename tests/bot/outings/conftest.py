"""Records of outings on a database of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agent.aviation.quiet import QuietHours
from agent.config import AgentSettings
from bot.outings.records import OutingRecords
from bot.records import SqlRecords, open_records
from bot.settings import Settings


@pytest.fixture
async def sql(tmp_path: Path) -> AsyncIterator[SqlRecords]:
    """An empty database."""
    async with open_records(Settings(agent=AgentSettings(data_dir=tmp_path))) as records:
        yield records


@pytest.fixture
def outings(sql: SqlRecords) -> OutingRecords:
    """The outings of that database."""
    return OutingRecords(sql, QuietHours())
