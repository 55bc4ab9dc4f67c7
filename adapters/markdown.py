"""Reads the small Markdown that answers are written in, and cuts long answers into messages.

    document = parse(text)                       # a frozen tree; anything outside the subset is plain text
    plain(document)                              # the same without any markup
    split(document, limit, measure)              # documents that `measure` says are no longer than `limit`
    escape(text)                                 # text that `parse` gives back as it is, markup and all
    cleaned(text), utf16_length(text)

The subset: paragraphs, headings, lists, quotes, fenced code, tables, rules (dropped); bold, italic, code, links to
https, http, mailto and tel. No HTML, no images, no reference links: their source stays readable text. A line end
is a line end, as in a chat. `measure` renders a document the way its platform does and counts in the platform's
own units, so a cut is right whatever the markup costs; cuts fall between blocks, then between items, rows, lines,
sentences and words, and never inside what the eye sees as one character.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import assert_never
from urllib.parse import urlsplit

import regex
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.tree import SyntaxTreeNode

LINK_SCHEMES = frozenset({"https", "http", "mailto", "tel"})
URL_LIMIT = 2_000

# --- the tree ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Run:
    """Characters; a line break is "\\n"."""

    text: str


@dataclass(frozen=True, slots=True)
class Bold:
    """Bold text."""

    children: Inlines


@dataclass(frozen=True, slots=True)
class Italic:
    """Italic text."""

    children: Inlines


@dataclass(frozen=True, slots=True)
class Code:
    """A few characters in a fixed-width face."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link to one of `LINK_SCHEMES`."""

    url: str
    children: Inlines


