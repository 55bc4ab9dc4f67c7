"""Long lists that turn their pages in place: what was shown under a message, to be shown again by "Back"."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from adapters.protocol import ChatRef, KeyValue
from adapters.telegram.keyboards import BACK, TURN

KEPT_SECONDS = 2 * 86_400
MOST_PAGES = 20


@dataclass(frozen=True, slots=True)
class Page:
    """One page as it was sent. `photo` is the file id of its picture, empty where it has none."""

    html: str
    plain: str
    keyboard: str
    photo: str = ""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """The pages shown so far in one message, the last one on top; `photo_message` carries their picture."""

    photo_message: int
    pages: tuple[Page, ...]


class Shelf:
    """The books of one bot's chats."""

    def __init__(self, values: KeyValue) -> None:
        self._values = values

    async def get(self, chat: ChatRef, message: int) -> Book | None:
        """The book in that message, if it has one."""
        held = await self._values.of(chat).get(f"page:{message}")
        if held is None:
            return None
        body: dict[str, Any] = json.loads(held)
        return Book(int(body["photo_message"]), tuple(Page(**page) for page in body["pages"]))

    async def put(self, chat: ChatRef, message: int, book: Book, person: str) -> None:
        """Keep a book, for as long as its chat and the person who turned to it are remembered."""
        kept = Book(book.photo_message, book.pages[-MOST_PAGES:])
        body = json.dumps(asdict(kept))
        await self._values.of(chat).set(f"page:{message}", body, seconds=KEPT_SECONDS, person=person)


def turns(keyboard: InlineKeyboardMarkup | None) -> bool:
    """Whether a button under a message turns its page."""
    rows = keyboard.inline_keyboard if keyboard else ()
    return any(str(button.callback_data or "").startswith(TURN) for row in rows for button in row)


def with_back(keyboard: InlineKeyboardMarkup | None, label: str) -> InlineKeyboardMarkup:
    """The keyboard with a way to the page before."""
    rows = [list(row) for row in keyboard.inline_keyboard] if keyboard else []
    return InlineKeyboardMarkup([*rows, [InlineKeyboardButton(label, callback_data=BACK)]])
