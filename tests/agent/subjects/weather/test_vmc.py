"""Whether it is VMC: figures beside the minima of visual flight, and no verdict."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from servers.aviationweather import AviationWeatherServer

from agent.deps import Deps
from agent.protocol import Conversation, Question
from agent.understanding import make_plan

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Is Cork VMC", "Cork"),
        ("is it VFR at Cork", "Cork"),
        ("on est VMC à Quimper ?", "Quimper"),
        ("ist in Kassel VFR möglich heute nachmittag", "Kassel"),
    ],
)
async def test_a_place_asked_to_be_vmc_is_its_report_beside_the_minima(
    text: str, place: str, shared: Deps
) -> None:
    (step,) = (await make_plan(Question(text=text, at=NOON), Conversation(), shared)).steps
    assert (step.tool, step.arguments["places"], step.arguments["vmc"]) == ("get_weather", [place], True)


@pytest.mark.parametrize("text", ["VFR minima in France", "night VFR in Ireland", "is Fowlmere VFR only"])
async def test_a_rule_of_visual_flight_is_no_report(text: str, shared: Deps) -> None:
    plan = await make_plan(Question(text=text, at=NOON), Conversation(), shared)
    assert not any(step.arguments.get("vmc") for step in plan.steps)


async def test_the_figures_stand_beside_the_minima(briefing: Any, awc: AviationWeatherServer, clock: Any) -> None:
    at = (clock() - timedelta(minutes=10)).timestamp()
    awc.metar("EICK", "METAR EICK 221150Z 24018KT 4000 BKN012 12/08 Q1009", at)
    awc.metar("EGKK", "METAR EGKK 221150Z 24018KT 9999 SCT030 12/08 Q1009", at)
    low = await briefing.words("get_weather", places=["EICK"], kind="metar", vmc=True)
    assert low.startswith(
        "**EICK: ceiling 1,200 ft, visibility 4 km: below the 1,500 ft of a control zone and below 5 km**"
    )
    assert "classes F and G clear of cloud" in low
    clear = await briefing.words("get_weather", places=["EGKK"], kind="metar", vmc=True)
    assert clear.startswith("**EGKK: no ceiling, visibility 10 km or more: not below 5 km")
    assert "class G 1,500 m" in clear


@pytest.mark.parametrize(
    "text",
    [
        "TAF Friedrichshafen und Memmingen, reichts heute noch für Sicht?",
        "TAF Memmingen, is it still good for VFR for the rest of the day?",
    ],
)
async def test_the_rest_of_today_is_asked_to_its_evening(text: str, shared: Deps) -> None:
    (step,) = (await make_plan(Question(text=text, at=NOON), Conversation(), shared)).steps
    assert step.arguments.get("vmc") and step.arguments.get("until") == "18:00"
