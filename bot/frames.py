"""Carries an answer's steps from the worker that makes them to the browser that waits, and keeps its page.

    bus = StoredFrames(store)          # implements `adapters.web.bus.FrameBus`

An answer's steps are a stream of their own, gone a minute after the last one: a connection that broke, or a
process that was killed, picks them up from the first. Steps carry their number, so that a second try of the
same answer repeats nothing. The conversation as the page shows it is one stream per chat, its pictures one
hash; both belong to the chat and go with it when it is forgotten.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Generator, Mapping, Sequence
from contextlib import contextmanager

from adapters.protocol import ChatRef, Frame, NotStored
from adapters.web.bus import LAST_FRAMES, REMARK, SAID, SHARED_SECONDS, KeptTurn
from bot.connection import Word
from bot.forgetting import steps_key
from bot.keys import digest, in_partition, key, partition, seen_key
from bot.store import CHAT_SECONDS, Store, StoreError

STEPS_SECONDS = 900
AFTER_SECONDS = 55
"""How long steps outlive their last one, and a reply its forgotten conversation."""

PICTURE_SECONDS = 14 * 86_400
PICTURES_KEPT = 12
ENTRIES_KEPT = 120
ASKED_SECONDS = 2 * 86_400
"""How long a message that is sent again is known."""

NEWS_SECONDS = 2.0
WAIT_SECONDS = 2.0
WAITERS = 48
"""Followers that may hold a connection at once; the others take turns, and miss nothing."""

PUBLISH = """
for i = 2, #ARGV, 3 do
  redis.call('XADD', KEYS[1], '*', 'number', ARGV[i], 'name', ARGV[i + 1], 'data', ARGV[i + 2])
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
"""

ASK = """
if not redis.call('SET', KEYS[2], '1', 'NX', 'EX', ARGV[3]) then return 0 end
redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'id', ARGV[4], 'asked', ARGV[5])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
"""

WITHDRAW = """
for _, entry in ipairs(redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 20)) do
  if entry[2][2] == ARGV[1] then redis.call('XDEL', KEYS[1], entry[1]) end
