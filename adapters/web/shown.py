"""What the page shows of an answer: blocks, buttons and formatted text as plain JSON values.

Text is a tree of `[tag, attributes, ...children]`, read from the answers' Markdown by the one parser; the page
builds elements from it and never reads HTML, so no answer can bring markup of its own.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import blake2b
from typing import Annotated, Literal, assert_never

from pydantic import BaseModel, ConfigDict, Field, JsonValue

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
    Paragraph,
    Quote,
    Run,
    cleaned,
    escape,
    parse,
)
from adapters.meaning import address
from adapters.protocol import (
    Button,
    Card,
    Compare,
    Contact,
    Contacts,
    Deadlines,
    Facts,
    File,
    Folded,
    Frame,
    Headline,
    Map,
    MapScene,
    Meaning,
    Reply,
    Rows,
    Sources,
    Status,
    Table,
    Text,
    Timeline,
)

Node = JsonValue


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True)


class TextOut(_Value):
    """Formatted text."""

    type: Literal["text", "sources"] = "text"
    markdown: str
    tree: list[JsonValue] = []


class MapOut(_Value):
    """A picture, at `…/chat/{session_id}/maps/{key}`; `dark` is the key of the one for a dark page.

    `scene` is what it shows, for a page that draws it itself.
    """

    type: Literal["map"] = "map"
    key: str
    alt: str
    caption: str = ""
    dark: str = ""
    scene: MapScene | None = None


class FileOut(_Value):
    """A file to keep; `content` is base64."""

    type: Literal["file"] = "file"
    name: str
    media_type: str
    content: str


class CardOut(_Value):
    """A fact sheet."""

    type: Literal["card"] = "card"
    title: str
    facts: list[tuple[str, str]] = []
    links: list[tuple[str, str]] = []
    copied: str = ""


class TableOut(_Value):
    """Columns and rows of plain text."""

    type: Literal["table"] = "table"
    columns: list[str]
    rows: list[list[str]]


class ButtonOut(_Value):
    """A tap: sent back as `token`."""

    label: str
    token: str
    style: Literal["default", "primary", "danger"] = "default"


class HeadlineOut(_Value):
    """The answer in one line, formatted; `about` says what it is about."""

    type: Literal["headline"] = "headline"
    markdown: str
    about: str = ""
    tree: list[JsonValue] = []


class ContactOut(_Value):
    """Whom to reach: `href` is empty where nothing can be opened."""

    text: str
    kind: Literal["phone", "email", "page"]
    href: str = ""
    label: str = ""


class ContactsOut(_Value):
    """Ways to reach somebody."""

    type: Literal["contacts"] = "contacts"
    title: str = ""
    note: str = ""
    contacts: list[ContactOut] = []


class DeadlineOut(_Value):
    """One thing to do."""

    what: str
    latest: str = ""
    note: str = ""
    passed: bool = False
    whom: list[ContactOut] = []


class DeadlinesOut(_Value):
    """What to do, in its order."""

    type: Literal["deadlines"] = "deadlines"
    title: str = ""
    deadlines: list[DeadlineOut] = []


class MomentOut(_Value):
    """One time of a day."""

    at: str
    what: str
    note: str = ""


class TimelineOut(_Value):
    """Moments in their order."""

    type: Literal["timeline"] = "timeline"
    title: str = ""
    moments: list[MomentOut] = []


class ComparedOut(_Value):
    """One attribute side by side; null is not known."""

    name: str
    values: list[str | None]
    differs: bool = False


class CompareOut(_Value):
    """Things side by side."""

    type: Literal["compare"] = "compare"
    columns: list[str]
    rows: list[ComparedOut]


class FactOut(_Value):
    """A fact: known to be so, known not to be so, or not known."""

    name: str
    value: str
    known: Literal["yes", "no", "unknown"] = "yes"


class FactsOut(_Value):
    """Facts of one thing."""

    type: Literal["facts"] = "facts"
    title: str = ""
    facts: list[FactOut] = []
    links: list[tuple[str, str]] = []
    copied: str = ""
    numbers: dict[str, str] = {}


class RowOut(_Value):
    """A line of a list, and the tap that opens it."""

    title: str
    lead: str = ""
    note: str = ""
    number: int = 0
    tap: ButtonOut | None = None


class RowsOut(_Value):
    """A list."""

    type: Literal["rows"] = "rows"
    rows: list[RowOut] = []


class FoldedOut(_Value):
    """What stands behind its title; formatted."""

    type: Literal["folded"] = "folded"
    title: str
    markdown: str
    tree: list[JsonValue] = []


class DocumentOut(_Value):
    """A document that was read."""

    name: str
    url: str = ""
    when: str = ""


class DocumentsOut(_Value):
    """The documents of an answer; `markdown` is the short line of them."""

    type: Literal["documents"] = "documents"
    markdown: str
    documents: list[DocumentOut]
    note: str = ""
    tree: list[JsonValue] = []


_MeaningOut = (
    HeadlineOut
    | ContactsOut
    | DeadlinesOut
    | TimelineOut
    | CompareOut
    | FactsOut
    | RowsOut
    | FoldedOut
    | DocumentsOut
)
_AnyOut = TextOut | MapOut | FileOut | CardOut | TableOut | _MeaningOut
BlockOut = Annotated[_AnyOut, Field(discriminator="type")]
_Written = TextOut | HeadlineOut | FoldedOut | DocumentsOut


class ErrorOut(_Value):
    """A failure in words; `ref` finds it in the operator's log."""

    message: str
    ref: str | None = None


