"""What a chat's memory was when each answer was sent, so that a reply to it means that answer.

Kept for thirty days behind the platform's ids of the answer's messages, in their room, and forgotten with the
room or with the person who was answered.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from datetime import datetime

from pydantic import ValidationError

from adapters.protocol import ChatRef, Sent
from agent.pipeline import TURNS_KEPT
from agent.protocol import Conversation
from bot.keyvalue import StoredValues
from bot.store import Store

KEPT_SECONDS = 30 * 86_400
TURNS_BEHIND = 3
"""Exchanges kept behind an answer: enough for what "there" and "the second one" mean."""

_SAME = "="
"""Begins the value of an answer's further messages: the rest names the first."""

_ANYBODY = ""
"""Whose question is pending in a kept memory: whoever replies to it may answer it."""


class Answered:
    """The memories behind answers."""

    def __init__(self, store: Store) -> None:
        self._values = StoredValues(store, "answered")

    async def keep(self, chat: ChatRef, sent: Sent, memory: Conversation, person: str) -> None:
        """Keep the memory after an answer to `person` behind the ids of its messages. Raises `StoreError`."""
        names: Sequence[str] = [name for name in (*sent.message_ids, sent.thread) if name]
        room = self._values.of(chat)
        for number, name in enumerate(dict.fromkeys(names)):
            value = f"{_SAME}{names[0]}" if number else _packed(_behind(memory, person))
            await room.set(name, value, seconds=KEPT_SECONDS, person=person)

    async def as_of(self, chat: ChatRef, message: str, person: str, at: datetime) -> Conversation | None:
        """The memory behind a message, as `person` goes on from it; None when it is not one of our answers."""
        room = self._values.of(chat)
        kept = await room.get(message)
        if kept and kept.startswith(_SAME):
            kept = await room.get(kept.removeprefix(_SAME))
        memory = _unpacked(kept) if kept else None
        if memory is None:
            return None
        asked = memory.pending.get(_ANYBODY)
        pending = {person: asked.model_copy(update={"asked_at": at})} if asked else {}
        return memory.model_copy(update={"pending": pending})


def rejoined(chat: Conversation, before: Conversation, after: Conversation) -> Conversation:
    """The chat's memory, when an answer went on from `before`, an older message, and left `after`.

    What comes next goes on from this answer; what others were asked, and trips it did not touch, stay.
    """
    if after == before:
        return chat
    new = after.turns[-1:]
    people = {turn.person for turn in new}
    others = {person: asked for person, asked in chat.pending.items() if person not in people}
    touched = {
        name: getattr(after, name)
        for name in ("trip", "flight_trip")
        if getattr(after, name) != getattr(before, name)
    }
    return chat.model_copy(
        update={
            "turns": (*chat.turns, *new)[-TURNS_KEPT:],
            "last_plan": after.last_plan,
            "shown": after.shown,
            "pending": {**others, **after.pending},
            "disclaimed": max((day for day in (chat.disclaimed, after.disclaimed) if day), default=None),
            **touched,
        }
    )


def _behind(memory: Conversation, person: str) -> Conversation:
    """What matters of a memory to who replies to its last answer."""
    asked = memory.pending.get(person)
    pending = {_ANYBODY: asked} if asked else {}
    return memory.model_copy(update={"turns": memory.turns[-TURNS_BEHIND:], "pending": pending})


def _packed(memory: Conversation) -> str:
    text = memory.model_dump_json(by_alias=True, exclude_defaults=True)
    return base64.b85encode(zlib.compress(text.encode("utf-8", "replace"))).decode()


def _unpacked(text: str) -> Conversation | None:
    """None for one that an older version kept."""
    try:
        return Conversation.model_validate_json(zlib.decompress(base64.b85decode(text)))
    except (ValueError, zlib.error, ValidationError):
        return None