end
redis.call('DEL', KEYS[2])
return 1
"""

# A conversation forgotten while its last answer was made comes back for a minute only, to show that answer.
ANSWER = """
local there = redis.call('EXISTS', KEYS[1]) == 1
redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'id', ARGV[4], 'shown', ARGV[5])
redis.call('EXPIRE', KEYS[1], there and ARGV[2] or ARGV[3])
return 1
"""

PICTURES = """
local order = redis.call('HGET', KEYS[1], 'order') or ''
for i = 3, #ARGV, 2 do
  if redis.call('HEXISTS', KEYS[1], ARGV[i]) == 0 then order = order .. ARGV[i] .. ' ' end
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
local names = {}
for name in string.gmatch(order, '%S+') do names[#names + 1] = name end
while #names > tonumber(ARGV[1]) do redis.call('HDEL', KEYS[1], table.remove(names, 1)) end
redis.call('HSET', KEYS[1], 'order', table.concat(names, ' ') .. ' ')
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
"""


class StoredFrames:
    """Steps and pages in the store. `publish` and `answer` raise `StoreError`: the message is then tried again."""

    def __init__(self, store: Store) -> None:
        self._line = store.line
        self._waiters = asyncio.Semaphore(WAITERS)

    # --- steps --------------------------------------------------------------------------------------

    async def publish(self, chat: ChatRef, message_id: str, frames: Sequence[Frame], *, first: int) -> None:
        """Append steps to the answer's stream."""
        words: list[Word] = []
        number = first
        for frame in frames:
            step = frame.name != REMARK
            words += [number if step else -1, frame.name, json.dumps(dict(frame.data))]
            number += step
        over = any(frame.name in LAST_FRAMES for frame in frames)
        await self._line.run(
            PUBLISH, [steps_key(chat, message_id)], AFTER_SECONDS if over else STEPS_SECONDS, *words
        )

    async def follow(self, chat: ChatRef, message_id: str, *, seconds: float) -> AsyncIterator[Frame]:
        """The steps from the first, waiting for more; remarks in between show that somebody listens."""
        stream, after, seen = steps_key(chat, message_id), "0", 0
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                async with self._waiters:
                    wait = max(0.001, min(WAIT_SECONDS, left))  # 0 would mean for ever
                    entries = await self._line.wait_for(stream, after, seconds=wait, count=500)
            except StoreError:
                await asyncio.sleep(0.5)
                continue
            if not entries:
                yield Frame(REMARK, {})
            for entry, held in entries:
                after, number, name = entry, int(held["number"]), held["name"]
                if number < 0 or number == seen or name in LAST_FRAMES:
                    yield Frame(name, json.loads(held["data"]))
                    seen += number == seen
                    if name in LAST_FRAMES:
                        return

    # --- the page -----------------------------------------------------------------------------------

    async def ask(self, chat: ChatRef, message_id: str, asked: str) -> bool:
        """Append what was asked to the conversation's page, once."""
        numbers = [ENTRIES_KEPT, CHAT_SECONDS, ASKED_SECONDS]
        with _not_stored():
            return bool(await self._line.run(ASK, _asked(chat, message_id), *numbers, message_id, asked))

    async def withdraw(self, chat: ChatRef, message_id: str) -> None:
        """Take it off the page again."""
        with _not_stored():
            await self._line.run(WITHDRAW, _asked(chat, message_id), message_id)

    async def answer(self, chat: ChatRef, message_id: str, shown: str, pictures: Mapping[str, bytes]) -> None:
        """Append what is shown, after its pictures are kept."""
        if pictures:
            words = [word for name, image in pictures.items() for word in (name, base64.b64encode(image).decode())]
            await self._line.run(PICTURES, [key(chat, "pictures")], PICTURES_KEPT, PICTURE_SECONDS, *words)
        await self._line.run(
            ANSWER, [key(chat, "page")], ENTRIES_KEPT, CHAT_SECONDS, AFTER_SECONDS, message_id, shown
        )

    async def news(self, chat: ChatRef) -> AsyncIterator[str]:
        """What is said unasked from now on, looked for every few seconds; a store that fails is waited for."""
        page, after = key(chat, "page"), ""
        while True:
            with contextlib.suppress(StoreError):
                if not after:
                    last = await self._line.call("XREVRANGE", page, "+", "-", "COUNT", 1)
                    after = last[0][0] if last else "0"
                for entry, held in await self._line.entries(page, after=after):
                    after = entry
                    if held["id"].startswith(SAID):
                        yield held["id"]
            await asyncio.sleep(NEWS_SECONDS)

    async def turns(self, chat: ChatRef) -> Sequence[KeptTurn]:
        """The page; a message asked or answered twice counts once, one that was never stored is not on it."""
        with _not_stored():
            entries = await self._line.entries(key(chat, "page"))
        turns: dict[str, KeptTurn] = {}
        for _, held in entries:
            kept = turns.get(held["id"], KeptTurn(held["id"], "", ""))
            asked, shown = kept.asked or held.get("asked", ""), held.get("shown", kept.shown)
            turns[held["id"]] = KeptTurn(held["id"], asked, shown)
        never = await self._never_taken(chat, [turn.id for turn in turns.values() if not turn.shown])
        return [turn for turn in turns.values() if turn.id not in never]

    async def _never_taken(self, chat: ChatRef, unanswered: Sequence[str]) -> set[str]:
        """Those that the program ended over before they were stored: nobody will answer them."""
        with _not_stored():
            return {name for name in unanswered if not await self._line.call("EXISTS", seen_key(chat, name))}

    # --- links to one answer ------------------------------------------------------------------------

    async def share(self, chat: ChatRef, message_id: str) -> str:
        """Name an answer; the name alone opens it."""
        name = secrets.token_urlsafe(24)
        kept = json.dumps([str(chat), message_id])
        with _not_stored():
            await self._line.call("SET", _shared(name), kept, "EX", SHARED_SECONDS)
        return name

    async def shared(self, name: str) -> tuple[ChatRef, str] | None:
        """What a name opens. The answer itself is read from its conversation: forgotten there, it is gone."""
        with _not_stored():
            kept = await self._line.call("GET", _shared(name))
        if not kept:
            return None
        chat, message_id = json.loads(kept)
        return ChatRef.parse(chat), str(message_id)

    async def unshare(self, chat: ChatRef, name: str) -> None:
        """Take a name back; another chat's stays."""
        known = await self.shared(name)
        if known is not None and known[0] == chat:
            with _not_stored():
                await self._line.call("DEL", _shared(name))

    async def picture(self, chat: ChatRef, name: str) -> bytes | None:
        """A kept picture."""
        with _not_stored():
            held = await self._line.call("HGET", key(chat, "pictures"), name)
        return base64.b64decode(held) if held else None


@contextmanager
def _not_stored() -> Generator[None]:
    try:
        yield
    except StoreError as error:
        raise NotStored(error.user_message) from error


def _shared(name: str) -> str:
    """Where a link is kept: under a digest, so that nobody who reads the keys can open it."""
    return in_partition(partition(name), "shared", digest(name))


def _asked(chat: ChatRef, message_id: str) -> list[str]:
    return [key(chat, "page"), in_partition(partition(chat), "asked", digest(str(chat), message_id))]
