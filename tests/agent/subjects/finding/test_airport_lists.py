"""Lists of airfields: what is kept, what is counted, what is said of the rest."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime
from typing import Any

import pytest

from agent import registry
from agent.aviation.geometry import geodesic_nm
from agent.aviation.visiting import SHUT, standing
from agent.errors import InvalidQuestion
from agent.protocol import Question, ToolCall
from agent.subjects.finding.airport_list import caution

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
NEAR, ROUTE, SEARCH = "find_airports_near_location", "find_airports_near_route", "search_airports"


async def test_everything_near_a_place_is_within_the_radius_and_nearest_first(run_tool: Any, deps: Any) -> None:
    wanted = {"location_query": "Annecy", "max_distance_nm": 30, "max_results": 50}
    result = await run_tool(NEAR, {**wanted, "priority_strategy": "distance"})
    fields = [(deps.airports.get(a.icao), a.distance_nm) for a in result.airports]
    shut = [standing(f, deps.airports, deps.facts) == SHUT for f, _ in fields]
    assert shut == sorted(shut)  # who may not simply come reads of them last
    for behind in (False, True):
        distances = [away for (_, away), is_shut in zip(fields, shut, strict=True) if is_shut is behind]
        assert distances == sorted(distances)
    for airport in result.airports:
        away = geodesic_nm(result.center.lat, result.center.lon, airport.lat, airport.lon)
        assert away <= 30.05
        assert airport.distance_nm == pytest.approx(away, abs=0.1)


async def test_fields_with_a_known_runway_stand_first_and_none_is_hidden(run_tool: Any, deps: Any) -> None:
    wanted = {"location_query": "Chamonix", "max_results": 100}
    result = await run_tool(NEAR, wanted)
    plain = await run_tool(NEAR, {**wanted, "priority_strategy": "distance"})
    assert result.usable_first
    assert {a.icao for a in result.airports} == {a.icao for a in plain.airports}

    def usable(icao: str) -> bool:
        runways = [r for r in deps.airports.runways(deps.airports.get(icao)) if not r.closed]
        return any(r.length_ft is None or r.length_ft >= 1000 for r in runways)

    first = [a for a in result.airports if usable(a.icao) and not a.caution]
    assert list(result.airports[: len(first)]) == sorted(first, key=lambda a: a.distance_nm)
    rest = result.airports[len(first) :]
    assert [a.distance_nm for a in rest] == sorted(a.distance_nm for a in rest)


async def test_who_asks_for_the_nearest_gets_the_nearest_and_the_first_with_a_runway(deps: Any) -> None:
    call = ToolCall(tool=NEAR, arguments={"location_query": "Chamonix", "priority_strategy": "distance"})
    question = Question(text="nearest field to Chamonix", at=NOW)
    result: Any = await registry.run(call, registry.ToolContext(deps, question))
    distances = [a.distance_nm for a in result.airports]
    assert distances == sorted(distances)
    assert result.airports[0].caution
    runways = deps.airports.runways(deps.airports.get(result.nearest_usable.icao))
    assert any(not runway.closed for runway in runways)


async def test_a_search_by_name_leaves_out_what_only_shares_some_letters(run_tool: Any) -> None:
    found = {a.icao for a in (await run_tool(SEARCH, {"query": "Shoreham", "max_results": 50})).airports}
    assert "EGKA" in found
    assert not found & {"EGSH", "EGTR", "YHSM", "KRKD"}  # Norwich, Elstree, Horsham, Knox County
    assert [a.icao for a in (await run_tool(SEARCH, {"query": "Deauvile"})).airports] == ["LFRG"]


@pytest.mark.parametrize(
    ("code", "use"),
    [
        ("FR-0560", "paragliding"),
        ("FR-0277", "mountain"),
        ("FR-0516", "ultralight"),
        ("LFAT", None),
        ("EGKB", None),
    ],
)
def test_a_field_for_other_use_by_its_name_says_so(deps: Any, code: str, use: str | None) -> None:
    said = caution(deps.airports.get(code), deps)
    assert (said is None) if use is None else (said is not None and said.startswith(use))


async def test_a_wanted_runway_keeps_only_known_ones_and_counts_the_unknown(run_tool: Any, deps: Any) -> None:
    wanted = {"has_hard_runway": True, "min_runway_length_ft": 2625}
    result = await run_tool(NEAR, {"location_query": "Lake Geneva", "filters": wanted, "max_results": 50})
    assert result.total == len(result.airports) > 0
    assert result.unknown > 0
    for airport in result.airports:
        runways = deps.airports.runways(deps.airports.get(airport.icao))
        assert any(r.hard and not r.closed and r.length_ft >= 2625 for r in runways)
    assert result.filter_profile["min_runway_length_ft"] == 2625


async def test_counts_are_made_before_the_cut(run_tool: Any) -> None:
    few = await run_tool(NEAR, {"location_query": "Paris", "max_results": 3})
    many = await run_tool(NEAR, {"location_query": "Paris", "max_results": 100})
    assert few.total == many.total > 3
    assert len(few.airports) == 3


async def test_unknown_fuel_is_neither_yes_nor_no(run_tool: Any) -> None:
    yes = await run_tool(NEAR, {"location_query": "Vichy", "filters": {"has_avgas": True}})
    no = await run_tool(NEAR, {"location_query": "Vichy", "filters": {"has_avgas": False}})
    assert yes.unknown > 0
    assert no.unknown > 0
    assert not {a.icao for a in yes.airports} & {a.icao for a in no.airports}


async def test_airline_hubs_are_left_out_of_lists_unless_wanted(run_tool: Any) -> None:
    out = await run_tool(NEAR, {"location_query": "Paris", "max_results": 100})
    both = await run_tool(
        NEAR, {"location_query": "Paris", "max_results": 100, "filters": {"exclude_large_airports": False}}
    )
    assert "LFPG" not in {a.icao for a in out.airports}
    assert "LFPG" in {a.icao for a in both.airports}


async def test_a_code_finds_a_hub(run_tool: Any) -> None:
    result = await run_tool(SEARCH, {"query": "CDG"})
    assert [a.icao for a in result.airports] == ["LFPG"]


@pytest.mark.parametrize(("query", "code"), [("letouquet", "LFAT"), ("biggin hil", "EGKB"), ("shoreham", "EGKA")])
async def test_names_are_found_with_their_spelling_mistakes(run_tool: Any, query: str, code: str) -> None:
    result = await run_tool(SEARCH, {"query": query})
    assert code in {a.icao for a in result.airports[:5]}


async def test_a_country_lists_only_its_fields(run_tool: Any) -> None:
    result = await run_tool(SEARCH, {"query": "Germany", "max_results": 30})
    assert result.region == "Germany"
    assert {a.country for a in result.airports} == {"DE"}
    assert result.total > 300


async def test_a_misspelt_country_is_asked_back(run_tool: Any) -> None:
    result = await run_tool(SEARCH, {"query": "Germny"})
    assert not result.found
    assert "Germany" in result.message


async def test_a_region_is_searched_as_an_area(run_tool: Any) -> None:
    result = await run_tool(SEARCH, {"query": "Corsica", "max_results": 50})
    assert {"LFKC", "LFKF"} <= {a.icao for a in result.airports}


async def test_a_route_leaves_out_its_ends_and_keeps_to_the_corridor(run_tool: Any) -> None:
    arguments = {"from_location": "EGTF", "to_location": "LFMD", "max_distance_nm": 20, "max_results": 100}
    result = await run_tool(ROUTE, arguments)
    codes = {a.icao for a in result.airports}
    assert not {"EGTF", "LFMD"} & codes
    assert all(a.off_track_nm <= 20 for a in result.airports)
    along = [a.along_track_nm for a in result.airports]
    assert along[:5] == sorted(along[:5])  # the first page, then the others
    assert along[5:] == sorted(along[5:])


async def test_the_time_limit_is_hours_times_speed_from_departure(run_tool: Any) -> None:
    arguments = {"from_location": "EGTF", "to_location": "LFMD", "max_leg_time_hours": 3, "aircraft_type": "SR22"}
    result = await run_tool(ROUTE, {**arguments, "max_results": 100})
    assert result.max_enroute_distance_nm == pytest.approx(3 * 170)
    assert all(a.distance_from_departure_nm <= 3 * 170 for a in result.airports)
    assert result.filter_profile["max_leg_time_hours"] == 3
    assert result.filter_profile["cruise_speed_kts"] == 170
    assert result.filter_profile["max_enroute_distance_nm"] == pytest.approx(510)


async def test_a_time_limit_without_a_speed_keeps_what_it_can_and_asks(run_tool: Any) -> None:
    result = await run_tool(ROUTE, {"from_location": "EGTF", "to_location": "LFMD", "max_leg_time_hours": 2})
    assert result.airports
    assert result.missing_info[0].key == "cruise_speed"


async def test_stops_are_spread_along_the_track(run_tool: Any) -> None:
    result = await run_tool(ROUTE, {"from_location": "EGTF", "to_location": "LFMD", "max_results": 10})
    along = [a.along_track_nm for a in result.airports]
    assert along[0] < 120
    assert along[-1] > 440
    assert max(b - a for a, b in itertools.pairwise(along)) < 150


async def test_the_first_page_is_a_spread_of_its_own_of_fields_near_the_track(run_tool: Any) -> None:
    wish = {"filters": {"has_avgas": True, "has_hard_runway": True}}
    result = await run_tool(ROUTE, {"from_location": "LFAT", "to_location": "LFMT", **wish})
    page = result.airports[:5]
    assert all(a.off_track_nm <= 20 for a in page)
    assert page[0].along_track_nm < 90 and 300 < page[-1].along_track_nm < 400  # 428 nm: none is as good as there
    customs = await run_tool(
        ROUTE, {"from_location": "EGMD", "to_location": "LFQB", "filters": {"point_of_entry": True}}
    )
    assert customs.airports[0].icao == "LFAT"  # Calais is as far out and 31 nm off


@pytest.mark.parametrize(
    "arguments",
    [
        {"location_query": "Nice", "max_distance_nm": 0},
        {"location_query": "Nice", "max_distance_nm": -5},
        {"location_query": "Nice", "max_distance_nm": 1e9},
        {"location_query": "Nice", "max_distance_nm": "wide"},
        {"location_query": "Nice", "max_distance_nm": float("nan")},
        {"location_query": "", "max_distance_nm": 10},
        {"location_query": "Nice", "max_results": 0},
        {"location_query": "Nice", "filters": {"min_runway_length_ft": -1}},
        {"location_query": "Nice", "filters": {"colour": "red"}},
        {"location_query": "Nice", "filters": {"min_runway_length_ft": 5000, "max_runway_length_ft": 2000}},
    ],
)
async def test_absurd_limits_are_refused_in_one_sentence(run_tool: Any, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidQuestion) as caught:
        await run_tool(NEAR, arguments)
    assert caught.value.user_message
    assert "\n" not in caught.value.user_message


async def test_when_nothing_is_left_the_filter_is_named_and_the_nearest_miss_offered(run_tool: Any) -> None:
    wanted = {"min_runway_length_ft": 20_000}
    result = await run_tool(NEAR, {"location_query": "Annecy", "max_distance_nm": 20, "filters": wanted})
    assert not result.found
    assert result.missed_by["min_runway_length_ft"] > 0
    assert result.nearest_miss is not None


async def test_details_of_an_unknown_code_offer_close_ones(run_tool: Any) -> None:
    result = await run_tool("get_airport_details", {"icao_code": "LFXX"})
    assert not result.found
    assert result.choices
    assert "I don't know LFXX" in result.message


async def test_statistics_count_the_country(run_tool: Any, deps: Any) -> None:
    result = await run_tool("get_airport_statistics", {"country": "Switzerland"})
    assert result.country == "CH"
    assert result.stats.total == sum(airport.country == "CH" for airport in deps.airports)


async def test_statistics_of_a_country_nobody_knows_name_the_nearest(run_tool: Any) -> None:
    with pytest.raises(InvalidQuestion, match="France"):
        await run_tool("get_airport_statistics", {"country": "Frnace"})


async def test_a_nation_of_the_united_kingdom_lists_only_its_own_fields(run_tool: Any, deps: Any) -> None:
    result = await run_tool(SEARCH, {"query": "Wales", "max_results": 100})
    assert result.region == "Wales"
    assert result.airports
    assert {deps.airports.get(a.icao).region for a in result.airports} == {"GB-WLS"}


async def test_the_longest_grass_runways_are_measured_on_grass(run_tool: Any) -> None:
    wanted = {"query": "Normandy", "filters": {"has_soft_runway": True}, "priority_strategy": "longest_runway"}
    lengths = [a.longest_runway_ft for a in (await run_tool(SEARCH, wanted)).airports]
    assert lengths == sorted(lengths, reverse=True)  # Caen's 1,900 m of asphalt do not count


@pytest.mark.parametrize(("order", "sign"), [("longest_runway", -1), ("shortest_runway", 1)])
async def test_an_order_by_runway_puts_unknown_lengths_last(run_tool: Any, order: str, sign: int) -> None:
    result = await run_tool(SEARCH, {"query": "Belgium", "priority_strategy": order, "max_results": 100})
    lengths = [a.longest_runway_ft for a in result.airports]
    known = [length for length in lengths if length is not None]
    assert lengths == [*sorted(known, key=lambda length: sign * length), *[None] * (len(lengths) - len(known))]


async def test_the_largest_airport_may_be_an_airline_hub(run_tool: Any) -> None:
    ordered = await run_tool(SEARCH, {"query": "Luxembourg", "priority_strategy": "longest_runway"})
    assert ordered.airports[0].icao == "ELLX"
    plain = await run_tool(SEARCH, {"query": "Luxembourg"})
    assert "ELLX" not in {a.icao for a in plain.airports}
    assert plain.missed_by == {"exclude_large_airports": 1}


async def test_the_highest_fields_are_sorted_by_elevation(run_tool: Any) -> None:
    result = await run_tool(SEARCH, {"query": "Switzerland", "priority_strategy": "highest"})
    heights = [a.elevation_ft for a in result.airports]
    assert heights == sorted(heights, reverse=True)


@pytest.mark.parametrize(
    ("asked", "is_listed"), [("Sion", True), ("LSGS", False), ("lsgs", False), ("SIR", False)]
)
async def test_the_field_of_a_town_is_listed_near_it_but_not_near_its_own_code(
    run_tool: Any, asked: str, is_listed: bool
) -> None:
    result = await run_tool(NEAR, {"location_query": asked})
    assert ("LSGS" in {a.icao for a in result.airports}) is is_listed
    assert result.center.label == "LSGS Sion"


async def test_a_runway_no_aeroplane_stops_on_does_not_stand_among_the_first(run_tool: Any) -> None:
    result = await run_tool(NEAR, {"location_query": "Annecy", "max_results": 100})
    order = [a.icao for a in result.airports]
    assert order.index("FR-0515") > order.index("LFLI")  # 150 m of grass, nearer than Annemasse's 1,300 m


@pytest.mark.parametrize("query", ["Blorpland", "Xyzzyville"])
async def test_a_name_like_no_other_finds_nothing(run_tool: Any, query: str) -> None:
    assert not (await run_tool(SEARCH, {"query": query})).found


async def test_a_misspelt_name_is_said_to_be_nobodys(run_tool: Any) -> None:
    result = await run_tool(SEARCH, {"query": "Wite Waltam"})
    assert (result.airports[0].icao, result.is_near_name) == ("EGLM", True)


async def test_a_list_of_france_knows_who_sells_avgas_and_says_how(run_tool: Any) -> None:
    result = await run_tool(SEARCH, {"query": "France", "filters": {"has_avgas": True, "self_service": True}})
    assert result.total > 80
    assert all("AVGAS 100LL" in a.reason and "self-service" in a.reason for a in result.airports)
    assert all(a.caution is None for a in result.airports)
    assert {s.name for s in result.sources} <= {"OurAirports", "VAC France (SIA)", "AIP France (SIA)"}


async def test_a_complete_list_answers_none_and_any_other_unknown(run_tool: Any) -> None:
    vermont = await run_tool(NEAR, {"location_query": "KBTV", "filters": {"approach_type": "ILS"}})
    assert vermont.unknown_by.get("approach_type", 0) <= vermont.missed_by["approach_type"]
    dutch = await run_tool(SEARCH, {"query": "Netherlands", "filters": {"has_procedures": True}})
    assert dutch.total == 0
    assert dutch.unknown > 20


async def test_of_a_short_leg_no_field_far_off_it_stands_among_the_first(run_tool: Any) -> None:
    result = await run_tool(ROUTE, {"from_location": "EGMC", "to_location": "EGKB"})
    assert len(result.airports) >= 5
    assert all(a.off_track_nm <= 10 and a.along_track_nm >= 2.9 for a in result.airports)  # 29 nm direct


async def test_along_a_route_nothing_is_behind_the_start_or_offered_right_after_it(run_tool: Any) -> None:
    result = await run_tool(ROUTE, {"from_location": "EGTF", "to_location": "LFMD"})
    assert result.airports
    for field in result.airports:
        assert field.along_track_nm is not None
        assert field.along_track_nm > 1
        assert field.distance_from_departure_nm is not None
        assert field.distance_from_departure_nm >= 0.1 * 559


@pytest.mark.parametrize(("said", "first"), [("Perth", "EGPT"), ("Windsor", "EGLM"), ("Lyon", "LFLY")])
async def test_a_name_lists_the_field_that_visitors_use_first(run_tool: Any, said: str, first: str) -> None:
    result = await run_tool("search_airports", {"query": said})
    assert result.found and result.airports[0].icao == first


@pytest.mark.parametrize("said", ["Manston", "Disneyland Paris", "Stonehenge"])
async def test_a_place_without_a_field_lists_those_beside_it_and_says_so(run_tool: Any, said: str) -> None:
    result = await run_tool("search_airports", {"query": said})
    assert result.found and result.beside is not None and result.beside.startswith(said)
    assert all(airport.icao[:2] in ("EG", "GB", "LF", "FR") for airport in result.airports)


@pytest.mark.parametrize("said", ["METAR", "HELLO", "PPR", "hello"])
async def test_a_word_of_pilots_is_no_airfield(run_tool: Any, said: str) -> None:
    result = await run_tool("search_airports", {"query": said})
    assert not result.found and not result.choices


async def test_strips_and_gliding_sites_stand_behind_the_fields_for_visitors_on_a_way(
    run_tool: Any, deps: Any
) -> None:
    result = await run_tool(ROUTE, {"from_location": "EGMD", "to_location": "EBOS"})
    fields = [deps.airports.get(a.icao) for a in result.airports[:5]]
    asked_first = [caution(field, deps) is not None for field in fields]
    assert True in asked_first and asked_first == sorted(asked_first)
