"""What one question is read as: the lines of the contract, of the issues, and the traps that were seen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from agent.protocol import Conversation, Location

CONTRACT: list[tuple[str, str, dict[str, Any]]] = [
    ("Show me airports in Germany", "search_airports", {"query": "Germany"}),
    ("AVGAS fields in France with a hard runway of 800 m", "search_airports", {"query": "France", "filters": {"has_avgas": True, "has_hard_runway": True, "min_runway_length_ft": 2625}}),
    ("airports within 30 nm of Nice with customs", "find_airports_near_location", {"location_query": "Nice", "max_distance_nm": 30, "filters": {"point_of_entry": True}}),
    ("route from EGKB to Nice, France", "find_airports_near_route", {"from_location": "EGKB", "to_location": "Nice, France"}),
    ("stop within 3h EGTF to LFMD, SR22", "find_airports_near_route", {"from_location": "EGTF", "to_location": "LFMD", "max_leg_time_hours": 3, "aircraft_type": "SR22"}),
    ("How long to fly from EGTF to LFMD", "calculate_flight_distance", {"from_location": "EGTF", "to_location": "LFMD"}),
    ("less than 24h notice near Etretat", "find_airports_near_location", {"location_query": "Etretat", "max_hours_notice": 24}),
    ("what is LFAT like?", "get_airport_details", {"icao_code": "LFAT"}),
    ("LIPV", "get_airport_details", {"icao_code": "LIPV"}),
    ("look up NCE", "search_airports", {"query": "NCE"}),
    ("CDG", "search_airports", {"query": "CDG"}),
    ("find Shoreham", "search_airports", {"query": "Shoreham"}),
    ("ports of entry in Spain", "get_border_crossing_airports", {"country": "ES"}),
    ("customs airports in Ireland", "get_border_crossing_airports", {"country": "IE"}),
    ("border crossing airports in France", "get_border_crossing_airports", {"country": "FR"}),
    ("airports in Spain with customs", "search_airports", {"query": "Spain", "filters": {"point_of_entry": True}}),
    ("customs from EGTF to LFAT?", "get_border_brief", {"from_location": "EGTF", "to_location": "LFAT"}),
    ("do I need a flight plan in France?", "answer_rules_question", {"country_code": "FR", "question": "do I need a flight plan in France?"}),
    ("rules for France", "browse_rules", {"country_code": "FR"}),
    ("compare PPR rules France and UK", "compare_rules_between_countries", {"countries": ["FR", "GB"]}),
]  # fmt: skip

ISSUES: list[tuple[str, str, dict[str, Any]]] = [
    ("airports near Lake Geneva with a hard runway over 800 m", "find_airports_near_location", {"location_query": "Lake Geneva", "filters": {"has_hard_runway": True, "min_runway_length_ft": 2625}}),
    ("Route from Geneva to Barcelona", "find_airports_near_route", {"from_location": "Geneva", "to_location": "Barcelona"}),
    ("Airports between Bromley and Vik, Iceland", "find_airports_near_route", {"from_location": "Bromley", "to_location": "Vik, Iceland"}),
    ("Tell me about le touquet", "get_airport_details", {"icao_code": "LFAT"}),
    ("lfat details", "get_airport_details", {"icao_code": "LFAT"}),
    ("How far from Paris to Nice", "calculate_flight_distance", {"from_location": "Paris", "to_location": "Nice"}),
    ("How far from Newport to Santiago", "calculate_flight_distance", {"from_location": "Newport", "to_location": "Santiago"}),
    ("airports near Le Touquet with avgas and customs", "find_airports_near_location", {"location_query": "Le Touquet", "filters": {"has_avgas": True, "point_of_entry": True}}),
    ("what notice does LFAT need on Saturday from the UK?", "get_notification_for_airport", {"icao_code": "LFAT", "day_of_week": "Saturday", "from_country": "GB"}),
    ("EGTF to LFAT: do I need customs?", "get_border_brief", {"from_location": "EGTF", "to_location": "LFAT"}),
    ("fuel prices at LFAT", "get_fuel_prices", {"icao_code": "LFAT"}),
    ("landing fee EGKB for a C172", "get_airport_pricing", {"icao_code": "EGKB", "aircraft_type": "C172"}),
    ("reviews of LFAT", "get_pilot_reviews", {"icao_code": "LFAT"}),
    ("I paid 24 euros at LFAT today for my SR22", "propose_report", {"icao_code": "LFAT", "text": "I paid 24 euros at LFAT today for my SR22"}),
    ("transponder in class E in Germany", "answer_rules_question", {"country_code": "DE", "question": "transponder in class E in Germany"}),
    ("can I land at military airfields in Italy?", "answer_rules_question", {"country_code": "IT", "question": "can I land at military airfields in Italy?"}),
    ("What are the rules for France?", "browse_rules", {"country_code": "FR"}),
    ("Compare VFR flight plan rules between France, Germany and the UK", "compare_rules_between_countries", {"countries": ["FR", "DE", "GB"]}),
    ("I know France, what is different in Belgium?", "compare_rules_between_countries", {"countries": ["FR", "BE"]}),
    ("night VFR in Spain", "answer_rules_question", {"country_code": "ES", "question": "night VFR in Spain"}),
    ("Plan a 2-day trip to Jaipur, history and food, relaxed", "build_itinerary", {"near": "Jaipur", "duration_days": 2, "interests": ["history", "food"], "pace": "relaxed"}),
    ("Where can we fly for lunch within an hour of EGTF?", "search_pois", {"near": "EGTF", "interests": ["food"], "fly_within_hours": 1}),
    ("Airline flights SFO to CDG on 10 May, business", "search_flights", {"origin": "SFO", "destination": "CDG", "departure_date": "2027-05-10", "cabin_class": "business"}),
    ("stuck at Abbeville, three of us to London tonight", "search_flights", {"origin": "Abbeville", "destination": "London", "departure_date": "2026-11-21", "adults": 3}),
]  # fmt: skip

TRAPS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "how far from EGTF to LFMD in a Pioneer 300",
        "calculate_flight_distance",
        {"from_location": "EGTF", "to_location": "LFMD", "aircraft_type": "Pioneer 300"},
    ),
    ("airfields in Bavaria with avgas", "search_airports", {"query": "Bavaria", "filters": {"has_avgas": True}}),
    ("grass strips in Wales", "search_airports", {"query": "Wales", "filters": {"has_soft_runway": True}}),
    ("am I allowed to land outside an airfield in Norway?", "answer_rules_question", {"country_code": "NO", "question": "am I allowed to land outside an airfield in Norway?"}),
    ("Jet A-1 near Graz", "find_airports_near_location", {"location_query": "Graz", "filters": {"has_jet_a": True}}),
    ("Finnish airports with customs", "search_airports", {"query": "Finland", "filters": {"point_of_entry": True}}),
    ("how far from Duxford to Chambéry tomorrow", "calculate_flight_distance", {"from_location": "Duxford", "to_location": "Chambéry"}),
    ("Dublin - Oban how far", "calculate_flight_distance", {"from_location": "Dublin", "to_location": "Oban"}),
    ("HOW FAR FROM EGTF TO LFMD", "calculate_flight_distance", {"from_location": "EGTF", "to_location": "LFMD"}),
    ("at 115 mph how long from EGTF to LFMD", "calculate_flight_distance", {"from_location": "EGTF", "to_location": "LFMD", "cruise_speed_kts": 100}),
    ("how long from EGTF to LFMD at 200 km/h", "calculate_flight_distance", {"from_location": "EGTF", "to_location": "LFMD", "cruise_speed_kts": 108}),
    ("avgas près du Touquet", "find_airports_near_location", {"location_query": "Le Touquet", "filters": {"has_avgas": True}}),
    ("Flugplätze in Österreich mit Zoll", "search_airports", {"query": "Austria", "filters": {"point_of_entry": True}}),
    ("Find fields with avgas near LFXX", "find_airports_near_location", {"location_query": "LFXX", "filters": {"has_avgas": True}}),
    ("airports near Basel, only French ones", "find_airports_near_location", {"location_query": "Basel", "filters": {"country": "FR"}}),
    ("landing tomorrow at LFAT from EGKB, what notice do they need", "get_notification_for_airport", {"icao_code": "LFAT", "date": "2026-11-22", "from_country": "GB"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tool", "arguments"), [*CONTRACT, *ISSUES, *TRAPS])
async def test_a_question_is_read_as_the_contract_says(
    ask: Any, text: str, tool: str, arguments: dict[str, Any]
) -> None:
    plan = await ask(text)
    assert [(step.tool, dict(step.arguments)) for step in plan.steps] == [(tool, arguments)]
    assert not plan.emergency


@pytest.mark.parametrize(
    "text",
    ["ＬＦＡＴ", "\u200fLFAT\u200e", "LFAT ✈️🙂", "lfat", "  LFAT  ", "\ufeffLFAT?", "LFAT please"],
)
async def test_a_code_is_read_however_it_is_typed(ask: Any, text: str) -> None:
    plan = await ask(text)
    assert [(step.tool, dict(step.arguments)) for step in plan.steps] == [
        ("get_airport_details", {"icao_code": "LFAT"})
    ]


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("airpots near Annecy", "find_airports_near_location"),
        ("distence EGTF LFMD", "calculate_flight_distance"),
        ("show me airfeilds in Germany", "search_airports"),
        ("compair rules of France and Germany", "compare_rules_between_countries"),
        ("landng fee at EGKB", "get_airport_pricing"),
    ],
)
async def test_a_misspelt_key_word_is_understood(ask: Any, text: str, tool: str) -> None:
    assert [step.tool for step in (await ask(text)).steps] == [tool]


async def test_two_questions_in_one_message_become_two_steps(ask: Any) -> None:
    plan = await ask("Find airports near Lyon and tell me the PPR rules there")
    assert [step.tool for step in plan.steps] == ["find_airports_near_location", "answer_rules_question"]
    assert plan.steps[0].arguments["location_query"] == "Lyon"
    assert plan.steps[1].arguments["country_code"] == "FR"
    assert plan.path == "both"
    assert plan.countries == ("FR",)


@pytest.mark.parametrize(
    "text",
    [
        "airports near Lyon with customs and avgas",
        "airports between Lyon and Nice with a restaurant and lights",
        "Compare France and Germany",
        "Plan a day in Ghent with history and food",
        "landing fee and parking at LFMD",
    ],
)
async def test_an_and_inside_one_question_does_not_split_it(ask: Any, text: str) -> None:
    assert len((await ask(text)).steps) == 1


@pytest.mark.parametrize(
    "text",
    [
        "hello", "plan me a nice day", "weather LFAT", "METAR EGKB", "any notams EGKB?", "file a flight plan for me",
        "qwertz", "thanks", "what time is it in Tokyo", "sing me a song", "danke", "bonjour", "", "   ", "🙂🙂",
    ],
)  # fmt: skip
async def test_what_flyfun_does_not_do_plans_nothing(ask: Any, text: str) -> None:
    plan = await ask(text)
    assert plan.steps == ()
    assert not plan.emergency


@pytest.mark.parametrize(
    "text",
    [
        "how much to land with my C172?",
        "is PPR required?",
        "compare rules please",
        "fuel price?",
        "where can we eat",
        "plan a three day trip",
    ],
)
async def test_a_known_task_that_lacks_something_is_asked_about(ask: Any, text: str) -> None:
    assert [step.tool for step in (await ask(text)).steps] == ["ask_clarifying_question"]


async def test_near_me_is_the_position_that_was_shared(ask: Any) -> None:
    plan = await ask("airfields near me with avgas", place=Location(lat=51.35, lon=-0.56))
    assert plan.steps[0].arguments == {"location_query": "51.35, -0.56", "filters": {"has_avgas": True}}


async def test_home_is_left_to_the_tools(ask: Any) -> None:
    plan = await ask("how far from home to LFMD")
    assert plan.steps[0].arguments == {"from_location": "home", "to_location": "LFMD"}


async def test_every_plan_has_arguments_that_its_tool_accepts(ask: Any) -> None:
    from agent import registry

    for text, tool, _ in [*CONTRACT, *ISSUES, *TRAPS]:
        for step in (await ask(text)).steps:
            registry.find(tool).parse(step.arguments)


async def test_the_longest_question_is_read_in_reasonable_time(ask: Any) -> None:
    import time

    started = time.process_time()
    await ask("airports near Annecy with avgas and " * 22)  # as long as a question may be
    assert time.process_time() - started < 10


_SETTLED = """
import asyncio, sys
from datetime import UTC, datetime
from pathlib import Path
from agent.config import AgentSettings
from agent.deps import Deps
from agent.llm.embeddings import local_embedder
from agent.planning import make_plan
from agent.protocol import Conversation, Question

