"""Lets few messages be worked out at a time, so that those that were begun are soon done and new ones are seen.

    turn = await turns.take()      # waits until one is free
    turn.end()                     # the answer is there: it may be sent while others are worked out

A turn is for reckoning: who has its words and draws or sends, or waits for somebody else's server, gives it back.
The more reckon side by side, the longer a step of each makes everybody wait who only has to show a sign.

A message whose program ended before it was answered may be the reason for that: it gets its next turn alone, so
that no other is blamed for what it does.
"""

from __future__ import annotations

import asyncio

AT_ONCE = 6
SECONDS, ALONE_SECONDS = 0.5, 5.0
"""The longest that a turn is kept: more is spent waiting, not reckoning."""


class Turn:
    """One message's leave to be worked out."""

    def __init__(self, taken: list[asyncio.Semaphore], seconds: float) -> None:
        self._taken = taken
        self._seconds = seconds
        self._timer = asyncio.get_running_loop().call_later(seconds, self.end)

    def stop_clock(self) -> None:
        """Whoever waits to reckon keeps the turn."""
        self._timer.cancel()

    def start_clock(self) -> None:
        """It goes on, with all of its time."""
        if self._taken:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self.end)

    def end(self) -> None:
        """Give it back; more than once is once."""
        self._timer.cancel()
        while self._taken:
            self._taken.pop().release()


class Turns:
    """The turns of one worker."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._alone = asyncio.Semaphore(1)

    async def take(self, *, alone: bool = False) -> Turn:
        """Wait for a turn; `alone` for a message that was begun before by a program that ended."""
        taken: list[asyncio.Semaphore] = []
        try:
            for one in (self._alone, self._free) if alone else (self._free,):
                await one.acquire()
                taken.append(one)
        except asyncio.CancelledError:
            for one in taken:
                one.release()
            raise
        return Turn(taken, ALONE_SECONDS if alone else SECONDS)
