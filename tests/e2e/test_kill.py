"""Receiver, workers and database as processes of their own, killed with -9 at random moments."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from contracts.paper import read_calls
from contracts.path import until

from adapters.protocol import ChatRef
from bot import valkey
from bot.inbox import Inbox
from bot.store import open_store

REPOSITORY = Path(__file__).resolve().parents[2]
CHATS, MESSAGES, KILLS = 16, 16, 10


class Site:
    """The processes of one data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "d"
        self.calls = folder / "calls.jsonl"
        self.socket = folder / "in.sock"
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, *, seconds: float = 0.02) -> None:
        receiver = ["receiver", str(self.data), str(self.socket)]
        worker = ["worker", str(self.data), str(self.calls), str(seconds)]
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, "-m", "e2e.path_process", *(receiver if name == "receiver" else worker)],
                cwd=REPOSITORY,
                env=os.environ | {"PYTHONPATH": f"{REPOSITORY}{os.pathsep}{REPOSITORY / 'tests'}"},
                stderr=log,
            )

    def kill(self, name: str) -> None:
        if name == "valkey":
            os.kill(int((self.data / "valkey" / "valkey.pid").read_text()), signal.SIGKILL)
            return
        process = self.processes.pop(name)
        process.kill()
        process.wait()
        if name == "receiver":
            self.socket.unlink(missing_ok=True)

    async def post(self, chat: int, number: int) -> int:
        """Deliver a message until it is taken, as a platform does; how many posts it took."""
        line = json.dumps({"id": f"{chat}-{number}", "room": f"room{chat}", "text": "x"}).encode() + b"\n"
        posts = 0
        while True:
            posts += 1
            try:
                reader, writer = await asyncio.open_unix_connection(self.socket)
                try:
                    writer.write(line)
                    answer = await asyncio.wait_for(reader.readline(), 10)
                finally:
                    writer.close()
                if answer.strip() in (b"200", b"208"):
                    return posts
            except OSError:
                pass
            assert posts < 500
            await asyncio.sleep(0.2)

    def answers(self, room: str | None = None) -> list[str]:
        """The final replies that the app took, in order."""
        calls = [call for call in read_calls(self.calls) if room in (None, call["room"])]
        return [call["text"].removeprefix("re ") for call in calls if call["text"] != "thinking"]

    def errors(self) -> str:
        return "\n".join(path.read_text()[-2000:] for path in self.folder.glob("*.log"))


@pytest.fixture
def site() -> Iterator[Site]:
    with tempfile.TemporaryDirectory(prefix="flyfun-kill-") as folder:
        made = Site(Path(folder))
        made.data.mkdir()
        try:
            yield made
        finally:
            for process in made.processes.values():
                process.kill()
                process.wait()
            valkey.stop(made.data)


async def test_ten_kills_of_receiver_workers_and_database_lose_nothing_and_keep_the_order(
    site: Site, capsys: pytest.CaptureFixture[str]
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
        for _ in range(KILLS):
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
    with capsys.disabled():
        print(
            f"\n  {len(wanted)} messages in {sum(posts)} posts, seed {seed}, killed {dict(killed)}:"
            f" lost {len(lost)}, doubled {len(doubled)}, disordered {len(disordered)}, dead letters {len(dead)}"
        )
    assert not lost, (lost, dead, site.errors())
    assert not disordered, [site.answers(room) for room in disordered]
    assert not dead
    assert set(counts.values()) <= {1, 2}
    assert len(doubled) <= 2 * KILLS
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
    site.start("worker1", seconds=1.0)
    await until(lambda: len(read_calls(site.calls)) == 50, seconds=30, every=0.1)
    assert site.answers() == []  # fifty are being thought about
    process, began = site.processes.pop("worker1"), time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert await asyncio.to_thread(process.wait, 25) == 0
    assert time.monotonic() - began < 25
    assert len(site.answers()) == len(set(site.answers())) == 50
    async with open_store("", site.data) as store:
        assert (await Inbox(store).backlog()).waiting == 50
