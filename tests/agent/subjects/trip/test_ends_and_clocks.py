"""Which end of a trip a name is, which flight an hour is of, and what is a length of time and no hour."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Profile, Question
from agent.subjects.trip.leg_times import lengths

SATURDAY = datetime(2026, 11, 28, 9, tzinfo=UTC)


async def asked(deps: Deps, text: str) -> tuple[str, dict[str, Any]]:
    memory = Conversation(disclaimed=SATURDAY.date())
    *_, last = [e async for e in answer(Question(text=text, at=SATURDAY, profile=Profile()), memory, deps)]
    assert isinstance(last, Done) and last.conversation.last_plan is not None
    (step,) = last.conversation.last_plan.steps
    return last.answer.text, dict(step.arguments)


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("EGNE-EHGG 05/12 0930L what do we need", {"day": "2026-12-05", "off_block": "09:30"}),
        (
            "Fri EGKB-LFAT 10z, Sun LFAT-EGKB 13z",
            {"off_block": "10:00", "return_day": "2026-12-06", "return_off_block": "14:00"},
        ),
        (
            "Flug EDTF nach LFGA Samstag 10 Uhr, ich komme Sonntag über Basel zurück",
            {"day": "2026-12-05", "return_day": "2026-12-06", "return_via": ["Basel"]},
        ),
        (
            "EDNY-LJPZ FR 10UHR zurück SO 14UHR",
            {"day": "2026-12-04", "off_block": "10:00", "return_day": "2026-12-06", "return_off_block": "14:00"},
        ),
        (
            "We want to go to Le Touquet from Manston, er, Lydd I mean, on Sunday at 10",
            {"from_location": "Lydd", "to_location": "Le Touquet"},
        ),
        (
            "Take off Denham, land Lydd for fuel, then Le Touquet, Sunday 9am",
            {"from_location": "Denham", "via": ["Lydd"], "to_location": "Le Touquet"},
        ),
        (
            "Arrivée Venise Lido 11h, départ Annecy, samedi",
            {"from_location": "Annecy", "to_location": "Venise Lido", "arrive_by": "11:00"},
        ),
        (
            "Samstag um 1400z in Salzburg sein, Start in Egelsbach",
            {"from_location": "Egelsbach", "to_location": "Salzburg", "arrive_by": "15:00"},
        ),
        ("Egelsbach nach Salzburg Samstag, bin um 14 Uhr dort", {"arrive_by": "14:00", "off_block": None}),
        ("Denham to Le Touquet Sunday with 1:30 range", {"off_block": None, "cruise_speed_kts": None}),
        (
            "trip Denham to Le Touquet Sunday 10:00, 90 min flight time",
            {"off_block": "10:00", "cruise_speed_kts": 69},
        ),
        (
            "Friday 11 June Perth to Sligo departing 0930 local, returning Sunday 13 June 1600",
            {"day": "2027-06-11", "return_day": "2027-06-13", "return_off_block": "16:00"},
        ),
        (
            "we want to go to weston in dublin on saturday from perth at ten, what paperwork",
            {"from_location": "perth", "to_location": "weston", "via": None},
        ),
    ],
)
async def test_ends_and_clocks_are_those_that_are_said(deps: Deps, said: str, given: dict[str, Any]) -> None:
    _, found = await asked(deps, said)
    assert {name: found.get(name) for name in given} == given


async def test_a_date_on_another_weekday_than_the_one_said_is_told(deps: Deps) -> None:
    text, _ = await asked(deps, "Lydd to Le Touquet on friday the 5th of june at 10, what do we need")
    assert text.startswith("**“friday the 5th of june” of 2027 is a Saturday: I took the date.**")


async def test_the_speed_that_a_flights_length_makes_is_told_with_its_words(deps: Deps) -> None:
    text, _ = await asked(deps, "Lydd to Le Touquet on Sunday at 10, 0:30 each way, back at 14:00")
    assert text.startswith("**“0:30 each way”: I took 74 kt**")


async def test_a_field_not_known_to_clear_flights_is_told_so(deps: Deps) -> None:
    text, _ = await asked(deps, "Popham to Abbeville Saturday 9:00, back same day")
    assert "LFOI customs and immigration" in text and "not known to clear flights" in text


@pytest.mark.parametrize(
    ("text", "minutes", "flies"),
    [
        ("it's 1:15 each way", 75, True),
        ("Flugzeit 1:20", 80, True),
        ("1h15 de vol", 75, True),
        ("EET 0115", 75, True),
        ("leg takes 1:30", 90, True),
        ("1:30 range", 90, False),
        ("autonomie 3h30", 210, False),
    ],
)
def test_a_length_of_time_is_no_hour_of_the_day(text: str, minutes: int, flies: bool) -> None:
    assert [(one.minutes, one.flies) for one in lengths(text)] == [(minutes, flies)]


@pytest.mark.parametrize("text", ["Sunday 10:00, an early start", "back at 16:00", "10h de Lognes", "off 0930"])
def test_an_hour_of_the_day_is_no_length(text: str) -> None:
    assert not lengths(text)


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        (
            "Perth to Newtownards, do I need a GAR?",
            "**GAR: not for this flight, which is within the United Kingdom. Police notice: at least 12 h before.**",
        ),
        (
            "must I send a GAR from Prestwick to Derry?",
            "**GAR: not for this flight, which is within the United Kingdom.**",
        ),
    ],
)
async def test_between_great_britain_and_northern_ireland_no_gar_is_asked(
    deps: Deps, said: str, begins: str
) -> None:
    text, _ = await asked(deps, said)
    assert text.startswith(begins) and "SI 2024/470" in text


async def test_the_trip_to_northern_ireland_tells_that_it_takes_no_gar(deps: Deps) -> None:
    text, _ = await asked(deps, "Perth to Newtownards Saturday at 10, what do I need?")
    assert "no GAR, it stays in the UK" in text


async def test_irelands_immigration_is_told_with_its_source(deps: Deps) -> None:
    asks = Question(text="border brief from Wales to Waterford", at=SATURDAY, profile=Profile())
    *_, done = [e async for e in answer(asks, Conversation(), deps)]
    assert isinstance(done, Done)
    assert "immigration officer at the Garda district headquarters" in done.answer.text
    assert any("Irish Immigration Service" in source.name for source in done.sources)


@pytest.mark.parametrize(
    "said",
    ["where can I clear customs in Denmark coming from the UK", "customs airports in Norway coming from Scotland"],
)
async def test_fields_of_entry_are_listed_wherever_one_comes_from(deps: Deps, said: str) -> None:
    text, _ = await asked(deps, said)
    assert "EKRK" in text or "ENAL" in text


@pytest.mark.parametrize(
    ("said", "given"),
    [
        (
            "Off to Alderney Saturday from Compton Abbas, lunch and home for 4, two up, what forms",
            {"return_by": "16:00", "return_day": "2026-12-05", "people": 2},
        ),
        ("EGBO-EGNS Sa 10.00 rtn So 14.00, GAR when?", {"off_block": "10:00", "return_off_block": "14:00"}),
        (
            "Planning Kemble - Deauville - Dinard - Kemble, Sat out 0900, Sun from Deauville 11, home from Dinard 1500",
            {
                "via_off_block": {"Deauville": "+1 11:00"},
                "return_off_block": "15:00",
                "return_day": "2026-12-06",
            },
        ),
        (
            "Toussus → Le Touquet → Lydd → Toussus, vendredi 9h, samedi 10h depuis Le Touquet, dimanche 15h de Lydd",
            {"via_off_block": {"Le Touquet": "+1 10:00"}, "return_day": "2026-12-06", "return_off_block": "15:00"},
        ),
        (
            "on ferait Chavenay – Deauville – Le Havre – Chavenay dimanche, décollage 10h, 45 minutes au sol à chaque escale",
            {"via": ["Deauville"], "to_location": "Le Havre", "ground_minutes": 45},
        ),
        (
            "ich flieg morgen um neun von bremgarten nach besancon und dann weiter nach dijon, um 17 uhr daheim",
            {"off_block": "09:00", "return_by": "17:00"},
        ),
        (
            "vol de Cerny à Courtrai dimanche 10h, une heure et quart de vol, retour 15h",
            {"cruise_speed_kts": 115, "off_block": "10:00", "return_off_block": "15:00"},
        ),
        (
            "is it possible to do Redhill to Granville and back on Sunday before it gets dark? plan leaving 8:30",
            {"off_block": "08:30", "return_day": "2026-11-29"},
        ),
        ("Need to be at Cherbourg for 1pm on Saturday from Thruxton. What by when?", {"arrive_by": "13:00"}),
        ("Lydd to Calais Sunday 10:00, home 3ish", {"return_off_block": "15:00"}),
    ],
)
async def test_hours_stand_with_the_field_or_the_way_they_are_told_of(
    deps: Deps, said: str, given: dict[str, Any]
) -> None:
    _, found = await asked(deps, said)
    assert {name: found.get(name) for name in given} == given


async def test_the_time_on_the_ground_is_the_pilots_own(deps: Deps) -> None:
    text, _ = await asked(
        deps, "Lydd, Calais, Le Touquet, Lydd on Saturday at ten, half an hour on the ground each"
    )
    assert "30 min on the ground at each stop as you said" in text


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("Goodwood-Cherbourg, wheels up 11 on Saturday, home same day before five", {"off_block": "11:00"}),
        (
            "can we do Derry to Islay and on to Glenforsa Saturday, home Sunday",
            {"via": ["Islay"], "to_location": "Glenforsa", "return_day": "2026-12-06"},
        ),
        ("Old Sarum Deauville Sunday, ETD 0900, EET 1+10, RTB 1500", {"return_off_block": "15:00"}),
        (
            "Linz – Portoroz – Venedig Lido, Fr 9:00, ab Portoroz Sa 10:00, So 14:00 heim nach Linz",
            {"from_location": "Linz", "off_block": "09:00", "via_off_block": {"Portoroz": "+1 10:00"}},
        ),
        (
            "départ Pontoise 9h samedi arrivée souhaitée Shoreham 11h locales, retour dimanche départ 14h",
            {"off_block": "09:00", "return_off_block": "14:00"},
        ),
        ("Nantes → Guernesey → Nantes dimanche, décollage 8h tu, escale 2h", {"off_block": "09:00"}),
        (
            "il faut que je sois à Anvers samedi à 11h, je pars de Valenciennes, retour 17h",
            {"arrive_by": "11:00", "off_block": None},
        ),
        (
            "tomorrow Elstree Le Touquet, 20 kts on the tail going out, same on the nose coming back, off 10 back 1500",
            {"headwind_kts": -20, "return_headwind_kts": 20},
        ),
        (
            "Fluglehrer hier: Aschaffenburg – Saarbrücken – Metz – Aschaffenburg, Sonntag 9 Uhr",
            {"day": "2026-11-29", "off_block": "09:00"},
        ),
        (
            "we'd go Perranporth to Scilly and home before dark Sunday, leaving at one",
            {"day": "2026-11-29", "return_day": "2026-11-29", "off_block": "13:00"},
        ),
        ("Fly Sleap to Waterford on Saturday? leaving eleven, staying till Monday", {"return_day": "2026-12-07"}),
    ],
)
async def test_a_clubs_and_a_dictated_trip_is_read_as_it_is_said(
    deps: Deps, said: str, given: dict[str, Any]
) -> None:
    _, found = await asked(deps, said)
    assert {name: found.get(name) for name in given} == given


async def test_customs_that_keep_the_airfields_hours_are_told_while_it_is_open(deps: Deps) -> None:
    """EHLE: "AD OPR HR, 3 HR PN", open from 07:00 local in winter: 06:00 is too early, 07:00 too late."""
    text, _ = await asked(deps, "fly from lelystad to southend next saturday takeoff 0900 local")
    assert "EHLE customs and immigration · **Fri 4 Dec 22:00 local (21:00Z)**" in text
