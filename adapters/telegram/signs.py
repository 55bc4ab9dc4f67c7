"""The small signs that a message was seen and is worked on: eyes on it, "typing", a button that stops spinning.

None of them is worth an answer: each is one call, dropped when Telegram is busy, never repeated. But the first one
for a message that has waited too long goes out whatever else does: silence looks broken.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Coroutine
from typing import Any

from telegram import ReactionTypeEmoji
from telegram.constants import ChatAction, ReactionEmoji
from telegram.error import TelegramError

from adapters.protocol import IncomingMessage, SlowDown
from adapters.telegram.api import MOST_CALLS, Api, outcome, said
from adapters.telegram.words import OLD_BUTTON
from tongue import say

FIRST_SECONDS, AGAIN_SECONDS, MOST_SECONDS = 0.25, 4.0, 60.0
"""When "typing" is first shown (most answers are quicker), how often again, and for how long at most."""

OVERDUE_SECONDS, LOOK_SECONDS = 0.45, 0.1
"""By when a message has a sign though much else is sent, and how often it is looked whether there is room."""

SPARE, CALM = 14, 12
"""Calls within a second, over all chats, from which on none is spent on a sign before it is overdue, and none on
what only embellishes: previews, "sending a photo", a line that one is next."""

REMEMBERED = 1_000
SETTLE_SECONDS = 3.0

log = logging.getLogger(__name__)


class Signs:
    """The signs of one bot. Chats that asked to be left alone are left alone."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._tasks: set[asyncio.Task[None]] = set()
        self._typists: set[asyncio.Task[None]] = set()
        self._noticed: dict[str, asyncio.Task[None]] = {}
        self._blocked: dict[str, float] = {}
        self._news: dict[str, float] = {}
        self.stops = True
        """Whether a draft can have a Stop; False once Telegram has refused it."""
        self.rich = True
        """Whether this server takes rich messages; False once it has not known them."""
        self.whispers = True
        """Whether a message in a group can be for one person alone; False once Telegram has refused it."""
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._eyes: set[str] = set()

    # --- chats that asked to wait ---------------------------------------------------------------------

    def block(self, chat: str, seconds: float) -> None:
        """Telegram asked to leave this chat alone."""
        now = time.monotonic()
        self._blocked = {one: until for one, until in self._blocked.items() if until > now}
        self._blocked[chat] = max(now + seconds, self._blocked.get(chat, 0.0))

    def blocked(self, chat: str) -> float:
        """Seconds until the chat may be written to again; 0 when it may."""
        return max(0.0, self._blocked.get(chat, 0.0) - time.monotonic())

    def news(self, chat: str) -> float:
        """The same, once, when it was a sign that met the refusal: who sends answers does not know it yet."""
        return max(0.0, self._news.pop(chat, 0.0) - time.monotonic())

    # --- signs ----------------------------------------------------------------------------------------

    def working(self, message: IncomingMessage) -> asyncio.Task[None]:
        """Show "typing" until the task is cancelled; in a group also eyes on the message, once.

        Called again for the same message, it is the same task.
        """
        name = f"{message.chat} {message.id}"
        typist = self._noticed.get(name)
        if typist is not None and not typist.done():
            return typist
        if not message.private and message.addressed_by != "button":
            self.start(self.seen(message))
        typist = self.start(self._typing(message))
        self._typists.add(typist)
        typist.add_done_callback(self._typists.discard)
        self._noticed[name] = typist
        typist.add_done_callback(lambda done: self._forget(name, done))
        return typist

    def _forget(self, name: str, typist: asyncio.Task[None]) -> None:
        if self._noticed.get(name) is typist:
            del self._noticed[name]

    async def seen(self, message: IncomingMessage) -> None:
        """Put eyes on a person's message."""
        number = message.handle.get("message_id", "")
        mark = f"{message.chat.chat}:{number}"
        if not number or mark in self._seen or not self._free(message.chat.chat):
            return
        self._seen[mark] = None
        self._eyes.add(mark)
        if len(self._seen) > REMEMBERED:
            self._eyes.discard(self._seen.popitem(last=False)[0])
        eyes = ReactionTypeEmoji(ReactionEmoji.EYES)
        try:
            await self._api.set_message_reaction(message.chat.chat, int(number), [eyes])
        except TelegramError as error:
            self._note(message.chat.chat, error)

    async def nod(self, message: IncomingMessage) -> None:
        """Show on a person's message that it was heard and done."""
        number = message.handle.get("message_id", "")
        if not number or not self._free(message.chat.chat):
            return
        self._seen[f"{message.chat.chat}:{number}"] = None  # no eyes over it
        self._eyes.discard(f"{message.chat.chat}:{number}")
        try:
            await self._api.set_message_reaction(
                message.chat.chat, int(number), [ReactionTypeEmoji(ReactionEmoji.THUMBS_UP)]
            )
        except TelegramError as error:
            self._note(message.chat.chat, error)

    async def answered(self, message: IncomingMessage) -> None:
        """Take the eyes off again."""
        number = message.handle.get("message_id", "")
        mark = f"{message.chat.chat}:{number}"
        if mark in self._eyes and self._free(message.chat.chat):
            self._eyes.discard(mark)
            await self._api.set_message_reaction(message.chat.chat, int(number), [])

    async def uploading(self, message: IncomingMessage) -> None:
        """Show that a picture is on its way."""
        if self._free(message.chat.chat) and self.calm:
            thread = int(message.chat.thread) if message.chat.thread else None
            await self._api.send_chat_action(message.chat.chat, ChatAction.UPLOAD_PHOTO, message_thread_id=thread)

    async def _typing(self, message: IncomingMessage) -> None:
        chat, begun = message.chat, time.monotonic()
        await asyncio.sleep(FIRST_SECONDS)
        for _ in range(round((OVERDUE_SECONDS - FIRST_SECONDS) / LOOK_SECONDS)):
            if self._free(chat.chat):
                break
            await asyncio.sleep(LOOK_SECONDS)
        first = True
        while time.monotonic() < begun + MOST_SECONDS:
            if self._free(chat.chat) or (first and not self.blocked(chat.chat)):
                first = False
                action = ChatAction.FIND_LOCATION if message.position else ChatAction.TYPING
                thread = int(chat.thread) if chat.thread else None
                try:
                    await self._api.send_chat_action(chat.chat, action, message_thread_id=thread)
                except TelegramError as error:
                    self._note(chat.chat, error)
                    return
            await asyncio.sleep(AGAIN_SECONDS)

    async def answer_tap(self, query: str, *, old: bool = False) -> None:
        """Stop the button's spinning."""
        await self._api.answer_callback_query(query, text=say(OLD_BUTTON) if old else None)

    @property
    def calm(self) -> bool:
        """Whether so little is sent that a call may be spent on what an answer can do without."""
        return self._api.busy() < CALM

    @property
    def crowded(self) -> bool:
        """Whether a call waits before it leaves."""
        return self._api.busy() >= MOST_CALLS

    def _free(self, chat: str) -> bool:
        return not self.blocked(chat) and self._api.busy() < SPARE

    def _note(self, chat: str, error: TelegramError) -> None:
        if isinstance(meant := outcome(error), SlowDown):
            self.block(chat, meant.retry_after)
            self._news[chat] = self._blocked[chat]
        log.info("a sign was not shown: %s", said(error))

    # --- running --------------------------------------------------------------------------------------

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside the answer; its failure is logged and harms nothing."""

        async def guarded() -> None:
            try:
                await work
            except TelegramError as error:
                log.info("a sign was not shown: %s", said(error))
            except Exception:
                log.exception("a small task of the channel failed")

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it may have been cancelled before it began
        return task

    async def settle(self) -> None:
        """Wait for what was started, but not for those who type on."""
        pending = [task for task in self._tasks if task not in self._typists]
        if pending:
            await asyncio.wait(pending, timeout=SETTLE_SECONDS)
