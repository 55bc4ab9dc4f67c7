"""Which of several statements counts: the newest official one, and an older one only for what it adds.

1. Official before what volunteers compile, that before reported; dated before undated, newest first. What
   volunteers compile counts only where no official publication states the field.
2. Of one publication the later edition replaces the earlier: an earlier statement stays only where the later
   says nothing on that field (for a wording: on none of its services).
3. Between publications an older statement that says nothing beyond the newer is left out; what else it says is
   a conflict, and shown as one.
4. Restrictions add up: none replaces another.
"""

from __future__ import annotations

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
        if not any(_later_edition(other, text) and set(text.services) & set(other.services) for other in kept):
            kept.append(text)
    return tuple(kept)


def _replaces(newer: Fact, older: Fact) -> bool:
    if newer.source is older.source:
        return False
    return _later_edition(newer, older) or (newer.value != older.value and _says_all_of(newer, older))


def _later_edition(newer: Fact | NoticeText, older: Fact | NoticeText) -> bool:
    """Is `newer` of a later edition of the same publication? An undated copy is as old as the day it was read."""
    same = newer.source.publication == older.source.publication
    return same and newer.source is not older.source and newer.observed_on > older.observed_on


def _says_all_of(newer: Fact, older: Fact) -> bool:
    if not isinstance(newer.value, tuple) or not isinstance(older.value, tuple):
        return False
    return bool(older.value) and set(older.value) < set(newer.value)
