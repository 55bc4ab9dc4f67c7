"""What one part of a message says of another: its day and hour, where one comes from, the figures and the way between two names."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from pydantic import JsonValue

from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Conversation, Question
from agent.understanding.chat import plan_in_chat
from agent.understanding.reader.reader import Reader

AT = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)
Steps = list[tuple[str, Mapping[str, JsonValue]]]
CARD, NOTAMS, REPORT, ALOFT, DUE, NOTICE = (
    "get_airport_details",
    "get_notams",
    "get_weather",
    "get_winds_aloft",
    "get_report_deadline",
    "get_notification_for_airport",
)
FEE, PRICE, FAR = "get_airport_pricing", "get_fuel_prices", "calculate_flight_distance"
DENSITY = "get_density_altitude"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (
            "When does it get light at Headcorn on Tuesday, and the winds at 2000 feet over Tonbridge at eight that morning?",
            [
                (CARD, {"about": ["sun"], "date": "2026-11-24"}),
                (ALOFT, {"day": "2026-11-24", "time": "08:00", "places": ["Tonbridge"]}),
            ],
        ),
        (
            "winds at 3000 ft over Leeds and Carlisle on Thursday at 12:00, plus the weather at Carlisle same day same hour",
            [
                (ALOFT, {"places": ["Leeds", "Carlisle"], "day": "2026-11-26", "time": "12:00"}),
                (REPORT, {"places": ["Carlisle"], "day": "2026-11-26", "time": "12:00"}),
            ],
        ),
        (
            "TAF for Alderney, the wind at 3000 over it, and when it's dark there. All for tomorrow",
            [
                (REPORT, {"kind": "taf", "day": "2026-11-23"}),
                (ALOFT, {"levels_ft": [3000], "day": "2026-11-23"}),
                (CARD, {"about": ["sun"], "date": "2026-11-23"}),
            ],
        ),
        (
            "METAR und NOTAM für Norderney. Alles für morgen bitte",
            [(REPORT, {"kind": "metar", "day": "2026-11-23"}), (NOTAMS, {"day": "2026-11-23"})],
        ),
        (
            "highest fields in Switzerland? and density altitude at Sion, 18 degrees, QNH 1009",
            [("search_airports", {"query": "Switzerland"}), (DENSITY, {"temperature_c": 18, "qnh_hpa": 1009})],
        ),
        (
            "Density altitude at Samedan at 24 degrees QNH 1018? And how long is their runway",
            [(DENSITY, {"temperature_c": 24, "qnh_hpa": 1018}), (CARD, {"about": ["runway"]})],
        ),
        (
            "Is Friday ok for Wycombe - Caernarfon; and what castles are near the airfield there?",
            [
                ("get_day_brief", {"from_location": "Wycombe", "to_location": "Caernarfon"}),
                ("search_pois", {"near": "Caernarfon", "interests": ["history"]}),
            ],
        ),
        (
            "Ostend: GAR deadline if I come home from there Tuesday at 15:00? Customs hours?",
            [
                (DUE, {"from_location": "Ostend", "to_location": None, "time": "15:00"}),
                (CARD, {"icao_code": "Ostend", "about": ["customs", "hours"]}),
            ],
        ),
        (
            "by when must the GAR be submitted if he departs Shoreham at 10:00 on Saturday?",
            [(DUE, {"from_location": "Shoreham", "to_location": None, "time": "10:00"})],
        ),
        (
            "Cherbourg with fuel on sunday? we'd arrive 10:15 from Shoreham, how long before do i tell them",
            [(CARD, {"icao_code": "LFRC"}), (NOTICE, {"icao_code": "LFRC", "from_country": "GB"})],
        ),
        (
            "biarritz avgas ? et ils demandent combien de preavis",
            [(CARD, {"icao_code": "LFBZ", "about": ["avgas"]}), (NOTICE, {"icao_code": "LFBZ"})],
        ),
        (
            "Thinking Sandown for lunch, what's within walking distance to see",
            [("search_pois", {"near": "Sandown", "interests": ["food"]})],
        ),
        (
            "wind's 250 at 25. How long Sherburn to Oban in that at 110 knots, and which runway would they be on at Oban",
            [("get_wind_plan", {"wind": "250/25"}), ("get_runway_wind", {"icao_code": "EGEO", "wind": "250/25"})],
        ),
        (
            "Wind's forecast 280 at 30 at Land's End - which runway? And the current actual there",
            [("get_runway_wind", {"wind": "280/30"}), (REPORT, {"kind": "metar"})],
        ),
        (
            "Speed of an RV-7 and reach from Dundee in an hour with it",
            [("get_aircraft_figures", {"aircraft_type": "RV-7"}), ("find_airports_near_location", {"aircraft_type": "RV-7"})],
        ),
        (
            "Compton Abbas fee and is it bumpy",
            [(FEE, {"icao_code": "EGHA"}), (REPORT, {"hazards": ["turbulence"]})],
        ),
        (
            "EGBJ runway in use with 310/15? and is the ILS there category I with lights",
            [("get_runway_wind", {"wind": "310/15"}), (CARD, {"icao_code": "EGBJ", "about": ["ils", "lights"]})],
        ),
        (
            "distance EGPC to EKVG distance EKVG to BIRK",
            [(FAR, {"from_location": "EGPC"}), (FAR, {"from_location": "EKVG", "to_location": "BIRK"})],
        ),
        ("avgas per litre EDHK vs what I pay at EKRK?", [(PRICE, {"icao_code": "EDHK"}), (PRICE, {"icao_code": "EKRK"})]),
        (
            "Has Jersey handling? And what does avgas cost there vs Guernsey",
            [(CARD, {"icao_code": "EGJJ"}), (PRICE, {"icao_code": "EGJJ"}), (PRICE, {"icao_code": "EGJB"})],
        ),
        (
            "Deauville opening hours Saturday and Caen opening hours Saturday and which needs less warning",
            [
                (CARD, {"icao_code": "LFRG"}),
                (CARD, {"icao_code": "LFRK"}),
                (NOTICE, {"icao_code": "LFRG"}),
                (NOTICE, {"icao_code": "LFRK"}),
            ],
        ),
        (
            "the highest airfield in Spain that has fuel, just curious, and the highest one in France",
            [("search_airports", {"query": "Spain"}), ("search_airports", {"query": "France", "filters": None})],
        ),
        (
            "Dimanche la Bretagne ça donne quoi niveau temps, et quels terrains bretons ont un hotel pas loin",
            [("get_outlook", {"places": ["Bretagne"]}), ("search_airports", {"query": "Bretagne"})],
        ),
        (
            "Wie weit ist es von Jena nach Sylt, und wo gibt es unterwegs Sprit?",
            [(FAR, {"to_location": "Sylt"}), ("find_airports_near_route", {"to_location": "Sylt", "filters": {"has_fuel": True}})],
        ),
        (
            "is there a crew car at Rockland, KRKD",
            [(CARD, {"icao_code": "KRKD", "about": ["transport"]})],
        ),
        (
            "SIGMETs Inverness to Kirkwall, density altitude no thanks, sunrise at Kirkwall tomorrow",
            [("get_sigmets", {"to_location": "Kirkwall"}), (CARD, {"about": ["sun"]})],
        ),
        (
            "does Cotswold Airport (Kemble) do maintenance? my alternator's iffy. And anyone at Gloucester who does?",
            [(CARD, {"icao_code": "EGBP"}), (CARD, {"icao_code": "EGBJ"})],
        ),
        (
            "Wind's 200 at 18: which runway at Popham, and what would the crosswind be on 03?",
            [("get_runway_wind", {"icao_code": "EGHP", "wind": "200/18", "runway": None})],
        ),
        (
            "Wie ist das Wetter auf Sylt am Samstag, und hat der Platz dann überhaupt auf?",
            [(REPORT, {"places": ["Sylt"]}), (CARD, {"icao_code": "EDXW", "about": ["hours"], "date": "2026-11-28"})],
        ),
        (
            "Quel préavis pour la douane à Calais en venant d'Angleterre, et qu'est-ce qu'il y a à voir autour de l'aéroport ?",
            [(NOTICE, {"icao_code": "LFAC", "from_country": "GB"}), ("search_pois", {"near": "LFAC"})],
        ),
        (
            "A Norwegian visitor is staying with us. Could you explain the formalities from Norway into the UK?",
            [("get_border_brief", {"from_location": "Norway", "to_location": "UK"})],
        ),
        (
            "Is Southend hard to get into, do I need to have handling booked, and what do they charge for a 172?",
            [(CARD, {"surface": None}), (FEE, {"icao_code": "EGMC"})],
        ),
        (
            "sunset at Kemble on the 12th; what's the weather looking like that weekend",
            [(CARD, {"date": "2026-12-12"}), (REPORT, {"day": "2026-12-12", "places": ["EGBP"]})],
        ),
        ("Flying to Spa in Belgium on Saturday, three of us", [("plan_trip", {"from_location": None})]),
    ],
)  # fmt: skip
def test_a_part_is_read_with_what_another_says(reader: Reader, text: str, steps: Steps) -> None:
    plan = plan_in_chat(Question(text=text, at=AT), Conversation(), reader)
    assert [step.tool for step in plan.steps] == [tool for tool, _ in steps]
    for step, (_, arguments) in zip(plan.steps, steps, strict=True):
        assert {name: step.arguments.get(name) for name in arguments} == arguments


def test_a_part_is_read_with_what_the_chat_says(reader: Reader) -> None:
    chat = Conversation()
    plans = list[list[tuple[str, dict[str, JsonValue]]]]()
    for text in (
        "How far is it from Sywell to Ostend?",
        "and how much notice for customs?",
        "NOTAMs for Bembridge and Sandown, and which of the two has fuel?",
        "which of the two is closer to Lydd, and has either got avgas?",
    ):
        plan = plan_in_chat(Question(text=text, at=AT), chat, reader)
        chat = chat.model_copy(update={"last_plan": plan})
        plans.append([(step.tool, dict(step.arguments)) for step in plan.steps])
    assert plans[1] == [(NOTICE, {"icao_code": "Ostend", "from_country": "GB"})]
    assert [step for step in plans[2] if step[0] == NOTAMS] == [
        (NOTAMS, {"icao_code": "EGHJ"}),
        (NOTAMS, {"icao_code": "EGHN"}),
    ]
    assert plans[2][-1] == ("compare_airfields", {"icao_codes": ["EGHJ", "EGHN"], "about": ["fuel"]})
    assert [tool for tool, _ in plans[3]][:2] == [FAR, FAR]
    assert len(plans[3]) > 2
