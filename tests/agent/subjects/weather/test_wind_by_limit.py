"""The wind turned round: how strong it may be, which fields have a runway into it, how far one comes in it and back."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any

import pytest

from agent.deps import Deps
from agent.protocol import Conversation, Minima, Question
from agent.subjects.weather.findings import of_report
from agent.understanding import make_plan
from agent.weather.decode import decode
from agent.weather.report import Report

NOON = datetime(2026, 11, 28, 12, 0, tzinfo=UTC)


async def test_the_wind_that_blows_a_limit_across_a_named_runway(briefing: Any) -> None:
    words = await briefing.words("get_runway_wind", runway="31", crosswind_limit_kt=15, most_from_deg=240)
    assert words.startswith(
        "**15 kt across on 31 is a wind of 15 kt from 240°.**"
    )  # 15 / sin 70° = 15.96, not more
    along = await briefing.words("get_runway_wind", runway="24", crosswind_limit_kt=15, most_from_deg=240)
    assert "hardly any of it is across" in along


async def test_the_named_runway_stands_first_even_with_the_wind_on_its_tail(briefing: Any) -> None:
    words = await briefing.words("get_runway_wind", runway="27", wind="090/08")
    assert words.splitlines()[1].startswith("**27 · tail 8 kt")


async def test_fields_are_listed_by_a_runway_into_the_wind(briefing: Any) -> None:
    near = {"location_query": "EGHP", "max_distance_nm": 40}
    found = await briefing.ask("find_airports_near_location", **near, runway_wind="270/22", crosswind_limit_kt=10)
    tables, airports = briefing.deps.weather_tables, briefing.deps.airports
    for row in found.airports:
        airport = airports.get(row.icao)
        ends = tables.runway_headings(airport, airports)
        assert min(22 * abs(math.sin(math.radians(270 - end.true_deg))) for end in ends) <= 10.05
    words = await briefing.words(
        "find_airports_near_location", **near, runway_wind="270/22", crosswind_limit_kt=10
    )
    assert "with no more than 10 kt across in 270° 22 kt" in words
    into = await briefing.ask("find_airports_near_location", **near, runway_wind="240")
    assert 0 < into.total < (await briefing.ask("find_airports_near_location", **near)).total


async def test_out_and_back_in_a_wind_is_less_than_half_of_still_air(briefing: Any) -> None:
    asked = {"endurance_hours": 3, "true_airspeed_kts": 100}
    still = await briefing.ask("get_endurance", **asked, returns=True)
    assert still.along_nm == (150, 150)
    windy = await briefing.ask("get_endurance", **asked, returns=True, wind="250/20")
    # out at 80, back at 120: t/80 of x and x/120 make 3 h at x = 144; across it sqrt(100² − 20²) both ways
    assert windy.along_nm == (144, 144)
    assert windy.across_nm == pytest.approx(1.5 * math.sqrt(100**2 - 20**2), abs=0.1)
    one_way = await briefing.ask("get_endurance", **asked, wind="250/20")
    assert one_way.along_nm == (240, 360)
    assert "240 nm into the wind, 360 nm with it" in await briefing.words("get_endurance", **asked, wind="250/20")


@pytest.mark.parametrize(
    ("text", "tool", "said"),
    [
        (
            "whats the max wind from 240 I can take on runway 31 if my crosswind limit is 15 knots", "get_runway_wind",
            {"runway": "31", "crosswind_limit_kt": 15, "most_from_deg": 240},
        ),
        (
            "fields near Lyon with a runway into a 240 wind", "find_airports_near_location",
            {"location_query": "Lyon", "runway_wind": "240"},
        ),
        (
            "airfields within 40 nm of Popham with less than 10 knots of crosswind in 270/22", "find_airports_near_location",
            {"runway_wind": "270/22", "crosswind_limit_kt": 10, "max_distance_nm": 40},
        ),
        (
            "terrains près de Dijon avec moins de 8 noeuds de travers, vent 190/25", "find_airports_near_location",
            {"runway_wind": "190/25", "crosswind_limit_kt": 8},
        ),
        (
            "how far can I go out of Popham on 3 hours fuel at 100 kt with wind 250/20 and come back", "get_endurance",
            {"endurance_hours": 3, "wind": "250/20", "returns": True, "true_airspeed_kts": 100},
        ),
        ("airmet london fir", "get_sigmets", {"place": "london fir"}),
        ("volcanic ash anywhere?", "get_sigmets", {"hazards": ["ash"]}),
        ("hey is Le Touquet VFR just now?", "get_weather", {"places": ["Le Touquet"], "vmc": True}),
        ("any webcams at Sandown", "get_weather", {"hazards": ["picture"]}),
        ("headwind from Shoreham to Deauville tomorrow at 9", "get_wind_plan", {"time": "09:00"}),
    ],
)  # fmt: skip
async def test_what_is_said_of_the_wind_is_read(deps: Deps, text: str, tool: str, said: dict[str, Any]) -> None:
    plan = await make_plan(Question(text=text, at=NOON), Conversation(), deps)
    assert plan.steps[0].tool == tool
    assert said.items() <= plan.steps[0].arguments.items()


async def test_where_nobody_reports_the_models_tell_of_today(briefing: Any) -> None:
    words = await briefing.words("get_weather", places=["LFAT"])
    assert "No report for LFAT" in words
    assert "The models have for today:" in words


async def test_a_short_runway_is_named_as_such_and_never_the_one_that_meets_the_limit(briefing: Any) -> None:
    words = await briefing.words("get_runway_wind", icao_code="EDXH", wind="260/22", crosswind_limit_kt=12)
    lead, of_wind, *_ = words.splitlines()
    assert lead.startswith("EDXH 24 ·") and of_wind.startswith("EDXH ") and of_wind.endswith("260° 22 kt.")
    assert lead.endswith("· most into wind · 258 m hard, **short**")
    assert "from the left · 480 m hard" in words
    assert "On 33: 20.3 kt across is above your 12.\n24 is short, 258 m: 8.6 kt across is within your 12." in words
    alone = await briefing.words(
        "get_runway_wind", icao_code="EDXH", wind="260/22", crosswind_limit_kt=12, runway="24"
    )
    assert "\n24 is short, 258 m: 8.6 kt across is within your 12." in alone
    long = await briefing.words("get_runway_wind", icao_code="EGTF", wind="260/22", crosswind_limit_kt=12)
    assert "short" not in long and "813 m hard" in long


async def test_a_field_is_held_against_a_limit_by_a_runway_that_is_not_short(briefing: Any) -> None:
    near = {"location_query": "EDWG", "max_distance_nm": 30, "runway_wind": "260/22", "max_results": 25}
    within = {}
    for limit in (12, 21):
        found = await briefing.ask("find_airports_near_location", **near, crosswind_limit_kt=limit)
        within[limit] = {row.icao for row in found.airports}
    assert "EDXH" not in within[12] and "EDXH" in within[21]
    airport = briefing.deps.airports.get("EDXH")
    ends = briefing.deps.weather_tables.runway_headings(airport, briefing.deps.airports)
    report = decode("METAR EDXH 281150Z 26022KT 9999 FEW030 12/08 Q1012", NOON)
    assert isinstance(report, Report)
    (found,) = of_report("EDXH", report, Minima(crosswind_kt=12), ends)
    assert (found.kind, found.figure) == ("crosswind", 20.3)
