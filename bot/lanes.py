"""Answers the stored messages: those of one chat one after another, different chats side by side.

    lanes = Lanes(store, answer, bury=None, on_queued=None, lease_seconds=3.0, tries=3)
    await lanes.run(stop, grace=20.0)       # until `stop` is set and what was begun is finished

A worker reads the partitions it holds leases on, each from its start: what a predecessor left unanswered
comes before what is new. `answer(job)` is awaited for one message of a chat at a time; when it returns, the
message is done and leaves its stream. When it raises, the message is tried again, `tries` times in all (tries
that ended with the process count too, and of these there may be `lives`), then it becomes a dead letter and
`bury(job, ref)` may tell the pilot. `on_first(message)` hears of each that is the first of its chat and waits
to be worked out, so that a sign can be shown meanwhile.
Failures of the store are waited out and not counted. A message that finds its chat busy is announced to
`on_queued`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from adapters.protocol import ChatRef, IncomingMessage
from bot.connection import Line
from bot.inbox import decode
from bot.keys import in_partition
from bot.leases import Leases, lease_key
from bot.store import Store
from bot.turns import Turn, Turns
from bot.valkey import StoreError

LEASE_SECONDS = 3.0
TRIES, LIVES = 3, 10
"""Tries of a message that fails, and programs that may end while they answer it. The first one that ends may
have had others in hand, from then on it has none: whoever restarts the machine ten times in a row loses nothing
(at six, one of 84 messages under ten kills in half a minute was set apart on a busy machine).
"""
INTERRUPTIONS = 10
"""Tries of a message that may end with the lease and count for nothing; one that stalls the program is no such."""

READ_SECONDS = 2.0
READ_COUNT = 200

log = logging.getLogger(__name__)

# BEGIN and MARK answer -1 when the lease is somebody else's and -2 when the entry is done or forgotten. One that
# has expired and that nobody took is taken again in the same step: a slow program is no dead one.
BEGIN = """
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[4]) and redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return {-1, ''}
end
if #redis.call('XRANGE', KEYS[2], ARGV[2], ARGV[2]) == 0 then return {-2, ''} end
return {redis.call('HINCRBY', KEYS[3], ARGV[2], ARGV[3]), redis.call('HGET', KEYS[4], ARGV[2]) or ''}
"""

MARK = """
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[4]) and redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return -1
end
if #redis.call('XRANGE', KEYS[2], ARGV[2], ARGV[2]) == 0 then return -2 end
redis.call('HSET', KEYS[3], ARGV[2], ARGV[3])
return 1
"""

SENT = """
if #redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1]) == 0 then return -2 end
redis.call('HSET', KEYS[2], ARGV[1], 'sent')
return 1
"""

UNCOUNT = """
if #redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1]) == 0 then return 0 end
if tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '0') < 1 then return 0 end
return redis.call('HINCRBY', KEYS[2], ARGV[1], -1)
"""

DONE = """
redis.call('XDEL', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
return 1
"""

BURY = """
local found = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])
if #found == 0 then return 0 end
local fields = found[1][2]
for i = 2, #ARGV do fields[#fields + 1] = ARGV[i] end
redis.call('XADD', KEYS[4], '*', unpack(fields))
redis.call('XDEL', KEYS[1], ARGV[1])
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
return 1
"""


class NotOurs(Exception):
    """The message is no longer this worker's to answer."""


class LeaseLost(NotOurs):
    """Nothing of its partition is, until it is read again from the start."""


def _ours(answer: int) -> None:
    """Raises what BEGIN and MARK mean by -1 and -2."""
    if answer == -1:
        raise LeaseLost
    if answer < 0:
        raise NotOurs


async def until_stored(step: Callable[[], Awaitable[object]]) -> None:
    """Repeat a step that must not be given up because the store is away for a while."""
    while True:
        try:
            await step()
        except StoreError as error:
            await _wait_for_store(error)
        else:
            return


