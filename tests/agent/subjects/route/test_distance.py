"""Distances and times: computed here by other means, never copied from the tool."""

from __future__ import annotations

import math
from typing import Any

import pytest

from agent.errors import InvalidQuestion
from agent.subjects.route.speed import format_hours

TOOL = "calculate_flight_distance"


async def test_fairoaks_to_cannes_is_559_nm_and_asks_for_a_speed(run_tool: Any) -> None:
    result = await run_tool(TOOL, {"from_location": "EGTF", "to_location": "LFMD"})
    assert result.distance_nm == pytest.approx(559, abs=1)
    assert result.estimated_time_hours is None
    (asked,) = result.missing_info
    assert asked.key == "cruise_speed"
    assert asked.examples == ("120 knots", "Cessna 172", "SR22")


@pytest.mark.parametrize(("knots", "minutes"), [(140, 3 * 60 + 59), (120, 4 * 60 + 39), (170, 3 * 60 + 17)])
async def test_time_is_distance_by_speed(run_tool: Any, knots: float, minutes: int) -> None:
    result = await run_tool(TOOL, {"from_location": "EGTF", "to_location": "LFMD", "cruise_speed_kts": knots})
    hours, _, rest = result.estimated_time_formatted.partition("h")
    assert int(hours) * 60 + int(rest.strip(" m") or 0) == pytest.approx(minutes, abs=1)
    assert result.cruise_speed_source == "provided"


async def test_a_headwind_of_20_kt_is_shown_beside_still_air(run_tool: Any) -> None:
    result = await run_tool(TOOL, {"from_location": "EGTF", "to_location": "LFMD", "cruise_speed_kts": 140})
    assert result.headwind_time_formatted == format_hours(result.distance_nm / 120)


async def test_a_type_brings_its_typical_speed_and_says_so(run_tool: Any) -> None:
    result = await run_tool(TOOL, {"from_location": "EGTF", "to_location": "LFMD", "aircraft_type": "C172"})
    assert result.cruise_speed_kts == 120
    assert result.cruise_speed_source == "typical Cessna 172 book cruise"


async def test_an_explicit_speed_wins_over_the_type(run_tool: Any) -> None:
    arguments = {"from_location": "EGTF", "to_location": "LFMD", "aircraft_type": "SR22", "cruise_speed_kts": 95}
    assert (await run_tool(TOOL, arguments)).cruise_speed_kts == 95


async def test_the_pilots_own_speed_is_used_when_nothing_is_said(run_tool: Any) -> None:
    route = {"from_location": "EGTF", "to_location": "LFMD"}
    result = await run_tool(TOOL, route, aircraft="Cessna 172", cruise_speed_kts=105)
    assert (result.cruise_speed_kts, result.cruise_speed_source) == (105, "your profile")
    assert (await run_tool(TOOL, route, aircraft="SR22")).cruise_speed_kts == 170


async def test_half_a_mooney_is_a_question(run_tool: Any) -> None:
    result = await run_tool(TOOL, {"from_location": "EGTF", "to_location": "LFAT", "aircraft_type": "Mooney"})
    assert result.distance_nm is not None
    assert result.missing_info[0].key == "cruise_speed"
    assert len(result.missing_info[0].examples) >= 2


@pytest.mark.parametrize("knots", [0, -120, 5, 100000, math.inf, math.nan])
async def test_a_speed_nobody_cruises_at_is_not_used(run_tool: Any, knots: float) -> None:
    result = await run_tool(TOOL, {"from_location": "EGTF", "to_location": "LFMD", "cruise_speed_kts": knots})
    assert result.estimated_time_hours is None
    assert result.missing_info[0].key == "cruise_speed"
    assert "not a cruise speed I can use" in result.missing_info[0].prompt


async def test_a_speed_that_is_no_number_is_refused_in_one_sentence(run_tool: Any) -> None:
    with pytest.raises(InvalidQuestion) as caught:
        await run_tool(TOOL, {"from_location": "EGTF", "to_location": "LFMD", "cruise_speed_kts": "fast"})
    assert "\n" not in caught.value.user_message


async def test_a_town_is_replaced_by_a_named_airfield_with_the_others_to_tap(run_tool: Any) -> None:
    result = await run_tool(TOOL, {"from_location": "Paris", "to_location": "LFMD"})
    assert result.substitutions["from"].original == "Paris"
    assert result.substitutions["from"].resolved == result.from_.icao
    instead = [choice.call.arguments for choice in result.choices]
    assert instead and all(call["from_location"].startswith("LF") for call in instead)
    assert {call["to_location"] for call in instead} == {"LFMD"}


async def test_aliases_of_arguments_are_accepted(run_tool: Any) -> None:
    result = await run_tool(TOOL, {"from": "EGTF", "to": "LFMD"})
    assert result.distance_nm == pytest.approx(559, abs=1)


