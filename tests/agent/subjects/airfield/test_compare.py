"""Two airfields side by side, and who may come to one."""

from __future__ import annotations

from typing import Any

import pytest

from agent.errors import InvalidQuestion


async def test_two_fields_stand_side_by_side_and_the_unknown_is_said(run_tool: Any, deps: Any) -> None:
    found = await run_tool(
        "compare_airfields", {"icao_codes": ["EGKB", "EGTF"], "about": ["elevation", "circuit"]}
    )
    assert found.lines[0].values == tuple(f"{deps.airports.get(c).elevation_ft:,} ft" for c in ("EGKB", "EGTF"))
    assert found.lines[1].attribute == "Circuit" and found.lines[1].values == (None, None)
    assert [line.partition(":")[0] for line in found.ask] == ["EGKB", "EGTF"]


async def test_the_fee_and_the_pump_of_two_fields_stand_beside_each_other(run_tool: Any, deps: Any) -> None:
    about = ["self_service", "fee"]
    found = await run_tool("compare_airfields", {"icao_codes": ["LFAT", "LFAC"], "about": about})
    assert [line.attribute for line in found.lines] == ["Self-service", "Landing fee"]
    assert all("self-service" in (value or "") for value in found.lines[0].values)
    fees = found.lines[1].values
    assert fees[0] is None and fees[1] and fees[1].startswith(str(deps.facts.value("landing_fee", "LFAC"))[:9])


async def test_two_fields_are_compared_on_the_day_that_is_named(run_tool: Any) -> None:
    found = await run_tool(
        "compare_airfields", {"icao_codes": ["LFAT", "LFOI"], "about": ["fuel"], "date": "2026-12-06"}
    )
    assert found.lines[1].values == ("09:00–19:00 local", None)
    (whom,) = found.ask
    assert whom.startswith("LFOI: ")


async def test_customs_alone_are_told_in_the_words_of_each_publication(run_tool: Any) -> None:
    found = await run_tool("compare_airfields", {"icao_codes": ["EBOS", "EBKT"], "about": ["customs"]})
    assert [told.partition(":")[0] for told in found.wordings] == ["EBOS", "EBKT"]


async def test_names_are_understood_and_the_same_field_twice_is_no_comparison(run_tool: Any) -> None:
    found = await run_tool("compare_airfields", {"icao_codes": ["Goodwood", "LFAT"]})
    assert [field.icao for field in found.airfields] == ["EGHR", "LFAT"]
    assert not (await run_tool("compare_airfields", {"icao_codes": ["EGHR", "Goodwood"]})).found
    with pytest.raises(InvalidQuestion):
        await run_tool("compare_airfields", {"icao_codes": ["EGHR", "EGHR"]})


async def test_nothing_known_of_a_field_is_not_known_and_not_no(run_tool: Any, deps: Any) -> None:
    bare = next(a for a in deps.airports.in_country("GB") if not deps.facts.of(a.ident).facts)
    found = await run_tool("compare_airfields", {"icao_codes": ["LFAT", bare.ident], "about": ["fuel", "access"]})
    assert all(line.values[1] is None for line in found.lines)


async def test_who_may_come_is_told_from_the_publication(run_tool: Any, deps: Any) -> None:
    found = await run_tool("get_airport_details", {"icao_code": "EGKB", "about": ["access"]})
    assert found.answers[0].known and any("PPR" in row for row in found.answers[0].beside)
    assert deps.facts.of("EGKB").needs_permission is True


async def test_a_list_of_goods_is_no_customs_for_a_flight(run_tool: Any) -> None:
    found = await run_tool("compare_airfields", {"icao_codes": ["EGFH", "LFRD"], "about": ["customs"]})
    (line,) = found.lines
    assert line.values == ("on a list for goods; whether for a flight is not known", "yes, see notice")
