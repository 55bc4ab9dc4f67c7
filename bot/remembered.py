"""All that is remembered of a chat or a person, in store, records and log: moved or forgotten as one."""

from __future__ import annotations

import asyncio
import math
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

import structlog

from adapters.protocol import ChatRef, IncomingMessage
from bot.conversation_log import ConversationLog
from bot.keys import aside_of
from bot.keyvalue import StoredValues
from bot.store import PersonRef, Store
from bot.tombstones import Tombstones

OUT_OF_SIGHT = timedelta(days=7)
"""How long a group that took the bot out may call it back and find all as it was."""

log = structlog.get_logger(__name__)


class Ledger(Protocol):
    """Records that can be moved and forgotten."""

    async def move_chat(self, old: ChatRef, new: ChatRef, *, same_messages: bool = False) -> None: ...

    async def forget_chat(self, chat: ChatRef) -> None: ...

    async def forget_person(self, person: PersonRef) -> None: ...

    async def pause_chat(self, chat: ChatRef) -> None: ...

    async def left(self, chat: ChatRef, person: PersonRef) -> None: ...


@dataclass(frozen=True)
class Remembered:
    """Implements `adapters.protocol.Memories`. Raises `StoreError` when the store fails."""

    store: Store
    records: Ledger | None = None
    diary: ConversationLog | None = None
    tombstones: Tombstones | None = None

    async def forget_chat(self, chat: ChatRef, *, keep: IncomingMessage | None = None) -> None:
        """Delete everything of a chat's room; `keep` is the message that asks for it."""
        if self.tombstones is not None:
            await asyncio.to_thread(self.tombstones.add, "chat", str(chat))
        await self._forget_written(chat)
        await self.store.forget_chat(chat, keep=keep)  # last: the button that was tapped goes with it
        await self._compact()

    async def _forget_written(self, chat: ChatRef) -> None:
        if self.records is not None:
            await self.records.forget_chat(chat)
        if self.diary is not None:
            await self.diary.forget_chat(chat)

    async def _move_written(self, old: ChatRef, new: ChatRef, *, same_messages: bool = True) -> None:
        if self.records is not None:
            await self.records.move_chat(old, new, same_messages=same_messages)
        if self.diary is not None:
            await self.diary.move_chat(old, new)

    async def set_aside(
        self, chat: ChatRef, until: datetime, *, keep: IncomingMessage | None = None, name: str = ""
    ) -> str:
        """Forget a chat's room as far as anybody can see; the name by which it can be brought back until then.

        Done again under the same name, after a kill in between, it is done to its end.
        """
        name = await self.store.set_chat_aside(chat, due=until.timestamp(), keep=keep, name=name)
        await self._move_written(chat, aside_of(chat, name))
        return name

    async def bring_back(self, chat: ChatRef, name: str) -> bool:
        """Everything is as it was; False when it is erased already."""
        await self._move_written(aside_of(chat, name), chat)  # first: nothing of it is left where it was erased
        return await self.store.bring_chat_back(chat, name)

    async def erase_due(self, now: datetime) -> int:
        """Erase for good what was set aside until now; how many rooms."""
        return await self._erase(await self.store.asides(due=now.timestamp()))

    async def _erase(self, asides: list[tuple[str, ChatRef]]) -> int:
        for name, chat in asides:
            if self.tombstones is not None:
                await asyncio.to_thread(self.tombstones.add, "chat", str(chat))
            await self._forget_written(aside_of(chat, name))
            await self.store.forget_aside(name, chat)
        if asides:
            await self._compact()
        return len(asides)

    async def _compact(self) -> None:
        """What was deleted is on no disk any more: the store's file is written anew without it."""
        if not await self.store.compact():
            log.warning("forgotten_but_not_compacted")

    async def forget_person(self, person: PersonRef, *, keep: IncomingMessage | None = None) -> None:
        """Delete everything about a person; a room of theirs that was set aside is not brought back any more."""
        if self.tombstones is not None:
            await asyncio.to_thread(self.tombstones.add, "person", str(person))
        rooms = await self.store.rooms_of(person)
        await self._erase([one for one in await self.store.asides(due=math.inf) if one[1] in rooms])
        if self.records is not None:
            await self.records.forget_person(person)
        if self.diary is not None:
            await self.diary.forget_person(person)
        await self.store.forget_person(person, keep=keep)  # last: the button that was tapped goes with it
        await self._compact()

    async def move_chat(self, old: ChatRef, new: ChatRef, *, same_messages: bool = False) -> None:
        """The platform gave a chat a new id; `same_messages`: and let its messages keep theirs."""
        await self.store.move_chat(old, new, same_messages=same_messages)
        await self._move_written(old, new, same_messages=same_messages)

    async def removed(self, chat: ChatRef) -> None:
        """A group took the bot out: all of it is out of sight, nothing fires, and a week later it is erased."""
        if self.records is not None:
            await self.records.pause_chat(chat)
        name = await self._removed_values.get(str(chat.room)) or secrets.token_hex(8)
        await self._removed_values.set(str(chat.room), name, seconds=int(OUT_OF_SIGHT.total_seconds()))
        await self.set_aside(chat, datetime.now(UTC) + OUT_OF_SIGHT, name=name)
        await self.store.mark_gone(chat)

    async def called_back(self, chat: ChatRef) -> None:
        """The bot is in the group again within the week: what it kept is there, and waits to be asked to go on."""
        await self.store.mark_back(chat)
        name = await self._removed_values.get(str(chat.room))
        if name:
            await self.bring_back(chat, name)
            await self._removed_values.delete(str(chat.room))  # last: who is killed before brings it back again

    async def left(self, chat: ChatRef, person: str) -> None:
        """Somebody left a group: their seats, tasks and private addresses there are gone."""
        if self.records is not None:
            await self.records.left(chat, PersonRef(chat.channel, chat.tenant, person))

    @property
    def _removed_values(self) -> StoredValues:
        return StoredValues(self.store, "removed")

    async def mark_gone(self, chat: ChatRef) -> None:
        """Nothing can be sent there any more."""
        await self.store.mark_gone(chat)

    async def mark_back(self, chat: ChatRef) -> None:
        """It can be written to again."""
        await self.store.mark_back(chat)
