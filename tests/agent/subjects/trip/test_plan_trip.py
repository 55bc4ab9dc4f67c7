"""A whole trip in one answer: in order, never late, and the same as the tools that know its parts."""

from __future__ import annotations

import random
import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import agent.subjects.trip.words
from agent import registry
from agent.deps import Deps
from agent.protocol import (
    Answer,
    Conversation,
    Deadlines,
    Folded,
    Headline,
    Passage,
    Plan,
    Profile,
    Question,
    RouteMarkersView,
    Timeline,
    ToolCall,
)
from agent.subjects.border.tool import BorderBrief
from agent.subjects.trip.timeline import TripPlan
from agent.writing.parts import lines
from agent.writing.write import Talk, suggest, write
from tongue import speaking

assert agent.subjects.trip.words

NOW = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)
SUNDAY = {
    "from_location": "EGLD",
    "to_location": "LFAT",
    "day": "2026-11-29",
    "off_block": "10:00",
    "return_day": "2026-11-29",
    "return_off_block": "14:00",
    "cruise_speed_kts": 100,
}


async def run(deps: Deps, name: str, arguments: dict[str, Any], now: datetime = NOW, **profile: Any) -> Any:
    question = Question(text="", at=now, profile=Profile(**profile))
    return await registry.run(ToolCall(tool=name, arguments=arguments), registry.ToolContext(deps, question))


async def planned(deps: Deps, arguments: dict[str, Any], now: datetime = NOW, **profile: Any) -> TripPlan:
    return await run(deps, "plan_trip", arguments, now, **profile)


def written(plan: TripPlan, deps: Deps, now: datetime = NOW) -> Answer:
    call = ToolCall(tool="plan_trip", arguments=plan.arguments)
    return write(plan, Talk(Question(text="", at=now), Conversation(), Plan(steps=(call,)), call, deps))


def said(plan: TripPlan, deps: Deps, now: datetime = NOW) -> str:
    return written(plan, deps, now).text


async def test_a_sunday_in_le_touquet_is_a_timeline_both_ways(deps: Deps) -> None:
    plan = await planned(deps, SUNDAY)
    gar = [t for t in plan.tasks if t.title == "GAR"]
    assert [t.latest for t in gar] == [
        datetime(2026, 11, 29, 8, tzinfo=UTC),
        datetime(2026, 11, 29, 11, tzinfo=UTC),
    ]
    assert [t.earliest for t in gar] == [
        datetime(2026, 11, 27, 10, tzinfo=UTC),
        datetime(2026, 11, 27, 13, tzinfo=UTC),
    ]
    assert [t.kind for t in plan.tasks].count("flight_plan") == 2
    dated = [t.reach_by or t.latest for t in plan.tasks if t.latest and not t.now]
    assert dated == sorted(m for m in dated if m)
    assert plan.legs[0].distance_nm == pytest.approx(103, abs=1)
    assert plan.icao == "LFAT"


async def test_the_latest_off_blocks_are_a_sum_that_adds_up(deps: Deps) -> None:
    plan = await planned(deps, SUNDAY)
    home = plan.legs[-1].latest
    assert home is not None
    assert home.limit == "sunset EGLD"
    assert home.latest == home.limit_at - timedelta(minutes=home.flight_minutes + 30)
    # Sunset in London on 29 November is at 15:56 UTC by the almanac, two minutes at most from Denham's.
    assert abs(home.limit_at - datetime(2026, 11, 29, 15, 57, tzinfo=UTC)) < timedelta(minutes=4)
    wider = await planned(deps, SUNDAY, margin_minutes=60)
    assert wider.legs[-1].latest is not None
    assert wider.legs[-1].latest.latest == home.latest - timedelta(minutes=30)