async def _wait_for_store(error: StoreError) -> None:
    log.warning("a message waits for the store: %s", error.user_message)
    await asyncio.sleep(0.3)


@dataclass
class Job:
    """One message being answered. `mark` is what a former try noted: empty, "sending", "again" or "sent".

    `turn` is given back as soon as the answer is there: sending it costs no processor.
    """

    message: IncomingMessage
    entry: str
    partition: int
    mark: str
    tries: int
    _line: Line
    _worker: str
    _lease_ms: int
    turn: Turn

    async def note(self, mark: str) -> None:
        """Note how far the sending is. Raises NotOurs when this worker may not send any more."""
        names = [in_partition(self.partition, name) for name in ("lease", "in", "marks")]
        _ours(await self._line.run(MARK, names, self._worker, self.entry, mark, self._lease_ms))
        self.mark = mark

    async def sent(self) -> None:
        """Note that it was sent, whoever has the message now: it is true. Waits for a store that is away."""
        names = [in_partition(self.partition, name) for name in ("in", "marks")]
        await until_stored(lambda: self._line.run(SENT, names, self.entry))
        self.mark = "sent"


Answer = Callable[[Job], Awaitable[None]]
Bury = Callable[[Job, str], Awaitable[None]]
OnQueued = Callable[[IncomingMessage], Awaitable[None]]
OnFirst = Callable[[IncomingMessage], None]


@dataclass(frozen=True)
class _Waiting:
    """A stored message in its chat's lane; `old` when it was there before this worker."""

    entry: str
    message: IncomingMessage
    old: bool


@dataclass(frozen=True)
class _Again:
    """A message needs another try after a pause; `counted` is what that try counts."""

    counted: int
    wait: Awaitable[None]


@dataclass
class _Held:
    """A partition while this worker holds it."""

    number: int
    reader: asyncio.Task[None] | None = None
    lanes: dict[ChatRef, deque[_Waiting]] = field(default_factory=dict[ChatRef, "deque[_Waiting]"])
    tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])
    closing: bool = False


