"""Reads what an airfield's text asks before you come: PPR, notice to customs, police, handling, fuel.

The most restrictive reading wins. Whatever is not understood stays as raw text with kind `unknown` and a
warning: no text is ever read as "nothing needed", and a lead time in the text is never read as a shorter one.
"""

from __future__ import annotations

from functools import lru_cache

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


@lru_cache(maxsize=4096)
def parse_notice(text: str, services: tuple[Service, ...] = ()) -> NoticeRules:
    """The rules in `text`. `services`: what the row of the AIP is about, when the text does not say.

    Never raises and never returns an empty list: text without a demand gives one rule of kind `unknown`.
    """
    clean = tidy(text)
    reader = Reader(clean, services)
    reader.read()
    return reader.result()
