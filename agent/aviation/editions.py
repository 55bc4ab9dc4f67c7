"""Which of several statements counts: the newest official one, and an older one only for what it adds.

1. Official before what volunteers compile, that before reported; dated before undated, newest first. What
   volunteers compile counts only where no official publication states the field.
2. Of one publication the later edition replaces the earlier: an earlier statement stays only where the later
   says nothing on that field (for a wording: on none of its services).
3. Between publications an older statement that says nothing beyond the newer is left out: a shorter list, or the
   same words with other marks. A list of all there are leaves nothing out: what an older statement has beyond
   it is no more. What else an older statement says is a conflict, and shown as one.
4. Restrictions add up: none replaces another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.aviation.fact_records import Fact, NoticeText

ADD_UP = frozenset({"restriction"})
"""Fields of which every statement counts."""


def rank(record: Fact | NoticeText) -> tuple[tuple[bool, bool, bool], int]:
    """The order in which statements are believed."""
    return record.source.standing, -record.observed_on.toordinal()


def current_facts(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts that count, in the order of belief, without what a later edition replaced or a newer one says."""
    kept: list[Fact] = []
    of_field: dict[str, list[Fact]] = {}
    for fact in sorted(facts, key=rank):
        others = of_field.setdefault(fact.field, [])
        if others and fact.source.volunteer and any(not other.source.volunteer for other in others):
            continue
        if not others or fact.field in ADD_UP or not any(_replaces(other, fact) for other in others):
            others.append(fact)
            kept.append(fact)
    return tuple(kept)


def current_notices(notices: Iterable[NoticeText]) -> tuple[NoticeText, ...]:
    """The wordings that count: an earlier edition's stays where the later has none on any of its services."""
    kept: list[NoticeText] = []
    for text in sorted(notices, key=rank):
        same = [other for other in kept if set(text.services) & set(other.services)]
        if not any(_later_edition(other, text) or _same_words(other.raw, text.raw) for other in same):
            kept.append(text)
    return tuple(kept)


def _replaces(newer: Fact, older: Fact) -> bool:
    if newer.source is older.source:
        return False
    if _later_edition(newer, older):
        return True
    complete = newer.source.complete and newer.observed_on > older.observed_on
    return newer.value != older.value and (complete or _says_all_of(newer, older))


def _later_edition(newer: Fact | NoticeText, older: Fact | NoticeText) -> bool:
    """Is `newer` of a later edition of the same publication? An undated copy is as old as the day it was read."""
    same = newer.source.publication == older.source.publication
    return same and newer.source is not older.source and newer.observed_on > older.observed_on


def _says_all_of(newer: Fact, older: Fact) -> bool:
    if isinstance(newer.value, str) and isinstance(older.value, str):
        return _same_words(newer.value, older.value)
    if not isinstance(newer.value, tuple) or not isinstance(older.value, tuple):
        return False
    return bool(older.value) and set(older.value) < set(newer.value)


def _same_words(newer: str, older: str) -> bool:
    """Whether the older text is in the newer, whatever marks stand between its words."""
    words, said = (re.findall(r"\w+", text.casefold()) for text in (newer, older))
    return bool(said) and f" {' '.join(said)} " in f" {' '.join(words)} "
