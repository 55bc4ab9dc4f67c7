"""Journeys of several legs, the wind and the fuel that a pilot names, and what is said to be left aside."""

from __future__ import annotations

from typing import Any

import pytest

DISTANCE = "calculate_flight_distance"


def legs_of(plan: Any) -> list[tuple[str, str]]:
    assert all(step.tool == DISTANCE for step in plan.steps), [step.tool for step in plan.steps]
    return [(step.arguments["from_location"], step.arguments["to_location"]) for step in plan.steps]


@pytest.mark.parametrize(
    ("text", "legs"),
    [
        ("EGTF to LFAT to LFMD at 120kt", [("EGTF", "LFAT"), ("LFAT", "LFMD")]),
        ("EGKB LFAT LFOZ LFMD", [("EGKB", "LFAT"), ("LFAT", "LFOZ"), ("LFOZ", "LFMD")]),
        ("how long EGTF to LFMD via LFLY in a DA40", [("EGTF", "LFLY"), ("LFLY", "LFMD")]),
        ("London to Paris to Nice", [("London", "Paris"), ("Paris", "Nice")]),
        ("how far from Oxford to Dublin then to Galway", [("Oxford", "Dublin"), ("Dublin", "Galway")]),
        ("route LFPN - LFBD - LFBZ", [("LFPN", "LFBD"), ("LFBD", "LFBZ")]),
    ],
)
async def test_each_leg_of_a_journey_is_measured(ask: Any, text: str, legs: list[tuple[str, str]]) -> None:
    assert legs_of(await ask(text)) == legs


@pytest.mark.parametrize(
    ("text", "speed", "wind"),
    [
        ("EGKB to LSGS at 155 kts with 15 kt headwind", 155, 15),
        ("with 15 kt headwind at 155 kts EGKB to LSGS", 155, 15),
        ("EGTF to LFMD 140 knots tailwind 25", 140, -25),
        ("how long EGTF LFMD, 140 knots, 20 knots on the nose", 140, 20),
        ("EGTF LFMD 130 kt headwind of 30 knots", 130, 30),
        ("wie lange von EDNY nach LFMD mit 120 kt und 20 kt Gegenwind", 120, 20),
        ("temps de vol LFPN LFMD à 110 kt avec 15 kt de vent de face", 110, 15),
    ],
)
async def test_a_wind_is_no_speed_of_the_aeroplane(ask: Any, text: str, speed: int, wind: int) -> None:
    (step,) = (await ask(text)).steps
    assert step.tool == DISTANCE
    assert (step.arguments["cruise_speed_kts"], step.arguments["headwind_kts"]) == (speed, wind)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("can I make EGTK to LFBZ non stop with 4 hours endurance at 110 kt", 4),
        ("EGTF to LFMD nonstop at 140 kt, 5h endurance", 5),
    ],
)
async def test_endurance_is_held_against_the_flight_not_taken_for_a_leg(ask: Any, text: str, hours: int) -> None:
    (step,) = (await ask(text)).steps
    assert (step.tool, step.arguments["endurance_hours"]) == (DISTANCE, hours)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("EGTF to LFMD or LFMN at 120 kt", "LFMN"),
        ("airports between EGTF, LFAT and LFMD", "LFMD"),
        ("fuel needed EGTF LFMD at 140kt burning 38 l/h", "38 l/h"),
        ("airports near Lyon with avgas for an aircraft of 1200 kg", "1200 kg"),
    ],
)
async def test_what_no_tool_takes_is_said(ask: Any, text: str, left: str) -> None:
    plan = await ask(text)
    assert plan.steps
    assert plan.reasoning == f"Left aside: {left}."


@pytest.mark.parametrize(
    "text",
    [
        "tell me about le touquet",
        "airports within 50 km of Nice with a runway over 800 m",
        "landing fee EGKB for a C172 of 1.1 t",
        "stop within 3h EGTF to LFMD, SR22",
        "Landing Le Touquet 11:00 local Tuesday, off blocks 14:00. Lunch and something to see?",
        "beach near EGHH within 10 km",
        "less than 24h notice near Etretat",
        "at 115 mph how long from EGTF to LFMD",
        "night VFR in Spain above 2000 ft",
    ],
)
async def test_nothing_is_said_to_be_left_aside_when_all_was_used(ask: Any, text: str) -> None:
    assert "Left aside" not in (await ask(text)).reasoning


@pytest.mark.parametrize(
    "text", ["What is the ICAO for Blackbushe", "icao code of Blackbushe", "Blackbushe icao code?"]
)
async def test_a_code_is_found_by_the_airfields_name(ask: Any, text: str) -> None:
    (step,) = (await ask(text)).steps
    assert (step.tool, step.arguments) == ("get_airport_details", {"icao_code": "EGLK"})


@pytest.mark.parametrize("text", ["landed at LFAT from EGTF, great lunch", "we flew EGTF to LFAT, paid 24 euros"])
async def test_a_visit_that_is_told_is_still_a_report(ask: Any, text: str) -> None:
    assert [step.tool for step in (await ask(text)).steps] == ["propose_report"]


@pytest.mark.parametrize("text", ["cheapest avgas near Lyon", "airports in France with the lowest landing fees"])
async def test_a_list_that_cannot_be_ordered_by_price_says_so(ask: Any, text: str) -> None:
    assert "by price" in (await ask(text)).reasoning


@pytest.mark.parametrize("text", ["is Le Touquet a port of entry?", "is LFAT a point of entry"])
async def test_whether_one_field_is_a_port_of_entry_is_asked_of_that_field(ask: Any, text: str) -> None:
    (step,) = (await ask(text)).steps
    assert (step.tool, step.arguments["icao_code"]) == ("get_airport_details", "LFAT")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("weather has turned at Lyon, how do I get home to London", "Lyon"),
        ("we are grounded in Annecy by weather, need to get back to London tonight", "Annecy"),
        ("weathered in at LFAT, two of us to London", "LFAT"),
    ],
)
async def test_who_is_kept_on_the_ground_is_found_an_airline_home(ask: Any, text: str, start: str) -> None:
    (step,) = (await ask(text)).steps
    assert (step.tool, step.arguments["origin"], step.arguments["destination"]) == (
        "search_flights",
        start,
        "London",
    )


@pytest.mark.parametrize("text", ["how far from EGTF to LFAT at 110", "EGTF to LFAT at 110, with 20 kt headwind"])
async def test_a_bare_number_after_at_is_the_speed(ask: Any, text: str) -> None:
    (step,) = (await ask(text)).steps
    assert step.arguments["cruise_speed_kts"] == 110


async def test_one_end_alone_is_asked_for_the_other(ask: Any) -> None:
    (step,) = (await ask("how long to Le Touquet")).steps
    assert step.tool == "ask_clarifying_question"
    assert str(step.arguments["question"]).startswith("From where?")