async def main():
    deps = Deps(settings=AgentSettings(data_dir=Path(sys.argv[1])))
    for text in ("LFAT", "How far from EGTF to LFMD", "airports near Annecy", "rules for France"):
        plan = await make_plan(Question(text=text, at=datetime(2026, 11, 21, tzinfo=UTC)), Conversation(), deps)
        assert plan.steps, text
    assert local_embedder()._model is None, "the embedder was loaded"

asyncio.run(main())
"""


def test_a_settled_question_does_not_load_the_embedder(data_dir: Path) -> None:
    """In a process of its own: another test may have loaded it in this one."""
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", _SETTLED, str(data_dir)],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr


async def test_a_whole_question_is_read_alike_whatever_was_asked_before(ask: Any) -> None:
    """The issues' lines are asked in one chat: none of them is a change of the one before."""
    texts = [text for text, _, _ in ISSUES]
    alone = {text: (await ask(text)).steps for text in texts}
    for before in texts:
        memory = Conversation(last_plan=await ask(before))
        for text in texts:
            if text != before:
                assert (await ask(text, memory)).steps == alone[text], (before, text)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("airports near Le Touquet with avgas and customs", "find Shoreham"),
        ("Airports between Bromley and Vik, Iceland", "Show me airports in Germany"),
        ("how far from EGTF to LFAT", "Why is Hawa Mahal worth seeing?"),
    ],
)
async def test_a_new_question_takes_nothing_from_the_last(ask: Any, first: str, then: str) -> None:
    assert (await ask(then, Conversation(last_plan=await ask(first)))).steps == (await ask(then)).steps
