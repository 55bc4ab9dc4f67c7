"""Reminders at a moment of one's own, the calendar and fuel on the way beside a plan, and a wind told of one way."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Profile, Question
from agent.subjects.trip.reading_takes import asked_for_all
from agent.subjects.trip.reminding import TripReminders, at_own_moment
from agent.subjects.trip.timeline import TripPlan

SATURDAY = datetime(2026, 11, 28, 9, tzinfo=UTC)
Step = tuple[str, dict[str, Any]]


async def asked(deps: Deps, *texts: str) -> tuple[Done, list[Step]]:
    memory, done = Conversation(disclaimed=SATURDAY.date()), None
    for text in texts:
        *_, done = [e async for e in answer(Question(text=text, at=SATURDAY, profile=Profile()), memory, deps)]
        assert isinstance(done, Done)
        memory = done.conversation
    assert isinstance(done, Done) and memory.last_plan is not None
    return done, [(step.tool, dict(step.arguments)) for step in memory.last_plan.steps]


TRIP = "Denham to Le Touquet next Saturday at 10, back 16:00"


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("rappelle moi la veille à 18h", {"days_before": 1, "at": "18:00"}),
        ("remind me the evening before", {"days_before": 1, "at": "18:00"}),
        ("erinnere mich am Vortag um 20 Uhr", {"days_before": 1, "at": "20:00"}),
        ("remind me two days before at 9:00", {"days_before": 2, "at": "09:00"}),
        ("remind me 3 hours before we leave", {"hours_before": 3}),
        ("remind me of each", {}),
    ],
)
async def test_a_moment_of_ones_own_is_that_of_the_reminder(deps: Deps, said: str, given: dict[str, Any]) -> None:
    done, steps = await asked(deps, TRIP, said)
    assert steps == [("set_reminders", given)]
    found = next(r for r in done.results if isinstance(r, TripReminders))
    assert (len(found.reminders) == 1) is bool(given)


async def test_what_is_due_before_the_moment_is_said(deps: Deps) -> None:
    done, _ = await asked(deps, TRIP, "remind me the evening before")
    assert "Fri 4 Dec 18:00 local (18:00Z)" in done.answer.text
    assert "**Due before that: LFAT customs and immigration" in done.answer.text
    (found,) = (r for r in done.results if isinstance(r, TripReminders))
    assert "GAR Sat 5 Dec 08:00" in found.reminders[0].words


async def test_a_moment_that_has_passed_is_said_to_be_over(deps: Deps) -> None:
    done, _ = await asked(deps, "Denham to Le Touquet tomorrow at 10", "remind me 3 days before at 9:00")
    assert done.answer.text.startswith("That moment has passed")


@pytest.mark.parametrize(
    ("said", "tools"),
    [
        (f"{TRIP}, put it in my calendar and remind me", ["plan_trip", "get_trip_calendar", "set_reminders"]),
        ("Lyon Bron Genève samedi 10h, rappelle-moi la veille à 18h", ["plan_trip", "set_reminders"]),
        (
            "Egelsbach nach Annecy Samstag 9 Uhr mit Tankstopp, was brauche ich",
            ["plan_trip", "find_airports_near_route"],
        ),
        ("Denham to Caen with a fuel stop on Saturday at 10", ["plan_trip", "find_airports_near_route"]),
    ],
)
async def test_what_is_kept_of_a_trip_is_made_in_its_own_message(deps: Deps, said: str, tools: list[str]) -> None:
    done, steps = await asked(deps, said)
    assert [tool for tool, _ in steps] == tools
    assert not done.answer.text.startswith("I could not take account")
    assert "Plan it first" not in done.answer.text


async def test_calendar_and_reminders_are_both_given(deps: Deps) -> None:
    _, steps = await asked(deps, TRIP, "calendar and reminders please")
    assert {tool for tool, _ in steps} == {"get_trip_calendar", "set_reminders"}


@pytest.mark.parametrize(
    ("said", "out", "home"),
    [
        ("Denham to Le Touquet Sunday at 10, back at 14:00, 20 kt headwind on the way home", None, 20),
        ("Egelsbach nach Colmar Samstag 10 Uhr, zurück 14 Uhr, 15 Knoten Gegenwind auf dem Rückweg", None, 15),
        ("Perth to Stornoway Saturday 10:00 at 115 kt, 25 kt headwind", 25, None),
        ("Denham to Le Touquet Sunday at 10, back at 14:00, 15 kt on the nose both ways", 15, 15),
    ],
)
async def test_a_wind_is_of_the_way_it_is_told_of(
    deps: Deps, said: str, out: float | None, home: float | None
) -> None:
    _, ((tool, given),) = await asked(deps, said)
    assert tool == "plan_trip"
    assert (given.get("headwind_kts"), given.get("return_headwind_kts")) == (out, home)


async def test_each_way_takes_its_time_in_its_wind(deps: Deps) -> None:
    """103 nm at 100 kt: 1 h 02 m; at 80 kt over the ground 1 h 17 m."""
    text = "Denham to Le Touquet next Saturday at 10, back at 14:00, 100 kt, 20 kt headwind on the way home"
    done, _ = await asked(deps, text)
    assert "1h 02m out, 1h 17m home at 100 kt with 20 kt on the nose home" in done.answer.text


@pytest.mark.parametrize(
    "said",
    [
        "Leave Popham 0900 Saturday, lunch at Abbeville, home before dark: does it work and when must I leave Abbeville at the latest?",
        "Lydd to Le Touquet Sunday at 10, how late can we leave to be home before dark?",
        "Samstag 9 Uhr Egelsbach nach Annecy, wann müssen wir spätestens wieder zurück los, um vor Sonnenuntergang daheim zu sein?",
    ],
)
async def test_how_late_one_may_leave_for_home_is_of_the_way_home(deps: Deps, said: str) -> None:
    _, ((tool, given),) = await asked(deps, said)
    assert (tool, given["about"]) == ("plan_trip", "off_blocks")
    assert given["return_day"] == given["day"] and given.get("off_block")


async def test_a_field_at_which_one_stops_lies_on_the_way(deps: Deps) -> None:
    text = "Can I fly to Wick and be in Kirkwall before dark on 3 December if I leave Perth at 1100 and stop an hour at Wick?"
    _, ((_, given),) = await asked(deps, text)
    assert (given["from_location"], given["via"], given["to_location"]) == ("Perth", ["Wick"], "Kirkwall")


@pytest.mark.parametrize(
    "text",
    [
        "When must the six captains file what",
        "was muss ich wann erledigen?",
        "with all the deadlines",
        "avec tous les délais",
        "who needs what and by when",
    ],
)
def test_all_of_it_is_asked_in_many_words(text: str) -> None:
    assert asked_for_all(text)


@pytest.mark.parametrize("text", ["when do we leave", "what time is sunset", "who is coming", "wie weit ist es"])
def test_another_question_asks_not_for_all_of_it(text: str) -> None:
    assert not asked_for_all(text)


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("Please remind me two hours before each deadline.", {"hours_before": 2, "each": True}),
        ("Rappelle-moi 2 heures avant chaque échéance", {"hours_before": 2, "each": True}),
        ("Erinnere mich zwei Stunden vor jeder Frist", {"hours_before": 2, "each": True}),
    ],
)
async def test_so_long_before_each_deadline_is_a_reminder_for_each(
    deps: Deps, said: str, given: dict[str, Any]
) -> None:
    done, steps = await asked(deps, TRIP, said)
    assert steps == [("set_reminders", given)]
    found = next(r for r in done.results if isinstance(r, TripReminders))
    timed = [one for one in found.reminders if one.latest is not None]
    assert len(timed) > 3 and {one.moment for one in found.reminders} == {"2 h each"}
    assert all(one.latest is not None and one.latest - one.at == timedelta(hours=2) for one in timed)


async def test_reminders_before_each_deadline_move_with_their_trip(deps: Deps) -> None:
    done, _ = await asked(deps, TRIP, "remind me two hours before each deadline")
    found = next(r for r in done.results if isinstance(r, TripReminders))
    done, _ = await asked(deps, TRIP, "a week later")
    plan = next(r for r in done.results if isinstance(r, TripPlan))
    again = at_own_moment(plan, "2 h each", SATURDAY)
    assert {one.at for one in again.reminders} > {
        one.at + timedelta(days=7) for one in found.reminders if one.key.startswith("report")
    }
    assert len(again.reminders) >= len(found.reminders)


DEAUVILLE = "Old Buckenham to Deauville on Saturday 12 September, returning Sunday, four aboard"


@pytest.mark.parametrize(
    ("said", "tools"),
    [
        ("We must move the whole thing one week later.", ["plan_trip"]),
        (
            "We must move the whole thing one week later. Please give me the new deadlines and a calendar file.",
            ["plan_trip", "get_trip_calendar"],
        ),
        ("Move everything a week later and give me a calendar file", ["plan_trip", "get_trip_calendar"]),
    ],
)
async def test_the_whole_trip_is_moved_whatever_was_asked_meanwhile(
    deps: Deps, said: str, tools: list[str]
) -> None:
    done, steps = await asked(
        deps, DEAUVILLE, "A friend wants to join us on the way at Lydd; does that change the GAR?", said
    )
    assert [tool for tool, _ in steps] == tools
    assert (steps[0][1]["day"], steps[0][1]["return_day"]) == ("2027-09-19", "2027-09-20")
    assert "12 Sep" not in done.answer.text


@pytest.mark.parametrize(
    ("said", "days"),
    [
        (DEAUVILLE, ("2027-09-12", "2027-09-13")),
        (
            "Denham to Kortrijk on Saturday 5 September at 1000, coming back on Sunday at 1500",
            ("2027-09-05", "2027-09-06"),
        ),
        (
            "Denham to Kortrijk on Sunday 5 September at 1000, coming back on Sunday at 1500",
            ("2027-09-05", "2027-09-05"),
        ),
        (
            "Denham to Kortrijk on Saturday 5 December at 1000, coming back on Sunday at 1500",
            ("2026-12-05", "2026-12-06"),
        ),
    ],
)
async def test_a_night_away_stays_one_where_the_date_was_taken(
    deps: Deps, said: str, days: tuple[str, str]
) -> None:
    _, steps = await asked(deps, said)
    assert (steps[0][1]["day"], steps[0][1]["return_day"]) == days


async def test_the_reminder_for_a_flight_that_is_named_plans_it_first(deps: Deps) -> None:
    done, steps = await asked(
        deps, "remind me the evening before to file the flight plan for Sunday's flight EGTF to LFAT at 10:00"
    )
    assert [tool for tool, _ in steps] == ["plan_trip", "set_reminders"]
    assert steps[0][1]["off_block"] == "10:00"
    assert steps[1][1] == {"days_before": 1, "at": "18:00", "about": "flight_plan"}
    done, steps = await asked(
        deps, "Remind me at six the evening before to send the GAR for Sunday's flight to Antwerp."
    )
    assert steps[0][1] == {"to_location": "Antwerp", "day": "2026-11-29"}
    assert "Where do you fly from?" in done.answer.text and "Plan it first" not in done.answer.text


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("remind me to send the GAR", "report"),
        ("erinnere mich an den Zoll", "border"),
        ("rappelle-moi le plan de vol", "flight_plan"),
    ],
)
async def test_one_is_reminded_of_what_one_named_alone(deps: Deps, said: str, about: str) -> None:
    done, steps = await asked(deps, TRIP, said)
    assert steps[0] == ("set_reminders", {"about": about})
    found = next(r for r in done.results if isinstance(r, TripReminders))
    kind = "plan:" if about == "flight_plan" else f"{about}:"
    assert found.reminders and all(kind in one.key for one in found.reminders)


async def test_a_reminder_of_one_thing_stays_one_of_that_when_its_trip_moves(deps: Deps) -> None:
    done, _ = await asked(deps, TRIP)
    plan = next(r for r in done.results if isinstance(r, TripPlan))
    moved = at_own_moment(plan, "1 18:00 of flight_plan", SATURDAY)
    assert [one.moment for one in moved.reminders] == ["1 18:00 of flight_plan"]
    assert moved.reminders[0].words.casefold().startswith("flight plan")
    alone = at_own_moment(plan, "of report", SATURDAY)
    assert alone.reminders and all(one.key.startswith("report:") for one in alone.reminders)


@pytest.mark.parametrize(
    ("said", "tool"),
    [
        ("Remind me on Monday to send the PPR form to Samedan", "set_reminders"),
        ("Set a reminder for 0700 tomorrow: call EKLS for PPR", "set_reminders"),
        ("erinner mich donnerstag an ppr für borkum", "set_reminders"),
        ("rappelle-moi jeudi soir d'envoyer le GAR pour Jersey", "set_reminders"),
        ("remind me, what GAR stands for", "explain_term"),
        ("Put the Thursday met check in my diary for six in the morning", "get_trip_calendar"),
    ],
)
async def test_the_day_of_a_reminder_is_no_day_of_a_flight(deps: Deps, said: str, tool: str) -> None:
    _, steps = await asked(deps, said)
    assert [name for name, _ in steps] == [tool]


@pytest.mark.parametrize(
    ("said", "tool"),
    [
        ("taking the 182 up to Islay next Sunday with two mates", "plan_trip"),
        ("taking the Warrior to Caen on Sunday, 2 up", "plan_trip"),
        ("can I take the Warrior into Caen on Sunday?", "get_airport_details"),
    ],
)
async def test_an_aircraft_taken_somewhere_on_a_day_is_a_trip(deps: Deps, said: str, tool: str) -> None:
    _, steps = await asked(deps, said)
    assert [name for name, _ in steps] == [tool]