Inline = Run | Bold | Italic | Code | Link
Inlines = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of text."""

    children: Inlines


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, level 1 to 6."""

    level: int
    children: Inlines


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Lines kept as they are, without a last line end."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Items:
    """A list; numbered from `start` unless that is None."""

    items: tuple[Document, ...]
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: one line of column names, then rows of as many cells."""

    columns: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """Quoted blocks; `folded` ones are opened by a tap where the channel can fold."""

    children: Document
    folded: bool = False


Block = Paragraph | Heading | CodeBlock | Items | Grid | Quote
Document = tuple[Block, ...]
Measure = Callable[[Document], int]

# --- characters --------------------------------------------------------------------------------------

# Bidirectional controls, NUL and the other controls but tab and line end, lone surrogates, byte order mark.
_UNWANTED = regex.compile(
    r"[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C\u0000-\u0008\u000B-\u001F\u007F-\u009F\uD800-\uDFFF\uFEFF]"
)
_LINE_ENDS = regex.compile(r"\r\n?|[\u0085\u2028\u2029\v\f]")
_PILES = regex.compile(r"(\p{M}{4})\p{M}+")
_PUNCTUATION = regex.compile(r"[\\`*_{}\[\]()<>#+\-.!|~&=]")
_LANGUAGE = regex.compile(r"[A-Za-z0-9_+-]{1,20}")
LONGEST_WORD = 40
"""Characters without a space that are still kept together."""

_GRAPHEME = regex.compile(r"\X")
_SENTENCE_END = regex.compile(r"[.!?…:;][\"'”’)\]]*\s+")


def cleaned(text: str) -> str:
    """The text without what could turn, hide or break other text; at most four marks on one letter."""
    return _PILES.sub(r"\1", _UNWANTED.sub("", _LINE_ENDS.sub("\n", text)))


def escape(text: str) -> str:
    """Markdown that reads as this text, for names and other data inside an answer."""
    return _PUNCTUATION.sub(r"\\\g<0>", text)


def utf16_length(text: str) -> int:
    """How Telegram counts: characters outside the basic plane count twice."""
    return len(text) + sum(1 for character in text if character > "\uffff")


# --- reading -----------------------------------------------------------------------------------------


@cache
def _reader() -> MarkdownIt:
    rules = ["fence", "blockquote", "hr", "list", "heading", "table"]
    rules += ["newline", "escape", "backticks", "emphasis", "link", "autolink", "entity"]
    reader = MarkdownIt("zero", {"maxNesting": 100}).enable(rules)
    reader.block.ruler.push("outdent", _outdent, {"alt": ["paragraph"]})
    return reader


def _outdent(state: StateBlock, line: int, _end: int, silent: bool) -> bool:
    """A line that is not indented ends the list item above it: in a chat it is a line of its own."""
    return silent and state.sCount[line] < state.blkIndent


def parse(text: str) -> Document:
    """The tree of a Markdown text."""
    return _blocks(SyntaxTreeNode(_reader().parse(cleaned(text))).children)


def _blocks(nodes: Sequence[SyntaxTreeNode]) -> Document:
    return tuple(block for node in nodes for block in _block(node))


def _block(node: SyntaxTreeNode) -> Document:
    match node.type:
        case "paragraph":
            return (Paragraph(_inlines(node)),)
        case "heading":
            return (Heading(int(node.tag[1]), _inlines(node)),)
        case "fence" | "code_block":
            language = _LANGUAGE.match(node.info)
            return (CodeBlock(node.content.removesuffix("\n"), language.group() if language else ""),)
        case "bullet_list":
            return (Items(tuple(_blocks(item.children) for item in node.children)),)
        case "ordered_list":
            items = tuple(_blocks(item.children) for item in node.children)
            return (Items(items, int(node.attrs.get("start", 1))),)
        case "blockquote":
            return (Quote(_blocks(node.children)),)
        case "table":
            rows = [
                tuple(_inlines(cell) for cell in row.children) for part in node.children for row in part.children
            ]
            return (Grid(rows[0], tuple(rows[1:])),)
        case _:  # a rule
            return ()


def _inlines(node: SyntaxTreeNode) -> Inlines:
    """The text of a block, its runs joined."""
    return _joined([part for inline in node.children for child in inline.children for part in _inline(child)])


def _inline(node: SyntaxTreeNode) -> list[Inline]:
    match node.type:
        case "strong":
            return _styled(Bold, node)
        case "em":
            return _styled(Italic, node)
        case "code_inline":
            return [Code(node.content)]
        case "softbreak" | "hardbreak":
            return [Run("\n")]
        case "link":
            url = str(node.attrs.get("href", ""))
            children = _children(node) or (Run(url),)
            return [Link(url, children)] if _safe(url) else [*children, Run(f" ({url})")]
        case _:
            text = cleaned(node.content)  # again: an entity may have stood for a control
            return [Run(text)] if text else []


def _styled(style: type[Bold] | type[Italic], node: SyntaxTreeNode) -> list[Inline]:
    children = _children(node)
    return [style(children)] if children else []


def _children(node: SyntaxTreeNode) -> Inlines:
    return _joined([part for child in node.children for part in _inline(child)])


def _joined(parts: Sequence[Inline]) -> Inlines:
    joined: list[Inline] = []
    for part in parts:
        last = joined[-1] if joined else None
        if isinstance(part, Run) and isinstance(last, Run):
            joined[-1] = Run(last.text + part.text)
        else:
            joined.append(part)
    return tuple(joined)


def _safe(url: str) -> bool:
    if len(url) > URL_LIMIT:
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in LINK_SCHEMES and bool(parts.netloc or parts.scheme in ("mailto", "tel"))


# --- without markup ----------------------------------------------------------------------------------


def plain(document: Document) -> str:
    """The text alone: list marks and link addresses are kept, styles are not."""
    return "\n\n".join(_plain_block(block) for block in document)


def plain_inlines(inlines: Inlines) -> str:
    """The text of one line of a tree; a link's address follows its label when they differ."""
    return "".join(_plain_inline(inline) for inline in inlines)


def _plain_block(block: Block) -> str:
    match block:
        case Paragraph() | Heading():
            return plain_inlines(block.children)
        case CodeBlock():
            return block.text
        case Items():
            marks = ["•" if block.start is None else f"{block.start + i}." for i in range(len(block.items))]
            return "\n".join(
                _indented(f"{mark} ", plain(item)) for mark, item in zip(marks, block.items, strict=True)
            )
        case Grid():
            return "\n".join(
                " | ".join(plain_inlines(cell) for cell in row) for row in (block.columns, *block.rows)
            )
        case Quote():
            return "\n".join(f"> {line}" for line in plain(block.children).split("\n"))
        case _:
            assert_never(block)


def _indented(mark: str, text: str) -> str:
    return mark + text.replace("\n\n", "\n").replace("\n", "\n" + " " * len(mark))


_DIGITS = regex.compile(r"(?:\d\D{0,3}){5}")