async def test_it_tells_the_notice_of_a_field_as_the_notice_does(deps: Deps) -> None:
    plan = await planned(deps, {**SUNDAY, "to_location": "LFRG"})
    arrival = plan.legs[0].arrival
    assert arrival is not None
    notice = await run(
        deps,
        "get_notification_for_airport",
        {
            "icao_code": "LFRG",
            "date": "2026-11-29",
            "time": f"{arrival.astimezone(ZoneInfo('Europe/Paris')):%H:%M}",
            "from_country": "GB",
        },
    )
    told = min(
        d.latest_utc for d in notice.demands if d.latest_utc and "Customs" in d.services and not d.conditions
    )
    border = next(t for t in plan.tasks if t.kind == "border" and t.title.startswith("LFRG") and t.leg == 1)
    assert border.latest == datetime.fromisoformat(told)


async def test_belgium_to_deauville_is_told_no_customs_by_every_tool(deps: Deps) -> None:
    plan = await planned(
        deps, {"from_location": "EBOS", "to_location": "LFRG", "day": "2026-11-28", "off_block": "10:00"}
    )
    brief: BorderBrief = await run(deps, "get_border_brief", {"from_location": "EBOS", "to_location": "LFRG"})
    assert brief.arrival is not None and (brief.arrival.customs, brief.arrival.immigration) == ("no", "no")
    assert not [t for t in plan.tasks if t.kind == "border"]
    assert plan.legs[0].border == "no customs, no immigration"


async def test_blackpool_to_donegal_gives_the_police_their_12_hours_as_well_as_the_gar(deps: Deps) -> None:
    trip = {"from_location": "EGNH", "to_location": "EIDL", "day": "2026-11-28", "off_block": "10:00", "people": 3}
    plan = await planned(deps, trip)
    reports = {t.title: t.latest for t in plan.tasks if t.kind == "report"}
    assert reports["GAR"] == datetime(2026, 11, 28, 8, tzinfo=UTC)
    assert reports["police notice"] == datetime(2026, 11, 27, 22, tzinfo=UTC)


async def test_from_northern_ireland_to_scotland_the_police_is_told_but_no_border_crossed(deps: Deps) -> None:
    plan = await planned(
        deps, {"from_location": "EGAD", "to_location": "EGPI", "day": "2026-11-27", "off_block": "10:00"}
    )
    titles = [task.title for task in plan.tasks]
    assert "police notice" in titles
    assert not any("border" in title for title in titles)


async def test_one_lead_time_for_summer_and_winter_is_a_stated_one(deps: Deps) -> None:
    text = said(await planned(deps, {"from_location": "EGTO", "to_location": "LFAC"}), deps)
    assert "2 h before" in text
    assert "no lead time" not in text


async def test_without_a_day_it_offers_saturday_and_sunday(deps: Deps) -> None:
    plan = await planned(deps, {"to_location": "LFAT"}, home_base="EGTF")
    assert [c.label for c in plan.choices] == ["Sat 28 Nov", "Sun 29 Nov"]
    assert all(t.latest is None for t in plan.tasks)
    assert "no day named" in said(plan, deps)
    with speaking("de"):
        german = await planned(deps, {"to_location": "LFAT"}, home_base="EGTF")
    assert [c.label for c in german.choices] == ["Sa 28. Nov", "So 29. Nov"]


async def test_what_has_a_time_comes_before_what_is_counted_from_a_time_to_come(deps: Deps) -> None:
    plan = await planned(deps, {**ANTWERP, "return_day": "2026-11-29"})
    later = [task for task in plan.tasks if not task.now]
    undated = [n for n, task in enumerate(later) if task.latest is None and task.standing != "passed"]
    assert undated == list(range(len(later) - len(undated), len(later)))
    assert undated


async def test_between_great_britain_and_northern_ireland_no_gar_is_said(deps: Deps) -> None:
    asked = {"from_location": "EGNH", "to_location": "EGAE", "about": "report"}
    assert "No GAR" in said(await planned(deps, asked), deps)
    assert "No GAR" not in said(await planned(deps, {**asked, "to_location": "EGJJ"}), deps)


async def test_a_trip_asks_for_the_speed_with_one_button_and_keeps_the_room_for_its_own(deps: Deps) -> None:
    ask = (await planned(deps, ANTWERP)).missing_info[0]
    assert len(ask.examples) == len(ask.fills) == 1


