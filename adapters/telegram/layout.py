"""Lays a reply out as Telegram messages: picture first, then the text in pieces, buttons under the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from telegram import InlineKeyboardMarkup, ReplyKeyboardMarkup

from adapters.cards import unsaid, words
from adapters.markdown import Block as Told
from adapters.markdown import (
    Bold,
    Document,
    Items,
    Paragraph,
    Quote,
    cleaned,
    divide,
    escape,
    parse,
    plain,
    split,
    utf16_length,
)
from adapters.meaning import apart, rooms, sources, taps
from adapters.meaning import document as in_lines
from adapters.protocol import (
    Block,
    Button,
    Card,
    Contacts,
    Deadlines,
    Facts,
    File,
    Headline,
    Map,
    Moment,
    Position,
    Reply,
    Row,
    Rows,
    Sources,
    Status,
    Table,
    Text,
    Timeline,
)
from adapters.telegram.keyboards import inline_keyboard, opens, share_place
from adapters.telegram.limits import MAX_CAPTION, MAX_TEXT, MOST_TOGETHER
from adapters.telegram.markup import FOLDED, html, units
from adapters.telegram.words import SHARE_PLACE
from tongue import say

MOST_TAPS = 6
"""Under one answer: more than this nobody reads."""
SCREEN, LETTERS = 12, 42
"""Lines of an answer on a phone before anything is folded, and the letters of one."""
ASIDE = 30
"""Letters of a moment's note that is told beside it."""
FOLDED_LINES, LEAST_LINES = 3, 2
"""What Telegram shows of a folded quote; a part of a block that is worth standing alone."""

Keyboard = InlineKeyboardMarkup | ReplyKeyboardMarkup


@dataclass(frozen=True, slots=True)
class Words:
    """A text message: Telegram's HTML, and the same without any markup should that be refused."""

    html: str
    plain: str
    keyboard: Keyboard | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A photo with a caption, plain text; `html` is the same in HTML, where it is the whole answer."""

    image: bytes
    key: str
    caption: str
    keyboard: Keyboard | None = None
    html: str = ""

    @property
    def name(self) -> str:
        """The file as it is."""
        return "map.png" if self.image.startswith(b"\x89PNG") else "map.jpg"


@dataclass(frozen=True, slots=True)
class Album:
    """Two to ten photos in one message. It has no buttons: Telegram knows none under an album."""

    pictures: tuple[Picture, ...]
    keyboard: None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A venue: a place on the chat's own map."""

    position: Position
    title: str
    address: str
    keyboard: Keyboard | None = None


@dataclass(frozen=True, slots=True)
class Attached:
    """A file."""

    content: bytes
    name: str
    keyboard: Keyboard | None = None


@dataclass(frozen=True, slots=True)
class Rich:
    """A rich message, and what is sent where Telegram does not take it."""

    blocks: Sequence[Mapping[str, Any]]
    instead: tuple[Words | Picture | Album | Place | Attached, ...]
    keyboard: Keyboard | None = None


Message = Words | Picture | Album | Place | Attached | Rich


def layout(reply: Reply, *, private: bool, wants_place: bool = False) -> list[Message]:
    """The messages of a final reply, in order. Empty when there is nothing to say."""
    pictures = [block for block in reply.blocks if isinstance(block, Map) and block.image]
    cards = [block for block in reply.blocks if isinstance(block, (Card, Facts))]
    if not private:
        pictures = pictures[:1]
    said = pieces(reply)
    messages: list[Message] = [
        Picture(block.image, block.key, _short(block.caption, MAX_CAPTION)) for block in pictures
    ]
    if len(messages) == 1 and len(said) == 1 and 0 < units(said[0]) <= MAX_CAPTION:
        messages = [Picture(pictures[0].image, pictures[0].key, plain(said[0]), html=html(said[0]))]
        said = []
    elif len(cards) == 1:
        messages = []  # a field that needs a whole message is told without its little map
    elif len(pictures) > 1 and said:
        shown = tuple(message for message in messages if isinstance(message, Picture))
        messages = [Album(shown[:MOST_TOGETHER]), *shown[MOST_TOGETHER:]]
    files: list[Message] = [Attached(one.content, one.name) for one in reply.blocks if isinstance(one, File)]
    messages = [*files, *messages, *(Words(html(piece), plain(piece)) for piece in said)]
    keyboard = inline_keyboard(at_most(taps(reply.blocks), reply.buttons), cards)
    if messages and keyboard is not None:
        messages[-1] = replace(messages[-1], keyboard=keyboard)
    if messages and wants_place:
        if keyboard is None:  # one message has one keyboard
            messages[-1] = replace(messages[-1], keyboard=share_place())
        else:
            messages.append(Words(say(SHARE_PLACE), say(SHARE_PLACE), share_place()))
    return messages


