"""What a pilot tells of a field is drafted as a report, a question about one is not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from agent.protocol import Plan

Ask = Callable[[str], Awaitable[Plan]]


@pytest.mark.parametrize(
    "text",
    [
        "pls check: lfat avgas y/n, rwy lgth, ppr, landing fee", "my engine quit yesterday at LFAT who can repair it",
        "did anyone pay more than 20 EUR at LFAT?", "was anyone charged for parking at EGKB?", "who can fix a flat tyre at EGKB",
    ],
)  # fmt: skip
async def test_a_question_is_not_drafted_as_a_report(ask: Ask, text: str) -> None:
    assert "propose_report" not in [step.tool for step in (await ask(text)).steps]


@pytest.mark.parametrize(
    "text",
    [
        "landed at LFAT yesterday, paid 24 euros", "avgas is 2.60 a litre at LFAT today",
        "report: avgas pump at LFAT out of service", "note for LFAT: gate code changed",
        "LFAT cafe closed, nice people",
    ],
)  # fmt: skip
async def test_what_was_paid_or_seen_is_drafted_as_a_report(ask: Ask, text: str) -> None:
    assert [step.tool for step in (await ask(text)).steps] == ["propose_report"]