async def test_without_a_home_base_it_asks_where_from(deps: Deps) -> None:
    plan = await planned(deps, {"to_location": "LFAT"})
    assert not plan.found
    assert plan.missing_info[0].key == "from_location"


async def test_a_day_in_the_past_is_refused_with_the_next_such_day(deps: Deps) -> None:
    plan = await planned(deps, {**SUNDAY, "day": "2026-11-22", "return_day": "2026-11-22"})
    assert not plan.found
    assert "past" in (plan.message or "")
    again = plan.choices[0].call
    assert again is not None
    assert (again.arguments["day"], again.arguments["return_day"]) == ("2026-11-29", "2026-11-29")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"off_block": "25:00"}, "25:00 is not a time of day"),
        ({"return_off_block": "09:00"}, "before the arrival there"),
        ({"return_day": "2026-11-28"}, "is before the flight out"),
        ({"day": "someday"}, "not a day I can place"),
    ],
)
async def test_what_cannot_be_is_said_in_the_first_line_and_the_rest_is_planned(
    deps: Deps, change: dict[str, str], words: str
) -> None:
    plan = await planned(deps, {**SUNDAY, **change})
    assert plan.found
    assert words in said(plan, deps).splitlines()[0]


@pytest.mark.parametrize("place", ["Livigno", "Büsingen", "Büsingen am Hochrhein", "Monaco"])
async def test_a_territory_without_an_airfield_is_never_planned_on_another_field(deps: Deps, place: str) -> None:
    plan = await planned(deps, {**SUNDAY, "to_location": place})
    assert not plan.found
    assert "no airfield" in (plan.message or "")
    assert plan.choices


async def test_closed_airspace_is_not_planned(deps: Deps) -> None:
    plan = await planned(deps, {"from_location": "EPRZ", "to_location": "UKLL", "day": "2026-11-28"})
    assert plan.closed
    assert said(plan, deps).splitlines()[-1].endswith("I plan nothing there.")
    nowhere = await planned(deps, {"to_location": "Crimea", "day": "2026-11-28"})
    assert not nowhere.missing_info
    assert "Closed or war airspace" in (nowhere.message or "")


async def test_a_passed_deadline_says_how_long_ago_and_what_to_do(deps: Deps) -> None:
    late = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)
    plan = await planned(deps, SUNDAY, late)
    gar = next(t for t in plan.tasks if t.title == "GAR")
    assert gar.standing == "passed"
    assert "passed 1h ago" in said(plan, deps, late)


async def test_a_changed_trip_keeps_its_id_and_goes_one_version_on(deps: Deps) -> None:
    first = await planned(deps, SUNDAY)
    assert first.flight_trip is not None
    kept = Conversation(flight_trip=first.flight_trip)
    call = ToolCall(tool="plan_trip", arguments={**SUNDAY, "return_off_block": "15:00"})
    context = registry.ToolContext(deps, Question(text="", at=NOW + timedelta(minutes=5)), kept)
    moved: Any = await registry.run(call, context)
    assert moved.flight_trip["id"] == first.flight_trip["id"]
    assert moved.flight_trip["version"] == 1


async def test_one_phone_screen(deps: Deps) -> None:
    for trip in (SUNDAY, {**SUNDAY, "to_location": "LFRG", "from_location": "EGKB"}):
        answer = written(await planned(deps, trip), deps)
        open_ = [line for part in answer.parts if not isinstance(part, Folded) for line in lines(part)]
        assert len(open_) <= 12, open_
        kinds = [type(part) for part in answer.parts]
        assert kinds[0] is Headline and kinds[-1] is Folded
        assert Deadlines in kinds and Timeline in kinds


