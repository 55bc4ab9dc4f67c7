"""Writes an answer's Markdown tree in Telegram's HTML, and measures it as Telegram counts.

    html(document)      # tags b, i, a, code, pre, blockquote; everything else escaped
    shown(document)     # the text that remains when Telegram has read the tags
    units(document)     # 0 to MAX_TEXT and more: the tightest of Telegram's three limits, on one scale

Telegram's own rules: code and pre neither hold nor stand in other entities, quotes do not nest, links are http(s).
"""

from __future__ import annotations

import html as escaping
import re
from dataclasses import dataclass, field
from typing import assert_never
from urllib.parse import urlsplit

from adapters.markdown import (
    Block,
    Bold,
    Code,
    CodeBlock,
    Document,
    Grid,
    Heading,
    Inlines,
    Italic,
    Items,
    Link,
    Paragraph,
    Quote,
    Run,
    plain_inlines,
    utf16_length,
)
from adapters.telegram.limits import MAX_ENTITIES, MAX_RAW_BYTES, MAX_TEXT

FOLDED = 400
"""A longer quote is shown by its first lines, and opened by a tap."""

TABLE_WIDTH = 40
"""Characters of a table that a phone shows without turning its lines over."""


@dataclass
class _Writer:
    """Text and markup side by side."""

    html: list[str] = field(default_factory=list[str])
    text: list[str] = field(default_factory=list[str])
    entities: int = 0
    quoted: bool = False
    styles: frozenset[str] = frozenset()

    def write(self, text: str) -> None:
        self.html.append(escaping.escape(text, quote=False))
        self.text.append(text)

    def open(self, tag: str) -> None:
        self.html.append(f"<{tag}>")
        self.entities += 1

    def close(self, tag: str) -> None:
        self.html.append(f"</{tag}>")


def html(document: Document) -> str:
    """The document in Telegram's HTML."""
    return "".join(_written(document).html)


def shown(document: Document) -> str:
    """What is read of it."""
    return "".join(_written(document).text)


def units(document: Document) -> int:
    """Its length; more when its entities or its markup fill Telegram's other limits first."""
    written = _written(document)
    text = utf16_length("".join(written.text))
    raw = len("".join(written.html).encode("utf-8", "surrogatepass"))
    entities = -(-written.entities * MAX_TEXT // MAX_ENTITIES)
    return max(text, entities, -(-raw * MAX_TEXT // MAX_RAW_BYTES))


def _written(document: Document) -> _Writer:
    writer = _Writer()
    _blocks(writer, document, "\n\n")
    return writer


def _blocks(writer: _Writer, document: Document, between: str, indent: str = "") -> None:
    for number, block in enumerate(document):
        if number:
            writer.write(between + indent)
        _block(writer, block, indent)


def _block(writer: _Writer, block: Block, indent: str) -> None:
    match block:
        case Paragraph():
            _inlines(writer, block.children, indent)
        case Heading():
            _styled(writer, "b", block.children, indent)
        case CodeBlock():
            _code_block(writer, block)
        case Items():
            _items(writer, block, indent)
        case Grid():
            _grid(writer, block, indent)
        case Quote():
            if writer.quoted:
                _blocks(writer, block.children, "\n", indent)
                return
            long = block.folded or utf16_length(shown(block.children)) > FOLDED
            writer.open("blockquote expandable" if long else "blockquote")
            writer.quoted = True
            _blocks(writer, block.children, "\n")
            writer.quoted = False
            writer.close("blockquote")
        case _:
            assert_never(block)


def _code_block(writer: _Writer, block: CodeBlock) -> None:
    if writer.quoted:
        writer.write(block.text)
        return
    writer.open("pre")
    if block.language:
        writer.html.append(f'<code class="language-{escaping.escape(block.language)}">')
    writer.write(block.text)
    if block.language:
        writer.close("code")
    writer.close("pre")


def _items(writer: _Writer, block: Items, indent: str) -> None:
    for number, item in enumerate(block.items):
        if number:
            writer.write("\n" + indent)
        mark = "• " if block.start is None else f"{block.start + number}. "
        writer.write(mark)
        _blocks(writer, item, "\n", indent + "  ")


def _grid(writer: _Writer, block: Grid, indent: str) -> None:
    rows = [[plain_inlines(cell).replace("\n", " ") for cell in row] for row in (block.columns, *block.rows)]
    count = max(len(row) for row in rows)
    rows = [[*row, *[""] * (count - len(row))] for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(count)]
    if not writer.quoted and sum(widths) + 2 * (count - 1) <= TABLE_WIDTH:
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
        ]
        writer.open("pre")
        writer.write("\n".join(lines))
        writer.close("pre")
        return
    for number, row in enumerate((block.columns, *block.rows)):
        if number:
            writer.write("\n" + indent)
        for column, cell in enumerate(row):
            if column:
                writer.write(" · ")
            if number:
                _inlines(writer, cell, indent)
            else:
                _styled(writer, "b", cell, indent)


def _inlines(writer: _Writer, inlines: Inlines, indent: str) -> None:
    for inline in inlines:
        match inline:
            case Run():
                writer.write(inline.text.replace("\n", "\n" + indent))
            case Bold():
                _styled(writer, "b", inline.children, indent)
            case Italic():
                _styled(writer, "i", inline.children, indent)
            case Code():
                if writer.styles or writer.quoted:
                    writer.write(inline.text)
                else:
                    writer.open("code")
                    writer.write(inline.text)
                    writer.close("code")
            case Link():
                _link(writer, inline, indent)
            case _:
                assert_never(inline)


def _styled(writer: _Writer, tag: str, inlines: Inlines, indent: str) -> None:
    if tag in writer.styles:
        _inlines(writer, inlines, indent)
        return
    before = writer.styles
    writer.open(tag)
    writer.styles = before | {tag}
    _inlines(writer, inlines, indent)
    writer.styles = before
    writer.close(tag)


def _link(writer: _Writer, link: Link, indent: str) -> None:
    if urlsplit(link.url).scheme not in ("http", "https") or "a" in writer.styles:
        # Telegram links mail addresses and phone numbers by itself, wherever they stand, as they stand there.
        said = plain_inlines((link,))
        dialled = link.url.removeprefix("tel:")
        abroad = dialled != link.url and dialled not in re.sub(r"[ .-]", "", said)
        writer.write((f"{said} ({dialled})" if abroad else said).replace("\n", "\n" + indent))
        return
    before = writer.styles
    writer.html.append(f'<a href="{escaping.escape(link.url)}">')
    writer.entities += 1
    writer.styles = before | {"a"}
    _inlines(writer, link.children, indent)
    writer.styles = before
    writer.close("a")
