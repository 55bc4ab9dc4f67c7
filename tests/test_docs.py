"""What the README says is what the code does: settings, commands, tools."""

from __future__ import annotations

import re
from pathlib import Path

from agent.registry import tools
from bot.cli import app
from bot.commandline import GROUPS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
NAME = re.compile(r"`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`")


def _settings_in_code() -> set[str]:
    found: set[str] = set()
    for file in (ROOT / "agent" / "config.py", ROOT / "bot" / "settings.py"):
        found |= set(re.findall(r'(?:text|path)\(\s*"([A-Z][A-Z0-9_]+)"', file.read_text("utf-8")))
    return found


def test_every_setting_of_the_code_is_in_the_readme_and_no_other() -> None:
    table = README.split("## Settings", 1)[1].split("\n## ", 1)[0]
    assert set(NAME.findall(table)) == _settings_in_code()


def test_every_command_of_the_readme_exists() -> None:
    known = {
        command.name or command.callback.__name__.replace("_", "-")
        for command in app.registered_commands
        if command.callback
    }
    groups = {
        str(group.info.name): {c.name or c.callback.__name__ for c in group.registered_commands if c.callback}
        for group in GROUPS
    }
    said = re.findall(r"`flyfun ([a-z]+)(?: ([a-z]+))?", README)
    assert said
    for first, second in said:
        assert first in known or first in groups, first
        if first in groups and second:
            assert second in groups[first], f"{first} {second}"


def test_the_table_of_tools_is_the_manifest() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (\w+) \|$", README, re.MULTILINE)
    assert {name: (required, kind) for name, required, kind in rows} == {
        tool.name: (", ".join(tool.required) or "–", tool.kind) for tool in tools().values()
    }


def test_the_files_that_the_documents_point_to_exist() -> None:
    for document in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"):
        text = (ROOT / document).read_text("utf-8")
        for target in re.findall(r"\]\(([\w./-]+\.md)\)", text):
            assert (ROOT / target).exists(), target
        for target in re.findall(r"`((?:agent|adapters|bot|data|configs|tests)/[\w./-]+?)`", text):
            assert (ROOT / target.rstrip("/")).exists(), f"{document}: {target}"
