"""Takes an update in: stores a question before Telegram hears that it arrived, answers taps and lists at once."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

from telegram import InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions, Update
from telegram.constants import ParseMode
from telegram.error import TelegramError

from adapters.protocol import (
    Accept,
    AnswerInline,
    ChatRef,
    IncomingMessage,
    KeyValue,
    Memories,
    NotStored,
    stop_key,
)
from adapters.telegram.api import Api, said
from adapters.telegram.identity import Identity
from adapters.telegram.inbound import (
    CHANNEL,
    STOPPED,
    Arrival,
    Arrived,
    Left,
    Moved,
    Queried,
    Reader,
    Removed,
    Returned,
    Tapped,
    Voted,
    fingerprint,
)
from adapters.telegram.inline import answer_query
from adapters.telegram.pages import Book, Shelf
from adapters.telegram.polls import poll_key
from adapters.telegram.signs import Signs
from adapters.telegram.tapped import CLAIM_SECONDS, turn_to_edit

STOP_SECONDS = 300
EDIT_SECONDS = 3_600
"""A question may be corrected this long."""

SAID_SECONDS = 86_400
HELLO_SECONDS = 60
ANSWER_TAP_SECONDS = 1.0
"""An answer that is a word over the chat has this long; a button that spins longer looks broken."""

log = logging.getLogger(__name__)


class Receiver:
    """What both the webhook and polling hand their updates to."""

    def __init__(
        self,
        api: Api,
        identity: Identity,
        values: KeyValue,
        signs: Signs,
        inline: AnswerInline,
        commands: Collection[str],
        memories: Memories | None,
    ) -> None:
        self._api = api
        self._identity = identity
        self._values = values
        self._signs = signs
        self._inline = inline
        self._commands = frozenset(commands)
        self._memories = memories
        self._shelf = Shelf(values)

    async def take(self, raw: Any, accept: Accept) -> None:
        """Take one update in. Raises `NotStored` when Telegram must send it again; drops what is malformed."""
        update = self._update(raw)
        if update is None:
            return
        if (stopped := update.api_kwargs.get(STOPPED)) is not None:
            await self._stopped(stopped)
            return
        arrival = await self._read(update)
        match arrival:
            case Arrived():
                await self._arrived(arrival, accept)
            case Tapped():
                await self._tapped(arrival, accept)
            case Queried():
                self._signs.start(self._cards(arrival))
            case Moved():
                if self._memories is not None:
                    await self._memories.move_chat(arrival.old, arrival.new)
            case Removed():
                await self._removed(arrival)
            case Returned():
                if self._memories is not None:
                    await self._memories.mark_back(arrival.chat)
            case Left():
                if self._memories is not None:
                    await self._memories.left(arrival.chat, arrival.person)
            case Voted():
                await self._voted(arrival, accept)
            case None:
                log.debug("update %d is not for us", update.update_id)

    async def _stopped(self, told: Any) -> None:
        """A person wants no more of the answer whose draft this is: who writes it looks for that."""
        try:
            chat = ChatRef(
                CHANNEL, self._identity.id, str(int(told["chat"]["id"])), str(told.get("message_thread_id") or "")
            )
            name = stop_key(f"u{int(told['draft_id'])}")
        except (KeyError, TypeError, ValueError):
            log.info("a stop that cannot be read was dropped")
            return
        await self._values.of(chat).set(name, "1", seconds=STOP_SECONDS)

    async def _cards(self, asked: Queried) -> None:
        """Answer what is typed, with the bot's own picture where its name is known."""
        try:
            name = (await self._identity.me()).username or ""
        except TelegramError:
            name = ""
        await answer_query(self._api, asked, self._inline, name)

    def _update(self, raw: Any) -> Update | None:
        try:
            if not isinstance(raw, dict):
                raise TypeError(f"an update is {type(raw).__name__}")
            return Update.de_json(raw, self._api)  # pyright: ignore[reportUnknownArgumentType]
        except Exception as error:
            log.exception("a malformed update was dropped: %s", type(error).__name__)
            return None

    async def _read(self, update: Update) -> Arrival | None:
        chat = update.effective_chat
        name = ""
        if chat is not None:
            try:
                name = (await self._identity.me()).username or ""
            except TelegramError as error:
                if chat.type != chat.PRIVATE:  # there everything is for us, but another bot's command
                    raise NotStored(f"the bot does not know its own name yet ({said(error)})") from None
        try:
            return Reader(self._identity.id, name, self._commands).read(update)
        except Exception as error:
            log.exception("update %d cannot be read and was dropped: %s", update.update_id, type(error).__name__)
            return None

    # --- messages -------------------------------------------------------------------------------------

    async def _arrived(self, arrival: Arrived, accept: Accept) -> None:
        message = arrival.message
        if arrival.after:
            self._signs.start(self._later(arrival, accept))
            return
        if arrival.kind == "edit" and not await self._changed(message):
            return
        greeted = f"hello:{message.chat.chat}"
        if arrival.kind == "hello" and self._memories is not None:
            await self._memories.called_back(message.chat)
        if arrival.kind == "hello" and await self._values.get(greeted):
            return
        new = await accept(message)
        if arrival.kind == "hello":
            await self._values.set(greeted, "1", seconds=HELLO_SECONDS)
        if new and message.text:
            self._signs.start(self._note(message))

    async def _later(self, arrival: Arrived, accept: Accept) -> None:
        await asyncio.sleep(arrival.after)
        await accept(arrival.message)

    async def _changed(self, message: IncomingMessage) -> bool:
        """Whether an edit asks something new."""
        before = await self._values.of(message.chat).get(_said_key(message))
        if before is None:
            return time.time() - message.sent_at.timestamp() < EDIT_SECONDS
        return before != fingerprint(message)

    async def _note(self, message: IncomingMessage) -> None:
        said, person = self._values.of(message.chat), message.person.id
        await said.set(_said_key(message), fingerprint(message), seconds=SAID_SECONDS, person=person)

    # --- polls ------------------------------------------------------------------------------------------

    async def _voted(self, vote: Voted, accept: Accept) -> None:
        """A vote is a tap of the poll's token in the chat it was sent to; of a poll unknown to us, nothing."""
        where = await self._values.get(poll_key(vote.poll))
        if not where:
            return
        room = await self._values.where_now(ChatRef.parse(where))
        held = json.loads(await self._values.of(room).get(poll_key(vote.poll)) or "{}")
        if not held:
            return
        await accept(
            IncomingMessage(
                id=f"u{vote.update}",
                chat=room,
                person=vote.person,
                text=" ".join(str(number) for number in vote.answers),
                addressed_by="button",
                sent_at=datetime.now(UTC),
                token=str(held["token"]),
                handle={"message_id": str(held["message"]), "vote": "1"},
                private=False,
            )
        )

    # --- buttons --------------------------------------------------------------------------------------

    async def _tapped(self, tap: Tapped, accept: Accept) -> None:
        """Store it, and stop the button's spinning soon, whatever becomes of it; the answer may do so before."""
        if tap.message is not None:
            await accept(tap.message)
        self._signs.start(self._answer_once(tap))
        if tap.back is not None:
            self._signs.start(self._back(*tap.back))

    async def _answer_once(self, tap: Tapped) -> None:
        if tap.message is not None:
            await asyncio.sleep(ANSWER_TAP_SECONDS)
        if await self._values.claim(f"tap:{tap.query}", seconds=CLAIM_SECONDS):
            await self._signs.answer_tap(tap.query, old=tap.message is None and tap.back is None)

    async def _back(self, room: ChatRef, message: int, person: str) -> None:
        """Show the page before in the message whose button was tapped."""
        chat = room.chat
        book = await self._shelf.get(room, message)
        if book is None or len(book.pages) < 2:
            return
        page = book.pages[-2]
        await self._shelf.put(room, message, Book(book.photo_message, book.pages[:-1]), person)
        keyboard = InlineKeyboardMarkup.de_json(json.loads(page.keyboard), self._api)
        async with turn_to_edit(self._values, room, message):
            if book.photo_message == message:
                whole = InputMediaPhoto(page.photo, caption=page.html, parse_mode=ParseMode.HTML)
                await self._api.edit_message_media(whole, chat, message, reply_markup=keyboard)
                return
            if page.photo and book.photo_message and page.photo != book.pages[-1].photo:
                media = InputMediaPhoto(page.photo, caption=page.caption or None)
                await self._api.edit_message_media(media, chat, book.photo_message)
            await self._api.edit_message_text(
                page.html,
                chat,
                message,
                parse_mode=ParseMode.HTML,
                link_preview_options=LinkPreviewOptions(is_disabled=True),
                reply_markup=keyboard,
            )

    # --- membership -----------------------------------------------------------------------------------

    async def _removed(self, removed: Removed) -> None:
        """What a group kept is out of sight when it takes the bot out; a person who blocks it is left alone."""
        if self._memories is None:
            return
        if not removed.private:
            await self._memories.removed(removed.chat)
            await self._values.delete(f"hello:{removed.chat.chat}")
        await self._memories.mark_gone(removed.chat)


def _said_key(message: IncomingMessage) -> str:
    return f"said:{message.chat.chat}:{message.handle.get('message_id', '')}"
