"""Turns a reply into Slack messages: blocks with every limit kept, and a text for notifications.

    laid_out(blocks, buttons, thumbs, tag)   # [SlackMessage(blocks, text, plain)], in order, nothing left out

Words become `markdown` blocks, the first table of a message a `table` block, fact sheets a header with fields, the
answer in one line a header, what is to be done a section each, a list sections with a button each, folded words
one section that Slack itself folds, sources small print.
What a message cannot hold goes on in the next one; buttons stand under the last. `plain` is the same message
without blocks, for when Slack refuses them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

from adapters.cards import unsaid, words
from adapters.markdown import (
    Bold,
    Document,
    Grid,
    Inlines,
    Items,
    Paragraph,
    Run,
    escape,
    parse,
    plain,
    plain_inlines,
    split,
)
from adapters.meaning import SHOWN_SOURCES, joined, line, source, sources_in_line
from adapters.meaning import document as in_lines
from adapters.protocol import (
    Block,
    Button,
    Card,
    Compare,
    Contacts,
    Deadlines,
    Facts,
    File,
    Folded,
    Headline,
    Map,
    Row,
    Rows,
    Sources,
    Status,
    Table,
    Text,
    Timeline,
)
from adapters.slack.markup import entities, label, literal, small, unlabelled, written, written_length

TURN = "turn_"
"""Begins the action of a button whose answer takes the place of the message under which it stands."""

MAX_BLOCKS = 50
MAX_SECTION = 3_000
MAX_FIELDS, MAX_FIELD = 10, 2_000
MAX_HEADER = 150
MAX_BUTTONS = 25
MAX_BUTTON_LABEL = 75
MAX_MARKDOWN = 12_000
MAX_TABLE_ROWS, MAX_TABLE_COLUMNS, MAX_TABLE = 100, 20, 10_000
MAX_MESSAGE = 13_200
"""Undocumented: all characters of a message together, else `msg_blocks_too_long`."""

WORDS = 10_500
"""Markdown characters of one message."""

CONTENT = 10_800
"""Words, fields and cells of one message; what is left to `MAX_MESSAGE` is for buttons and the text."""

CONTENT_BLOCKS = MAX_BLOCKS - 2
NOTIFICATION = 300
EMPTY_CELL = "–"
OPENS = "›"
"""On the button of a row, beside the name of what it opens."""
MAX_CONTEXT, MAX_CONTEXTS = 2_000, 10
SMALL = 1_900
"""Characters of one piece of small print."""
FOLDED = 2_600
"""Characters of one folded section, beside its title."""

_BOLD_NAME = re.compile(r"\A\*?([^\n]*?)\*?\n")

SlackBlock = dict[str, Any]


@dataclass(frozen=True)
class SlackMessage:
    """One message: its blocks, its text for notifications, and the same content as text alone."""

    blocks: tuple[SlackBlock, ...]
    text: str
    plain: str


@dataclass
class _Page:
    """A message being filled."""

    blocks: list[SlackBlock] = field(default_factory=list[SlackBlock])
    plain: list[str] = field(default_factory=list[str])
    chars: int = 0
    words: int = 0
    table: bool = False

    def room_for(self, part: _Part) -> bool:
        return (
            len(self.blocks) + len(part.blocks) <= CONTENT_BLOCKS
            and self.chars + part.chars <= CONTENT
            and self.words + part.words <= WORDS
            and not (self.table and part.table)
        )

    def add(self, part: _Part) -> None:
        self.blocks += part.blocks
        self.plain.append(part.plain)
        self.chars += part.chars
        self.words += part.words
        self.table = self.table or part.table


@dataclass(frozen=True)
class _Part:
    """Blocks that stay together."""

    blocks: tuple[SlackBlock, ...]
    plain: str
    chars: int
    words: int = 0
    table: bool = False


@dataclass(frozen=True)
class _Folds:
    """Folded words, each under its title."""

    document: Document


def laid_out(
    blocks: Sequence[Block], buttons: Sequence[Button] = (), thumbs: Sequence[Button] = (), tag: str = ""
) -> list[SlackMessage]:
    """The messages of a reply; none when it has no words. `tag` marks the buttons' blocks (see `tagged`)."""
    pages: list[_Page] = []
    for part in _parts(blocks, words(blocks), tag):
        if not pages or not pages[-1].room_for(part):
            pages.append(_Page())
        pages[-1].add(part)
    if (buttons or thumbs) and not pages:
        pages.append(_Page())
    messages: list[SlackMessage] = []
    for number, page in enumerate(pages):
        last = number == len(pages) - 1
        taps = _taps(buttons, thumbs, tag) if last else ()
        content = "\n\n".join(page.plain)
        messages.append(SlackMessage((*page.blocks, *taps), _notification(content), entities(content)))
    return messages


