"""Customs rows of the French AIP: read whole as a person reads them, or left unread; never for less than they ask."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any

import pytest

from agent.aviation.notice import NoticeRule, parse_notice

HERE = Path(__file__)
WORDINGS: list[dict[str, Any]] = tomllib.loads(HERE.with_name("customs_row_wordings.toml").read_text("utf-8"))[
    "wording"
]
TEXTS = HERE.parents[4] / "shared" / "data" / "sia-france" / "facts.csv"
ROW = ("customs", "immigration")


def fits(rule: NoticeRule, expected: dict[str, Any]) -> bool:
    found = rule.model_dump(mode="json")
    condition = expected.get("condition")
    said = condition is None or (condition in rule.condition if condition else not rule.condition)
    plain = {k: v for k, v in expected.items() if k != "condition"}
    return said and all(found[key] == value or (value == "" and not found[key]) for key, value in plain.items())


@pytest.mark.parametrize("case", WORDINGS, ids=[case["text"][:60] for case in WORDINGS])
def test_a_row_is_read_as_a_person_reads_it(case: dict[str, Any]) -> None:
    read = parse_notice(case["text"], ROW)
    shown = [r.model_dump(exclude_defaults=True, exclude={"raw"}) for r in read.rules]
    assert read.whole is case.get("whole", True), shown
    rules = [r for r in read.rules if r.service == case.get("service", "customs")]
    for expected in case["rules"]:
        assert any(fits(rule, expected) for rule in rules), shown
    assert not read.whole or all(any(fits(rule, e) for e in case["rules"]) for rule in rules), shown


def asked(rules: tuple[NoticeRule, ...]) -> set[tuple[object, ...]]:
    """What the rules ask at the border, without the words of their language."""
    return {
        (
            r.service, r.kind, r.hours, r.business_day_offset, r.cut_off, r.deadline_weekday, r.open_from, r.open_to,
            r.flight_classes, r.weekdays, r.months, bool(r.condition), bool(r.opening_words), r.phone, r.email,
        )
        for r in rules
        if r.service in ROW
    }  # fmt: skip


@pytest.mark.samples
def test_nine_in_ten_of_the_texts_are_read_whole_and_alike_in_both_languages() -> None:
    if not TEXTS.is_file():
        pytest.skip("the texts are not beside the repository")
    with TEXTS.open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["item"] == "customs"]
    read = {
        (row["ident"], key): parse_notice(row[key].replace(" | ", "\n"), ROW)
        for row in rows
        for key in ("text_fr", "text_en")
    }
    whole = [name for name, found in read.items() if found.whole]
    assert len(whole) / len(read) >= 0.9
    both = [
        row["ident"] for row in rows if read[row["ident"], "text_fr"].whole and read[row["ident"], "text_en"].whole
    ]
    differ = [i for i in both if asked(read[i, "text_fr"].rules) != asked(read[i, "text_en"].rules)]
    assert differ == []
