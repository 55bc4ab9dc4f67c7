"""Prior notice: wordings of five languages, each with the reading that a person reasoned out."""

from __future__ import annotations

import tomllib
from pathlib import Path
from string import ascii_uppercase, digits
from typing import Any

import pytest
import regex

from agent.aviation.notice import NoticeRule, parse_notice
from agent.aviation.notice_words import BEGINS, PATTERNS

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


def test_each_pattern_is_tried_at_every_character_it_can_begin_with() -> None:
    for name, pattern in PATTERNS:
        compiled = regex.compile(pattern)
        begins = {c for c in ascii_uppercase + digits if compiled.fullmatch(c, partial=True)}
        tried = BEGINS.get(name, "").replace("0-9", digits)
        assert begins == set(tried), name
