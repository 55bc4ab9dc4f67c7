"""Sends answers to Telegram: previews by edits in private chats, then the whole answer, once and complete.

A refusal never costs an answer: markup that Telegram cannot read is sent as plain text, a picture it does not
take is left out, a message that was deleted meanwhile is sent anew.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    ReplyKeyboardMarkup,
)
from telegram.constants import ChatMemberStatus, ParseMode
from telegram.error import BadRequest, TelegramError

from adapters.protocol import (
    Ballot,
    Capabilities,
    ChatGone,
    ChatRef,
    Delivery,
    IncomingMessage,
    KeyValue,
    NotDelivered,
    Pace,
    Reply,
    Sent,
    SlowDown,
    Status,
    Text,
)
from adapters.telegram.api import Api, outcome, said, says
from adapters.telegram.identity import Identity
from adapters.telegram.layout import Album, Attached, Message, Picture, Place, Rich, Words, layout, preview
from adapters.telegram.limits import BURST, CAPABILITIES, DRAFT_SECONDS
from adapters.telegram.pages import Book, Page, Shelf, turns, with_back
from adapters.telegram.polls import close_poll, send_poll
from adapters.telegram.posting import LOST, NO_PREVIEW, Post
from adapters.telegram.rich import rich_blocks
from adapters.telegram.signs import Signs
from adapters.telegram.tapped import Tap, turn_to_edit
from adapters.telegram.words import ADD_ME, ASK_IN_PRIVATE, CANNOT_READ, OWN_MESSAGE, in_this_group
from adapters.unasked import unasked
from tongue import say, speaking

PREVIEW_SECONDS = 86_400
SIGN_AFTER_SECONDS = 1.0
"""A message that waits longer than this for its turn is told so."""

UNASKED = "unasked"
"""In the handle of what nobody asked for: no "typing", no eyes."""


log = logging.getLogger(__name__)


class TelegramOutbound:
    """The sending side of the channel."""

    def __init__(
        self,
        api: Api,
        values: KeyValue,
        signs: Signs,
        identity: Identity,
        *,
        drafts: bool,
        sustained: float,
        sign_after: float,
        rich: bool = False,
    ) -> None:
        self.rich = rich
        self.api = api
        self.values = values
        self.signs = signs
        self.identity = identity
        self.drafts = drafts
        self.sustained = sustained
        self.sign_after = sign_after
        self.shelf = Shelf(values)

    @property
    def capabilities(self) -> Capabilities:
        return CAPABILITIES

    def open(self, message: IncomingMessage, pace: Pace) -> Delivery:
        """A delivery that answers `message`."""
        return TelegramDelivery(self, message, pace)

    def noticed(self, message: IncomingMessage) -> None:
        """Eyes in a group, soon "typing"."""
        self.signs.working(message)

    def is_private(self, chat: ChatRef) -> bool:
        """Ids of groups are negative."""
        return not chat.chat.startswith("-")

    async def administers(self, message: IncomingMessage) -> bool:
        """Owner or administrator of the group, or one who writes as the group itself."""
        if message.private or (message.person.anonymous and message.person.id == message.chat.chat):
            return True
        try:
            member = await self.api.get_chat_member(message.chat.chat, int(message.person.id))
        except TelegramError as error:
            meant = outcome(error)
            if isinstance(meant, ChatGone | NotDelivered):
                return False
            raise meant from None
        return member.status in (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)

    async def poll(self, chat: ChatRef, ballot: Ballot, pace: Pace) -> Sent:
        """Telegram's own."""
        return await send_poll(self.api, self.values, chat, ballot, pace)

    async def end_poll(self, chat: ChatRef, sent: Sent) -> None:
        """Close it."""
        await close_poll(self.api, chat, sent)

    async def pin(self, chat: ChatRef, sent: Sent, on: bool) -> None:
        """Tried once; a bot without the right pins nothing."""
        if self.is_private(chat) or not sent.message_ids:
            return
        number = int(sent.message_ids[0])
        try:
            if on:
                await self.api.pin_chat_message(chat.chat, number, disable_notification=True)
            else:
                await self.api.unpin_chat_message(chat.chat, number)
        except TelegramError as error:
            log.info("nothing was pinned: %s", said(error))

    async def private_link(self, token: str) -> str:
        """Telegram's deep link; a known person who taps it sends `/start token` as well."""
        try:
            name = (await self.identity.me()).username
        except TelegramError as error:
            raise outcome(error) from None
        return f"https://t.me/{name}?start={token}" if name else ""

    async def post(self, chat: ChatRef, reply: Reply, pace: Pace) -> Sent:
        """Send a reply that nobody asked for."""
        return await TelegramDelivery(self, self._unasked(chat), pace).finish(reply)

    async def edit(self, chat: ChatRef, sent: Sent, reply: Reply, pace: Pace) -> Sent:
        """Edit message by message; more messages are sent, fewer leave the others deleted."""
        message = self._unasked(chat)
        post = Post(self.api, self.values, self.signs, message)
        steps = list(_one_by_one(layout(reply, private=message.private)))
        post.alone = len(steps) == 1
        before = [int(number) for number in sent.message_ids]
        now: list[int] = []
        for number, step in enumerate(steps):
            target = before[number] if number < len(before) else 0
            async with turn_to_edit(self.values, chat, target):
                await pace()
                now.append(await post.send(step, target, first=False))
        for left in set(before) - set(now):
            await post.delete(left)
        return Sent(tuple(str(number) for number in now if number))

    def _unasked(self, chat: ChatRef) -> IncomingMessage:
        return unasked(chat, {UNASKED: "1"}, private=self.is_private(chat))


