"""Long lists that turn their pages in place: what was shown in a message, to be shown again by "Back".

A picture stands above the words of its page and stays there while the pages turn, unless the next one has its own.
A first picture is posted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from adapters.protocol import Block, ChatRef, File, KeyValue, Map, Reply
from adapters.slack.blocks import MAX_BLOCKS, MAX_BUTTONS, SlackBlock, SlackMessage
from adapters.slack.calls import Calls

BACK = "back"
NO_PAGE = "That page is too old. Ask again."
KEPT_SECONDS = 2 * 86_400
MOST_PAGES = 10


@dataclass(frozen=True, slots=True)
class Page:
    """One page as it stood when the answer with the id `left_for` took its place."""

    left_for: str
    blocks: str
    text: str


@dataclass(frozen=True, slots=True)
class Book:
    """The pages before the one that is shown, the last one on top; `picture` is the key of the one above them."""

    picture: str
    pages: tuple[Page, ...] = ()

    def turned(self, answer: str, handle: Mapping[str, str]) -> Book:
        """With the page that an answer's tap was made on; the same when the answer is on its way again."""
        if self.pages and self.pages[-1].left_for == answer:
            return self
        page = Page(answer, handle.get("blocks", "[]"), handle.get("words", ""))
        return replace(self, pages=(*self.pages, page)[-MOST_PAGES:])


class Shelf:
    """The books of the channel's chats."""

    def __init__(self, values: KeyValue) -> None:
        self._values = values

    async def get(self, chat: ChatRef, message: str) -> Book | None:
        """The book in that message, if it has one."""
        held = await self._of(chat).get(f"page:{message}")
        if held is None:
            return None
        body: dict[str, Any] = json.loads(held)
        return Book(str(body["picture"]), tuple(Page(**page) for page in body["pages"]))

    async def put(self, chat: ChatRef, message: str, book: Book, person: str) -> None:
        """Keep a book, for as long as its chat and the person who turned to it are remembered."""
        body = json.dumps(asdict(book))
        await self._of(chat).set(f"page:{message}", body, seconds=KEPT_SECONDS, person=person)

    def _of(self, chat: ChatRef) -> KeyValue:
        return self._values.of(replace(chat, thread=""))


def picture_of(blocks: tuple[Block, ...]) -> str | None:
    """The key of the one picture that stands above a reply's words, "" without one; None for more than that."""
    maps = [block for block in blocks if isinstance(block, Map)]
    if len(maps) > 1 or any(isinstance(block, File) for block in blocks) or any(not one.key for one in maps):
        return None
    return maps[0].key if maps else ""


def goes_under(reply: Reply, book: Book) -> bool:
    """Whether a page can take the place of the one before: no file comes with it, and no first picture."""
    picture = picture_of(reply.blocks)
    return picture is not None and bool(book.picture or not picture)


def has_more(reply: Reply) -> bool:
    """Whether a button under a reply turns its page."""
    return any(button.turns for button in reply.buttons)


def with_back(message: SlackMessage, label: str) -> SlackMessage:
    """A page with a way to the one before it."""
    button = {
        "type": "button",
        "action_id": BACK,
        "value": BACK,
        "text": {"type": "plain_text", "text": label},
    }
    blocks: list[SlackBlock] = [dict(block) for block in message.blocks]
    row = next((one for one in blocks if one["type"] == "actions" and len(one["elements"]) < MAX_BUTTONS), None)
    if row is not None:
        row["elements"] = [*row["elements"], button]
    elif len(blocks) < MAX_BLOCKS:
        blocks.append({"type": "actions", "block_id": BACK, "elements": [button]})
    return replace(message, blocks=tuple(blocks))


async def turn_back(calls: Calls, shelf: Shelf, chat: ChatRef, message: str, person: str, url: str) -> None:
    """Show the page before in the message whose button was tapped. Raises ChannelError."""
    book = await shelf.get(chat, message)
    if book is None or not book.pages:
        await calls.respond(url, {"response_type": "ephemeral", "replace_original": False, "text": NO_PAGE})
        return
    page = book.pages[-1]
    await shelf.put(chat, message, replace(book, pages=book.pages[:-1]), person)
    place = {"channel": chat.chat, "ts": message}
    await calls.send(
        chat.tenant, "chat_update", **place, blocks=json.loads(page.blocks), text=page.text or "FlyFun"
    )
