"""Amounts, names and words of ordinary messages that were taken for something else."""

from __future__ import annotations

import pytest

from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import last, plans

DISTANCE, DETAILS, PRICING, PROFILE = (
    "calculate_flight_distance",
    "get_airport_details",
    "get_airport_pricing",
    "set_profile",
)


@pytest.mark.parametrize(
    ("text", "tool", "given"),
    [
        ("EGKA to LFAT at 100 kts, 25 kt hw", DISTANCE, {"cruise_speed_kts": 100, "headwind_kts": 25}),
        ("Reichen 3:30 Stunden Sprit von Magdeburg nach Siófok, SR20?", DISTANCE, {"endurance_hours": 3.5}),
        ("Langt Sprit für 4:15 h von EDFE nach LFMD mit 140 kt?", DISTANCE, {"endurance_hours": 4.25}),
        ("With 3:45 of fuel can I go from EGKA to LFRG at 100 kt", DISTANCE, {"endurance_hours": 3.75}),
        (
            "I cruise at 105 with four hours usable, EGKA to LFBZ, does it work",
            DISTANCE,
            {"cruise_speed_kts": 105, "endurance_hours": 4},
        ),
        (
            "how far is it from Shoreham to Deauville at a hundred and fifteen knots",
            DISTANCE,
            {"cruise_speed_kts": 115},
        ),
        ("i fly a pa28 out of red hill at a hundred and ten knots", PROFILE, {"cruise_speed_kts": 110}),
        ("Was nimmt Norderney an Landegebühr für ne C42? mtow 472,5", PRICING, {"mtow_kg": 472}),
        (
            "taxe d'atterrissage à La Baule, Savannah 500 kg",
            PRICING,
            {"aircraft_type": "Savannah", "mtow_kg": 500},
        ),
        ("IATA-Kürzel von Mariehamn und die Zeitzone dort", DETAILS, {"icao_code": "EFMA"}),
        ("which frequency is it for Sandown on the Isle of Wight?", DETAILS, {"icao_code": "EGHN"}),
        (
            "le compte du club est dans le rouge, bref ça coûte combien de se poser a Lyon Bron ?",
            PRICING,
            {"icao_code": "LFLY"},
        ),
        (
            "I've sold the Cub, put me down for a Jet Ranger at Sleap",
            PROFILE,
            {"home_base": "EGCV", "aircraft_type": "Jet Ranger"},
        ),
    ],
)
def test_an_amount_or_a_name_is_what_it_says(
    reader: Reader, text: str, tool: str, given: dict[str, str | float]
) -> None:
    call = last(reader, text)
    assert call.tool == tool
    assert {name: call.arguments.get(name) for name in given} == given


def test_what_a_flight_avoids_is_not_flown_to(reader: Reader) -> None:
    legs = plans(reader, "how long from shoreham to duxford avoiding London, say over Lydd")[0].steps
    assert [leg.arguments.get("to_location") for leg in legs] == ["Lydd", "duxford"]


@pytest.mark.parametrize(
    "text",
    ["and wake up at the vest", "what sort of lick does it go at", "un parc et un quai", "eilt: fahr und sieh"],
)
def test_everyday_words_of_four_letters_are_no_codes(reader: Reader, text: str) -> None:
    steps = plans(reader, text)[0].steps
    assert not [step for step in steps if step.arguments.get("icao_code")]


@pytest.mark.parametrize(
    "text",
    [
        "Home base EKRK, M20J, 155 kts TAS. Please note it.",
        "I'm based at Roskilde, fly an M20J, plan on 155 knots. Just so you know",
        "Heimatplatz EKRK, fliege meistens M20J mit 155 kt. Bitte merken.",
        "Basé à EKRK, M20J, 155 noeuds. Merci de le noter.",
        "I moved to the club's M20J, it does 155. Base is still EKRK",
    ],
)
def test_what_is_told_is_kept_whatever_is_said_behind_it(reader: Reader, text: str) -> None:
    call = last(reader, text)
    assert call.tool == PROFILE
    assert call.arguments == {"home_base": "EKRK", "aircraft_type": "M20J", "cruise_speed_kts": 155}


@pytest.mark.parametrize(
    "text",
    [
        "Do you keep what I type? I've slagged off half of Lincolnshire",
        "what do u do with my data",
        "Mes données elles vont où ?",
        "What becomes of the things I type here?",
        "Was passiert mit dem, was ich hier schreibe?",
        "Was macht ihr mit meinen Daten?",
    ],
)
def test_what_becomes_of_what_is_said_is_told_by_what_is_kept(reader: Reader, text: str) -> None:
    assert last(reader, text).arguments == {"what": "privacy", "kept": "all"}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("quelles sont tes limites, a quoi je dois pas me fier", "limits"),
        ("is your airport data from the AIP or from users?", "data"),
        ("what do you know about fields in Normandy", "coverage"),
    ],
)
def test_a_word_that_is_a_town_too_asks_of_no_country(reader: Reader, text: str, what: str) -> None:
    assert last(reader, text).arguments["what"] == what


