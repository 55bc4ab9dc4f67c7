"""Regular work is done once per slot, by whichever process comes first."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import structlog
from apscheduler.triggers.cron import CronTrigger
from contracts.path import until

from agent.config import AgentSettings
from agent.deps import Deps
from agent.errors import UnreadableSetting
from agent.protocol import Source
from bot import schedule
from bot.inbox import Inbox
from bot.schedule import DEAD_LETTERS_KEPT, Job, Scheduler, Slots, jobs
from bot.store import Store

REPLICA = """
import asyncio, sys, time
from datetime import UTC
from pathlib import Path
from apscheduler.triggers.cron import CronTrigger
from bot.schedule import Job, Scheduler
from bot.store import open_store

async def main(folder, file):
    async def run():
        with open(file, "a") as out:
            out.write(f"{sys.argv[3]} {int(time.time())}\\n")
    async with open_store("", Path(folder)) as store:
        print("up", flush=True)
        await Scheduler(store, [Job("tick", CronTrigger(second="*", timezone=UTC), 1, run)]).run()

asyncio.run(main(sys.argv[1], sys.argv[2]))
"""


def every_second(run: Any, name: str = "tick", grace: int = 1) -> Job:
    return Job(name, CronTrigger(second="*", timezone=UTC), grace, run)


async def slots(store: Store) -> list[datetime]:
    """The slots of "tick" that were claimed."""
    names = await store.line.names("flyfun:*:slot:tick:*")
    return [datetime.fromisoformat(name.split(":", 5)[5]) for name in names]


@contextlib.asynccontextmanager
async def running(*schedulers: Scheduler) -> AsyncGenerator[None]:
    tasks = [asyncio.create_task(scheduler.run()) for scheduler in schedulers]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.thorough
async def test_three_replicas_run_every_slot_once_and_miss_none_when_one_is_killed(
    store: Store, server_dir: Path, tmp_path: Path
) -> None:
    file = tmp_path / "ran"
    file.touch()

    def ran() -> list[tuple[int, int]]:
        return [(int(who), int(when)) for who, when in (line.split() for line in file.read_text().splitlines())]

    command = [sys.executable, "-c", REPLICA, str(server_dir), str(file)]
    root = Path(__file__).parents[2]
    replicas = [
        await asyncio.create_subprocess_exec(*command, str(number), stdout=asyncio.subprocess.PIPE, cwd=root)
        for number in range(3)
    ]
    try:
        for replica in replicas:
            assert replica.stdout is not None
            assert await replica.stdout.readline() == b"up\n"
        await until(lambda: len(ran()) >= 2)
        killed = ran()[-1][0]
        replicas[killed].kill()
        await replicas[killed].wait()
        before = len(ran())
        await until(lambda: len(ran()) >= before + 3)
        assert killed not in {who for who, _ in ran()[before:]}
        for replica in replicas:
            if replica.returncode is None:
                replica.kill()
                await replica.wait()
        # Each slot that was claimed ran once; a process may have been killed between its claim and its run.
        claimed = len(await slots(store))
        assert claimed - len(replicas) <= len(ran()) <= claimed
    finally:
        for replica in replicas:
            if replica.returncode is None:
                replica.kill()
            await replica.wait()


async def test_a_job_that_fails_runs_again_at_its_next_slot(store: Store) -> None:
    tries: list[float] = []

    async def run() -> None:
        tries.append(time.time())
        raise RuntimeError("a defect")

    async with running(Scheduler(store, [every_second(run)])):
        await until(lambda: len(tries) >= 2)


@pytest.mark.thorough
async def test_a_slot_a_second_late_is_still_run_within_its_grace(store: Store) -> None:
    ran: list[float] = []

    async def run() -> None:
        ran.append(time.time())

    await asyncio.sleep(1.05 - time.time() % 1)  # just past a slot, so that the next ones are where they should be
    async with running(Scheduler(store, [every_second(run, grace=5)])):
        await asyncio.sleep(0)
        time.sleep(2.2)  # noqa: ASYNC251  the whole process stands still, over two slots
        moves_again = datetime.now(UTC)
        await until(lambda: bool(ran))
    late = [slot for slot in await slots(store) if slot < moves_again]
    assert len(late) == 1  # two slots were late: the last is run, once
    assert moves_again - late[0] < timedelta(seconds=1.2)


async def test_dead_letters_are_kept_for_a_month(store: Store) -> None:
    inbox = Inbox(store)
    now = time.time()
    for age in (DEAD_LETTERS_KEPT + 60, 60):
        await store.line.call(
            "XADD", "flyfun:{p03}:dead", f"{int((now - age) * 1000)}-0", "id", "m", "reason", "x"
        )
    purge = next(job for job in jobs(inbox, Deps()) if job.name == "purge")
    await purge.run()
    assert len(await inbox.dead()) == 1


async def test_old_data_is_named_in_the_log() -> None:
    class Aged(Deps):
        def all_sources(self) -> tuple[Source, ...]:
            old = Source(name="AIP France", as_of=date(2022, 5, 1), stale=True)
            return (old, Source(name="OurAirports", as_of=date(2026, 2, 1)))

    look = next(job for job in jobs(None, Aged()) if job.name == "age of data")  # type: ignore[arg-type]
    with structlog.testing.capture_logs() as logged:
        await look.run()
    assert [(line["event"], line["source"], line["as_of"]) for line in logged] == [
        ("data_is_old", "AIP France", "2022-05-01")
    ]


async def test_an_update_that_reaches_nobody_is_logged_and_leaves_the_data(tmp_path: Path) -> None:
    settings = replace(AgentSettings(), data_dir=tmp_path, ourairports_url="http://127.0.0.1:1")
    update = next(job for job in jobs(None, Deps(settings=settings)) if job.name == "data update")  # type: ignore[arg-type]
    with structlog.testing.capture_logs() as logged:
        await update.run()
    assert [line["event"] for line in logged if line["log_level"] == "warning"] == ["data_not_updated"]


async def test_the_daily_update_is_switched_off_by_a_setting(tmp_path: Path) -> None:
    settings = replace(AgentSettings(), data_dir=tmp_path, ourairports_url="http://127.0.0.1:1", auto_update=False)
    update = next(job for job in jobs(None, Deps(settings=settings)) if job.name == "data update")  # type: ignore[arg-type]
    with structlog.testing.capture_logs() as logged:
        await update.run()
    assert logged == []
    slots: list[datetime] = []
    while len(slots) < 3:
        slots.append(update.trigger.get_next_fire_time(slots[-1] if slots else None, (slots or [datetime(2026, 6, 1, tzinfo=UTC)])[-1] + timedelta(seconds=1)))  # type: ignore[arg-type]  # fmt: skip
    assert {b - a for a, b in itertools.pairwise(slots)} == {timedelta(days=1)}


def test_the_setting_of_the_daily_update_is_on_or_off() -> None:
    assert AgentSettings.from_environ({}).auto_update
    assert not AgentSettings.from_environ({"FLYFUN_AUTO_UPDATE": "off"}).auto_update
    with pytest.raises(UnreadableSetting):
        AgentSettings.from_environ({"FLYFUN_AUTO_UPDATE": "sometimes"})


@pytest.mark.parametrize("name", ["purge", "age of data", "data update"])
def test_every_job_has_an_explicit_grace_and_fires_by_utc(name: str) -> None:
    job = next(job for job in jobs(None, Deps()) if job.name == name)  # type: ignore[arg-type]
    assert job.grace_seconds >= 600
    trigger: Any = job.trigger
    fires = trigger.get_next_fire_time(None, datetime(2026, 6, 1, tzinfo=UTC))
    assert fires is not None and fires.utcoffset() == timedelta(0)


def test_the_slots_of_a_month_that_a_clock_jumped_over_are_passed_over_at_once() -> None:
    trigger = Slots(second="*/5", timezone=UTC)
    gone, now = datetime(2026, 6, 1, tzinfo=UTC), datetime(2026, 7, 1, 9, 0, 2, tzinfo=UTC)
    assert trigger.get_next_fire_time(gone, now) == now.replace(second=5)
    assert trigger.get_next_fire_time(now.replace(second=0), now) == now.replace(second=5)
    soon = now - timedelta(minutes=3)  # what is a little late is run in its own slot
    assert trigger.get_next_fire_time(soon, now) == soon.replace(second=5)


async def test_a_clock_that_is_put_back_has_its_jobs_run_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "EVERY_SECONDS", 0.05)
    reckoned: list[str] = []

    class Clock:
        def reschedule_job(self, name: str, trigger: object) -> None:
            reckoned.append(name)

    put_back = [0.0]
    wall = time.time
    monkeypatch.setattr("bot.schedule.time.time", lambda: wall() - put_back[0])
    made = Scheduler(store, [Job("tick", Slots(second="*", timezone=UTC), 1, nothing)])
    watching = asyncio.create_task(made.watch(Clock()))
    await asyncio.sleep(0.12)
    assert not reckoned
    put_back[0] = 7_200.0
    await asyncio.sleep(0.2)
    watching.cancel()
    assert reckoned == ["tick"]


async def nothing() -> None:
    """A job that does nothing."""
