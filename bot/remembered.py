"""All that is remembered of a chat or a person, in store, records and log: moved or forgotten as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from adapters.protocol import ChatRef, IncomingMessage
from bot.conversation_log import ConversationLog
from bot.store import PersonRef, Store


class Ledger(Protocol):
    """Records that can be moved and forgotten."""

    async def move_chat(self, old: ChatRef, new: ChatRef) -> None: ...

    async def forget_chat(self, chat: ChatRef) -> None: ...

    async def forget_person(self, person: PersonRef) -> None: ...


@dataclass(frozen=True)
class Remembered:
    """Implements `adapters.protocol.Memories`. Raises `StoreError` when the store fails."""

    store: Store
    records: Ledger | None = None
    diary: ConversationLog | None = None

    async def forget_chat(self, chat: ChatRef, *, keep: IncomingMessage | None = None) -> None:
        """Delete everything of a chat's room; `keep` is the message that asks for it."""
        await self.store.forget_chat(chat, keep=keep)
        if self.records is not None:
            await self.records.forget_chat(chat)
        if self.diary is not None:
            await self.diary.forget_chat(chat)

    async def forget_person(self, person: PersonRef, *, keep: IncomingMessage | None = None) -> None:
        """Delete everything about a person."""
        await self.store.forget_person(person, keep=keep)
        if self.records is not None:
            await self.records.forget_person(person)
        if self.diary is not None:
            await self.diary.forget_person(person)

    async def move_chat(self, old: ChatRef, new: ChatRef) -> None:
        """The platform gave a chat a new id."""
        await self.store.move_chat(old, new)
        if self.records is not None:
            await self.records.move_chat(old, new)
        if self.diary is not None:
            await self.diary.move_chat(old, new)

    async def mark_gone(self, chat: ChatRef) -> None:
        """Nothing can be sent there any more."""
        await self.store.mark_gone(chat)

    async def mark_back(self, chat: ChatRef) -> None:
        """It can be written to again."""
        await self.store.mark_back(chat)
