"""Lets no more calls out within a second than Telegram takes, whenever they arrive there.

    gate = Gate(29)
    await gate.enter(urgent=False)     # in order; who is urgent goes before all who are not
    ...                                # the call
    gate.leave()                       # when it is over, however it ended

A call counts from when it is let out until a second after it was answered. It arrived in between: so within any
second no more arrive than are counted, however long a call was on its way.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque

SECOND = 1.0


class Gate:
    """The gate of one bot."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._out = 0
        self._answered: deque[float] = deque()
        self._waiting: tuple[deque[asyncio.Future[None]], ...] = (deque(), deque())

    def busy(self) -> int:
        """How many calls count now, and how many wait."""
        self._forget()
        return self._out + len(self._answered) + sum(map(len, self._waiting))

    async def enter(self, *, urgent: bool = False) -> None:
        """Wait to be let out."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting[0 if urgent else 1].append(turn)
        self._let_out()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()  # it was let out, and does not go
            raise

    def leave(self) -> None:
        """The call is over."""
        self._out -= 1
        self._answered.append(time.monotonic())
        asyncio.get_running_loop().call_later(SECOND + 0.002, self._let_out)

    def _forget(self) -> None:
        until = time.monotonic() - SECOND
        while self._answered and self._answered[0] <= until:
            self._answered.popleft()

    def _let_out(self) -> None:
        self._forget()
        for line in self._waiting:
            while line and self._out + len(self._answered) < self._most:
                turn = line.popleft()
                if not turn.done():
                    self._out += 1
                    turn.set_result(None)
