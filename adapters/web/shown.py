"""What the page shows of an answer: blocks, buttons and formatted text as plain JSON values.

Text is a tree of `[tag, attributes, ...children]`, read from the answers' Markdown by the one parser; the page
builds elements from it and never reads HTML, so no answer can bring markup of its own.
"""

from __future__ import annotations

from base64 import b64encode
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
    parse,
)
from adapters.protocol import Card, File, Map, Reply, Sources, Status, Table, Text

Node = JsonValue


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True)


class TextOut(_Value):
    """Formatted text."""

    type: Literal["text", "sources"] = "text"
    markdown: str
    tree: list[JsonValue] = []


class MapOut(_Value):
    """A picture, at `…/chat/{session_id}/maps/{key}`."""

    type: Literal["map"] = "map"
    key: str
    alt: str
    caption: str = ""


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


BlockOut = Annotated[TextOut | MapOut | FileOut | CardOut | TableOut, Field(discriminator="type")]


class ErrorOut(_Value):
    """A failure in words; `ref` finds it in the operator's log."""

    message: str
    ref: str | None = None


class Shown(_Value):
    """One answer as it is shown."""

    blocks: list[BlockOut] = []
    buttons: list[ButtonOut] = []
    error: ErrorOut | None = None

    @property
    def markdown(self) -> str:
        """The words alone."""
        return "\n\n".join(block.markdown for block in self.blocks if isinstance(block, TextOut))

    def with_trees(self) -> Shown:
        """The same with its texts read."""
        blocks = [
            block.model_copy(update={"tree": tree(block.markdown)}) if isinstance(block, TextOut) else block
            for block in self.blocks
        ]
        return self.model_copy(update={"blocks": blocks})


def shown(reply: Reply) -> tuple[Shown, dict[str, bytes]]:
    """What the page shows of a reply, and its pictures by key."""
    blocks: list[TextOut | MapOut | FileOut | CardOut | TableOut] = []
    pictures: dict[str, bytes] = {}
    for block in reply.blocks:
        match block:
            case Text():
                blocks.append(TextOut(markdown=cleaned(block.markdown)))
            case Sources():
                blocks.append(TextOut(type="sources", markdown=cleaned(block.markdown)))
            case Map():
                key = blake2b(block.image, digest_size=12).hexdigest()
                pictures[key] = block.image
                blocks.append(MapOut(key=key, alt=cleaned(block.alt), caption=cleaned(block.caption)))
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
            case _:
                assert_never(block)
    buttons = [ButtonOut(label=cleaned(b.label), token=b.token, style=b.style) for b in reply.buttons]
    failed = next((frame.data for frame in reply.frames if frame.name == "error"), None)
    error = ErrorOut.model_validate(failed) if failed is not None else None
    return Shown(blocks=blocks, buttons=buttons, error=error), pictures


def _cleaned(cells: tuple[str, ...]) -> list[str]:
    return [cleaned(cell) for cell in cells]


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
