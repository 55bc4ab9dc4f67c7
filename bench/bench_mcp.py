"""What the MCP server adds to the tool it runs, with the protocol's own client; and how long its lists are."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import time
from collections.abc import Awaitable, Callable

from mcp.client.client import Client

from agent.config import AgentSettings
from agent.deps import Deps
from agent.registry import tools
from bench.rows import Row
from bot.mcp.calls import run as run_tool
from bot.mcp.server import mcp_server
from bot.mcp.surface import example_of, listed

CALLS = ("calculate_flight_distance", "get_airport_details", "get_notification_for_airport", "get_border_brief")
REPEAT = 31
LETTERS_A_TOKEN = 3.6


def run() -> list[Row]:
    """CPU of a call over the CPU of its tool, both of one process: the client's part is in it."""
    deps = Deps(settings=AgentSettings.from_environ(os.environ))
    rows = asyncio.run(_calls(deps))
    for choice, target in (("core", 6_000), ("all", None)):
        told = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed(choice)]
        letters = len(json.dumps({"tools": told}, ensure_ascii=False, separators=(",", ":")))
        rows.append(Row(f"tools/list of {choice}, tokens at most", letters / LETTERS_A_TOKEN, "", target))
    return rows


async def _calls(deps: Deps) -> list[Row]:
    rows: list[Row] = []
    async with Client(mcp_server(lambda: deps, "all")) as client:
        await client.list_tools()
        for name in CALLS:
            tool, arguments = tools()[name], dict(example_of(name) or {})
            alone = await _median_ms(lambda: run_tool(tool, arguments, deps))  # noqa: B023 -- awaited here
            whole = await _median_ms(lambda: client.call_tool(name, arguments))  # noqa: B023
            rows.append(Row(f"{name}: a call over its tool", max(0.0, whole - alone), "ms", 10))
    return rows


async def _median_ms(call: Callable[[], Awaitable[object]]) -> float:
    for _ in range(3):
        await call()
    samples: list[float] = []
    for _ in range(REPEAT):
        started = time.process_time_ns()
        await call()
        samples.append((time.process_time_ns() - started) / 1e6)
    return statistics.median(samples)
