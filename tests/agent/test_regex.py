"""Patterns are compiled when they are first used, and every one of them can be."""

import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import agent
import bot
from agent import regex
from agent.regex import compile as later


def test_nothing_is_compiled_before_it_is_used() -> None:
    pattern = later(r"(?P<code>[a-z]{4})", regex.IGNORECASE)
    assert "search" not in vars(pattern)
    found = pattern.search("to LFAT")
    assert found is not None and found["code"] == "LFAT"
    assert pattern.pattern == r"(?P<code>[a-z]{4})" and pattern.groups == 1
    assert pattern.sub("-", "EGTF LFAT") == "- -" and pattern.split("a EGTF b") == ["a ", "EGTF", " b"]


def test_no_match_is_told_by_the_identity_of_its_pattern() -> None:
    told = [
        str(path)
        for package in (agent, bot)
        for path in Path(package.__path__[0]).rglob("*.py")
        if re.search(r"\.re is \w", path.read_text())
    ]
    assert not told


def test_a_malformed_pattern_fails_when_it_is_used() -> None:
    pattern = later("(")
    with pytest.raises(re.error):
        pattern.search("x")


def test_the_two_packages_import_the_standard_re_only_where_bytes_are_read() -> None:
    eager = {
        str(path.relative_to(Path(package.__path__[0]).parent))
        for package in (agent, bot)
        for path in Path(package.__path__[0]).rglob("*.py")
        if re.search(r"^import re$", path.read_text(), re.MULTILINE) and "re.compile(" in path.read_text()
    }
    assert eager == {"agent/compiled.py", "agent/aviation/fact_table.py", "agent/weather/notam.py"}


@pytest.mark.thorough
def test_every_pattern_of_a_module_can_be_compiled() -> None:
    seen = 0
    for package in (agent, bot):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name.endswith("__main__") or ".migrations" in found.name:
                continue
            for value in vars(importlib.import_module(found.name)).values():
                if type(value).__module__ == "agent.regex":
                    seen += value.groups >= 0
                    assert value.search.__self__ == re.compile(value.pattern, value.flags)
    assert seen > 2000


_ASKED = """
import atexit, sys
from agent.compiled import PATTERNS
used, compiled = set(), PATTERNS.compile
PATTERNS.compile = lambda pattern, flags: used.add((pattern, flags)) or compiled(pattern, flags)
atexit.register(lambda: print(sorted(map(repr, used)), file=sys.stderr))
from bot.cli import main
sys.argv = ["flyfun", "ask", "How far is it from EGTF to LFMD, and how long at 120 kt?"]
main()
"""


@pytest.mark.thorough
def test_a_pattern_is_the_same_in_every_process() -> None:
    """Else it would be compiled anew by each, and what is kept of it would grow."""
    told = [
        subprocess.run(
            [sys.executable, "-c", _ASKED],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            timeout=120,
        ).stderr
        for seed in ("1", "2")
    ]
    assert len(told[0]) > 10_000 and told[0] == told[1]
