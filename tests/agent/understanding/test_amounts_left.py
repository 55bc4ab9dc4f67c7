"""A reckoning names the amounts that it was told and does not hold."""

from __future__ import annotations

from datetime import date

import pytest

from agent.protocol import ToolCall
from agent.understanding.beside.amounts_left import amounts_left
from agent.understanding.reader.reader import Reader

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("text", "tool", "arguments", "left"),
    [
        (
            "burns 36 l an hour, leg is 3 h 20",
            "get_fuel_plan",
            {"burn_lph": 36, "flight_minutes": 60},
            ("3h20",),
        ),
        ("burns 36 l an hour, leg is 3 h 20", "get_fuel_plan", {"burn_lph": 36, "flight_minutes": 200}, ()),
        ("250 nm at 120 kt and 30 l/h", "get_fuel_plan", {"burn_lph": 30, "flight_minutes": 125}, ()),
        (
            "I have 5 hours endurance at 105 kt",
            "calculate_flight_distance",
            {"cruise_speed_kts": 105},
            ("5 hours",),
        ),
        ("runway 20 with wind 250/18", "get_runway_wind", {"runway": "20", "wind": "250/18"}, ()),
        ("over 3000 m at 200 km/h", "get_wind_plan", {"level_ft": 9843, "true_airspeed_kts": 108}, ()),
        ("fields within 40 nm", "find_airports_near_location", {}, ()),
    ],
)
def test_what_is_reckoned_without_it_is_named(
    reader: Reader, text: str, tool: str, arguments: dict[str, int], left: tuple[str, ...]
) -> None:
    call = ToolCall(tool=tool, arguments={**arguments})
    assert amounts_left([call], reader.said(text, TODAY)) == left


def test_a_wind_straight_on_the_nose_is_no_speed(reader: Reader) -> None:
    said = reader.said("Rochester to Ostend with 20 knots bang on the nose", TODAY)
    assert [(q.kind, q.value) for q in said.slots.quantities] == [("wind", 20)]