def _plain_inline(inline: Inline) -> str:
    match inline:
        case Run() | Code():
            return inline.text
        case Bold() | Italic():
            return plain_inlines(inline.children)
        case Link():
            label = plain_inlines(inline.children)
            bare = inline.url.removeprefix("mailto:").removeprefix("tel:")
            if inline.url.startswith("tel:") and _DIGITS.search(label):
                return label  # the number is said: "09 70 27 15 51" is not followed by "(0970271551)"
            return label if label in (inline.url, bare) else f"{label} ({bare})"
        case _:
            assert_never(inline)


# --- cutting -----------------------------------------------------------------------------------------


def split(document: Document, limit: int, measure: Measure) -> list[Document]:
    """The document in pieces that `measure` to `limit` at most, in order, nothing left out.

    A heading stays with what follows it; a cut code block is fenced in both pieces; a cut table repeats its
    column names. Raises ValueError when the limit is too small for one character with its markup.
    """
    pieces: list[Document] = []
    current: Document = ()
    waiting = deque(document)
    while waiting:
        block = waiting.popleft()
        if measure((*current, block)) <= limit:
            current = (*current, block)
            continue
        if current and isinstance(block, Quote) and block.folded:
            fitting = _begin(block, current, limit, measure)
            if fitting:
                pieces.append((*current, Quote(block.children[:fitting], folded=True)))
                waiting.appendleft(Quote(block.children[fitting:], folded=True))
                current = ()
                continue
        waiting.appendleft(block)
        if not current:
            first, rest = divide(block, limit, measure)
            pieces.append((first,))
            waiting.popleft()
            waiting.extendleft(reversed(rest))
        else:
            if isinstance(current[-1], Heading) and len(current) > 1:
                waiting.appendleft(current[-1])
                current = current[:-1]
            pieces.append(current)
            current = ()
    if current:
        pieces.append(current)
    return pieces


def _begin(quote: Quote, before: Document, limit: int, measure: Measure) -> int:
    """How many whole blocks of what is folded fit behind what stands before; a heading goes with what follows."""
    whole = len(quote.children) - 1
    count = _most(whole, lambda n: measure((*before, Quote(quote.children[:n], folded=True))) <= limit)
    while count and isinstance(quote.children[count - 1], Heading):
        count -= 1
    return count


def divide(block: Block, limit: int, measure: Measure, *, lines_first: bool = False) -> tuple[Block, list[Block]]:
    """A block too long alone, as a first part that fits and what is left, at a line's end for `lines_first`."""
    match block:
        case Paragraph():
            left, right = _cut_inlines(
                block.children, lambda part: measure((Paragraph(part),)) <= limit, lines_first=lines_first
            )
            return Paragraph(left), [Paragraph(right)] if right else []
        case Heading():
            left, right = _cut_inlines(
                block.children, lambda part: measure((Heading(block.level, part),)) <= limit
            )
            return Heading(block.level, left), [Paragraph(right)] if right else []
        case CodeBlock():
            at = cut(
                block.text, lambda left: measure((CodeBlock(left, block.language),)) <= limit, lines_first=True
            )
            left, right = block.text[:at].removesuffix("\n"), block.text[at:]
            return CodeBlock(left, block.language), [CodeBlock(right, block.language)] if right else []
        case Items():
            return _divide_items(block, limit, measure)
        case Grid():
            return _divide_grid(block, limit, measure)
        case Quote():
            pieces = split(block.children, limit, lambda part: measure((Quote(part, block.folded),)))
            return Quote(pieces[0], block.folded), [Quote(piece, block.folded) for piece in pieces[1:]]
        case _:
            assert_never(block)


def _divide_items(block: Items, limit: int, measure: Measure) -> tuple[Block, list[Block]]:
    count = _most(len(block.items), lambda n: measure((Items(block.items[:n], block.start),)) <= limit)
    if count:
        start = None if block.start is None else block.start + count
        rest = block.items[count:]
        return Items(block.items[:count], block.start), [Items(rest, start)] if rest else []
    # One item is too long: its first part keeps the mark, what is left goes on without one.
    first, *others = split(block.items[0], limit, lambda part: measure((Items((part,), block.start),)))
    start = None if block.start is None else block.start + 1
    rest = [continued for piece in others for continued in piece]
    return Items((first,), block.start), [*rest, *([Items(block.items[1:], start)] if block.items[1:] else [])]


