"""Speaks first: posts and edits what nobody asked for, in any channel, and sees to every end of a chat.

    voice = Voice(store, outbounds, Remembered(store, records, diary))
    sent = await voice.post(chat, reply, name=f"outing-{id}")   # keep `sent`: its ids are strings
    sent = await voice.edit(chat, sent, reply)                  # the same message, changed; keep this one

**How to use it.** `chat` is the `ChatRef` of the message that set the thing up (`message.chat`, with its thread):
keep `str(chat)`, read it back with `ChatRef.parse`. Buttons come from `store.put_buttons(chat, …)` as always. Keep
`sent.message_ids` (and `sent.thread`) beside your row. Both calls wait for the room's turn like every answer, so a
card in a busy group may take seconds: never call them while you hold a transaction. Taps in one chat are answered
one after another, so edits from a tap's answer are in order; an equal reply costs nothing. A card that was
deleted is sent anew by `edit`, whose `Sent` then names the new message.

A `name` makes a post happen once: tried again with the same name (a crash in between, a claim that ran out) it
returns what was sent before. An answer that was lost is tried a second time at most, never a third.

Raises `ChatGone` when nobody can be reached there any more: blocked, kicked, deleted, uninstalled. The store knows
it then, and until somebody writes from there again no call is made; end what you keep for that chat. A group that
got a new id is no end: everything kept moves (`Remembered.move_chat`: add your table there), and the post goes on
in the new place. Raises another `ChannelError` when it was not sent this time: try again later. Whether the person
agreed and whether it is night there is asked before: by the tap that keeps a thing, and by `QuietHours`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Protocol

import structlog

from adapters.protocol import (
    Ballot,
    ChatGone,
    ChatRef,
    Memories,
    NotDelivered,
    NotWanted,
    Outbound,
    Pace,
    Reply,
    Sent,
    SlowDown,
    Unanswered,
)
from bot.keyvalue import StoredValues
from bot.outbox import Pacer
from bot.store import Store

NAMED_SECONDS = 7 * 86_400
LONGEST_WAIT = 30.0
"""A platform that asks to wait longer than this is left alone, and the caller tries again later."""

_SENDING, _AGAIN = "sending", "again"

log = structlog.get_logger(__name__)

Call = Callable[[Outbound, ChatRef, Pace], Awaitable[Sent]]


class Post(Protocol):
    """`Voice.post`, for who needs only that."""

    async def __call__(self, chat: ChatRef, reply: Reply, *, name: str = "") -> Sent: ...


Wanted = Callable[[], Awaitable[bool]]


class Voice:
    """What the program says by itself."""

    def __init__(self, store: Store, channels: Mapping[str, Outbound], memories: Memories) -> None:
        self._store = store
        self._channels = channels
        self._memories = memories
        self._values = StoredValues(store, "voice")

    async def post(self, chat: ChatRef, reply: Reply, *, name: str = "", wanted: Wanted | None = None) -> Sent:
        """Say something; with a `name` once. `wanted` is asked when its turn has come, before anything is sent.

        Raises ChannelError, `NotWanted` among them.
        """

        async def call(outbound: Outbound, where: ChatRef, pace: Pace) -> Sent:
            begun = False

            async def turn() -> None:
                nonlocal begun
                await pace()
                if wanted is not None and not begun and not await wanted():
                    raise NotWanted("nobody wants it any more")
                begun = True

            return await outbound.post(where, reply, turn)

        return await self._once(chat, call, name)

    async def _once(self, chat: ChatRef, call: Call, name: str) -> Sent:
        if not name:
            return await self._through(chat, call)
        values = self._values.of(chat)
        before = await values.get(name) or ""
        if before not in ("", _SENDING):
            return Sent() if before == _AGAIN else _sent(before)
        await values.set(name, _AGAIN if before else _SENDING, seconds=NAMED_SECONDS)
        try:
            sent = await self._through(chat, call)
        except Unanswered:
            raise  # nobody knows: the mark stays
        except Exception:
            await (values.set(name, before, seconds=NAMED_SECONDS) if before else values.delete(name))
            raise
        await values.set(name, _kept(sent), seconds=NAMED_SECONDS)
        return sent

    async def poll(self, chat: ChatRef, ballot: Ballot, *, name: str) -> Sent | None:
        """Ask it once as the platform's own poll; None where the channel has none. Raises ChannelError."""
        channel = self._channels.get(chat.channel)
        if channel is not None and not channel.capabilities.polls:
            return None

        async def call(outbound: Outbound, where: ChatRef, pace: Pace) -> Sent:
            return await outbound.poll(where, ballot, pace)

        return await self._once(chat, call, name)

    async def end_poll(self, chat: ChatRef, sent: Sent) -> None:
        """Nobody votes in it any more. Raises ChannelError."""

        async def call(outbound: Outbound, where: ChatRef, pace: Pace) -> Sent:
            await pace()
            await outbound.end_poll(where, sent)
            return sent

        await self._through(chat, call)

    async def pin(self, chat: ChatRef, sent: Sent, *, on: bool) -> None:
        """Pin what was said, or no longer; tried once."""
        outbound = self._channels.get(chat.channel)
        if outbound is not None and not await self._store.is_gone(chat):
            await outbound.pin(chat, sent, on)

    def stage(self, chat: ChatRef) -> ChatRef:
        """Where a message for everybody belongs: the chat's topic, or the room itself."""
        outbound = self._channels.get(chat.channel)
        return chat if outbound is not None and outbound.capabilities.topics else chat.room

    async def edit(self, chat: ChatRef, sent: Sent, reply: Reply) -> Sent:
        """Change what was said; where it stands now. What has no ids is posted. Raises ChannelError."""
        if not sent.message_ids:
            return await self.post(chat, reply)

        async def call(outbound: Outbound, where: ChatRef, pace: Pace) -> Sent:
            return await outbound.edit(where, sent if where == chat else Sent(), reply, pace)

        return await self._through(chat, call)

    async def _through(self, chat: ChatRef, call: Call) -> Sent:
        """One call in its room's turn, once more after a short "slow down" and in a chat's new place."""
        if await self._store.is_gone(chat):
            raise ChatGone("the chat is gone")
        outbound = self._channels.get(chat.channel)
        if outbound is None:
            raise NotDelivered(f"the channel {chat.channel!r} is not running here")
        moved = False
        while True:
            private = outbound.is_private(chat)
            pacer = Pacer(self._store, chat.room, outbound.capabilities, private=private, unasked=True)
            try:
                return await call(outbound, chat, pacer.turn)
            except SlowDown as error:
                await pacer.block(error.retry_after)
                if error.retry_after > LONGEST_WAIT:
                    raise
                await asyncio.sleep(error.retry_after)
            except ChatGone as error:
                if not error.moved_to or moved:
                    log.info("chat_gone", why=str(error))
                    await self._memories.mark_gone(chat)
                    raise
                moved, new = True, replace(chat, chat=error.moved_to)
                await self._memories.move_chat(chat, new)
                chat = new


def _kept(sent: Sent) -> str:
    return json.dumps({"ids": sent.message_ids, "thread": sent.thread})


def _sent(text: str) -> Sent:
    held = json.loads(text)
    return Sent(tuple(held["ids"]), held["thread"])
