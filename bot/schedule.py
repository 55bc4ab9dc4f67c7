"""Does the regular work: says when data grows old, and throws away what has expired.

Every process runs its own scheduler; a slot of a job (this hour's purge, today's look at the data) is claimed
in the store by the first process that comes to it, so three replicas do it once, and when one of them dies the
others go on with the next slot without waiting for anything. A job that could not start within its grace is
left out; nothing piles up.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

import structlog
from apscheduler.events import EVENT_JOB_MISSED, EVENT_JOB_SUBMITTED, JobExecutionEvent, JobSubmissionEvent
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.base import BaseTrigger
from apscheduler.triggers.cron import CronTrigger

from agent.errors import AgentError
from bot.keys import digest, in_partition, partition
from bot.remembered import Remembered
from bot.store import Store, StoreError
from bot.tombstones import Tombstones

if TYPE_CHECKING:
    from agent.deps import Deps
    from bot.app import Program
    from bot.inbox import Inbox
    from bot.lookout import Lookout
    from bot.metrics import Metrics
    from bot.outings.keeper import Keeper
    from bot.reminding import Postman

DEAD_LETTERS_KEPT = 30 * 86_400
CLAIM_SECONDS = 3 * 86_400
"""A slot stays claimed longer than any process can be late for it."""

FAR_BEHIND = timedelta(minutes=10)
"""Slots that a clock's jump, or a machine that slept, left further behind are not counted one by one."""
A_JUMP = 60.0
"""Seconds by which a clock must have jumped back for the slots to be reckoned anew."""

EVERY_SECONDS = 5
"""How often the reminders are looked at."""

log = structlog.get_logger(__name__)


class Slots(CronTrigger):
    """The times of a job on the clock; those long gone are passed over at once.

    The scheduler asks for one after the other: those of a month, five seconds apart, took minutes in which nobody
    was answered.
    """

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime | None:
        """The next one behind the last that was run, of those that are not long gone."""
        behind = previous_fire_time is not None and now - previous_fire_time > FAR_BEHIND
        times: Any = super()  # its functions have no types
        return cast("datetime | None", times.get_next_fire_time(None if behind else previous_fire_time, now))


@dataclass(frozen=True)
class Job:
    """Something regular. Its slots are wall-clock times, the same in every process.

    `place` names what the work is done on where that is not the store, such as one machine's data folder: the
    slot is then that place's own. `claim_seconds`: how long a slot stays claimed. `run` says False when it failed.
    """

    name: str
    trigger: BaseTrigger
    grace_seconds: int
    run: Callable[[], Awaitable[bool | None]]
    place: str = ""
    claim_seconds: int = CLAIM_SECONDS


class Scheduler:
    """One process's clock."""

    def __init__(self, store: Store, jobs: Sequence[Job], metrics: Metrics | None = None) -> None:
        self._line = store.line
        self._metrics = metrics
        self._jobs = jobs
        self._slots: dict[str, datetime] = {}

    async def run(self) -> None:
        """Run the jobs until cancelled."""
        clock: Any = AsyncIOScheduler(timezone=UTC)  # its functions have no types
        clock.add_listener(self._note_slot, EVENT_JOB_SUBMITTED)
        clock.add_listener(_missed, EVENT_JOB_MISSED)
        for job in self._jobs:
            clock.add_job(
                self._once,
                job.trigger,
                args=[job],
                id=job.name,
                misfire_grace_time=job.grace_seconds,
                coalesce=True,
                max_instances=1,
            )
        clock.start()
        try:
            await self.watch(clock)
        finally:
            clock.shutdown(wait=False)

    async def watch(self, clock: Any) -> None:
        """Where the clock on the wall is put back, its slots are reckoned anew, or they would wait for it."""
        ahead = time.time() - time.monotonic()
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            now = time.time() - time.monotonic()
            if now < ahead - A_JUMP:
                log.warning("clock_put_back", seconds=round(ahead - now))
                for job in self._jobs:
                    clock.reschedule_job(job.name, trigger=job.trigger)
            ahead = now

    def _note_slot(self, event: JobSubmissionEvent) -> None:
        """The slot a job is about to run for; told before its coroutine begins."""
        self._slots[event.job_id] = event.scheduled_run_times[-1]

    async def _once(self, job: Job) -> None:
        """Run a job's slot unless another process does."""
        slot = self._slots[job.name].astimezone(UTC).isoformat()
        name = in_partition(partition(job.name), "slot", job.name, digest(job.place), slot)
        try:
            if await self._line.call("SET", name, "1", "NX", "EX", job.claim_seconds) is None:
                return
            if await job.run() is not False and self._metrics is not None:
                self._metrics.job_at.labels(job.name).set_to_current_time()
        except StoreError as error:
            log.warning("job_without_store", job=job.name, why=error.user_message)
        except Exception:
            log.exception("job_failed", job=job.name)