async def test_a_busy_trip_folds_what_is_only_to_be_known(deps: Deps) -> None:
    trip = {**SUNDAY, "from_location": "EGKB", "to_location": "LFRG", "via": ["EGMD"], "return_off_block": "16:00"}
    plan = await planned(deps, {**trip, "cruise_speed_kts": None})
    plan = plan.model_copy(update={"weather": "Weather one.\nWeather two.\nWind three."})
    view = plan.visualization
    assert isinstance(view, RouteMarkersView) and [stop.icao for stop in view.route.via] == ["EGMD", "LFRG"]
    assert view.route.to.icao == "EGKB", "home again, by the straight way"
    answer = written(plan, deps)
    open_ = [line for part in answer.parts if not isinstance(part, Folded) for line in lines(part)]
    assert len(open_) + len(plan.missing_info) <= 12, open_
    assert "latest off blocks" in answer.text and "after sunset" in answer.text
    folded = next(part for part in answer.parts if isinstance(part, Folded)).markdown
    assert "Wind three." in folded and "EGMD → LFRG, off blocks" in folded


# --- an assumed speed -------------------------------------------------------------------------------------


async def test_without_a_speed_it_takes_100_kt_and_says_so(deps: Deps) -> None:
    plan = await planned(deps, {**SUNDAY, "cruise_speed_kts": None})
    text = said(plan, deps)
    assert "103 nm each way: 1h 02m at 100 kt (assumed) in still air" in text
    # sunset at Denham is 15:57Z that day; less 62 min and 30 min it is 14:25Z
    (folded,) = [part.markdown for part in written(plan, deps).parts if isinstance(part, Folded)]
    assert "latest off blocks LFAT · sunset EGLD 15:57Z − 1h 02m at 100 kt (assumed) − 30 min margin" in folded
    assert "15:25 local (14:25Z) latest off blocks LFAT" in text
    assert [one.key for one in plan.missing_info] == ["cruise_speed"]


@pytest.mark.parametrize("via", [[], ["EGMD"], ["EGMD", "EBOS"]])
async def test_no_deadline_of_an_assumed_speed_is_later_than_that_of_a_fast_aeroplane(
    deps: Deps, via: list[str]
) -> None:
    trip = {**SUNDAY, "via": via, "return_day": None, "return_off_block": None}
    taken, fast = [await planned(deps, {**trip, "cruise_speed_kts": speed}) for speed in (None, 500)]
    latest = {task.key: task.latest for task in fast.tasks if task.kind != "off_blocks"}
    assert latest
    for task in taken.tasks:
        if task.kind != "off_blocks" and (soonest := latest[task.key]) is not None:
            assert task.latest is not None and task.latest <= soonest, task


async def test_how_far_it_is_in_all_is_said(deps: Deps) -> None:
    far = said(await planned(deps, {**SUNDAY, "via": ["EGMD"]}), deps)
    assert "in all 207 nm 2h 04m at 100 kt" in far  # 66.6 + 37.3 + 103.4 = 207.3 nm, 124 min
    assert "**207 nm in all, 2h 04m**" in said(await planned(deps, {**SUNDAY, "about": "distance"}), deps)


async def test_a_return_before_an_assumed_arrival_asks_for_the_time_or_the_speed(deps: Deps) -> None:
    text = said(await planned(deps, {**SUNDAY, "cruise_speed_kts": None, "return_off_block": "11:30"}), deps)
    assert text.startswith("**The return at 11:30 is before the arrival there at 12:02 at 100 kt (assumed)")


async def test_whom_to_ask_can_be_tapped_and_the_fold_holds_every_word(deps: Deps) -> None:
    plan = await planned(deps, SUNDAY)
    parts = written(plan, deps).parts
    asked = next(part for part in parts if isinstance(part, Deadlines)).deadlines[0]
    assert {reach.kind for reach in asked.whom} == {"phone", "email"}
    folded = next(part for part in parts if isinstance(part, Folded)).markdown
    for task in plan.tasks:
        assert task.kind == "off_blocks" or task.lead.rstrip(".") in folded
        assert task.kind == "off_blocks" or not task.source or task.source in folded
    told = " ".join(part.markdown for part in parts if isinstance(part, Passage))
    assert plan.unknown
    for one in plan.unknown:  # of each field a word in the open, all of it behind the fold
        assert all(icao in told for icao in one.icaos) and one.words in folded


