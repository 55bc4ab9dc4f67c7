"""Questions of one message, each with its own place, wishes and day."""

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


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Deps(settings=AgentSettings.from_environ({})))


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (
            "how many UK airfields sell UL91 and how many have a restaurant",
            [
                ("get_airport_statistics", {"country": "GB", "filters": {"has_ul91": True}}),
                ("get_airport_statistics", {"country": "GB", "filters": {"restaurant": "vicinity"}}),
            ],
        ),
        (
            "UL91 in Brittany, and in Normandy anything near a beach with a restaurant",
            [
                ("search_airports", {"query": "Brittany", "filters": {"has_ul91": True}}),
                (
                    "search_airports",
                    {"query": "Normandy", "filters": {"near_what": "beach", "restaurant": "vicinity"}},
                ),
            ],
        ),
        (
            "sunset at EGPH on Friday; sunset at EGNT same day",
            [
                ("get_airport_details", {"icao_code": "EGPH", "about": ["sun"], "date": "2026-11-27"}),
                ("get_airport_details", {"icao_code": "EGNT", "about": ["sun"], "date": "2026-11-27"}),
            ],
        ),
        (
            "Sherburn to Oban at 110 knots with wind 250/25, and which runway at Oban in that wind",
            [
                (
                    "get_wind_plan",
                    {
                        "from_location": "Sherburn",
                        "to_location": "Oban",
                        "wind": "250/25",
                        "true_airspeed_kts": 110,
                    },
                ),
                ("get_runway_wind", {"icao_code": "EGEO", "wind": "250/25"}),
            ],
        ),
    ],
)
def test_each_question_keeps_what_is_said_of_it(reader: Reader, text: str, steps: Steps) -> None:
    plan = plan_in_chat(Question(text=text, at=AT), Conversation(), reader)
    assert [(step.tool, dict(step.arguments)) for step in plan.steps] == steps


@pytest.mark.parametrize(
    ("text", "tool", "said"),
    [
        ("shoreham crosswind if its two one zero at eighteen gusting twenty six", "get_runway_wind", {"wind": "210/18G26"}),
        ("sandown to lydd at ninety five knots if its two forty at twenty five", "get_wind_plan", {"wind": "240/25"}),
        ("fuel for redhill to dinard and back burning thirty five litres an hour", "get_fuel_plan", {"burn_lph": 35}),
        ("we have from 10 to 4 in Bath, what would you do", "build_itinerary", {"window": {"from": "10:00", "to": "16:00"}}),
        ("On a de 10h à 16h30 à St Malo, propose un truc", "build_itinerary", {"window": {"from": "10:00", "to": "16:30"}}),
        ("Airfields in Kent with tarmac only, grass is too wet", "search_airports", {"filters": {"has_hard_runway": True}}),
        ("flights Nice to Gatwick Monday 30 for two", "search_flights", {"departure_date": "2026-11-30"}),
        ("caernarfon open 2moz?", "get_airport_details", {"date": "2026-11-23"}),
        ("le GAR, je l'envoie quand si je decolle de Calais vers Lydd samedi a 14h", "get_report_deadline", {"time": "14:00"}),
        ("anything north of gloucester inside thirty nautical", "find_airports_near_location", {"max_distance_nm": 30}),
    ],
)  # fmt: skip
def test_figures_and_hours_are_read_as_they_are_typed(
    reader: Reader, text: str, tool: str, said: Mapping[str, JsonValue]
) -> None:
    plan = plan_in_chat(Question(text=text, at=AT), Conversation(), reader)
    (step,) = plan.steps
    assert (step.tool, {name: step.arguments.get(name) for name in said}) == (tool, dict(said))
