"""The day brief: the time of one with the forecasts and reports in the cache, and the requests of one without."""

from __future__ import annotations

import asyncio
import importlib
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps, MemoryCache
from agent.protocol import Minima, Profile, Question, ToolCall
from bench.rows import Row

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
BRIEF = ToolCall(
    tool="get_day_brief",
    arguments={"from_location": "EGTF", "to_location": "LFAT", "day": "2026-11-23", "cruise_speed_kts": 110},
)
OWN = Profile(minima=Minima(ceiling_ft=1500, visibility_m=5000, crosswind_kt=12, gust_kt=15))


def run() -> list[Row]:
    """The median of a warm brief, and how many requests a cold one made."""
    with asyncio.Runner() as runner:
        return runner.run(_measured())


async def _measured() -> list[Row]:
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    reports: Any = importlib.import_module("servers.aviationweather").AviationWeatherServer
    forecasts: Any = importlib.import_module("servers.open_meteo").OpenMeteoServer
    async with reports() as awc, forecasts() as meteo:
        deps = Deps(
            settings=AgentSettings(awc_url=awc.endpoint, open_meteo_url=meteo.endpoint),
            now=lambda: NOW,
            cache=MemoryCache(),
        )
        question = Question(text="(a benchmark)", at=NOW, profile=OWN)
        context = registry.ToolContext(deps, question)
        await registry.run(BRIEF, context)
        cold = len(awc.requests) + len(meteo.requests)
        times: list[float] = []
        for _ in range(21):
            before = asyncio.get_running_loop().time()
            await registry.run(BRIEF, context)
            times.append(1000 * (asyncio.get_running_loop().time() - before))
        again = len(awc.requests) + len(meteo.requests) - cold
        await deps.aclose()
    return [
        Row("a day brief from warm caches, wall", sorted(times)[10], "ms", 100),
        Row("requests of a cold brief", cold, ""),
        Row("requests of the warm ones", again, "", 0),
    ]
