"""A frozen noon, a weather service on this machine, and a way to ask one tool and read its words."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from servers.aviationweather import AviationWeatherServer
from servers.open_meteo import OpenMeteoServer

from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps, MemoryCache
from agent.protocol import Answer, Conversation, Folded, Plan, Profile, Question, ToolCall
from agent.writing.write import Talk, write

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


class Clock:
    """The time of a test, which it may move."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **by: float) -> None:
        self.now += timedelta(**by)


class Briefing:
    """Asks weather tools and tells their words, those behind a tap too."""

    def __init__(self, deps: Deps, clock: Clock) -> None:
        self.deps, self.clock = deps, clock
        self.profile = Profile()

    async def ask(self, name: str, **arguments: Any) -> Any:
        question = Question(text="(a test)", at=self.clock(), profile=self.profile)
        return await registry.run(
            ToolCall(tool=name, arguments=arguments), registry.ToolContext(self.deps, question)
        )

    async def answer(self, name: str, **arguments: Any) -> Answer:
        result = await self.ask(name, **arguments)
        question = Question(text="(a test)", at=self.clock(), profile=self.profile)
        call = ToolCall(tool=name, arguments=arguments)
        registry.open_rooms()
        return write(result, Talk(question, Conversation(), Plan(steps=(call,)), call, self.deps))

    async def words(self, name: str, **arguments: Any) -> str:
        answer = await self.answer(name, **arguments)
        folded = [part.markdown for part in answer.parts if isinstance(part, Folded) and part.tapped]
        return "\n".join([answer.text, *folded])


@pytest.fixture(scope="session")
def shared(data_dir: Path) -> Deps:
    """The shipped data, read once."""
    return Deps(settings=AgentSettings(data_dir=data_dir))


@pytest.fixture
async def awc() -> AsyncIterator[AviationWeatherServer]:
    async with AviationWeatherServer() as server:
        yield server


@pytest.fixture
async def meteo() -> AsyncIterator[OpenMeteoServer]:
    async with OpenMeteoServer() as server:
        yield server


@pytest.fixture
def clock() -> Clock:
    return Clock()


BriefingWith = Callable[..., Briefing]


@pytest.fixture
async def briefing_with(shared: Deps, clock: Clock) -> AsyncIterator[BriefingWith]:
    made: list[Deps] = []

    def make(**settings: Any) -> Briefing:
        chosen = replace(shared.settings, **settings)
        deps = Deps(settings=chosen, now=clock, cache=MemoryCache())
        for name in ("airports", "countries", "places", "aircraft", "facts", "weather_tables"):
            deps.__dict__[name] = getattr(shared, name)
        made.append(deps)
        return Briefing(deps, clock)

    yield make
    for deps in made:
        await deps.aclose()


@pytest.fixture
def briefing(briefing_with: BriefingWith, awc: AviationWeatherServer, meteo: OpenMeteoServer) -> Briefing:
    return briefing_with(awc_url=awc.endpoint, open_meteo_url=meteo.endpoint)
