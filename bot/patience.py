"""Lets answers be reckoned only while nothing else is ready: a new message is stored and has its sign before.

    patience = Patience()
    async for reply in patience.each(replies, turn): ...     # as `async for reply in replies`

Reckoning holds the program's one loop for 10 to 100 ms at a stretch. What a new message needs to be seen takes a
millisecond, in a dozen steps between which the store and the platform are waited for; where each of them stood
behind the stretches of six answers, that took seconds. So after a long stretch no other one begins before all who
were ready, and who became so by them, have gone on. Who began first goes on first: few answers are late, not all.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import AsyncIterator, Awaitable, Generator
from itertools import count
from typing import Any, Generic, TypeVar

from bot.turns import Turn

LONG_SECONDS = 0.002
"""A stretch from which on others have become ready meanwhile."""

PASSES = 4
"""Of the loop between two long stretches: who is ready makes others so, a few passes deep."""

T = TypeVar("T")


class Patience:
    """Of all who reckon on one loop."""

    def __init__(self) -> None:
        self._tired = False
        self._numbers = count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._calling: asyncio.Task[None] | None = None

    async def each(self, items: AsyncIterator[T], turn: Turn) -> AsyncIterator[T]:
        """The items, reckoned in stretches that give way to others; while it waits the turn does not run out."""
        number = next(self._numbers)
        while True:
            try:
                item = await _Through(self, items.__anext__(), number, turn)
            except StopAsyncIteration:
                return
            yield item

    async def pause(self, number: int, turn: Turn) -> None:
        """Wait until the one with this number may go on."""
        if not self._tired and not self._waiting:
            return
        called = asyncio.get_running_loop().create_future()
        # A number is there twice where one was stopped while it waited, and waits again for its end.
        heapq.heappush(self._waiting, (number, next(self._numbers), called))
        if self._calling is None or self._calling.done():
            self._calling = asyncio.create_task(self._call())
        turn.stop_clock()
        try:
            await called
        finally:
            turn.start_clock()

    def held(self, seconds: float) -> None:
        """One has held the loop for so long."""
        self._tired = self._tired or seconds > LONG_SECONDS

    async def _call(self) -> None:
        while self._waiting:
            for _ in range(PASSES):
                await asyncio.sleep(0)
            self._tired = False
            while self._waiting and not self._tired:
                *_, called = heapq.heappop(self._waiting)
                if not called.done():
                    called.set_result(None)
                    await asyncio.sleep(0)  # it goes on now


class _Through(Generic[T]):
    def __init__(self, patience: Patience, work: Awaitable[T], number: int, turn: Turn) -> None:
        self._patience = patience
        self._work = work
        self._number = number
        self._turn = turn

    def __await__(self) -> Generator[Any, Any, T]:
        steps = self._work.__await__()
        given: Any = None
        raised: BaseException | None = None
        while True:
            if raised is None:
                try:
                    yield from self._patience.pause(self._number, self._turn).__await__()
                except BaseException as error:  # noqa: BLE001  it is told to whom it is meant for
                    raised = error
            begun = time.perf_counter()
            try:
                awaited = steps.send(given) if raised is None else steps.throw(raised)
            except StopIteration as end:
                return end.value
            finally:
                self._patience.held(time.perf_counter() - begun)
            given, raised = None, None
            try:
                given = yield awaited
            except BaseException as error:  # noqa: BLE001  as above
                raised = error
