"""What is asked back where a message may be read in two ways: buttons that hold whole calls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from agent import registry
from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Done, Plan, Question, ToolCall
from agent.understanding.reader.asking import CLARIFY, LONGEST_LABEL, doubtful, label_of, rather

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
WEATHER = ToolCall(tool="get_weather", arguments={"places": ["LFAT"]})
FIELD = ToolCall(tool="get_airport_details", arguments={"icao_code": "LFAT", "about": ["hours", "fuel"]})
ROUTE = ToolCall(tool="calculate_flight_distance", arguments={"from_location": "EGTF", "to_location": "LFAT"})
UNSURE = "EGTF LFAT then"


def test_a_doubt_offers_each_meaning_once_likeliest_first(deps: Deps) -> None:
    plan = doubtful(Plan(steps=(WEATHER,), others=(FIELD, WEATHER, ROUTE)), deps.countries)
    assert plan.steps[0].tool == CLARIFY
    meanings: Any = plan.steps[0].arguments["meanings"]
    assert [m["call"] for m in meanings] == [c.model_dump(mode="json") for c in (WEATHER, FIELD, ROUTE)]
    labels = ["Weather: LFAT", "Airfield facts: LFAT, hours, fuel", "Distance and time: EGTF – LFAT"]
    assert [m["label"] for m in meanings] == labels


def test_a_single_meaning_is_answered(deps: Deps) -> None:
    for plan in (Plan(steps=(WEATHER,)), Plan(steps=(WEATHER,), others=(WEATHER,)), Plan(steps=(WEATHER, ROUTE))):
        assert doubtful(plan, deps.countries) == plan


def test_what_else_may_have_been_meant_is_a_button_where_the_answer_is_not_sure(deps: Deps) -> None:
    unsure = Plan(steps=(WEATHER,), others=(WEATHER, ROUTE), confidence=0.6)
    offered = rather(unsure, deps.countries)
    assert offered is not None and offered.call == ROUTE and offered.label == "Or: Distance and time: EGTF – LFAT"
    assert rather(unsure.model_copy(update={"confidence": 0.8}), deps.countries) is None
    assert rather(unsure.model_copy(update={"others": (WEATHER,)}), deps.countries) is None


def test_every_tool_that_is_read_has_a_name_for_a_button(deps: Deps) -> None:
    for tool, known in registry.readings().items():
        assert known.called and len(known.called) <= 26, tool
        assert len(label_of(ToolCall(tool=tool, arguments={"query": "x" * 90}), deps.countries)) <= LONGEST_LABEL


@pytest.mark.parametrize("reply", ["tap", "label", "the second one"])
async def test_what_is_unsure_is_asked_and_each_way_to_answer_means_its_call(deps: Deps, reply: str) -> None:
    planning = deps.behaviour.planning.model_copy(update={"ask_below": 1.0})
    unsure = replace(deps)
    vars(unsure)["behaviour"] = deps.behaviour.model_copy(update={"planning": planning})
    asked = await _done(Question(text=UNSURE, at=NOW), Conversation(), unsure)
    choices = asked.answer.choices
    assert len(choices) >= 2 and "not sure" in asked.answer.text
    call = choices[1].call
    assert call is not None
    said = {
        "tap": Question(text=choices[1].text, at=NOW, call=call),
        "label": Question(text=choices[1].label, at=NOW),
        "the second one": Question(text="the second one", at=NOW),
    }[reply]
    then = await _done(said, asked.conversation, unsure)
    assert then.conversation.last_plan is not None
    assert then.conversation.last_plan.steps == (call,)


async def _done(question: Question, conversation: Conversation, deps: Deps) -> Done:
    *_, last = [event async for event in answer(question, conversation, deps)]
    assert isinstance(last, Done)
    return last


@pytest.mark.parametrize(("word", "about"), [("fuel", "fuel"), ("avgas", "avgas"), ("Sprit", "fuel")])
async def test_a_word_of_the_field_alone_asks_for_the_airfield(
    ask: Callable[..., Awaitable[Plan]], word: str, about: str
) -> None:
    (step,) = (await ask(word)).steps
    assert step.tool == CLARIFY and step.arguments["tool"] == "get_airport_details"
    assert step.arguments["arguments"] == {"about": [about]}
