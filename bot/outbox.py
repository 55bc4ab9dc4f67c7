"""Sends replies at the pace each chat app allows, the final one whole and once.

    outbox = Outbox(store, channels)
    sending = outbox.open(job)
    sending.show(reply)              # a snapshot: never waits, the latest wins, may be skipped
    await sending.deliver(reply)     # the final reply: returns when it was sent, or cannot be any more
    await outbox.send(message, reply)  # outside a lane: best effort, once

All calls to one room (a chat without its thread) share one pacer, whose state is in the store, so that several
workers keep one room's and one bot's limits together. `SlowDown` blocks its room alone. What was sent is marked
before the message is done: "sending" before the call, "sent" after it. A mark "sending" left by a process that
ended means nobody knows; the reply is then sent a second time and marked "again", and not a third time, but by a
channel that knows what it sent before (`resumes`): it goes on where it stopped, for a few processes that end.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from weakref import WeakKeyDictionary

from adapters.protocol import (
    Capabilities,
    ChannelError,
    ChatGone,
    ChatRef,
    Delivery,
    IncomingMessage,
    NotDelivered,
    Outbound,
    Reply,
    Sent,
    SlowDown,
    Status,
    Unanswered,
)
from bot.connection import Line
from bot.keys import digest, hashed, in_partition, partition
from bot.lanes import Job
from bot.store import Store
from bot.valkey import StoreError
from tongue import speaking

GIVE_UP_SECONDS = 900.0
"""A platform that takes nothing for this long: the message becomes a failed try."""

SNAPSHOT_SECONDS = 10.0

MARKS = ("", "sending", "again", "again 3", "again 4", "again 5", "again 6")
"""What is noted of a reply that was begun to be sent so often."""
MOST_SENDINGS = len(MARKS) - 1

UNKNOWN = "a reply was sent again and again without an answer from the platform and is left at that"

log = logging.getLogger(__name__)

# Answers the milliseconds to wait. A turn that may be skipped is taken only when there is nothing to wait for.
TAKE_TURN = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local interval, number, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local at = math.max(now, tonumber(redis.call('GET', KEYS[2]) or '0'))
local last = redis.call('LINDEX', KEYS[1], 0)
if last then at = math.max(at, last + interval) end
if number > 0 then
  local nth = redis.call('LINDEX', KEYS[1], number - 1)
  if nth then at = math.max(at, nth + window) end
end
if ARGV[4] == '1' and at > now then return at - now end
redis.call('LPUSH', KEYS[1], at)
redis.call('LTRIM', KEYS[1], 0, math.max(number, 1) - 1)
redis.call('PEXPIRE', KEYS[1], at - now + math.max(window, interval) + 1000)
return at - now
"""

BLOCK = """
local time = redis.call('TIME')
local till = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
if till > tonumber(redis.call('GET', KEYS[1]) or '0') then
  redis.call('SET', KEYS[1], till, 'PX', ARGV[1])
end
return 1
"""

SPARE_SECONDS = 0.5
"""Who only shows progress asks again so much later when many turns are taken."""

WINDOW_SECONDS = 1.05