class Lanes:
    """One worker."""

    def __init__(
        self,
        store: Store,
        answer: Answer,
        *,
        bury: Bury | None = None,
        on_queued: OnQueued | None = None,
        on_first: OnFirst | None = None,
        lease_seconds: float = LEASE_SECONDS,
        tries: int = TRIES,
        lives: int = LIVES,
        turns: Turns | None = None,
    ) -> None:
        self._line = store.line
        self._answer = answer
        self._bury = bury
        self._on_queued = on_queued
        self._on_first = on_first
        self._leases = Leases(store.line.urgent(), seconds=lease_seconds)
        self._beat_seconds = lease_seconds / 6
        self._lease_ms = int(lease_seconds * 1000)
        self._tries = tries
        self._lives = lives
        self._held: dict[int, _Held] = {}
        self._notices: set[asyncio.Task[None]] = set()
        self._readers: set[asyncio.Task[None]] = set()
        self._leaving: set[asyncio.Task[None]] = set()
        self._interrupted: Counter[str] = Counter()
        self._turns = turns or Turns()

    @property
    def active(self) -> int:
        """Chats being answered now."""
        return sum(len(held.lanes) for held in self._held.values())

    @property
    def partitions(self) -> frozenset[int]:
        """Partitions this worker holds."""
        return frozenset(self._held)

    async def run(self, stop: asyncio.Event, *, grace: float = 20.0) -> None:
        """Work until `stop` is set; then finish what was begun, for `grace` seconds at most."""
        try:
            while not stop.is_set():
                await self._beat()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), self._beat_seconds)
            await self._drain(grace)
        finally:
            await self._drop(list(self._held.values()))
            if self._leaving:
                await asyncio.wait(self._leaving)
            for notice in self._notices:
                notice.cancel()
            if self._readers:
                await asyncio.wait(self._readers, timeout=READ_SECONDS + 1)
            with contextlib.suppress(StoreError):
                await self._leases.leave()

    # --- partitions ---------------------------------------------------------------------------------

    async def _beat(self, *, take: bool = True) -> None:
        try:
            gained, lost = await self._leases.beat(take=take)
        except StoreError as error:
            log.warning("the leases were not renewed: %s", error.user_message)
            return
        if lost:
            log.warning("the leases of %d partitions were lost", len(lost))
            self._leases.resting |= lost
            # Whoever cannot be stopped at once must not keep the other leases from being renewed.
            self._keep(self._leaving, self._leave([self._held.pop(number) for number in lost]))
        for number in gained:
            held = self._held[number] = _Held(number)
            held.reader = asyncio.create_task(self._read(held))
            self._readers.add(held.reader)
            held.reader.add_done_callback(self._readers.discard)
        for number in self._leases.surplus():
            self._close(self._held[number])
        finished = [held for held in self._held.values() if held.closing and not held.tasks]
        await self._drop(finished)
        for held in finished:
            await self._leases.release(held.number)

    def _close(self, held: _Held) -> None:
        """Take nothing more from a partition; what is being answered goes on."""
        held.closing = True
        if held.reader:
            held.reader.cancel()
        for queue in held.lanes.values():
            while len(queue) > 1:
                queue.pop()

    async def _leave(self, partitions: Sequence[_Held]) -> None:
        """Leave what another worker has now; it is taken again only when what was begun has ended."""
        await self._drop(partitions)
        self._leases.resting -= {held.number for held in partitions}

    async def _drop(self, partitions: Sequence[_Held]) -> None:
        """Leave partitions at once. What was not finished is still in their streams.

        Their readers are not waited for: reading changes nothing, and one that redis-py keeps from being
        cancelled ends by itself.
        """
        for held in partitions:
            if self._held.get(held.number) is held:
                del self._held[held.number]
            self._close(held)
        tasks = [task for held in partitions for task in held.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drain(self, grace: float) -> None:
        until = time.monotonic() + grace
        for held in self._held.values():
            self._close(held)
        while self.active and time.monotonic() < until:
            await self._beat(take=False)
            tasks = [task for held in self._held.values() for task in held.tasks]
            if tasks:
                await asyncio.wait(tasks, timeout=min(self._beat_seconds, max(0.0, until - time.monotonic())))

    async def _read(self, held: _Held) -> None:
        """Hand a partition's entries to their chats' lanes, from the oldest one on."""
        stream = in_partition(held.number, "in")
        after, backlog = "0", True
        while not held.closing:  # asked as well as cancelled: redis-py can swallow a cancellation
            try:
                entries = await self._line.wait_for(stream, after, seconds=READ_SECONDS, count=READ_COUNT)
            except StoreError as error:
                log.warning("partition %d was not read: %s", held.number, error.user_message)
                await asyncio.sleep(0.5)
                continue
            if held.closing:
                return
            for entry, fields in entries:
                after = entry
                await self._admit(held, entry, fields, announce=not backlog)
            backlog = backlog and len(entries) == READ_COUNT

    async def _admit(self, held: _Held, entry: str, fields: Mapping[str, str], *, announce: bool) -> None:
        message = decode(fields)
        if message is None:
            await self._to_dead(held.number, entry, "it cannot be read", 0)
            return
        waiting = _Waiting(entry, message, old=not announce)
        queue = held.lanes.get(message.chat)
        if queue is not None:
            queue.append(waiting)
            if announce and self._on_queued:
                self._keep(self._notices, self._on_queued(message))
            return
        held.lanes[message.chat] = deque([waiting])
        self._keep(held.tasks, self._lane(held, message.chat))

    def _keep(self, tasks: set[asyncio.Task[None]], work: Awaitable[None]) -> None:
        async def guarded() -> None:
            try:
                await work
            except Exception:
                log.exception("a lane's side task failed")

        task = asyncio.create_task(guarded())
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    # --- one chat -----------------------------------------------------------------------------------

    async def _lane(self, held: _Held, chat: ChatRef) -> None:
        queue = held.lanes[chat]
        try:
            while queue:
                await self._see_through(held.number, queue[0])
                queue.popleft()
        except LeaseLost:
            # Should the lease be ours again in a moment, nothing later may overtake this message.
            self._close(held)
        finally:
            del held.lanes[chat]

    async def _see_through(self, number: int, waiting: _Waiting) -> None:
        """Answer one message, however many tries it takes, or bury it."""
        counted = 1
        if self._on_first:
            self._on_first(waiting.message)
        while True:
            try:
                alone = waiting.old and await self._was_begun(number, waiting.entry)
            except StoreError as error:
                await _wait_for_store(error)
                continue
            turn = await self._turns.take(alone=alone)
            try:
                again = await self._tried(number, waiting, counted, turn)
            finally:
                turn.end()
            if again is None:
                return
            counted = again.counted
            await again.wait

    async def _tried(self, number: int, waiting: _Waiting, counted: int, turn: Turn) -> _Again | None:
        """Answer a message in one try; None when it is seen through. Raises LeaseLost."""
        entry = waiting.entry
        try:
            job = await self._begin(number, waiting, counted, turn)
        except LeaseLost:
            raise
        except NotOurs:
            return None
        except StoreError as error:
            return _Again(counted, _wait_for_store(error))
        if job.tries > self._lives and job.mark != "sent":
            await self._give_up(job, "the process ended during every try")
            return None
        try:
            await self._answer(job)
        except (LeaseLost, asyncio.CancelledError):
            self._uncount(number, entry)
            raise
        except NotOurs:
            return None
        except StoreError as error:
            return _Again(0, _wait_for_store(error))
        except Exception as error:
            ref = secrets.token_hex(2)
            log.exception("a message failed (ref %s)", ref)
            if job.tries >= self._tries:
                await self._give_up(job, f"{type(error).__name__} (ref {ref})", ref)
                return None
            return _Again(1, asyncio.sleep(0.1 * 2**job.tries))
        await self._done(number, entry)
        return None

    async def _was_begun(self, number: int, entry: str) -> bool:
        """Whether an earlier program began a message and ended before it was answered."""
        return bool(int(await self._line.call("HGET", in_partition(number, "tries"), entry) or 0))

    async def _begin(self, number: int, waiting: _Waiting, counted: int, turn: Turn) -> Job:
        names = [lease_key(number), *(in_partition(number, name) for name in ("in", "tries", "marks"))]
        worker, entry = self._leases.worker, waiting.entry
        tries, mark = await self._line.run(BEGIN, names, worker, entry, counted, self._lease_ms)
        _ours(tries)
        return Job(waiting.message, entry, number, mark, tries, self._line, worker, self._lease_ms, turn)

    def _uncount(self, number: int, entry: str) -> None:
        """A try that ended because the lease did is none, a few times: the process lives, nothing failed."""
        self._interrupted[entry] += 1
        if self._interrupted[entry] <= INTERRUPTIONS:
            names = [in_partition(number, name) for name in ("in", "tries")]
            self._keep(self._leaving, self._line.run(UNCOUNT, names, entry))

    async def _done(self, number: int, entry: str) -> None:
        self._interrupted.pop(entry, None)
        names = [in_partition(number, name) for name in ("in", "tries", "marks")]
        await until_stored(lambda: self._line.run(DONE, names, entry))

    async def _give_up(self, job: Job, reason: str, ref: str = "") -> None:
        await self._to_dead(job.partition, job.entry, reason, job.tries)
        log.error("a message became a dead letter: %s", reason)
        if self._bury:
            try:
                await self._bury(job, ref or secrets.token_hex(2))
            except Exception:
                log.exception("the pilot could not be told of a dead letter")

    async def _to_dead(self, number: int, entry: str, reason: str, tries: int) -> None:
        names = [in_partition(number, name) for name in ("in", "tries", "marks", "dead")]
        await until_stored(lambda: self._line.run(BURY, names, entry, "reason", reason, "tries", tries))
