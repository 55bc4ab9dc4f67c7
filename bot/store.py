"""Remembers chats, people, buttons and limits, in the embedded server or the one of `REDIS_URL`.

    async with open_store(redis_url, data_dir) as store:
        conversation, version = await store.load(chat)                  # empty and 0 when there is none
        saved = await store.save(chat, conversation, version)           # False: changed since; load again
        await store.save(chat, conversation, version, message_id)       # and remember which message did it
        profile = await store.profile(PersonRef.of(message))
        await store.save_profile(person, profile)
        token = await store.put_button(chat, action, person=None, once=False)
        tap = await store.take_button(chat, person, token, message_id)  # Tap("ok"|"old"|"not_yours", action)
        cache: agent.deps.Cache = store.cache("places")
        await store.hit("question", person, limit=10, seconds=60)       # "ok" | "first_over" | "over"
        await store.reserve("model-usd", amount, cap=5.0, seconds=86400)  # False: it would pass the cap
        await store.move_chat(old, new)
        await store.mark_gone(chat);  await store.is_gone(chat);  await store.mark_back(chat)
        await store.forget_chat(chat, keep=message)                     # every thread of its room
        await store.forget_person(person, keep=message)

`action` is any text the caller understands. A button is bound to the chat's room (a tap may come from the
thread its answer opened) and, where `person` is given, to that person. A `once` button works for one message
only, and again for the same message when that is tried again. Every method raises `StoreError`, whose
`user_message` is one sentence; only a cache swallows it and misses. What cannot be read any more counts as
absent.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from adapters.protocol import ChatRef, IncomingMessage
from agent.kept import CHAT_DAYS, PERSON_DAYS
from agent.protocol import Conversation, Profile
from bot.connection import Line, Word, connect
from bot.forgetting import (
    bring_room_back,
    forget_aside,
    forget_messages,
    forget_page,
    forget_room,
    of_room,
    set_room_aside,
)
from bot.keys import PersonRef, aside_of, hashed, in_partition, key, partition
from bot.moving import move_values, remember, threads_of, tokens_of, where_now
from bot.valkey import StoreError

__all__ = ["NewButton", "PersonRef", "Store", "StoreError", "StoredCache", "Tap", "open_store"]

DAY = 86_400
CHAT_SECONDS = CHAT_DAYS * DAY
PERSON_SECONDS = PERSON_DAYS * DAY
BUTTON_SECONDS = 35 * DAY
COMPACT_TRIES, COMPACT_PAUSE = 100, 0.1
ASIDES = in_partition(partition("asides"), "asides")
"""Rooms that were set aside, by when they are erased."""

log = logging.getLogger(__name__)

# --- scripts: what must happen in one step ------------------------------------------------------------

SAVE = """
local unknown = {}
for i = 5, #ARGV do
  if redis.call('SISMEMBER', KEYS[2], ARGV[i]) == 0 then unknown[#unknown + 1] = ARGV[i] end
end
if #unknown > 0 then return unknown end
local held = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
if held ~= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'version', held + 1, 'state', ARGV[2], 'by', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
"""

PUT_BUTTONS = """
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
for i = 2, #KEYS do
  local at = 4 + (i - 2) * 5
  local action, person, about, once = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  redis.call('HSET', KEYS[i], 'action', action, 'person', person, 'about', about, 'once', once)
  redis.call('EXPIRE', KEYS[i], ARGV[2])
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[at + 4])
end
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
"""

TAKE_BUTTON = """
local held = redis.call('HMGET', KEYS[1], 'action', 'person', 'once', 'used')
if not held[1] then return {'old', ''} end
if held[2] ~= '' and held[2] ~= ARGV[1] then return {'not_yours', ''} end
if held[3] == '1' then
  if held[4] and (held[4] ~= ARGV[2] or ARGV[2] == '') then return {'old', ''} end
  redis.call('HSET', KEYS[1], 'used', ARGV[2])
