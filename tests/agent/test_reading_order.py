"""The readings stand in the rooms' order, whichever room was imported first: the first that claims a message has it."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = "import {first}; from agent import registry; print(*registry.readings())"


@pytest.mark.thorough
def test_the_order_of_the_readings_is_not_that_of_the_imports() -> None:
    orders = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM.format(first=f"agent.subjects.{room}.reading")],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for room in ("airfield", "trip", "weather")
    }
    assert len(orders) == 1
