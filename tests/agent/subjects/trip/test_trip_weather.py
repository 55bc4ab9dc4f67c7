"""The weather beside a trip's plan: of its own ends and hours, against the pilot's minima, and never in its way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from servers.aviationweather import AviationWeatherServer
from servers.open_meteo import OpenMeteoServer, calm_day

from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Minima, Profile, Question, ToolCall
from agent.subjects.trip.timeline import TripPlan

NOW = datetime(2026, 11, 25, 9, 40, tzinfo=UTC)
TRIP = {
    "from_location": "EGLD", "to_location": "LFAT", "day": "2026-11-26", "off_block": "10:00",
    "return_day": "2026-11-26", "return_off_block": "15:00", "cruise_speed_kts": 100,
}  # fmt: skip


class Sky:
    """Weather servers of the test's own, and a way to plan under them."""

    def __init__(self, deps: Deps, awc: AviationWeatherServer, meteo: OpenMeteoServer) -> None:
        self.deps, self.awc, self.meteo = deps, awc, meteo

    async def plan(self, minima: Minima | None = None, **changes: object) -> TripPlan:
        question = Question(text="", at=NOW, profile=Profile(minima=minima or Minima()))
        call = ToolCall.model_validate({"tool": "plan_trip", "arguments": {**TRIP, **changes}})
        found = await registry.run(call, registry.ToolContext(self.deps, question))
        assert isinstance(found, TripPlan)
        return found


@pytest.fixture
async def sky(data_dir: Path) -> AsyncIterator[Sky]:
    async with AviationWeatherServer() as awc, OpenMeteoServer() as meteo:
        raw = "TAF LFAT 250500Z 2506/2612 24016G26KT 9999 BKN012"
        awc.taf("LFAT", raw, (NOW - timedelta(hours=4)).timestamp())
        settings = AgentSettings(data_dir=data_dir, awc_url=awc.endpoint, open_meteo_url=meteo.endpoint)
        deps = Deps(settings=settings, now=lambda: NOW)
        yield Sky(deps, awc, meteo)
        await deps.aclose()


async def test_a_trip_tells_the_taf_at_its_arrival_and_the_models_beyond_it(sky: Sky) -> None:
    told = (await sky.plan()).weather.splitlines()
    # 103 nm at 100 kt is 1 h 02 min: there at 11:02Z, home at 15:02Z, the TAF ends at 12Z
    assert told[0] == (
        "LFAT 12:02 local (11:02Z): TAF LFAT: ceiling 1,200 ft · visibility 10 km or more · "
        "wind to 16 kt gusting 26."  # an hour about the arrival is looked at
    )
    assert told[1].startswith("EGLD 15:02Z: all 3 models dry; wind 250° 10 kt")


async def test_what_is_below_the_minima_stands_first(sky: Sky) -> None:
    told = (await sky.plan(Minima(ceiling_ft=1500))).weather
    assert told.startswith("**Ceiling at LFAT 1,200 ft, below your 1,500 ft, TAF LFAT")


async def test_without_minima_nothing_is_compared(sky: Sky) -> None:
    assert "minima" not in (await sky.plan()).weather


async def test_nothing_is_found_against_minima_that_hold(sky: Sky) -> None:
    assert (await sky.plan(Minima(ceiling_ft=500))).weather.startswith("Nothing found against your minima")


async def test_what_was_not_said_is_named_where_it_was_taken(sky: Sky) -> None:
    told = (await sky.plan(off_block=None, return_off_block=None, cruise_speed_kts=None)).weather
    assert "Taken for it: off blocks 10:00, back 15:00." in told


async def test_a_way_home_on_another_day_is_looked_at_on_that_day(sky: Sky) -> None:
    sunday = datetime(2026, 11, 29, tzinfo=UTC).date()
    sky.meteo.tell = lambda name, model, hour: (
        1.0 if name == "precipitation" and hour.date() == sunday else calm_day(name, model, hour)
    )
    told = (await sky.plan(return_day="2026-11-29")).weather
    assert "EGLD 15:02Z: none of" in told


async def test_a_day_too_far_ahead_says_from_when(sky: Sky) -> None:
    told = (await sky.plan(day="2026-12-04", return_day="2026-12-04")).weather
    assert told == "Too early for the weather of Fri 4 Dec; from Fri 27 Nov I can."
    assert sky.meteo.asked() == []


async def test_servers_that_are_away_cost_one_sentence(sky: Sky) -> None:
    sky.awc.down = sky.meteo.down = True
    plan = await sky.plan()
    assert plan.weather == "Weather: no forecast seen now; [Weather] asks again."
    assert len(plan.tasks) > 3


async def test_what_is_asked_of_one_deadline_asks_no_weather(sky: Sky) -> None:
    await sky.plan(about="report")
    assert sky.meteo.asked() == []
