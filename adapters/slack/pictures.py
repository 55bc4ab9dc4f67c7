"""Shows pictures and files in Slack: uploaded into the thread, pictures shown again where they are already."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Protocol

from adapters.markdown import cleaned
from adapters.protocol import ChannelError, File, Map
from adapters.slack.blocks import SlackBlock, shortened
from adapters.slack.calls import NO_UNFURL, Calls, Refused
from adapters.slack.markup import entities
from adapters.slack.reading import text_at
from adapters.slack.threads import Threads

MAX_CAPTION = 1_000
SHARE_SECONDS = 5.0
SHARE_PAUSE = 0.15

log = logging.getLogger(__name__)


class Upload(Protocol):
    """What is noted of a step's upload, so that another try of it finds the file that the first one shared."""

    async def begun(self) -> str:
        """The file of an earlier try; empty without."""
        ...

    async def begin(self, file: str) -> None:
        """Note the file before it is shared."""
        ...


class Pictures:
    """The pictures of one answer; `thread` is empty outside one. `sign` is what a message of it carries unseen."""

    def __init__(
        self,
        calls: Calls,
        threads: Threads,
        tenant: str,
        channel: str,
        thread: str,
        *,
        upload: Upload,
        sign: Mapping[str, Any],
    ) -> None:
        self._calls = calls
        self._threads = threads
        self._tenant = tenant
        self._channel = channel
        self._thread = thread
        self._upload = upload
        self._sign = sign

    async def show(self, picture: Map) -> str:
        """Show a picture in the thread, and wait until it is there: the words come after it."""
        known = await self._threads.picture(self._tenant, self._channel, picture.key) if picture.key else ""
        if known:
            ts = await self._shown_before(picture, known)
            if ts:
                return ts
        alt = cleaned(picture.alt).strip() or "Map"
        comment = shortened(entities(picture.caption or alt), MAX_CAPTION)
        name = "map.png" if picture.image.startswith(b"\x89PNG") else "map.jpg"
        file, ts = await self._share(picture.image, name, shortened(alt, 100), alt[:1_000], comment)
        if picture.key and ts:
            await self._threads.set_picture(self._tenant, self._channel, picture.key, file)
        return ts

    async def attach(self, file: File) -> str:
        """Upload a file into the thread, and wait until it is there; left out where Slack does not take it."""
        return (await self._share(file.content, file.name, shortened(file.name, 100)))[1]

    async def _share(
        self, content: bytes, name: str, title: str, alt: str | None = None, comment: str | None = None
    ) -> tuple[str, str]:
        """Upload and share; the file and its message, empty where Slack does not take it.

        An earlier try may have ended after Slack took the file: then that one is waited for, not shared twice.
        """
        if (before := await self._upload.begun()) and (ts := await self._shared(before)):
            return before, ts
        try:
            given = await self._calls.read(
                self._tenant, "files_getUploadURLExternal", filename=name, length=len(content), alt_txt=alt
            )
            file = str(given["file_id"])
            await self._calls.upload(str(given["upload_url"]), content)
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
            return "", ""
        return file, await self._shared(file)

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

    async def _shown_before(self, picture: Map, file: str) -> str:
        """Show a file again that this channel has already; empty when it has to be sent anew."""
        try:
            answer = await self._calls.read(self._tenant, "files_info", file=file)
            ready = answer["file"].get("mimetype") and not answer["file"].get("is_deleted")
        except ChannelError:
            ready = False
        if not ready:
            await self._threads.set_picture(self._tenant, self._channel, picture.key, "")
            return ""
        alt = shortened(entities(picture.alt), 1_000) or "Map"
        block: SlackBlock = {"type": "image", "slack_file": {"id": file}, "alt_text": alt}
        if picture.caption:
            title = shortened(picture.caption, MAX_CAPTION)
            block["title"] = {"type": "plain_text", "text": entities(title), "emoji": False}
        place = {"thread_ts": self._thread} if self._thread else {}
        try:
            shown = await self._calls.send(
                self._tenant,
                "chat_postMessage",
                channel=self._channel,
                blocks=[block],
                text=shortened(alt, 300),
                metadata=dict(self._sign),
                **NO_UNFURL,
                **place,
            )
        except Refused as error:
            log.info("a picture could not be shown again: %s", error.code)
            await self._threads.set_picture(self._tenant, self._channel, picture.key, "")
            return ""
        return str(shown["ts"])
