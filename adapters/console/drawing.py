"""Draws an answer for a terminal: lines wrap at its width, and nothing of it is cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.table import Table as Lines
from rich.text import Text as Words

from adapters.markdown import Block as Part
from adapters.markdown import (
    Bold,
    Code,
    CodeBlock,
    Document,
    Grid,
    Heading,
    Inline,
    Inlines,
    Italic,
    Items,
    Link,
    Paragraph,
    Quote,
    Run,
    parse,
    plain,
    plain_inlines,
)
from adapters.meaning import document, sources_in_line
from adapters.protocol import Block, Card, File, Map, Meaning, Sources, Status, Table, Text

NARROWEST = 12
"""Columns of the screen that a column of a table needs; with less, each row is told line by line."""


def show(console: Console, tree: Document) -> None:
    """Draw a tree on a terminal; where the output is no terminal, its plain text, lines unbroken."""
    if not tree:
        return
    if not console.is_terminal:
        console.print(plain(tree), markup=False, highlight=False, soft_wrap=True, emoji=False)
        return
    for number, part in enumerate(tree):
        if number:
            console.print()
        console.print(_part(part, console.width), highlight=False)


def tree_of(blocks: Sequence[Block]) -> Document:
    """What the blocks say, in one tree. Pictures and files are said by who writes them to the disk."""
    return tuple(part for block in blocks for part in _tree(block))


def _tree(block: Block) -> Document:
    match block:
        case Text():
            return parse(block.markdown)
        case Sources():
            return sources_in_line(block)
        case Table():
            cells = tuple(tuple((Run(cell),) for cell in row) for row in block.rows)
            return (Grid(tuple((Run(name),) for name in block.columns), cells),)
        case Map() | File() | Card() | Status():
            return ()  # a card says nothing that the text does not
        case _:
            meaning: Meaning = block
            return document(meaning)


def _part(part: Part, width: int) -> RenderableType:
    match part:
        case Paragraph():
            return _words(part.children)
        case Heading():
            return _words(part.children, Style(bold=True))
        case CodeBlock():
            return Padding(Words(part.text, overflow="fold"), (0, 0, 0, 2))
        case Items():
            marks = ["•" if part.start is None else f"{part.start + n}." for n in range(len(part.items))]
            room = max(map(len, marks), default=0) + 1
            lines = Lines.grid()
            lines.add_column(width=room, no_wrap=True)
            lines.add_column(overflow="fold", ratio=1)
            for mark, item in zip(marks, part.items, strict=True):
                lines.add_row(Words(mark), Group(*(_part(inner, width - room) for inner in item)))
            return lines
        case Quote():
            return Padding(Group(*(_part(inner, width - 2) for inner in part.children)), (0, 0, 0, 2))
        case Grid():
            return _grid(part, width)
        case _:
            assert_never(part)


def _grid(grid: Grid, width: int) -> RenderableType:
    if len(grid.columns) * NARROWEST > width:
        names = [plain_inlines(name) for name in grid.columns]
        told = [
            "\n".join(f"{name}: {plain_inlines(cell)}" for name, cell in zip(names, row, strict=True))
            for row in grid.rows
        ]
        return Words("\n\n".join(told), overflow="fold")
    lines = Lines(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in grid.columns:
        lines.add_column(_words(name), overflow="fold")
    for row in grid.rows:
        lines.add_row(*(_words(cell) for cell in row))
    return lines


def _words(inlines: Inlines, style: Style | None = None) -> Words:
    words = Words(overflow="fold")
    for inline in inlines:
        _add(words, inline, style or Style())
    return words


def _add(words: Words, inline: Inline, style: Style) -> None:
    match inline:
        case Run():
            words.append(inline.text, style)
        case Code():
            words.append(inline.text, style + Style(bold=True))
        case Bold():
            for child in inline.children:
                _add(words, child, style + Style(bold=True))
        case Italic():
            for child in inline.children:
                _add(words, child, style + Style(italic=True))
        case Link():
            for child in inline.children:
                _add(words, child, style + Style(underline=True, link=inline.url))
        case _:
            assert_never(inline)
