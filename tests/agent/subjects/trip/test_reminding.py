"""Reminders come before their deadlines, outside the night, and not for what is over."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent import registry
from agent.aviation.quiet import QuietHours
from agent.deps import Deps
from agent.protocol import Conversation, Question, ToolCall
from agent.subjects.trip.reminding import reminders_of
from agent.subjects.trip.timeline import TripPlan

NOW = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)
PARIS = ZoneInfo("Europe/Paris")
TRIP = {
    "from_location": "EGLD",
    "to_location": "LFAT",
    "day": "2026-11-29",
    "off_block": "10:00",
    "return_off_block": "14:00",
    "cruise_speed_kts": 100,
}


async def run(deps: Deps, name: str, arguments: dict[str, Any], kept: Conversation | None = None) -> Any:
    question = Question(text="", at=NOW)
    call = ToolCall(tool=name, arguments=arguments)
    return await registry.run(call, registry.ToolContext(deps, question, kept or Conversation()))


minutes = st.integers(0, 2 * 366 * 24 * 60)
clocks = st.builds(time, st.integers(0, 23), st.sampled_from([0, 30]))


@given(minutes, clocks, clocks)
def test_no_moment_stays_in_the_quiet_hours_and_each_moves_its_own_way(at: int, begins: time, ends: time) -> None:
    moment = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=at)
    quiet = QuietHours(begins, ends)
    earlier, later = quiet.earlier(moment, PARIS), quiet.later(moment, PARIS)
    assert earlier <= moment <= later
    assert not quiet.covers(later, PARIS)
    if quiet.covers(moment, PARIS):
        assert later - moment <= timedelta(hours=25)
        assert moment - earlier <= timedelta(hours=25, minutes=15)
    else:
        assert earlier == moment == later


def test_half_past_nine_in_the_evening_is_quiet_and_half_past_seven_is_not() -> None:
    quiet = QuietHours.parse("21:30-07:30")
    assert quiet.covers(datetime(2026, 11, 28, 21, 30, tzinfo=PARIS), PARIS)
    assert not quiet.covers(datetime(2026, 11, 28, 7, 30, tzinfo=PARIS), PARIS)
    night = datetime(2026, 11, 28, 3, 0, tzinfo=PARIS)
    assert quiet.earlier(night, PARIS) == datetime(2026, 11, 27, 21, 15, tzinfo=PARIS)
    assert quiet.later(night, PARIS) == datetime(2026, 11, 28, 7, 30, tzinfo=PARIS)


@pytest.mark.parametrize("text", ["", "21:30", "late-early", "25:00-07:00"])
def test_what_is_no_span_of_hours_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        QuietHours.parse(text)


async def test_the_gar_is_reminded_of_when_it_opens_the_day_before_and_four_hours_before(deps: Deps) -> None:
    plan: TripPlan = await run(deps, "plan_trip", TRIP)
    gar = {r.key.rpartition(":")[2]: r.at for r in reminders_of(plan, NOW) if r.key.startswith("report:GAR:1")}
    assert gar == {
        "opens": datetime(2026, 11, 27, 10, tzinfo=UTC),
        "22 h": datetime(2026, 11, 28, 10, tzinfo=UTC),
        "2 h": datetime(2026, 11, 28, 21, 15, tzinfo=UTC),  # 06:00 on Sunday is in the quiet hours
    }


async def test_every_reminder_lies_ahead_and_before_its_deadline_at_every_hour(deps: Deps) -> None:
    plan: TripPlan = await run(deps, "plan_trip", TRIP)
    for hours in range(0, 6 * 24, 5):
        now = NOW + timedelta(hours=hours)
        for reminder in reminders_of(plan, now):
            assert reminder.at > now
            assert reminder.latest is None or reminder.at <= reminder.latest


async def test_a_deadline_in_the_night_is_not_lost_when_asked_in_the_night(deps: Deps) -> None:
    plan: TripPlan = await run(deps, "plan_trip", TRIP)
    late_evening = datetime(2026, 11, 28, 22, 0, tzinfo=UTC)
    gar = [r for r in reminders_of(plan, late_evening) if r.key.startswith("report:GAR:1")]
    assert gar and gar[-1].at <= datetime(2026, 11, 29, 8, tzinfo=UTC)


async def test_set_reminders_is_about_the_trip_of_the_chat(deps: Deps) -> None:
    nothing = await run(deps, "set_reminders", {})
    assert not nothing.found
    plan: TripPlan = await run(deps, "plan_trip", TRIP)
    found = await run(deps, "set_reminders", {}, Conversation(flight_trip=plan.flight_trip))
    assert found.found and found.trip_id == (plan.flight_trip or {})["id"]
    assert found.heading == "EGLD → LFAT, Sun 29 Nov 10:00"
    assert [r.at for r in found.reminders] == sorted(r.at for r in found.reminders)


async def test_without_a_day_there_is_nothing_to_remind_of_yet(deps: Deps) -> None:
    plan: TripPlan = await run(deps, "plan_trip", {"from_location": "EGLD", "to_location": "LFAT"})
    found = await run(deps, "set_reminders", {}, Conversation(flight_trip=plan.flight_trip))
    assert not found.found and "which day" in found.message.lower()


async def test_a_thing_is_told_once_at_a_time_and_no_latest_off_blocks_of_a_flight_long_gone(deps: Deps) -> None:
    plan: TripPlan = await run(deps, "plan_trip", {**TRIP, "return_off_block": "15:00"})
    found = reminders_of(plan, NOW)
    told = [(r.key.rpartition(":")[0], r.at) for r in found]
    assert len(told) == len(set(told))
    assert {r.key.rpartition(":")[0] for r in found if r.key.startswith("off_blocks")} == {"off_blocks:2"}


async def test_what_is_listed_of_a_reminder_ends_at_no_colon_in_brackets(deps: Deps) -> None:
    told = await run(deps, "plan_trip", TRIP)
    unsure = [task.model_copy(update={"title": f"{task.title} (not certain: assume it)"}) for task in told.tasks]
    told = told.model_copy(update={"tasks": tuple(unsure)})
    words = [one.words for one in reminders_of(told, NOW)]
    assert any("(not certain, assume it)" in text.partition(":")[0] for text in words)


async def test_the_same_for_both_ways_at_one_moment_is_one_reminder(deps: Deps) -> None:
    day = {"day": "2026-11-29", "return_day": "2026-11-29"}
    told = await run(deps, "plan_trip", {"from_location": "EGBW", "to_location": "LFAT", **day})
    customs = [one for one in reminders_of(told, NOW) if one.words.startswith("LFAT customs")]
    assert len({one.at for one in customs}) == len(customs)
    assert all("(out, arriving; home, leaving)" in one.words for one in customs)


async def test_no_latest_off_blocks_is_reminded_of_after_the_flight_has_left(deps: Deps) -> None:
    trip = {"from_location": "EDLN", "to_location": "EKSB", "day": "2026-12-05", "off_block": "10:00"}
    plan = await run(deps, "plan_trip", trip)
    leaves = datetime(2026, 12, 5, 9, 0, tzinfo=UTC)
    told = [
        one for one in reminders_of(plan, datetime(2026, 11, 24, 10, 0, tzinfo=UTC)) if "off_blocks" in one.key
    ]
    assert all(one.at < leaves for one in told)
