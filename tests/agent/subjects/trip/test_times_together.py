"""Hours that stand together, at a stop or for a stay; and a trip that is told beside something else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Question
from agent.subjects.trip.reminding import TripReminders
from agent.subjects.trip.timeline import TripPlan
from bot.transcript import gather

NOW = datetime(2026, 11, 28, 9, tzinfo=UTC)


async def asked(deps: Deps, text: str) -> tuple[list[tuple[str, dict[str, Any]]], str, list[object]]:
    told = await gather(answer(Question(text=text, at=NOW), Conversation(disclaimed=NOW.date()), deps))
    assert told.plan is not None and told.done is not None
    return [(s.tool, dict(s.arguments)) for s in told.plan.steps], told.text, list(told.done.results)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("Saturday 10 to Sandown from Popham", {"off_block": "10:00", "to_location": "Sandown"}),
        ("Samstag 9 von Egelsbach nach Borkum", {"off_block": "09:00", "to_location": "Borkum"}),
        ("Popham to Sandown Sunday 10:00 15:00 utc", {"off_block": "10:00", "return_off_block": "15:00"}),
        (
            "flying White Waltham to Le Touquet Saturday 9am via Lydd leaving there at 11",
            {"off_block": "09:00", "via_off_block": {"Lydd": "11:00"}},
        ),
        ("Elstree to Le Touquet Saturday 10:00, back in the evening, we stay four hours", {"ground_minutes": 240}),
        ("Elstree to Le Touquet Saturday 10:00, four hours there then back", {"ground_minutes": 240}),
        (
            "Tannheim nach Zell am See und zurück am Samstag, Start 10:00, Aufenthalt zwei Stunden",
            {"ground_minutes": 120},
        ),
        (
            "Denham to Le Touquet and back Saturday at 10, we stay 4 hours",
            {"off_block": "10:00", "ground_minutes": 240},
        ),
        (
            "Elmsett to Texel Saturday, home Monday, three on board, we leave at 9",
            {"off_block": "09:00", "people": 3},
        ),
        (
            "Saturday: Turweston 9:00 to Lydd, Lydd 11:00 to Abbeville, Abbeville 15:00 home",
            {"via": ["Lydd"], "via_off_block": {"Lydd": "11:00"}, "return_off_block": "15:00"},
        ),
        (
            "Sonntag um 9 von Jesenwang nach Salzburg mit der DR400, wann muss ich spätestens los damit wir um 12 da sind",
            {"off_block": "09:00", "arrive_by": "12:00"},
        ),
        (
            "Sonntag um 9 von Jesenwang nach Salzburg, um 12 müssen wir da sein",
            {"off_block": "09:00", "arrive_by": "12:00"},
        ),
        (
            "Saturday off Sywell at 9 to Le Touquet, so that we reach Le Touquet by 12",
            {"off_block": "09:00", "arrive_by": "12:00"},
        ),
        (
            "on est à LFBZ, on veut rentrer en Bretagne avant la nuit le 20 octobre, décollage au plus tard ?",
            {"from_location": "LFBZ", "to_location": "Bretagne", "day": "2027-10-20"},
        ),
        (
            "jusqu'à quelle heure je peux décoller de Darois ce soir pour arriver à Beaune avant la nuit aéro",
            {"from_location": "Darois", "to_location": "Beaune", "about": "off_blocks"},
        ),
    ],
)
async def test_every_hour_and_direction_of_a_trip_is_taken(deps: Deps, text: str, given: dict[str, Any]) -> None:
    [(tool, arguments), *_], words, _ = await asked(deps, text)
    assert tool == "plan_trip"
    assert arguments.items() >= given.items()
    assert "return_off_block" in given or "return_off_block" not in arguments
    assert "could not take account" not in words


async def test_a_stay_whose_way_home_waits_for_a_speed_is_told(deps: Deps) -> None:
    _, words, _ = await asked(deps, "Elstree to Le Touquet Saturday 10:00, four hours there then back")
    assert "back the same day, after 4h there" in words


async def test_both_hours_of_a_flight_that_agree_are_no_warning(deps: Deps) -> None:
    _, words, results = await asked(deps, "EDKB to EDWG Saturday off blocks 9:00, arriving 11:00, at 100 kt")
    assert any(isinstance(one, TripPlan) for one in results)
    assert "is after the latest" not in words


async def test_a_trip_that_is_planned_with_its_fuel_has_both(deps: Deps) -> None:
    steps, _, _ = await asked(
        deps, "plan teuge - leer papenburg - norderney - teuge saturday 10:00 local 85kt, fuel 15 l/h"
    )
    assert [tool for tool, _ in steps] == ["plan_trip", "get_fuel_plan"]
    assert steps[0][1]["via"] == ["leer papenburg"] and steps[0][1]["return_day"] == "2026-12-05"


async def test_hours_before_the_one_thing_named_are_counted_from_it(deps: Deps) -> None:
    _, _, results = await asked(
        deps, "Remind me two hours before the GAR for the flight next Sunday at 11 from Calais to Headcorn"
    )
    (found,) = [one for one in results if isinstance(one, TripReminders)]
    assert [one.latest - one.at for one in found.reminders if one.latest] == [timedelta(hours=2)]


async def test_to_one_field_and_on_to_another_is_flown_in_that_order(deps: Deps) -> None:
    steps, _, _ = await asked(
        deps, "We take the club to Le Touquet and on to Headcorn, which customs and forms do we need for each leg?"
    )
    assert (steps[0][1]["from_location"], steps[0][1]["to_location"]) == ("Le Touquet", "Headcorn")


@pytest.mark.parametrize(
    ("first", "then", "day"),
    [
        (
            "Trip Sywell - Le Touquet on 14 March, off 0900, back off 1600",
            "make it the Sunday after",
            "2027-03-21",
        ),
        ("Reise Jesenwang nach Salzburg am 14. März um 9", "lieber am Sonntag danach", "2027-03-21"),
    ],
)
async def test_the_weekday_after_is_counted_from_the_trip(deps: Deps, first: str, then: str, day: str) -> None:
    told = await gather(answer(Question(text=first, at=NOW), Conversation(), deps))
    again = await gather(answer(Question(text=then, at=NOW), told.conversation(Conversation()), deps))
    assert again.plan is not None
    [step] = again.plan.steps
    assert step.tool == "plan_trip"
    assert (step.arguments["day"], step.arguments["off_block"]) == (day, "09:00")
    assert step.arguments.get("return_day", day) == day


async def test_a_field_on_a_border_list_is_told_to_be_on_it(deps: Deps) -> None:
    _, words, _ = await asked(deps, "EHMZ to Lydd saturday, off blocks 9:30 local")
    assert (
        "not known to clear flights, but a border point for persons (EU list of border crossing points)" in words
    )
    assert "known to: EHRD" not in words


async def test_a_report_between_two_places_is_answered_at_once(deps: Deps) -> None:
    [(tool, arguments)], words, _ = await asked(deps, "Do I need a GAR to fly from Oban to Dublin Weston?")
    assert (tool, arguments["about_report"]) == ("get_border_brief", "GAR")
    assert "GAR: from 48 h to 2 h before departure" in words


async def test_too_dark_is_of_the_sun(deps: Deps) -> None:
    steps, _, _ = await asked(deps, "What time does it get too dark to land at Oban this coming Saturday?")
    assert "sun" in steps[0][1]["about"]


async def test_a_gar_on_the_way_back_is_answered_and_not_left_aside(deps: Deps) -> None:
    text = "GAR c est combien d heures avant le depart depuis la france et faut il aussi le faire au retour"
    _, words, _ = await asked(deps, text)
    assert "dans les deux sens" in words
    assert "tenir compte" not in words
