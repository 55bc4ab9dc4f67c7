"""A small strict chat app on paper: every call is checked and written to a file that other processes can read.

It accepts messages of up to 400 UTF-16 units in a strict HTML subset, buttons with 64 bytes of data, and meets
each call with the next fault that a test put up. `seen` folds the calls into what a person reads in the chat.
"""

from __future__ import annotations

import asyncio
import html
import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from typing import Any

from contracts.shown import FaultKind, Shown

from adapters.markdown import (
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
    escape,
    parse,
    split,
    utf16_length,
)
from adapters.meaning import document as in_lines
from adapters.meaning import taps
from adapters.protocol import (
    Ballot,
    Block,
    Capabilities,
    Card,
    ChatGone,
    ChatRef,
    IncomingMessage,
    Map,
    Meaning,
    NotDelivered,
    Pace,
    Person,
    Reply,
    Sent,
    SlowDown,
    Sources,
    Status,
    Table,
    Text,
    Unanswered,
)
from adapters.unasked import unasked

MAX_TEXT = 400
TAGS = {"b", "i", "code", "pre", "a", "blockquote"}


class BadCall(AssertionError):
    """The channel sent something that the chat app would refuse for good."""


class _Strict(HTMLParser):
    """The text of a message; BadCall for a tag that is unknown, unbalanced or has unknown attributes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS or {name for name, _ in attrs} - {"href"}:
            raise BadCall(f"tag {tag} {attrs}")
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            raise BadCall(f"end of {tag}")

    def handle_data(self, data: str) -> None:
        self.text += data

    def close(self) -> None:
        super().close()
        if self._open:
            raise BadCall(f"{self._open} not closed")


def shown_text(markup: str) -> str:
    """What a person reads of a message's markup. A "<" that opens no tag is refused."""
    for piece in markup.split("<")[1:]:
        if piece.split(">")[0].split(" ")[0].removeprefix("/") not in TAGS:
            raise BadCall(f"unescaped < before {piece[:20]!r}")
    parser = _Strict()
    parser.feed(markup)
    parser.close()
    return parser.text


