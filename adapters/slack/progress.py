"""Shows an answer while it is made: a status line, a stream, or one message that is updated.

In a direct message the words stream natively; in a channel one message is posted and updated, since there only
one person would see a stream. A stream that Slack refuses becomes updates, one that ended by itself is updated,
and what cannot be finished is removed, so that the answer is never there twice.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable
from typing import Any

from adapters.protocol import ChannelError, IncomingMessage, NotDelivered, Reply, Unanswered
from adapters.slack.blocks import SlackMessage, shortened, status_of, words_of
from adapters.slack.calls import BAD_BLOCKS, NO_UNFURL, Calls, ChatGoneBecause, Refused
from adapters.slack.markup import literal, written
from adapters.slack.pictures import shows_picture
from adapters.slack.signature import Signature
from adapters.slack.threads import Threads

STREAM_CHARS = 9_000
PREVIEW_CHARS = 3_000
MAX_STATUS = 100
BEGINNING, PREVIEW = "beginning", "preview"
UNKNOWN = "\0"
"""What an earlier process streamed: no answer begins with it."""

_UNSETTLED = re.compile(r"[*_`\[\]\\|&~]")

log = logging.getLogger(__name__)


class Progress:
    """What is shown of one answer so far. `thread` is where; `status` whether a status line stands there."""

    def __init__(
        self, calls: Calls, threads: Threads, message: IncomingMessage, thread: str, signature: Signature
    ) -> None:
        self._calls = calls
        self._threads = threads
        self._signature = signature
        self._name = message.id
        self._recalled = False
        self._tenant = message.chat.tenant
        self._channel = message.chat.chat
        self._person = message.person.id
        self._private = message.private
        self.thread = thread
        self.status = False
        self._preview = ""
        self._shown: str = ""
        self._stream = ""
        self._streamed = ""
        self._may_stream = message.private

    @property
    def begun(self) -> bool:
        """Whether a message shows a part of the answer."""
        return bool(self._preview or self._stream)

    async def recall(self) -> None:
        """Take up what an earlier process showed of the same answer: a stream it left open, or a message."""
        if self._recalled:
            return
        self._recalled = True
        kind, _, ts = (await self._threads.noted(self._tenant, self._name, "shown")).partition(" ")
        if kind == BEGINNING and not self.begun:  # it ended before it knew what Slack had made of it
            kind, ts = ts, await self._found(ts)
        if ts and not self.begun:
            self._stream, self._preview = (ts, "") if kind == "stream" else ("", ts)
            self._streamed = UNKNOWN

    async def _found(self, kind: str) -> str:
        """The message that was begun to be shown, and whose acknowledgement was lost; empty without."""
        if kind == "stream":
            return await self._signature.open_stream(self.thread)
        return await self._signature.arrived(PREVIEW, self.thread)

    async def _begin(self, kind: str, method: str, **values: Any) -> str:
        """Make the message in which the answer is shown, and note what is being done before and after. Its ts."""
        await self._note(BEGINNING, kind)
        try:
            answer = await self._calls.send(self._tenant, method, channel=self._channel, **values)
        except Unanswered:
            self._recalled = False
            raise
        self.status = False
        await self._note(kind, str(answer["ts"]))
        return str(answer["ts"])

    async def _note(self, kind: str, ts: str) -> None:
        await self._threads.note(self._tenant, self._name, "shown", f"{kind} {ts}")

    async def show(self, reply: Reply) -> None:
        """Show how far the answer is, with one call at most. What cannot be shown is left out."""
        await self.recall()
        words = words_of(reply.blocks)
        try:
            if not words:
                await self._show_status(status_of(reply.blocks))
            elif self._may_stream:
                await self._show_stream(_settled(written(words)))
            elif not self._stream:
                await self._show_preview(_settled(written(words)))
        except Refused as error:
            log.info("Slack refused a preview: %s", error.code)
            self._may_stream = False

    async def _show_status(self, text: str) -> None:
        if not text or self._stream:
            return
        if self._private:
            await self.set_status(f"is {text[:1].lower()}{text[1:].rstrip('…')}…")
        else:
            await self._show_preview(f"*{literal(text)}*")

    async def set_status(self, text: str) -> None:
        """What is being done, under the person's message; empty takes it away."""
        await self._calls.send(
            self._tenant,
            "assistant_threads_setStatus",
            channel_id=self._channel,
            thread_ts=self.thread,
            status=shortened(text, MAX_STATUS),
        )
        self.status = bool(text)

    async def _show_stream(self, text: str) -> None:
        if len(text) > STREAM_CHARS or not text.startswith(self._streamed):
            return
        fresh = text[len(self._streamed) :]
        if not fresh:
            return
        if self._stream:
            place = {"channel": self._channel, "ts": self._stream}
            await self._calls.send(self._tenant, "chat_appendStream", **place, markdown_text=fresh)
        else:
            self._stream = await self._begin(
                "stream",
                "chat_startStream",
                thread_ts=self.thread,
                recipient_team_id=self._tenant,
                recipient_user_id=self._person,
                markdown_text=fresh,
            )
        self._streamed = text

    async def _show_preview(self, text: str) -> None:
        text = text[:PREVIEW_CHARS]
        if not text or text == self._shown:
            return
        blocks = [{"type": "markdown", "text": text}]
        body: dict[str, Any] = {"blocks": blocks, "text": "…"}
        if self._preview:
            place = {"channel": self._channel, "ts": self._preview}
            await self._calls.send(self._tenant, "chat_update", **place, **body)
        else:
            place = {"thread_ts": self.thread, "metadata": self._signature.of(PREVIEW)}
            self._preview = await self._begin("preview", "chat_postMessage", **body, **NO_UNFURL, **place)
        self._shown = text

    async def become(self, message: SlackMessage, sign: dict[str, Any]) -> str:
        """Turn what was shown into the first words of the answer; empty when they have to be posted."""
        if self._stream:
            return await self._end_stream(message, sign)
        if self._preview:
            preview, self._preview = self._preview, ""
            try:
                await self.update(preview, message, metadata=sign)
            except (Refused, ChatGoneBecause):  # somebody deleted it
                await self.delete(preview)
                return ""
            except (NotDelivered, Unanswered) as error:
                self._preview = preview
                raise NotDelivered("the update was not taken") from error
            except ChannelError:
                self._preview = preview
                raise
            return preview
        return ""

    async def _end_stream(self, message: SlackMessage, sign: dict[str, Any]) -> str:
        """Close the stream with what is missing; where that is not possible its message is updated instead."""
        stream, head = self._stream, message.blocks[0]
        place = {"channel": self._channel, "ts": stream}
        closing: dict[str, Any] = {}
        if head["type"] == "markdown" and str(head["text"]).startswith(self._streamed):
            closing["markdown_text"] = head["text"][len(self._streamed) :] or None
            closing["blocks"] = list(message.blocks[1:]) or None
        try:
            await self._calls.send(self._tenant, "chat_stopStream", **place, **closing, metadata=sign)
            if closing:
                self._stream = ""
                return stream
        except Refused as error:
            log.info("a stream was not closed with its answer: %s", error.code)
            await self.quietly(self._calls.send(self._tenant, "chat_stopStream", **place))
        except Unanswered as error:
            raise NotDelivered("the end of the stream was not confirmed") from error
        self._stream, self._preview = "", stream
        return await self.become(message, sign)

    async def update(self, ts: str, message: SlackMessage, **more: Any) -> None:
        """Change a message of ours. Raises ChannelError, `Refused` where its picture may be what is refused."""
        place = {"channel": self._channel, "ts": ts, **more}
        try:
            await self._calls.send(
                self._tenant, "chat_update", **place, blocks=list(message.blocks), text=message.text
            )
        except Refused as error:
            if error.code not in BAD_BLOCKS or shows_picture(message.blocks):
                raise
            log.warning("Slack refused the blocks of an answer: %s", error.code)
            await self._calls.send(self._tenant, "chat_update", **place, blocks=[], text=message.plain)

    async def remove(self) -> str:
        """Take away what was shown."""
        if self._stream:
            await self.quietly(
                self._calls.send(self._tenant, "chat_stopStream", channel=self._channel, ts=self._stream)
            )
        preview, self._preview, self._stream = self._preview or self._stream, "", ""
        await self.delete(preview)
        return ""

    async def delete(self, ts: str) -> None:
        """Take a message of ours away, if it is still there."""
        await self.quietly(self._calls.send(self._tenant, "chat_delete", channel=self._channel, ts=ts))

    async def quietly(self, call: Awaitable[object]) -> None:
        """A call whose failure changes nothing of the answer."""
        try:
            await call
        except ChannelError as error:
            log.info("Slack did not take a clean-up: %s", error)


def _settled(text: str) -> str:
    """What will not change any more while more is written: whole lines, and whole words without marks."""
    at = text.rfind("\n") + 1
    tail = text[at:]
    if not _UNSETTLED.search(tail):
        at += tail.rfind(" ") + 1
    return text[:at].rstrip()