end
return {'ok', held[1]}
"""

NOTE = """
redis.call('SADD', KEYS[1], ARGV[1])
if ARGV[3] == '1' or redis.call('TTL', KEYS[1]) < 0 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return 1
"""

HIT = """
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return count
"""

RESERVE = """
local spent = tonumber(redis.call('GET', KEYS[1]) or '0')
if spent + tonumber(ARGV[1]) > tonumber(ARGV[2]) + 1e-9 then return 0 end
redis.call('INCRBYFLOAT', KEYS[1], ARGV[1])
if spent == 0 then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
return 1
"""


@dataclass(frozen=True, slots=True)
class Tap:
    """What a button's token means now. `action` is empty unless `outcome` is "ok"."""

    outcome: Literal["ok", "old", "not_yours"]
    action: str = ""


@dataclass(frozen=True, slots=True)
class NewButton:
    """A button to store; see `Store.put_buttons`. It is `about` whose question it repeats or goes on from."""

    action: str
    person: PersonRef | None = None
    once: bool = False
    about: PersonRef | None = None


class Store:
    """The store of one process. Made by `open_store`; `line` is for the inbox and the outbox."""

    def __init__(self, line: Line) -> None:
        self.line = line

    async def ready(self) -> None:
        """Raises `StoreError` unless the server answers."""
        await self.line.call("PING")

    # --- a chat's memory ----------------------------------------------------------------------------

    async def load(self, chat: ChatRef) -> tuple[Conversation, int]:
        """The chat's memory and its version, to be handed back to `save`."""
        version, state = await self.line.call("HMGET", key(chat, "chat"), "version", "state")
        if state is None:
            return Conversation(), int(version or 0)
        try:
            return Conversation.model_validate_json(state), int(version)
        except ValidationError:
            log.warning("a chat's memory cannot be read any more and starts anew")
            return Conversation(), int(version)

    async def save(self, chat: ChatRef, conversation: Conversation, version: int, message_id: str = "") -> bool:
        """Store the memory if nobody else has since it was loaded. `message_id` is what changed it."""
        people = {*conversation.pending, *(turn.person for turn in conversation.turns if turn.person)}
        names = [str(PersonRef(chat.channel, chat.tenant, person)) for person in sorted(people)]
        text = json.dumps(conversation.to_json(), separators=(",", ":"), ensure_ascii=False)
        state = text.encode("utf-8", "replace").decode()  # half a surrogate pair could not be read back
        keys = [key(chat, "chat"), key(chat, "people")]
        while True:
            saved: int | list[str] = await self.line.run(
                SAVE, keys, version, state, CHAT_SECONDS, message_id, *names
            )
            if isinstance(saved, int):
                return bool(saved)
            await self.line.run_all(_notes(chat, [PersonRef.parse(name) for name in saved]))

    async def saved_by(self, chat: ChatRef) -> str:
        """The id of the message whose answer was last saved: tried again, it is not answered again."""
        return await self.line.call("HGET", key(chat, "chat"), "by") or ""

    async def profile(self, person: PersonRef) -> Profile:
        """What the person told us about their flying."""
        text = await self.line.call("GET", key(person, "profile"))
        if text is None:
            return Profile()
        try:
            return Profile.model_validate_json(text)
        except ValidationError:
            log.warning("a person's profile cannot be read any more and starts anew")
            return Profile()

    async def save_profile(self, person: PersonRef, profile: Profile) -> None:
        """Store the profile whole."""
        await self.line.call("SET", key(person, "profile"), json.dumps(profile.to_json()), "EX", PERSON_SECONDS)

    # --- buttons ------------------------------------------------------------------------------------

    async def put_button(
        self, chat: ChatRef, action: str, *, person: PersonRef | None = None, once: bool = False
    ) -> str:
        """A token of 24 characters for a button under an answer in `chat`."""
        return (await self.put_buttons(chat, [NewButton(action, person, once)]))[0]

    async def put_buttons(self, chat: ChatRef, buttons: Sequence[NewButton]) -> list[str]:
        """A token for each button, stored in one step."""
        if not buttons:
            return []
        tokens = [secrets.token_hex(12) for _ in buttons]
        index = in_partition(partition(chat.room), "buttons", str(chat))
        now = int(time.time())
        fields: list[Word] = []
        for token, button in zip(tokens, buttons, strict=True):
            about = str(button.about or "")
            fields += [button.action, str(button.person or ""), about, int(button.once), token]
        names = [index, *(_button(chat, token) for token in tokens)]
        putting = (PUT_BUTTONS, names, [now, BUTTON_SECONDS, now + BUTTON_SECONDS, *fields])
        people = [person for one in buttons for person in (one.person, one.about) if person]
        await self.line.run_all([*_notes(chat, people), putting])
        return tokens

    async def take_button(self, chat: ChatRef, person: PersonRef, token: str, message_id: str = "") -> Tap:
        """What the tapped button means, if it is this chat's and this person may use it."""
        if not token or len(token) > 32 or not token.isascii():
            return Tap("old")
        outcome, action = await self.line.run(TAKE_BUTTON, [_button(chat, token)], str(person), message_id)
        return Tap(outcome, action)

    # --- caches and limits --------------------------------------------------------------------------

    def cache(self, name: str) -> StoredCache:
        """A text cache with expiry, shared by all processes; implements `agent.deps.Cache`."""
        return StoredCache(self, name)

    async def hit(
        self, kind: str, owner: ChatRef | PersonRef, *, limit: int, seconds: int
    ) -> Literal["ok", "first_over", "over"]:
        """Count one use. "first_over" once per window, so that one notice is sent and no more."""
        count = int(await self.line.run(HIT, [hashed(owner, "limit", kind)], seconds))
        return "ok" if count <= limit else "first_over" if count == limit + 1 else "over"

    async def reserve(self, kind: str, amount: float, *, cap: float, seconds: int) -> bool:
        """Set `amount` aside from a budget that starts anew `seconds` after its first use."""
        budget = in_partition(partition(kind), "budget", kind)
        return bool(await self.line.run(RESERVE, [budget], amount, cap, seconds))

    async def reserved(self, kind: str) -> float:
        """How much of a budget is set aside now."""
        return float(await self.line.call("GET", in_partition(partition(kind), "budget", kind)) or 0)

    # --- chats that move, end or are forgotten -------------------------------------------------------

    async def mark_gone(self, chat: ChatRef) -> None:
        """Remember that nothing can be sent there, so that nobody tries."""
        await self.line.call("SET", hashed(chat.room, "gone"), "1", "EX", CHAT_SECONDS)

    async def mark_back(self, chat: ChatRef) -> None:
        """It can be written to again: the person unblocked the bot, or somebody writes there."""
        await self.line.call("DEL", hashed(chat.room, "gone"))

    async def is_gone(self, chat: ChatRef) -> bool:
        """Whether the platform said that this chat cannot be written to any more."""
        return bool(await self.line.call("EXISTS", hashed(chat.room, "gone")))

    async def move_chat(self, old: ChatRef, new: ChatRef, *, same_messages: bool = False) -> None:
        """Take memories, buttons and small values of a room along when the platform gives it a new id.

        `same_messages`: its messages keep their ids.
        """
        await remember(self.line, old, new)
        for before in await threads_of(self.line, old):
            after = replace(new, thread=before.thread)
            conversation, version = await self.load(before)
            if version and not (await self.load(after))[1]:
                await self.save(after, conversation, 0)
        now = int(time.time())
        moved = in_partition(partition(new.room), "buttons", str(new.room))
        for token in await tokens_of(self.line, old):
            held = await self.line.call("HMGET", _button(old, token), "action", "person", "about", "once")
            if held[0] is not None:
                people = [PersonRef.parse(name) for name in held[1:3] if name]
                await self.line.run_all(_notes(new, people))
                expires = now + BUTTON_SECONDS
                await self.line.run(
                    PUT_BUTTONS,
                    [moved, _button(new, token)],
                    now,
                    BUTTON_SECONDS,
                    expires,
                    *(word or "" for word in held),
                    token,
                )
        await move_values(self.line, old, new, same_messages=same_messages)
        await forget_room(self.line, old)

    async def where_now(self, chat: ChatRef) -> ChatRef:
        """The chat under the newest id of its room: what was kept with an older one is found there."""
        return await where_now(self.line, chat)

    async def forget_chat(self, chat: ChatRef, *, keep: IncomingMessage | None = None) -> None:
        """Delete memory, buttons, pages, stored messages and dead letters of every thread of a chat's room.

        `keep` is the message that asks for it: it and what came after it stay until they are answered.
        """
        await forget_room(self.line, chat, keep=keep)
        await forget_messages(self.line, of_room(chat), keep=keep)

    # --- rooms that are forgotten tomorrow ------------------------------------------------------------

    async def set_chat_aside(
        self, chat: ChatRef, *, due: float, keep: IncomingMessage | None = None, name: str = ""
    ) -> str:
        """Put a room out of sight until it is brought back, or erased when it is `due`; the name it goes by.

        Its stored messages and dead letters are deleted at once. Done again under the same name it goes on.
        """
        name = name or secrets.token_hex(8)
        await self.line.call("ZADD", ASIDES, due, f"{name} {chat.room}")
        await set_room_aside(self.line, chat, name, keep=keep)
        await forget_messages(self.line, of_room(chat), keep=keep)
        await self.mark_gone(aside_of(chat, name))  # what falls due of it meanwhile is not sent
        return name

    async def bring_chat_back(self, chat: ChatRef, name: str) -> bool:
        """What was set aside is the room's again; False when it is erased already, or another room's."""
        if await self.line.call("ZSCORE", ASIDES, f"{name} {chat.room}") is None:
            return False
        await bring_room_back(self.line, name)
        await self.mark_back(aside_of(chat, name))
        await self.line.call("ZREM", ASIDES, f"{name} {chat.room}")  # last: who is killed before is done again
        return True

    async def asides(self, *, due: float) -> list[tuple[str, ChatRef]]:
        """What is to be erased by then: its name and its room."""
        held: list[str] = await self.line.call("ZRANGEBYSCORE", ASIDES, "-inf", due)
        return [(name, ChatRef.parse(room)) for name, _, room in (one.partition(" ") for one in held)]

    async def forget_aside(self, name: str, chat: ChatRef) -> None:
        """Erase it, with the buttons that would have brought it back."""
        await forget_aside(self.line, name)
        await self.mark_back(aside_of(chat, name))
        own = in_partition(partition(chat.room), "button", str(chat.room))
        for button in await self.line.names(f"{own}:*"):
            if name in (await self.line.call("HGET", button, "action") or ""):
                token = button.rpartition(":")[2]
                await self.line.call("DEL", button)
                for index in await self.line.names(in_partition(partition(chat.room), "buttons", f"{chat.room}*")):
                    await self.line.call("ZREM", index, token)
        await self.line.call("ZREM", ASIDES, f"{name} {chat.room}")

    async def compact(self) -> bool:
        """Write the server's file anew, without what was deleted; False when it could not be seen to its end."""
        try:
            await self.line.call("BGREWRITEAOF")
        except StoreError as error:
            if "in progress" not in error.user_message:
                log.warning("the store's file was not written anew: %s", error.user_message)
                return False
        for _ in range(COMPACT_TRIES):
            facts = await self.line.call("INFO", "persistence")
            if not (facts.get("aof_rewrite_in_progress") or facts.get("aof_rewrite_scheduled")):
                return facts.get("aof_last_bgrewrite_status") == "ok"
            await asyncio.sleep(COMPACT_PAUSE)
        return False

    async def rooms_of(self, person: PersonRef) -> set[ChatRef]:
        """The rooms that hold something of a person."""
        return {ChatRef.parse(name).room for name in await self.line.call("SMEMBERS", key(person, "chats"))}

    async def chats_of(self, person: PersonRef) -> tuple[ChatRef, ...]:
        """Where a person ever spoke, each thread for itself."""
        found = await self.line.call("SMEMBERS", key(person, "chats"))
        return tuple(ChatRef.parse(name) for name in sorted(found))

    async def forget_person(self, person: PersonRef, *, keep: IncomingMessage | None = None) -> None:
        """Delete a person's profile, and what is theirs in every chat: turns, questions, buttons, messages."""
        chats = key(person, "chats")
        for name in await self.line.call("SMEMBERS", chats):
            chat = ChatRef.parse(name)
            people = key(chat, "people")
            await forget_page(self.line, chat, keep=keep)
            await self.line.call("SREM", people, str(person))
            if not await self.line.call("SCARD", people):
                await self._forget_thread(chat)  # nobody else ever spoke here
                continue
            await self._forget_in_memory(chat, person)
            await self._forget_buttons(chat, person)
        kept = key(person, "kept")
        for name in await self.line.call("ZRANGE", kept, 0, -1):
            await self.line.call("DEL", name)
        for name in (chats, kept, key(person, "profile")):
            await self.line.call("DEL", name)
        await forget_messages(self.line, lambda held: held.get("person") == str(person), keep=keep)

    async def _forget_thread(self, chat: ChatRef) -> None:
        await self._forget_buttons(chat, None)
        await self.line.call("DEL", key(chat, "chat"), key(chat, "people"))

    async def _forget_buttons(self, chat: ChatRef, person: PersonRef | None) -> None:
        """The buttons that are a person's own or repeat their words; without one, all of the chat."""
        index = in_partition(partition(chat.room), "buttons", str(chat))
        for token in await self.line.call("ZRANGE", index, 0, -1):
            held = await self.line.call("HMGET", _button(chat, token), "person", "about")
            if person is None or str(person) in held:
                await self.line.call("DEL", _button(chat, token))
                await self.line.call("ZREM", index, token)

    async def _forget_in_memory(self, chat: ChatRef, person: PersonRef) -> None:
        while True:
            conversation, version = await self.load(chat)
            kept = without(conversation, person.id)
            if kept == conversation or await self.save(chat, kept, version):
                return