def words_of(blocks: Sequence[Block]) -> Document:
    """The words of a reply as one document, for previews."""
    return tuple(
        part for block in blocks if isinstance(block, (Text, Headline, Sources)) for part in parse(block.markdown)
    )


def status_of(blocks: Sequence[Block]) -> str:
    """What is being done right now, on one line."""
    return "; ".join(block.text for block in blocks if isinstance(block, Status))


# --- parts -------------------------------------------------------------------------------------------


def _parts(blocks: Sequence[Block], said: str, tag: str) -> Iterator[_Part]:
    opened = 0
    for block in _folds_together(blocks):
        match block:
            case Text():
                yield from _words(parse(block.markdown))
            case Sources():
                yield from _sources(block)
            case Headline():
                yield from _headline(block)
            case Deadlines() | Contacts() | Timeline():
                yield from _lines(in_lines(block))
            case Compare():
                rows = [(row.name, *(value or block.unknown for value in row.values)) for row in block.rows]
                yield from _table(("", *block.columns), rows)
            case Facts():
                facts = tuple((fact.name, fact.value) for fact in block.facts)
                yield from _card(Card(block.title, facts, block.links))
            case Rows():
                for row in block.rows:
                    yield from _row_of(row, opened, tag)
                    opened += 1
            case _Folds():
                yield from _folded(block)
            case Status():
                yield from _words(parse(escape(block.text)))
            case Table():
                yield from _table(block.columns, block.rows)
            case Card():
                rest = unsaid(block, said)
                if rest.facts or rest.links or not block.facts:
                    yield from _card(rest)
            case Map() | File() | Folded():
                pass  # pictures are messages of their own; what is folded came together
            case _:
                assert_never(block)


def _headline(block: Headline) -> Iterator[_Part]:
    """The answer as a header, what it is about in small letters under it."""
    said = label(line(plain(parse(block.markdown))))
    about = label(line(block.about))
    if not said or len(said) > MAX_HEADER or len(about) > MAX_CONTEXT:
        yield from _words(in_lines(block))
        return
    boxes: list[SlackBlock] = [{"type": "header", "text": _plain_text(said)}]
    if about:
        boxes.append({"type": "context", "elements": [_plain_text(about)]})
    told = f"{said}\n{about}".strip()
    yield _Part(tuple(boxes), unlabelled(told), len(told))


def _row_of(row: Row, number: int, tag: str) -> Iterator[_Part]:
    """A line of a list as a section, with the button that opens it beside it."""
    title = f"{row.number}. {line(row.title)}" if row.number else line(row.title)
    rest = " · ".join(line(part) for part in (row.lead, row.note) if part.strip())
    document = (Paragraph((Bold((Run(title),)), *((Run(f"\n{rest}"),) if rest else ()))),)
    box = _section(document)
    if box is None:
        yield from _words(in_lines(Rows((row,))))
        return
    if row.tap:
        box["block_id"] = tagged(tag, f"row{number}")
        box["accessory"] = {**_button(row.tap, f"tap_{number}", OPENS), "accessibility_label": _named(row.tap)}
    said = _part(box, document)
    yield replace(said, chars=said.chars + (len(OPENS) if row.tap else 0))


def _named(tap: Button) -> str:
    """What a row's button is called for who hears it: the row itself is seen beside it."""
    return shortened(label(tap.label), MAX_BUTTON_LABEL)


def _folds_together(blocks: Sequence[Block]) -> list[Block | _Folds]:
    """Folded words that follow each other are one part: Slack folds what is long."""
    made: list[Block | _Folds] = []
    for block in blocks:
        if not isinstance(block, Folded):
            made += _with_documents(made, block)
            continue
        told: Document = (Paragraph((Bold((Run(line(block.title)),)),)), *parse(block.markdown))
        if made and isinstance(made[-1], _Folds):
            made[-1] = _Folds((*made[-1].document, *told))
        else:
            made.append(_Folds(told))
    return made


def _with_documents(made: list[Block | _Folds], block: Block) -> list[Block]:
    """Many documents go where words are folded already, if they fit that section; what stands under them stays.

    In a section of their own they would stand open, larger than in small print.
    """
    found = [(place, one) for place, one in enumerate(made) if isinstance(one, _Folds)]
    if not isinstance(block, Sources) or len(block.documents) <= SHOWN_SOURCES or not found:
        return [block]
    place, folds = found[-1]
    told = (*folds.document, Paragraph(joined([source(one) for one in block.documents], "\n")))
    if not 0 < len(small(told)) <= FOLDED:
        return [block]
    made[place] = _Folds(told)
    return [Sources("", (), block.note)] if block.note else []