@pytest.mark.parametrize(
    ("text", "about"),
    [
        (
            "Welshpool please: how high is it, tower or not, who do I ring, what's the circuit",
            ["elevation", "tower", "contact", "circuit"],
        ),
        ("netherthorpe freq, circuit, n how short is it rly", ["frequency", "circuit", "runway"]),
        ("circuit height and radio at Old Buckenham", ["circuit", "frequency"]),
        ("what do I call them up on at Tatenhill", ["frequency"]),
        (
            "I found out Lands End has a café, but can my husband buy his fuel there and is it grass?",
            ["fuel", "runway"],
        ),
        ("Cosford, is that still the air force's or can the likes of us use it", ["status", "access"]),
        ("Will Goodwood have us on Saturday?", ["access", "hours"]),
        ("May one spend the night with an aeroplane at Rochester?", ["parking"]),
        ("coordonnées géo d'Issoudun, je les rentre dans le GPS a la main", ["position"]),
        ("A gentleman in the café swore that Panshanger had shut for good; is it true?", ["status"]),
        ("I was admiring the hangars at Lydd and wondered whether that aerodrome has an ILS?", ["ils"]),
        ("Is there, not a taxi ride away, somewhere to eat at Turweston?", ["restaurant"]),
        ("Wann geht heute auf Juist die Sonne unter? Wir sitzen noch beim Kuchen.", ["sun"]),
        ("EDDF GA terminal, how do I get to the trade fair? taxi, S-Bahn?", ["transport"]),
        ("Is there handling at Biggin and is it compulsory?", ["handling"]),
    ],
)
def test_what_is_asked_of_a_field_is_told_and_no_scenery(reader: Reader, text: str, about: list[str]) -> None:
    call = last(reader, text)
    assert (call.tool, call.arguments.get("about")) == (DETAILS, about)


@pytest.mark.parametrize(
    "text",
    [
        "EGTR EGHE at 115 kt into a 30 knot headwind. Would 4 hours endurance see me there?",
        "How far is it from Kortrijk to Roskilde, and how many hours with 115 kts?",
        "Wie weit ist es von EDFE nach EDXH, und reicht der Sprit für 4 Stunden?",
    ],
)
def test_hours_in_the_tanks_are_no_hours_of_the_field(reader: Reader, text: str) -> None:
    assert last(reader, text).tool == DISTANCE


@pytest.mark.parametrize(
    ("text", "tool", "given"),
    [
        (
            "Does Steamboat have customs? Thinking of a nonstop from Calgary someday",
            DETAILS,
            {"icao_code": "Steamboat"},
        ),
        ("Brussels no. Antwerp?", DETAILS, {"icao_code": "EBAW"}),
        ("Is Andreas airfield open to visitors", DETAILS, {"icao_code": "IM-0001"}),
        (
            "distance Wickenby Enstone with three hours in the tanks, enough to go there and come back?",
            DISTANCE,
            {"to_location": "Enstone", "return": True, "endurance_hours": 3},
        ),
    ],
)
def test_the_place_that_is_meant_is_taken(
    reader: Reader, text: str, tool: str, given: dict[str, str | float]
) -> None:
    call = last(reader, text)
    assert call.tool == tool
    assert {name: call.arguments.get(name) for name in given} == given


def test_what_a_strip_is_called_after_is_no_field_of_its_own(reader: Reader) -> None:
    call = last(reader, "out of Wombleton, Bagby and Baxby Manor, which has the longest runway?")
    assert call.arguments["icao_codes"] == ["GB-0179", "EGNG", "GB-0438"]


@pytest.mark.parametrize(
    "text",
    [
        "how far from Haverfordwest to Shoreham with lunch at Compton Abbas on the way",
        "Wie weit von Haverfordwest nach Shoreham mit Mittagessen in Compton Abbas",
        "distance de Haverfordwest à Shoreham avec escale à Compton Abbas",
    ],
)
def test_where_one_stops_on_the_way_is_flown_over(reader: Reader, text: str) -> None:
    legs = plans(reader, text)[0].steps
    assert [leg.arguments.get("to_location") for leg in legs] == ["Compton Abbas", "Shoreham"]


@pytest.mark.parametrize(
    ("before", "text", "field"),
    [
        (
            "Is there an airline from Jersey to Gatwick tonight?",
            "We shall leave the aircraft there, then. What is the parking fee at Jersey for a PA-28?",
            "EGJJ",
        ),
        ("fuel at Sandown", "We went there once. What is the landing fee at Bembridge?", "EGHJ"),
        ("an airline from Shoreham to Jersey on Sunday?", "and is there a mechanic there", "EGKA"),
    ],
)
def test_there_is_where_the_plane_stands_and_no_other_name_is_put_for_it(
    reader: Reader, before: str, text: str, field: str
) -> None:
    assert last(reader, before, text).arguments.get("icao_code") == field


def test_parking_and_what_it_costs_are_asked_of_where_the_plane_stands(reader: Reader) -> None:
    before, text = (
        "plane u/s in Kalmar. airline to Copenhagen today?",
        "can the arrow stand there some days, parking cost",
    )
    steps = plans(reader, before, text)[-1].steps
    assert [step.tool for step in steps] == ["get_airport_details", "get_airport_pricing"]
    assert [step.arguments["icao_code"] for step in steps] == ["Kalmar", "Kalmar"]
