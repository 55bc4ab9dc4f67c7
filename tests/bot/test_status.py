"""The operator's page, and failures of outside services as the operator sees them."""

from __future__ import annotations

import base64
import logging
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from servers.http import LocalServer, Request, Response
from servers.ports import dead_url
from starlette.requests import Request as Asked

from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps, MemoryCache
from agent.errors import UpstreamError
from agent.protocol import Question, ToolCall
from agent.troubles import Trouble
from agent.upstream import Upstream
from agent.upstream.servers import Service
from bot.metrics import Metrics
from bot.status import is_operator
from bot.tokens import Tokens

AT = datetime(2026, 5, 8, 12, tzinfo=UTC)
TOKEN = "a-long-and-random-token"


def asked(authorization: str = "") -> Asked:
    headers = [(b"authorization", authorization.encode())] if authorization else []
    return Asked({"type": "http", "method": "GET", "path": "/status", "headers": headers, "query_string": b""})


def program(host: str, token: str = "") -> Any:
    return SimpleNamespace(settings=SimpleNamespace(host=host, tokens=Tokens.of(token, "")))


def test_the_page_wants_the_token_and_without_one_this_machine() -> None:
    open_to_all = program("0.0.0.0")
    assert is_operator(asked(), program("127.0.0.1")) and not is_operator(asked(), open_to_all)
    guarded = program("127.0.0.1", TOKEN)
    password = base64.b64encode(f"me:{TOKEN}".encode()).decode()
    assert is_operator(asked(f"Bearer {TOKEN}"), guarded) and is_operator(asked(f"Basic {password}"), guarded)
    for wrong in ("", "Bearer no", "Basic !!", f"Basic {base64.b64encode(b'me:no').decode()}"):
        assert not is_operator(asked(wrong), guarded)


class Broken(LocalServer):
    def handle(self, request: Request) -> Response:
        return Response(500, b"oops", {"x-request-id": "abc-123"})


async def test_a_failure_is_one_line_with_status_and_request_id_and_one_count(
    caplog: pytest.LogCaptureFixture,
) -> None:
    metrics = Metrics()
    heard: list[Trouble] = []

    def hear(trouble: Trouble) -> None:
        heard.append(trouble)
        metrics.trouble(trouble)

    async with Broken() as server:
        upstream = Upstream([server.url], MemoryCache(), heard=hear)
        with caplog.at_level(logging.WARNING, logger="flyfun.outside"), pytest.raises(UpstreamError) as raised:
            await upstream.ask(Service("The map service", server.url))
        await upstream.aclose()
    lines = [record.getMessage() for record in caplog.records if record.name == "flyfun.outside"]
    assert len(lines) == len(heard) == 1
    assert heard[0].status == 500 and heard[0].request == "abc-123"
    for part in ("The map service", "status 500", "abc-123", raised.value.user_message):
        assert part in lines[0]
    assert b"flyfun_outside_failures_total{" in metrics.page() and "status 500" in metrics.last[0].what


async def test_a_service_that_fails_each_request_of_one_call_is_one_line_and_one_count(
    data_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Trouble] = []
    settings = AgentSettings(data_dir=data_dir, open_meteo_url=f"{dead_url()}/v1/forecast")
    deps = Deps(settings, now=lambda: AT, cache=MemoryCache(), heard=heard.append)
    context = registry.ToolContext(deps, Question(text="", at=AT))
    # it asks for the forecast, and for the age of each model
    wind = ToolCall(tool="get_winds_aloft", arguments={"places": ["LFAT"]})
    with caplog.at_level(logging.WARNING, logger="flyfun.outside"):
        for _ in range(2):
            with pytest.raises(UpstreamError):
                await registry.run(wind, context)
    await deps.aclose()
    assert len([record for record in caplog.records if record.name == "flyfun.outside"]) == 2 == len(heard)