class EndOut(_Value):
    """An end of a flight, or a stop."""

    icao: str | None = None
    name: str
    lat: float
    lon: float


class _Line(_Value):
    start: EndOut = Field(alias="from")
    to: EndOut
    via: list[EndOut] = []


class _Told(_Value):
    """What a step of the work says is drawn, as far as it is a flight."""

    route: _Line | None = None


class Shown(_Value):
    """One answer as it is shown; `language` is its code, `route` a flight's ends and stops."""

    language: str = ""
    blocks: list[BlockOut] = []
    buttons: list[ButtonOut] = []
    error: ErrorOut | None = None
    route: list[EndOut] = []

    @property
    def markdown(self) -> str:
        """The words alone."""
        return "\n\n".join(words for block in self.blocks if (words := _words(block)))

    def without_taps(self) -> Shown:
        """The same for who only reads: no buttons, and rows that open nothing."""
        blocks = [
            block.model_copy(update={"rows": [row.model_copy(update={"tap": None}) for row in block.rows]})
            if isinstance(block, RowsOut)
            else block
            for block in self.blocks
        ]
        return self.model_copy(update={"blocks": blocks, "buttons": []})

    def with_trees(self) -> Shown:
        """The same with its texts read."""
        blocks = [
            block.model_copy(update={"tree": tree(_formatted(block))}) if isinstance(block, _Written) else block
            for block in self.blocks
        ]
        return self.model_copy(update={"blocks": blocks})


