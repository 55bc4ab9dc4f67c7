"""The parts of an answer as the blocks of a reply, a row's tap with its button."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from adapters import protocol as shown
from adapters.protocol import Block, Button, Position, Text
from agent.protocol import (
    Compare,
    Contacts,
    Deadlines,
    Facts,
    Folded,
    Headline,
    Part,
    Passage,
    Reach,
    Rows,
    Source,
    SourceList,
    Timeline,
)
from agent.writing.citations import dated
from tongue import later, say

NOT_KNOWN = later("not known")


def opening(choice: object) -> str:
    """A name of what a tap does: equal for equal calls; "" for a tap without one."""
    call = getattr(choice, "call", None)
    return call.model_dump_json() if call is not None else ""


def part_blocks(parts: Iterable[Part], taps: Mapping[str, Button]) -> tuple[Block, ...]:
    """The blocks, in order; words that follow each other are one block."""
    blocks: list[Block] = []
    for part in parts:
        block = _block(part, taps)
        last = blocks[-1] if blocks else None
        if isinstance(block, Text) and isinstance(last, Text):
            blocks[-1] = Text(f"{last.markdown}\n\n{block.markdown}")
        else:
            blocks.append(block)
    return tuple(blocks)


def _block(part: Part, taps: Mapping[str, Button]) -> Block:
    match part:
        case Passage():
            return Text(part.markdown)
        case Headline():
            return shown.Headline(part.markdown, part.about)
        case Contacts():
            return shown.Contacts(_contacts(part.contacts), part.title, part.note)
        case Deadlines():
            deadlines = [
                shown.Deadline(one.what, one.latest, one.note, _contacts(one.whom), one.passed)
                for one in part.deadlines
            ]
            return shown.Deadlines(tuple(deadlines), part.title)
        case Timeline():
            return shown.Timeline(tuple(shown.Moment(m.at, m.what, m.note) for m in part.moments), part.title)
        case Compare():
            rows = tuple(shown.Compared(r.name, r.values, r.differs) for r in part.rows)
            return shown.Compare(part.columns, rows, say(NOT_KNOWN))
        case Facts():
            place = Position(part.place.lat, part.place.lon, part.title) if part.place else None
            facts = tuple(shown.Fact(fact.name, fact.value, fact.known) for fact in part.facts)
            return shown.Facts(facts, part.title, part.links, part.icao or "", place, part.numbers)
        case Rows():
            rows = [
                shown.Row(row.title, row.lead, row.note, row.number, taps.get(opening(row.opens)))
                for row in part.rows
            ]
            return shown.Rows(tuple(rows))
        case Folded():
            return shown.Folded(part.title, part.markdown)
        case SourceList():
            return shown.Sources(part.markdown, _documents(part.documents), part.note)
        case _:
            assert_never(part)


def _documents(sources: Iterable[Source]) -> tuple[shown.SourceLink, ...]:
    """Each document once: one whose page is known is not told again without it."""
    found = [*dict.fromkeys(map(_document, sources))]
    linked = {(one.name, one.when) for one in found if one.url}
    return tuple(one for one in found if one.url or (one.name, one.when) not in linked)


def _document(source: Source) -> shown.SourceLink:
    """A document with its month ("Sep 2026"), and whether it is old ("Jun 2023 (old: check)")."""
    name, month = dated(source)
    old = say(" (old: check)") if source.stale else ""
    return shown.SourceLink(name, source.url or "", f"{month}{old}".strip())


def _contacts(reached: Iterable[Reach]) -> tuple[shown.Contact, ...]:
    return tuple(shown.Contact(one.kind, one.value, one.label, one.dialled) for one in reached)
