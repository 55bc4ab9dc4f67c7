"""Blocks with meaning as plain lines: what every channel can show, and what it shows where it has no better form.

    document(block)     # a tree of `adapters.markdown`
    taps(blocks)        # the taps of rows, in their order

Data is put into the tree as it is, never read as Markdown; only headlines and folded words are Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from adapters.markdown import (
    Bold,
    Document,
    Heading,
    Inline,
    Inlines,
    Items,
    Link,
    Paragraph,
    Quote,
    Run,
    cleaned,
    parse,
)
from adapters.protocol import (
    Block,
    Button,
    Compare,
    Contact,
    Contacts,
    Deadline,
    Deadlines,
    Facts,
    Folded,
    Headline,
    Meaning,
    Moment,
    Row,
    Rows,
    SourceLink,
    Sources,
    Timeline,
)
from tongue import say

_DIALLED = re.compile(r"\+[1-9]\d{6,14}", re.ASCII)
"""A number with its country's code: one without it calls somebody else abroad."""

LONG_VALUE = 20
"""Letters of a compared value from which it is a sentence of its own."""
LONG_LINE = 50
"""Letters of the values of a row from which each has a line of its own."""
LEAST_OPEN = 8
"""Lines that each of several answers of a message has before it is folded."""
SHOWN_SOURCES = 2
"""Documents that stand in the open; the others are folded."""


def document(block: Meaning) -> Document:
    """The same in plain lines."""
    match block:
        case Headline():
            about = (Paragraph((Run(line(block.about)),)),) if block.about.strip() else ()
            return (*parse(block.markdown), *about)
        case Contacts():
            reached = joined([_reach(one) for one in block.contacts])
            note = (Run(f" · {line(block.note)}" if reached else line(block.note)),) if block.note else ()
            return _titled(block.title, (Paragraph((*reached, *note)),) if reached or note else ())
        case Deadlines():
            return _titled(block.title, (Items(tuple(_deadline(one) for one in block.deadlines), 1),))
        case Timeline():
            return _titled(block.title, (Items(tuple(_moment(one) for one in block.moments)),))
        case Compare():
            return (Paragraph(joined([_compared(block, place) for place in range(len(block.rows))], "\n")),)
        case Facts():
            told = [_named(fact.name, fact.value) for fact in block.facts]
            links = joined([_linked(label, url) for label, url in block.links])
            return _titled(block.title, tuple(Paragraph(part) for part in (joined(told, "\n"), links) if part))
        case Rows():
            return (Paragraph(joined([_row(row) for row in block.rows], "\n")),)
        case Folded():
            return (Quote((Paragraph((Bold((Run(line(block.title)),)),)), *parse(block.markdown)), folded=True),)
        case _:
            assert_never(block)


def apart(blocks: Sequence[Block]) -> list[tuple[Block, ...]]:
    """The answers of a message: each begins with its headline, the first with what stands before it."""
    answers: list[tuple[Block, ...]] = [()]
    for block in blocks:
        if isinstance(block, Headline) and any(isinstance(one, Headline) for one in answers[-1]):
            answers.append(())
        answers[-1] = (*answers[-1], block)
    return answers


