"""Remembers which Slack threads the bot is part of, and which conversation each of them carries on.

A thread opened by a slash command's answer carries on the conversation of that command: the command had no
thread yet, so its conversation has a name of its own, and the thread points to it.
"""

from __future__ import annotations

import re

from adapters.protocol import ChatRef, KeyValue

_TS = re.compile(r"\d+\.\d+")
DAY = 86_400
THREAD_SECONDS = 30 * DAY
LOCALE_SECONDS = 86_400
ROOT_SECONDS = 2 * DAY
NOWHERE = "-"


class Threads:
    """The channel's small memory of threads. What is known of a room goes with it when it is forgotten."""

    def __init__(self, values: KeyValue) -> None:
        self._values = values

    async def join(self, tenant: str, channel: str, ts: str, conversation: str = "") -> None:
        """The bot is part of this thread, which carries on `conversation` (its own by default)."""
        room = self._values.of(ChatRef("slack", tenant, channel))
        await room.set(f"thread:{ts}", conversation or ts, seconds=THREAD_SECONDS)
        if conversation and conversation != ts:
            await room.set(f"place:{conversation}", ts, seconds=THREAD_SECONDS)

    async def place(self, tenant: str, channel: str, conversation: str) -> str:
        """The thread in which a conversation is carried on; empty when it has none, or none that is known."""
        if _TS.fullmatch(conversation):
            return conversation
        room = self._values.of(ChatRef("slack", tenant, channel))
        return await room.get(f"place:{conversation}") or "" if conversation else ""

    async def called(self, tenant: str, user: str, name: str) -> str:
        """A person's name: Slack tells it with taps and commands, and not with messages."""
        person = self._values.of(ChatRef("slack", tenant, f"name-{user}"))
        if name:
            await person.set("name", name, seconds=THREAD_SECONDS, person=user)
            return name
        return await person.get("name") or ""

    async def locale(self, tenant: str, user: str, found: str = "") -> str:
        """The language of a person's Slack ("fr-FR"), as it was last told; "" when it is not known."""
        person = self._values.of(ChatRef("slack", tenant, f"name-{user}"))
        if found:
            await person.set("locale", found, seconds=LOCALE_SECONDS, person=user)
            return found
        return await person.get("locale") or ""

    async def may_ask_name(self, tenant: str, user: str) -> bool:
        """Whether Slack is to be asked for a person's name: not again within the hour."""
        return await self._values.claim(f"name-asked:{tenant}:{user}", seconds=3_600)

    async def conversation(self, tenant: str, channel: str, ts: str) -> str:
        """The conversation of a thread; empty when the bot is not part of it."""
        return await self._values.of(ChatRef("slack", tenant, channel)).get(f"thread:{ts}") or ""

    async def root(self, tenant: str, message_id: str) -> str | None:
        """Where a command's question stands in its channel: a ts, NOWHERE, or None when not asked yet."""
        return await self._values.get(f"root:{tenant}:{message_id}")

    async def set_root(self, tenant: str, message_id: str, ts: str) -> None:
        """Remember where a command's question was posted, so that another try does not post it again."""
        await self._values.set(f"root:{tenant}:{message_id}", ts, seconds=ROOT_SECONDS)

    async def noted(self, tenant: str, message_id: str, what: str) -> str:
        """What an earlier process noted of an answer on its way, before it ended; empty without."""
        return await self._values.get(f"{what}:{tenant}:{message_id}") or ""

    async def note(self, tenant: str, message_id: str, what: str, value: str) -> None:
        """Note it for whoever goes on with the answer."""
        await self._values.set(f"{what}:{tenant}:{message_id}", value, seconds=DAY)

    async def response_uses(self, tenant: str, message_id: str) -> int:
        """How often the message's response URL was used."""
        return int(await self._values.get(f"uses:{tenant}:{message_id}") or 0)

    async def use_response(self, tenant: str, message_id: str) -> None:
        """Count one use of the message's response URL."""
        uses = await self.response_uses(tenant, message_id)
        await self._values.set(f"uses:{tenant}:{message_id}", str(uses + 1), seconds=ROOT_SECONDS)

    async def picture(self, tenant: str, channel: str, key: str) -> str:
        """The file that already shows this picture in this channel."""
        return await self._values.of(ChatRef("slack", tenant, channel)).get(f"file:{key}") or ""

    async def set_picture(self, tenant: str, channel: str, key: str, file: str) -> None:
        """Remember a picture that was shared in a channel; an empty `file` forgets it."""
        room = self._values.of(ChatRef("slack", tenant, channel))
        if file:
            await room.set(f"file:{key}", file, seconds=THREAD_SECONDS)
        else:
            await room.delete(f"file:{key}")
