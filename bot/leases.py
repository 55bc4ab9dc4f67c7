"""Shares the 32 partitions among the worker processes: each is worked on by one of them at a time.

    leases = Leases(line, seconds=3.0)
    gained, lost = await leases.beat()      # several times per lease; sets of partition numbers
    leases.surplus()                        # what to finish and release, now that others share the work
    await leases.release(number);  await leases.leave()

A lease is a key with the worker's name that expires unless renewed. A worker takes its fair share,
ceil(32 / live workers), and gives back what is above it. Holding a lease is not enough to send: `bot.lanes`
checks it again in the same step that marks a message as being sent, so a worker that was paused or cut off
cannot answer twice.
"""

from __future__ import annotations

import secrets

from bot.connection import Line
from bot.keys import PARTITIONS, in_partition

HOLD = """
local owner = redis.call('GET', KEYS[1])
if owner == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 1
end
if owner then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 2
"""

RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
"""

OWNER = """
return redis.call('GET', KEYS[1]) or ''
"""

PRESENT = """
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
redis.call('ZADD', KEYS[1], ms, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ms - ARGV[2])
redis.call('PEXPIRE', KEYS[1], 10 * ARGV[2])
return redis.call('ZCARD', KEYS[1])
"""

WORKERS = in_partition(0, "workers")


def lease_key(number: int) -> str:
    """Who works on a partition."""
    return in_partition(number, "lease")


class Leases:
    """One worker's leases. Not shared between tasks: one task beats."""

    def __init__(self, line: Line, *, seconds: float) -> None:
        self._line = line
        self._ms = int(seconds * 1000)
        self.worker = secrets.token_hex(8)
        self.held: set[int] = set()
        self.share = PARTITIONS
        self.resting: set[int] = set()
        """Partitions that are not taken yet: what was begun in them has not ended here."""

    async def beat(self, *, take: bool = True) -> tuple[set[int], set[int]]:
        """Renew what is held, take what is free up to the fair share; what was gained and what was lost.

        A lease that had expired and that nobody took is held again as if nothing had been: what was refused in
        between closes its own partition, and what is in a stream stays there.
        """
        live = await self._line.run(PRESENT, [WORKERS], self.worker, self._ms)
        self.share = -(-PARTITIONS // max(1, live))
        kept, again = await self._hold(self.held)
        lost = self.held - kept - again
        self.held = kept | again
        room = self.share - len(self.held)
        if room <= 0 or not take:
            return set(), lost
        others = [number for number in range(PARTITIONS) if number not in self.held | self.resting]
        owners = await self._line.run_all([(OWNER, [lease_key(number)], []) for number in others])
        free = [number for number, owner in zip(others, owners, strict=True) if not owner]
        start = int(self.worker, 16) % max(1, len(free))  # two workers that start together ask for different ones
        held, taken = await self._hold({*(free[start:] + free[:start])[:room]})
        self.held |= held | taken
        return held | taken, lost

    def surplus(self) -> set[int]:
        """Partitions above the fair share, to be finished and released."""
        return set(sorted(self.held)[self.share :])

    async def release(self, number: int) -> None:
        """Give a partition back at once, so that nobody waits for the lease to expire."""
        self.held.discard(number)
        await self._line.run(RELEASE, [lease_key(number)], self.worker)

    async def leave(self) -> None:
        """Give everything back and no longer count as a worker."""
        for number in sorted(self.held):
            await self.release(number)
        await self._line.call("ZREM", WORKERS, self.worker)

    async def _hold(self, numbers: set[int]) -> tuple[set[int], set[int]]:
        """Those that were ours and still are, and those that were nobody's and are ours now."""
        asked = sorted(numbers)
        states = await self._line.run_all(
            [(HOLD, [lease_key(number)], [self.worker, self._ms]) for number in asked]
        )
        found = dict(zip(asked, states, strict=True))
        return {n for n in asked if found[n] == 1}, {n for n in asked if found[n] == 2}
