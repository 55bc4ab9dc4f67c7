"""There and back: the wind turns with the aeroplane."""

from __future__ import annotations

from typing import Any

import pytest

from agent.subjects.route.speed import format_hours

DISTANCE = "calculate_flight_distance"
ROUTE = {"from_location": "EGHR", "to_location": "EGJA", "cruise_speed_kts": 100}


async def test_the_headwind_out_is_a_tailwind_back(run_tool: Any) -> None:
    found = await run_tool(DISTANCE, {**ROUTE, "return": True, "headwind_kts": 20})
    out, back = found.distance_nm / 80, found.distance_nm / 120
    assert (found.headwind_time_formatted, found.back_time_formatted) == (format_hours(out), format_hours(back))
    assert found.both_ways_time_formatted == format_hours(out + back)


async def test_endurance_is_counted_against_both_ways(run_tool: Any) -> None:
    one = await run_tool(DISTANCE, {**ROUTE, "endurance_hours": 4})
    both = await run_tool(DISTANCE, {**ROUTE, "endurance_hours": 4, "return": True})
    assert 4 - both.endurance_left_hours == pytest.approx(2 * (4 - one.endurance_left_hours))


async def test_a_wind_that_leaves_no_ground_speed_gives_no_sum(run_tool: Any) -> None:
    found = await run_tool(DISTANCE, {**ROUTE, "return": True, "headwind_kts": 95})
    assert found.both_ways_time_formatted is None
