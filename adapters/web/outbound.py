"""Sends an answer to the web: its steps while it is made, then the whole of it for the page."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace

from adapters.protocol import (
    Ballot,
    Capabilities,
    ChatRef,
    Delivery,
    Frame,
    IncomingMessage,
    Pace,
    Reply,
    Sent,
    Status,
    Text,
)
from adapters.web.bus import LAST_FRAMES, REMARK, SAID, FrameBus
from adapters.web.shown import shown

CAPABILITIES = Capabilities(
    max_text=100_000,
    max_caption=1_000,
    buttons=12,
    edit_interval=0.0,
    streaming=True,
    tables=True,
    cards=True,
    images=True,
)
TOO_FAST = "You are sending faster than I can answer. Wait a minute, then ask again."


class WebOutbound:
    """The sending side of the web."""

    def __init__(self, bus: FrameBus) -> None:
        self._bus = bus

    @property
    def capabilities(self) -> Capabilities:
        return CAPABILITIES

    def open(self, message: IncomingMessage, pace: Pace) -> Delivery:
        """A delivery that answers `message`."""
        return WebDelivery(self._bus, message, pace)

    def noticed(self, message: IncomingMessage) -> None:
        """The page shows by itself that it waits."""

    def is_private(self, chat: ChatRef) -> bool:
        """A page is its reader's."""
        return True

    async def poll(self, chat: ChatRef, ballot: Ballot, pace: Pace) -> Sent:
        """A page has no polls."""
        return Sent()

    async def end_poll(self, chat: ChatRef, sent: Sent) -> None:
        """There is none to be closed."""

    async def pin(self, chat: ChatRef, sent: Sent, on: bool) -> None:
        """A page has no pins."""

    async def private_link(self, token: str) -> str:
        """The page is one person's."""
        return ""

    async def administers(self, message: IncomingMessage) -> bool:
        """A page is its reader's."""
        return True

    async def post(self, chat: ChatRef, reply: Reply, pace: Pace) -> Sent:
        """Keep a reply that nobody asked for; a page that is open is told."""
        return await self.edit(chat, Sent((f"{SAID}{secrets.token_hex(8)}",)), reply, pace)

    async def edit(self, chat: ChatRef, sent: Sent, reply: Reply, pace: Pace) -> Sent:
        """Keep what is shown now in the place of what was said."""
        await pace()
        kept, pictures = shown(reply)
        await self._bus.answer(chat, sent.message_ids[0], kept.model_dump_json(), pictures)
        return sent


class WebDelivery:
    """The sending of one answer. Tried again by another process it starts over: the steps carry numbers."""

    def __init__(self, bus: FrameBus, message: IncomingMessage, pace: Pace) -> None:
        self._bus = bus
        self._message = message
        self._pace = pace
        self._published = 0

    async def snapshot(self, reply: Reply) -> None:
        """Hand on the steps that are new, and what is being done."""
        steps = tuple(frame for frame in reply.frames if frame.name not in LAST_FRAMES)
        await self._hand_on(steps, remark=_status(reply))

    async def finish(self, reply: Reply) -> Sent:
        """Keep the whole answer, then hand on the last steps: who sees "done" finds the answer kept."""
        await self._pace()
        if reply.blocks and all(isinstance(block, Status) for block in reply.blocks):
            await self._hand_on((), remark=_status(reply))
            return Sent()
        frames = self._whole(reply)
        kept, pictures = shown(replace(reply, frames=frames))
        await self._bus.answer(self._message.chat, self._message.id, kept.model_dump_json(), pictures)
        await self._hand_on(frames)
        return Sent()

    async def _hand_on(self, frames: tuple[Frame, ...], *, remark: tuple[Frame, ...] = ()) -> None:
        fresh = (*remark, *frames[self._published :])
        if fresh:
            await self._bus.publish(self._message.chat, self._message.id, fresh, first=self._published)
            self._published = max(self._published, len(frames))

    def _whole(self, reply: Reply) -> tuple[Frame, ...]:
        """The steps of a reply, with an end: commands and taps have words alone."""
        if any(frame.name in LAST_FRAMES for frame in reply.frames):
            return reply.frames
        if not reply.blocks:
            return (*reply.frames, Frame("error", {"message": TOO_FAST, "ref": None}))
        words = "\n\n".join(block.markdown for block in reply.blocks if isinstance(block, Text))
        end: Mapping[str, object] = {"session_id": self._message.chat.chat, "tokens": 0, "timings_ms": {}}
        return (*reply.frames, Frame("message", {"delta": words}), Frame("done", end))


def _status(reply: Reply) -> tuple[Frame, ...]:
    said = "; ".join(block.text for block in reply.blocks if isinstance(block, Status))
    return (Frame(REMARK, {"text": said}),) if said else ()
