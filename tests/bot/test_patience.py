"""Who reckons gives way to all who are ready, in every stretch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextvars import ContextVar

import pytest

from bot.patience import Patience
from bot.turns import Turn, Turns

STRETCH = 0.01
_tongue: ContextVar[str] = ContextVar("_tongue", default="")


def _turn() -> Turn:
    return Turn([], 60)


async def _reckoned(stretches: int, held: list[float] | None = None) -> AsyncIterator[int]:
    for number in range(stretches):
        until = time.perf_counter() + STRETCH
        while time.perf_counter() < until:
            pass
        if held is not None:
            held.append(until)
        await asyncio.sleep(0)
        yield number


async def test_a_sign_of_many_steps_waits_for_no_more_than_the_stretch_under_way() -> None:
    patience, held = Patience(), list[float]()
    finished: list[int] = []

    async def answer(number: int) -> None:
        async for _ in patience.each(_reckoned(5, held), _turn()):
            pass
        finished.append(number)

    answers = [asyncio.create_task(answer(number)) for number in range(6)]
    while not held:  # noqa: ASYNC110
        await asyncio.sleep(0)
    for _ in range(5):  # what a new message needs to be seen
        before = len(held)
        for _ in range(6):
            await asyncio.sleep(0)
        assert len(held) - before <= 1  # without patience six answers in each pass
    await asyncio.gather(*answers)
    assert sorted(finished) == [0, 1, 2, 3, 4, 5]
    assert len(held) == 30


async def test_what_is_awaited_within_is_awaited_as_ever() -> None:
    async def items() -> AsyncIterator[str]:
        _tongue.set("fr")
        yield await asyncio.wait_for(asyncio.sleep(0.01, "slept"), 5)
        yield _tongue.get()
        try:
            async with asyncio.timeout(0.01):
                await asyncio.sleep(5)
        except TimeoutError:
            yield "too slow"
        task = asyncio.current_task()
        assert task is not None
        yield task.get_name()

    async def gathered() -> list[str]:
        return [item async for item in Patience().each(items(), _turn())]

    found = await asyncio.create_task(gathered(), name="own")
    assert found == ["slept", "fr", "too slow", "own"]


async def test_what_is_raised_comes_out_and_a_cancellation_goes_in() -> None:
    ended: list[str] = []

    async def fails() -> AsyncIterator[int]:
        yield 1
        raise KeyError("no")

    async def waits() -> AsyncIterator[int]:
        try:
            await asyncio.sleep(60)
            yield 1
        finally:
            ended.append("cleaned up")

    patience = Patience()
    with pytest.raises(KeyError):
        _ = [item async for item in patience.each(fails(), _turn())]
    task = asyncio.create_task(anext(patience.each(waits(), _turn())))  # type: ignore[arg-type]
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == ["cleaned up"]


async def test_one_who_is_cancelled_while_waiting_keeps_nobody_from_going_on() -> None:
    patience = Patience()
    counted: list[int] = []

    async def answer() -> None:
        async for number in patience.each(_reckoned(3), _turn()):
            counted.append(number)

    first, second = asyncio.create_task(answer()), asyncio.create_task(answer())
    while not counted:  # noqa: ASYNC110
        await asyncio.sleep(0)
    second.cancel()
    async with asyncio.timeout(10):
        await first
        await asyncio.gather(second, return_exceptions=True)
        await answer()
    assert counted.count(2) >= 2


async def test_who_began_first_is_done_first() -> None:
    patience = Patience()
    finished: list[int] = []

    async def answer(number: int) -> None:
        async for _ in patience.each(_reckoned(4), _turn()):
            pass
        finished.append(number)

    async with asyncio.TaskGroup() as answers:
        for number in range(4):
            answers.create_task(answer(number))
    assert finished == [0, 1, 2, 3]


async def test_a_turn_does_not_run_out_while_its_answer_waits_to_be_reckoned() -> None:
    turns = Turns(1)
    turn = await turns.take()
    others = asyncio.create_task(turns.take())
    turn.stop_clock()
    await asyncio.sleep(0.7)
    assert not others.done()
    turn.start_clock()
    async with asyncio.timeout(10):
        (await others).end()


async def test_one_that_was_stopped_while_it_waited_may_wait_again() -> None:
    patience, turn = Patience(), _turn()
    patience.held(1.0)
    stopped = [asyncio.create_task(patience.pause(3, turn)) for _ in range(3)]
    await asyncio.sleep(0)
    stopped[0].cancel()
    again = asyncio.create_task(patience.pause(3, turn))
    await asyncio.wait_for(asyncio.gather(*stopped[1:], again), 5)
