"""Days on the ground through the tool: plans that hold, edits that touch one thing, the sum of a stop."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from servers.overpass import OverpassServer, node

from agent import registry
from agent.errors import InvalidQuestion
from agent.protocol import Conversation, Profile
from agent.travel.poi import Poi, Spot
from agent.travel.trip import MOST_A_DAY, Trip, build, faults

JAIPUR = {"near": "Jaipur", "duration_days": 2, "interests": ["history", "food"], "pace": "relaxed"}
LE_TOUQUET = {
    "near": "Le Touquet",
    "interests": ["lunch", "something to see"],
    "dates": ["2026-05-12"],
    "window": {"from": "11:00", "to": "14:00"},
}


def names(result: Any, day: int) -> list[str]:
    return [activity.poi.name for activity in result.days[day - 1].activities]


@pytest.fixture
async def overpass() -> AsyncIterator[OverpassServer]:
    async with OverpassServer() as server:
        yield server


# --- the stop at a field ----------------------------------------------------------------------------


async def test_three_hours_at_le_touquet_show_their_sum_and_two_places(offline: Any) -> None:
    found = await offline.ask("build_itinerary", **LE_TOUQUET)
    text = offline.words().text
    assert found.found
    assert found.ground_stop.airfield.icao == "LFAT"
    assert len(names(found, 1)) >= 2
    assert "170 min − 15 (shut down, fees) − 45 (pre-flight, fuel, filing)" in text
    assert "11:10 CEST (0910 UTC)" in text
    assert "14:00 CEST (1200 UTC)" in text
    assert "own notes, unverified" in text
    assert "not answering" in text
    assert found.sources[0].name == "FlyFun's own notes, unverified"
    assert len(text.splitlines()) <= 12


async def test_of_a_service_that_is_away_nothing_is_said_to_be_missing(offline: Any) -> None:
    found = await offline.ask("build_itinerary", near="Ostend", stay_minutes=240, transfer="walk")
    text = offline.words().text
    assert not found.found and found.ground_stop is not None
    assert "OpenStreetMap is not answering" in text and "I found no" not in text
    assert "own notes have is too far from Ostend" in text and "On foot it is" in text
    assert "the stay you named, from a landing that is assumed" in text
    assert not found.sources


async def test_lunch_is_at_lunchtime_and_one_is_back_in_time(offline: Any) -> None:
    found = await offline.ask("build_itinerary", **LE_TOUQUET)
    lunch = next(a for a in found.days[0].activities if a.poi.category == "restaurant")
    assert "12:00" <= lunch.start_time <= lunch.end_time <= "14:00"
    assert found.days[0].back_at <= "13:15"


async def test_going_home_to_the_uk_brings_the_gar_and_the_flight_plan(offline: Any) -> None:
    offline.profile = Profile(home_base="EGTF", aircraft="C172")
    found = await offline.ask("build_itinerary", **{**LE_TOUQUET, "window": {"from": "11:00", "to": "15:00"}})
    text = offline.words().text
    assert {d.label for d in found.ground_stop.deadlines} == {"GAR (GB)", "flight plan"}
    assert "GAR (GB): by 13:00 CEST (1100 UTC)" in text
    assert "police or customs leaving" in text


async def test_a_flight_inside_one_country_needs_no_police(offline: Any) -> None:
    found = await offline.ask("build_itinerary", **LE_TOUQUET, going_to="LFPN", coming_from="LFPN")
    assert found.ground_stop.formalities_out is False
    assert found.ground_stop.deadlines == ()


async def test_too_little_time_stays_at_the_field(offline: Any) -> None:
    found = await offline.ask("build_itinerary", **{**LE_TOUQUET, "window": {"from": "11:20", "to": "13:50"}})
    assert found.ground_stop.usable_minutes == 50
    short = await offline.ask("build_itinerary", **{**LE_TOUQUET, "window": {"from": "11:20", "to": "13:40"}})
    assert short.ground_stop.usable_minutes == 40
    assert all("airport" in name for name in names(short, 1))
    assert any("at the field only" in warning for warning in short.warnings)


async def test_no_time_at_all_is_said(offline: Any) -> None:
    found = await offline.ask("build_itinerary", **{**LE_TOUQUET, "window": {"from": "11:00", "to": "11:40"}})
    assert not found.found
    assert found.ground_stop.usable_minutes == 0


async def test_hours_on_the_map_decide_what_is_possible(make_pilot: Callable[..., Any], overpass: Any) -> None:
    pilot = make_pilot(overpass_url=overpass.endpoint)
    # Tuesday: the museum is closed, the market too; the lighthouse's hours cannot be read.
    found = await pilot.ask("build_itinerary", **{**LE_TOUQUET, "window": {"from": "09:00", "to": "16:00"}})
    visited = names(found, 1)
    assert "Town Museum" not in visited
    assert "Covered Market" not in visited
    assert {u.poi.name: u.reason for u in found.unplaced}["Town Museum"] == "closed then"
    assert found.sources[0].name == "© OpenStreetMap contributors"


# --- times of a stop --------------------------------------------------------------------------------


async def stop_of(pilot: Any, start: str, end: str | None, **more: Any) -> Any:
    window = {"from": start, **({"to": end} if end else {})}
    return await pilot.ask("build_itinerary", **{**LE_TOUQUET, "window": window, **more})


async def test_utc_times_are_turned_into_local_ones(offline: Any) -> None:
    # In May Le Touquet is two hours ahead of UTC.
    utc = await stop_of(offline, "0900Z", "12:00 UTC")
    assert utc.ground_stop == (await stop_of(offline, "11:00", "14:00")).ground_stop


async def test_minutes_from_now_count_from_the_question(offline: Any) -> None:
    # It is 08:00 UTC, 10:00 local; in two hours 12:00, on blocks ten minutes later.
    found = await stop_of(offline, "+120", "16:00", dates=[])
    assert f"{found.ground_stop.on_block:%Y-%m-%d %H:%M}" == "2026-05-10 12:10"


async def test_leaving_before_landing_is_asked_about(offline: Any) -> None:
    with pytest.raises(InvalidQuestion, match="before you land at 14:00"):
        await stop_of(offline, "14:00", "11:00")
    with pytest.raises(InvalidQuestion, match="before you land"):
        await stop_of(offline, "14:00", "11:00", leave_date="2026-05-10")


async def test_a_stop_over_midnight_is_the_next_day_and_dark_still_decides(offline: Any) -> None:
    found = await stop_of(offline, "20:00", "01:00")
    assert found.ground_stop.limited_by == "sunset here"
    text = offline.words().text
    assert "you planned Wednesday 01:00 CEST (2300 UTC)" in text
    assert "I took off blocks 01:00 as Wednesday 13 May." in text


async def test_a_night_in_town_counts_until_the_next_day(offline: Any) -> None:
    # 24 October 16:10 on blocks to 25 October 09:00, with the hour that comes twice: 17 h 50 = 1070 min.
    found = await stop_of(offline, "16:00", "09:00", dates=["2026-10-24"], leave_date="2026-10-25")
    assert found.ground_stop.lines[0].minutes == 1070
    assert found.ground_stop.limited_by == "your plan"
    text = offline.words().text
    assert "16:10 CEST (1410 UTC), off blocks Sunday 09:00 CET (0800 UTC)" in text
    assert "be back at the field by 08:15 on Sunday" in text
    assert all(a.end_time <= "21:00" for a in found.days[0].activities)


async def test_leaving_before_sunrise_is_said_to_be_at_night(offline: Any) -> None:
    await stop_of(offline, "12:00", "07:00", dates=["2026-12-15"], leave_date="2026-12-16")
    assert "That is at night: sunrise Wednesday 08:" in offline.words().text


async def test_a_time_at_home_is_counted_back_over_the_leg(offline: Any) -> None:
    # LFAT to EGKB, 77.6 nm at 110 kt: 42.3 min, 15 % more, 10 for taxi and circuit = 59 min before 18:00 local.
    found = await stop_of(offline, "11:00", None, there_by="17:00", going_to="EGKB", cruise_speed_kts=110)
    stop = found.ground_stop
    assert (f"{stop.latest_off_block:%H:%M}", stop.limited_by) == ("17:01", "your time at EGKB")
    assert {d.label for d in stop.deadlines} == {"GAR (GB)", "flight plan"}
    asked = await stop_of(offline, "11:00", None, there_by="17:00", going_to="EGKB")
    assert asked.missing_info[0].key == "cruise_speed"
    nowhere = await stop_of(offline, "11:00", None, there_by="17:00")
    assert "Where do you have to be" in nowhere.missing_info[0].prompt


async def test_a_stop_of_today_that_is_over_is_refused_or_taken_for_tomorrow(offline: Any) -> None:
    with pytest.raises(InvalidQuestion, match="in the past: it is 10:00 CEST"):
        await stop_of(offline, "07:00", "09:00", dates=["2026-05-10"])
    found = await stop_of(offline, "07:00", "09:30", dates=[])
    assert f"{found.ground_stop.on_block:%d}" == "11"
    told = offline.words().text
    assert "Monday 11 May" in told and "I took tomorrow" in told


async def test_without_sunset_and_off_block_time_it_asks_for_one(offline: Any) -> None:
    found = await offline.ask("build_itinerary", near="ENTC", window={"from": "11:00"}, dates=["2026-06-21"])
    assert "Off blocks at what time" in found.missing_info[0].prompt


async def test_less_than_no_time_is_added_up_honestly(offline: Any) -> None:
    await stop_of(offline, "11:00", "12:00")
    assert (
        "50 min − 15 (shut down, fees) − 45 (pre-flight, fuel, filing) − 30 (transfer 2 × 15) = −40 min, so none."
        in offline.words().text
    )


async def test_a_deadline_that_has_passed_is_marked(offline: Any) -> None:
    offline.profile = Profile(home_base="EGTF", aircraft="C172")
    await stop_of(offline, "+0", "11:30", dates=[])  # it is 10:00 local, the GAR was due at 09:30
    text = offline.words().text
    assert "GAR (GB): by 09:30 CEST (0730 UTC), accepted from 48 h before, which has passed" in text
    assert "flight plan: by 10:30 CEST (0830 UTC), 60 min before off-block at a border." in text


async def test_a_public_holiday_is_pointed_out(offline: Any) -> None:
    await stop_of(offline, "11:00", "15:00", dates=["2026-07-14"])
    assert "Tuesday 14 Jul is a public holiday" in offline.words().text


async def test_a_stored_stop_still_names_its_zone_and_is_short_after_a_change(
    make_pilot: Callable[..., Any], overpass: Any
) -> None:
    pilot = make_pilot(overpass_url=overpass.endpoint)
    await stop_of(pilot, "10:00", "16:00", dates=["2026-05-13"])
    pilot.conversation = Conversation.model_validate_json(pilot.conversation.model_dump_json(by_alias=True))
    await pilot.ask("build_itinerary", edit={"action": "relax"})
    text = pilot.words().text
    assert "On blocks 10:10 CEST (0810 UTC), off blocks 16:00 CEST (1400 UTC)" in text
    assert "pre-flight" not in text
    assert len(text.splitlines()) <= 8


@pytest.mark.parametrize("home", [None, "EGTF"])
@pytest.mark.parametrize("hours", [("11:00", "14:00"), ("09:00", "18:30")])
async def test_a_stop_is_told_on_one_screen(offline: Any, home: str | None, hours: tuple[str, str]) -> None:
    offline.profile = Profile(home_base=home, aircraft="C172")
    await stop_of(offline, *hours, dates=["2026-10-13"])
    assert len(offline.words().text.splitlines()) <= 12


# --- days -------------------------------------------------------------------------------------------


async def test_two_relaxed_days_in_jaipur_hold_history_and_food(offline: Any) -> None:
    found = await offline.ask("build_itinerary", **JAIPUR)
    assert [len(day.activities) for day in found.days] == [3, 3]
    for day in found.days:
        kinds = [a.poi.category for a in day.activities]
        assert kinds.count("restaurant") == 1
        assert {a.time_period for a in day.activities} >= {"morning", "afternoon"}
    visited = names(found, 1) + names(found, 2)
    assert len(set(visited)) == 6
    text = offline.words().text
    assert "**Day 1**" in text
    assert [c.label for c in offline.words().choices] == ["Relax", "Swap indoors", "More food"]


@pytest.mark.parametrize(("pace", "least", "most"), [("relaxed", 2, 3), ("moderate", 3, 4), ("packed", 4, 5)])
async def test_the_pace_sets_how_many_places_a_day_has(offline: Any, pace: str, least: int, most: int) -> None:
    found = await offline.ask("build_itinerary", **{**JAIPUR, "pace": pace})
    assert all(least <= len(day.activities) <= most for day in found.days)


async def test_more_days_than_places_are_fewer_visits_and_never_repeats(offline: Any) -> None:
    found = await offline.ask("build_itinerary", near="Abbeville", duration_days=5, interests=["history"])
    visited = [name for day in range(1, 6) for name in names(found, day)]
    assert len(set(visited)) == len(visited) <= 3
    assert any("I know nothing more for day" in warning for warning in found.warnings)


async def test_a_week_is_told_in_a_screen(offline: Any) -> None:
    await offline.ask("build_itinerary", near="Jaipur", duration_days=7, interests=["culture", "food"])
    assert len(offline.words().text.splitlines()) <= 12


async def test_places_found_before_are_taken(make_pilot: Callable[..., Any], overpass: Any) -> None:
    pilot = make_pilot(overpass_url=overpass.endpoint)
    places = await pilot.ask("search_pois", near="Le Touquet", interests=["culture"], radius_km=3)
    found = await pilot.ask(
        "build_itinerary",
        near="Le Touquet",
        candidate_pois=[poi.to_json() for poi in places.pois],
        duration_days=1,
        pace="moderate",
        dates=["2026-05-13"],
    )
    assert set(names(found, 1)) <= {poi.name for poi in places.pois}
    assert len(overpass.requests) == 1


CANDIDATES: list[dict[str, Any]] = [
    {
        "id": f"node/{number}",
        "name": name,
        "location": {"lat": lat, "lon": lon},
        "category": "museum",
        "visit_duration_minutes": 60,
        "distance_km": 1.0,
        "source": "openstreetmap",
        "source_url": f"https://www.openstreetmap.org/node/{number}",
    }
    for number, (name, lat, lon) in enumerate([("First", 26.92, 75.82), ("Second", 26.94, 75.84)], start=1)
]
"""Places as another program would give them: no interests, no place named."""


async def test_candidates_alone_are_planned_from_their_middle_which_is_said(offline: Any) -> None:
    found = await offline.ask("build_itinerary", candidate_pois=CANDIDATES, duration_days=1, pace="moderate")
    assert found.found
    assert sorted(names(found, 1)) == ["First", "Second"]
    assert found.near == "26.9300, 75.8300"
    assert found.zone == "Asia/Kolkata"
    assert found.warnings == ("No place was named: I start in the middle of the places given.",)
    assert "in the middle of the places given" in offline.words().text


async def test_a_stop_or_candidates_far_apart_still_need_a_place(offline: Any) -> None:
    far = [*CANDIDATES, {**CANDIDATES[0], "id": "node/3", "location": {"lat": 48.86, "lon": 2.35}}]
    found = await offline.ask("build_itinerary", candidate_pois=far, duration_days=1)
    assert found.missing_info[0].prompt.startswith("Where?")
    span = {"from": "11:00", "to": "14:00"}
    found = await offline.ask("build_itinerary", candidate_pois=CANDIDATES, duration_days=1, window=span)
    assert found.missing_info[0].prompt.startswith("Where?")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"duration_days": 0}, "1 to 7 days"),
        ({"duration_days": 30}, "1 to 7 days"),
        ({"dates": ["2026-05-01"]}, "in the past"),
        ({"dates": ["2026-06-02", "2026-06-01"]}, "in order"),
        ({"start_time": "26:00"}, "not a time"),
        ({"window": {"from": "14:00", "to": "11:00"}}, "before you land at 14:00"),
        ({"people": 0}, "how many people"),
    ],
)
async def test_nonsense_is_refused_in_words(offline: Any, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidQuestion) as caught:
        await offline.ask("build_itinerary", near="Jaipur", **arguments)
    assert words in caught.value.user_message


def test_a_window_is_said_one_way_in_arguments_and_manifest() -> None:
    tool = registry.find("build_itinerary")
    said = tool.parse({"near": "LFAT", "window": {"from": "11", "to": "14h"}}).canonical()
    assert said == {"near": "LFAT", "window": {"from": "11:00", "to": "14:00"}}
    assert tool.parse(said).canonical() == said
    span = tool.manifest()["parameters"]["$defs"]["TimeSpan"]
    assert set(span["properties"]) == {"from", "to"}
    assert span["required"] == ["from"]


async def test_an_unknown_town_and_a_doubtful_one_are_asked_about(offline: Any) -> None:
    unknown = await offline.ask("build_itinerary", near="Xyzzyplugh")
    assert "I don't know Xyzzyplugh" in unknown.message
    doubtful = await offline.ask("build_itinerary", near="Newport")
    assert doubtful.missing_info[0].key == "location_clarification"
    nowhere = await offline.ask("search_pois", interests=["food"])
    assert nowhere.missing_info[0].key == "to_location"


async def test_a_town_without_map_and_notes_gets_no_invention(offline: Any) -> None:
    found = await offline.ask("build_itinerary", near="Augsburg")
    assert not found.found
    assert "no notes of my own on Augsburg" in found.message


# --- edits ------------------------------------------------------------------------------------------


async def test_removing_the_first_morning_changes_that_morning_only(offline: Any) -> None:
    before = await offline.ask("build_itinerary", **JAIPUR)
    after = await offline.ask("build_itinerary", edit={"action": "remove", "day": 1, "block": "morning"})
    assert after.days[1] == before.days[1]
    kept = [a for a in before.days[0].activities if a.time_period != "morning"]
    assert [(a.poi, a.start_time, a.end_time) for a in after.days[0].activities] == [
        (a.poi, a.start_time, a.end_time) for a in kept
    ]
    assert after.days[0].activities[1:] == tuple(kept[1:])
    assert offline.words().text.startswith("**Removed")


async def test_undo_brings_back_exactly_what_was(offline: Any) -> None:
    first = await offline.ask("build_itinerary", **JAIPUR)
    second = await offline.ask("build_itinerary", edit={"action": "remove", "day": 2, "block": "afternoon"})
    await offline.ask("build_itinerary", edit={"action": "relax"})
    back = await offline.ask("build_itinerary", edit={"action": "undo"})
    assert (back.days, back.pace) == (second.days, second.pace)
    again = await offline.ask("build_itinerary", edit={"action": "undo"})
    assert (again.days, again.pace) == (first.days, first.pace)
    with pytest.raises(InvalidQuestion, match="nothing to undo"):
        await offline.ask("build_itinerary", edit={"action": "undo"})


async def test_more_relaxed_is_fewer_places_and_none_that_is_new(offline: Any) -> None:
    before = await offline.ask("build_itinerary", **{**JAIPUR, "pace": "packed"})
    after = await offline.ask("build_itinerary", edit={"action": "relax"})
    assert after.pace == "moderate"
    for day in (1, 2):
        assert set(names(after, day)) < set(names(before, day))


async def test_more_relaxed_also_arrives_as_the_same_plan_at_another_pace(offline: Any) -> None:
    before = await offline.ask("build_itinerary", **{**JAIPUR, "pace": "moderate"})
    after = await offline.ask("build_itinerary", **{**JAIPUR, "pace": "relaxed"})
    assert after.changed == "More relaxed: all of it."
    assert all(set(names(after, day)) <= set(names(before, day)) for day in (1, 2))


async def test_swapping_a_saturday_afternoon_for_indoors_touches_nothing_else(offline: Any) -> None:
    before = await offline.ask("build_itinerary", **JAIPUR, dates=["2026-05-16"])
    after = await offline.ask(
        "build_itinerary", edit={"action": "swap", "day": "Saturday", "block": "afternoon", "indoor": True}
    )
    assert after.days[1] == before.days[1]
    mornings = [[a for a in r.days[0].activities if a.time_period == "morning"] for r in (before, after)]
    assert mornings[0] == mornings[1]
    assert after.days[0] != before.days[0]
    assert all(a.poi.indoor for a in after.days[0].activities if a.time_period == "afternoon")


async def test_a_weekday_of_a_trip_without_dates_is_asked_about(offline: Any) -> None:
    before = await offline.ask("build_itinerary", **JAIPUR)
    edit = {"action": "swap", "day": "Saturday", "block": "afternoon", "indoor": True}
    asked = await offline.ask("build_itinerary", edit=edit)
    assert asked.missing_info[0].key == "date"
    assert asked.missing_info[0].examples == ("day 1", "day 2")
    after = await offline.ask("build_itinerary", edit={**edit, "day": 2})
    assert after.days[0] == before.days[0]
    assert after.days[1] != before.days[1]


async def test_a_weekday_of_a_single_day_without_a_date_is_that_day_and_said(offline: Any) -> None:
    before = await offline.ask("build_itinerary", **{**JAIPUR, "duration_days": 1})
    after = await offline.ask("build_itinerary", edit={"action": "remove", "day": "Saturday", "block": "morning"})
    assert [day.date for day in after.days] == [date(2026, 5, 16)]
    assert "day 1 as Saturday 16 May" in offline.words().text
    undone = await offline.ask("build_itinerary", edit={"action": "undo"})
    assert undone.days == before.days


def starts(result: Any, day: int) -> dict[str, str]:
    return {a.poi.name: a.start_time for a in result.days[day - 1].activities}


@pytest.mark.parametrize("action", ["relax", "pack", "more"])
async def test_a_morning_that_was_removed_stays_free(offline: Any, action: str) -> None:
    await offline.ask("build_itinerary", **JAIPUR, start_time="09:00")
    removed = await offline.ask("build_itinerary", edit={"action": "remove", "day": 1, "block": "morning"})
    gone = {"Albert Hall Museum"}
    assert not gone & set(names(removed, 1))
    interest = {"interest": "history"} if action == "more" else {}
    after = await offline.ask("build_itinerary", edit={"action": action, **interest})
    assert all(a.start_time >= "12:00" for a in after.days[0].activities)
    assert not gone & {*names(after, 1), *names(after, 2)}


async def test_more_relaxed_leaves_each_visit_in_its_part_of_the_day(offline: Any) -> None:
    before = await offline.ask("build_itinerary", **{**JAIPUR, "pace": "packed", "duration_days": 3})
    blocks = {a.poi.name: a.time_period for day in before.days for a in day.activities}
    for _ in range(3):
        after = await offline.ask("build_itinerary", edit={"action": "relax"})
        for day in after.days:
            assert all(a.time_period == blocks[a.poi.name] for a in day.activities)


async def test_a_day_that_is_named_loses_a_visit(offline: Any) -> None:
    before = await offline.ask("build_itinerary", near="Jaipur", duration_days=2, pace="packed")
    after = await offline.ask("build_itinerary", edit={"action": "relax", "day": 2})
    assert after.days[0] == before.days[0]
    assert len(after.days[1].activities) == len(before.days[1].activities) - 1
    again = await offline.ask("build_itinerary", edit={"action": "relax", "day": 2})
    assert len(again.days[1].activities) == len(before.days[1].activities) - 2


async def test_fuller_keeps_what_is_there_at_its_time(offline: Any) -> None:
    before = await offline.ask("build_itinerary", **JAIPUR)
    after = await offline.ask("build_itinerary", edit={"action": "pack"})
    for day in (1, 2):
        assert starts(before, day).items() <= starts(after, day).items()


async def test_other_dates_keep_the_changes_and_can_be_undone(offline: Any) -> None:
    await offline.ask("build_itinerary", near="Jaipur", duration_days=2, interests=["history"])
    changed = await offline.ask("build_itinerary", edit={"action": "relax"})
    dated = await offline.ask(
        "build_itinerary", near="Jaipur", duration_days=2, interests=["history"], dates=["2026-05-17"]
    )
    assert [day.activities for day in dated.days] == [day.activities for day in changed.days]
    assert [day.date for day in dated.days] == [date(2026, 5, 17), date(2026, 5, 18)]
    assert (await offline.ask("build_itinerary", edit={"action": "undo"})).days == changed.days
    with pytest.raises(InvalidQuestion, match="in the past"):
        await offline.ask(
            "build_itinerary", near="Jaipur", duration_days=2, interests=["history"], dates=["2026-05-01"]
        )


async def test_a_new_plan_says_that_changes_are_not_in_it(offline: Any) -> None:
    await offline.ask("build_itinerary", **JAIPUR)
    await offline.ask("build_itinerary", edit={"action": "remove", "day": 1, "block": "morning"})
    await offline.ask("build_itinerary", **{**JAIPUR, "duration_days": 3})
    assert "I planned it anew: your earlier changes are not in it." in offline.words().text


async def test_an_undo_can_itself_be_undone(offline: Any) -> None:
    first = await offline.ask("build_itinerary", **JAIPUR)
    second = await offline.ask("build_itinerary", edit={"action": "remove", "day": 1, "block": "morning"})
    third = await offline.ask("build_itinerary", edit={"action": "relax"})
    assert (await offline.ask("build_itinerary", edit={"action": "undo"})).days == second.days
    assert (await offline.ask("build_itinerary", edit={"action": "undo"})).days == first.days
    assert (await offline.ask("build_itinerary", edit={"action": "redo"})).days == second.days
    assert (await offline.ask("build_itinerary", edit={"action": "redo"})).days == third.days
    with pytest.raises(InvalidQuestion, match="Nothing was undone"):
        await offline.ask("build_itinerary", edit={"action": "redo"})
    back = await offline.ask("build_itinerary", edit={"action": "undo", "everything": True})
    assert back.days == first.days


async def test_a_place_is_exchanged_on_its_own_day(offline: Any) -> None:
    before = await offline.ask("build_itinerary", near="Jaipur", duration_days=2)
    assert "Hawa Mahal" in names(before, 2)
    after = await offline.ask("build_itinerary", edit={"action": "swap", "place": "hawa mahal", "kind": "museum"})
    assert after.days[0] == before.days[0]
    assert "Hawa Mahal" not in names(after, 2)
    new = [a.poi for a in after.days[1].activities if a.poi.name not in names(before, 2)]
    assert [poi.category for poi in new] == ["museum"]


async def test_a_place_that_is_not_on_the_trip_changes_nothing(offline: Any) -> None:
    await offline.ask("build_itinerary", **JAIPUR)
    kept = offline.conversation.trip
    for edit in (
        {"action": "remove", "place": "Taj Mahal"},
        {"action": "swap", "place": "beach", "kind": "museum"},
    ):
        with pytest.raises(InvalidQuestion, match="There is no"):
            await offline.ask("build_itinerary", edit=edit)
        assert offline.conversation.trip == kept


async def test_of_several_forts_it_asks_which_one(offline: Any) -> None:
    plan = await offline.ask("build_itinerary", **{**JAIPUR, "pace": "moderate", "duration_days": 3})
    forts = {a.poi.name for day in plan.days for a in day.activities if a.poi.category in ("fort", "castle")}
    assert len(forts) > 1
    asked = await offline.ask("build_itinerary", edit={"action": "remove", "place": "fort"})
    assert {choice.label for choice in asked.choices} == forts
    every = await offline.ask("build_itinerary", edit={"action": "remove", "place": "fort", "everything": True})
    assert not forts & {name for day in (1, 2, 3) for name in names(every, day)}


async def test_a_plan_that_fails_elsewhere_leaves_the_trip_and_takes_no_edits(offline: Any) -> None:
    await offline.ask("build_itinerary", **JAIPUR)
    kept = offline.conversation.trip
    assert not (await offline.ask("build_itinerary", near="Timbuktu")).found
    assert offline.conversation.trip == kept
    refused = await offline.ask("build_itinerary", near="Timbuktu", edit={"action": "relax"})
    assert not refused.found
    assert "the last one is for Jaipur" in refused.message


async def test_a_date_that_is_no_day_of_an_undated_trip_is_asked_about(offline: Any) -> None:
    await offline.ask("build_itinerary", **JAIPUR)
    asked = await offline.ask("build_itinerary", edit={"action": "remove", "day": "someday"})
    assert asked.missing_info[0].key == "date"


async def test_more_food_adds_or_exchanges_one_place(make_pilot: Callable[..., Any], overpass: Any) -> None:
    pilot = make_pilot(overpass_url=overpass.endpoint)
    before = await pilot.ask("build_itinerary", near="Le Touquet", interests=["culture"], dates=["2026-05-13"])
    after = await pilot.ask("build_itinerary", edit={"action": "more", "interest": "food"})
    new = [a.poi for a in after.days[0].activities if a.poi.name not in names(before, 1)]
    assert len(new) == 1
    assert "food" in new[0].interests


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ({"action": "remove", "day": 9}, "no day 9"),
        ({"action": "remove", "day": 1, "block": "evening"}, "nothing on day 1 in the evening"),
        ({"action": "more", "interest": "spaceships"}, "no category for spaceships"),
        ({"action": "remove", "day": "2026-06-01"}, "not a day of this trip"),
    ],
)
async def test_an_edit_that_cannot_be_done_changes_nothing(offline: Any, edit: dict[str, Any], words: str) -> None:
    await offline.ask("build_itinerary", **JAIPUR, dates=["2026-05-16"])
    kept = offline.conversation.trip
    with pytest.raises(InvalidQuestion) as caught:
        await offline.ask("build_itinerary", edit=edit)
    assert words in caught.value.user_message
    assert offline.conversation.trip == kept


async def test_without_a_trip_there_is_nothing_to_edit(offline: Any) -> None:
    found = await offline.ask("build_itinerary", edit={"action": "relax"})
    assert "no trip in this chat" in found.message


# --- places and fields ------------------------------------------------------------------------------


async def test_an_unknown_interest_is_named_and_the_rest_is_found(offline: Any) -> None:
    found = await offline.ask("search_pois", near="Le Touquet", interests=["food", "spaceships"])
    assert found.unknown_interests == ("spaceships",)
    assert "no category for spaceships" in offline.words().text


async def test_hours_of_today_are_in_the_list(make_pilot: Callable[..., Any], overpass: Any) -> None:
    pilot = make_pilot(overpass_url=overpass.endpoint)
    await pilot.ask("search_pois", near="Le Touquet", interests=["food"])
    text = pilot.words().text
    assert "Brasserie Alpha · restaurant" in text
    assert "today 12:00–14:00, 19:00–22:00" in text  # 10 May 2026 is a Sunday


async def test_fields_for_lunch_within_an_hour_are_ranked_with_their_way(offline: Any) -> None:
    offline.profile = Profile(aircraft="C172")
    found = await offline.ask("search_pois", near="EGTF", interests=["lunch"], fly_within_hours=1)
    assert "LFAT" in {field.icao for field in found.fields}
    assert all(field.distance_nm <= 120 for field in found.fields)
    assert all(field.flight_minutes == round(field.distance_nm / 120 * 60) for field in found.fields)
    text = offline.words().text
    assert "min on foot" in text
    assert "check that the field is open" in text


async def test_fields_for_lunch_come_from_one_request_to_the_map(make_pilot: Callable[..., Any]) -> None:
    bistro = node(3, 50.5182, 1.6178, name="Field Bistro", amenity="restaurant", opening_hours="Mo-Su 10:00-18:00")
    async with OverpassServer([bistro]) as server:
        pilot = make_pilot(overpass_url=server.endpoint)
        found = await pilot.ask(
            "search_pois", near="EGTF", interests=["food"], fly_within_hours=1, cruise_speed_kts=120
        )
        with_places = [field for field in found.fields if field.pois]
        assert [field.icao for field in with_places] == ["LFAT"]
        assert with_places[0].transfer_minutes <= 15
        assert len(server.requests) == 1


async def test_a_restaurant_in_the_aip_counts_and_is_cited(offline: Any) -> None:
    found = await offline.ask(
        "search_pois", near="EGTF", interests=["lunch"], fly_within_hours=1, cruise_speed_kts=120
    )
    biggin = next(field for field in found.fields if field.icao == "EGKB")
    assert biggin.restaurant == "on the field"
    assert biggin.restaurant_source.name.startswith("AIP United Kingdom")
    assert biggin.restaurant_source.name in [source.name for source in found.sources]
    assert len(found.sources) <= 5
    assert "restaurant on the field (its AIP)" in offline.words().text


async def test_without_a_speed_it_asks_for_one(offline: Any) -> None:
    found = await offline.ask("search_pois", near="EGTF", interests=["food"], fly_within_hours=1)
    assert found.missing_info[0].key == "cruise_speed"


async def test_a_radius_that_is_asked_for_holds_for_own_notes_too(offline: Any) -> None:
    all_of_them = await offline.ask("search_pois", near="Le Touquet", interests=["food"])
    near = await offline.ask("search_pois", near="Le Touquet", interests=["food"], radius_km=1)
    assert max(poi.distance_km for poi in all_of_them.pois) > 1
    assert near.pois
    assert all(poi.distance_km <= 1 for poi in near.pois)


async def test_places_of_a_day_are_those_open_then(make_pilot: Callable[..., Any], overpass: Any) -> None:
    pilot = make_pilot(overpass_url=overpass.endpoint)
    # 11 May 2026 is a Monday, when the Brasserie (Tu-Su) is closed; on the 12th it opens for lunch.
    monday = await pilot.ask("search_pois", near="Le Touquet", interests=["food"], date="2026-05-11")
    assert "Brasserie Alpha" not in [poi.name for poi in monday.pois]
    assert "1 more is closed on Monday 11 May." in monday.notes
    await pilot.ask("search_pois", near="Le Touquet", interests=["food"], date="2026-05-12")
    assert " · Tuesday 12:00–14:00, 19:00–22:00" in pilot.words().text


async def test_notes_that_lack_an_interest_are_not_called_missing(offline: Any) -> None:
    found = await offline.ask("search_pois", near="Barcelona", interests=["golf"])
    assert "My own notes on Barcelona have nothing for golf." in found.message


# --- any trip holds ---------------------------------------------------------------------------------

KINDS = ["museum", "castle", "restaurant", "cafe", "viewpoint", "beach", "marketplace"]


@st.composite
def trips(draw: st.DrawFn) -> tuple[Trip, list[date | None]]:
    pois: list[Poi] = []
    for number in range(draw(st.integers(0, 25))):
        lat, lon = 50 + draw(st.integers(-60, 60)) / 1000, 2 + draw(st.integers(-60, 60)) / 1000
        hours = draw(
            st.sampled_from([None, "Mo-Su 10:00-18:00", "Tu-Su 09:00-12:00,14:00-19:00", "off", "nonsense"])
        )
        kind = draw(st.sampled_from(KINDS))
        pois.append(
            Poi(
                id=f"node/{number}",
                name=f"Place {number}",
                location=Spot(lat=lat, lon=lon),
                category=kind,
                visit_duration_minutes=60,
                distance_km=1,
                interests=("food",) if kind in ("restaurant", "cafe") else ("culture",),
                opening_hours=hours,
            )
        )
    days = draw(st.integers(1, 7))
    start = draw(st.integers(480, 900))
    draft = Trip(
        place="X",
        base_name="X",
        base=Spot(lat=50, lon=2),
        country="FR",
        zone="Europe/Paris",
        pace=draw(st.sampled_from(["relaxed", "moderate", "packed"])),
        interests=("culture", "food"),
        window=(start, start + draw(st.integers(60, 720))),
        quick=draw(st.booleans()),
        days=(),
        pool=tuple(pois),
    )
    first = date(2026, 5, 11).toordinal()
    known = draw(st.booleans())
    return draft, [date.fromordinal(first + n) if known else None for n in range(days)]


@settings(max_examples=40, deadline=None)
@given(trips())
def test_whatever_the_places_the_plan_holds(instance: tuple[Trip, list[date | None]]) -> None:
    draft, dates = instance
    trip = build(draft, dates)
    assert faults(trip) == ()
    assert len(trip.days) == len(dates)
    assert all(len(day.activities) <= MOST_A_DAY[trip.pace] for day in trip.days)
    assert build(draft, dates) == trip
