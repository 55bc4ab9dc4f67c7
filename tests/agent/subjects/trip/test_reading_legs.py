"""Trips told flight by flight, each with its day and hour, and hours as pilots say them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Profile, Question

SATURDAY = datetime(2026, 11, 28, 16, 0, tzinfo=UTC)


async def asked(deps: Deps, text: str) -> tuple[str, dict[str, Any]]:
    memory = Conversation(disclaimed=SATURDAY.date())
    *_, last = [e async for e in answer(Question(text=text, at=SATURDAY, profile=Profile()), memory, deps)]
    assert isinstance(last, Done) and last.conversation.last_plan is not None
    (step,) = last.conversation.last_plan.steps
    return last.answer.text, dict(step.arguments)


@pytest.mark.parametrize(
    ("said", "days"),
    [
        (
            "Biggin Hill to Ostend Friday 9:00, Ostend to Texel Friday 14:00, Texel to Biggin Sunday 12:00",
            ("2026-12-04", "09:00", {"Ostend": "14:00"}, "2026-12-06", "12:00"),
        ),
        (
            "Fri Biggin to Le Touquet at 9, Sat Le Touquet to Ostend at 11, Sun Ostend to Biggin 15:00",
            ("2026-12-04", "09:00", {"Le Touquet": "+1 11:00"}, "2026-12-06", "15:00"),
        ),
        (
            "Annecy Cannes samedi 9h puis Cannes Calvi samedi 14h puis Calvi Annecy lundi 10h",
            ("2026-12-05", "09:00", {"Cannes": "14:00"}, "2026-12-07", "10:00"),
        ),
        (
            "Sa 5.12. 9 Uhr EDNY - LOWI, 14 Uhr LOWI - LOWZ, So 11 Uhr LOWZ - EDNY",
            ("2026-12-05", "09:00", {"LOWI": "14:00"}, "2026-12-06", "11:00"),
        ),
    ],
)
async def test_each_flight_has_the_day_and_hour_it_is_told_with(
    deps: Deps, said: str, days: tuple[Any, ...]
) -> None:
    _, found = await asked(deps, said)
    names = ("day", "off_block", "via_off_block", "return_day", "return_off_block")
    assert tuple(found.get(name) for name in names) == days


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("Dundee to Stavanger monday 9 local TB20 any requirements", {"off_block": "09:00"}),
        ("Shoreham to Dieppe, wheels up 1130 Sunday, wheels up again 1500", {"return_off_block": "15:00"}),
        ("take me through Elstree to Rotterdam on Tuesday at 8 am please", {"from_location": "Elstree"}),
        ("Fenland to Amiens Saturday, no idea of times yet. What deadlines?", {"day": "2026-12-05"}),
        (
            "Konstanz - Bern - Konstanz, Montag ab 10, Zoll und so weiter?",
            {"off_block": "10:00", "to_location": "Bern"},
        ),
        ("Thinking of Shobdon to Calais next weekend. Overnight. Anything to file?", {"day": "2026-12-05"}),
    ],
)
async def test_the_trip_is_read_as_it_is_said(deps: Deps, said: str, given: dict[str, Any]) -> None:
    _, found = await asked(deps, said)
    assert {name: found.get(name) for name in given} == given


async def test_an_hour_that_is_over_today_is_said_first(deps: Deps) -> None:
    text, _ = await asked(deps, "Elstree to Le Touquet today at 9, what do we need")
    assert text.startswith("**09:00 today has passed at EGTR: which day?**")


@pytest.mark.parametrize(
    ("said", "given"),
    [
        (
            "Earls Colne–Le Touquet return, Monday, 0900 local out, 1400 local back, two up in a Robin",
            {"day": "2026-11-30", "off_block": "09:00", "return_day": "2026-11-30", "return_off_block": "14:00"},
        ),
        (
            "Elstree to Lydd for customs then Le Touquet, Saturday, off 0900, home Sunday 1500",
            {"via": ["Lydd"], "to_location": "Le Touquet", "off_block": "09:00", "return_day": "2026-12-06"},
        ),
        (
            "Two legs Friday: Cambridge to Southend at 9, Southend to Ostend at 11. Home from Ostend Sunday at 2",
            {"via_off_block": {"Southend": "11:00"}, "return_day": "2026-12-06", "return_off_block": "14:00"},
        ),
        (
            "Please organise: Henstridge → Cherbourg → Guernsey → Henstridge, Sat 9:00 / 12:00 / 15:30",
            {"off_block": "09:00", "via_off_block": {"Cherbourg": "12:00"}, "return_off_block": "15:30"},
        ),
        (
            "From Shobdon I want to be in Le Touquet for noon on Saturday, and leave again at 3.30",
            {"arrive_by": "12:00", "return_off_block": "15:30", "return_day": "2026-12-05"},
        ),
        (
            "Gamston to Groningen on Monday at 9, nothing booked for the way home yet",
            {"off_block": "09:00", "return_day": None, "return_off_block": None},
        ),
        (
            "Von Kiel nach Sonderburg am Sonntag um 10, Rückflug noch offen",
            {"off_block": "10:00", "return_day": None},
        ),
        ("Dijon à Grenchen samedi à 11 h, retour pas encore fixé", {"off_block": "11:00", "return_day": None}),
    ],
)
async def test_hours_and_the_way_home_are_those_that_are_said(
    deps: Deps, said: str, given: dict[str, Any]
) -> None:
    _, found = await asked(deps, said)
    assert {name: found.get(name) for name in given} == given
