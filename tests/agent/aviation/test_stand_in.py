"""An airfield in another territory never stands for a place, in any tool that takes a place for a field."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import agent.subjects.finding.words
import agent.subjects.route.words
from agent import registry
from agent.aviation.stand_in import stand_in
from agent.config import AgentSettings
from agent.deps import Deps
from agent.language.ends import field_of
from agent.protocol import Conversation, Plan, Question, ToolCall
from agent.writing.write import Talk, write

assert agent.subjects.route.words and agent.subjects.finding.words


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir))


async def told(deps: Deps, tool: str, **arguments: Any) -> str:
    question = Question(text="asked", at=datetime(2026, 11, 22, 12, tzinfo=UTC))
    call = ToolCall(tool=tool, arguments=arguments)
    result = await registry.run(call, registry.ToolContext(deps=deps, question=question))
    talk = Talk(question=question, conversation=Conversation(), plan=Plan(steps=(call,)), call=call, deps=deps)
    return write(result, talk).text


@pytest.mark.parametrize("place", ["Ceuta", "Livigno", "Büsingen", "Monaco", "Vaduz"])
def test_no_field_over_the_border_stands_for_a_place_without_one(deps: Deps, place: str) -> None:
    found = deps.places.resolve(place).best
    assert found is not None
    assert stand_in(deps.places, deps.borders, found).airport is None
    assert deps.places.snap(found).airport is not None, "there is one near, over the border"
    assert field_of(place, deps) is None


@pytest.mark.parametrize(
    ("place", "country"),
    [("Konstanz", "DE"), ("Kehl", "DE"), ("Annemasse", "FR"), ("Como", "IT"), ("Bregenz", "AT"), ("Irun", "ES")],
)
def test_a_town_at_a_border_is_given_a_field_of_its_own_country(deps: Deps, place: str, country: str) -> None:
    found = deps.places.resolve(place).best
    assert found is not None
    assert found.country == country
    airport = stand_in(deps.places, deps.borders, found).airport
    assert airport is None or airport.country == country or country in deps.borders.sectors(airport.ident)


async def test_a_distance_to_such_a_place_is_to_the_place_itself_and_says_so_first(deps: Deps) -> None:
    text = await told(deps, "calculate_flight_distance", from_location="LEMG", to_location="Ceuta")
    assert text.startswith("I know no airfield in Ceuta: this is the place itself.")
    assert "GMTN" not in text
    assert "→ Ceuta: **" in text


async def test_a_field_farther_than_5_nm_from_its_place_is_said_in_the_first_line(deps: Deps) -> None:
    text = await told(deps, "calculate_flight_distance", from_location="Paris", to_location="LFMD")
    assert text.split("\n")[0] == "Paris: I took LFPN Toussus-le-Noble, 11 nm away."


async def test_a_field_that_asks_at_least_24_hours_is_not_one_of_less_than_24(deps: Deps) -> None:
    text = await told(deps, "find_airports_near_location", location_query="Calais", max_hours_notice=24)
    listed = [line for line in text.split("\n") if line[:1].isdigit()]
    assert not any("EGMD" in line for line in listed)
    assert "Left out, as they ask at least 24 h: EGMD Lydd London Ashford." in text
    longer = await told(deps, "find_airports_near_location", location_query="Calais", max_hours_notice=36)
    assert any("EGMD" in line for line in longer.split("\n") if line[:1].isdigit())
    exact = await told(deps, "find_airports_near_location", location_query="Metz", max_hours_notice=24)
    assert "Exactly 24 h, not less: LFJL" in exact
    assert "at least" not in longer


async def test_a_field_of_24_hours_on_weekdays_and_48_at_weekends_is_named_with_its_words(deps: Deps) -> None:
    text = await told(
        deps,
        "find_airports_near_route",
        from_location="LFAB",
        to_location="LFRB",
        filters={"point_of_entry": True, "country": "FR"},
        max_hours_notice=24,
    )
    head, _, named = text.partition(
        "Not on the list, as they ask at most 24 h on some days or at some times only:"
    )
    assert not any(code in head for code in ("LFRG", "LFRK"))
    assert "- LFRG Deauville Normandie: MON-FRI : PPR 24 HR\n" in named
    assert "- LFRK" in named and "- LFOH" in named
    assert "72" not in named.split("- LFRK")[1].split("\n")[0]
    two_days = await told(deps, "find_airports_near_location", location_query="LFRG", max_hours_notice=48)
    assert "- LFRG" not in two_days


@pytest.mark.parametrize(("town", "country", "field"), [("Linz", "AT", "LOWL"), ("Karup", "DK", "EKKA")])
def test_a_towns_airline_airport_that_shares_a_base_stands_for_it_before_a_gliding_site(
    deps: Deps, town: str, country: str, field: str
) -> None:
    found = deps.places.resolve(town, country=country).best
    assert found is not None
    airport = found.airport or stand_in(deps.places, deps.borders, found).airport
    assert airport is not None
    assert airport.ident == field
