"""Pictures and files in Slack: a picture stands in the message of its words, a file in one of its own.

A file that nobody shared is seen by the app alone, until the app itself puts it into a message. Slack works on an
upload for a moment after it was completed, and refuses blocks that show it before that: a picture that is not
ready in time is shared as a message of its own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from adapters.markdown import cleaned
from adapters.protocol import ChannelError, File, Map
from adapters.slack.blocks import SlackBlock, SlackMessage, shortened
from adapters.slack.calls import Calls, Refused
from adapters.slack.markup import entities
from adapters.slack.reading import text_at
from adapters.slack.threads import Threads

MAX_CAPTION = 1_000
MAX_ALT, MAX_TITLE = 500, 300
"""Of a picture among the words, whose message has a limit of all its characters."""
READY_SECONDS = 5.0
SHARE_SECONDS = 5.0
SHARE_PAUSE = 0.15

log = logging.getLogger(__name__)


class Upload(Protocol):
    """What is noted of a step's upload, so that another try of it finds the file that the first one left."""

    async def begun(self) -> str:
        """The file of an earlier try; empty without."""
        ...

    async def begin(self, file: str) -> None:
        """Note the file: before it is shared, or when a picture was completed."""
        ...


def shows_picture(blocks: Iterable[SlackBlock]) -> bool:
    """Whether an uploaded picture is among the blocks."""
    return any(block["type"] == "image" for block in blocks)


def without_pictures(message: SlackMessage) -> SlackMessage:
    """The message without its uploaded pictures."""
    return replace(message, blocks=tuple(block for block in message.blocks if block["type"] != "image"))


class Pictures:
    """The pictures of one answer; `thread` is empty outside one."""

    def __init__(
        self, calls: Calls, threads: Threads, tenant: str, channel: str, thread: str, *, upload: Upload
    ) -> None:
        self._calls = calls
        self._threads = threads
        self._tenant = tenant
        self._channel = channel
        self._thread = thread
        self._upload = upload

    async def block(self, picture: Map) -> SlackBlock | None:
        """The picture as a block of a message; None while Slack does not have it ready."""
        file = await self._shown_before(picture) or await self._uploaded(picture)
        if not file:
            return None
        if picture.key:
            await self._threads.set_picture(self._tenant, self._channel, picture.key, file)
        alt = shortened(entities(cleaned(picture.alt)), MAX_ALT) or "Map"
        block: SlackBlock = {"type": "image", "slack_file": {"id": file}, "alt_text": alt}
        if picture.caption:
            title = shortened(picture.caption, MAX_TITLE)
            block["title"] = {"type": "plain_text", "text": entities(title), "emoji": False}
        return block

    async def _shown_before(self, picture: Map) -> str:
        """The file by which this channel shows the picture already; empty without one."""
        file = await self._threads.picture(self._tenant, self._channel, picture.key) if picture.key else ""
        if file and not await self._is_ready(file):
            await self.forget(picture)
            return ""
        return file

    async def forget(self, picture: Map) -> None:
        """Upload it anew the next time."""
        if picture.key:
            await self._threads.set_picture(self._tenant, self._channel, picture.key, "")

    async def _uploaded(self, picture: Map) -> str:
        """Upload without sharing, and wait until Slack has worked on it; empty when that takes too long."""
        file = await self._upload.begun()
        try:
            if not file:
                alt = cleaned(picture.alt).strip() or "Map"
                file = await self._sent(picture.image, _name(picture), alt[:1_000])
                await self._calls.read(
                    self._tenant,
                    "files_completeUploadExternal",
                    files=[{"id": file, "title": shortened(alt, 100)}],
                )
                await self._upload.begin(file)
        except Refused as error:
            log.warning("a picture was not taken: %s", error.code)
            return ""
        loop = asyncio.get_running_loop()
        until = loop.time() + READY_SECONDS
        while not await self._is_ready(file):
            if loop.time() > until:
                return ""
            await asyncio.sleep(SHARE_PAUSE)
        return file

    async def _is_ready(self, file: str) -> bool:
        """Whether blocks may show a file: Slack names its kind when it has worked on it."""
        try:
            answer = await self._calls.read(self._tenant, "files_info", file=file)
        except ChannelError as error:
            log.info("a picture's state is not known: %s", error)
            return False
        return bool(answer["file"].get("mimetype")) and not answer["file"].get("is_deleted")

    async def share(self, picture: Map) -> str:
        """Share a picture as a message of its own, and wait until it is there: the words come after it."""
        alt = cleaned(picture.alt).strip() or "Map"
        comment = shortened(entities(picture.caption or alt), MAX_CAPTION)
        return await self._share(picture.image, _name(picture), shortened(alt, 100), alt[:1_000], comment)

    async def attach(self, file: File) -> str:
        """Upload a file into the thread, and wait until it is there; left out where Slack does not take it."""
        return await self._share(file.content, file.name, shortened(file.name, 100))

    async def _share(
        self, content: bytes, name: str, title: str, alt: str | None = None, comment: str | None = None
    ) -> str:
        """Upload and share; the message, empty where Slack does not take it.

        An earlier try may have ended after Slack took the file: then that one is waited for, not shared twice.
        """
        if (before := await self._upload.begun()) and (ts := await self._shared(before)):
            return ts
        try:
            file = await self._sent(content, name, alt)
            await self._upload.begin(file)
            await self._calls.send(
                self._tenant,
                "files_completeUploadExternal",
                files=[{"id": file, "title": title}],
                channel_id=self._channel,
                initial_comment=comment,
                thread_ts=self._thread or None,
            )
        except Refused as error:
            log.warning("%s was not taken: %s", name, error.code)
            return ""
        return await self._shared(file)

    async def _sent(self, content: bytes, name: str, alt: str | None) -> str:
        """Send the bytes of a file; it is still to be completed."""
        given = await self._calls.read(
            self._tenant, "files_getUploadURLExternal", filename=name, length=len(content), alt_txt=alt
        )
        await self._calls.upload(str(given["upload_url"]), content)
        return str(given["file_id"])

    async def _shared(self, file: str) -> str:
        """Wait until an uploaded file stands in the channel; its message, empty when that takes too long."""
        loop = asyncio.get_running_loop()
        until = loop.time() + SHARE_SECONDS
        while loop.time() < until:
            try:
                answer = await self._calls.read(self._tenant, "files_info", file=file)
            except ChannelError as error:
                log.info("a picture's state is not known: %s", error)
                return ""
            shares: Mapping[str, Mapping[str, Any]] = answer["file"].get("shares") or {}
            for where in shares.values():
                for share in where.get(self._channel, ()):
                    return text_at(share, "ts")
            await asyncio.sleep(SHARE_PAUSE)
        return ""


def _name(picture: Map) -> str:
    return "map.png" if picture.image.startswith(b"\x89PNG") else "map.jpg"
