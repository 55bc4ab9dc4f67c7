"""What a list of airfields can be asked beside a place: reach, side, stretch of the route, surroundings, order, share."""

from __future__ import annotations

from typing import Any

import pytest

from agent.aviation.geometry import geodesic_nm, initial_bearing_deg
from agent.aviation.ridges import RIDGES, crossing_nm
from agent.aviation.surroundings import Surroundings

NEAR, ROUTE, SEARCH, COUNT = (
    "find_airports_near_location", "find_airports_near_route", "search_airports", "get_airport_statistics",
)  # fmt: skip


async def test_what_can_be_reached_in_an_hour_is_the_circle_of_that_speed(run_tool: Any) -> None:
    found = await run_tool(NEAR, {"location_query": "EGTF", "within_minutes": 60, "cruise_speed_kts": 110})
    assert found.radius_nm == pytest.approx(110)
    assert found.airports and all(a.distance_nm <= 110.05 for a in found.airports)


async def test_what_can_be_reached_tells_each_ones_time_and_no_farm_strip_stands_first(run_tool: Any) -> None:
    found = await run_tool(NEAR, {"location_query": "EGHR", "within_minutes": 120, "cruise_speed_kts": 110})
    for field in found.airports:
        hours, _, minutes = (field.ranked_by or "").removesuffix("m").rpartition("h ")
        assert int(hours or 0) * 60 + int(minutes) == pytest.approx(field.distance_nm / 110 * 60, abs=0.6)
        assert "strip" not in (field.caution or "")
    near = await run_tool(NEAR, {"location_query": "EGHR", "max_distance_nm": 12, "max_results": 50})
    farms = {a.name: a.caution for a in near.airports if a.name.endswith("Farm")}
    assert farms and all(said == "farm strip by its name: ask before you go" for said in farms.values())


async def test_a_reach_without_a_speed_assumes_one_and_takes_the_pilots_own(run_tool: Any) -> None:
    assumed = await run_tool(NEAR, {"location_query": "EGTF", "within_minutes": 60})
    assert assumed.radius_nm == pytest.approx(100) and assumed.cruise_speed_source == "assumed"
    own = await run_tool(NEAR, {"location_query": "EGTF", "within_minutes": 30}, cruise_speed_kts=100.0)
    assert own.radius_nm == pytest.approx(50)


@pytest.mark.parametrize(("side", "bearing"), [("north", 0), ("south_west", 225), ("east", 90)])
async def test_a_side_is_a_quarter_of_the_circle(run_tool: Any, side: str, bearing: float) -> None:
    found = await run_tool(NEAR, {"location_query": "EGTF", "direction": side, "max_results": 100})
    centre = found.center
    assert found.airports
    for field in found.airports:
        course = initial_bearing_deg(centre.lat, centre.lon, field.lat, field.lon)
        assert abs((course - bearing + 180) % 360 - 180) <= 45.5


@pytest.mark.parametrize(
    ("position", "least", "most"),
    [
        ("about half way", 0.39, 0.61),
        ("the last third", 0.66, 1.0),
        ("first third", 0.0, 0.34),
        ("auf halber strecke", 0.39, 0.61),
    ],
)
async def test_a_position_along_the_route_is_kept_to(
    run_tool: Any, position: str, least: float, most: float
) -> None:
    route = {"from_location": "EGKB", "to_location": "LFMD"}
    found = await run_tool(ROUTE, {**route, "position": position, "max_results": 50})
    assert found.airports and found.position_taken and not found.left_aside
    assert all(least <= a.along_track_nm / found.distance_nm <= most for a in found.airports)


@pytest.mark.parametrize("words", ["after Toulouse", "past Toulouse", "hinter Toulouse", "après Toulouse"])
async def test_after_a_place_is_what_lies_farther_along_than_it(run_tool: Any, words: str) -> None:
    route = {"from_location": "LFBZ", "to_location": "LFMD", "max_results": 100}
    biarritz, toulouse = (43.468, -1.523), (43.604, 1.444)  # the track passes Toulouse within 2 nm
    at = geodesic_nm(*biarritz, *toulouse)
    found = await run_tool(ROUTE, {**route, "position": words})
    assert found.airports and not found.left_aside and "Toulouse" in found.position_taken
    assert all(a.along_track_nm > at for a in found.airports)
    before = await run_tool(ROUTE, {**route, "position": "before Toulouse"})
    assert before.airports and all(a.along_track_nm < at for a in before.airports)


