"""Shows pictures and files in Slack: uploaded into the thread, pictures shown again where they are already."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

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


class Pictures:
    """The pictures of one answer; `thread` is empty outside one."""

    def __init__(self, calls: Calls, threads: Threads, tenant: str, channel: str, thread: str) -> None:
        self._calls = calls
        self._threads = threads
        self._tenant = tenant
        self._channel = channel
        self._thread = thread

    async def show(self, picture: Map) -> str:
        """Show a picture in the thread, and wait until it is there: the words come after it."""
        known = await self._threads.picture(self._tenant, self._channel, picture.key) if picture.key else ""
        if known:
            ts = await self._shown_before(picture, known)
            if ts:
                return ts
        alt = cleaned(picture.alt).strip() or "Map"
        words = entities(picture.caption or alt)
        place: dict[str, Any] = {"channel": self._channel}
        if self._thread:
            place["thread_ts"] = self._thread
        try:
            answer = await self._calls.send(
                self._tenant,
                "files_upload_v2",
                content=picture.image,
                filename="map.png" if picture.image.startswith(b"\x89PNG") else "map.jpg",
                title=shortened(alt, 100),
                alt_txt=alt[:1_000],
                initial_comment=shortened(words, MAX_CAPTION),
                **place,
            )
        except Refused as error:
            log.warning("a picture was not taken: %s", error.code)
            return ""
        file = str(answer["file"]["id"])
        ts = await self._shared(file)
        if picture.key and ts:
            await self._threads.set_picture(self._tenant, self._channel, picture.key, file)
        return ts

    async def attach(self, file: File) -> str:
        """Upload a file into the thread, and wait until it is there; left out where Slack does not take it."""
        place = {"thread_ts": self._thread} if self._thread else {}
        try:
            answer = await self._calls.send(
                self._tenant,
                "files_upload_v2",
                channel=self._channel,
                content=file.content,
                filename=file.name,
                title=shortened(file.name, 100),
                **place,
            )
        except Refused as error:
            log.warning("a file was not taken: %s", error.code)
            return ""
        return await self._shared(str(answer["file"]["id"]))

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
                **NO_UNFURL,
                **place,
            )
        except Refused as error:
            log.info("a picture could not be shown again: %s", error.code)
            await self._threads.set_picture(self._tenant, self._channel, picture.key, "")
            return ""
        return str(shown["ts"])