def shown(reply: Reply) -> tuple[Shown, dict[str, bytes]]:
    """What the page shows of a reply, and its pictures by key."""
    blocks: list[_AnyOut] = []
    pictures: dict[str, bytes] = {}
    for block in reply.blocks:
        match block:
            case Text():
                blocks.append(TextOut(markdown=cleaned(block.markdown)))
            case Sources(documents=(), note=""):
                blocks.append(TextOut(type="sources", markdown=cleaned(block.markdown)))
            case Sources():
                documents = [
                    DocumentOut(name=cleaned(one.name), url=cleaned(one.url), when=cleaned(one.when))
                    for one in block.documents
                ]
                blocks.append(
                    DocumentsOut(markdown=cleaned(block.markdown), documents=documents, note=cleaned(block.note))
                )
            case Map():
                key = blake2b(block.image, digest_size=12).hexdigest()
                pictures[key] = block.image
                dark = blake2b(block.dark, digest_size=12).hexdigest() if block.dark else ""
                pictures |= {dark: block.dark} if dark else {}
                alt, caption = cleaned(block.alt), cleaned(block.caption)
                blocks.append(MapOut(key=key, alt=alt, caption=caption, dark=dark, scene=block.scene))
            case File():
                content = b64encode(block.content).decode()
                blocks.append(FileOut(name=cleaned(block.name), media_type=block.media_type, content=content))
            case Card():
                blocks.append(
                    CardOut(
                        title=cleaned(block.title),
                        facts=[(cleaned(name), cleaned(fact)) for name, fact in block.facts],
                        links=[(cleaned(label), cleaned(url)) for label, url in block.links],
                        copied=cleaned(block.copy),
                    )
                )
            case Table():
                blocks.append(
                    TableOut(columns=_cleaned(block.columns), rows=[_cleaned(row) for row in block.rows])
                )
            case Status():
                pass  # never part of a final reply
            case Headline() | Contacts() | Deadlines() | Timeline() | Compare() | Facts() | Rows() | Folded():
                blocks.append(_meaning(block))
            case _:
                assert_never(block)
    buttons = [_button(button) for button in reply.buttons]
    failed = next((frame.data for frame in reply.frames if frame.name == "error"), None)
    error = ErrorOut.model_validate(failed) if failed is not None else None
    route = _route(reply.frames)
    return Shown(language=reply.language, blocks=blocks, buttons=buttons, error=error, route=route), pictures


def _route(frames: Sequence[Frame]) -> list[EndOut]:
    """The flight that an answer's steps told of: what is saved as a GPX file."""
    told = [frame.data for frame in frames if frame.name == "ui_payload"]
    seen = told[0].get("visualization") if told else None
    line = _Told.model_validate(seen).route if seen else None
    return [line.start, *line.via, line.to] if line is not None else []


def _cleaned(cells: tuple[str, ...]) -> list[str]:
    return [cleaned(cell) for cell in cells]


def _formatted(block: _Written) -> str:
    """The words of a block that are Markdown and shown as such."""
    return block.note if isinstance(block, DocumentsOut) else block.markdown


def _button(button: Button) -> ButtonOut:
    return ButtonOut(label=cleaned(button.label), token=button.token, style=button.style)


def _meaning(block: Meaning) -> _MeaningOut:
    match block:
        case Headline():
            return HeadlineOut(markdown=cleaned(block.markdown), about=cleaned(block.about))
        case Contacts():
            contacts = [_contact(one) for one in block.contacts]
            return ContactsOut(title=cleaned(block.title), note=cleaned(block.note), contacts=contacts)
        case Deadlines():
            deadlines = [
                DeadlineOut(
                    what=cleaned(one.what),
                    latest=cleaned(one.latest),
                    note=cleaned(one.note),
                    passed=one.passed,
                    whom=[_contact(contact) for contact in one.whom],
                )
                for one in block.deadlines
            ]
            return DeadlinesOut(title=cleaned(block.title), deadlines=deadlines)
        case Timeline():
            moments = [
                MomentOut(at=cleaned(one.at), what=cleaned(one.what), note=cleaned(one.note))
                for one in block.moments
            ]
            return TimelineOut(title=cleaned(block.title), moments=moments)
        case Compare():
            rows = [
                ComparedOut(
                    name=cleaned(row.name),
                    values=[cleaned(value) if value else None for value in row.values],
                    differs=row.differs,
                )
                for row in block.rows
            ]
            return CompareOut(columns=_cleaned(block.columns), rows=rows)
        case Facts():
            return FactsOut(
                title=cleaned(block.title),
                facts=[
                    FactOut(name=cleaned(fact.name), value=cleaned(fact.value), known=fact.known)
                    for fact in block.facts
                ],
                links=[(cleaned(label), cleaned(url)) for label, url in block.links],
                copied=cleaned(block.copy),
                numbers=dict(block.numbers),
            )
        case Rows():
            listed = [
                RowOut(
                    title=cleaned(row.title),
                    lead=cleaned(row.lead),
                    note=cleaned(row.note),
                    number=row.number,
                    tap=_button(row.tap) if row.tap else None,
                )
                for row in block.rows
            ]
            return RowsOut(rows=listed)
        case Folded():
            return FoldedOut(title=cleaned(block.title), markdown=cleaned(block.markdown))
        case _:
            assert_never(block)