async def test_a_place_that_the_track_does_not_pass_is_not_taken_for_one(run_tool: Any) -> None:
    route = {"from_location": "LFBZ", "to_location": "LFMD", "position": "after Paris"}
    found = await run_tool(ROUTE, route)
    assert found.left_aside == ("after Paris",) and found.position_taken is None


async def test_before_the_channel_is_on_this_side_of_it_and_after_it_beyond(run_tool: Any) -> None:
    route = {"from_location": "EGKB", "to_location": "LFMD", "max_results": 50}
    before = await run_tool(ROUTE, {**route, "position": "before the channel"})
    after = await run_tool(ROUTE, {**route, "position": "after the channel"})
    assert {a.country for a in before.airports} == {"GB"}
    assert after.airports and "GB" not in {a.country for a in after.airports}


async def test_a_position_that_means_nothing_on_this_route_is_said_to_be_left_aside(run_tool: Any) -> None:
    route = {"from_location": "EGKB", "to_location": "LFMD"}
    for position in ("before the pyrenees", "between tea and lunch", "after 2000 nm"):
        found = await run_tool(ROUTE, {**route, "position": position})
        assert found.left_aside == (position,) and found.airports


async def test_after_two_hours_hangs_on_the_speed(run_tool: Any) -> None:
    route = {"from_location": "EGKB", "to_location": "LFMD", "position": "after 2 hours"}
    assert (await run_tool(ROUTE, route)).missing_info
    found = await run_tool(ROUTE, {**route, "cruise_speed_kts": 120})
    assert all(205 <= a.along_track_nm <= 240 + 0.21 * found.distance_nm for a in found.airports)


def test_a_track_from_friedrichshafen_to_milan_crosses_the_alps_and_one_in_england_does_not() -> None:
    north, south = (47.671, 9.511), (45.445, 9.277)
    length = geodesic_nm(*north, *south)
    at = crossing_nm(north, south, RIDGES["alps"], length)
    assert at is not None and 0.4 * length < at < 0.7 * length  # the Splügen lies 70 nm from Friedrichshafen
    assert crossing_nm((51.3, 0.0), (53.0, -2.0), RIDGES["alps"], 130) is None


@pytest.mark.parametrize(
    ("icao", "what", "expected"),
    [
        ("EGJA", "island", True), ("EGTF", "island", False), ("LFMD", "coast", True), ("LSZS", "coast", False),
        ("EDNY", "lake", True), ("LFLP", "lake", None), ("EGHN", "island", True), ("EGTF", "town", True),
        ("EDWG", "island", True), ("EDWJ", "island", True), ("EDWZ", "island", True), ("EDXH", "island", True),
        ("EGEN", "island", True), ("LFOO", "island", False), ("EGNL", "island", None), ("EKVO", "coast", True),
    ],
)  # fmt: skip
def test_surroundings_are_told_as_far_as_the_maps_go(
    deps: Any, icao: str, what: Any, expected: bool | None
) -> None:
    assert Surroundings(deps.settings).has(deps.airports.get(icao), what) is expected


async def test_a_golf_course_is_on_no_map_and_said_to_be_left_aside(run_tool: Any) -> None:
    found = await run_tool(NEAR, {"location_query": "Annecy", "filters": {"near_what": "golf"}})
    plain = await run_tool(NEAR, {"location_query": "Annecy"})
    assert found.left_aside == ("golf",) and found.total == plain.total


async def test_a_country_that_is_not_wanted_is_left_out(run_tool: Any) -> None:
    found = await run_tool(NEAR, {"location_query": "Geneva", "filters": {"not_country": "CH"}, "max_results": 50})
    assert found.airports and "CH" not in {a.country for a in found.airports}


