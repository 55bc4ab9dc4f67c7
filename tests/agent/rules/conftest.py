"""A rulebook over the project's own corpus, its index built once for all tests."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.config import AgentSettings
from agent.deps import Deps
from agent.rules.book import Rulebook

NOW = datetime(2026, 2, 14, 9, tzinfo=UTC)


@pytest.fixture(scope="session")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir), now=lambda: NOW)


@pytest.fixture(scope="session")
def book(deps: Deps) -> Rulebook:
    return deps.rules


@pytest.fixture
def own_deps(tmp_path: Path, data_dir: Path) -> Callable[[Path], Deps]:
    """Dependencies over a rules file of the test."""

    def make(rules_json: Path) -> Deps:
        # The airfields' index is shared; the rules' vectors are this test's own.
        settings = AgentSettings(data_dir=data_dir, rules_json=rules_json, vector_db_path=tmp_path / "chroma")
        return Deps(settings=settings, now=lambda: NOW)

    return make