def at_most(rows: Sequence[Button], buttons: Sequence[Button]) -> tuple[Button, ...]:
    """What is tapped under a list: six at most, the next page and two questions before the rows that are left out.

    A row without its tap is still named by its number. Buttons alone are as many as they are.
    """
    if not rows or len(rows) + len(buttons) <= MOST_TAPS:
        return (*rows, *buttons)
    kept = [*(b for b in buttons if b.turns), *(b for b in buttons if not b.turns)][: MOST_TAPS // 2]
    return (*rows[: MOST_TAPS - len(kept)], *kept)


def preview(reply: Reply) -> str:
    """The first piece of an unfinished reply, in HTML; empty when there is nothing to show."""
    found = pieces(reply)
    return html(found[0]) if found else ""


def pieces(reply: Reply) -> list[Document]:
    """The text of a reply, cut where a message is full. What a card repeats is left out.

    Of an answer that is longer than a phone's screen the conditions of what is to be done, and then its end, are
    folded; each of several answers by itself.
    """
    answers = [_document(blocks, reply) for blocks in apart(reply.blocks)]
    if any(isinstance(block, (Headline, Sources)) for block in reply.blocks):
        sizes = [_lines(answer) for answer in answers]
        answers = [
            _folded(blocks, reply, room) if size > room else answer
            for blocks, answer, size, room in zip(
                apart(reply.blocks), answers, sizes, rooms(sizes, SCREEN), strict=True
            )
        ]
    documents = (part for block in reply.blocks if isinstance(block, Sources) for part in sources(block))
    document = (*(part for answer in answers for part in answer), *documents)
    return [piece for piece in split(document, MAX_TEXT, units) if not _blank(plain(piece))]


def _folded(blocks: Sequence[Block], reply: Reply, room: int) -> Document:
    """An answer on so many lines: the conditions last, whom to call before what is folded."""
    brief = [_brief(block) for block in blocks if not isinstance(block, Contacts)]
    notes = tuple(note for block in blocks for note in _notes(block))
    reached = _document([replace(block, note="") for block in blocks if isinstance(block, Contacts)], reply)
    return on_a_screen((*_document(brief, reply), *notes), room, reached)


def _document(blocks: Sequence[Block], reply: Reply) -> Document:
    """What these blocks of a reply say, but for its sources."""
    cards = sum(isinstance(block, Card) for block in reply.blocks)
    said = words(reply.blocks)
    document: Document = ()
    for block in blocks:
        match block:
            case Text():
                document += parse(block.markdown)
            case Status():
                document += parse(escape(block.text))
            case Card():
                document += parse(_card(block, said, links=cards > 1))  # a single card's links are buttons
            case Table():
                grid = parse(_table(block))
                long = utf16_length(plain(grid)) > FOLDED
                document += (Quote(grid),) if long else grid
            case Map() | File() | Sources():
                pass
            case _:
                document += in_lines(block)
    return document


def _brief(block: Block) -> Block:
    """Tasks and hours without their conditions, rows on as few lines as can be: `_notes` tell the rest."""
    match block:
        case Deadlines():
            return replace(block, deadlines=tuple(replace(one, note="") for one in block.deadlines))
        case Timeline():
            return replace(
                block, moments=tuple(replace(one, note="") if _aside(one) else one for one in block.moments)
            )
        case Rows():
            return replace(block, rows=tuple(replace(row, lead=_row_apart(row)[0]) for row in block.rows))
        case _:
            return block


def _aside(moment: Moment) -> bool:
    """Whether its note is a short one beside it ("13 min by taxi"), not what there is to be told."""
    return len(moment.note) <= ASIDE


def _row_apart(row: Row) -> tuple[str, str]:
    """The facts of a row that take no more lines than its first alone, and the others."""
    first, *others = row.lead.split(" · ")

    def tall(lead: str) -> int:
        told = " · ".join(part for part in (f"{row.number}. {row.title}", lead, row.note) if part)
        return -(-len(told) // LETTERS)

    shown = [first]
    while others and tall(" · ".join((*shown, others[0]))) <= tall(first):
        shown.append(others.pop(0))
    return " · ".join(shown), " · ".join(others)


def _notes(block: Block) -> Document:
    """What `_brief` leaves out."""
    if isinstance(block, Rows):
        rest = [
            f"{row.number}. {told}" if row.number else f"{row.title}: {told}"
            for row in block.rows
            if (told := _row_apart(row)[1])
        ]
        return tuple(parse(escape("\n".join(map(_on_one_line, rest))))) if rest else ()
    if isinstance(block, Timeline):
        asides = [f"{one.at} · {one.note}" for one in block.moments if one.note and _aside(one)]
        return tuple(parse(escape("\n".join(map(_on_one_line, asides))))) if asides else ()
    if isinstance(block, Contacts):
        return parse(escape(_on_one_line(block.note))) if block.note else ()
    if not isinstance(block, Deadlines):
        return ()
    return tuple(
        parse(escape(_on_one_line(f"{number}. {one.what}: {one.note}")))[0]
        for number, one in enumerate(block.deadlines, start=1)
        if one.note
    )


def _on_one_line(text: str) -> str:
    return " ".join(cleaned(text).split())


def on_a_screen(document: Document, most: int = SCREEN, reached: Document = ()) -> Document:
    """A long answer with its rest in a quote that is opened by a tap; a call for help stands whole.

    Its first line stands open, and whom to call (`reached`) before the quote.
    """
    if _calls_for_help(document) or _lines((*document, *reached)) <= most:
        return (*document, *reached)
    room, waiting, shown = most - FOLDED_LINES - _lines(reached), list(document), list[Told]()
    while waiting and (room >= LEAST_LINES or not shown):
        block = waiting.pop(0)
        if _lines((block,)) > (room if shown else max(room, most)):
            if not _divides(block, room):
                waiting.insert(0, block)
                break
            block, rest = divide(block, room, _lines, lines_first=True)
            waiting = [*rest, *waiting]
        shown.append(block)
        room -= _lines((block,))
    return (*shown, *reached, Quote(tuple(waiting), folded=True)) if waiting else (*shown, *reached)


def _divides(block: Told, room: int) -> bool:
    """Whether a block that is too long has a first line or item that fits whole."""
    match block:
        case Items():
            return _lines((Items(block.items[:1], block.start),)) <= room
        case Paragraph():
            first = plain((block,)).split("\n")[0]
            return -(-len(first) // LETTERS) <= room
        case _:
            return False


def _lines(document: Document) -> int:
    """The lines of a phone, about: of what is folded those that Telegram shows."""
    return sum(
        FOLDED_LINES
        if isinstance(block, Quote) and block.folded
        else sum(-(-len(line) // LETTERS) for line in plain((block,)).splitlines() if line.strip())
        for block in document
    )


def _calls_for_help(document: Document) -> bool:
    match document:
        case (Quote(folded=False, children=(Paragraph(children=(Bold(), *_)), *_)), *_):
            return True
        case _:
            return False


def _card(card: Card, said: str, *, links: bool) -> str:
    facts = [f"{_line(name)}: {_line(fact)}" for name, fact in unsaid(card, said).facts]
    lines = [f"**{_line(card.title)}**"] if card.title.strip() and (facts or not card.facts) else []
    lines += facts
    if links and (urls := [(name, url) for name, url in card.links if opens(url) and not set(url) & set("<>\n")]):
        lines.append(" · ".join(f"[{_line(name)}](<{url}>)" for name, url in urls))
    return "\n".join(lines)


def _table(table: Table) -> str:
    rule = tuple("---" for _ in table.columns)
    rows = (table.columns, rule, *table.rows)
    lines = ["| " + " | ".join(cell if row is rule else _line(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def _line(text: str) -> str:
    return escape(" ".join(cleaned(text).split()))


def _blank(text: str) -> bool:
    return not any(character.isprintable() and not character.isspace() for character in text)


def _short(text: str, limit: int) -> str:
    """Plain text on one message's caption or title, cut at a word."""
    whole = cleaned(text).strip()
    if utf16_length(whole) <= limit:
        return whole
    while utf16_length(whole) > limit - 1:
        whole = whole[: len(whole) - max(1, (utf16_length(whole) - limit) // 2)]
    return whole.rpartition(" ")[0].rstrip() + "…" if " " in whole else whole + "…"


def is_place(position: Position) -> bool:
    """Whether these are coordinates on Earth."""
    return -90 <= position.lat <= 90 and -180 <= position.lon <= 180


def coordinates(position: Position) -> str:
    """ "50.5149 N 1.6275 E"."""
    north, east = ("N" if position.lat >= 0 else "S"), ("E" if position.lon >= 0 else "W")
    return f"{abs(position.lat):.4f} {north} {abs(position.lon):.4f} {east}"
