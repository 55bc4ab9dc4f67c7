"""The shipped airfields, prepared once for the tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.aviation.airports import Airports
from agent.config import AgentSettings


@pytest.fixture(scope="session")
def airports(data_dir: Path) -> Airports:
    return Airports.load(AgentSettings(data_dir=data_dir))
