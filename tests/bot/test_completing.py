"""Tab in the terminal completes commands and airfields' codes."""

from __future__ import annotations

from pathlib import Path

from agent.config import AgentSettings
from agent.deps import Deps
from bot.commands import COMMANDS
from bot.completing import MOST, Words


def test_commands_and_codes_are_completed_and_nothing_else(data_dir: Path) -> None:
    words = Words(Deps(settings=AgentSettings(data_dir=data_dir)).airports)
    assert {word for word, _ in words("/")} == {f"/{one.name}" for one in COMMANDS} | {"/quit"}
    assert [word for word, _ in words("/hom")] == ["/home"]
    assert "Fairoaks" in dict(words("how far from egt"))["EGTF"]
    assert all(word.startswith("LF") for word, _ in words("LF"))
    assert len(list(words("LF"))) == MOST
    for nothing in ("", "l", "from ", "how /he", "zzzzzz", "é"):
        assert list(words(nothing)) == []