async def test_a_passed_deadline_is_marked_and_says_what_to_do(deps: Deps) -> None:
    late = datetime(2026, 11, 29, 9, tzinfo=UTC)
    parts = written(await planned(deps, SUNDAY, late), deps, late).parts
    due = next(part for part in parts if isinstance(part, Deadlines)).deadlines
    gar = next(one for one in due if one.what.startswith("GAR"))
    assert gar.passed and "send it now and leave later" in gar.latest


@pytest.mark.parametrize(
    ("start", "end"),
    [("EGPT", "Bergen"), ("Lille", "EGTO"), ("EDFE", "Straßburg"), ("Nancy", "ELLX"), ("LFRK", "Guernesey")],
)
async def test_a_town_over_a_border_is_the_field_that_the_border_brief_names(
    deps: Deps, start: str, end: str
) -> None:
    plan = await planned(deps, {"from_location": start, "to_location": end, "day": "2026-11-29"})
    brief: BorderBrief = await run(deps, "get_border_brief", {"from_location": start, "to_location": end})
    assert brief.departure is not None and brief.arrival is not None
    assert (plan.legs[0].from_.icao, plan.legs[0].to.icao) == (brief.departure.icao, brief.arrival.icao)


async def test_where_nobody_checks_a_flight_the_towns_own_field_is_taken(deps: Deps) -> None:
    for start, end, field in (("Nancy", "ELLX", "LFSN"), ("Nancy", "EGTO", "LFJL"), ("Lille", "EBAW", "LFQQ")):
        plan = await planned(deps, {"from_location": start, "to_location": end, "day": "2026-11-29"})
        assert plan.legs[0].from_.icao == field


async def test_customs_that_are_not_certain_are_not_told_as_certain(deps: Deps) -> None:
    plan = await planned(deps, {"from_location": "EDTM", "to_location": "LSZR", "day": "2026-11-29"})
    assert "LSZR customs (not certain: assume it)" in said(plan, deps)


async def test_where_to_clear_stands_before_what_is_to_be_done_and_is_no_airline_hub(deps: Deps) -> None:
    plan = await planned(deps, {**SUNDAY, "to_location": "LFQA"})
    told = said(plan, deps)
    assert told.index("Clear at ") < told.index("GAR")
    assert "LFPG" not in told


async def test_a_lead_time_that_nobody_states_waits_for_no_hour(deps: Deps) -> None:
    plan = await planned(deps, {"from_location": "EGJJ", "to_location": "EGJB", "day": "2026-11-29"})
    assert "Flight plan · I do not know the lead time: ask" in said(plan, deps).replace("**", "")


@pytest.mark.parametrize(
    ("ends", "reports"),
    [
        (("EGJJ", "EGJB"), {"EGJB General declaration"}),
        (("EGJJ", "EGNS"), set[str]()),
        (("EGJJ", "EIWT"), set[str]()),
        (("EGJB", "EGNS"), set[str]()),
        (("EGJB", "EIDW"), set[str]()),
        (("EGNS", "EIDW"), set[str]()),
    ],
)
async def test_between_the_islands_and_ireland_no_hour_is_invented_and_what_was_not_read_is_said(
    deps: Deps, ends: tuple[str, str], reports: set[str]
) -> None:
    """None of the four states' own texts on advance notice could be read: pilots' reports of two of them alone."""
    plan = await planned(deps, {**SUNDAY, "from_location": ends[0], "to_location": ends[1]})
    found = [task for task in plan.tasks if task.kind == "report"]
    assert {task.title for task in found} >= reports
    assert all(task.latest is None for task in found)
    told = said(plan, deps) + " ".join(plan.facts) + " ".join(one.words for one in plan.unknown)
    for end in ends:
        if end.startswith("EI"):
            assert "no notice to the Garda with a lead time was read" in told
        elif end == "EGNS":
            assert "Its own notice is not held here" in told
        else:
            assert f"{end} General declaration" in told or f"declaration at {end}: none known" in told


async def test_no_latest_off_blocks_by_day_where_it_is_dark_all_day(deps: Deps) -> None:
    trip = {"from_location": "ENTC", "to_location": "ENSB", "day": "2026-11-28", "cruise_speed_kts": 140}
    assert (await planned(deps, trip)).legs[0].latest is None


