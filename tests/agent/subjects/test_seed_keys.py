"""The keys that user interfaces were promised by name are in every tool's result, whatever else is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from agent import registry
from agent.deps import Deps, MemberReport
from agent.payload import build_ui_payload
from agent.protocol import Plan, Question, ToolCall

PROMISED: tuple[tuple[str, dict[str, Any], str, dict[str, str]], ...] = (
    ("search_airports", {"query": "Ireland"}, "airports filter_profile visualization", {"type": "markers"}),
    (
        "find_airports_near_location",
        {"location_query": "Nice"},
        "center airports filter_profile visualization",
        {"type": "point_with_markers"},
    ),
    (
        "find_airports_near_route",
        {"from_location": "EGKB", "to_location": "Nice, France"},
        "airports filter_profile visualization substitutions",
        {"type": "route_with_markers"},
    ),
    (
        "get_airport_details",
        {"icao_code": "LFAT"},
        "airport runways visualization",
        {"type": "marker_with_details"},
    ),
    (
        "get_border_crossing_airports",
        {"country": "FR"},
        "airports by_country filter_profile visualization",
        {"style": "customs"},
    ),
    ("get_airport_statistics", {"country": "FR"}, "stats", {}),
    ("get_airport_pricing", {"icao_code": "LFAT"}, "pricing pretty", {}),
    ("get_pilot_reviews", {"icao_code": "LFAT"}, "reviews average_rating", {}),
    ("get_fuel_prices", {"icao_code": "LFAT"}, "fuels pricing", {}),
    ("list_rules_for_country", {"country_code": "FR"}, "rules formatted_text categories", {}),
    (
        "compare_rules_between_countries",
        {"country1": "FR", "country2": "GB"},
        "comparison formatted_summary total_differences",
        {},
    ),
    ("get_answers_for_questions", {"question_ids": ["listening-squawks"]}, "items pretty", {}),
    ("list_rule_categories_and_tags", {}, "categories tags counts", {}),
    ("list_rule_countries", {}, "items count", {}),
)
"""Tool, arguments, keys of `mcp_raw`, and what the visualization says of itself."""


@pytest.mark.parametrize(("tool", "arguments", "keys", "view"), PROMISED, ids=[row[0] for row in PROMISED])
async def test_every_promised_key_is_in_the_whole_result(
    run_tool: Any, tool: str, arguments: dict[str, Any], keys: str, view: dict[str, str]
) -> None:
    result = await run_tool(tool, arguments)
    payload = build_ui_payload(Plan(), ((ToolCall(tool=tool, arguments=arguments), result),))
    assert payload is not None
    raw: dict[str, Any] = dict(payload.mcp_raw)
    assert [key for key in keys.split() if key not in raw] == []
    assert {name: raw["visualization"][name] for name in view} == view


async def test_a_tool_that_only_asks_back_has_nothing_to_draw(run_tool: Any) -> None:
    arguments: dict[str, Any] = {"query": "what is it like"}
    asks = await run_tool("retrieve_city_guidance", arguments)
    assert asks.missing_info
    assert (
        build_ui_payload(Plan(), ((ToolCall(tool="retrieve_city_guidance", arguments=arguments), asks),)) is None
    )


class TwoReviews:
    """What two members and two bills say of one field."""

    async def for_airfield(self, icao: str, chat: str, person: str = "") -> tuple[MemberReport, ...]:
        day = date(2026, 1, 3)
        return (
            MemberReport(icao, "review", "good lunch", day, "Cy", rating=4),
            MemberReport(icao, "review", "long taxi", day, "Al", rating=3),
            MemberReport(icao, "note", "new gate", day, "Bo"),
            MemberReport(icao, "fee", "paid 24", day, "Ana", "", 24.0, "EUR", None, "SR22"),
            MemberReport(icao, "fuel_price", "avgas 2.45", day, "Ben", "", 2.45, "EUR", "litre", None, "avgas"),
        )


@pytest.fixture
def told(deps: Deps) -> Callable[..., Any]:
    """A tool's whole result where members have told of a field."""

    async def run(tool: str, **arguments: Any) -> dict[str, Any]:
        known = replace(deps, reports=TwoReviews())
        context = registry.ToolContext(known, Question(text="", at=known.now()))
        return (await registry.run(ToolCall(tool=tool, arguments=arguments), context)).to_json()

    return run


async def test_the_average_is_of_all_ratings_however_few_reviews_are_shown(told: Any) -> None:
    raw = await told("get_pilot_reviews", icao_code="LFAT", limit=1)
    assert raw["average_rating"] == 3.5  # of 4 and 3; the note rates nothing
    assert [one["text"] for one in raw["reviews"]] == [one["text"] for one in raw["reports"]]
    assert len(raw["reviews"]) == 1


async def test_fees_and_fuel_prices_are_what_was_told(told: Any) -> None:
    fees = await told("get_airport_pricing", icao_code="LFAT")
    assert [one["amount"] for one in fees["pricing"]["reports"]] == [24.0]
    assert "Ana" in fees["pretty"]
    assert "paid 24" in fees["pretty"]
    fuel = await told("get_fuel_prices", icao_code="LFAT")
    assert [(one["fuel"], one["amount"]) for one in fuel["pricing"]["reports"]] == [("avgas", 2.45)]


async def test_what_nobody_told_is_null_and_never_a_figure(run_tool: Any) -> None:
    fees = (await run_tool("get_airport_pricing", {"icao_code": "EGKB"})).to_json()
    assert (fees["known"], fees["pricing"], fees["pretty"]) == (False, None, None)
    reviews = (await run_tool("get_pilot_reviews", {"icao_code": "EGKB"})).to_json()
    assert (reviews["reviews"], reviews["average_rating"]) == ([], None)
    fuel = (await run_tool("get_fuel_prices", {"icao_code": "LFEC"})).to_json()
    assert (fuel["pricing"], fuel["fuels"]) == (None, fuel["grades"])
    unfound = (await run_tool("get_fuel_prices", {"icao_code": "XXXX"})).to_json()
    assert (unfound["pricing"], unfound["fuels"]) == (None, None)


async def test_border_fields_are_grouped_by_their_own_country(run_tool: Any, deps: Deps) -> None:
    result = await run_tool("get_border_crossing_airports", {})
    raw = result.to_json()
    grouped = {code: [field["icao"] for field in fields] for code, fields in raw["by_country"].items()}
    assert sorted(icao for fields in grouped.values() for icao in fields) == sorted(
        field["icao"] for field in raw["airports"]
    )
    for code, fields in grouped.items():
        assert {deps.airports.get(icao).country for icao in fields} == {code}  # type: ignore[union-attr]
    assert raw["filter_profile"] == {"point_of_entry": True}
    one = (await run_tool("get_border_crossing_airports", {"country": "France"})).to_json()
    assert set(one["by_country"]) == {"FR"}
    assert one["filter_profile"] == {"country": "FR", "point_of_entry": True}
