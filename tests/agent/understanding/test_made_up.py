"""A subject and a language that FlyFun does not have, added as CONTRIBUTING says: a room's two files, a file of words."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from pydantic import JsonValue

from agent import registry
from agent.deps import Deps
from agent.language.lexicon import load_lexicon
from agent.language.said import Said
from agent.language.spans import read_slots
from agent.language.vocabulary import Vocabulary
from agent.protocol import Conversation, Plan, Question, ToolResult
from agent.registry import Arguments, ToolContext, reads, tool
from agent.understanding.chat import plan_in_chat
from agent.understanding.reader.reader import Reader
from tests.agent.understanding.conftest import AT

TODAY = date(2026, 11, 21)
DUTCH = """
[made_up]
avgas = "vliegbenzine"
hard_runway = "verhard*"
not = "geen"
restaurant = "eetgelegenheid"
"""


class BalloonArguments(Arguments):
    """Where a balloon shall rise."""

    icao_code: str


async def find_balloons(arguments: BalloonArguments, context: ToolContext) -> ToolResult:
    """Who takes passengers in a balloon near a field."""
    return ToolResult(message=f"No balloon at {arguments.icao_code}.")


@pytest.fixture
def balloons() -> Iterator[None]:
    """A subject with one tool and its reading, gone after the test."""
    registry.tools()
    tool(kind="airport")(find_balloons)

    @reads("find_balloons", "icao_code", claims=lambda said: "balloon" in said.slots.low, called="Balloons")
    def read(said: Said) -> dict[str, JsonValue]:
        field = said.field()
        return {"icao_code": field} if field else {}

    registry.tools.cache_clear()
    yield
    for known in (registry._TOOLS, registry._READINGS):  # pyright: ignore[reportPrivateUsage]
        known.pop("find_balloons")
    registry.tools.cache_clear()


async def test_a_new_subject_is_read_afresh_and_varied_by_its_one_reading(deps: Deps, balloons: None) -> None:
    reader = Reader(deps)
    plan = plan_in_chat(Question(text="a balloon ride near EGTF please", at=AT), Conversation(), reader)
    assert [(s.tool, s.arguments) for s in plan.steps] == [("find_balloons", {"icao_code": "EGTF"})]
    result = await registry.run(plan.steps[0], ToolContext(deps, Question(text="", at=AT)))
    assert result.message == "No balloon at EGTF."
    memory = Conversation(last_plan=Plan(steps=plan.steps))
    there = plan_in_chat(Question(text="and a balloon at LFAT?", at=AT), memory, reader)
    assert there.steps[0].arguments == {"icao_code": "LFAT"}
    leaning = plan_in_chat(Question(text="is there a balloon?", at=AT), memory, reader)
    assert leaning.steps[0].arguments == {"icao_code": "EGTF"}


@pytest.mark.parametrize(
    ("text", "filters"),
    [
        ("velden in Belgium met vliegbenzine", {"has_avgas": True}),
        ("Belgium verharde baan, eetgelegenheid", {"has_hard_runway": True, "restaurant": "vicinity"}),
        ("Belgium geen vliegbenzine", {"has_avgas": False}),
    ],
)
def test_a_new_language_is_one_file(deps: Deps, tmp_path: Path, text: str, filters: dict[str, JsonValue]) -> None:
    folder = tmp_path / "language"
    shutil.copytree(deps.settings.data / "language", folder)
    (folder / "nl.toml").write_text(DUTCH, encoding="utf-8")
    lexicon = load_lexicon(folder)
    slots = read_slots(text, TODAY, deps, Vocabulary.load(deps.settings))
    said = Said(slots, lexicon.mentions(slots.words), deps, TODAY)
    given = registry.readings()["search_airports"].read(said)
    assert given.get("filters") == filters
    assert given["query"] == "Belgium"
