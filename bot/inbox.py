"""Keeps every message that arrives until it is answered: stored before it is acknowledged, each one once.

    inbox = Inbox(store)
    new = await inbox.accept(message)   # True: stored. False: seen before. Raises NotStored: send it again
    await inbox.backlog()               # Backlog(waiting, oldest_seconds, dead)
    await inbox.dead()                  # [DeadLetter(ref, at, reason, tries, message)], oldest first
    await inbox.replay(ref)             # back into its chat's partition; False when there is no such letter
    await inbox.purge_dead(older_than)  # seconds

A chat's messages go to the stream of its partition, in order of arrival; one Lua call checks the message's
id and the stream's room, and appends. An entry stays in its stream until it is answered, so what is in the
stream is what is left to do, and a new owner of a partition (`bot.lanes`) simply reads it from the start. A
stream with `capacity` entries takes no more: the platform is told to send again later, and nothing unread is
ever cut off.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from adapters.protocol import ChatRef, IncomingMessage, NotStored, Person, Position
from bot.keys import PARTITIONS, PersonRef, in_partition, partition, seen_key
from bot.store import Store
from bot.valkey import StoreError

CAPACITY = 2_000
"""Unanswered messages of one partition."""

SEEN_SECONDS = 2 * 86_400
"""How long a message's id is remembered: longer than any platform repeats one."""

ACCEPT = """
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
if redis.call('XLEN', KEYS[2]) >= tonumber(ARGV[1]) then return -1 end
redis.call('SET', KEYS[1], '1', 'EX', ARGV[2])
redis.call('XADD', KEYS[2], '*', 'id', ARGV[3], 'chat', ARGV[4], 'person', ARGV[5], 'body', ARGV[6])
return 1
"""

REPLAY = """
local found = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])
if #found == 0 then return 0 end
local held = {}
for i = 1, #found[1][2], 2 do held[found[1][2][i]] = found[1][2][i + 1] end
redis.call('XADD', KEYS[2], '*', 'id', held.id, 'chat', held.chat, 'person', held.person, 'body', held.body)
redis.call('XDEL', KEYS[1], ARGV[1])
return 1
"""


@dataclass(frozen=True, slots=True)
class Backlog:
    """What is left to do. `oldest_seconds` is 0 when nothing waits."""

    waiting: int
    oldest_seconds: float
    dead: int


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A message that could not be answered. `ref` names it for `replay`; `message` is None if unreadable."""

    ref: str
    at: datetime
    reason: str
    tries: int
    message: IncomingMessage | None


class Inbox:
    """The receiving end; any number of processes may have one."""

    def __init__(self, store: Store, *, capacity: int = CAPACITY) -> None:
        self._store = store
        self._line = store.line
        self._capacity = capacity

    async def accept(self, message: IncomingMessage) -> bool:
        """Claim the message's id and store it, in one step. Implements `adapters.protocol.Accept`."""
        number = partition(message.chat)
        try:
            outcome = await self._line.run(
                ACCEPT,
                [seen_key(message.chat, message.id), in_partition(number, "in")],
                self._capacity,
                SEEN_SECONDS,
                message.id,
                str(message.chat),
                str(PersonRef.of(message)),
                encode(message),
            )
        except StoreError as error:
            raise NotStored(error.user_message) from error
        if outcome < 0:
            raise NotStored("Too many messages wait to be answered: send this one again later.")
        if outcome:
            await self._back(message.chat)
        return bool(outcome)

    async def _back(self, chat: ChatRef) -> None:
        """Where somebody writes, the bot can write too. The message is stored: nothing may fail here."""
        with contextlib.suppress(StoreError):
            await self._store.mark_back(chat)

    async def backlog(self) -> Backlog:
        """How much waits, and for how long the oldest has."""
        waiting = dead = 0
        now = oldest = time.time()
        for number in range(PARTITIONS):
            dead += await self._line.call("XLEN", in_partition(number, "dead"))
            first = await self._line.entries(in_partition(number, "in"), count=1)
            if first:
                waiting += await self._line.call("XLEN", in_partition(number, "in"))
                oldest = min(oldest, _arrived(first[0][0]))
        return Backlog(waiting, max(0.0, now - oldest), dead)

    async def dead(self) -> list[DeadLetter]:
        """Every message that could not be answered, oldest first."""
        letters: list[DeadLetter] = []
        for number in range(PARTITIONS):
            for entry, held in await self._line.entries(in_partition(number, "dead")):
                at = datetime.fromtimestamp(_arrived(entry), UTC)
                reason, tries = held.get("reason", ""), int(held.get("tries", "0"))
                letters.append(DeadLetter(f"p{number:02d}-{entry}", at, reason, tries, decode(held)))
        return sorted(letters, key=lambda letter: letter.at)

    async def replay(self, ref: str) -> bool:
        """Put a dead letter back at the end of its chat's partition."""
        number, _, entry = ref.removeprefix("p").partition("-")
        if not (number.isdigit() and int(number) < PARTITIONS and entry.replace("-", "").isdigit()):
            return False
        streams = [in_partition(int(number), name) for name in ("dead", "in")]
        return bool(await self._line.run(REPLAY, streams, entry))

    async def purge_dead(self, older_than: float) -> int:
        """Delete dead letters older than this many seconds; how many there were."""
        before = str(int((time.time() - older_than) * 1000))
        gone = 0
        for number in range(PARTITIONS):
            gone += await self._line.call("XTRIM", in_partition(number, "dead"), "MINID", before)
        return gone


def _arrived(entry: str) -> float:
    """When a stream entry was made, seconds since 1970."""
    return int(entry.split("-", maxsplit=1)[0]) / 1000


# --- a message as text ------------------------------------------------------------------------------


def encode(message: IncomingMessage) -> str:
    """JSON in ASCII: a lone surrogate in a pilot's text survives it, where UTF-8 would refuse."""
    body = asdict(message) | {"sent_at": message.sent_at.isoformat(), "chat": str(message.chat)}
    return json.dumps(body, separators=(",", ":"))


def decode(held: Mapping[str, str]) -> IncomingMessage | None:
    """The message of a stream entry; None when it cannot be read."""
    try:
        body: dict[str, Any] = json.loads(held["body"])
        body["chat"] = ChatRef.parse(body["chat"])
        body["person"] = Person(**body["person"])
        body["sent_at"] = datetime.fromisoformat(body["sent_at"])
        body["position"] = Position(**body["position"]) if body["position"] else None
        body["earlier"] = tuple(body.get("earlier", ()))
        return IncomingMessage(**body)
    except (KeyError, ValueError, TypeError, AttributeError):
        return None
