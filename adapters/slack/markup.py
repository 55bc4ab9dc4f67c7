"""Writes an answer's Markdown tree as the Markdown that Slack reads, with nothing in it that data could start.

    written(document)        # for a `markdown` block
    small(document)          # for a `mrkdwn` text object; "" where data in it could be read as a mark
    literal(text)            # data inside such text: backslashes before marks, entities for & < >
    entities(text)           # data inside `mrkdwn` and top-level text: entities alone
    label(text)              # data in plain text objects

Slack reads `<…>` as mentions and links in every kind of text, so & < > leave here as entities only.
"""

from __future__ import annotations

import re
from typing import assert_never

from adapters.markdown import (
    Block,
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
    Measure,
    Paragraph,
    Quote,
    Run,
    cleaned,
    plain_inlines,
)

_MARKS = re.compile(r"[\\`*~\[\]|]|(?<![^\W_])_|_(?![^\W_])")
_LINE_STARTS = re.compile(r"^(\s*)([#+=-]|\d+[.)](?=\s|$))", re.MULTILINE)
_ENTITY = re.compile(r"&(?=(?:amp|lt|gt);)")
_MISREAD = re.compile(r"[*~`]|(?<![^\W_])_|_(?![^\W_])|:[\w+'-]+:|^\s*>", re.MULTILINE)
"""What `mrkdwn` makes of data, and no escape keeps it from: a style, an emoji, a quote."""
_BREAK = "  \n"
_IN_URL = str.maketrans({"(": "%28", ")": "%29", " ": "%20", "<": "%3C", ">": "%3E", "\\": "%5C", "|": "%7C"})


