"""How long and how far the fuel lasts: the pilot's figures, each reckoned by hand."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agent.deps import Deps
from agent.protocol import Conversation, Question
from agent.understanding import make_plan


@pytest.mark.parametrize(
    ("given", "words"),
    [
        # 120 / 34 = 3.529 h; less 1 h 2.529 h; at 115 kt 290.9 nm
        (
            {"usable_l": 120, "burn_lph": 34, "reserve_minutes": 60, "cruise_speed_kts": 115},
            ("**2h 32m** in the air, with 60 minutes kept", "**291 nm** at 115 kt in still air", "3h 32m until"),
        ),
        # 3 h less 45 min = 2.25 h; at 105 kt against 20 kt 85 kt: 191.25 nm
        (
            {"endurance_hours": 3, "reserve_minutes": 45, "cruise_speed_kts": 105, "headwind_kt": 20},
            ("**2h 15m** in the air", "**191 nm** at 105 kt with 20 kt on the nose"),
        ),
        ({"usable_l": 60, "burn_lph": 15}, ("**4h** of endurance", "nothing is taken off for a reserve")),
        (
            {"usable_l": 10, "burn_lph": 30, "reserve_minutes": 30},
            ("**Nothing is left to fly with**: 20m of fuel",),
        ),
    ],
)
async def test_the_figures(briefing: Any, given: dict[str, Any], words: tuple[str, ...]) -> None:
    said = await briefing.words("get_endurance", **given)
    assert [word for word in words if word not in said] == []


async def test_a_burn_that_nobody_told_is_asked_for(briefing: Any) -> None:
    found = await briefing.ask("get_endurance", usable_l=100)
    assert not found.found
    assert [missing.prompt for missing in found.missing_info] == [
        "What does your engine burn in cruise, in litres an hour?"
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("how long can I fly on 120 litres at 34 l/h", {"usable_l": 120, "burn_lph": 34}),
        ("endurance with 30 USG at 9 gph", {"usable_l": 113.6, "burn_lph": 34.1}),
        (
            "mit 80 Litern und 18 l/h, wie weit komme ich bei 100 Knoten",
            {"usable_l": 80, "burn_lph": 18, "true_airspeed_kts": 100},
        ),
        (
            "j'ai 90 litres, je consomme 25 l/h à 110 kt, autonomie avec 45 min de réserve ?",
            {"usable_l": 90, "burn_lph": 25, "true_airspeed_kts": 110, "reserve_minutes": 45},
        ),
        (
            "I've 3 hours of fuel, how far can I go at 105 knots keeping 45 minutes",
            {"endurance_hours": 3, "true_airspeed_kts": 105, "reserve_minutes": 45},
        ),
        (
            "how far can I get with 100 litres in a DR400, 115 kt, 35 l/h, with an hour's reserve",
            {
                "usable_l": 100,
                "burn_lph": 35,
                "true_airspeed_kts": 115,
                "reserve_minutes": 60,
                "aircraft_type": "DR400",
            },
        ),
    ],
)
async def test_what_is_in_the_tanks_needs_no_place_to_go_to(deps: Deps, text: str, wanted: dict[str, Any]) -> None:
    at = datetime(2026, 11, 24, 10, tzinfo=UTC)
    plan = await make_plan(Question(text=text, at=at), Conversation(), deps)
    assert [(step.tool, step.arguments) for step in plan.steps] == [("get_endurance", wanted)]
