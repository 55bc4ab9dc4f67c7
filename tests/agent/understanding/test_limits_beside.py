"""Limits told beside a question are offered to be kept; those asked to be kept are kept."""

from __future__ import annotations

import pytest

from agent.protocol import Plan, ToolCall
from agent.understanding.beside.limits_beside import offered_beside

LIMITS = ToolCall(tool="set_minima", arguments={"ceiling_ft": 1500})
WEATHER = ToolCall(tool="get_weather", arguments={"places": ["Popham"]})


@pytest.mark.parametrize(
    ("text", "steps", "offered"),
    [
        ("weather at Popham, my minima are 1500 ft", (LIMITS, WEATHER), True),
        ("keep 1500 ft as my ceiling; weather at Popham?", (LIMITS, WEATHER), False),
        ("make it 1500", (LIMITS, WEATHER), False),
        ("Merk dir 1500 ft. Wetter in Popham?", (LIMITS, WEATHER), False),
        ("my minima are 1500 ft", (LIMITS,), False),
        ("my minima: ceiling 1500, an hour before night", (LIMITS, WEATHER), False),
        ("my minima are 1500 ft, how is Popham", (LIMITS, WEATHER), True),
    ],
)
def test_limits_beside_a_question_are_offered(text: str, steps: tuple[ToolCall, ...], offered: bool) -> None:
    first = offered_beside(Plan(steps=steps), text).steps[0]
    assert ("offered" in first.arguments) is offered
