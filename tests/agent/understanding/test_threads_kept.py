"""What later messages of a thread mean by "there", "on to", "back on Sunday", and what they keep of what was said."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last, plans


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("PPR Lydd, hours Deauville", [("EGMD", "access"), ("LFRG", "hours")]),
        ("PPR Elstree, PPR Fairoaks", [("EGTR", "access"), ("EGTF", "access")]),
        ("Zoll Hof, Sprit Bayreuth", [("EDQM", "customs"), ("EDQD", "fuel")]),
        ("Öffnungszeiten Egelsbach, PPR Mainz", [("EDFE", "hours"), ("EDFZ", "access")]),
        ("douane Cherbourg et essence Granville", [("LFRC", "customs"), ("LFRF", "fuel")]),
    ],
)
def test_what_is_wished_of_each_field_is_asked_of_it(
    reader: Reader, text: str, asked: list[tuple[str, str]]
) -> None:
    (plan,) = plans(reader, text)
    told = [(step.arguments["icao_code"], *step.arguments["about"]) for step in plan.steps]  # pyright: ignore
    assert told == asked


def test_the_way_from_one_field_to_the_other_stays_a_flight(reader: Reader) -> None:
    assert last(reader, "customs for Shoreham to Deauville").tool == "get_border_brief"


@pytest.mark.parametrize(
    ("thread", "legs"),
    [
        (("how far from Shoreham to Lyon", "on to Nice from there"), "Shoreham Lyon Nice"),
        (("how far Aachen to Speyer", "und weiter nach Konstanz?"), "Aachen Speyer Konstanz"),
        (("distance Lognes Dijon", "et de là à Annecy ?"), "Lognes Dijon Annecy"),
        (
            ("how far is Perth from Carlisle", "then to Wick", "and Kirkwall from there"),
            "Carlisle Perth Wick Kirkwall",
        ),
    ],
)
def test_a_flight_goes_on_from_where_it_ended(reader: Reader, thread: tuple[str, ...], legs: str) -> None:
    steps = plans(reader, *thread)[-1].steps
    way = [steps[0].arguments["from_location"], *(step.arguments["to_location"] for step in steps)]
    assert way == legs.split()


def test_another_end_said_with_a_then_is_no_further_leg(reader: Reader) -> None:
    call = last(reader, "how far from Lydd to Caen", "ok then Deauville")
    assert (call.arguments["from_location"], call.arguments["to_location"]) == ("Lydd", "Deauville")


def test_a_stop_for_fuel_stays_through_later_changes(reader: Reader) -> None:
    thread = ("carburant Toussus Ajaccio 25 l/h 110 kt", "avec une escale à Valence pour le plein")
    thread = (*thread, "vent de face 20 kt", "escale à Avignon plutôt", "réserve 45 minutes")
    *_, windy, moved, reserved = plans(reader, *thread)
    assert [step.arguments.get("headwind_kt") for step in windy.steps] == [20, 20]
    legs = [(step.arguments["from_location"], step.arguments["to_location"]) for step in reserved.steps]
    assert legs == [("Toussus", "Avignon"), ("Avignon", "Ajaccio")]
    assert {step.arguments.get("reserve_minutes") for step in reserved.steps} == {45}
    assert moved.steps[-1].arguments == {"icao_code": "LFMV", "about": ["fuel"]}
    direct = last(reader, *thread, "sans escale")
    assert (direct.arguments["from_location"], direct.arguments["to_location"]) == ("Toussus", "Ajaccio")


def test_half_way_is_no_place_to_fill_up_at(reader: Reader) -> None:
    call = last(
        reader, "Sprit Mainz Sylt 25 l/h 120 kt", "reicht er mit 100 Litern", "wo kann ich auf halbem Weg tanken?"
    )
    assert (call.tool, call.arguments["position"]) == ("find_airports_near_route", "auf halbem weg")


@pytest.mark.parametrize("back", ["und am Sonntag zurück?", "and back on Sunday", "retour dimanche"])
def test_the_way_back_of_an_airline_keeps_where_one_is_going(reader: Reader, back: str) -> None:
    call = last(reader, "Flüge von Köln nach Palma am Freitag", back)
    assert (call.arguments["destination"], call.arguments["return_date"]) == ("Palma", "2026-11-29")


@pytest.mark.parametrize("asked", ["un hôtel près de l'aéroport là-bas", "hotel near the airport there"])
def test_a_bed_there_is_where_the_airline_goes(reader: Reader, asked: str) -> None:
    assert last(reader, "flights Toulouse to London on Saturday", asked).arguments["near"] == "London"


@pytest.mark.parametrize(
    ("first", "then", "around"),
    [
        ("weather at Cork", "which airfields near there have avgas", "Cork"),
        ("Wetter in Jena", "Flugplätze dort in der Nähe mit Avgas", "Jena"),
        ("météo à Caen", "quels terrains autour de là-bas ont de l'avgas", "Caen"),
    ],
)
def test_fields_near_there_are_those_around_it(reader: Reader, first: str, then: str, around: str) -> None:
    call = last(reader, first, then)
    assert (call.tool, call.arguments["location_query"]) == ("find_airports_near_location", around)


def test_the_way_to_the_nearest_of_a_list_is_flown(reader: Reader) -> None:
    thread = ("airfields with a restaurant near Oxford", "the nearest, how long to get there at 95 kt?")
    call = last(reader, *thread, shown=("EGHP", "EGLF"))
    assert call.arguments == {"from_location": "Oxford", "to_location": "EGHP", "cruise_speed_kts": 95}


@pytest.mark.parametrize(
    ("thread", "country"),
    [
        (("Mindesthöhe VFR in Österreich", "und in Italien?"), "IT"),
        (("VFR bei Nacht in Österreich", "und in Frankreich?", "wie war das nochmal in Österreich?"), "AT"),
        (("altitude de transition en Espagne", "et au Portugal ?", "c'était quoi déjà en Espagne ?"), "ES"),
    ],
)
def test_a_rule_is_asked_of_the_other_country_and_of_the_first_again(
    reader: Reader, thread: tuple[str, ...], country: str
) -> None:
    call = last(reader, *thread)
    assert (call.arguments["question"], call.arguments["country_code"]) == (thread[0], country)


def test_a_language_in_french_is_still_the_one_spoken(reader: Reader) -> None:
    call = last(reader, "radio obligatoire en Italie ?", "en italien ?")
    assert "language" in str(call.arguments["question"])


def test_customs_for_two_fields_in_hand_are_those_of_each(reader: Reader) -> None:
    plan = plans(reader, "LFAT and LFAC", "customs for both")[-1]
    assert [(step.arguments["icao_code"], step.arguments["about"]) for step in plan.steps] == [
        ("LFAT", ["customs"]),
        ("LFAC", ["customs"]),
    ]


@pytest.mark.parametrize(
    ("first", "subject", "country"),
    [
        ("Funkpflicht in Tschechien", "Transponder?", "CZ"),
        ("radio obligatoire en Suède ?", "transpondeur ?", "SE"),
    ],
)
def test_a_subject_alone_behind_a_rule_is_its_rule_there(
    reader: Reader, first: str, subject: str, country: str
) -> None:
    call = last(reader, first, subject)
    assert call.arguments == {"question": subject, "country_code": country, "before": [first]}


@pytest.mark.parametrize("both", ["vergleich beide", "beide vergleichen"])
def test_both_countries_of_a_rule_are_compared(reader: Reader, both: str) -> None:
    call = last(reader, "Nachtflug in Polen", "und Litauen?", both)
    assert call.arguments == {"countries": ["PL", "LT"], "topic": "Nachtflug in Polen"}


def test_a_weekday_before_the_way_out_is_that_of_the_way_back(reader: Reader) -> None:
    call = last(reader, "vols Marseille Dublin dimanche", "retour mercredi", "météo là-bas mercredi")
    assert call.arguments["day"] == "2026-12-02"


@pytest.mark.parametrize(
    ("first", "then", "tools", "changed"),
    [
        (
            "trip Denham to Deauville on Saturday at 10",
            "make it 11, and is there a restaurant there",
            ["plan_trip", "get_airport_details"],
            ("off_block", "11:00"),
        ),
        (
            "trajet Pau Calvi samedi 9h, retour lundi",
            "plutôt dimanche et quel temps fait-il là-bas ?",
            ["plan_trip", "get_weather"],
            ("day", "2026-11-29"),
        ),
        (
            "how far from Kemble to Caen",
            "what's the fuel at 32 l/h, and is there customs there",
            ["get_fuel_plan", "get_airport_details"],
            ("burn_lph", 32),
        ),
        (
            "wie weit von Jena nach Hof",
            "wie viel Sprit bei 28 l/h, und gibt es dort Zoll?",
            ["get_fuel_plan", "get_airport_details"],
            ("burn_lph", 28),
        ),
    ],
)
def test_what_a_message_changes_and_what_it_asks_then_are_both_answered(
    reader: Reader, first: str, then: str, tools: list[str], changed: tuple[str, object]
) -> None:
    plan = plans(reader, first, then)[-1]
    assert [step.tool for step in plan.steps] == tools
    assert plan.steps[0].arguments[changed[0]] == changed[1]
