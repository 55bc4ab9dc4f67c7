"""The button that was tapped: it stops spinning, with a word where that is the whole answer, and is marked."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import TelegramError

from adapters.markdown import utf16_length
from adapters.protocol import ChatRef, IncomingMessage, KeyValue, Pace, Reply
from adapters.telegram.api import Api
from adapters.telegram.keyboards import LABEL
from adapters.telegram.layout import Words, layout
from adapters.telegram.signs import Signs

TOAST = 200
"""Letters of the longest word that Telegram shows over a chat."""

READ_AT_A_GLANCE = 60
"""A longer one stays until it is read."""

DONE = "✓ "
CLAIM_SECONDS = 3_600
EDIT_SECONDS = 2
"""A message is not edited more often."""

NOD_SECONDS = 5
"""A nod to a tap that comes later is left out."""

HELD_SECONDS = 9
"""So long an edit that waits for its room's turn keeps others away; it renews that as long as it lives."""


class Tap:
    """One tap under a message of ours; nothing of it is worth an answer."""

    def __init__(self, api: Api, values: KeyValue, signs: Signs, message: IncomingMessage) -> None:
        self._api = api
        self._values = values
        self._signs = signs
        self._message = message
        self._query = message.handle.get("query", "")

    async def says(self, reply: Reply) -> bool:
        """Show a refusal to who tapped, and to nobody else; False when it has to be a message.

        A nod that comes late is no message either: where many tap at once, each would take one of the room's turns
        and make the next ones later still.
        """
        if not (self._query and reply.ephemeral) or reply.buttons or self._message.private:
            return False
        steps = layout(reply, private=False)
        words = steps[0].plain if len(steps) == 1 and isinstance(steps[0], Words) else ""
        if not 0 < utf16_length(words) <= TOAST:
            return False
        if not await self._claimed():
            return reply.slight and self._late
        try:
            await self._api.answer_callback_query(
                self._query, text=words, show_alert=utf16_length(words) > READ_AT_A_GLANCE
            )
        except TelegramError:
            return reply.slight and self._late
        return True

    @property
    def _late(self) -> bool:
        return datetime.now(UTC) - self._message.sent_at > timedelta(seconds=NOD_SECONDS)

    async def stop(self) -> None:
        """The button stops spinning."""
        if self._query and await self._claimed():
            await self._signs.answer_tap(self._query)

    async def mark(self, pace: Pace) -> None:
        """Put a tick on the button that was used."""
        keyboard = marked(self._message)
        if keyboard is None:
            return
        async with turn_to_edit(self._values, self._message.chat, int(self._message.reply_to)):
            await pace()
            with contextlib.suppress(TelegramError):  # deleted meanwhile, or marked by another tap
                await self._api.edit_message_reply_markup(
                    self._message.chat.chat, int(self._message.reply_to), reply_markup=keyboard
                )

    async def _claimed(self) -> bool:
        return await self._values.claim(f"tap:{self._query}", seconds=CLAIM_SECONDS)


@contextlib.asynccontextmanager
async def turn_to_edit(values: KeyValue, chat: ChatRef, message: int) -> AsyncGenerator[None]:
    """A message that nobody else edits meanwhile, nor soon after; 0 is none.

    Inside wait for the room's turn: in a busy room that takes longer than two edits are to be apart.
    """
    if not message:
        yield
        return
    name = f"mark:{chat.chat}:{message}"
    while not await values.claim(name, seconds=HELD_SECONDS):  # noqa: ASYNC110 -- another process edits
        await asyncio.sleep(EDIT_SECONDS / 4)
    renewing = asyncio.create_task(_renew(values, name))
    try:
        yield
    finally:
        renewing.cancel()
        await asyncio.gather(renewing, return_exceptions=True)
        await values.set(name, "1", seconds=EDIT_SECONDS)


async def _renew(values: KeyValue, name: str) -> None:
    while True:
        await asyncio.sleep(HELD_SECONDS / 3)
        await values.set(name, "1", seconds=HELD_SECONDS)


def marked(message: IncomingMessage) -> InlineKeyboardMarkup | None:
    """The keyboard that was tapped with a tick on the tapped button; None when there is nothing to mark."""
    said, data = message.handle.get("keyboard", ""), message.handle.get("data", "")
    keyboard = InlineKeyboardMarkup.de_json(json.loads(said), None) if said else None
    if keyboard is None or not message.reply_to:
        return None
    rows = [[_ticked(button, data) for button in row] for row in keyboard.inline_keyboard]
    made = InlineKeyboardMarkup(rows)
    return made if made != keyboard else None


def _ticked(button: InlineKeyboardButton, data: str) -> InlineKeyboardButton:
    label = f"{DONE}{button.text}"
    if button.callback_data != data or button.text.startswith(DONE) or utf16_length(label) > LABEL:
        return button
    return InlineKeyboardButton(label, callback_data=data, style=button.style)
