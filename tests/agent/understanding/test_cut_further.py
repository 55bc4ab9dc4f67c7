"""Questions of one message that its likeliest cut would leave out: a fee, a second report, what is to be kept or watched."""

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
CARD, FEE, NOTAMS, REPORT, FAR = (
    "get_airport_details",
    "get_airport_pricing",
    "get_notams",
    "get_weather",
    "calculate_flight_distance",
)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (
            "Dundee's runway is what, 1400 metres? And the fee?",
            [(CARD, {"icao_code": "EGPN"}), (FEE, {"icao_code": "EGPN"})],
        ),
        (
            "is Lydd open on Sunday and is it dear?",
            [(CARD, {"icao_code": "EGMD", "about": ["hours"]}), (FEE, {"icao_code": "EGMD"})],
        ),
        (
            "can a small plane land on Sylt and does it cost the earth?",
            [(CARD, {"icao_code": "EDXW", "about": ["access"]}), (FEE, {"icao_code": "EDXW"})],
        ),
        (
            "Le Touquet hours, landing fee for a PA28, distance from Lydd",
            [
                (CARD, {"icao_code": "LFAT"}),
                (FEE, {"icao_code": "LFAT", "aircraft_type": "PA28"}),
                (FAR, {"from_location": "LFAT", "to_location": "Lydd"}),
            ],
        ),
        (
            "EDWG Bahn, Sprit, Gebühr für Katana",
            [(CARD, {"icao_code": "EDWG"}), (FEE, {"icao_code": "EDWG", "aircraft_type": "Katana"})],
        ),
        (
            "METAR Leeds. TAF Newcastle. Notams Newcastle.",
            [
                (REPORT, {"places": ["Leeds"], "kind": "metar"}),
                (REPORT, {"places": ["Newcastle"], "kind": "taf"}),
                (NOTAMS, {"icao_code": "EGNT"}),
            ],
        ),
        (
            "notams for Oban and Tiree, and a look at the tafs for them too",
            [
                (NOTAMS, {"icao_code": "EGEO"}),
                (NOTAMS, {"icao_code": "EGPU"}),
                (REPORT, {"places": ["EGEO", "EGPU"], "kind": "taf"}),
            ],
        ),
        (
            "Sigmets and winds at FL50, EGTR to EGNS",
            [
                ("get_sigmets", {"from_location": "EGTR", "to_location": "EGNS"}),
                ("get_wind_plan", {"from_location": "EGTR", "to_location": "EGNS"}),
            ],
        ),
        (
            "crosswind on 21 at Lydd, is Shoreham any better",
            [
                ("get_runway_wind", {"icao_code": "EGMD", "runway": "21"}),
                ("get_runway_wind", {"icao_code": "EGKA", "runway": None}),
            ],
        ),
        (
            "go or no go for Fishburn on Friday from Shoreham? And keep watching it for me either way",
            [
                ("get_day_brief", {"from_location": "Shoreham", "to_location": "Fishburn"}),
                ("watch_flight", {"from_location": "Shoreham", "to_location": "Fishburn"}),
            ],
        ),
        (
            "(1) Fuel for EGTB to EGTE return at 38 lph, (2) is there avgas at Exeter, (3) how much is a landing with 1200kg",
            [
                ("get_fuel_plan", {"from_location": "EGTB", "to_location": "EGTE", "return": True}),
                (CARD, {"icao_code": "EGTE", "about": ["avgas"]}),
                (FEE, {"icao_code": "EGTE", "mtow_kg": 1200}),
            ],
        ),
        (
            "Client dinner in Antwerp so thinking of flying: 1. time EGLD to EBAW at 110 kts 2. customs formalities 3. runway lights at Antwerp",
            [
                (FAR, {"from_location": "EGLD", "to_location": "EBAW"}),
                ("get_border_brief", {"from_location": "EGLD", "to_location": "EBAW"}),
                (CARD, {"icao_code": "EBAW", "about": ["lights"]}),
            ],
        ),
        (
            "Fuel needed Prestwick Cork at 45 an hour? Weather at Cork? Beer in Cork?",
            [
                ("get_fuel_plan", {"to_location": "Cork"}),
                (REPORT, {"places": ["Cork"]}),
                ("search_pois", {"near": "Cork", "interests": ["food"]}),
            ],
        ),
        (
            "GAR? gendec? which is which",
            [("explain_term", {"term": "GAR", "other_term": "gendec"})],
        ),
        (
            "Kalmar tomorrow: go or no go, and what is a litre of Jet there?",
            [("get_day_brief", {"to_location": "Kalmar"}), ("get_fuel_prices", {"icao_code": "Kalmar"})],
        ),
        (
            "Plan us Jersey: off Sherburn Friday at 10, home Sunday, four of us",
            [("plan_trip", {"from_location": "Sherburn", "to_location": "Jersey"})],
        ),
    ],
)
def test_each_question_of_a_message_is_asked(text: str, steps: Steps, reader: Reader) -> None:
    plan = plan_in_chat(Question(text=text, at=AT, person="a"), Conversation(), reader)
    assert [step.tool for step in plan.steps] == [tool for tool, _ in steps]
    for step, (_, expected) in zip(plan.steps, steps, strict=True):
        assert {name: step.arguments.get(name) for name in expected} == expected