# --- the oracle -------------------------------------------------------------------------------------------


FIELDS = ["EGTF", "EGKB", "EGAA", "EGNH", "EGJJ", "EGNS", "EIDW", "EIDL", "LFAT", "LFRG", "LFRK", "LFQA", "LFMD",
          "EBOS", "EBAW", "EHRD", "EDNY", "EDXH", "LSGS", "LSZR", "LOWS", "LPPR", "LEGE", "LIPV", "EKVG", "ENBR"]  # fmt: skip


def _uk(country: str) -> bool:
    return country == "GB"


def _windows(start: str, end: str, deps: Deps, leaves: datetime) -> dict[str, tuple[datetime | None, datetime]]:
    """What the UK's texts ask of a flight, written from them: the GAR window, and the 12 hours of the police."""
    a, b = (deps.airports.get(code) for code in (start, end))
    assert a is not None and b is not None
    asked: dict[str, tuple[datetime | None, datetime]] = {}
    if _uk(a.country) != _uk(b.country):
        asked["GAR"] = (leaves - timedelta(hours=48), leaves - timedelta(hours=2))
    near = {"IM", "JE", "GG", "IE"}
    northern = [x.region == "GB-NIR" for x in (a, b)]
    designated = {"EGAA", "EGAC", "EGAE"}
    for here, other, is_northern in ((a, b, northern[0]), (b, a, northern[1])):
        if not _uk(here.country):
            continue
        between = _uk(other.country) and (northern[0] != northern[1])
        if (other.country in near or between) and not (is_northern and here.ident in designated):
            asked["police notice"] = (None, leaves - timedelta(hours=12))
    return asked


def _hours_in(text: str) -> list[float]:
    """Every plain "24 h before" that a lead names."""
    return [float(hours) for hours in re.findall(r"(\d+(?:\.\d+)?) h before", text)]


@pytest.mark.thorough
async def test_300_random_trips_have_no_deadline_later_than_the_texts_ask(deps: Deps) -> None:
    rng = random.Random(14)
    checked = 0
    for _ in range(300):
        start, end = rng.sample(FIELDS, 2)
        day = date(2026, 11, 25) + timedelta(days=rng.randrange(400))
        off = time(rng.randrange(6, 18), rng.choice([0, 15, 30]))
        zone = ZoneInfo(getattr(deps.airports.get(start), "time_zone", None) or "UTC")
        leaves = datetime.combine(day, off, zone).astimezone(UTC)
        trip = {
            "from_location": start,
            "to_location": end,
            "day": day.isoformat(),
            "off_block": f"{off:%H:%M}",
            "cruise_speed_kts": rng.choice([90, 110, 140, None]),
        }
        plan = await planned(deps, trip)
        leg = plan.legs[0]
        assert leg.off_blocks == leaves
        # nobody said how fast: nothing may be counted from an arrival that a faster aeroplane reaches earlier
        arrives = leg.arrival if trip["cruise_speed_kts"] and leg.arrival else leaves
        windows = _windows(start, end, deps, leaves)
        told = {t.title: t for t in plan.tasks if t.kind == "report"}
        assert set(windows) <= set(told), (start, end, set(windows), set(told))
        for name, (first, last) in windows.items():
            task = told[name]
            assert task.latest is not None and task.latest <= last
            assert first is None or (task.earliest is not None and task.earliest >= first)
            checked += 1
        for task in plan.tasks:
            if task.latest is None:
                continue
            if task.kind == "flight_plan":
                assert task.latest <= leaves - timedelta(minutes=60)
                checked += 1
            if task.kind in ("border", "permission"):
                counted = leaves if "leaving" in task.part else arrives
                for hours in _hours_in(task.lead.partition("“")[0]):
                    assert task.latest <= counted - timedelta(hours=hours) + timedelta(minutes=1), (trip, task)
                    checked += 1
            if task.reach_by is not None:
                assert task.reach_by <= task.latest
            if task.kind == "off_blocks" and leg.skies[1].sunset is not None and leg.hours is not None:
                assert task.latest + timedelta(hours=leg.hours) <= leg.skies[1].sunset - timedelta(minutes=29)
    assert checked > 300