class TelegramDelivery:
    """One answer on its way. "Typing" is shown until it is sent or given up."""

    def __init__(self, outbound: TelegramOutbound, message: IncomingMessage, pace: Pace) -> None:
        self._out = outbound
        self._api = outbound.api
        self._message = message
        self._chat = message.chat.chat
        self._pace = pace
        self._preview = 0
        self._preview_text = ""
        self._preview_at = 0.0
        self._looked = False
        self._drafts = outbound.drafts and message.private
        self._steps: list[Message] | None = None
        self._done: list[int] = []
        self._post = Post(outbound.api, outbound.values, outbound.signs, message)
        self._tap = Tap(outbound.api, outbound.values, outbound.signs, message)
        self._working = _working(outbound.signs, message)
        # Given up: nobody calls `finish` any more.
        self._given_up = weakref.finalize(self, _cancel, self._working)

    # --- previews -------------------------------------------------------------------------------------

    async def snapshot(self, reply: Reply) -> None:
        """Show the answer so far, in private chats only."""
        text = preview(reply)
        if not self._message.private or not text or text == self._preview_text or not self._out.signs.calm:
            return
        self._leave_alone()
        await self._look()
        try:
            if self._drafts and not self._preview:
                await self._draft(text)
            elif self._preview:
                await self._api.edit_message_text(
                    text,
                    self._chat,
                    self._preview,
                    parse_mode=ParseMode.HTML,
                    link_preview_options=NO_PREVIEW,
                )
            else:
                sent = await self._api.send_message(
                    self._chat,
                    text,
                    parse_mode=ParseMode.HTML,
                    message_thread_id=self._post.thread,
                    link_preview_options=NO_PREVIEW,
                )
                self._preview = sent.message_id
                self._out.signs.start(self._remember("preview", sent.message_id))
        except BadRequest as error:
            if says(error, *LOST):
                self._preview = 0
            if isinstance(meant := outcome(error), ChatGone):
                raise meant from None
            log.info("a preview was not shown: %s", said(error))
        except TelegramError as error:
            raise self._post.meaning(error) from None
        self._preview_text, self._preview_at = text, time.monotonic()

    async def _draft(self, text: str) -> None:
        try:
            update = self._message.id.removeprefix("u")
            number = int(update) if update.isdecimal() and int(update) else 1
            await self._api.send_message_draft(
                int(self._chat),
                number,
                text,
                message_thread_id=self._post.thread,
                parse_mode=ParseMode.HTML,
                api_kwargs={"can_stop": True} if number > 1 and self._out.signs.stops else None,
            )
        except BadRequest as error:
            if says(error, "can_stop") and self._out.signs.stops:
                self._out.signs.stops = False  # an older server: a draft without its Stop
                return await self._draft(text)
            self._drafts = False  # not every chat takes drafts: from here on by edits
            log.info("drafts are off for this answer: %s", said(error))

    async def _look(self) -> None:
        """Go on with a preview that an earlier try left in the chat; take the sign "you are next" away.

        Here and in `_show_sign` each side writes first and reads then, so that no sign is left standing.
        """
        if self._looked or not self._message.private:
            return
        self._looked = True
        await self._out.values.set(self._key("begun"), "1", seconds=PREVIEW_SECONDS)
        preview, sign = [await self._out.values.get(self._key(name)) for name in ("preview", "sign")]
        if preview and not self._preview:
            self._preview, self._preview_at = int(preview), time.monotonic()
        if sign:
            self._out.signs.start(self._post.delete(int(sign)))

    def _key(self, name: str) -> str:
        return f"{name}:{self._chat}:{self._message.id}"

    async def _remember(self, name: str, number: int) -> None:
        await self._out.values.set(self._key(name), str(number), seconds=PREVIEW_SECONDS)

    # --- the whole answer -----------------------------------------------------------------------------

    async def finish(self, reply: Reply) -> Sent:
        """Send every message of the reply. Called again, it goes on where it stopped."""
        self._leave_alone()
        if reply.blocks and all(isinstance(block, Status) for block in reply.blocks):
            return await self._show_sign(reply)
        if await self._tap.says(reply):
            _cancel(self._working)
            return Sent()
        if reply.slight and not self._message.private and not self._message.handle.get("query"):
            _cancel(self._working)
            await self._out.signs.nod(self._message)
            return Sent()
        self._out.signs.start(self._tap.stop())
        await self._look()
        if self._steps is None:
            self._steps = await self._planned(reply)
            await self._recall()
            self._post.alone = len(self._steps) == 1
            self._post.only_for = self._asker(reply)
        if any(isinstance(step, Picture | Album) for step in self._steps) and UNASKED not in self._message.handle:
            self._out.signs.start(self._out.signs.uploading(self._message))
        if (book := await self._book()) is not None:
            _cancel(self._working)
            return await self._turn(book, reply.back)
        for number, step in enumerate(self._steps):
            if number < len(self._done):
                continue
            await self._turn_comes(number)
            if not self._out.signs.crowded:  # else it waits still, and "typing" goes before it
                _cancel(self._working)
            self._done.append(await self._send(step, number))
            _cancel(self._working)
            await self._out.values.set(self._key("steps"), self._so_far(), seconds=PREVIEW_SECONDS)
        _cancel(self._working)
        await self._clear()
        self._out.signs.start(self._out.signs.answered(self._message))
        if reply.marks:
            await self._tap.mark(self._pace)
        return Sent(tuple(str(number) for number in self._numbers() if number))

    def _numbers(self) -> Iterator[int]:
        """The ids of all that was sent, in its order."""
        for step, number in zip(self._steps or (), self._done, strict=False):
            yield number
            if isinstance(step, Album):
                yield from self._post.beside

    def _asker(self, reply: Reply) -> int:
        """Who alone sees the reply in a group, where Telegram can show it so; 0 for everybody."""
        person = self._message.person
        alone = reply.ephemeral and not self._message.private and not person.anonymous
        return int(person.id) if alone and person.id.isdecimal() and self._out.signs.whispers else 0

    async def _recall(self) -> None:
        """Go on after what an earlier process sent of the same answer, should it have ended in between."""
        kept = await self._out.values.get(self._key("steps"))
        before: dict[str, Any] = json.loads(kept) if kept else {}
        if before.get("kinds") == _kinds(self._steps or []):
            self._done = [int(number) for number in before["done"]]
            self._post.beside = [int(number) for number in before.get("beside", ())]

    def _so_far(self) -> str:
        return json.dumps({"kinds": _kinds(self._steps or []), "done": self._done, "beside": self._post.beside})

    async def _planned(self, reply: Reply) -> list[Message]:
        """The steps of a reply; what the channel says beside it is in its language, else in that of who asks."""
        with speaking(reply.language or self._message.person.language[:2].lower()):
            return await self._steps_of(reply)

    async def _steps_of(self, reply: Reply) -> list[Message]:
        message = self._message
        handle = message.handle
        if handle.get("hello"):
            me = await self._out.identity.me()
            words = in_this_group(me.username or "", reads_all=bool(me.can_read_all_group_messages))
            steps = layout(replace(reply, blocks=(Text(words),)), private=False)
            return _with_link(steps, say(ASK_IN_PRIVATE), f"https://t.me/{me.username}?start=help")
        if handle.get("unread"):
            reply = replace(reply, blocks=(Text(say(CANNOT_READ)),))
        if handle.get("own"):
            reply = Reply((Text(say(OWN_MESSAGE)),))
        asks_where = reply.asks_place or message.text.split("@")[0] == "/start"
        place = message.private and message.position is None and asks_where
        steps = self._richly(reply, layout(reply, private=message.private, wants_place=place))
        if message.private and message.text.split("@")[0] == "/start" and (name := await self._username()):
            steps[:1] = _with_link(steps[:1], say(ADD_ME), f"https://t.me/{name}?startgroup=group")
        return steps

    def _richly(self, reply: Reply, steps: list[Message]) -> list[Message]:
        """As a rich message where the operator has asked for them and there is a table or a place to show."""
        wanted = self._out.rich and self._out.signs.rich and not self._preview
        blocks = rich_blocks(reply) if wanted else None
        instead = tuple(step for step in steps if not isinstance(step, Rich))
        keyboards = [step.keyboard for step in instead if step.keyboard is not None]
        inline = next((one for one in reversed(keyboards) if isinstance(one, InlineKeyboardMarkup)), None)
        if blocks is None or turns(inline) or any(isinstance(one, ReplyKeyboardMarkup) for one in keyboards):
            return steps
        return [Rich(blocks, instead, inline)]

    async def _username(self) -> str:
        try:
            return (await self._out.identity.me()).username or ""
        except TelegramError:
            return ""

    async def _turn_comes(self, number: int) -> None:
        await self._pace()
        if number >= BURST:
            await asyncio.sleep(max(0.0, self._out.sustained - CAPABILITIES.send_interval))
        if number == 0 and self._preview_at:
            await asyncio.sleep(max(0.0, self._preview_at + DRAFT_SECONDS - time.monotonic()))

    async def _send(self, step: Message, number: int) -> int:
        """Send one message; its id, 0 when it was left out. Raises ChannelError."""
        target = self._preview if number == 0 else 0
        target = target if isinstance(step, Words | Picture) else 0
        sent = await self._post.send(step, target, first=not any(self._is_words(n) for n in range(number)))
        if sent == self._preview:
            self._preview = 0
        if isinstance(step, Picture) and isinstance(step.keyboard, InlineKeyboardMarkup) and turns(step.keyboard):
            page = Page(step.html, step.caption, step.keyboard.to_json(), self._post.photo)
            self._out.signs.start(self._put(sent, Book(sent, (page,))))
        elif isinstance(step.keyboard, InlineKeyboardMarkup) and turns(step.keyboard) and isinstance(step, Words):
            page = Page(step.html, step.plain, step.keyboard.to_json(), self._post.photo, self._caption())
            photo = self._done[0] if self._post.photo and self._done else 0
            self._out.signs.start(self._put(sent, Book(photo, (page,))))
        return sent

    def _is_words(self, number: int) -> bool:
        return self._steps is not None and isinstance(self._steps[number], Words)

    def _caption(self) -> str:
        return next((step.caption for step in self._steps or () if isinstance(step, Picture)), "")

    # --- pages in place -------------------------------------------------------------------------------

    async def _book(self) -> Book | None:
        """The book whose page this answer turns, when it is one page again."""
        tapped = self._message.handle.get("turn")
        steps = self._steps or []
        if not tapped or any(isinstance(step, Album | Place | Attached) for step in steps):
            return None
        book = await self._out.shelf.get(self._message.chat, int(tapped))
        if book is not None and book.photo_message == int(tapped):  # picture and words in one
            return book if len(steps) == 1 and isinstance(steps[0], Picture) else None
        return book if sum(isinstance(step, Words) for step in steps) == 1 else None

    async def _put(self, message: int, book: Book) -> None:
        await self._out.shelf.put(self._message.chat, message, book, self._message.person.id)

    async def _turn(self, book: Book, back: str) -> Sent:
        """Show the answer in the message whose button was tapped, with a way back."""
        target = int(self._message.handle["turn"])
        steps = self._steps or []
        picture = next((step for step in steps if isinstance(step, Picture)), None)
        if picture and book.photo_message == target:
            return await self._turn_picture(book, picture, target, back)
        words = next(step for step in steps if isinstance(step, Words))
        if picture and book.photo_message and not self._done:
            await self._pace()
            self._done.append(await self._post.picture(replace(picture, keyboard=None), book.photo_message))
        inline = words.keyboard if isinstance(words.keyboard, InlineKeyboardMarkup) else None
        turned = replace(words, keyboard=with_back(inline, back))
        async with turn_to_edit(self._out.values, self._message.chat, target):
            await self._pace()
            sent = await self._post.words(turned, target, first=True)
        page = Page(
            turned.html, turned.plain, with_back(inline, back).to_json(), self._post.photo, self._caption()
        )
        pages = (*book.pages, page) if sent == target else (page,)
        self._out.signs.start(self._put(sent, Book(book.photo_message, pages)))
        await self._clear()
        return Sent((str(sent),))

    async def _turn_picture(self, book: Book, picture: Picture, target: int, back: str) -> Sent:
        """The same, where picture and words are one message."""
        inline = picture.keyboard if isinstance(picture.keyboard, InlineKeyboardMarkup) else None
        async with turn_to_edit(self._out.values, self._message.chat, target):
            await self._pace()
            sent = await self._post.picture(replace(picture, keyboard=with_back(inline, back)), target)
        page = Page(picture.html, picture.caption, with_back(inline, back).to_json(), self._post.photo)
        pages = (*book.pages, page) if sent == target else (page,)
        self._out.signs.start(self._put(sent, Book(sent, pages)))
        await self._clear()
        return Sent((str(sent),))

    # --- around it ------------------------------------------------------------------------------------

    async def _show_sign(self, reply: Reply) -> Sent:
        """Say in passing that a message waits: a line that goes when its turn comes, or eyes in a group."""
        if not self._message.private:
            _cancel(self._working)
            await self._out.signs.seen(self._message)
            return Sent()
        begun = self._key("begun")
        await asyncio.sleep(self._out.sign_after)
        if await self._out.values.get(begun):
            return Sent()
        if not self._out.signs.calm:
            self._given_up.detach()  # "typing" goes on: it is one call, a line that comes and goes is two
            return Sent()
        _cancel(self._working)
        await self._pace()
        if await self._out.values.get(begun):
            return Sent()
        words = layout(reply, private=True)[0]
        sent = await self._post.words(words, 0, first=False) if isinstance(words, Words) else 0
        await self._remember("sign", sent)
        if await self._out.values.get(begun):  # the answer was quicker
            await self._post.delete(sent)
        return Sent((str(sent),))

    async def _clear(self) -> None:
        """Take away a preview that the answer did not replace."""
        if self._preview:
            await self._post.delete(self._preview)
            self._preview = 0

    def _leave_alone(self) -> None:
        """Raises SlowDown while the chat wants to be left alone."""
        if wait := self._out.signs.news(self._chat):
            raise SlowDown(wait)


def _working(signs: Signs, message: IncomingMessage) -> asyncio.Task[None] | None:
    """Show that the message is worked on, where anything runs at all."""
    if UNASKED in message.handle:
        return None
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return None
    return signs.working(message)


def _cancel(task: asyncio.Task[None] | None) -> None:
    if task is not None and not task.done() and not task.get_loop().is_closed():
        task.cancel()


def _kinds(steps: list[Message]) -> list[str]:
    """What an answer consists of: another try that consists of something else is another answer."""
    return [type(step).__name__ for step in steps]


def _one_by_one(steps: Sequence[Message]) -> Iterator[Message]:
    """Each picture a message of its own, which can be put in another's place."""
    for step in steps:
        if isinstance(step, Album):
            yield from step.pictures
        else:
            yield step


def _with_link(steps: list[Message], label: str, url: str) -> list[Message]:
    *before, last = steps
    rows = list(last.keyboard.inline_keyboard) if isinstance(last.keyboard, InlineKeyboardMarkup) else []
    keyboard = InlineKeyboardMarkup([*rows, [InlineKeyboardButton(label, url=url)]])
    return [*before, replace(last, keyboard=keyboard)]
