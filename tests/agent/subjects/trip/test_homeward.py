"""A day or an hour alone behind a question about the way home is of the way home; elsewhere it is of the way out."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from contracts.talking import last_answer

from agent.deps import Deps
from agent.protocol import ToolCall

AT = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)


async def call(deps: Deps, *said: str) -> ToolCall:
    """The one call that the last message of a chat becomes."""
    memory = (await last_answer(deps, AT, *said)).conversation
    assert memory.last_plan is not None
    (only,) = memory.last_plan.steps
    return only


@pytest.mark.parametrize(
    ("said", "times"),
    [
        (
            ("Blackpool to Donegal on Friday", "what about coming back?", "Sunday at 11"),
            {"day": "2026-11-27", "off_block": None, "return_day": "2026-11-29", "return_off_block": "11:00"},
        ),
        (
            ("Perpignan – Gérone dimanche 9h", "et pour rentrer ?", "lundi à 10h"),
            {"day": "2026-11-29", "off_block": "09:00", "return_day": "2026-11-30", "return_off_block": "10:00"},
        ),
        (
            ("Freiburg nach Colmar morgen 9 Uhr", "und zurück?", "um 14 Uhr"),
            {"day": "2026-11-25", "off_block": "09:00", "return_day": "2026-11-25", "return_off_block": "14:00"},
        ),
        (
            ("Lübeck Roskilde Samstag 9 Uhr", "zurück am Montag um 10", "doch lieber Dienstag"),
            {"day": "2026-11-28", "return_day": "2026-12-01", "return_off_block": "10:00"},
        ),
        (
            ("Elstree to Caen Saturday at 9, back Sunday", "make it 10"),
            {"off_block": "10:00", "return_off_block": None},
        ),
        (
            ("Elstree to Caen Saturday at 9", "what about coming back?", "at 8"),
            {"off_block": "08:00", "return_off_block": None},
        ),
        (
            ("Elstree to Caen Saturday at 9, back Sunday at 3", "Friday"),
            {"day": "2026-11-27", "return_day": "2026-11-29", "return_off_block": "15:00"},
        ),
        (
            ("Elstree Le Touquet Sunday 11:00 back 15:00", "what if we land at 5pm"),
            {"off_block": "11:00", "arrive_by": None, "return_off_block": None, "return_by": "17:00"},
        ),
    ],
)
async def test_when_the_way_home_is_flown(deps: Deps, said: tuple[str, ...], times: dict[str, Any]) -> None:
    found = await call(deps, *said)
    assert found.tool == "plan_trip"
    assert {name: found.arguments.get(name) for name in times} == times


ROUND = "Elstree to Caen Saturday at 9, back Sunday at 14:00"


@pytest.mark.parametrize(
    ("between", "said", "arguments"),
    [
        ("fuel at Ostend?", "what do I do first?", {"about": "first"}),
        ("and Kortrijk, phone?", "without the return", {"return_day": None, "off_block": "09:00"}),
        ("mogas at Ostend?", "let's go to Ostend instead", {"to_location": "Ostend", "off_block": "09:00"}),
        ("fuel at Ostend?", "what do I still have to do", {"to_location": "Caen", "return_off_block": "14:00"}),
        ("fuel there?", "and if we fly to Deauville?", {"to_location": "Deauville", "return_off_block": "14:00"}),
        ("sunset?", "und wenn wir nach Rouen fliegen?", {"to_location": "Rouen"}),
        ("sunset?", "pas de retour finalement", {"return_day": None}),
        ("fuel there?", "ohne Rückflug ist das, oder?", {"return_day": None}),
        ("sunset?", "combien de temps de vol", {"about": "distance"}),
        ("sunset?", "wie lange dauert das", {"about": "distance"}),
        ("landing fee?", "ok lets do Friday", {"day": "2026-11-27", "off_block": "09:00"}),
        ("customs notice?", "make it Deauville", {"to_location": "Deauville", "return_off_block": "14:00"}),
        ("fuel there?", "is that too late?", {"about": "off_blocks"}),
        ("fuel there?", "night on the way home?", {"about": "off_blocks"}),
        ("sunset?", "kommen wir bei Tageslicht heim", {"about": "off_blocks"}),
        ("sunset?", "le dernier décollage possible ?", {"about": "off_blocks"}),
        (
            "sunset?",
            "can I get back before dark if I leave at 3",
            {"return_off_block": "15:00", "about": "off_blocks"},
        ),
        ("sunset?", "what's my last slot to beat sunset", {"about": "off_blocks"}),
        ("sunset?", "what about Special Branch", {"about": "report"}),
        ("sunset?", "le GAR retour ?", {"about": "report", "return_off_block": "14:00"}),
        ("sunset?", "change it to Abbeville", {"to_location": "Abbeville", "off_block": "09:00"}),
        ("sunset?", "could we stay till 4", {"return_day": "2026-11-29", "return_off_block": "16:00"}),
        ("sunset?", "sagen wir zurück um 15 Uhr", {"return_off_block": "15:00"}),
        ("sunset?", "make the return 15:30 and 3 people", {"return_off_block": "15:30", "people": 3}),
        ("sunset?", "ajoute un arrêt au Touquet", {"via": ["Le Touquet"], "to_location": "Caen"}),
        ("sunset?", "customs where", {"about": "border"}),
        ("sunset?", "plan de vol pour chaque étape ?", {"about": "flight_plan"}),
        ("sunset?", "any slots needed", {"about": "permission"}),
        ("sunset?", "when do I get to Caen", {"about": "flights"}),
        ("sunset?", "wo muss ich was anmelden", {"about": None, "off_block": "09:00"}),
        ("sunset?", "alles noch mal zusammen", {"about": None, "return_off_block": "14:00"}),
        ("sunset?", "then on to Deauville", {"via": ["Caen"], "to_location": "Deauville"}),
        ("sunset?", "et si on poussait jusqu'à Rennes ?", {"via": ["Caen"], "to_location": "Rennes"}),
        ("sunset?", "nächste Woche statt diese", {"day": "2026-12-05", "return_day": "2026-12-06"}),
    ],
)
async def test_the_trip_is_in_hand_behind_another_question(
    deps: Deps, between: str, said: str, arguments: dict[str, Any]
) -> None:
    found = await call(deps, ROUND, between, said)
    assert found.tool == "plan_trip"
    assert {name: found.arguments.get(name) for name in arguments} == arguments


@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        ("who do I tell in France", "get_border_brief", {"from_location": "Elstree", "to_location": "Caen"}),
        ("does the French side need anything?", "get_border_brief", {"date": "2026-11-28 09:00"}),
        ("was wollen die Franzosen?", "get_border_brief", {"to_location": "Caen"}),
        ("how much fuel", "get_fuel_plan", {"from_location": "Elstree", "to_location": "Caen", "return": True}),
        ("can we make it without refuelling?", "get_fuel_plan", {"to_location": "Caen"}),
        ("lead times again?", "get_notification_for_airport", {"icao_code": "LFRK"}),
        ("c'est quoi le préavis", "get_notification_for_airport", {"icao_code": "LFRK"}),
        ("when do they close?", "get_airport_details", {"icao_code": "LFRK", "about": ["hours"]}),
        ("piste en dur ?", "get_airport_details", {"icao_code": "LFRK", "about": ["runway"]}),
        ("erinner mich", "set_reminders", {}),
        ("fine, reminders please", "set_reminders", {}),
        ("cancel the trip", "set_reminders", {"called_off": True}),
        ("wo zwischenlanden", "find_airports_near_route", {"from_location": "Elstree", "to_location": "Caen"}),
        ("which runway is longest", "get_airport_details", {"icao_code": "LFRK", "about": ["runway"]}),
        ("le jour tombe à quelle heure", "get_airport_details", {"icao_code": "LFRK", "about": ["sun"]}),
        ("any avgas", "get_airport_details", {"icao_code": "LFRK", "about": ["avgas"], "date": "2026-11-28"}),
        ("when's the sun down at caen", "get_airport_details", {"about": ["sun"], "date": "2026-11-28"}),
        ("téléphone de Caen", "get_airport_details", {"icao_code": "LFRK", "about": ["contact"]}),
    ],
)
async def test_what_leans_on_the_ends_of_the_trip(
    deps: Deps, said: str, tool: str, arguments: dict[str, Any]
) -> None:
    found = await call(deps, ROUND, "the rules?", said)
    assert found.tool == tool
    assert {name: found.arguments.get(name) for name in arguments} == arguments


async def test_a_fact_is_asked_of_the_field_in_hand(deps: Deps) -> None:
    assert (await call(deps, ROUND, "hours at Elstree?", "phone?")).arguments["icao_code"] == "EGTR"
    assert (await call(deps, ROUND, "hours at Caen?", "phone?")).arguments["icao_code"] == "LFRK"


async def test_how_a_paper_is_filed_is_asked_of_the_one_in_hand(deps: Deps) -> None:
    found = await call(deps, ROUND, "flight plan?", "how do I file it")
    assert found.tool == "answer_rules_question"
    assert found.arguments == {"question": "How do I file a flight plan?", "country_code": "GB"}


async def test_thanks_before_another_field_end_nothing(deps: Deps) -> None:
    found = await call(deps, ROUND, "customs notice at Ostend", "thanks, and Kortrijk?")
    assert (found.tool, found.arguments["icao_code"]) == ("get_notification_for_airport", "EBKT")


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("lyon turin samedi 10h", {"from_location": "lyon", "to_location": "turin", "off_block": "10:00"}),
        ("annecy genève lundi 14h30", {"from_location": "annecy", "to_location": "genève", "day": "2026-11-30"}),
        (
            "LFPT EGTK sam 0830 ret dim 1500",
            {"day": "2026-11-28", "off_block": "08:30", "return_day": "2026-11-29", "return_off_block": "15:00"},
        ),
        (
            "Egelsbach – Le Touquet Donnerstag 9:30, Samstag zurück",
            {"off_block": "09:30", "return_day": "2026-11-28", "return_off_block": None},
        ),
        (
            "popping to Deauville Sat from White Waltham, home by 4, paperwork?",
            {"via": None, "return_by": "16:00"},
        ),
        (
            "préparer un voyage Nancy Essey - Spa samedi prochain avec nuit sur place",
            {"day": "2026-11-28", "return_day": "2026-11-29"},
        ),
        ("nächsten Samstag Saarbrücken Nancy, Tagesausflug", {"return_day": "2026-11-28"}),
        ("qu'est-ce que je dois envoyer et quand pour un Cherbourg–Aurigny samedi ?", {"day": "2026-11-28"}),
        (
            "kannst du mir sagen was ich vor dem flug kassel - southend am montag beachten und melden muss",
            {"from_location": "kassel", "to_location": "southend", "day": "2026-11-30"},
        ),
        ("Halfpenny Green to Ronaldsway sunday 10", {"off_block": "10:00", "day": "2026-11-29"}),
        ("Wycombe to Le Touquet sat 9.30, home 3ish", {"off_block": "09:30", "return_off_block": "15:00"}),
        ("Demain 10h Lens vers Headcorn, retour 16h", {"from_location": "Lens", "return_off_block": "16:00"}),
        ("Tours–Oxford lundi 30 novembre, décollage 8h, on revient mercredi", {"from_location": "Tours"}),
        (
            "Nice Albenga demain midi aller simple",
            {"from_location": "Nice", "off_block": "12:00", "return_day": None},
        ),
        (
            "LFRD EGJJ ven 27/11 14h00 retour dim 29/11 11h00",
            {"return_day": "2026-11-29", "return_off_block": "11:00"},
        ),
        (
            "Rundflug Freiburg – Basel – Bern – Freiburg am Samstag ab 9 Uhr",
            {"via": ["Basel"], "to_location": "Bern", "return_day": "2026-11-28"},
        ),
        ("nach Le Touquet von Aachen am Sonntag um 9, abends wieder daheim", {"return_day": "2026-11-29"}),
        ("any admin for Newcastle - Stavanger on 1 Dec?", {"day": "2026-12-01"}),
        (
            "Bitte alles für Düsseldorf-Mönchengladbach nach Lydd, Freitag 9 Uhr, Sonntag 14 Uhr zurück, 4 POB",
            {"from_location": "Mönchengladbach", "via": None, "people": 4},
        ),
        ("Von Vilshofen nach Linz und weiter nach Wien Vöslau, Samstag um 8", {"via": ["Linz"]}),
    ],
)
async def test_the_sentence_of_a_trip(deps: Deps, said: str, arguments: dict[str, Any]) -> None:
    found = await call(deps, said)
    assert found.tool == "plan_trip"
    assert {name: found.arguments.get(name) for name in arguments} == arguments


async def test_the_goal_of_a_trip_in_legs_is_left_out(deps: Deps) -> None:
    legs = "Enstone to Caen on Sunday, and then Cherbourg, home Monday"
    found = (await call(deps, legs, "fuel at Cherbourg?", "skip cherbourg")).arguments
    assert (found["to_location"], found.get("via")) == ("Caen", None)
    found = (await call(deps, legs, "on saute Caen")).arguments
    assert (found["to_location"], found.get("via")) == ("Cherbourg", None)
    found = (await call(deps, legs, "leave Caen out")).arguments
    assert (found["to_location"], found.get("via")) == ("Cherbourg", None)