def _folded(folds: _Folds) -> Iterator[_Part]:
    """Words that Slack folds itself: a long section is shown by its first lines."""
    for piece in split(folds.document, FOLDED, lambda one: len(small(one) or label(plain(one)))):
        if said := _section(piece):
            yield _part({**said, "expand": False}, piece)


def _lines(document: Document) -> Iterator[_Part]:
    """What is to be done, whom to call: a section for each, where Slack can show it with its styles and links."""
    for block in document:
        pieces: list[Document] = [(block,)]
        if isinstance(block, Items) and block.start is not None:
            pieces = [(Items((item,), number),) for number, item in enumerate(block.items, block.start)]
        for piece in pieces:
            said = _section(piece) if small(piece) else None
            yield from [_part(said, piece)] if said else _words(piece)


def _sources(block: Sources) -> Iterator[_Part]:
    """The documents and what stands under them as small print, where Slack can show it with its links."""
    rows: list[list[Inlines]] = []
    room = SMALL
    for one in map(source, block.documents):
        size = len(small((Paragraph(one),))) + 3
        if room + size > SMALL:
            rows.append([])
            room = 0
        rows[-1].append(one)
        room += size
    named = [(Paragraph(joined(row)),) for row in rows] or [parse(block.markdown)]
    pieces = [piece for piece in (*named, parse(block.note)) if piece]
    told = [small(piece) for piece in pieces]
    if not pieces or not all(0 < len(one) <= MAX_CONTEXT for one in told) or len(told) > MAX_CONTEXTS:
        yield from _words(sources_in_line(block))
        return
    box: SlackBlock = {"type": "context", "elements": [_mrkdwn(one) for one in told]}
    yield _Part((box,), "\n\n".join(map(plain, pieces)), sum(map(len, told)))


def _section(document: Document) -> SlackBlock | None:
    """Words as a section: with their styles and links, or as they are; none where they do not fit one."""
    styled, bare = small(document), label(plain(document)).strip()
    if styled.strip() and len(styled) <= MAX_SECTION:
        return {"type": "section", "text": _mrkdwn(styled)}
    return {"type": "section", "text": _plain_text(bare)} if 0 < len(bare) <= MAX_SECTION else None


def _part(box: SlackBlock, document: Document) -> _Part:
    return _Part((box,), plain(document), len(box["text"]["text"]))


def _words(document: Document) -> Iterator[_Part]:
    """Words, with tables taken out of them."""
    held: Document = ()
    for block in document:
        if not isinstance(block, Grid) or len(block.columns) > MAX_TABLE_COLUMNS:
            held = (*held, block)
            continue
        yield from _markdown(held)
        held = ()
        columns = tuple(plain_inlines(cell) for cell in block.columns)
        yield from _table(columns, tuple(tuple(plain_inlines(cell) for cell in row) for row in block.rows))
    yield from _markdown(held)


def _markdown(document: Document) -> Iterator[_Part]:
    for piece in split(document, WORDS, written_length()):
        text = written(piece)
        if text.strip():
            yield _Part(({"type": "markdown", "text": text},), plain(piece), len(text), len(text))


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[_Part]:
    if len(columns) > MAX_TABLE_COLUMNS:
        lines = "\n".join(escape(" | ".join(row)) for row in (columns, *rows))
        yield from _markdown(parse(lines))
        return
    head = _row(columns, len(columns))
    room = MAX_TABLE - 1_000
    page, size = [head], _size(head)
    for row in rows:
        cells = _row(row, len(columns))
        if len(page) == MAX_TABLE_ROWS or (size + _size(cells) > room and len(page) > 1):
            yield _table_part(page)
            page, size = [head], _size(head)
        page.append(cells)
        size += _size(cells)
    yield _table_part(page)


def _row(cells: Sequence[str], width: int) -> list[dict[str, str]]:
    filled = [*cells[:width], *[""] * (width - len(cells))]
    return [{"type": "raw_text", "text": label(cell).strip()[:1_000] or EMPTY_CELL} for cell in filled]


def _size(row: Sequence[Mapping[str, str]]) -> int:
    return sum(len(cell["text"]) for cell in row)


def _table_part(rows: list[list[dict[str, str]]]) -> _Part:
    settings = [{"is_wrapped": True} for _ in rows[0]]
    block: SlackBlock = {"type": "table", "rows": rows, "column_settings": settings}
    lines = "\n".join(" | ".join(cell["text"] for cell in row) for row in rows)
    return _Part((block,), unlabelled(lines), sum(_size(row) for row in rows), table=True)


