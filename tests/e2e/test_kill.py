"""Receiver, workers and database as processes of their own, killed with -9 at random moments."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import time
from collections import Counter

import pytest
from contracts.paper import read_calls
from contracts.path import until
from contracts.tally import tally
from e2e.sites import Site

from adapters.protocol import ChatRef
from bot.inbox import Inbox
from bot.store import open_store

pytestmark = pytest.mark.thorough

CHATS, MESSAGES = 16, 16


@pytest.mark.parametrize("kills", [4, pytest.param(10, marks=pytest.mark.chaos)])
async def test_kills_of_receiver_workers_and_database_lose_nothing_and_keep_the_order(
    site: Site, kills: int, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = int(os.environ.get("FLYFUN_TEST_SEED", "0")) or random.SystemRandom().randrange(1, 10**6)
    dice = random.Random(seed)
    for name in ("receiver", "worker1", "worker2"):
        site.start(name)
    await until(site.socket.exists, seconds=30, every=0.1)

    async def platform(chat: int) -> int:
        posts = 0
        for number in range(MESSAGES):
            posts += await site.post(chat, number)
            await asyncio.sleep(dice.uniform(0.1, 0.5))
        return posts

    killed: Counter[str] = Counter()

    async def killer() -> None:
        for _ in range(kills):
            await asyncio.sleep(dice.uniform(0.1, 0.8))
            name = dice.choice(["receiver", "worker1", "worker2", "valkey"])
            site.kill(name)
            killed[name] += 1
            if name != "valkey":
                site.start(name)

    posts, _ = await asyncio.gather(asyncio.gather(*(platform(chat) for chat in range(CHATS))), killer())
    wanted = {f"{chat}-{number}" for chat in range(CHATS) for number in range(MESSAGES)}
    with contextlib.suppress(AssertionError):  # counted below
        await until(lambda: wanted <= set(site.answers()), seconds=30, every=0.1)
    counts = Counter(site.answers())
    lost = sorted(wanted - set(counts))
    doubled = sorted(name for name, count in counts.items() if count > 1)
    disordered = [
        f"room{chat}"
        for chat in range(CHATS)
        if (first := list(dict.fromkeys(site.answers(f"room{chat}"))))
        != sorted(first, key=lambda name: int(name.split("-")[1]))
    ]
    async with open_store("", site.data) as store:
        dead = await Inbox(store).dead()
        memories = [(await store.load(ChatRef("paper", "club", f"room{chat}")))[0].shown for chat in range(CHATS)]
    note = f"{sum(posts)} posts, seed {seed}, killed {dict(killed)}, dead letters {len(dead)}"
    with capsys.disabled():
        print(f"\n  {tally(wanted, site.answers(), disordered=len(disordered), note=note)}")
    assert not lost, (lost, dead, site.errors())
    assert not disordered, [site.answers(room) for room in disordered]
    assert not dead
    assert set(counts.values()) <= {1, 2}
    assert len(doubled) <= 2 * kills
    # Every message is remembered once and in order, also those that were answered by two processes.
    assert memories == [tuple(f"{chat}-{number}" for number in range(MESSAGES)) for chat in range(CHATS)]


async def test_what_was_acknowledged_before_a_kill_is_answered_and_sigterm_finishes_what_was_begun(
    site: Site,
) -> None:
    site.start("receiver")
    await until(site.socket.exists, seconds=30, every=0.1)
    await asyncio.gather(*(site.post(chat, number) for number in range(2) for chat in range(50)))
    site.kill("receiver")
    site.kill("valkey")
    site.start("worker1", seconds=6.0)  # so long that on a busy machine too all fifty begin before one ends
    await until(lambda: len(read_calls(site.calls)) == 50, seconds=60, every=0.1)
    assert site.answers() == []  # fifty are being thought about
    process, began = site.processes.pop("worker1"), time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert await asyncio.to_thread(process.wait, 25) == 0
    assert time.monotonic() - began < 25
    assert len(site.answers()) == len(set(site.answers())) == 50
    async with open_store("", site.data) as store:
        assert (await Inbox(store).backlog()).waiting == 50