async def test_where_every_demand_has_a_condition_the_tightest_holds(deps: Deps) -> None:
    """LFBF: "extra Schengen flights without passengers … with passengers …; PPR 48 HR compulsory"."""
    trip = {"from_location": "LFBF", "to_location": "EGSC", "day": "2027-06-01", "off_block": "08:30"}
    plan = await planned(deps, {**trip, "cruise_speed_kts": 110})
    task = next(task for task in plan.tasks if task.kind == "border" and "LFBF" in task.title)
    leaves = datetime(2027, 6, 1, 6, 30, tzinfo=UTC)
    assert task.latest is not None and task.latest <= leaves - timedelta(hours=48)


async def test_a_stop_counts_an_hour_on_the_ground_and_deadlines_a_quick_turn(deps: Deps) -> None:
    trip = {
        "from_location": "EGLD",
        "to_location": "LFAT",
        "via": ["EGMD"],
        "day": "2026-11-29",
        "off_block": "10:00",
        "cruise_speed_kts": 100,
    }
    plan = await planned(deps, trip)
    first, second = plan.legs
    assert first.arrival is not None
    assert second.off_blocks == first.arrival + timedelta(minutes=60)
    gar = next(task for task in plan.tasks if task.title == "GAR")
    assert gar.latest == first.arrival - timedelta(hours=2)
    assert gar.earliest == first.arrival + timedelta(minutes=60) - timedelta(hours=48)


OVER_LYDD = {
    "from_location": "EGLD",
    "to_location": "LFAT",
    "via": ["EGMD"],
    "day": "2026-11-29",
    "off_block": "10:00",
}


async def test_deadlines_of_a_stop_whose_time_is_told_count_from_it(deps: Deps) -> None:
    trip = {**OVER_LYDD, "cruise_speed_kts": 100, "via_off_block": {"EGMD": "13:00"}}
    plan = await planned(deps, trip)
    left = datetime(2026, 11, 29, 13, 0, tzinfo=UTC)
    assert plan.legs[1].off_blocks == left
    gar = next(task for task in plan.tasks if task.title == "GAR")
    assert (gar.earliest, gar.latest) == (left - timedelta(hours=48), left - timedelta(hours=2))
    assert "from EGMD 13:00" in said(plan, deps)
    assert "on the ground at each stop" not in said(plan, deps)


async def test_a_night_on_the_way_out_moves_all_that_follows(deps: Deps) -> None:
    trip = {**OVER_LYDD, "via_off_block": {"EGMD": "+1 09:00"}, "return_day": "same day"}
    plan = await planned(deps, trip)
    assert [leg.day for leg in plan.legs] == [date(2026, 11, 29), date(2026, 11, 30), date(2026, 11, 30)]
    assert "from EGMD Mon 30 Nov 09:00" in said(plan, deps)
    without_time = await planned(deps, {**trip, "via_off_block": {"EGMD": "+1"}})
    assert (without_time.legs[1].day, without_time.legs[1].off_blocks) == (date(2026, 11, 30), None)


async def test_a_stop_left_before_one_is_there_and_a_return_before_it_are_said(deps: Deps) -> None:
    early = await planned(deps, {**OVER_LYDD, "via_off_block": {"EGMD": "10:05"}})
    assert early.problems[0].startswith("Leaving EGMD at 10:05 is before the arrival there at 10:")
    assert early.legs[1].off_blocks != datetime(2026, 11, 29, 10, 5, tzinfo=UTC)
    home = await planned(deps, {**OVER_LYDD, "via_off_block": {"EGMD": "+2 09:00"}, "return_day": "2026-11-30"})
    assert "before the last flight out" in home.problems[0]
    none = await planned(deps, {**OVER_LYDD, "via_off_block": {"EGMD": "25:00"}})
    assert none.problems[0] == "25:00 is not a time of day."


