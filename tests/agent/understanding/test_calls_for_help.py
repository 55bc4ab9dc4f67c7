"""A call for help is planned before anything else, and where it comes from is read from what was shared or named."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from agent.protocol import Location, Plan, Question
from agent.understanding import where_is

Ask = Callable[[str], Awaitable[Plan]]


async def test_an_emergency_plans_nothing_else(ask: Ask) -> None:
    plan = await ask("engine rough, low fuel, where?")
    assert plan.emergency
    assert plan.steps == ()


@pytest.mark.parametrize(
    "text",
    [
        "forget that, I was wrong", "forget it, I was wrong", "fuel starvation accident statistics",
        "my flight was cancelled because of smoke", "what squawk for radio failure", "PAN PAN phraseology",
    ],
)  # fmt: skip
async def test_the_reader_does_not_take_talk_for_distress(ask: Ask, text: str) -> None:
    assert not (await ask(text)).emergency


async def test_the_reader_takes_words_that_no_pattern_knows_for_distress(ask: Ask) -> None:
    assert (await ask("the engine is doing something weird and I am scared")).emergency


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("engine rough near Lydd", "Lydd"), ("panne moteur près de LFAT", "LFAT Le Touquet"),
        ("fuel 20 mins left near Lille nearest airfield please", "Lille"),
    ],
)  # fmt: skip
def test_the_place_that_is_named_is_looked_around(deps: Any, text: str, name: str) -> None:
    where = where_is(Question(text=text, at=deps.now()), deps)
    assert where is not None and where.name is not None and where.name.startswith(name)


@pytest.mark.parametrize(
    "text",
    [
        "engine rough, low fuel, where?",
        "engine fire over Kent",
        "iced up over the Alps",
        "engine quit over Newport",
    ],
)
def test_no_place_a_wide_one_or_one_of_several_is_no_position(deps: Any, text: str) -> None:
    assert where_is(Question(text=text, at=deps.now()), deps) is None


def test_a_shared_position_counts_before_a_name(deps: Any) -> None:
    where = where_is(
        Question(text="engine rough near Lydd", at=deps.now(), place=Location(lat=50.6, lon=2.2)), deps
    )
    assert where is not None and (where.lat, where.lon, where.name) == (50.6, 2.2, None)
