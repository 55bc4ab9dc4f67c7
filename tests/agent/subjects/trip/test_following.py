"""What is asked after a trip leans on its ends and days: in English, French and German, and in any order."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Question, ToolCall

AT = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)
TRIP = "Denham to Le Touquet on Sunday at 10, back Sunday at 15:00, 100 kt"


async def talk(deps: Deps, *said: str) -> Done:
    """The answer to the last message of a chat."""
    memory, last = Conversation(disclaimed=AT.date()), None
    for text in said:
        *_, last = [event async for event in answer(Question(text=text, at=AT), memory, deps)]
        assert isinstance(last, Done), text
        memory = last.conversation
    assert last is not None
    return last


def call(done: Done) -> ToolCall:
    assert done.conversation.last_plan is not None
    (only,) = done.conversation.last_plan.steps
    return only


@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        ("what is the first thing to do?", "plan_trip", {"about": "first", "off_block": "10:00"}),
        ("when is the latest we can leave Le Touquet?", "plan_trip", {"about": "off_blocks"}),
        ("the rules?", "compare_rules_between_countries", {"countries": ["GB", "FR"]}),
        (
            "what about coming back?",
            "get_border_brief",
            {"from_location": "Le Touquet", "date": "2026-11-29 15:00"},
        ),
        ("PPR?", "plan_trip", {"about": "permission"}),
        ("without the return", "plan_trip", {"return_day": None, "off_block": "10:00"}),
        ("from Lydd", "plan_trip", {"from_location": "Lydd", "return_off_block": "15:00"}),
        ("back at 16 instead", "plan_trip", {"return_off_block": "16:00", "day": "2026-11-29"}),
        ("par quoi je commence ?", "plan_trip", {"about": "first"}),
        ("was muss ich zuerst tun?", "plan_trip", {"about": "first"}),
    ],
)
async def test_a_follow_up_keeps_the_trip(deps: Deps, said: str, tool: str, arguments: dict[str, Any]) -> None:
    found = call(await talk(deps, TRIP, said))
    assert found.tool == tool
    assert {name: found.arguments.get(name) for name in arguments} == arguments


async def test_the_trip_is_still_in_hand_after_its_rules(deps: Deps) -> None:
    found = call(await talk(deps, TRIP, "the rules?", "what is the first thing to do?"))
    assert (found.tool, found.arguments["to_location"]) == ("plan_trip", "Le Touquet")


async def test_what_was_asked_first_is_not_asked_of_the_changed_trip(deps: Deps) -> None:
    found = call(await talk(deps, TRIP, "what is the first thing to do?", "and if we go on Friday?"))
    assert found.arguments["day"] == "2026-11-27" and "about" not in found.arguments


async def test_a_question_about_another_place_is_not_of_the_trip(deps: Deps) -> None:
    found = call(await talk(deps, TRIP, "PPR at Shoreham?"))
    assert "about" not in found.arguments