async def test_a_whole_country_as_an_end_is_asked_for_its_airfield(deps: Deps) -> None:
    question = Question(text="asked", at=NOW)
    call = ToolCall(
        tool="plan_trip", arguments={"from_location": "UK", "to_location": "LFQA", "day": "2026-11-28"}
    )
    plan = await registry.run(call, registry.ToolContext(deps=deps, question=question))
    assert not plan.found
    assert plan.message == "Which airfield in the United Kingdom?"
    assert plan.missing_info[0].argument == "from_location"


async def test_the_weather_of_a_near_day_is_a_tap_away_and_of_a_far_one_is_not(deps: Deps) -> None:
    for day, offered in (("2026-11-28", True), ("2026-12-20", False)):
        plan = await planned(
            deps, {"from_location": "EGTF", "to_location": "LFAT", "day": day, "off_block": "10:00"}
        )
        call = ToolCall(tool="plan_trip", arguments={})
        talk = Talk(
            question=Question(text="asked", at=NOW),
            conversation=Conversation(),
            plan=Plan(steps=(call,)),
            call=call,
            deps=deps,
        )
        taps = [choice for choice in write(plan, talk).choices if choice.label == "Weather"]
        assert bool(taps) is offered
        if taps and taps[0].call:
            assert taps[0].call.arguments == {
                "from_location": "EGTF",
                "to_location": "LFAT",
                "day": day,
                "time": "10:00",
            }


@pytest.mark.parametrize("language", ["en", "fr", "de"])
async def test_fields_with_customs_are_offered_in_every_language_where_a_field_may_not_clear(
    deps: Deps, language: str
) -> None:
    with speaking(language):
        plan = await planned(deps, SUNDAY | {"to_location": "EHMZ"})
        call = ToolCall(tool="plan_trip", arguments=plan.arguments)
        talk = Talk(Question(text="", at=NOW), Conversation(), Plan(steps=(call,)), call, deps)
        offered = {s.call.tool for s in suggest(plan, talk) if s.call}
    assert "EHMZ" in plan.unsure_borders
    assert "get_border_crossing_airports" in offered


ANTWERP = {"from_location": "EGLD", "to_location": "EBAW", "day": "2026-11-29", "off_block": "10:00"}


async def test_a_gar_that_closes_within_hours_stands_before_what_is_only_asked_at_once(deps: Deps) -> None:
    plan = await planned(deps, ANTWERP, datetime(2026, 11, 29, 6, 30, tzinfo=UTC))
    gar = next(n for n, task in enumerate(plan.tasks) if task.title == "GAR")
    undated = next(n for n, task in enumerate(plan.tasks) if task.now and task.latest is None)
    assert plan.tasks[gar].standing != "passed"
    assert gar < undated


async def test_days_ahead_what_names_no_lead_time_is_asked_first(deps: Deps) -> None:
    assert (await planned(deps, ANTWERP)).tasks[0].now


async def test_a_field_over_a_border_of_whose_customs_nothing_is_known_is_a_step_of_its_own(deps: Deps) -> None:
    plan = await planned(deps, {"from_location": "LSZB", "to_location": "EDNY", "day": "2026-11-29"})
    told = said(plan, deps).replace("**", "")
    assert "LSZB customs · ask now" in told and "EDNY customs · ask now" in told
    late = await planned(deps, {**SUNDAY, "from_location": "EGHP", "to_location": "LFOI", "about": "off_blocks"})
    assert "LFOI customs and immigration: not known to clear flights; known to: LFAT" in said(late, deps)


async def test_customs_of_other_months_are_told_in_the_words_of_the_field(deps: Deps) -> None:
    plan = await planned(deps, {"from_location": "EIWT", "to_location": "LFRQ", "day": "2026-12-05"})
    assert "available from May to September" in said(plan, deps)


async def test_a_trip_through_passport_control_says_what_the_people_aboard_need(deps: Deps) -> None:
    told = said(await planned(deps, SUNDAY), deps)
    assert "Passports and visas: France (EU nationals: passport or identity card" in told
    assert "United Kingdom (An ETA" in told
    within = said(await planned(deps, {"from_location": "EDNY", "to_location": "LOWI", "day": "2026-11-29"}), deps)
    assert "Passports" not in within
