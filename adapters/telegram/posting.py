"""Sends one message of an answer at a time: with less of it each time that Telegram refuses, never nothing."""

from __future__ import annotations

import logging
from dataclasses import replace
from html import escape
from typing import Any, assert_never

from telegram import (
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    ReplyKeyboardMarkup,
    ReplyParameters,
)
from telegram import Message as SentMessage
from telegram.constants import ParseMode
from telegram.error import BadRequest, InvalidToken, TelegramError

from adapters.markdown import cut, utf16_length
from adapters.protocol import ChatGone, IncomingMessage, KeyValue, SlowDown
from adapters.telegram.api import Api, outcome, said, says
from adapters.telegram.keyboards import only_taps
from adapters.telegram.layout import Album, Attached, Keyboard, Message, Picture, Place, Rich, Words
from adapters.telegram.limits import MAX_TEXT
from adapters.telegram.signs import Signs

PHOTO_SECONDS = 60 * 86_400
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
LOST = ("message to edit not found", "message can't be edited", "message_id_invalid", "message to be replied")
"""What Telegram says of a message that was deleted meanwhile."""

log = logging.getLogger(__name__)


class Post:
    """The messages of one answer to one chat.

    `thread` is its topic, None once that is no more. `photo` is the file id of the picture sent last; an answer
    that is one message `alone` says in words what its picture cannot show. `only_for` is who alone sees the words.
    `beside` are the ids of an album's photos after its first.
    """

    def __init__(self, api: Api, values: KeyValue, signs: Signs, message: IncomingMessage) -> None:
        self._api = api
        self._values = values
        self._signs = signs
        self._message = message
        self._chat = message.chat.chat
        self.thread = int(message.chat.thread) if message.chat.thread else None
        self.photo = ""
        self.alone = False
        self.only_for = 0
        self.beside: list[int] = []

    async def send(self, step: Message, target: int, *, first: bool) -> int:
        """Send one message, or put it in the place of `target`; its id, 0 when it was left out.

        Raises ChannelError. An album, a place and a file stay as they are.
        """
        match step:
            case Words():
                return await self.words(step, target, first=first)
            case Picture():
                return await self.picture(step, target)
            case Album():
                return target or await self.album(step)
            case Place():
                return target or await self.place(step)
            case Attached():
                return target or await self.attached(step)
            case Rich():
                return await self.rich(step, target, first=first)
            case _:
                assert_never(step)

    async def words(self, step: Words, target: int, *, first: bool) -> int:
        """HTML first; refused, the same without markup, then without links, then without buttons."""
        inline = step.keyboard if isinstance(step.keyboard, InlineKeyboardMarkup) else None
        tries: list[tuple[str, str | None, Keyboard | None]] = [
            (step.html, ParseMode.HTML, step.keyboard),
            (step.plain, None, step.keyboard),
            (step.plain, None, only_taps(inline)),
            (step.plain, None, None),
        ]
        at = 0
        while True:
            text, mode, keyboard = tries[at]
            try:
                return await self._text(text, mode, keyboard, target, first=first)
            except BadRequest as error:
                if says(error, "message is not modified"):
                    return target
                if target and says(error, *LOST):
                    target = 0
                elif self.only_for and says(error, "ephemeral", "receiver"):
                    self.only_for, self._signs.whispers = 0, False  # an older server: everybody sees it
                elif not self._without_thread(error):
                    if isinstance(outcome(error), ChatGone) or at + 1 == len(tries):
                        raise outcome(error) from None
                    log.warning("a message is sent again with less: %s", said(error))
                    at += 1
            except TelegramError as error:
                raise self.meaning(error) from None

    async def _text(
        self, text: str, mode: str | None, keyboard: Keyboard | None, target: int, *, first: bool
    ) -> int:
        *before, last = _cut(text) if mode is None else [text]
        for piece in before:
            await self._api.send_message(self._chat, piece, message_thread_id=self.thread)
        if target and not before and not isinstance(keyboard, ReplyKeyboardMarkup):
            await self._api.edit_message_text(
                last, self._chat, target, parse_mode=mode, link_preview_options=NO_PREVIEW, reply_markup=keyboard
            )
            return target
        sent = await self._api.send_message(
            self._chat,
            last,
            parse_mode=mode,
            message_thread_id=self.thread,
            link_preview_options=NO_PREVIEW,
            reply_parameters=self._reply_to() if first else None,
            reply_markup=keyboard,
            api_kwargs=self._whispered(),
        )
        return sent.message_id

    def _whispered(self) -> dict[str, Any] | None:
        """Bot API 10.2: in a group a message may be for one person alone."""
        return {"ephemeral_message_parameters": {"receiver_user_id": self.only_for}} if self.only_for else None

    async def picture(self, step: Picture, target: int) -> int:
        """A photo, by its file id where it was sent before; left out when Telegram does not take it."""
        known = await self._values.get(self._photo_key(step)) if step.key else None
        as_file = False
        while True:
            try:
                if as_file:
                    sent = await self._document(step)
                else:
                    sent = await self._photo_message(step, known or step.image, target)
            except BadRequest as error:
                if says(error, "message is not modified"):
                    return target
                if known:
                    known = None
                elif target and says(error, *LOST):
                    target = 0
                elif not as_file and says(error, "photo_invalid", "image_process", "too big"):
                    as_file, target = True, 0
                elif not self._without_thread(error):
                    meant = outcome(error)
                    if isinstance(meant, ChatGone) and "photo" not in error.message.lower():
                        raise meant from None
                    if step.html and says(error, "can't parse entities", "caption"):
                        step = replace(step, html="")
                        continue
                    log.warning("a picture was left out: %s", said(error))
                    return await self._instead_of(step)
            except TelegramError as error:
                raise self.meaning(error) from None
            else:
                self.photo = sent.photo[-1].file_id if sent.photo else ""
                if step.key and self.photo and self.photo != known:
                    keeping = self._values.set(self._photo_key(step), self.photo, seconds=PHOTO_SECONDS)
                    self._signs.start(keeping)  # pyright: ignore[reportArgumentType]
                return sent.message_id

    async def album(self, step: Album) -> int:
        """Photos together; one by one, as ever, where Telegram does not take them so."""
        kept = [await self._values.get(self._photo_key(one)) if one.key else None for one in step.pictures]
        while True:
            media = [
                InputMediaPhoto(known or one.image, caption=one.caption or None, filename=one.name)
                for one, known in zip(step.pictures, kept, strict=True)
            ]
            try:
                sent = await self._api.send_media_group(
                    self._chat, media, message_thread_id=self.thread, reply_parameters=self._reply_to()
                )
            except BadRequest as error:
                if any(kept):
                    kept = [None] * len(kept)
                elif not self._without_thread(error):
                    if isinstance(meant := outcome(error), ChatGone) and "photo" not in error.message.lower():
                        raise meant from None
                    log.warning("pictures are sent one by one: %s", said(error))
                    numbers = [await self.picture(one, 0) for one in step.pictures]
                    break
            except TelegramError as error:
                raise self.meaning(error) from None
            else:
                for one, message in zip(step.pictures, sent, strict=True):
                    if one.key and message.photo:
                        keeping = self._values.set(
                            self._photo_key(one), message.photo[-1].file_id, seconds=PHOTO_SECONDS
                        )
                        self._signs.start(keeping)  # pyright: ignore[reportArgumentType]
                numbers = [message.message_id for message in sent]
                break
        self.photo = ""  # no page is turned under an album
        self.beside = numbers[1:]
        return numbers[0]

    async def _photo_message(self, step: Picture, photo: str | bytes, target: int) -> SentMessage:
        if target and not isinstance(step.keyboard, ReplyKeyboardMarkup):
            media = InputMediaPhoto(
                photo, caption=step.html or step.caption or None, parse_mode=_mode(step), filename=step.name
            )
            edited = await self._api.edit_message_media(media, self._chat, target, reply_markup=step.keyboard)
            if isinstance(edited, SentMessage):
                return edited
        return await self._api.send_photo(
            self._chat,
            photo,
            caption=step.html or step.caption or None,
            parse_mode=_mode(step),
            message_thread_id=self.thread,
            reply_parameters=self._reply_to(),
            reply_markup=step.keyboard,
            filename=step.name,
        )

    async def _document(self, step: Picture) -> SentMessage:
        return await self._api.send_document(
            self._chat,
            step.image,
            caption=step.html or step.caption or None,
            parse_mode=_mode(step),
            message_thread_id=self.thread,
            reply_parameters=self._reply_to(),
            reply_markup=step.keyboard,
            filename=step.name,
        )

    async def _instead_of(self, step: Picture) -> int:
        """Nothing, unless the picture was all there was."""
        if not (self.alone or step.html):
            return 0
        caption = step.caption or "The map could not be sent here."
        return await self.words(Words(step.html or escape(caption), caption, step.keyboard), 0, first=True)

    def _photo_key(self, step: Picture) -> str:
        return f"photo:{self._message.chat.tenant}:{step.key}"

    async def place(self, step: Place) -> int:
        try:
            sent = await self._api.send_venue(
                self._chat,
                step.position.lat,
                step.position.lon,
                step.title,
                step.address,
                message_thread_id=self.thread,
                reply_markup=step.keyboard,
            )
        except BadRequest as error:
            if self._without_thread(error):
                return await self.place(step)
            if isinstance(meant := outcome(error), ChatGone):
                raise meant from None
            log.warning("a place was left out: %s", said(error))
            return 0
        except TelegramError as error:
            raise self.meaning(error) from None
        return sent.message_id

    async def attached(self, step: Attached) -> int:
        """A file; left out when Telegram does not take it."""
        try:
            sent = await self._api.send_document(
                self._chat,
                step.content,
                message_thread_id=self.thread,
                reply_parameters=self._reply_to(),
                reply_markup=step.keyboard,
                filename=step.name,
            )
        except BadRequest as error:
            if self._without_thread(error):
                return await self.attached(step)
            if isinstance(meant := outcome(error), ChatGone):
                raise meant from None
            log.warning("a file was left out: %s", said(error))
            return 0
        except TelegramError as error:
            raise self.meaning(error) from None
        return sent.message_id

    async def rich(self, step: Rich, target: int, *, first: bool) -> int:
        """A rich message; where Telegram does not take it, the same as ever, and from then on so."""
        if self._signs.rich and not target:
            try:
                return await self._api.send_rich(
                    self._chat,
                    step.blocks,
                    message_thread_id=self.thread,
                    reply_parameters=self._reply_to(),
                    reply_markup=step.keyboard,
                )
            except (BadRequest, InvalidToken) as error:  # an unknown method is a 404, as a wrong token is
                if self._without_thread(error):
                    return await self.rich(step, target, first=first)
                if isinstance(meant := outcome(error), ChatGone):
                    raise meant from None
                log.warning("a rich message was not taken: %s", said(error))
                self._signs.rich = isinstance(error, BadRequest)
            except TelegramError as error:
                raise self.meaning(error) from None
        sent = [await self.send(one, target if not n else 0, first=first) for n, one in enumerate(step.instead)]
        return sent[-1] if sent else 0

    async def delete(self, number: int) -> None:
        try:
            await self._api.delete_message(self._chat, number)
        except TelegramError as error:
            log.info("a preview was not taken away: %s", said(error))

    def _reply_to(self) -> ReplyParameters | None:
        """In a group an answer quotes its question."""
        number = self._message.handle.get("message_id")
        if self._message.private or not number:
            return None
        return ReplyParameters(int(number), allow_sending_without_reply=True)

    def _without_thread(self, error: TelegramError) -> bool:
        """Whether to try again without the topic: it was deleted, or topics were switched off."""
        if self.thread is None or not says(error, "thread not found", "topic_deleted"):
            return False
        self.thread = None
        return True

    def meaning(self, error: TelegramError) -> Exception:
        meant = outcome(error)
        if isinstance(meant, SlowDown):
            self._signs.block(self._chat, meant.retry_after)
        return meant


def _mode(step: Picture) -> str | None:
    return ParseMode.HTML if step.html else None


def _cut(text: str) -> list[str]:
    """Plain text in pieces that fit, cut at a line where there is one, and never inside a character."""
    pieces: list[str] = []
    while utf16_length(text) > MAX_TEXT:
        end = cut(text, lambda piece: utf16_length(piece) <= MAX_TEXT, lines_first=True)
        pieces.append(text[:end])
        text = text[end:].lstrip("\n")
    return [*pieces, text]
