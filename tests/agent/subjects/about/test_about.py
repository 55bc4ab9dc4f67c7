"""What FlyFun says of itself is read from what it has; what a pilot tells is proposed, never kept by the tool."""

from __future__ import annotations

from typing import Any

import pytest

from agent.aviation.aircraft import parse_speed_kts
from agent.aviation.geometry import geodesic_nm
from bot.commands import COMMANDS, type_said
from bot.store import CHAT_SECONDS, PERSON_SECONDS


async def test_the_data_and_their_day_are_read_and_not_typed_in(run_tool: Any, deps: Any) -> None:
    found = await run_tool("about_flyfun", {"what": "data"})
    assert f"{len(list(deps.airports)):,}" in found.statements[0]
    assert f"{deps.airports.source.as_of:%b %Y}" in found.statements[0]


async def test_the_coverage_of_a_country_says_whether_its_rules_are_in_hand(run_tool: Any, deps: Any) -> None:
    for code in ("FR", "AL"):
        found = await run_tool("about_flyfun", {"what": "coverage", "country_code": code})
        assert found.statements[-1].endswith("yes." if code in deps.rule_countries else "none in hand.")


@pytest.mark.parametrize("what", ["abilities", "data", "limits", "coverage", "privacy"])
async def test_every_side_says_something_on_one_screen(run_tool: Any, what: str) -> None:
    assert 1 <= len((await run_tool("about_flyfun", {"what": what})).statements) <= 12


async def test_the_commands_it_names_exist(run_tool: Any) -> None:
    told = " ".join((await run_tool("about_flyfun", {"what": "privacy"})).statements)
    assert {"reset", "forget"} <= {command.name for command in COMMANDS}
    assert "/reset" in told and "/forget" in told


async def test_a_types_speed_is_the_tables_and_a_familys_is_asked_about(run_tool: Any, deps: Any) -> None:
    one = await run_tool("get_aircraft_figures", {"aircraft_type": "DA40"})
    assert [t.cruise_kts for t in one.types] == [deps.aircraft.resolve("DA40")[0].cruise_kts]
    assert one.sources == (deps.aircraft.source,)
    several = await run_tool("get_aircraft_figures", {"aircraft_type": "Mooney"})
    assert len(several.types) > 1 and all(choice.call for choice in several.choices)
    assert not (await run_tool("get_aircraft_figures", {"aircraft_type": "Zeppelin NT"})).found


async def test_what_is_told_is_proposed_as_commands_that_understand_it(run_tool: Any, deps: Any) -> None:
    found = await run_tool(
        "set_profile", {"home_base": "White Waltham", "aircraft_type": "DR400", "cruise_speed_kts": 120}
    )
    home, craft = (choice.text for choice in found.choices)
    assert home == "/home EGLM"
    said = craft.removeprefix("/aircraft ")
    assert parse_speed_kts(said) == 120
    assert deps.aircraft.resolve(type_said(said)) == deps.aircraft.resolve("DR400")


async def test_an_absurd_speed_and_an_unknown_field_are_not_proposed(run_tool: Any) -> None:
    assert not (await run_tool("set_profile", {"cruise_speed_kts": 5000})).found
    assert not (await run_tool("set_profile", {"home_base": "Xyzzyville"})).found


async def test_a_map_of_a_journey_has_its_legs_in_order(run_tool: Any) -> None:
    found = await run_tool("show_map", {"places": ["EGTF", "LFAT", "LFPN"]})
    marks = found.places
    assert [m.icao for m in marks] == ["EGTF", "LFAT", "LFPN"]
    first = geodesic_nm(marks[0].lat, marks[0].lon, marks[1].lat, marks[1].lon)
    assert found.legs_nm[0] == pytest.approx(first, abs=0.06)
    line = found.visualization.route
    assert (line.from_.icao, *(stop.icao for stop in line.via), line.to.icao) == ("EGTF", "LFAT", "LFPN")
    assert (await run_tool("show_map", {"places": ["EGTF", "LFAT"]})).visualization.type == "route"


async def test_what_is_told_of_time_is_what_the_store_does(run_tool: Any) -> None:
    told = " ".join((await run_tool("about_flyfun", {"what": "privacy", "kept": "long"})).statements)
    assert f"{CHAT_SECONDS // 86_400} days" in told and f"after {PERSON_SECONDS // 86_400}" in told
