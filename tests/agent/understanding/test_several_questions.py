"""Several questions in one message: each is answered or named, what they share is handed on."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from agent.config import AgentSettings
from agent.deps import Deps
from agent.understanding.reader.reader import Reader
from tests.agent.understanding.chats import plans

Call = tuple[str, dict[str, JsonValue]]
RULE, CARD, ABOUT = "answer_rules_question", "get_airport_details", "about_flyfun"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


@pytest.mark.parametrize(
    ("message", "calls"),
    [
        ("who are you and how old is your data", [(ABOUT, {"introduce": True, "what": "data"})]),
        ("qui es tu et d'où viennent tes données", [(ABOUT, {"introduce": True, "what": "data"})]),
        (
            "minimum fuel reserve vfr uk and oxygen rules",
            [(RULE, {"question": "minimum fuel reserve vfr uk"}), (RULE, {"question": "oxygen vfr uk"})],
        ),
        (
            "sauerstoff und schwimmweste pflicht in österreich",
            [
                (RULE, {"question": "sauerstoff pflicht in österreich", "country_code": "AT"}),
                (RULE, {"question": "schwimmweste pflicht in österreich", "country_code": "AT"}),
            ],
        ),
        (
            "vfr de nuit autorisé en italie et en espagne et faut un plan de vol",
            [
                (RULE, {"country_code": "IT", "countries": ["ES"]}),
                (RULE, {"question": "faut un plan de vol vfr de nuit?"}),
            ],
        ),
        (
            "is Le Touquet open on Sunday, do they have fuel, do I need PPR?",
            [
                (CARD, {"icao_code": "LFAT", "about": ["hours", "fuel"]}),
                ("get_notification_for_airport", {"icao_code": "LFAT"}),
            ],
        ),
        (
            "öffnungszeiten und telefon von Aalen und ist Heidenheim offen",
            [(CARD, {"about": ["hours", "contact"]}), (CARD, {"about": ["hours"]})],
        ),
        (
            "zollanmeldung für St Gallen und ist ein flugplan nötig",
            [(CARD, {"icao_code": "LSZR", "about": ["customs"]}), (RULE, {"country_code": "CH"})],
        ),
        (
            "can I take my dog to France and do I need a passport",
            [(RULE, {"question": "can I take my dog to France"}), (RULE, {"question": "do I need a passport"})],
        ),
        (
            "which papers must I carry and must I have insurance, in France",
            [(RULE, {"country_code": "FR"}), (RULE, {"country_code": "FR"})],
        ),
        (
            "do i need a radio in class G in germany and a transponder in switzerland",
            [(RULE, {"country_code": "DE", "countries": None}), (RULE, {"country_code": "CH", "countries": None})],
        ),
        (
            "transponder in Belgium, radio in the Netherlands",
            [(RULE, {"country_code": "BE", "countries": None}), (RULE, {"country_code": "NL", "countries": None})],
        ),
        (
            "is a gar needed for the isle of man and how far is it from Blackpool",
            [
                (RULE, {"country_code": "IM"}),
                ("calculate_flight_distance", {"from_location": "Blackpool", "to_location": "Isle of Man"}),
            ],
        ),
        (
            "fields with grass in Norfolk, then tell me how far the nearest is from Duxford",
            [("search_airports", {"query": "Norfolk", "near": "Duxford"})],
        ),
        (
            "Wetter in Kassel morgen u Öffnungszeiten Bad Pyrmont",
            [("get_weather", {"places": ["Kassel"]}), (CARD, {"about": ["hours"]})],
        ),
        (
            "convert 42 US gallons to litres and 29.92 to hPa",
            [("convert_units", {"value": 42.0}), ("convert_units", {"value": 29.92, "unit": "inhg"})],
        ),
        (
            "does Gamston do touch and gos and how's the circuit at Leicester",
            [
                (CARD, {"icao_code": "EGNE", "about": ["touch_and_go"]}),
                (CARD, {"icao_code": "EGBG", "about": ["circuit"]}),
            ],
        ),
        (
            "is there avgas at Popham and how's the parking at Thruxton",
            [
                (CARD, {"icao_code": "EGHP", "about": ["avgas"]}),
                (CARD, {"icao_code": "EGHO", "about": ["parking"]}),
            ],
        ),
        (
            "runway at Henstridge, hangarage at Bodmin",
            [
                (CARD, {"icao_code": "EGHS", "about": ["runway"]}),
                (CARD, {"icao_code": "EGLA", "about": ["parking"]}),
            ],
        ),
        (
            "I am organising a club weekend to the Netherlands. Which customs fields are within 90 minutes of EGSV at 120 knots?",
            [("find_airports_near_location", {"filters": {"point_of_entry": True, "country": "NL"}})],
        ),
        (
            "Ok so we're a group of four off to Belgium next weekend. Which fields have customs, and what do I need to file?",
            [("get_border_crossing_airports", {"country": "BE"}), (RULE, {"country_code": "BE"})],
        ),
        (
            "We plan to go to Guernsey on 3 October with three aboard. What must I send, to whom, and when?",
            [
                ("get_notification_for_airport", {"icao_code": "EGJB"}),
                ("plan_trip", {"to_location": "Guernsey", "people": 3}),
            ],
        ),
        (
            "Old Sarum and Compton Abbas: landing fee, is there fuel?",
            [("compare_airfields", {"icao_codes": ["EGLS", "EGHA"], "about": ["fuel", "fee"]})],
        ),
        (
            "do I need customs to fly from Scotland to Norway and which Norwegian airports have it",
            [
                ("get_border_brief", {"to_location": "Norway"}),
                ("search_airports", {"query": "Norway", "filters": {"point_of_entry": True}}),
            ],
        ),
        (
            "My wife has a Thai passport, we want to fly Lydd to Calais on Saturday. What do we need and how early do I send the GAR?",
            [
                ("plan_trip", {"to_location": "Calais", "nationals": ["TH"]}),
            ],
        ),
        (
            "what is QNH and what is QFE and the difference",
            [("explain_term", {"term": "QNH", "other_term": "QFE"})],
        ),
        (
            "hours of customs at Biggin Hill and Southend, and the landing fee at each",
            [
                (CARD, {"icao_code": "EGKB", "about": ["hours", "customs"]}),
                (CARD, {"icao_code": "EGMC", "about": ["hours", "customs"]}),
                ("get_airport_pricing", {"icao_code": "EGKB"}),
                ("get_airport_pricing", {"icao_code": "EGMC"}),
            ],
        ),
        (
            "do Lydd and Headcorn have food, and what's the landing fee at both",
            [
                (CARD, {"icao_code": "EGMD", "about": ["restaurant"]}),
                (CARD, {"icao_code": "EGKH", "about": ["restaurant"]}),
                ("get_airport_pricing", {"icao_code": "EGMD"}),
                ("get_airport_pricing", {"icao_code": "EGKH"}),
            ],
        ),
        (
            "runway length at Wick and Kirkwall and do they sell avgas",
            [
                (CARD, {"icao_code": "EGPC", "about": ["runway", "avgas"]}),
                (CARD, {"icao_code": "EGPA", "about": ["runway", "avgas"]}),
            ],
        ),
        (
            "is there fuel at Perth and hours at Dundee",
            [(CARD, {"icao_code": "EGPT", "about": ["fuel"]}), (CARD, {"icao_code": "EGPN", "about": ["hours"]})],
        ),
        (
            "Which of Lydd and Shoreham has the longer runway and is either open on Christmas Day?",
            [
                ("compare_airfields", {"about": ["runway"]}),
                (CARD, {"icao_code": "EGMD", "about": ["hours"], "date": "2026-12-25"}),
                (CARD, {"icao_code": "EGKA", "about": ["hours"], "date": "2026-12-25"}),
            ],
        ),
        (
            "Is there a night landing possible at Cambridge and how much would it be",
            [(CARD, {"about": ["lights"]}), ("get_airport_pricing", {"icao_code": "EGSC"})],
        ),
        (
            "We'd love to see Alderney. Is there somewhere nice for lunch, and do we need passports?",
            [
                (RULE, {"question": "We'd love to see Alderney. do we need passports?", "country_code": "GG"}),
                ("search_pois", {"near": "EGJA", "interests": ["food"]}),
            ],
        ),
        (
            "Brauchen meine Kinder einen Ausweis nach Texel, und gibt es dort ein Restaurant?",
            [(RULE, {"country_code": "NL"}), (CARD, {"icao_code": "EHTX", "about": ["restaurant"]})],
        ),
        (
            "What is the fine for a late GAR, and does the police 12 hour notice still apply to Isle of Man?",
            [("get_report_deadline", {"about": "missing"}), (RULE, {"country_code": "IM"})],
        ),
        (
            "can i fly night vfr in france w uk licence",
            [
                (RULE, {"question": "can i fly night vfr in france", "country_code": "FR", "countries": None}),
                (RULE, {"question": "can i fly night vfr in france w uk licence", "country_code": "FR"}),
            ],
        ),
        (
            "How much notice does Berck want for Saturday, and what would be the nicest thing to see in the town?",
            [("get_notification_for_airport", {"icao_code": "LFAM"}), ("search_pois", {"near": "LFAM"})],
        ),
        (
            "darf ich mit meiner LAPL in Frankreich nachts fliegen",
            [
                (RULE, {"question": "darf ich in Frankreich nachts fliegen"}),
                (RULE, {"question": "darf ich mit meiner LAPL in Frankreich nachts fliegen"}),
            ],
        ),
        (
            "Landegebühr und Zoll Friedrichshafen?",
            [("get_airport_pricing", {"icao_code": "EDNY"}), (CARD, {"icao_code": "EDNY", "about": ["customs"]})],
        ),
        (
            "When must the GAR and the flight plan be in for Lydd to Calais on Saturday, off blocks 10:00?",
            [
                ("get_report_deadline", {"report": "GAR", "to_location": "Calais", "time": "10:00"}),
                ("get_report_deadline", {"report": "flight_plan", "to_location": "Calais", "time": "10:00"}),
            ],
        ),
        (
            "Do I need a flight plan from Jersey to Dinard, and how early must it be filed?",
            [
                (RULE, {"country_code": "JE"}),
                ("get_report_deadline", {"from_location": "Jersey", "to_location": "Dinard"}),
            ],
        ),
        (
            "sunset at Oban tomorrow and when must I have left Prestwick at 90 knots",
            [
                (CARD, {"icao_code": "EGEO", "about": ["sun"]}),
                ("plan_trip", {"from_location": "Prestwick", "to_location": "EGEO", "about": "off_blocks"}),
            ],
        ),
        (
            "Opening hours and avgas price at Sywell",
            [(CARD, {"icao_code": "EGBK", "about": ["hours"]}), ("get_fuel_prices", {"icao_code": "EGBK"})],
        ),
        (
            "METAR and TAF for Sywell and nearest station please.",
            [("get_weather", {"places": ["Sywell"]})],
        ),
        (
            "planning Sunday lunch at Sandown from Redhill: is it open, how long at 95 kt?",
            [
                (CARD, {"icao_code": "Sandown", "about": ["hours"], "date": "2026-11-29"}),
                ("calculate_flight_distance", {"from_location": "Redhill", "to_location": "Sandown"}),
            ],
        ),
        (
            "Shobdon to Welshpool and on to Caernarfon, how far is each leg and has either got avgas",
            [
                ("calculate_flight_distance", {"to_location": "Welshpool"}),
                ("calculate_flight_distance", {"to_location": "Caernarfon"}),
                (CARD, {"icao_code": "Caernarfon", "about": ["avgas"]}),
                (CARD, {"icao_code": "EGCW", "about": ["avgas"]}),
            ],
        ),
        (
            "compare Enstone and Turweston for fuel price, runway and food",
            [
                ("compare_airfields", {"icao_codes": ["EGTN", "EGBT"]}),
                ("get_fuel_prices", {"icao_code": "EGTN"}),
                ("get_fuel_prices", {"icao_code": "EGBT"}),
            ],
        ),
        (
            "Quels terrains près de Biarritz ont de l'avgas et un restaurant, et quelles sont les règles VFR de nuit en Espagne ?",
            [
                ("find_airports_near_location", {"filters": {"has_avgas": True, "restaurant": "vicinity"}}),
                (RULE, {"country_code": "ES"}),
            ],
        ),
        (
            "quelle est la longueur de piste à Barcelonnette et la fréquence, et c'est loin de Gap ?",
            [
                (CARD, {"icao_code": "LFMR", "about": ["runway", "frequency"]}),
                ("calculate_flight_distance", {"from_location": "Gap", "to_location": "LFMR"}),
            ],
        ),
        (
            "can i fly night vfr in belgium, do i need a rating for it, and when does it get dark in Antwerp on the 10th",
            [
                (RULE, {"country_code": "BE"}),
                (RULE, {"question": "do i need a rating for night vfr"}),
                (CARD, {"icao_code": "EBAW", "about": ["sun"]}),
            ],
        ),
        (
            "Darf ich in Italien nachts VFR fliegen, brauche ich dafür einen Flugplan und was kostet die Landung in Albenga?",
            [
                (RULE, {"country_code": "IT"}),
                (RULE, {"country_code": "IT"}),
                ("get_airport_pricing", {"icao_code": "LIMG"}),
            ],
        ),
        (
            "As I carry the dog, may I land at Lydd coming from Calais, and what papers does he need?",
            [("get_border_brief", {"to_location": "Lydd"}), (RULE, {"question": "what papers does dog need?"})],
        ),
        (
            "Hallo, ich bin in Egelsbach und möchte morgen nach Strassburg. Wie weit ist das, muss ich Zoll anmelden und wann geht dort die Sonne unter?",
            [
                ("calculate_flight_distance", {"from_location": "Egelsbach", "to_location": "Strassburg"}),
                ("get_border_brief", {"from_location": "Egelsbach", "date": "2026-11-24"}),
                (CARD, {"icao_code": "LFST", "about": ["sun"], "date": "2026-11-24"}),
            ],
        ),
        (
            "I want to fly Lydd to Deauville. How long in a C172, do I need a flight plan?",
            [
                ("calculate_flight_distance", {"aircraft_type": "C172", "to_location": "Deauville"}),
                (RULE, {"countries": ["FR"]}),
            ],
        ),
        (
            "which is closer to Oban, Derry or Carlisle, and which has the longer runway?",
            [
                ("calculate_flight_distance", {"from_location": "Oban", "to_location": "Derry"}),
                ("calculate_flight_distance", {"from_location": "Oban", "to_location": "Carlisle"}),
                ("compare_airfields", {"icao_codes": ["Derry", "Carlisle"], "about": ["runway"]}),
            ],
        ),
        (
            "my girlfriend is vegetarian, is there a cafe at Compton Abbas and how long from Redhill at 95 knots",
            [(CARD, {"about": ["restaurant"]}), ("calculate_flight_distance", {"from_location": "Redhill"})],
        ),
    ],
)
def test_each_question_is_asked(reader: Reader, message: str, calls: list[Call]) -> None:
    (plan,) = plans(reader, message)
    assert [step.tool for step in plan.steps] == [tool for tool, _ in calls]
    for step, (_, arguments) in zip(plan.steps, calls, strict=True):
        assert {name: step.arguments.get(name) for name in arguments} == arguments


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("c'est quoi une zone R et est ce que je peux la traverser", "est ce que je peux la traverser"),
        ("what is a TMZ and where are they in germany", "where are they in germany"),
    ],
)
def test_what_is_not_answered_is_named(reader: Reader, message: str, left: str) -> None:
    (plan,) = plans(reader, message)
    assert [step.tool for step in plan.steps] == ["explain_term"]
    assert plan.left_aside == (left,)


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("somewhere within an hour of Leicester at 100 kts with food, then tell me the fee", "tell me the fee"),
        ("Fields near Dijon with avgas, and what are their opening hours", "what are their opening hours"),
        ("what's the safe altitude from Caernarfon to Welshpool", "safe altitude"),
        (
            "do I need to book out at Fairoaks and how long is their runway",
            "do I need to book out at Fairoaks",
        ),
        ("can a student pilot land at Bembridge, and is there a fee?", "can a student pilot land at Bembridge"),
        ("on peut camper à Abbeville et combien ça coûte ?", "combien ça coûte"),
        ("since I have no radio, which fields near Cambridge will take me", "radio"),
        ("Da ich keinen Transponder habe, welche Plätze um Kassel kann ich anfliegen?", "Transponder"),
    ],
)
def test_what_nothing_answers_is_named(reader: Reader, message: str, left: str) -> None:
    (plan,) = plans(reader, message)
    assert plan.steps
    assert left in plan.left_aside


@pytest.mark.parametrize(
    "message",
    [
        "I've just bought a share in a Robin. What's its cruise speed and is Jersey in range from Shobdon?",
        "Any airfields around Bath with a cafe and how long is the runway",
        "Goodwood to Deauville at 110 knots Saturday 10 am, how much fuel at 35 litres an hour and what's the landing fee there",
        "We plan to go to Guernsey on 3 October. What must I send, to whom, and when?",
    ],
)
def test_what_is_answered_is_not_named(reader: Reader, message: str) -> None:
    (plan,) = plans(reader, message)
    assert plan.left_aside == ()


@pytest.mark.parametrize(
    ("message", "steps"),
    [
        ("Kerry airport Ireland, what do other pilots write about it", ["get_pilot_reviews"]),
        ("uk against ireland on transponders, whats different", ["compare_rules_between_countries"]),
        ("down at Stornoway for 10, away again at 4, what do we do with ourselves", ["build_itinerary"]),
        ("Friedrichshafen: ILS? handling mandatory? what's the fee?", [CARD, "get_airport_pricing"]),
        ("Do I need to tell Kent police about flying to Guernsey? How early", ["get_report_deadline"]),
        (
            "Parking at Biggin for two nights in a 1.2 tonne single, what's the damage? And the train into London?",
            ["get_airport_pricing", CARD],
        ),
    ],
)
def test_a_clause_that_is_told_or_asked_all_the_same_is_not_named(
    reader: Reader, message: str, steps: list[str]
) -> None:
    (plan,) = plans(reader, message)
    assert [step.tool for step in plan.steps] == steps
    assert plan.left_aside == ()


def test_a_clause_of_another_rule_stays_named(reader: Reader) -> None:
    (plan,) = plans(reader, "night vfr in Denmark, what equipment")
    assert plan.left_aside == ("what equipment",)


def test_who_is_here_comes_from_no_country(reader: Reader) -> None:
    message = "Hi, Colin here, planning the club trip to Le Touquet. How much notice do they want, and can we park overnight?"
    (plan,) = plans(reader, message)
    assert all("from_country" not in step.arguments for step in plan.steps)  # "here" was a place in Germany


def test_the_nearer_of_two_is_said(reader: Reader) -> None:
    (plan,) = plans(reader, "lequel est le plus proche de Lyon, Annecy ou Chambéry ?")
    assert [step.tool for step in plan.steps] == ["calculate_flight_distance"] * 2
    assert "LFLB" in plan.verdict  # 46 nm against 57


def test_who_sits_somewhere_names_no_saturday(reader: Reader) -> None:
    (plan,) = plans(reader, "I'm sat at Duxford, what's the sunset at Le Touquet")
    assert [step.arguments.get("date") for step in plan.steps] == [None]
    (plan,) = plans(reader, "is Lydd open sat at 10")
    assert [step.arguments.get("date") for step in plan.steps] == ["2026-11-28"]


def test_a_measure_is_no_country(reader: Reader) -> None:
    countries = reader.deps.countries
    assert not countries.find_all("how many litres is 30 US gallons, or 48 gallons US")
    assert [c.code for _, _, c in countries.find_all("30 gallons to the US")] == ["US"]


@pytest.mark.parametrize(
    ("message", "tool"),
    [
        (
            "We fancy a night in Normandy in spring. What's Bayeux famous for besides the tapestry?",
            "retrieve_city_guidance",
        ),
        (
            "Je consomme 17 l/h et j'ai 70 litres, je vais de Cholet à Royan et retour, ça suffit ?",
            "get_fuel_plan",
        ),
        (
            "Biarritz itself may prove expensive. What else with a hard runway is there within thirty miles of it?",
            "find_airports_near_location",
        ),
    ],
)
def test_what_is_told_beside_one_question_is_no_question(reader: Reader, message: str, tool: str) -> None:
    (plan,) = plans(reader, message)
    assert [step.tool for step in plan.steps] == [tool]


def test_the_place_that_is_asked_of_counts_beside_one_that_is_only_told(reader: Reader) -> None:
    (plan,) = plans(reader, "Il fait beau ici à Dijon. Quelle est la taxe à Dole ?")
    assert [(step.tool, step.arguments) for step in plan.steps] == [("get_airport_pricing", {"icao_code": "LFGJ"})]
