"""Few messages are worked out at a time, and one whose program ended before gets its turn alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from contracts.paper import paper_message
from contracts.path import Path as MessagePath
from contracts.path import until

from adapters.protocol import IncomingMessage, Reply, Text
from bot.keys import in_partition, partition
from bot.turns import Turns


async def test_no_more_than_so_many_at_a_time() -> None:
    turns = Turns(2)
    first, second = await turns.take(), await turns.take()
    third = asyncio.create_task(turns.take())
    await asyncio.sleep(0.01)
    assert not third.done()
    first.end()
    first.end()  # once more is once
    fourth = asyncio.create_task(turns.take())
    (await third).end()
    (await fourth).end()
    second.end()


async def test_a_turn_that_is_kept_too_long_is_given_to_others() -> None:
    turns = Turns(1)
    await turns.take()  # waits for somebody else's server, say
    async with asyncio.timeout(5):
        (await turns.take()).end()


async def test_what_was_begun_by_a_program_that_ended_is_tried_one_after_another(path: MessagePath) -> None:
    """Should one of them be the reason, the others are not blamed with it."""
    running, most = 0, 0

    async def answer(message: IncomingMessage) -> AsyncIterator[Reply]:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.02)
        running -= 1
        yield Reply((Text(f"re {message.id}"),))

    rooms = [f"room{number}" for number in range(8)]
    await path.accept([paper_message(room, f"m-{room}", "x") for room in rooms])
    for number in {partition(message.chat) for message in (paper_message(room, "x", "x") for room in rooms)}:
        for entry, _ in await path.store.line.entries(in_partition(number, "in")):
            await path.store.line.call("HSET", in_partition(number, "tries"), entry, 1)
    async with path.working(answer):
        await until(lambda: len(path.sent()) == len(rooms))
        await path.done()
    assert most == 1