@pytest.mark.parametrize("place", ["LFXX", "ZZZZ", "nowhere at all xyzzy"])
async def test_an_unknown_place_is_said_not_guessed(run_tool: Any, place: str) -> None:
    result = await run_tool(TOOL, {"from_location": "EGTF", "to_location": place})
    assert not result.found
    assert result.message.startswith("I don't know")
    assert result.distance_nm is None


async def test_from_and_to_must_differ(run_tool: Any) -> None:
    with pytest.raises(InvalidQuestion, match="same place"):
        await run_tool(TOOL, {"from_location": "LFAT", "to_location": "Le Touquet"})


async def test_towns_of_one_name_are_asked_about(run_tool: Any) -> None:
    result = await run_tool(TOOL, {"from_location": "EGTF", "to_location": "Newport"})
    assert not result.found
    assert result.missing_info[0].key == "location_clarification"
    assert result.missing_info[0].argument == "to_location"
    assert len(result.missing_info[0].examples) >= 2


@pytest.mark.parametrize(
    ("start", "end", "prefixes"),
    [
        ("EGTF", "Santiago", ("EGTF", "LEST")),
        ("Perth", "Oban", ("EGPT", "EGEO")),
        ("Perth", "YGEL", ("Y", "YGEL")),
        ("Melbourne", "YSBK", ("Y", "YSBK")),
        ("Barton", "Halfpenny Green", ("EGCB", "EGBO")),
    ],
)
async def test_the_other_end_decides_between_namesakes(
    run_tool: Any, start: str, end: str, prefixes: tuple[str, str]
) -> None:
    result = await run_tool(TOOL, {"from_location": start, "to_location": end})
    assert result.found and result.distance_nm < 1000
    assert result.from_.icao.startswith(prefixes[0]) and result.to.icao.startswith(prefixes[1])


async def test_full_width_letters_and_marks_are_the_same_code(run_tool: Any) -> None:
    result = await run_tool(TOOL, {"from_location": "ＥＧＴＦ", "to_location": "\u202elfmd\u202c"})
    assert (result.from_.icao, result.to.icao) == ("EGTF", "LFMD")


@pytest.mark.parametrize(
    ("hours", "words"), [(4.65, "4h 39m"), (3.0, "3h"), (0.75, "45m"), (2.999, "3h"), (0, "0m")]
)
def test_hours_are_written_as_pilots_write_them(hours: float, words: str) -> None:
    assert format_hours(hours) == words


@pytest.mark.parametrize(("wind", "ground_speed"), [(15, 125), (-25, 165)])
async def test_the_pilots_own_wind_takes_the_place_of_the_usual_one(
    run_tool: Any, wind: float, ground_speed: float
) -> None:
    route = {"from_location": "EGTF", "to_location": "LFMD", "cruise_speed_kts": 140, "headwind_kts": wind}
    result = await run_tool(TOOL, route)
    assert result.headwind_time_formatted == format_hours(result.distance_nm / ground_speed)
    assert result.estimated_time_hours == pytest.approx(result.distance_nm / 140, abs=0.01)


async def test_endurance_is_counted_against_the_wind_that_was_said(run_tool: Any) -> None:
    route = {"from_location": "EGTF", "to_location": "LFMD", "cruise_speed_kts": 140, "endurance_hours": 4.5}
    still = await run_tool(TOOL, route)
    assert still.endurance_left_hours == pytest.approx(4.5 - 559.2 / 140, abs=0.01)
    windy = await run_tool(TOOL, {**route, "headwind_kts": 30})
    assert windy.endurance_left_hours == pytest.approx(4.5 - 559.2 / 110, abs=0.01)


async def test_a_wind_as_strong_as_the_aeroplane_gives_no_time(run_tool: Any) -> None:
    route = {"from_location": "EGTF", "to_location": "LFMD", "cruise_speed_kts": 70, "headwind_kts": 60}
    assert (await run_tool(TOOL, route)).headwind_time_formatted is None


@pytest.mark.parametrize("name", ["Newport", "Springfield", "Santiago", "St. Johann", "Merida", "Kingston"])
async def test_every_place_offered_for_a_name_is_understood_as_that_place(run_tool: Any, name: str) -> None:
    asked = await run_tool(TOOL, {"from_location": "EGTF", "to_location": name})
    examples = next((m.examples for m in asked.missing_info if m.key == "location_clarification"), ())
    found = [await run_tool(TOOL, {"from_location": "EGTF", "to_location": example}) for example in examples]
    assert all(result.found and result.distance_nm for result in found)
    assert len({result.distance_nm for result in found}) == len(examples)


@pytest.mark.parametrize(("other", "field"), [("Cork", "LFRB"), ("LFEC", "LFRB"), ("Minsk", "UMBB")])
async def test_a_namesake_beyond_a_flight_from_the_other_end_is_not_meant(
    other: str, field: str, run_tool: Any
) -> None:
    result = await run_tool(TOOL, {"from_location": other, "to_location": "Brest"})
    assert result.to.icao == field
