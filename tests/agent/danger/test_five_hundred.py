"""Questions that were once answered dangerously, of 500 that nine persons asked: none is again."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agent.config import AgentSettings
from agent.deps import Deps
from agent.pipeline import answer
from agent.protocol import Conversation, Question
from bot.transcript import gather

NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


def judged() -> list[tuple[str, str, str]]:
    """Question, what its answer may not show, what it has to show; only the rows with one of them."""
    rows: list[tuple[str, str, str]] = []
    for line in (Path(__file__).parent / "questions_five_hundred.tsv").read_text(encoding="utf-8").splitlines():
        _, question, never, says = [*line.split("\t"), "", "", ""][:4]
        if never or says:
            rows.append((question, never, says))
    return rows


@pytest.fixture(scope="module")
def deps(data_dir: Path) -> Deps:
    return Deps(settings=AgentSettings(data_dir=data_dir), now=lambda: NOW)


@pytest.mark.parametrize(("question", "never", "says"), judged(), ids=[row[0] for row in judged()])
async def test_what_misled_once_does_not_again(deps: Deps, question: str, never: str, says: str) -> None:
    conversation = Conversation()
    for turn in question.split(" || "):
        told = await gather(answer(Question(text=turn, at=NOW), conversation, deps))
        assert told.done is not None
        conversation = told.done.conversation
    assert told.done is not None
    text = told.done.answer.text
    assert not never or not re.search(never, text, re.MULTILINE), text
    assert not says or re.search(says, text), text
