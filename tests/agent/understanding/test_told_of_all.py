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
from agent.understanding.reader import Reader

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
            "winds at 3000 ft over Leeds on Thursday at 12:00, plus the weather at Carlisle same day same hour",
            [
                (ALOFT, {"day": "2026-11-26", "time": "12:00"}),
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
        ("Flying to Spa in Belgium on Saturday, three of us", [("plan_trip", {"from_location": None})]),
    ],
)  # fmt: skip
def test_a_part_is_read_with_what_another_says(reader: Reader, text: str, steps: Steps) -> None:
    plan = plan_in_chat(Question(text=text, at=AT), Conversation(), reader)
    assert [step.tool for step in plan.steps] == [tool for tool, _ in steps]
    for step, (_, arguments) in zip(plan.steps, steps, strict=True):
        assert {name: step.arguments.get(name) for name in arguments} == arguments
