"""What is only said to us in a group is nodded at; what asks something is not."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from agent.config import AgentSettings
from agent.deps import Deps
from agent.understanding import reader_of
from agent.understanding.reader.reader import Reader
from bot.nods import is_only_said

TODAY = date(2026, 11, 24)


@pytest.fixture(scope="module")
def reader(data_dir: Path) -> Reader:
    return reader_of(Deps(settings=AgentSettings(data_dir=data_dir)))


def test_signs_thanks_and_praise_ask_nothing(reader: Reader) -> None:
    for text in ("👍", "cheers bot, you're better organised than the committee", "bravo le robot, trop fort",
                 "what a clever little bot, does it do washing up", "der Bot ist echt genial, Hut ab",
                 "merci beaucoup, tu nous simplifies la vie"):  # fmt: skip
        assert is_only_said(text, reader.said(text, TODAY)), text


def test_what_asks_something_is_no_nod(reader: Reader) -> None:
    for text in (
        "?",
        "thanks, and Kortrijk?",
        "thanks! what can you do",
        "great bot, fuel at LFAT",
        "danke, und LFAT?",
    ):
        assert not is_only_said(text, reader.said(text, TODAY)), text