def _missed(event: JobExecutionEvent) -> None:
    log.warning("job_missed", job=event.job_id, slot=str(cast(datetime, event.scheduled_run_time)))


# --- the jobs ----------------------------------------------------------------------------------------


async def scheduled(
    program: Program,
    postman: Postman | None = None,
    lookout: Lookout | None = None,
    keeper: Keeper | None = None,
    *others: Job,
) -> None:
    """Run the program's jobs until cancelled."""
    work = (*jobs(program.inbox, program.desk.deps), erasing(program))
    more = [reminding(postman)] if postman else []
    more += [watching(lookout)] if lookout else []
    more += [telling(keeper)] if keeper else []
    await Scheduler(program.store, (*work, *more, *others), program.metrics).run()


def club_jobs(
    feeds: Callable[[], Awaitable[None]],
    digests: Callable[[], Awaitable[None]],
    documents: Callable[[], Awaitable[None]],
    retention: Callable[[], Awaitable[None]],
) -> tuple[Job, ...]:
    """A club's clock: what is due is in SQL, so that a slot that was missed loses nothing."""
    return (
        Job("feeds", Slots(second="20", timezone=UTC), 120, feeds, claim_seconds=600),
        Job("digests", Slots(second="40", timezone=UTC), 120, digests, claim_seconds=600),
        Job("documents", Slots(minute="*/10", second="50", timezone=UTC), 300, documents),
        Job("retention", Slots(minute="35", timezone=UTC), 3_600, retention, claim_seconds=3_600),
    )


def erasing(program: Program) -> Job:
    """Groups that an admin had deleted a day ago: erased for good."""

    async def erase() -> None:
        graves = Tombstones(program.settings.data_dir)
        remembered = Remembered(program.store, program.desk.records, program.desk.diary, graves)
        gone = await remembered.erase_due(program.desk.deps.now())
        if gone:
            log.info("erased", rooms=gone)

    return Job("erase", Slots(minute="*/10", timezone=UTC), 600, erase, claim_seconds=3_600)


def telling(keeper: Keeper) -> Job:
    """The clock of the outings: what is due is in SQL."""
    trigger = Slots(second=f"*/{EVERY_SECONDS}", timezone=UTC)
    return Job("outings", trigger, 60, keeper.tell, claim_seconds=120)


def watching(lookout: Lookout) -> Job:
    """The clock of the watches: which looks are due is in SQL."""
    return Job("watches", Slots(second="30", timezone=UTC), 120, lookout.tick, claim_seconds=600)


def reminding(postman: Postman) -> Job:
    """The clock of the reminders: what is due is in SQL, so that a slot that was missed loses nothing."""
    trigger = Slots(second=f"*/{EVERY_SECONDS}", timezone=UTC)
    return Job("reminders", trigger, 60, postman.tick, claim_seconds=120)


def jobs(inbox: Inbox, deps: Deps) -> tuple[Job, ...]:
    """What is done regularly, UTC."""

    async def purge() -> None:
        gone = await inbox.purge_dead(DEAD_LETTERS_KEPT)
        log.info("purged", dead_letters=gone)

    async def look_at_data() -> None:
        await asyncio.to_thread(_warn_of_old_data, deps)

    async def update_data() -> bool:
        from agent.importers.update import update

        try:
            summary = await update(deps.settings)
        except AgentError as error:
            log.warning("data_not_updated", why=error.user_message)
            return False
        log.info("data_updated", set=summary.name, brought=summary.lines)
        return True

    updates = update_data if deps.settings.auto_update else _nothing_to_do
    place = f"{socket.gethostname()}:{deps.settings.data_dir}"
    return (
        Job("purge", _daily(3, 20), 3_600, purge),
        Job("age of data", _daily(6, 0), 3_600, look_at_data),
        Job("data update", _daily(4, 40), 43_200, updates, place),
    )


async def _nothing_to_do() -> None:
    """The update was switched off: `flyfun data update` is then somebody's own doing."""


def _daily(hour: int, minute: int) -> BaseTrigger:
    return Slots(hour=hour, minute=minute, timezone=UTC)


def _warn_of_old_data(deps: Deps) -> None:
    """Name every source that is older than its cycle."""
    for source in deps.all_sources():
        if source.stale:
            log.warning("data_is_old", source=source.name, as_of=str(source.as_of or "unknown"))