# The same among all rooms: a gap after the last turn of the same lane, so many turns of all lanes in the window.
TAKE_OF_ALL = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local interval, number, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local last = tonumber(redis.call('GET', KEYS[3]) or '0')
local at = math.max(now, last + interval, tonumber(redis.call('GET', KEYS[2]) or '0'))
local nth = redis.call('ZREVRANGE', KEYS[1], number - 1, number - 1, 'WITHSCORES')
if nth[2] then at = math.max(at, tonumber(nth[2]) + window) end
redis.call('ZADD', KEYS[1], at, at .. ' ' .. time[1] .. ' ' .. time[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
redis.call('PEXPIRE', KEYS[1], at - now + window + 1000)
redis.call('SET', KEYS[3], at, 'PX', at - now + interval + 1000)
return at - now
"""

# How many turns were taken within the time, those that are taken ahead among them.
TAKEN = """
local time = redis.call('TIME')
return redis.call('ZCOUNT', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[1], '+inf')
"""

BLOCKED = """
local till = redis.call('GET', KEYS[1])
if not till then return 0 end
local time = redis.call('TIME')
return math.max(0, till - time[1] * 1000 - math.floor(time[2] / 1000))
"""


class Pacer:
    """The turns of one room."""

    def __init__(
        self, store: Store, room: ChatRef, able: Capabilities, *, private: bool, unasked: bool = False
    ) -> None:
        self._line = store.line
        self._unasked = unasked
        self._able = able
        self._group = able.group_per_minute if not private else None
        self._keys = [hashed(room, "pace"), hashed(room, "block")]
        tenant = f"{room.channel}:{room.tenant}"
        number = partition(tenant)
        lane = "turn-unasked" if unasked else "turn-asked"
        self._tenant = [in_partition(number, name, digest(tenant)) for name in ("turns-all", "block-all", lane)]
        windows = _windows.setdefault(self._line, {})
        self._window = windows.setdefault(tenant, Window(able.per_second or 1))
        self._limited = bool(able.send_interval or able.edit_interval or self._group or able.per_second)

    async def turn(self) -> None:
        """Wait for the next turn."""
        wait = await self._take(self._able.send_interval, skip=False)
        while wait > 0:
            await asyncio.sleep(wait)
            wait = await self._line.run(BLOCKED, self._keys[1:]) / 1000  # blocked while we waited
        await self._overall()

    async def turn_now(self) -> float:
        """Take a turn if there is one: 0, or the seconds until there may be. Whole answers go before."""
        if self._able.per_second and not await self._calm_enough():
            return SPARE_SECONDS
        wait = await self._take(self._able.edit_interval, skip=True)
        if wait <= 0:
            await self._overall()
        return wait

    async def block(self, seconds: float) -> None:
        """Leave the room alone for a while."""
        await self._line.run(BLOCK, self._keys[1:], max(1, int(seconds * 1000)))

    async def _take(self, interval: float, *, skip: bool) -> float:
        if not self._limited:
            return 0.0
        # Half a second more than the minute: the platform counts arrivals, we count departures.
        numbers = [int(interval * 1000), self._group or 0, 60_500, int(skip)]
        return await self._line.run(TAKE_TURN, self._keys, *numbers) / 1000

    async def _overall(self) -> None:
        """Wait for a turn among all rooms. Evenly: bunches that depart a second apart can arrive within one.

        What nobody asked for takes half of the turns at most, and answers wait for no gap after it: they find
        theirs free.
        """
        if not self._able.per_second:
            return
        own = max(1, self._able.per_second // 2) if self._unasked else self._able.per_second
        wait = await self._line.run(TAKE_OF_ALL, self._tenant, 1_000 // own, self._able.per_second, 1_050)
        await asyncio.sleep(wait / 1000)
        await self._window.depart()

    async def _calm_enough(self) -> bool:
        """Whether less than half of a second's turns are taken: then one may be spent on progress."""
        taken = await self._line.run(TAKEN, self._tenant[:1], 1_000)
        return taken < max(1, (self._able.per_second or 0) // 2)


class Window:
    """What left this process lately: after a standstill those whose turns had come do not leave in a bunch."""

    def __init__(self, most: int) -> None:
        self._left: deque[float] = deque(maxlen=most)
        self._door = asyncio.Lock()

    async def depart(self) -> None:
        """Wait until one more may leave."""
        async with self._door:
            while len(self._left) == self._left.maxlen:
                wait = self._left[0] + WINDOW_SECONDS - time.monotonic()
                if wait <= 0:
                    break
                await asyncio.sleep(wait)
            self._left.append(time.monotonic())


_windows: WeakKeyDictionary[Line, dict[str, Window]] = WeakKeyDictionary()
"""Of each tenant that this process sends for, by the memory it uses."""


class Outbox:
    """The sending end of a worker."""

    def __init__(
        self, store: Store, channels: Mapping[str, Outbound], *, give_up_seconds: float = GIVE_UP_SECONDS
    ) -> None:
        self._store = store
        self._channels = channels
        self._give_up = give_up_seconds

    def open(self, job: Job) -> Sending:
        """The sending of the answer to a message. Raises NotDelivered for a channel that is not running."""
        return Sending(self._store, self.outbound(job.message), job, self._give_up)

    async def send(self, message: IncomingMessage, reply: Reply) -> None:
        """Send a reply outside a lane, such as an apology. Raises ChannelError."""
        outbound = self.outbound(message)
        pacer = Pacer(self._store, message.chat.room, outbound.capabilities, private=message.private)
        with speaking(reply.language):
            await outbound.open(message, pacer.turn).finish(reply)

    def noticed(self, message: IncomingMessage) -> None:
        """Show that a message was seen, while it waits to be worked out."""
        with contextlib.suppress(NotDelivered):
            self.outbound(message).noticed(message)

    def outbound(self, message: IncomingMessage) -> Outbound:
        """The channel a message came from."""
        outbound = self._channels.get(message.chat.channel)
        if outbound is None:
            raise NotDelivered(f"the channel {message.chat.channel!r} is not running here")
        return outbound


class Sending:
    """One answer on its way."""

    def __init__(self, store: Store, outbound: Outbound, job: Job, give_up: float) -> None:
        self._store = store
        self._outbound = outbound
        self._job = job
        self._give_up = give_up
        self._latest: Reply | None = None
        self._shower: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self.moved_to: ChatRef | None = None
        self.sent = Sent()
        self._open(job.message)

    def _open(self, message: IncomingMessage) -> None:
        able = self._outbound.capabilities
        self._shows = able.group_snapshots or message.private
        self._first_at = time.monotonic() + able.first_snapshot
        self._status_at = time.monotonic() + able.first_status
        self._pacer = Pacer(self._store, message.chat.room, able, private=message.private)
        self._delivery: Delivery = self._outbound.open(message, self._pacer.turn)

    # --- snapshots ----------------------------------------------------------------------------------

    def show(self, reply: Reply) -> None:
        """Show progress when there is a turn for it; a newer snapshot replaces one that waits."""
        if self._shows and self._job.mark in ("", "sending") and not self._closing.is_set():
            self._latest = reply
            if self._shower is None or self._shower.done():
                self._shower = asyncio.create_task(self._show())

    def _first_of(self, reply: Reply) -> float:
        """From when on a snapshot is shown; one that only says what is being done is worth less."""
        words = any(not isinstance(block, Status) for block in reply.blocks)
        return self._first_at if words else max(self._first_at, self._status_at)

    async def _show(self) -> None:
        try:
            while self._latest is not None:
                # Too young to be shown: no turn is taken, so that a quick final reply need not wait for the next.
                wait = self._first_of(self._latest) - time.monotonic()
                wait = min(wait, SPARE_SECONDS) if wait > 0 else await self._pacer.turn_now()
                if wait > 0:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._closing.wait(), wait)
                    continue
                if self._closing.is_set():
                    return  # closed while it waited for its turn
                reply, self._latest = self._latest, None
                async with asyncio.timeout(SNAPSHOT_SECONDS):
                    with speaking(reply.language):
                        await self._delivery.snapshot(reply)
        except (ChannelError, StoreError, TimeoutError) as error:  # progress is only progress
            log.info("a snapshot was not shown: %s", error)
            if isinstance(error, SlowDown):
                with contextlib.suppress(StoreError):
                    await self._pacer.block(error.retry_after)
        except Exception:
            log.exception("a snapshot failed")

    async def close(self) -> None:
        """Show nothing more; a snapshot under way is waited for, so that it cannot overtake the reply."""
        self._latest = None
        self._closing.set()
        if self._shower is not None:
            await asyncio.wait([self._shower])

    # --- the final reply ----------------------------------------------------------------------------

    async def deliver(self, reply: Reply) -> None:
        """Send the final reply. Raises NotOurs when another worker has the message; NotDelivered at last.

        `sent` says afterwards what became of it; `moved_to` is set when the platform gave the chat a new id.
        """
        await self.close()
        if self._job.mark == "sent":
            return
        able = self._outbound.capabilities
        begun = MARKS.index(self._job.mark)
        if begun >= (MOST_SENDINGS if able.resumes else 2):
            log.warning(UNKNOWN)
            return
        mark = MARKS[begun + 1]
        until, pause = time.monotonic() + self._give_up, 0.5
        while True:
            before = self._job.mark
            await self._job.note(mark)
            try:
                with speaking(reply.language):
                    self.sent = await self._delivery.finish(reply)
            except SlowDown as error:
                await self._job.note(before)
                await self._pacer.block(error.retry_after)
                await asyncio.sleep(error.retry_after)
            except Unanswered:
                begun = MARKS.index(mark)
                if begun >= (MOST_SENDINGS if able.recognises else 2):
                    log.warning(UNKNOWN)
                    break
                mark = MARKS[begun + 1]
            except ChatGone as error:
                if not await self._follow(error):
                    break
            except ChannelError:  # not delivered, or refused in a way that no channel has a word for
                await self._job.note(before)
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(pause)
                pause = min(30.0, pause * 2)
            except Exception:  # a defect of ours: a failed try, not a reply that may have arrived
                await self._job.note(before)
                raise
            else:
                break
        await self._job.sent()

    async def _follow(self, error: ChatGone) -> bool:
        """Go on in the chat's new place, once; or remember that the chat is gone."""
        chat = self._job.message.chat
        if not error.moved_to or self.moved_to:
            await self._store.mark_gone(chat)
            return False
        self.moved_to = replace(chat, chat=error.moved_to)
        self._open(replace(self._job.message, chat=self.moved_to))
        return True
