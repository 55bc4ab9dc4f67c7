"""For each service a notice answer says whether it is known, not needed or unknown; what a list shows and fuels sell."""

from __future__ import annotations

from typing import Any

import pytest


def states(found: Any) -> dict[str, str]:
    return {one.service: one.state for one in found.services}


@pytest.mark.parametrize(
    ("icao", "origin", "expected"),
    [
        # Lydd's page speaks of permission alone: the border services are unknown, not absent.
        ("EGMD", "FR", {"ppr": "known", "customs": "unknown", "immigration": "unknown", "police": "unknown"}),
        # Dinard's AIP row: "Immigration for extra-Schengen flights …", nothing of customs officers.
        ("LFRD", "GB", {"ppr": "unknown", "customs": "unknown", "immigration": "known", "police": "unknown"}),
        # Inside Schengen and the customs union the border asks nothing.
        (
            "LFRD",
            "BE",
            {"ppr": "unknown", "customs": "not_needed", "immigration": "not_needed", "police": "not_needed"},
        ),
        # Switzerland: Schengen, outside the customs union.
        (
            "LFAT",
            "CH",
            {"ppr": "unknown", "customs": "known", "immigration": "not_needed", "police": "not_needed"},
        ),
    ],
)
async def test_each_service_is_known_not_needed_or_unknown(
    run_tool: Any, icao: str, origin: str, expected: dict[str, str]
) -> None:
    arguments = {"icao_code": icao, "from_country": origin, "date": "2026-11-29"}
    assert states(await run_tool("get_notification_for_airport", arguments)) == expected


async def test_without_an_origin_the_border_services_hang_on_it(run_tool: Any) -> None:
    found = await run_tool("get_notification_for_airport", {"icao_code": "EGMD"})
    asked = {one.service for one in found.services if one.asks_origin}
    assert asked == {"customs", "immigration", "police"}


async def test_fuel_at_any_hour_is_never_offered_to_visitors_where_it_is_for_based_aircraft(deps: Any) -> None:
    verdicts = deps.facts.verdicts("fuel_h24", value=True)
    found = [icao for icao, verdict in verdicts.items() if verdict]
    assert len(found) > 50
    for icao in found:
        service = deps.facts.of(icao).fuel_service
        assert "h24" in service and "based_only" not in service
        assert deps.facts.of(icao).has_fuel


async def test_the_hours_of_the_tower_stand_in_where_the_field_states_none(run_tool: Any) -> None:
    found = await run_tool("get_airport_details", {"icao_code": "LFRC", "about": ["hours"]})
    (hours,) = found.answers
    assert not hours.known
    assert hours.beside[0].startswith("AFIS")


async def test_a_hotel_is_told_as_published_when_the_map_does_not_answer(run_tool: Any) -> None:
    found = await run_tool("search_pois", {"near": "LFBZ", "interests": ["stay"]})
    told = " ".join([found.message or "", *found.notes])
    assert "5 kms" in told
    assert any("AIP France" in source.name for source in found.sources)


@pytest.mark.parametrize(
    ("icao", "asked", "field"),
    [
        ("EGMD", "fuel", "EGKR"),  # Redhill's own list of charges names its fuels
        ("EGMD", "avgas", "EGKR"),
        ("LFMN", "avgas", "LFMD"),  # VAC of Nice: Jet A-1 alone; of Cannes: 100LL
        ("EDAZ", "hours", None),
    ],
)
async def test_what_is_unknown_ends_in_something_to_do(
    run_tool: Any, icao: str, asked: str, field: str | None
) -> None:
    found = await run_tool("get_airport_details", {"icao_code": icao, "about": [asked]})
    assert (field or "") in " ".join(found.elsewhere)
    assert found.contact or found.page_url