def _card(card: Card) -> Iterator[_Part]:
    """A fact sheet: its title as a header, its facts two in a line; long facts as words under it."""
    title = card.title.replace("\n", " ").strip()
    head: list[SlackBlock] = []
    before: list[str] = []
    if title and len(label(title)) <= MAX_HEADER:
        head.append({"type": "header", "text": _plain_text(label(title))})
    elif title:
        before.append(f"**{escape(title)}**")
    short = [(name, fact) for name, fact in card.facts if len(label(f"{name}\n{fact}")) <= 300]
    after = [f"**{escape(name)}**: {escape(fact)}" for name, fact in card.facts if (name, fact) not in short]
    after += [" · ".join(f"[{escape(name)}](<{url}>)" for name, url in card.links)] if card.links else []
    fields = [_field(name, fact) for name, fact in short]
    sections: list[SlackBlock] = [
        {"type": "section", "fields": fields[i : i + MAX_FIELDS]} for i in range(0, len(fields), MAX_FIELDS)
    ]
    yield from _markdown(parse("\n\n".join(before)))
    boxes = [*head, *sections]
    # A sheet of very many facts does not fit one message; each of its sections does.
    whole = sum(len(_read(box)) for box in boxes) <= CONTENT and len(boxes) <= CONTENT_BLOCKS
    for group in [boxes] if whole else [[box] for box in boxes]:
        if group:
            told = "\n".join(_read(box) for box in group)
            yield _Part(tuple(group), unlabelled(told), len(told))
    yield from _markdown(parse("\n".join(after)))


def _read(box: SlackBlock) -> str:
    """The words of a header or of a section's fields."""
    if "text" in box:
        return str(box["text"]["text"])
    return "\n".join(_BOLD_NAME.sub(r"\1: ", str(one["text"])) for one in box["fields"])


def _field(name: str, fact: str) -> dict[str, Any]:
    """A fact under its name."""
    styled = small((Paragraph((Bold((Run(line(name)),)), Run(f"\n{fact}"))),))
    return _mrkdwn(styled) if styled else _plain_text(label(f"{name}\n{fact}"))


def _mrkdwn(text: str) -> dict[str, Any]:
    return {"type": "mrkdwn", "text": text, "verbatim": True}


def _plain_text(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text, "emoji": False}


# --- buttons -----------------------------------------------------------------------------------------


def tagged(tag: str, kind: str) -> str:
    """A block id that says where its buttons belong: a tap brings it back. See `tag_of`."""
    return f"{kind}|{tag}"[:255]


def tag_of(block_id: str) -> str:
    """What `tagged` was given; empty for another block's id."""
    kind, _, tag = block_id.partition("|")
    return tag if kind in ("taps", "thumbs") or re.fullmatch(r"row\d+", kind) else ""


def tap_row(buttons: Sequence[Button], tag: str) -> SlackBlock:
    """Buttons as one block."""
    elements = [
        _button(button, f"{TURN if button.turns else 'tap_'}{number}", button.label)
        for number, button in enumerate(buttons[:MAX_BUTTONS])
    ]
    return {"type": "actions", "block_id": tagged(tag, "taps"), "elements": elements}


def _button(button: Button, action: str, said: str) -> dict[str, Any]:
    element: dict[str, Any] = {
        "type": "button",
        "action_id": action,
        "text": _plain_text(shortened(label(said), MAX_BUTTON_LABEL)),
        "value": button.token,
    }
    if button.style != "default":
        element["style"] = button.style
    return element


def _taps(buttons: Sequence[Button], thumbs: Sequence[Button], tag: str) -> tuple[SlackBlock, ...]:
    made: list[SlackBlock] = [tap_row(buttons, tag)] if buttons else []
    if len(thumbs) == 2:
        good, bad = ({"text": _plain_text(thumb.label), "value": thumb.token} for thumb in thumbs)
        element = {
            "type": "feedback_buttons",
            "action_id": "feedback",
            "positive_button": good,
            "negative_button": bad,
        }
        made.append({"type": "context_actions", "block_id": tagged(tag, "thumbs"), "elements": [element]})
    return tuple(made)


# --- texts -------------------------------------------------------------------------------------------


def _notification(content: str) -> str:
    """What a phone shows of a message, and what is read aloud."""
    line = " ".join(content.split())
    return entities(shortened(line, NOTIFICATION)) or "FlyFun"


def shortened(text: str, most: int) -> str:
    """At most `most` characters, never half an entity."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    start = cut.rfind("&")
    if start > len(cut) - 5 and ";" not in cut[start:]:
        cut = cut[:start]
    return cut.rstrip() + "…"


def quoted(question: str, asked_by: str) -> tuple[SlackBlock, ...]:
    """A question as it stands above its answer's thread."""
    lines = [f"> {literal(line)}" for line in question.strip().split("\n")] or [">"]
    who = f"**{literal(asked_by)}** asks:\n" if asked_by else ""
    return ({"type": "markdown", "text": (who + "\n".join(lines))[:MAX_MARKDOWN]},)
