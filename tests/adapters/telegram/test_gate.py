"""Within any second no more calls arrive at Telegram than it takes, however long each is on its way."""

from __future__ import annotations

import asyncio
import random
import time

from adapters.telegram.gate import Gate


async def test_however_long_calls_take_no_more_arrive_within_a_second() -> None:
    gate, arrived, rng = Gate(5), list[float](), random.Random(18)

    async def call() -> None:
        await gate.enter()
        await asyncio.sleep(rng.uniform(0.0, 0.15))
        arrived.append(time.monotonic())
        await asyncio.sleep(rng.uniform(0.0, 0.05))
        gate.leave()

    await asyncio.gather(*(call() for _ in range(11)))
    assert all(later - earlier > 1.0 for earlier, later in zip(arrived, arrived[5:], strict=False))


async def test_who_is_urgent_goes_first_and_who_gives_up_keeps_no_place() -> None:
    gate, let_out = Gate(1), list[str]()

    async def call(name: str, *, urgent: bool) -> None:
        await gate.enter(urgent=urgent)
        let_out.append(name)

    await gate.enter()
    gives_up = asyncio.create_task(call("gives up", urgent=True))
    waits = asyncio.create_task(call("waits", urgent=False))
    urgent = asyncio.create_task(call("urgent", urgent=True))
    await asyncio.sleep(0.01)
    assert gate.busy() == 4
    gives_up.cancel()
    gate.leave()
    await urgent
    assert let_out == ["urgent"]
    waits.cancel()
    await asyncio.gather(waits, gives_up, return_exceptions=True)