def rooms(sizes: Sequence[int], most: int) -> tuple[int, ...]:
    """The lines of each of several answers: what a short one leaves is the others', some are each one's own."""
    given = [0] * len(sizes)
    least = LEAST_OPEN if len(sizes) > 1 else 0
    for number, place in enumerate(sorted(range(len(sizes)), key=lambda one: sizes[one])):
        given[place] = min(sizes[place], max(least, most // (len(sizes) - number)))
        most -= given[place]
    return tuple(given)


def sources(block: Sources) -> Document:
    """The documents as links, folded where they are many; the short line where none is named."""
    if len(block.documents) <= SHOWN_SOURCES:
        return sources_in_line(block)
    shown = joined([source(one) for one in block.documents], "\n")
    return (Quote((Paragraph(shown),), folded=True), *parse(block.note))


def sources_in_line(block: Sources) -> Document:
    """The documents as links in one paragraph, for a channel that folds nothing."""
    if not block.documents:
        return (*parse(block.markdown), *parse(block.note))
    return (Paragraph(joined([source(one) for one in block.documents])), *parse(block.note))


def source(one: SourceLink) -> Inlines:
    """ "AIP France, Sep 2026 (old: check)" with its address."""
    when = (Run(f" {line(one.when)}"),) if one.when else ()
    return (*_linked(one.name, one.url), *when)


def taps(blocks: Sequence[Block]) -> tuple[Button, ...]:
    """The taps of rows, in their order."""
    return tuple(row.tap for block in blocks if isinstance(block, Rows) for row in block.rows if row.tap)


def numbered(labels: Sequence[str]) -> str:
    """ "[1] LFQA  [2] More": taps where a number is typed; a row's own number does not stand twice."""
    return "  ".join(f"[{number}] {label.removeprefix(f'{number} ')}" for number, label in enumerate(labels, 1))


def address(contact: Contact) -> str:
    """What a tap on it opens: "tel:+33…", "mailto:…" or the page; "" where the value is none of it."""
    value = contact.value.strip()
    match contact.kind:
        case "phone":
            return f"tel:{contact.dialled}" if _DIALLED.fullmatch(contact.dialled) else ""
        case "email":
            plain = "@" in value and not set(value) & set(" <>\"'()&?#\n\t")
            return f"mailto:{value}" if plain else ""
        case "page":
            return value if value.startswith("https://") and not set(value) & set(" <>\n\t") else ""
        case _:
            assert_never(contact.kind)


def line(text: str) -> str:
    """Plain text on one line."""
    return " ".join(cleaned(text).split())


def named(name: str, value: str) -> str:
    """ "Fuel: AVGAS", "Carburant : AVGAS": the mark as the language sets it."""
    return say("{name}: {value}", name=name, value=value)


def _titled(title: str, rest: Document) -> Document:
    return (Heading(3, (Run(line(title)),)), *rest) if title.strip() and rest else rest


def _deadline(one: Deadline) -> Document:
    when = (Run(" · "), Bold((Run(line(one.latest)),))) if one.latest else ()
    note = (Run(f"\n{line(one.note)}"),) if one.note else ()
    whom = joined([_reach(contact) for contact in one.whom])
    return (Paragraph((Bold((Run(line(one.what)),)), *when, *note, *((Run("\n"), *whom) if whom else ()))),)


def _moment(one: Moment) -> Document:
    note = f" · {line(one.note)}" if one.note else ""
    return (Paragraph((Bold((Run(line(one.at)),)), Run(f" {line(one.what)}{note}"))),)


def _compared(block: Compare, place: int) -> Inlines:
    row = block.rows[place]
    values = [line(value or block.unknown) for value in row.values]
    name = line(row.name)
    apart = len(set(values)) > 1
    if apart and sum(map(len, values)) > LONG_LINE:
        columns = map(line, block.columns)
        under = [
            (Bold((Run(column),)), Run(named("", value))) for column, value in zip(columns, values, strict=False)
        ]
        return (Run(name if name.endswith("?") else named(name, "").rstrip()), Run("\n"), *joined(under, "\n"))
    long = max(map(len, values), default=0) > LONG_VALUE
    each = zip(map(line, block.columns), values, strict=False)
    told = " · ".join(named(column, value) if long else f"{column} {value}" for column, value in each)
    told = told if apart or len(values) < 2 else values[0]
    return (
        Run(f"{name} " if name.endswith("?") else named(name, "")),
        Bold((Run(told),)) if row.differs else Run(told),
    )


def _row(row: Row) -> Inlines:
    number = (Run(f"{row.number}. "),) if row.number else ()
    rest = " · ".join(line(part) for part in (row.lead, row.note) if part.strip())
    return (*number, Bold((Run(line(row.title)),)), *((Run(f" · {rest}"),) if rest else ()))


def _named(name: str, value: str) -> Inlines:
    return (Run(named(line(name), line(value))),)


def _reach(contact: Contact) -> Inlines:
    url = address(contact)
    label = Run(line(contact.label or contact.value))
    named = (Run(f" ({line(contact.value)})"),) if contact.label and contact.kind != "page" else ()
    return (Link(url, (label,)), *named) if url else (label, *named)


def _linked(label: str, url: str) -> Inlines:
    safe = url.startswith(("https://", "http://")) and not set(url) & set(" <>\n\t")
    return (Link(url, (Run(line(label)),)),) if safe else (Run(line(label)),)


def joined(pieces: Sequence[Inlines], between: str = " · ") -> Inlines:
    """Pieces of a line with something between each two."""
    made: list[Inline] = []
    for number, piece in enumerate(piece for piece in pieces if piece):
        made += [Run(between), *piece] if number else piece
    return tuple(made)
