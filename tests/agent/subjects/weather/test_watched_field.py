"""A watch over one field: what was named with it is looked at there, in forecasts and in reports, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from servers.aviationweather import AviationWeatherServer

from agent.deps import Deps
from agent.protocol import Conversation, Minima, Question
from agent.understanding import make_plan
from agent.weather.watching import Memory, crossed

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def report(awc: AviationWeatherServer, station: str, body: str, at: datetime) -> None:
    awc.metar(station, f"METAR {station} {at:%d%H%M}Z {body}", at.timestamp())


async def test_a_ceiling_named_with_the_watch_counts_for_it_alone(
    briefing: Any, awc: AviationWeatherServer
) -> None:
    report(awc, "LFAT", "24012KT 9999 BKN012 12/08 Q1012", NOON - timedelta(minutes=10))
    briefing.profile = briefing.profile.model_copy(update={"minima": Minima(visibility_m=20000)})
    found = await briefing.ask("watch_flight", to_location="LFAT", ceiling_ft=1500)
    assert found.minima == Minima(ceiling_ft=1500)
    assert [line.words for line in found.lines.values()] == [
        "Ceiling at LFAT 1,200 ft, below your 1,500 ft, METAR LFAT."
    ]
    assert found.from_icao == found.to_icao == "LFAT"
    words = await briefing.words("watch_flight", to_location="LFAT", ceiling_ft=1500)
    assert "**Watch LFAT, Sun 22 Nov?**" in words
    assert "Against what you named, and nothing else: ceiling 1,500 ft." in words


async def test_fog_that_clears_is_told_when_it_has_stayed_away(
    briefing: Any, awc: AviationWeatherServer, clock: Any
) -> None:
    report(awc, "LFAT", "00000KT 0600 FG VV001 02/02 Q1020", NOON - timedelta(minutes=10))
    foggy = await briefing.ask("watch_flight", to_location="LFAT", visibility_m=1000)
    memory = Memory(told=foggy.lines)
    assert list(foggy.lines) == ["report LFAT visibility"]
    for half_hours in (1, 2):
        clock.forward(minutes=30)
        at = NOON + timedelta(minutes=30 * half_hours - 10)
        report(awc, "LFAT", "24005KT 8000 BKN012 05/03 Q1020", at)
        seen = await briefing.ask("watch_flight", **foggy.flight)
        changes, memory = crossed(memory, seen.lines, seen.unseen)
        assert [one.worse for one in changes] == ([] if half_hours == 1 else [False])


async def test_a_silent_service_clears_no_fog(briefing: Any, awc: AviationWeatherServer, clock: Any) -> None:
    report(awc, "LFAT", "00000KT 0600 FG VV001 02/02 Q1020", NOON - timedelta(minutes=10))
    foggy = await briefing.ask("watch_flight", to_location="LFAT", visibility_m=1000)
    awc.metars.clear()
    memory = Memory(told=foggy.lines)
    for _ in range(2):
        clock.forward(minutes=80)
        seen = await briefing.ask("watch_flight", **foggy.flight)
        changes, memory = crossed(memory, seen.lines, seen.unseen)
        assert changes == []


async def test_of_a_flight_it_stands_beside_the_pilots_other_limits(briefing: Any) -> None:
    briefing.profile = briefing.profile.model_copy(update={"minima": Minima(visibility_m=5000)})
    flight = {"from_location": "EGTF", "to_location": "LFAT", "day": "2026-11-23"}
    found = await briefing.ask("watch_flight", **flight, ceiling_ft=1200)
    assert found.minima == Minima(visibility_m=5000, ceiling_ft=1200)
    assert found.flight["ceiling_ft"] == "1200"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tell me if it drops below 1500 ft at Le Touquet", {"to_location": "Le Touquet", "ceiling_ft": 1500}),
        ("let me know when the fog clears at Friedrichshafen", {"visibility_m": 1000}),
        ("ping me if the crosswind at Southend goes over 12 knots tomorrow", {"crosswind_kt": 12}),
        ("alert me when the wind at Lydd exceeds 20 kt this afternoon", {"wind_kt": 20}),
        (
            "sag mir Bescheid, wenn die Sicht in Genf unter 5 km fällt",
            {"to_location": "Genf", "visibility_m": 5000},
        ),
        ("préviens moi si le plafond passe sous 1500 pieds au Touquet", {"ceiling_ft": 1500}),
        (
            "watch Fairoaks to Le Touquet on Sunday and tell me if the ceiling goes below 1200 ft",
            {"from_location": "Fairoaks", "to_location": "Le Touquet", "ceiling_ft": 1200},
        ),
    ],
)
async def test_what_a_watch_is_to_tell_of_is_read(deps: Deps, text: str, said: dict[str, Any]) -> None:
    plan = await make_plan(Question(text=text, at=NOON), Conversation(), deps)
    (step,) = plan.steps
    assert step.tool == "watch_flight"
    assert said.items() <= step.arguments.items()
