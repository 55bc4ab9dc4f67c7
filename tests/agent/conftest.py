"""What the agent's tests share: dependencies on the real data, and a way to run one tool."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Profile, Question, ToolCall, ToolResult

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)

RunTool = Callable[..., Awaitable[Any]]


@pytest.fixture(scope="session")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir), now=lambda: NOW)


@pytest.fixture
def run_tool(deps: Deps) -> RunTool:
    async def run(name: str, arguments: dict[str, Any], **profile: Any) -> ToolResult:
        question = Question(text="", at=NOW, profile=Profile(**profile))
        call = ToolCall(tool=name, arguments=arguments)
        return await registry.run(call, registry.ToolContext(deps, question))

    return run
