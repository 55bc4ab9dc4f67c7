"""Signs the messages of one answer unseen, and finds those whose acknowledgement was lost.

A stream cannot be signed before it is closed: one that is open is known by being the only message of ours in its
thread, since the question, that has no sign.
"""

from __future__ import annotations

import logging
from typing import Any

from adapters.protocol import ChannelError, IncomingMessage
from adapters.slack.calls import Calls

ANSWER = "flyfun_answer"
LOOKED_AT, CLOCKS_APART = 50, 60.0
"""Messages of a conversation, from a minute before the question on, that are looked through for one whose
acknowledgement was lost."""

log = logging.getLogger(__name__)


class Signature:
    """The sign of one answer."""

    def __init__(self, calls: Calls, message: IncomingMessage) -> None:
        self._calls = calls
        self._message = message

    def of(self, step: str) -> dict[str, Any]:
        """What the message of a step carries as its metadata."""
        return {"event_type": ANSWER, "event_payload": {"answer": self._message.id, "step": step}}

    async def arrived(self, step: str, thread: str) -> str:
        """The message of a step, if it is there; empty where it is not."""
        sign = self.of(step)
        return next((str(one["ts"]) for one in await self._since(thread) if one.get("metadata") == sign), "")

    async def open_stream(self, thread: str) -> str:
        """The stream that was begun for this answer and never closed; empty without."""
        for one in reversed(await self._since(thread)):
            other = one.get("metadata") or one.get("files") or not one.get("bot_id")
            if not other and str(one["ts"]) not in (thread, self._message.id):
                return str(one["ts"])
        return ""

    async def _since(self, thread: str) -> list[dict[str, Any]]:
        """Messages of the thread, or the conversation, since the question; none where Slack tells none."""
        since = f"{self._message.sent_at.timestamp() - CLOCKS_APART:.6f}"  # a long thread begins with its oldest
        chat = self._message.chat
        where: dict[str, Any] = {"channel": chat.chat, "include_all_metadata": True, "oldest": since}
        where["limit"] = LOOKED_AT
        try:
            if thread:
                found = await self._calls.read(chat.tenant, "conversations_replies", **where, ts=thread)
            else:
                found = await self._calls.read(chat.tenant, "conversations_history", **where)
        except ChannelError as error:
            log.info("whether an answer had arrived was not found out: %s", error)
            return []
        return found.get("messages") or []
