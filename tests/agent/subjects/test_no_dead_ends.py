"""What is offered under an answer about a field leads to an answer: never to "no data", never to an unknown place."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from agent import registry
from agent.deps import Deps
from agent.errors import AgentError
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Plan, Profile, Question, ToolCall, ToolResult
from agent.writing.write import Talk, suggest, write

FIELDS = 24
NOTHING = re.compile(
    r"^\W*(?:No \w* ?data|I have no|I have nothing|I don't know|I know no)|No notice data|Runways: no data\nFuel(?:, customs, notice and fees)?: no data",
    re.IGNORECASE,
)
OUTSIDE = frozenset({"search_pois", "answer_rules_question", "get_weather", "get_forecast"})
"""They hang on a service, or on rules: offered for what they may bring."""


async def told(call: ToolCall, deps: Deps) -> tuple[ToolResult, str, list[ToolCall]]:
    registry.open_rooms()
    question = Question(text="", at=deps.now(), profile=Profile(home_base="EGTF"))
    result = await registry.run(call, registry.ToolContext(deps, question))
    talk = Talk(question, Conversation(), Plan(steps=(call,)), call, deps)
    words = write(result, talk)
    offered = [one.call for one in (*words.choices, *suggest(result, talk)) if one.call is not None]
    return result, words.text.replace("*", ""), offered


def questions_about(icao: str) -> list[ToolCall]:
    asked: list[tuple[str, dict[str, Any]]] = [
        ("get_airport_details", {"icao_code": icao}),
        ("get_airport_details", {"icao_code": icao, "about": ["fuel"]}),
        ("get_airport_details", {"icao_code": icao, "about": ["hours"]}),
        ("get_notification_for_airport", {"icao_code": icao, "from_country": "GB"}),
        ("get_fuel_prices", {"icao_code": icao}),
        ("find_airports_near_location", {"location_query": icao, "filters": {"self_service": True}}),
    ]
    return [ToolCall.model_validate({"tool": tool, "arguments": arguments}) for tool, arguments in asked]


@pytest.mark.parametrize("seed", [11, 12])
@pytest.mark.thorough
async def test_no_offer_about_a_field_ends_in_no_data(deps: Deps, seed: int) -> None:
    chance = random.Random(seed)
    fields = [airport.ident for airport in deps.airports if airport.kind != "seaplane_base"]
    followed: set[str] = set()
    for icao in [*chance.sample(fields, FIELDS), "LFAT", "EDAZ", "1NE6", "EGPO", "RU-0463"]:
        for call in questions_about(icao):
            _, text, offered = await told(call, deps)
            assert not re.search(r"Call the field\.", text), text
            for tap in offered:
                key = tap.model_dump_json()
                if tap.tool in OUTSIDE or key in followed:
                    continue
                followed.add(key)
                try:
                    result, answer, _ = await told(tap, deps)
                except AgentError as error:
                    pytest.fail(f"{call} → {tap}: {error.user_message}")
                assert result.found and not NOTHING.search(answer), f"{call} → {tap}: {answer[:200]}"
    assert len(followed) > 40


@pytest.mark.parametrize("text", ["Braucht man PPR in LKVP?", "Braucht man PPR in ESMG?"])
async def test_another_meaning_of_which_nothing_is_known_is_not_offered(deps: Deps, text: str) -> None:
    question = Question(text=text, at=deps.now())
    events = [event async for event in answer(question, Conversation(), deps)]
    (done,) = (event for event in events if isinstance(event, Done))
    assert "access" not in " ".join(f"{one.text} {one.call}" for one in done.suggestions)


@pytest.mark.parametrize(
    "text",
    [
        "what do I need to know about landing at LPPI",
        "welcher Sprit in EDSN",
        "border crossing airports in Greece",
        "compare LGMO and EGNJ",
        "how far is EPBO from LFPD",
        "LFJI to LPFR on Saturday, what do customs want",
        "customs EIBN samedi depuis l'Angleterre",
    ],
)
async def test_whatever_is_offered_is_looked_up_before(deps: Deps, text: str) -> None:
    """Another meaning, a list's taps, two fields side by side, a flight's end: each leads to an answer."""
    events = [e async for e in answer(Question(text=text, at=deps.now()), Conversation(), deps)]
    (done,) = (event for event in events if isinstance(event, Done))
    for tap in [one.call for one in (*done.answer.choices, *done.suggestions) if one.call is not None]:
        if tap.tool in OUTSIDE:
            continue
        result, words, _ = await told(tap, deps)
        assert result.found and not NOTHING.search(words), f"{tap}: {words[:200]}"