def entities(text: str) -> str:
    """Text that Slack shows as it is wherever it reads `<…>` as its own."""
    return cleaned(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def label(text: str) -> str:
    """Text of a plain text object: an & stays as it is unless it would begin an entity."""
    return _ENTITY.sub("&amp;", cleaned(text)).replace("<", "&lt;").replace(">", "&gt;")


def unlabelled(text: str) -> str:
    """The characters that a `label` stands for."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def literal(text: str) -> str:
    """Markdown that reads as this text."""
    marked = entities(_MARKS.sub(r"\\\g<0>", text))
    return _LINE_STARTS.sub(_escaped_start, marked)


def _escaped_start(match: re.Match[str]) -> str:
    mark = match.group(2)
    return f"{match.group(1)}{mark[:-1]}\\{mark[-1]}"


def written(document: Document) -> str:
    """The document as Slack's Markdown; `len` of it is what Slack counts."""
    return "\n\n".join(_block(block) for block in document)


def written_length() -> Measure:
    """Measures what `written` makes of a document; each block is written once, however often it is measured."""
    lengths: dict[int, tuple[Block, int]] = {}

    def length(block: Block) -> int:
        held = lengths.get(id(block))
        if held is None or held[0] is not block:
            held = lengths[id(block)] = (block, len(_block(block)))
        return held[1]

    def measure(document: Document) -> int:
        return sum(length(block) for block in document) + 2 * max(0, len(document) - 1)

    return measure


def _block(block: Block) -> str:
    match block:
        case Paragraph():
            return _line(block.children)
        case Heading():
            return f"{'#' * min(block.level, 3)} {_line(block.children).replace(_BREAK, ' ')}"
        case CodeBlock():
            fence = "`" * max(3, _longest_run(block.text) + 1)
            return f"{fence}{block.language}\n{entities(block.text)}\n{fence}"
        case Items():
            marks = ["- " if block.start is None else f"{block.start + i}. " for i in range(len(block.items))]
            return "\n".join(
                _indented(mark, "\n\n".join(_block(part) for part in item))
                for mark, item in zip(marks, block.items, strict=True)
            )
        case Grid():
            rows = [" · ".join(_line(cell) for cell in row) for row in block.rows]
            return _BREAK.join([f"**{' · '.join(plain_cell(cell) for cell in block.columns)}**", *rows])
        case Quote():
            return "\n".join(f"> {line}" for line in written(block.children).split("\n"))
        case _:
            assert_never(block)


def small(document: Document) -> str:
    """The document as `mrkdwn`, which alone may be small print, folded or beside a button; "" where it cannot be.

    Slack knows no escape in it but the entities: data that holds a mark is left to another form.
    """
    if _MISREAD.search("\n".join(_data(block) for block in document)):
        return ""
    return "\n".join(_small(block) for block in document)


def _data(block: Block) -> str:
    match block:
        case Paragraph() | Heading():
            return _told(block.children)
        case CodeBlock():
            return block.text
        case Items():
            return "\n".join(_data(part) for item in block.items for part in item)
        case Grid():
            return "\n".join(_told(cell) for row in (block.columns, *block.rows) for cell in row)
        case Quote():
            return "\n".join(map(_data, block.children))
        case _:
            assert_never(block)


def _small(block: Block) -> str:
    match block:
        case Paragraph():
            return _small_line(block.children)
        case Heading():
            return f"*{_small_words(block.children)}*"
        case CodeBlock():
            return f"```{entities(block.text)}```"
        case Items():
            marks = ["• " if block.start is None else f"{block.start + i}. " for i in range(len(block.items))]
            told = ["\n".join(map(_small, item)) for item in block.items]
            return "\n".join(mark + item for mark, item in zip(marks, told, strict=True))
        case Grid():
            return "\n".join(" · ".join(_small_line(cell) for cell in row) for row in (block.columns, *block.rows))
        case Quote():
            return "\n".join(map(_small, block.children))
        case _:
            assert_never(block)


def _small_line(inlines: Inlines) -> str:
    return "".join(map(_small_inline, inlines))


def _small_inline(inline: Inline) -> str:
    match inline:
        case Run() | Code():
            return entities(inline.text)
        case Bold() | Italic():
            text, mark = _small_words(inline.children), "*" if isinstance(inline, Bold) else "_"
            return f"{mark}{text}{mark}" if text else ""
        case Link():
            named = _small_words(inline.children).replace("|", "/")
            return f"<{entities(inline.url.translate(_IN_URL))}|{named}>" if named else ""
        case _:
            assert_never(inline)


def _small_words(inlines: Inlines) -> str:
    return entities(" ".join(_told(inlines).split()))


def _told(inlines: Inlines) -> str:
    """The characters that are seen: no address of a link."""
    return "".join(one.text if isinstance(one, (Run, Code)) else _told(one.children) for one in inlines)


def plain_cell(cell: Inlines) -> str:
    """A table cell's text in Markdown, without styles."""
    return literal(plain_inlines(cell).replace("\n", " ").strip())


def _indented(mark: str, text: str) -> str:
    return mark + text.replace("\n", "\n" + " " * len(mark))


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall(r"`+", text)), default=0)


def _line(inlines: Inlines) -> str:
    """One paragraph. Escapes at the start of a line depend on what comes before, so runs are joined first."""
    return "".join(_inline(inline, first=number == 0) for number, inline in enumerate(inlines))


def _inline(inline: Inline, *, first: bool) -> str:
    match inline:
        case Run():
            # Inside a line a leading "-" or "1." is no list: only the first run can begin one.
            text = literal(inline.text) if first else literal(f",{inline.text}")[1:]
            return text.replace("\n", _BREAK)
        case Code():
            fence = "`" * (_longest_run(inline.text) + 1)
            pad = " " if inline.text.startswith("`") or inline.text.endswith("`") else ""
            return (
                f"{fence}{pad}{entities(inline.text)}{pad}{fence}" if inline.text.strip() else literal(inline.text)
            )
        case Bold():
            return _wrapped("**", inline.children)
        case Italic():
            return _wrapped("*", inline.children)
        case Link():
            return f"[{_line(inline.children)}]({entities(inline.url.translate(_IN_URL))})"
        case _:
            assert_never(inline)


def _wrapped(mark: str, children: Inlines) -> str:
    """Styled text; marks must touch characters, so outer spaces move out."""
    text = _line(children)
    inner = text.strip()
    if not inner:
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{mark}{inner}{mark}{after}"