@dataclass
class PaperApp:
    """The chat app. `latency` lies between taking a message and answering the call."""

    file: Path
    latency: float = 0.0
    faults: dict[str, list[tuple[FaultKind | None, float]]] = field(default_factory=dict)
    blocked: dict[str, float] = field(default_factory=dict)
    too_early: int = 0
    _ids: Any = field(default_factory=count)

    async def call(self, room: str, kind: str, **values: Any) -> str:
        """One call of the app's API; the id of the message it made or changed."""
        self._check(values)
        if self.blocked.get(room, 0.0) > time.monotonic():
            self.too_early += 1
        waiting = self.faults.get(room, [])
        fault, seconds = waiting.pop(0) if waiting else (None, 0.0)
        match fault:
            case "slow_down":
                self.blocked[room] = time.monotonic() + seconds
                raise SlowDown(seconds)
            case "refused":
                raise NotDelivered("503")
            case "gone":
                raise ChatGone("blocked")
            case "moved":
                raise ChatGone("moved", moved_to=f"{room}-new")
            case _:
                pass
        made = values.pop("id", "") or f"{os.getpid()}-{next(self._ids)}"
        line = json.dumps({"at": time.time(), "room": room, "kind": kind, "id": made, **values})
        descriptor = os.open(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(descriptor, line.encode() + b"\n")
        os.close(descriptor)
        if self.latency:
            await asyncio.sleep(self.latency)
        if fault == "lost_answer":
            raise Unanswered("connection reset")
        return made

    def _check(self, values: Mapping[str, Any]) -> None:
        text = values.get("text", "")
        text.encode()  # refuses lone surrogates
        if not text or utf16_length(shown_text(text)) > MAX_TEXT:
            raise BadCall(f"text of {utf16_length(text)} units")
        for _, data in values.get("buttons", ()):
            if not 1 <= len(data.encode()) <= 64:
                raise BadCall(f"button data {data!r}")

    def calls(self) -> list[dict[str, Any]]:
        """Everything that was taken, by all processes, in order."""
        return read_calls(self.file)


def read_calls(file: Path) -> list[dict[str, Any]]:
    """The calls in a file; a last line cut off by a killed process was not taken."""
    if not file.exists():
        return []
    whole, _, _ = file.read_text().rpartition("\n")
    return [json.loads(line) for line in whole.split("\n") if line]


class PaperChannel:
    """The channel of that app, and the contract suite's view of it."""

    def __init__(self, app: PaperApp, capabilities: Capabilities | None = None) -> None:
        self.app = app
        self._ids = count(1)
        self._capabilities = capabilities or Capabilities(
            MAX_TEXT, 100, 8, edit_interval=0.0, streaming=True, tables=False, cards=False, images=True
        )

    # --- adapters.protocol.Outbound

    @property
    def capabilities(self) -> Capabilities:
        return self._capabilities

    def open(self, message: IncomingMessage, pace: Pace) -> PaperDelivery:
        return PaperDelivery(self.app, message, pace)

    def noticed(self, message: IncomingMessage) -> None:
        """Paper shows no signs."""

    def is_private(self, chat: ChatRef) -> bool:
        return not chat.chat.startswith("group")

    async def poll(self, chat: ChatRef, ballot: Ballot, pace: Pace) -> Sent:
        """It has none."""
        return Sent()

    async def end_poll(self, chat: ChatRef, sent: Sent) -> None:
        """It has none."""

    async def pin(self, chat: ChatRef, sent: Sent, on: bool) -> None:
        pass

    async def private_link(self, token: str) -> str:
        return ""

    async def administers(self, message: IncomingMessage) -> bool:
        return message.person.id == "admin"

    async def post(self, chat: ChatRef, reply: Reply, pace: Pace) -> Sent:
        return await PaperDelivery(self.app, unasked(chat, private=self.is_private(chat)), pace).finish(reply)

    async def edit(self, chat: ChatRef, sent: Sent, reply: Reply, pace: Pace) -> Sent:
        before, now = sent.message_ids, list[str]()
        for number, (kind, values) in enumerate(steps(reply)):
            await pace()
            target = before[number] if number < len(before) else ""
            now.append(await self.app.call(chat.chat, kind, id=target, **values))
        for left in before[len(now) :]:
            await self.app.call(chat.chat, "gone", id=left, text="deleted")
        return Sent(tuple(now))

    # --- contracts.channel.ChannelUnderTest

    @property
    def outbound(self) -> PaperChannel:
        return self

    @property
    def faults(self) -> frozenset[FaultKind]:
        return frozenset({"slow_down", "refused", "lost_answer", "gone", "moved"})

    def message(self, text: str) -> IncomingMessage:
        return paper_message(f"room{next(self._ids)}", f"m{next(self._ids)}", text)

    def fault(self, message: IncomingMessage, kind: FaultKind, *, seconds: float = 0.0, after: int = 0) -> None:
        waiting = self.app.faults.setdefault(message.chat.chat, [])
        waiting += [(None, 0.0)] * after
        waiting.append((kind, seconds))

    def seen(self, message: IncomingMessage) -> list[Shown]:
        shown: dict[str, Shown] = {}
        for call in self.app.calls():
            if call["room"] == message.chat.chat and call["kind"] == "gone":
                shown.pop(call["id"], None)
            elif call["room"] == message.chat.chat:
                labels = tuple(label for label, _ in call.get("buttons", ()))
                shown[call["id"]] = Shown(shown_text(call["text"]), labels, call["kind"] == "picture")
        return list(shown.values())

    async def tap(self, message: IncomingMessage, label: str) -> IncomingMessage:
        calls = [call for call in self.app.calls() if call["room"] == message.chat.chat]
        (token,) = [data for call in calls for name, data in call.get("buttons", ()) if name == label]
        pressed = paper_message(message.chat.chat, f"tap{next(self._ids)}", "", token=token)
        assert pressed.chat == message.chat
        return pressed


def paper_message(
    room: str,
    name: str,
    text: str,
    *,
    token: str = "",
    thread: str = "",
    private: bool = True,
    person: str = "ana",
) -> IncomingMessage:
    """A message as the paper channel receives it."""
    return IncomingMessage(
        id=name,
        chat=ChatRef("paper", "club", room, thread),
        person=Person(person),
        text=text,
        addressed_by="button" if token else "dm",
        sent_at=datetime.now(UTC),
        token=token,
        private=private,
    )


class PaperDelivery:
    """One answer on its way; remembers what was taken, so that `finish` can be called again."""

    def __init__(self, app: PaperApp, message: IncomingMessage, pace: Pace) -> None:
        self._app = app
        self._room = message.chat.chat
        self._pace = pace
        self._preview = ""
        self._done: list[str] = []

    async def snapshot(self, reply: Reply) -> None:
        text = markup(split(document(reply), MAX_TEXT, units)[0])
        self._preview = await self._app.call(self._room, "text", id=self._preview, text=text)

    async def finish(self, reply: Reply) -> Sent:
        for number, (kind, values) in enumerate(steps(reply)):
            if number < len(self._done):
                continue
            await self._pace()
            preview = self._preview if kind == "text" else ""
            try:
                self._done.append(await self._app.call(self._room, kind, id=preview, **values))
            finally:
                self._preview = "" if len(self._done) > number and preview else self._preview
        return Sent(tuple(self._done))


def steps(reply: Reply) -> list[tuple[str, dict[str, Any]]]:
    """The calls that a final reply takes: pictures, then the text in pieces, buttons under the last."""
    made: list[tuple[str, dict[str, Any]]] = [
        ("picture", {"text": html.escape(block.caption or block.alt)})
        for block in reply.blocks
        if isinstance(block, Map)
    ]
    made += [("text", {"text": markup(piece)}) for piece in split(document(reply), MAX_TEXT, units)]
    if buttons := (*taps(reply.blocks), *reply.buttons):
        made[-1][1]["buttons"] = [[button.label, button.token] for button in buttons]
    return made


def document(reply: Reply) -> Document:
    return tuple(
        part
        for block in reply.blocks
        for part in (in_lines(block) if isinstance(block, Meaning) else parse(markdown_of(block)))
    )


def markdown_of(block: Block) -> str:
    match block:
        case Text() | Sources():
            return block.markdown
        case Status():
            return escape(block.text)
        case Card():
            lines = [
                f"**{escape(block.title)}**",
                *(f"{escape(name)}: {escape(fact)}" for name, fact in block.facts),
            ]
            return "\n".join(lines)
        case Table():
            return "\n".join(escape(" | ".join(row)) for row in (block.columns, *block.rows))
        case _:
            return ""


def units(pieces: Document) -> int:
    return utf16_length(shown_text(markup(pieces)))


def markup(pieces: Document) -> str:
    return "\n\n".join(_block_markup(piece) for piece in pieces)


def _block_markup(block: Any) -> str:
    match block:
        case Paragraph():
            return _inline_markup(block.children)
        case Heading():
            return f"<b>{_inline_markup(block.children)}</b>"
        case CodeBlock():
            return f"<pre>{html.escape(block.text)}</pre>"
        case Quote():
            return f"<blockquote>{markup(block.children)}</blockquote>"
        case Items():
            return "\n".join(f"• {markup(item)}" for item in block.items)
        case Grid():
            return "\n".join(" | ".join(map(_inline_markup, row)) for row in (block.columns, *block.rows))
        case _:
            raise AssertionError(block)


def _inline_markup(inlines: Inlines) -> str:
    written = ""
    for inline in inlines:
        match inline:
            case Run():
                written += html.escape(inline.text)
            case Code():
                written += f"<code>{html.escape(inline.text)}</code>"
            case Bold():
                written += f"<b>{_inline_markup(inline.children)}</b>"
            case Italic():
                written += f"<i>{_inline_markup(inline.children)}</i>"
            case Link():
                written += f'<a href="{html.escape(inline.url)}">{_inline_markup(inline.children)}</a>'
    return written
