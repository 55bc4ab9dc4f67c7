"""Prior notice: wordings of five languages, each with the reading that a person reasoned out."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from agent.aviation.notice import NoticeRule, parse_notice

WORDINGS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("notice_wordings.toml").read_text(encoding="utf-8")
)["wording"]


def fits(rule: NoticeRule, expected: dict[str, Any]) -> bool:
    found = rule.model_dump(mode="json")
    condition = expected.get("condition")
    said = condition is None or (condition in rule.condition if condition else not rule.condition)
    return said and all(found[key] == value for key, value in expected.items() if key != "condition")


@pytest.mark.parametrize("case", WORDINGS, ids=[case["text"][:60] for case in WORDINGS])
def test_a_wording_is_read_as_a_person_reads_it(case: dict[str, Any]) -> None:
    rules = parse_notice(case["text"], tuple(case.get("row", ()))).rules
    shown = [rule.model_dump(exclude_defaults=True, exclude={"raw"}) for rule in rules]
    for expected in case["rules"]:
        assert any(fits(rule, expected) for rule in rules), shown
    if not case.get("partly"):
        assert all(any(fits(rule, expected) for expected in case["rules"]) for rule in rules), shown
