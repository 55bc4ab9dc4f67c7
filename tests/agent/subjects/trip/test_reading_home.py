"""Where the way home leads over, and from which other field it begins, as pilots say it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agent.deps import Deps
from agent.language.said import Said
from agent.language.wording import plain
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Profile, Question
from agent.subjects.trip.homeward import told_home
from agent.subjects.trip.reading import trip
from agent.understanding.reader.reader import Reader

AT = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)


def heard(deps: Deps, text: str) -> Said:
    return READERS.setdefault(id(deps), Reader(deps)).said(plain(text), AT.date())


READERS: dict[int, Reader] = {}
NAMES = ("from_location", "via", "to_location", "return_via", "day", "off_block", "return_day", "return_off_block")


async def asked(deps: Deps, *said: str) -> tuple[Done, dict[str, Any]]:
    memory, last = Conversation(disclaimed=AT.date()), None
    for text in said:
        *_, last = [event async for event in answer(Question(text=text, at=AT, profile=Profile()), memory, deps)]
        assert isinstance(last, Done), text
        memory = last.conversation
    assert last is not None and last.conversation.last_plan is not None
    (step,) = last.conversation.last_plan.steps
    return last, dict(step.arguments)


@pytest.mark.parametrize(
    ("said", "way"),
    [
        (
            "Biggin to Deauville on Saturday at 10, back Sunday 15:00 via Le Touquet for customs",
            ("Biggin", None, "Deauville", ["Le Touquet"], "2026-11-28", "10:00", "2026-11-29", "15:00"),
        ),
        (
            "Elstree nach Le Touquet Samstag 10 Uhr, zurück über Lydd um 15 Uhr",
            ("Elstree", None, "Le Touquet", ["Lydd"], "2026-11-28", "10:00", "2026-11-28", "15:00"),
        ),
        (
            "On va de Toussus à Guernesey samedi à 10h, retour dimanche à 15h par Dinard",
            ("Toussus", None, "Guernesey", ["Dinard"], "2026-11-28", "10:00", "2026-11-29", "15:00"),
        ),
        (
            "On part de Lille pour Norwich samedi à 9h, et on rentre dimanche à 14h depuis Southend",
            ("Lille", ["Norwich"], "Southend", None, "2026-11-28", "09:00", "2026-11-29", "14:00"),
        ),
        (
            "Freitag von Egelsbach nach Biggin Hill, Sonntag 15 Uhr Rückflug ab Lydd",
            ("Egelsbach", ["Biggin Hill"], "Lydd", None, "2026-11-27", None, "2026-11-29", "15:00"),
        ),
        (
            "Rückflug Sonntag 15 UTC ab LFSB nach EDNY",
            ("LFSB", None, "EDNY", None, "2026-11-29", "16:00", None, None),
        ),
    ],
)
async def test_a_way_home_over_another_field_is_read(deps: Deps, said: str, way: tuple[Any, ...]) -> None:
    _, found = await asked(deps, said)
    assert tuple(found.get(name) for name in NAMES) == way


async def test_the_fuel_of_a_trip_with_a_stop_on_the_way_home_is_that_of_all_its_flights(deps: Deps) -> None:
    trip = "We fly Denham to Le Touquet on Sunday at 10, back the same day"
    _, found = await asked(deps, trip, "let's come back via Lydd", "how much fuel at 25 l/h at 100 kt?")
    assert (found["from_location"], found["via"], found["to_location"]) == (
        "Denham", ["Le Touquet", "Lydd"], "Denham",
    )  # fmt: skip


async def test_a_stop_on_the_way_home_is_left_no_earlier_than_it_is_reached(deps: Deps) -> None:
    trip = "We fly Denham to Le Touquet on Sunday at 10, back at 14:00, 100 kt"
    done, found = await asked(deps, trip, "let's come back via Lydd", "leave Lydd at 13:10")
    assert found["via_off_block"] == {"Lydd": "13:10"}
    assert "Leaving EGMD at 13:10 is before the arrival there at 13:22" in done.answer.text  # 37 nm: 22 min


async def test_three_flights_of_one_day_cannot_all_leave_at_one_hour(deps: Deps) -> None:
    legs = "Biggin to Le Touquet, Le Touquet to Ostend, Ostend to Biggin"
    done, _ = await asked(deps, f"three legs on Saturday: {legs}, all at 10 local")
    assert "Leaving LFAT at 10:00 is before the arrival" in done.answer.text


LEGS = "Le Touquet to Southend Saturday 10, then Southend to Oban at 14:00"


@pytest.mark.parametrize(
    ("said", "report", "ends"),
    [
        ("do I need a GAR for the second leg?", "GAR", ("Southend", "Oban")),
        ("brauche ich für die erste Etappe einen Flugplan?", "flight_plan", ("Le Touquet", "Southend")),
        ("et le GAR pour la dernière étape ?", "GAR", ("Southend", "Oban")),
    ],
)
async def test_a_paper_is_asked_of_one_flight_of_the_trip(
    deps: Deps, said: str, report: str, ends: tuple[str, str]
) -> None:
    _, found = await asked(deps, LEGS, said)
    assert (found["report"], (found["from_location"], found["to_location"])) == (report, ends)


async def test_inside_the_united_kingdom_no_gar_is_asked(deps: Deps) -> None:
    done, found = await asked(deps, LEGS, "do I need a GAR for the second leg?")
    assert (found["day"], found["time"]) == ("2026-11-28", "14:00")
    assert done.answer.text.startswith("**GAR: not for this flight, which is within the United Kingdom.**")


async def test_the_fuel_is_that_of_every_leg(deps: Deps) -> None:
    legs = "Fri Shoreham to Cherbourg, Sat Cherbourg to La Rochelle, Mon back to Shoreham"
    _, found = await asked(deps, f"{legs}, C172, 180 litres on board, 32 l/h, enough fuel?")
    assert (found["from_location"], found["via"], found["to_location"], found.get("return")) == (
        "Shoreham", ["Cherbourg", "La Rochelle"], "Shoreham", None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "own"),
    [
        ("2h10 de vol à 35 l/h + 10 roulage + 30 réserve, combien d'essence ?", (130, 10, 30)),
        ("2 h 10 flight, 35 l/h, 10 min taxi, 45 reserve: how much fuel", (130, 10, 45)),
        ("Wie viel Sprit für 1h40 bei 28 l/h, plus 10 Minuten Rollen und 30 Reserve?", (100, 10, 30)),
    ],
)
async def test_minutes_of_taxi_and_reserve_are_the_pilot_s(
    deps: Deps, said: str, own: tuple[int, int, int]
) -> None:
    _, found = await asked(deps, said)
    assert (found["flight_minutes"], found["taxi_minutes"], found["reserve_minutes"]) == own


@pytest.mark.parametrize(
    ("first", "said", "given"),
    [
        (
            "We fly Popham to Dinard on Friday 9:30, home Saturday 14:00",
            ("what if we leave home an hour later",),
            {"off_block": "10:30", "return_off_block": "14:00"},
        ),
        (
            "Samstag um 10 von Egelsbach nach Colmar",
            ("und wenn wir in Straßburg zwischenlanden zum Tanken?",),
            {"to_location": "Colmar", "via": ["Straßburg"]},
        ),
        (
            "On va de Lognes à Lydd samedi 9h30, retour dimanche 14h",
            ("on passe par Le Touquet à l'aller pour la douane",),
            {"to_location": "Lydd", "via": ["Le Touquet"], "return_off_block": "14:00"},
        ),
        (
            "Denham to Guernsey on Monday at 9:00, back Tuesday 10:00",
            ("night at Alderney on the way home", "drop Alderney"),
            {"to_location": "Guernsey", "return_via": None, "via_off_block": None, "return_off_block": "10:00"},
        ),
    ],
)
async def test_a_change_of_the_trip_in_hand_changes_what_it_names(
    deps: Deps, first: str, said: tuple[str, ...], given: dict[str, Any]
) -> None:
    _, found = await asked(deps, first, *said)
    assert {name: found.get(name) for name in given} == given


@pytest.mark.parametrize(
    ("said", "times"),
    [
        ("Lydd to Rouen on the 5th of December, 4 up, back same day leaving 1500", {"return_off_block": "15:00"}),
        ("Booker to Jersey Friday, same day return, off from there at 4pm", {"return_off_block": "16:00"}),
        (
            "Sherburn to Guernsey, Friday, off half nine, down by way of Compton Abbas, back on the Sunday leaving there at two",
            {"off_block": "09:30", "return_off_block": "14:00", "via_off_block": None},
        ),
        (
            "Popham to Goodwood on Saturday and back, leaving at ten",
            {"off_block": "10:00", "return_off_block": None},
        ),
        ("Wickenby to Shobdon on Saturday, on the ground for 12", {"arrive_by": "12:00", "off_block": None}),
        ("Kemble to Sandown Saturday, in for half eleven", {"arrive_by": "11:30", "off_block": None}),
        ("Elstree to Goodwood Saturday, wheels down by noon", {"arrive_by": "12:00", "off_block": None}),
    ],
)
def test_hours_of_the_way_home_and_of_arriving(deps: Deps, said: str, times: dict[str, Any]) -> None:
    found = trip(heard(deps, said))
    assert {name: found.get(name) for name in times} == times


LEFT: dict[str, Any] = {
    "from_location": "Humberside",
    "to_location": "Texel",
    "day": "2026-11-28",
    "off_block": "09:00",
}


@pytest.mark.parametrize(
    ("said", "home"),
    [
        ("We shall want to come back that afternoon, leaving at half past three.", ("2026-11-28", "15:30")),
        ("no, home the same day. off from there at three", ("2026-11-28", "15:00")),
        ("on rentrera dimanche, en partant de là-bas vers 16h", ("2026-11-29", "16:00")),
        ("ach nein, wir kommen doch erst am Montag zurück, Abflug gegen zehn", ("2026-11-30", "10:00")),
        ("when must we leave to be back by five?", None),
        ("we shall be back at eight", None),
    ],
)
def test_the_way_home_told_in_many_words(deps: Deps, said: str, home: tuple[str, str] | None) -> None:
    found = told_home(heard(deps, said), LEFT)
    assert (found and (found["return_day"], found["return_off_block"])) == home


TO_BILLUND = "Kirkwall to Billund on Thursday, back on Sunday"


@pytest.mark.parametrize(
    "said",
    [
        "what if I come back into aberdeen instead",
        "et si on rentrait plutôt à Aberdeen ?",
        "und wenn wir lieber nach Aberdeen zurückfliegen?",
        "return to Aberdeen instead of Kirkwall, customs?",
    ],
)
async def test_a_way_home_into_another_field_keeps_where_the_trip_goes(deps: Deps, said: str) -> None:
    found = (await asked(deps, TO_BILLUND, said))[1]
    assert found["to_location"] == "Billund" and [one.casefold() for one in found["return_via"]] == ["aberdeen"]
    assert found["return_day"] == "2026-11-29"