def without(conversation: Conversation, person: str) -> Conversation:
    """A chat's memory without a person; what the last answer left goes with its question."""
    turns = tuple(turn for turn in conversation.turns if turn.person != person)
    pending = {name: open_ for name, open_ in conversation.pending.items() if name != person}
    told = {name: own for name, own in conversation.told.items() if name != person}
    kept = conversation.model_copy(update={"turns": turns, "pending": pending, "told": told})
    if not conversation.turns or conversation.turns[-1].person == person:
        kept = kept.model_copy(update={"last_plan": None, "shown": (), "trip": None})
    return kept


def _notes(chat: ChatRef, people: Sequence[PersonRef]) -> list[tuple[str, list[str], list[Word]]]:
    """Steps that remember which chats hold something of a person, so that it is found without a search."""
    steps: list[tuple[str, list[str], list[Word]]] = []
    for person in dict.fromkeys(people):
        # What says "noted already" expires first, so that a note is renewed before it is lost.
        steps.append((NOTE, [key(person, "chats")], [str(chat), PERSON_SECONDS, 1]))
        steps.append((NOTE, [key(chat, "people")], [str(person), PERSON_SECONDS - CHAT_SECONDS, 0]))
    return steps


def _button(chat: ChatRef, token: str) -> str:
    return in_partition(partition(chat.room), "button", str(chat.room), token)


class StoredCache:
    """A named cache in the store. When the store fails it misses; nothing is raised."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name

    async def get(self, key: str) -> str | None:
        try:
            return await self._store.line.call("GET", hashed(key, "cache", self._name))
        except StoreError as error:
            log.warning("the cache was not read: %s", error.user_message)
            return None

    async def set(self, key: str, value: str, *, seconds: int) -> None:
        try:
            await self._store.line.call("SET", hashed(key, "cache", self._name), value, "EX", max(1, seconds))
        except StoreError as error:
            log.warning("the cache was not written: %s", error.user_message)


@asynccontextmanager
async def open_store(redis_url: str, data_dir: Path) -> AsyncGenerator[Store]:
    """The store at `redis_url`, or the embedded one of the data folder (started when it does not run)."""
    async with connect(redis_url, data_dir) as line:
        yield Store(line)
