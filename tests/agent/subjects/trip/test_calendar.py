"""The calendar file of a trip is read back by the library: every deadline, local times, stable names."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from icalendar import Calendar

from agent import registry
from agent.deps import Deps
from agent.protocol import Conversation, Question, ToolCall
from agent.subjects.trip.calendar import calendar_of

NOW = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)
TRIP = {
    "from_location": "EGLD",
    "to_location": "LFAT",
    "day": "2027-03-28",
    "off_block": "09:00",
    "return_off_block": "15:00",
    "cruise_speed_kts": 100,
}


async def planned(deps: Deps, arguments: dict[str, Any], kept: Conversation | None = None) -> Any:
    call = ToolCall(tool="plan_trip", arguments=arguments)
    return await registry.run(call, registry.ToolContext(deps, Question(text="", at=NOW), kept or Conversation()))


def events(plan: Any) -> dict[str, Any]:
    return {str(event["uid"]): event for event in Calendar.from_ical(calendar_of(plan, NOW)).walk("VEVENT")}


async def test_every_deadline_and_every_flight_is_in_it(deps: Deps) -> None:
    plan = await planned(deps, TRIP)
    found = events(plan)
    assert len(found) == 2 + sum(task.latest is not None for task in plan.tasks)
    ends = {event["dtend"].dt.astimezone(UTC) for event in found.values()}
    assert {task.reach_by or task.latest for task in plan.tasks if task.latest} <= ends


async def test_a_flight_on_the_day_the_clocks_change_keeps_the_clocks_of_its_fields(deps: Deps) -> None:
    plan = await planned(deps, TRIP)
    out = next(e for uid, e in events(plan).items() if uid.startswith("leg-1"))
    assert f"{out['dtstart'].dt:%H:%M %z}" == "09:00 +0100"
    assert out["dtstart"].params["TZID"] == "Europe/London"
    assert out["dtend"].params["TZID"] == "Europe/Paris"
    assert len(list(Calendar.from_ical(calendar_of(plan, NOW)).walk("VTIMEZONE"))) >= 2


def sequences(found: dict[str, Any]) -> dict[str, int]:
    return {uid: int(event["sequence"]) for uid, event in found.items()}


async def test_a_moved_trip_keeps_its_names_and_counts_up_what_moved(deps: Deps) -> None:
    first = await planned(deps, TRIP)
    moved = await planned(deps, {**TRIP, "off_block": "10:00"}, Conversation(flight_trip=first.flight_trip))
    before, after = events(first), events(moved)
    assert set(before) == set(after)
    assert set(sequences(before).values()) == {0}
    for uid, number in sequences(after).items():
        same = [before[uid][name].dt == after[uid][name].dt for name in ("dtstart", "dtend")]
        assert number == (0 if all(same) else 1), uid
    assert {0, 1} == set(sequences(after).values())  # the way home did not move


async def test_a_number_never_falls_when_the_way_home_is_dropped_moved_and_the_trip_asked_again(
    deps: Deps,
) -> None:
    plan, told = await planned(deps, TRIP), dict[str, int]()
    steps: list[dict[str, Any]] = [
        {"return_off_block": "16:00"},
        {"return_off_block": None},
        {"return_off_block": "14:00"},
        {"return_off_block": "14:00"},
        {"off_block": "08:00"},
        {},
    ]
    for step in steps:
        changed = {name: value for name, value in {**TRIP, **step}.items() if value}
        plan = await planned(deps, changed, Conversation(flight_trip=plan.flight_trip))
        for uid, number in sequences(events(plan)).items():
            assert number >= told.get(uid, 0), (step, uid)
            told[uid] = number
    home = next(number for uid, number in told.items() if uid.startswith("leg-2"))
    assert home == 3  # 16:00, 14:00, and 15:00 again
