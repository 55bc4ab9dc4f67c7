"""Reads what an airfield's text asks before you come: PPR, notice to customs, police, handling, fuel.

A customs row in French or English is read as a whole by `border_row`, everything else by `notice_reader`. The most
restrictive reading wins. Whatever is not understood stays as raw text with kind `unknown` and a
warning: no text is ever read as "nothing needed", and a lead time in the text is never read as a shorter one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from agent.aviation.border_row import read_row
from agent.aviation.notice_left import BORDER, with_what_is_left
from agent.aviation.notice_reader import Reader
from agent.aviation.notice_rules import (
    CLASSES,
    MORE_PERIODS,
    FlightClass,
    NoticeKind,
    NoticeRule,
    NoticeRules,
    Service,
    TimeBasis,
    Weekday,
)
from agent.aviation.notice_scan import tidy

__all__ = [
    "CLASSES",
    "MORE_PERIODS",
    "FlightClass",
    "NoticeKind",
    "NoticeRule",
    "NoticeRules",
    "Service",
    "TimeBasis",
    "Weekday",
    "parse_notice",
]


@lru_cache(maxsize=64)
def parse_notice(text: str, services: tuple[Service, ...] = ()) -> NoticeRules:
    """The rules in `text`. `services`: what the row of the AIP is about, when the text does not say.

    Never raises and never returns an empty list: text without a demand gives one rule of kind `unknown`.
    """
    return NoticeRules.model_validate_json(_parsed(text, services))


@lru_cache(maxsize=2048)
def _parsed(text: str, services: tuple[Service, ...]) -> str:
    """The rules as they are kept: a text of 1 KB where they themselves take 5 to 12."""
    return parse_anew(text, services).model_dump_json()


def parse_anew(text: str, services: tuple[Service, ...] = ()) -> NoticeRules:
    """The same, of a text that is not remembered."""
    clean = tidy(text)
    if (rules := read_row(clean, services)) is not None:
        return NoticeRules(rules=rules, warnings=tuple(_seen_to(rules)), whole=True)
    reader = Reader(clean, services)
    reader.read()
    found = reader.result()
    return with_what_is_left(_nothing_taken_for_granted(found), clean) if set(services) & BORDER else found


def _nothing_taken_for_granted(found: NoticeRules) -> NoticeRules:
    """Of a border row that is not understood to its last word, "H24" may be another place's: it is left open."""
    rules = tuple(
        rule.model_copy(update={"kind": "unknown", "confidence": min(rule.confidence, 0.5)})
        if rule.kind == "h24" and rule.service in BORDER
        else rule
        for rule in found.rules
    )
    return found if rules == found.rules else found.model_copy(update={"rules": rules, "whole": False})


def _seen_to(rules: tuple[NoticeRule, ...]) -> Iterator[str]:
    """What in rules that were read whole still needs a human eye."""
    for rule in rules:
        if rule.kind == "on_request":
            yield f"No lead time stated: {rule.raw}"
        elif rule.kind == "specific_time" and rule.business_day_offset is None and rule.deadline_weekday is None:
            yield f"A time of day without the day, check: {rule.raw}"
        elif rule.deadline_weekday is not None:
            yield f"The deadline is a day of the week, check: {rule.raw}"
        elif rule.opening_words:
            yield f"{rule.opening_words}: hours by the sun, confirm by phone"
        elif rule.kind == "unknown" and not rule.open_from:
            yield "No notice time is stated: read the text itself"
