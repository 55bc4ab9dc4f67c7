"""Stays, parts of the day, a stop named apart and the hour of several legs: what a pilot tells of a trip in passing."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Question
from bot.transcript import gather

NOW = datetime(2026, 11, 28, 9, tzinfo=UTC)


async def told(deps: Deps, first: str, *then: str) -> tuple[str, dict[str, Any], str]:
    chat = Conversation(disclaimed=NOW.date())
    given = await gather(answer(Question(text=first, at=NOW), chat, deps))
    for text in then:
        chat = given.conversation(chat)
        given = await gather(answer(Question(text=text, at=NOW), chat, deps))
    assert given.plan is not None
    step = given.plan.steps[0]
    return step.tool, dict(step.arguments), given.text


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (
            "Can I do Elstree to Deauville and back on Saturday in daylight with two hours for lunch, 110kt?",
            {"ground_minutes": 120, "return_day": "2026-12-05", "cruise_speed_kts": 110},
        ),
        (
            "Kann ich am Samstag von Egelsbach nach Sylt und am selben Tag zurück, mit 110 kt, 4 Stunden am Strand?",
            {"ground_minutes": 240, "return_day": "2026-12-05"},
        ),
        (
            "Peut-on faire Toussus Deauville samedi et rentrer de jour avec trois heures de plage à 100 kt ?",
            {"ground_minutes": 180, "return_day": "2026-12-05"},
        ),
        (
            "Denham to Lydd, Lydd to Le Touquet, Le Touquet to Denham on Sunday, start at 9",
            {"off_block": "09:00", "via": ["Lydd"], "return_day": "2026-11-29"},
        ),
        (
            "Trip for Sunday: Redhill to Calais, coffee, Calais to Ostend, lunch, Ostend to Redhill. Off at 9. What for each leg?",
            {"off_block": "09:00", "via": ["Calais"], "to_location": "Ostend"},
        ),
        (
            "from Cannes to Biggin Hill on Thursday at 9 with a night in Dijon",
            {"to_location": "Biggin Hill", "via": ["Dijon"], "via_off_block": {"Dijon": "+1"}},
        ),
        (
            "Toussus Prague vendredi 9h, nuit à Strasbourg",
            {"from_location": "Toussus", "to_location": "Prague", "via": ["Strasbourg"]},
        ),
        (
            "with a stop at Lydd for customs, Denham to Abbeville",
            {"from_location": "Denham", "to_location": "Abbeville", "via": ["Lydd"]},
        ),
        (
            "Habe Bern-Lausanne-Bern geplant, Abflug 14 Uhr, muss um 17:30 zurück sein. Wann spätestens in Lausanne weg?",
            {"off_block": "14:00", "return_by": "17:30", "about": "off_blocks"},
        ),
        (
            "my brother wants to be picked up at Headcorn on the way to Le Touquet from Denham on Saturday at 9",
            {"from_location": "Denham", "to_location": "Le Touquet", "via": ["Headcorn"]},
        ),
        (
            "Samedi on part de Pontoise à 9h30 pour Shoreham, on déjeune deux heures et on rentre de jour. Quelles démarches ?",
            {"ground_minutes": 120, "off_block": "09:30", "return_day": "2026-12-05"},
        ),
        (
            "Wir fliegen am Samstag um 9 von Speyer nach Borkum, zurück Sonntagnachmittag",
            {"return_day": "2026-12-06", "taken": ["nachmittag|?home"]},
        ),
        ("Oban to Dinard next Friday at 9, and home on Sunday evening", {"taken": ["evening|?evening"]}),
        (
            "remind me tomorrow evening to file the GAR for Lydd to Calais Tuesday 10:00",
            {"day": "2026-12-01", "off_block": "10:00"},
        ),
    ],
)
async def test_what_is_told_in_passing_is_in_the_trip(deps: Deps, text: str, given: dict[str, Any]) -> None:
    tool, arguments, words = await told(deps, text)
    assert tool == "plan_trip"
    assert arguments.items() >= given.items()
    assert "return_off_block" not in arguments
    assert "could not take account" not in words


@pytest.mark.parametrize(
    ("first", "change", "day"),
    [
        (
            "Denham to Le Touquet Saturday 10:00, back 15:00",
            "what if we come back Sunday morning instead?",
            "2026-12-06",
        ),
        (
            "Toussus nach Shoreham Samstag 10 Uhr, zurück 16 Uhr",
            "und wenn wir erst Montag Vormittag zurückfliegen?",
            "2026-12-07",
        ),
        (
            "Toussus to Shoreham Saturday 10:00, back 16:00",
            "et si on rentre dimanche matin à la place ?",
            "2026-12-06",
        ),
    ],
)
async def test_a_part_of_the_day_takes_back_the_hour_that_was_told(
    deps: Deps, first: str, change: str, day: str
) -> None:
    _, arguments, _ = await told(deps, first, change)
    assert (arguments["day"], arguments["return_day"]) == ("2026-12-05", day)
    assert "return_off_block" not in arguments


async def test_an_evening_that_is_dark_is_told_with_the_latest_hour(deps: Deps) -> None:
    _, _, words = await told(deps, "Oban to Dinard next Friday at 9, and home on Sunday evening")
    assert "“evening” is too late by day: off blocks LFRD by 11:2" in words


async def test_the_day_there_and_back_is_as_long_as_its_stay_asks(deps: Deps) -> None:
    _, _, words = await told(
        deps, "Sywell to Sandown on Saturday, three hours on the beach, back before dark, 100 kt"
    )
    assert re.search(r"10:2\dZ latest off blocks EGBK", words)
    _, _, words = await told(deps, "Von Egelsbach nach Sylt und zurück am Samstag, 110 kt, 4 Stunden am Strand")
    assert "der Tag ist dafür zu kurz" in words


DEAUVILLE = "Old Buckenham to Deauville, Saturday 12 December at 9, returning Sunday, four aboard"


async def test_who_joins_on_the_way_is_a_stop_and_what_is_due_follows(deps: Deps) -> None:
    tool, arguments, words = await told(
        deps, DEAUVILLE, "A friend wants to join us on the way at Lydd; does that change the GAR?"
    )
    assert (tool, arguments["via"], arguments["to_location"]) == ("plan_trip", ["Lydd"], "Deauville")
    assert "out, EGMD → LFRG Sat 12 Dec 07:00" in words


@pytest.mark.parametrize(
    "text", ["what do the kids need?", "was brauchen die Kinder?", "qu'est-ce qu'il faut pour les enfants ?"]
)
async def test_papers_of_people_are_told_for_both_countries(deps: Deps, text: str) -> None:
    tool, arguments, words = await told(deps, DEAUVILLE, text)
    assert (tool, arguments["country_codes"]) == ("get_answers_for_questions", ["GB", "FR"])
    assert any(own in words for own in ("children their own", "Kinder einen eigenen", "enfants"))


async def test_a_field_on_a_list_is_not_merely_unknown(deps: Deps) -> None:
    _, _, words = await told(deps, "Lydd to Calais Saturday 10:00")
    assert "EGMD border (on HMRC's list for goods)" in words


async def test_customs_that_is_not_certain_is_a_thing_to_ask_at_a_field_of_the_list(deps: Deps) -> None:
    _, _, words = await told(
        deps, "Von Konstanz über Altenrhein nach Innsbruck, Samstag ab 10 Uhr. Wo muss ich zum Zoll?"
    )
    assert "LSZR Zoll (nicht sicher: als nötig annehmen)" in words


async def test_being_there_in_french_is_no_take_off(deps: Deps) -> None:
    tool, arguments, _ = await told(
        deps, "Il faut que je sois à Lydd samedi à 11h, départ de Toussus, quand envoyer le GAR ?"
    )
    assert tool == "get_report_deadline"
    assert (arguments["landing"], "time" in arguments) == ("11:00", False)


async def test_a_day_on_which_something_is_due_moves_no_flight(deps: Deps) -> None:
    tool, arguments, _ = await told(deps, DEAUVILLE, "which deadlines fall on Thursday?")
    assert (tool, arguments["day"], arguments["return_day"]) == ("plan_trip", "2026-12-12", "2026-12-13")
