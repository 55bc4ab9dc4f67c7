"""`make test` runs whole files in copies of one process: none is lost, doubled or told otherwise than it went."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

HERE = Path(__file__).parent

CONFTEST = """
import pytest
from side_by_side import SideBySide

def pytest_configure(config):
    config.pluginmanager.register(SideBySide(2, lambda file: file))
"""

TESTS = """
import os
from pathlib import Path
import pytest

DONE = Path(__file__).with_suffix(".done")

@pytest.fixture(scope="module")
def prepared():
    yield os.getpid()
    with DONE.open("a") as done:
        done.write(f"{os.getpid()}\\n")

@pytest.mark.parametrize("number", range(4))
def test_each(prepared, number, tmp_path):
    print("number", number)
    assert number != 2

def test_that_ends_the_process(prepared):
    os._exit(7)

def test_behind_it(prepared, capfd):
    os.system("echo heard")
    assert capfd.readouterr().out == "heard\\n"

@pytest.mark.skip(reason="not here")
def test_left_out():
    pass
"""


def test_every_test_is_told_once_as_it_went(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for name in "abc":
        (tmp_path / f"test_{name}.py").write_text(TESTS)
    words = [
        "-q",
        "-p",
        "no:cacheprovider",
        "--junitxml=told.xml",
        f"--rootdir={tmp_path}",
        "-c",
        "/dev/null",
        ".",
    ]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        check=False,
        cwd=tmp_path,
        env={"PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    told: dict[str, list[str]] = {}
    for case in ET.parse(tmp_path / "told.xml").iter("testcase"):
        how = [f"{part.tag}: {part.get('message') or part.text}" for part in case if part.tag != "system-out"]
        told.setdefault(f"{case.get('classname')}.{case.get('name')}", []).extend(how or ["passed"])
    each = {"test_each[0]", "test_each[1]", "test_each[3]", "test_behind_it"}
    others = {"test_each[2]", "test_that_ends_the_process", "test_left_out"}
    assert set(told) == {f"test_{file}.{name}" for file in "abc" for name in each | others}
    for file in "abc":
        assert all(told[f"test_{file}.{name}"] == ["passed"] for name in each)
        assert [how[:20] for how in told[f"test_{file}.test_each[2]"]] == ["failure: assert 2 !="]
        (died,) = told[f"test_{file}.test_that_ends_the_process"]
        assert "the process ended in this test, with 7" in died
        assert told[f"test_{file}.test_left_out"] == ["skipped: not here"]
        assert len((tmp_path / f"test_{file}.done").read_text().split()) == 1  # of the copy that went on
    assert ran.stdout.count("number 2") == 3  # what it printed stands under it, and nowhere else
    assert "number 3" not in ran.stdout