async def test_a_nation_of_the_united_kingdom_is_left_out_alone(run_tool: Any, deps: Any) -> None:
    near = {"location_query": "Chester", "max_results": 50}
    found = await run_tool(NEAR, {**near, "filters": {"not_country": ["GB-WLS"]}})
    welsh = await run_tool(NEAR, {**near, "filters": {"country": "GB-WLS"}})
    assert found.airports and {deps.airports.get(a.icao).region for a in found.airports} == {"GB-ENG"}
    assert welsh.airports and {deps.airports.get(a.icao).region for a in welsh.airports} == {"GB-WLS"}


async def test_no_military_fields_means_none_that_is_known_to_be_one(run_tool: Any, deps: Any) -> None:
    found = await run_tool(SEARCH, {"query": "Germany", "filters": {"military": False}, "max_results": 100})
    assert found.airports and not any(deps.airports.get(a.icao).military_hint for a in found.airports)


async def test_cheapest_is_said_to_be_unknown_where_no_fee_is_known(run_tool: Any) -> None:
    nowhere = await run_tool(
        NEAR, {"location_query": "Tamanrasset", "priority_strategy": "cheapest", "max_distance_nm": 300}
    )
    assert nowhere.left_aside == ("cheapest",)


async def test_cheapest_puts_published_fees_of_one_currency_in_order(run_tool: Any) -> None:
    found = await run_tool(SEARCH, {"query": "United Kingdom", "priority_strategy": "cheapest", "max_results": 20})
    fees = [float(a.ranked_by.split()[1]) for a in found.airports if a.ranked_by and a.ranked_by.endswith("GBP")]
    assert fees == sorted(fees)


async def test_easiest_never_puts_a_shut_field_before_an_open_one(run_tool: Any) -> None:
    found = await run_tool(NEAR, {"location_query": "LFAT", "priority_strategy": "easiest", "max_results": 60})
    shut = ["not open" in (a.ranked_by or "") for a in found.airports]
    assert shut == sorted(shut)


async def test_a_count_tells_known_known_not_and_unknown(run_tool: Any) -> None:
    found = await run_tool(COUNT, {"country": "FR", "filters": {"has_avgas": True}, "share": True})
    counted = found.counted
    assert counted.yes + counted.no + counted.unknown == found.stats.total
    listed = await run_tool(
        SEARCH, {"query": "France", "filters": {"has_avgas": True, "exclude_large_airports": False}}
    )
    assert counted.yes == listed.total


async def test_an_area_is_counted_like_a_country(run_tool: Any) -> None:
    whole = await run_tool(COUNT, {"query": "Scotland"})
    hard = await run_tool(COUNT, {"query": "Scotland", "filters": {"has_hard_runway": True}})
    assert hard.counted.yes + hard.counted.no + hard.counted.unknown == whole.stats.total


async def test_fuel_for_based_aircraft_only_is_no_fuel_for_a_visitor_and_ul91_alone_is_told(run_tool: Any) -> None:
    """LFAE's pump is "réservé aux ACFT basés" (VAC of 6 Aug 2026): counted, never listed."""
    found = await run_tool(ROUTE, {"from_location": "EGTF", "to_location": "LFMD", "filters": {"has_ul91": True}})
    assert "LFAE" not in [field.icao for field in found.airports] and found.based_only >= 1
    asked = {"query": "France", "filters": {"has_avgas": True}, "max_results": 50}
    pages = [await run_tool(SEARCH, {**asked, "offset": offset}) for offset in range(0, 300, 50)]
    france, listed = pages[0], {field.icao for page in pages for field in page.airports}
    assert {"LFKO", "LFPM", "LFRU"} <= listed  # AVGAS by their VAC, grade not stated
    assert not {"LFAE", "LFAW", "LFLQ"} & listed and france.ul91_only >= 5 and france.based_only >= 5


