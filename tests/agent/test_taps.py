"""A tap does the whole call it carries: what was asked since, by whom, and in which words, does not matter."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from agent.config import AgentSettings
from agent.deps import Deps
from agent.pipeline import WELCOME_EXAMPLES, answer
from agent.protocol import Conversation, Profile, Question, Suggestion, ToolCall
from agent.registry import find
from bot.render.buttons import taps
from bot.transcript import Transcript, gather

AT = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
DIALOGUES = Path(__file__).parents[1] / "conversations"


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    nobody = "http://127.0.0.1:9"
    return Deps(
        settings=AgentSettings(
            data_dir=data_dir,
            overpass_url=nobody,
            wikivoyage_api_url=nobody,
            wikipedia_api_url=nobody,
            duffel_base_url=nobody,
        )
    )


class Chat:
    """One chat with the agent; everything is remembered."""

    def __init__(self, deps: Deps, **profile: Any) -> None:
        self._deps, self._profile = deps, Profile(**profile)
        self.memory = Conversation()

    async def says(self, text: str, person: str = "me") -> Transcript:
        return await self._run(Question(text=text, at=AT, person=person, profile=self._profile))

    async def taps(self, under: Transcript, label: str, person: str = "me") -> Transcript:
        assert under.done is not None
        offered = {choice.label: choice for choice in taps(under.done)}
        choice = offered[label]
        return await self._run(Question(text=choice.text, call=choice.call, at=AT, person=person))

    async def _run(self, question: Question) -> Transcript:
        found = await gather(answer(question, self.memory, self._deps))
        self.memory = found.conversation(self.memory)
        return found


async def test_three_taps_under_one_question_are_about_the_same_flight(deps: Deps) -> None:
    chat = Chat(deps)
    asked = await chat.says("How long to fly from EGTF to LFMD")
    await chat.says("airports near Annecy")
    await chat.says("LFAT", person="somebody")
    for person in ("me", "another", "me"):
        for label, speed in (("120 knots", 120.0), ("SR22", None), ("Cessna 172", None)):
            told = await chat.taps(asked, label, person)
            result: Any = told.done.results[0] if told.done else None
            assert (result.from_.icao, result.to.icao, round(result.distance_nm)) == ("EGTF", "LFMD", 559)
            assert result.cruise_speed_kts is not None
            assert speed is None or result.cruise_speed_kts == speed
            assert label.split(" ")[-1].casefold() in f"{result.cruise_speed_source} 120 knots".casefold()
            assert told.plan is not None and told.plan.made_by == "tap"
            await chat.says("EGKB to LFAC", person=person)


async def test_more_goes_on_from_its_own_list_whatever_was_asked_since(deps: Deps) -> None:
    chat = Chat(deps)
    first = await chat.says("nearest airports to Annecy with a hard runway")
    await chat.says("airports in Austria")
    second = await chat.taps(first, "More")
    await chat.says("Rules for Germany")
    third = await chat.taps(second, "More")
    again = await chat.taps(first, "More")
    assert (second.plan, third.plan) != (None, None)
    shown = [_codes(page) for page in (first, second, third, again)]
    assert len({*shown[0], *shown[1], *shown[2]}) == 15
    assert shown[1] == shown[3]
    listed = [field for page in (first, second, third) for field in _listed(page)]
    assert any(field.caution for field in listed)  # who may not simply come stands behind the others
    distances = [field.distance_nm for field in listed if not field.caution]
    assert distances == sorted(distances)


def _listed(page: Transcript) -> list[Any]:
    assert page.done is not None
    result: Any = page.done.results[0]
    return list(result.airports[result.offset :][:5])


def _codes(page: Transcript) -> list[str]:
    return [field.icao for field in _listed(page)]


async def test_a_page_of_rules_goes_on_where_it_ended(deps: Deps) -> None:
    chat = Chat(deps)
    first = await chat.says("Rules for France")
    await chat.says("Compare VFR rules between Germany and France")
    second = await chat.taps(first, "More")
    seen: list[Any] = [page.done.results[0] if page.done else None for page in (first, second)]
    assert seen[1].country_code == "FR"
    assert 0 < seen[1].offset <= len(seen[0].rules)
    shown = [rule.question_text for rule in seen[0].rules[: seen[1].offset]]
    assert seen[1].rules[0].question_text not in shown


async def test_a_tap_on_a_tool_that_is_gone_is_refused_in_words(deps: Deps) -> None:
    question = Question(text="x", call=ToolCall(tool="gone"), at=AT)
    told = await gather(answer(question, Conversation(), deps))
    assert told.done is None and told.failure is not None


async def test_words_around_a_tap_change_nothing(deps: Deps) -> None:
    """The text of a tap is what is shown: no tool reads it."""
    call = ToolCall(tool="get_airport_details", arguments={"icao_code": "LFAT"})
    texts = ("", "LFAT details", "fuel and hours at LFAT on Monday", "engine failure, nearest field")
    told = [await gather(answer(Question(text=t, call=call, at=AT), Conversation(), deps)) for t in texts]
    assert len({transcript.text for transcript in told}) == 1


def _dialogues() -> list[Any]:
    return [
        pytest.param(dialogue, id=f"{file.stem}: {dialogue['name']}")
        for file in sorted(DIALOGUES.glob("*.yaml"))
        for dialogue in yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("dialogue", _dialogues())
async def test_every_tap_of_every_golden_dialogue_is_a_call_its_tool_takes(
    dialogue: dict[str, Any], deps: Deps
) -> None:
    chat = Chat(deps, home_base=dialogue.get("home"), aircraft=dialogue.get("aircraft"))
    for turn in dialogue["turns"]:
        told = await chat.says(turn["pilot"])
        if told.done is None:
            continue
        asked = [item for result in told.done.results for item in result.missing_info]
        words = {example for item in asked if item.key == "other" for example in item.examples} | {"yes", "no"}
        for choice in taps(told.done):
            said = choice.text in words or choice.text.startswith("/")  # an answer, or a command
            assert choice.call is not None or said, f"{choice.label!r} after {turn['pilot']!r}"
            if choice.call is not None:
                find(choice.call.tool).parse(choice.call.arguments)
        for suggestion in told.done.suggestions:
            find(suggestion.call.tool).parse(suggestion.call.arguments)


def test_the_examples_of_the_welcome_are_calls_too() -> None:
    for choice in WELCOME_EXAMPLES:
        assert choice.call is not None
        find(choice.call.tool).parse(choice.call.arguments)


def test_a_next_question_without_a_shorter_name_is_shown_by_its_words() -> None:
    call = ToolCall(tool="get_airport_details", arguments={"icao_code": "LFAT"})
    assert Suggestion(text="Airports near LFAT", call=call, category="near").label == "Airports near LFAT"
    assert Suggestion(text="Airports near LFAT", call=call, category="near", label="Near").label == "Near"
