"""The way from a group into a private chat: a link that only the person it was made for can use, for a week.

token = await doors.made(message, Behind(what="calendar", chat=str(message.chat)))
behind = await doors.opened(token, message)       # None for anybody else, and for what is old
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from pydantic import ValidationError

from adapters.protocol import ChatRef, IncomingMessage
from agent.protocol import Value
from bot.keyvalue import StoredValues
from bot.store import PersonRef, Store

DOOR_SECONDS = 7 * 86_400
PREFIX = "o_"

Link = Callable[[ChatRef, str], Awaitable[str]]
"""The address that opens a private chat and says the token there; "" where none is needed."""


async def no_link(chat: ChatRef, token: str) -> str:
    """Where no channel is."""
    return ""


class Behind(Value):
    """What is behind a door, and whose it is."""

    what: Literal["calendar", "reminders", "question"]
    chat: str
    outing: str = ""
    text: str = ""
    person: str = ""


@dataclass(frozen=True)
class Doors:
    """Kept in the store, gone with the person."""

    store: Store

    async def made(self, message: IncomingMessage, behind: Behind) -> str:
        """A token for who wrote."""
        token = PREFIX + secrets.token_hex(12)
        mine = behind.model_copy(update={"person": str(PersonRef.of(message))})
        values = StoredValues(self.store, "doors", message.chat)
        await values.set(f"door:{token}", mine.model_dump_json(), seconds=DOOR_SECONDS, person=message.person.id)
        await StoredValues(self.store, "doors").set(token, str(message.chat), seconds=DOOR_SECONDS)
        return token

    async def opened(self, token: str, message: IncomingMessage) -> Behind | None:
        """What is behind it, for the person it was made for, in private."""
        if not message.private or not token.startswith(PREFIX):
            return None
        where = await StoredValues(self.store, "doors").get(token)
        if where is None:
            return None
        room = await self.store.where_now(ChatRef.parse(where))
        kept = await StoredValues(self.store, "doors", room).get(f"door:{token}")
        try:
            behind = Behind.model_validate_json(kept) if kept else None
        except ValidationError:
            return None
        if behind is None or behind.person != str(PersonRef.of(message)):
            return None
        return behind.model_copy(update={"chat": str(await self.store.where_now(ChatRef.parse(behind.chat)))})
