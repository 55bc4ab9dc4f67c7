"""Remarks among people are left to them; what names a field and asks something of it is answered."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.config import AgentSettings
from agent.deps import Deps
from agent.protocol import Conversation, Plan, Question, ToolCall
from agent.understanding import make_plan
from bot.murmurs import murmurs

AT = datetime(2026, 11, 22, 12, tzinfo=UTC)
CARD = Plan(steps=(ToolCall(tool="get_airport_details", arguments={"icao_code": "LFAT"}),))
AFTER = Conversation(last_plan=CARD)


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir))


def read(text: str, deps: Deps) -> Plan:
    return asyncio.run(make_plan(Question(text=text, at=AT), AFTER, deps))


@pytest.mark.parametrize(
    "text",
    [
        "Peter brings the sandwiches this time", "lunch is on me today", "I will be late again",
        "we should do that one day", "my wife loves that beach", "see you all at the hangar",
        "the restaurant there was great fun", "that runway scared me last time", "Tom has the keys of the plane",
        "great, see you there at 10", "who's driving?", "I'll be there at 9:30", "qui vient samedi ?", "wir sehen uns um 10",
        "count me in for 2", "anyone coming by car?", "fuel is on me this time guys", "let us meet at the clubhouse", "lovely weather out there",
        "Ben, can you book G-ABCD for Saturday?", "Marie, tu peux prendre le ravitaillement ?", "Jonas, kannst du am Samstag?",
        "wow pricey", "bin dabei!", "same here", "sounds like a plan, 9 at the hangar?", "trop cher", "can't make it sorry",
        "love that beach", "Jenny's bringing cake", "we went there in 2019, windy as hell", "on prend ta voiture ?",
    ],
)  # fmt: skip
def test_a_remark_is_left_alone(text: str, deps: Deps) -> None:
    assert murmurs(text, read(text, deps), AFTER)


@pytest.mark.parametrize(
    "text",
    [
        "runway length in metres please", "landing fee for a SR22", "fuel prices please mate",
        "notice needed for customs there", "distance from Shoreham to there", "nearest field with avgas please",
        "what about LSGS", "and on saturday", "is there a restaurant", "LFBZ instead", "with the club's Cessna instead",
        "too expensive, what else is near?", "great idea, how far is it?",
        "runways", "would love avgas there, any?", "landing fee in 2026 please", "we fly in 20 minutes",
    ],
)  # fmt: skip
def test_a_question_is_answered(text: str, deps: Deps) -> None:
    assert not murmurs(text, read(text, deps), AFTER)