async def test_a_reading_without_data_is_named_and_not_offered(run_tool: Any) -> None:
    around = {"location_query": "Split", "filters": {"restaurant": "vicinity"}}
    meanings = [
        {"label": "Around Split", "call": {"tool": NEAR, "arguments": around}},
        {"label": "In France", "call": {"tool": SEARCH, "arguments": {"query": "France"}}},
    ]
    asked = await run_tool("ask_clarifying_question", {"question": "Which?", "meanings": meanings})
    assert [meaning.label for meaning in asked.meanings] == ["In France"] and asked.unknown == ("Around Split",)


async def test_each_wish_is_sourced_in_every_language_and_a_list_is_shown_as_a_list(run_tool: Any) -> None:
    bavaria = await run_tool(SEARCH, {"query": "Bavaria", "filters": {"point_of_entry": True}})
    assert any("Official Journal" in source.name for source in bavaria.sources)
    assert all(field.known.get("Border list") or field.known.get("Customs") for field in bavaria.airports)


async def test_a_french_field_that_no_approach_chart_names_has_none(run_tool: Any) -> None:
    """The list of charts of the AIP France is complete: FR- strips are known to have no approach."""
    found = await run_tool(NEAR, {"location_query": "Grenoble", "filters": {"approach_type": "RNP"}})
    assert found.airports and found.unknown <= 2


async def test_a_region_ends_at_its_border(run_tool: Any) -> None:
    """Karlsruhe lies within the circle of Alsace, Colmar within that of the Black Forest: across the Rhine."""
    alsace = await run_tool(SEARCH, {"query": "Alsace", "max_results": 50})
    assert {field.country for field in alsace.airports} == {"FR"}
    forest = await run_tool(SEARCH, {"query": "Black Forest", "max_results": 50})
    assert {field.country for field in forest.airports} == {"DE"}


async def test_a_country_without_an_airfield_offers_its_neighbours_and_rules_and_not_itself(
    run_tool: Any,
) -> None:
    found = await run_tool(COUNT, {"country": "LI"})
    assert found.stats.total == 0
    listed = await run_tool(SEARCH, {"query": "Liechtenstein"})
    assert not listed.found and "no open airfield in Liechtenstein" in listed.message
    (choice,) = listed.choices
    assert choice.call.tool == NEAR


async def test_near_a_range_is_within_it_or_beside_its_edge(run_tool: Any) -> None:
    found = await run_tool(
        NEAR, {"location_query": "the Alps", "max_results": 100, "filters": {"has_tower": True}}
    )
    away = {field.icao: field.distance_nm for field in found.airports}
    assert {"LOWI", "LFLP"} <= set(away) and not {"EDSB", "LFML", "LFKB"} & set(away)
    assert found.radius_nm == 15 and away["LOWI"] is None  # Innsbruck lies in the Alps: no distance is told
    assert all(distance is None or 0 < distance <= 15 for distance in away.values())


async def test_a_border_crossing_point_is_what_stands_on_an_official_list_of_them(
    run_tool: Any, deps: Any
) -> None:
    found = await run_tool(SEARCH, {"query": "Bavaria", "filters": {"border_point": True}, "max_results": 50})
    assert found.airports and all(deps.facts.of(a.icao).first("border_point") for a in found.airports)
    assert set(found.unknown_by) == {"border_point"}
    none = await run_tool(SEARCH, {"query": "Scotland", "filters": {"border_point": True}})
    assert not none.airports and none.unknown_by["border_point"]


async def test_so_far_along_is_said_in_three_languages_and_a_border_by_its_country(run_tool: Any) -> None:
    way = {"from_location": "EGTF", "to_location": "LFBZ", "max_results": 50}
    for said in ("after the first 200 miles", "nach etwa 200 Meilen", "après environ 200 nautiques"):
        found = await run_tool(ROUTE, {**way, "position": said})
        assert found.airports and all(170 <= a.along_track_nm <= 310 for a in found.airports), said
    french = await run_tool(ROUTE, {**way, "position": "after the French border"})
    assert french.airports and {a.country for a in french.airports} == {"FR"}
    before = await run_tool(ROUTE, {**way, "position": "before the French border"})
    assert before.airports and "FR" not in {a.country for a in before.airports}
