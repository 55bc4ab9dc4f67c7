"""Small territories, by the names that pilots use: which territory it is, and that no other one is judged for it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import agent.subjects.border.words
from agent import registry
from agent.config import AgentSettings
from agent.deps import Deps
from agent.errors import InvalidQuestion
from agent.protocol import Question, ToolCall
from agent.subjects.border.tool import BorderBrief

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
assert agent.subjects.border.words


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir), now=lambda: NOW)


async def brief(deps: Deps, start: str, end: str, day: str | None = None) -> BorderBrief:
    arguments: dict[str, Any] = {"from_location": start, "to_location": end, **({"date": day} if day else {})}
    call = ToolCall(tool="get_border_brief", arguments=arguments)
    found = await registry.run(call, registry.ToolContext(deps=deps, question=Question(text="asked", at=NOW)))
    assert isinstance(found, BorderBrief)
    return found


@pytest.mark.parametrize(
    ("start", "end", "persons", "goods"),
    [
        ("Belfast", "Dublin", "yes", "verify"),
        ("Enniskillen", "Sligo", "yes", "verify"),
        ("Derry", "Prestwick", "no", "verify"),
        ("Northern Cyprus", "Greece", "verify", "verify"),
        ("TRNC", "Turkey", "yes", "verify"),
        ("Tenerife", "Casablanca", "yes", "yes"),
        ("Las Palmas", "Madrid", "no", "verify"),
        ("Mariehamn", "Oslo", "no", "yes"),
        ("Martinique", "Guadeloupe", "verify", "verify"),
        ("Saint Pierre and Miquelon", "Halifax", "yes", "yes"),
        ("Gibraltar", "Tangier", "yes", "yes"),
        ("San Marino", "Zurich", "verify", "yes"),
        ("Tiraspol", "Chisinau", "yes", "verify"),
        ("Melilla", "Granada", "yes", "yes"),
        ("Tahiti", "Noumea", "verify", "verify"),
        ("Campione d'Italia", "Oslo", "no", "yes"),
        ("Campione d'Italia", "Lugano", "no", "verify"),
    ],
)
async def test_what_is_asked_between_them(deps: Deps, start: str, end: str, persons: str, goods: str) -> None:
    found = await brief(deps, start, end)
    assert found.arrival is not None
    assert found.departure is not None
    for side in (found.departure, found.arrival):
        assert (side.immigration, side.customs) == (persons, goods)


async def test_a_town_of_northern_ireland_has_its_police_and_not_great_britains(deps: Deps) -> None:
    found = await brief(deps, "Enniskillen", "Blackpool")
    assert found.departure is not None
    assert [r.text for r in found.departure.reports if "Police Service of Northern Ireland" in r.text]
    assert found.departure.territory == "Northern Ireland"


async def test_basel_is_flown_to_at_its_shared_airport_and_its_sectors_are_said(deps: Deps) -> None:
    found = await brief(deps, "Basel", "Zurich")
    assert found.departure is not None
    assert found.departure.icao == "LFSB"
    assert any("sector" in warning for warning in found.warnings)
    assert found.departure.customs == "verify"


async def test_no_field_is_taken_unasked_in_a_disputed_territory(deps: Deps) -> None:
    found = await brief(deps, "Northern Cyprus", "Turkey")
    assert found.departure is not None
    assert found.departure.icao is None


async def test_a_place_without_an_airfield_is_not_called_the_same_place_as_the_next_island(deps: Deps) -> None:
    with pytest.raises(InvalidQuestion, match="I know no airfield at Sark: the nearest, EGJB"):
        await brief(deps, "Guernsey", "Sark")


@pytest.mark.parametrize(
    ("place", "territory", "near"),
    [("Devon", "United Kingdom", "EGBJ"), ("Normandy", "France", "LFRG"), ("Black Forest", "Germany", "EDTL")],
)
async def test_a_county_a_region_or_a_range_is_no_field(deps: Deps, place: str, territory: str, near: str) -> None:
    found = await brief(deps, place, "Jersey")
    assert found.departure is not None
    assert (found.departure.icao, found.departure.territory) == (None, territory)
    assert near in {field.icao for field in found.departure.nearby}


@pytest.mark.parametrize(
    ("town", "field"),
    [("Zürich", "LSZH"), ("Antalya", "LTAI"), ("Skopje", "LWSK"), ("Ibiza", "LEIB"), ("Kos", "LGKO")],
)
async def test_over_a_border_a_town_is_the_airport_with_airlines_that_bears_its_name(
    deps: Deps, town: str, field: str
) -> None:
    found = await brief(deps, town, "Jersey")
    assert found.departure is not None
    assert found.departure.icao == field


@pytest.mark.parametrize(
    ("start", "end", "minutes"),
    [
        ("EGKB", "LFAT", 60),
        ("EDKA", "EHBK", 60),
        ("LCEN", "LTAI", None),
        ("BKPR", "LWSK", None),
        ("EGAC", "EGPK", 0),
        ("LEAM", "GEML", 0),
    ],
)
async def test_the_brief_names_the_flight_plan_over_a_state_s_border(
    deps: Deps, start: str, end: str, minutes: int | None
) -> None:
    """0: no state's border. Without a figure that was read for the state, or in a contested one, none is told."""
    plan = (await brief(deps, start, end)).flight_plan
    assert (plan.before_minutes if plan else 0) == minutes


@pytest.mark.parametrize(("day", "can"), [("2026-12-27", None), ("2026-07-05", True)])
async def test_a_field_that_clears_in_summer_is_not_known_to_clear_in_winter(
    deps: Deps, day: str, can: bool | None
) -> None:
    found = await brief(deps, "EICK", "LFRQ", day)
    assert found.arrival is not None
    assert found.arrival.can_clear is can


async def test_a_village_in_an_enclave_is_never_stood_for_by_a_field_of_the_next_state(deps: Deps) -> None:
    found = await brief(deps, "Kempten", "Mittelberg")
    assert found.arrival is not None
    assert found.arrival.icao is None