def _divide_grid(block: Grid, limit: int, measure: Measure) -> tuple[Block, list[Block]]:
    count = _most(len(block.rows), lambda n: n > 0 and measure((Grid(block.columns, block.rows[:n]),)) <= limit)
    if count:
        rest = block.rows[count:]
        return Grid(block.columns, block.rows[:count]), [Grid(block.columns, rest)] if rest else []
    # Not even one row fits as a table: rows become lines of text.
    lines = [Paragraph(_row_as_line(row)) for row in (block.columns, *block.rows)]
    pieces = split(tuple(lines), limit, measure)
    first, *rest = [line for piece in pieces for line in piece]
    return first, rest


def _row_as_line(row: tuple[Inlines, ...]) -> Inlines:
    parts: list[Inline] = []
    for number, cell in enumerate(row):
        parts += [Run(" | "), *cell] if number else cell
    return _joined(parts)


def _most(count: int, fits: Callable[[int], bool]) -> int:
    """The largest number up to `count` that fits, 0 when not even 1 does."""
    return bisect_left(range(1, count + 1), True, key=lambda n: not fits(n))


def _cut_inlines(
    inlines: Inlines, fits: Callable[[Inlines], bool], *, lines_first: bool = False
) -> tuple[Inlines, Inlines]:
    text = "".join(_characters(inline) for inline in inlines)
    at = cut(text, lambda left: fits(_take(inlines, len(left))[0]), lines_first=lines_first)
    left, right = _take(inlines, at)
    return left, _without_first_break(right)


def cut(text: str, fits: Callable[[str], bool], *, lines_first: bool = False) -> int:
    """Where to cut a text: as late as it fits, at a line, sentence or word, else between two characters."""
    window = 256
    while window < len(text) and fits(text[:window]):
        window *= 2
    edges = [match.end() for match in _GRAPHEME.finditer(text[:window])]
    if window < len(text) and len(edges) > 1:
        del edges[-1]  # the window may have cut it
    most = _most(len(edges), lambda n: fits(text[: edges[n - 1]]))
    if most == 0:  # one "character" of hundreds of code points
        edges = list(range(1, min(window, len(text)) + 1))
        most = _most(len(edges), lambda n: fits(text[:n]))
        if most == 0:
            raise ValueError("the limit is too small for one character")
    end = edges[most - 1]
    if end == len(text):
        return end
    least = 1 if lines_first else end // 2
    line = text.rfind("\n", least, end + 1)
    if line > 0:
        return line + 1 if line + 1 <= end else line
    sentences = [match.end() for match in _SENTENCE_END.finditer(text, least, end)]
    if sentences:
        return sentences[-1]
    word = text.rfind(" ", least, end)
    if word <= 0:  # a link before it can take most of the room: a word goes into the next piece whole
        word = text.rfind(" ", max(1, end - LONGEST_WORD), end)
    return word + 1 if word > 0 else end


def _characters(inline: Inline) -> str:
    match inline:
        case Run() | Code():
            return inline.text
        case Bold() | Italic() | Link():
            return "".join(_characters(child) for child in inline.children)
        case _:
            assert_never(inline)


def _take(inlines: Inlines, count: int) -> tuple[Inlines, Inlines]:
    """The first `count` characters, and the rest; what is styled stays styled on both sides."""
    left: list[Inline] = []
    right: list[Inline] = []
    for inline in inlines:
        length = len(_characters(inline))
        if length <= count:
            left.append(inline)
        elif count <= 0:
            right.append(inline)
        else:
            first, second = _take_one(inline, count)
            left.append(first)
            right.append(second)
        count -= length
    return tuple(left), tuple(right)


def _take_one(inline: Inline, count: int) -> tuple[Inline, Inline]:
    match inline:
        case Run():
            return Run(inline.text[:count]), Run(inline.text[count:])
        case Code():
            return Code(inline.text[:count]), Code(inline.text[count:])
        case Bold():
            left, right = _take(inline.children, count)
            return Bold(left), Bold(right)
        case Italic():
            left, right = _take(inline.children, count)
            return Italic(left), Italic(right)
        case Link():
            left, right = _take(inline.children, count)
            return Link(inline.url, left), Link(inline.url, right)
        case _:
            assert_never(inline)


def _without_first_break(inlines: Inlines) -> Inlines:
    """A piece does not start with the line break it was cut at."""
    if inlines and isinstance(inlines[0], Run) and inlines[0].text.startswith("\n"):
        text = inlines[0].text[1:]
        return (Run(text), *inlines[1:]) if text else inlines[1:]
    return inlines
