"""What follows from the air: a true airspeed, the base of cumulus; a factor that only a handbook has."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Question
from agent.understanding import make_plan
from agent.weather.air import standard_temperature_c, true_airspeed_kts
from bot.transcript import gather

THURSDAY = datetime(2026, 11, 26, 10, 10, tzinfo=UTC)


async def call_of(text: str, deps: Deps) -> tuple[str, dict[str, Any]]:
    plan = await make_plan(Question(text=text, at=THURSDAY), Conversation(), deps)
    (step,) = plan.steps
    return step.tool, step.arguments


async def told(text: str, deps: Deps) -> str:
    return (await gather(answer(Question(text=text, at=THURSDAY), Conversation(), deps))).text


@pytest.mark.parametrize(
    ("calibrated", "height", "warmth", "true"),
    [
        (100, 0, 15, 100.0),  # by definition
        (120, 10_000, -4.8, 139.4),  # σ 0.7385 of the standard tables, less 0.2 of compressibility
        (250, 10_000, -4.8, 288.7),  # Mach 0.4523 of the tables by 638.3 kt, the speed of sound there
        (110, 5_000, 15, 120.5),  # 110 / √(0.8320 · 288.15 / 288.15)
    ],
)
def test_a_true_airspeed_is_that_of_the_tables(
    calibrated: float, height: float, warmth: float, true: float
) -> None:
    assert true_airspeed_kts(calibrated, height, warmth) == pytest.approx(true, abs=0.3)


def test_the_standard_temperature_falls_two_degrees_in_a_thousand_feet() -> None:
    assert standard_temperature_c(0) == pytest.approx(15)
    assert standard_temperature_c(10_000) == pytest.approx(-4.81, abs=0.01)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("IAS 105 at FL85, OAT minus 5, what's my true airspeed", {"indicated_kts": 105, "flight_level": 85, "temperature_c": -5}),
        ("TAS at 6000 ft with 110 knots indicated and 10 degrees", {"indicated_kts": 110, "elevation_ft": 6000, "temperature_c": 10}),
        ("what's my TAS if I indicate 98 at 4500 QNH 1003", {"indicated_kts": 98, "elevation_ft": 4500, "qnh_hpa": 1003}),
        ("vitesse vraie pour 120 kt indiqués au FL100 par ISA+10", {"indicated_kts": 120, "flight_level": 100, "isa_deviation_c": 10}),
        ("wahre Eigengeschwindigkeit bei 95 kt IAS, 5000 ft, 15 Grad?", {"indicated_kts": 95, "elevation_ft": 5000, "temperature_c": 15}),
        ("spread 6 degrees, where's the base", {"cloud_base": True, "spread_c": 6}),
        ("temp 14 dew point 9, what cloudbase should I expect", {"temperature_c": 14, "dewpoint_c": 9, "cloud_base": True}),
        ("Temperatur 21 Taupunkt 12, wo liegt die Cumulusbasis?", {"temperature_c": 21, "dewpoint_c": 12, "cloud_base": True}),
        ("écart de 7 degrés, quelle base ?", {"cloud_base": True, "spread_c": 7}),
        ("how much longer is the landing roll on wet grass", {"factors": True}),
        ("Zuschlag Startstrecke bei nassem Gras?", {"factors": True}),
        ("runway slopes 2 percent uphill, how much more for takeoff", {"factors": True}),
    ],
)  # fmt: skip
async def test_what_follows_from_the_air_is_read(text: str, said: dict[str, Any], deps: Deps) -> None:
    tool, arguments = await call_of(text, deps)
    assert tool == "get_density_altitude"
    assert arguments == said


async def test_answers_say_what_was_taken(deps: Deps) -> None:
    speed = await told("TAS at 6000 ft with 110 knots indicated and 10 degrees", deps)
    assert "122 kt true airspeed" in speed
    assert "taken as pressure altitude" in speed
    base = await told("dew point spread of 8 at Sion, how high is cumulus", deps)
    assert "About 3,200 ft above the station" in base
    assert "4,800 ft above the sea" in base
    assert "never for stratus" in base
    assert "I hold no factors" in await told("how much longer is the landing roll on wet grass", deps)