def _contact(one: Contact) -> ContactOut:
    return ContactOut(text=cleaned(one.value), kind=one.kind, href=address(one), label=cleaned(one.label))


def _words(block: _AnyOut) -> str:
    """What is read aloud of a block."""
    match block:
        case TextOut():
            return block.markdown
        case DocumentsOut():
            return "\n\n".join(part for part in (block.markdown, block.note) if part)
        case HeadlineOut():
            return f"{block.markdown}\n{block.about}".strip()
        case DeadlinesOut():
            told = [[one.what, one.latest, one.note, *(c.text for c in one.whom)] for one in block.deadlines]
            return "\n".join(escape(". ".join(part for part in parts if part)) for parts in told)
        case ContactsOut():
            return escape(
                ", ".join([*(one.text for one in block.contacts), *([block.note] if block.note else [])])
            )
        case TimelineOut():
            return "\n".join(escape(f"{one.at} {one.what} {one.note}".strip()) for one in block.moments)
        case RowsOut():
            return "\n".join(escape(f"{one.title}, {one.lead} {one.note}".strip(" ,")) for one in block.rows)
        case CompareOut():
            rows = [[row.name, *(value or "not known" for value in row.values)] for row in block.rows]
            return "\n".join(escape(", ".join(row)) for row in rows)
        case FactsOut():
            return "\n".join(escape(f"{fact.name}: {fact.value}") for fact in block.facts)
        case FoldedOut() | MapOut() | FileOut() | CardOut() | TableOut():
            return ""
        case _:
            assert_never(block)


# --- formatted text ----------------------------------------------------------------------------------


def tree(markdown: str) -> list[Node]:
    """The text's elements, of a fixed set of tags; `href` is the only attribute that comes from the text."""
    return _blocks(parse(markdown))


def _element(tag: str, *children: Node, **attributes: str | int) -> Node:
    return [tag, dict[str, JsonValue](attributes), *children]


def _blocks(document: Document) -> list[Node]:
    return [_block(block) for block in document]


def _block(block: Block) -> Node:
    match block:
        case Paragraph():
            return _element("p", *_inlines(block.children))
        case Heading():
            return _element("h3", *_inlines(block.children))
        case CodeBlock():
            return _element("pre", _element("code", block.text))
        case Items():
            items = [_element("li", *_item(item)) for item in block.items]
            return _element("ul", *items) if block.start is None else _element("ol", *items, start=block.start)
        case Grid():
            head = [_element("th", *_inlines(cell), scope="col") for cell in block.columns]
            rows = [_element("tr", *(_element("td", *_inlines(cell)) for cell in row)) for row in block.rows]
            return _element("table", _element("thead", _element("tr", *head)), _element("tbody", *rows))
        case Quote():
            return _element("blockquote", *_blocks(block.children))
        case _:
            assert_never(block)


def _item(item: Document) -> list[Node]:
    """An item of one paragraph needs no paragraph of its own."""
    match item:
        case (Paragraph() as first, *rest):
            return [*_inlines(first.children), *_blocks(tuple(rest))]
        case _:
            return _blocks(item)


def _inlines(inlines: Inlines) -> list[Node]:
    return [node for inline in inlines for node in _inline(inline)]


def _inline(inline: Inline) -> list[Node]:
    match inline:
        case Run():
            broken: list[Node] = []
            for number, line in enumerate(inline.text.split("\n")):
                broken += [_element("br")] if number else []
                broken += [line] if line else []
            return broken
        case Bold():
            return [_element("strong", *_inlines(inline.children))]
        case Italic():
            return [_element("em", *_inlines(inline.children))]
        case Code():
            return [_element("code", inline.text)]
        case Link():
            return [_element("a", *_inlines(inline.children), href=inline.url)]
        case _:
            assert_never(inline)
