"""Joins the parts of a message's path: stored message, handler, paced sending, done.

    worker = Worker(store, channels, handler, on_queued=None, deadline=60.0)
    await worker.run(stop, grace=20.0)

`handler(message)` is an async generator of `Reply` snapshots; the one with `final` is sent whole. **It is
resumed after the final reply was sent**: that is where it stores the chat's memory (`store.save(…, message.id)`),
so that a process that ends in between answers the message again from the same memory. On such a second try a
reply that was already sent is not sent again. A handler that ends without a final reply had nothing to say; one
that takes longer than `deadline` seconds has failed. After three failures the pilot is told that something
broke, with the reference that is in the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping

from adapters.protocol import Frame, Headline, IncomingMessage, Memories, Outbound, Reply, Sent, Text
from bot.lanes import Job, Lanes, OnQueued
from bot.outbox import Outbox, Sending
from bot.patience import Patience
from bot.store import Store
from bot.turns import Turns

DEADLINE_SECONDS = 60.0
AFTER_SECONDS = 15.0
"""For what a handler does after its final reply."""

log = logging.getLogger(__name__)

Handler = Callable[[IncomingMessage], AsyncIterator[Reply]]
OnSent = Callable[[IncomingMessage, Sent], Awaitable[None]]
"""Told where an answer stands, before its handler is resumed."""


class HandlerTooSlow(Exception):
    """The handler did not finish in time."""


def something_broke(ref: str) -> Reply:
    """What the pilot reads when every try failed."""
    words = f"Something broke (ref {ref}). Ask again, or tell the operator this reference."
    return Reply((Text(words),), frames=(Frame("error", {"message": words, "ref": ref}),))


class Worker:
    """One process's share of the work."""

    def __init__(
        self,
        store: Store,
        channels: Mapping[str, Outbound],
        handler: Handler,
        *,
        on_queued: OnQueued | None = None,
        on_sent: OnSent | None = None,
        memories: Memories | None = None,
        deadline: float = DEADLINE_SECONDS,
        lease_seconds: float = 3.0,
        turns: Turns | None = None,
        give_up_seconds: float = 900.0,
        stubborn_seconds: float = 2.0,
    ) -> None:
        self._store = store
        self._handler = handler
        self._on_sent = on_sent
        self._memories = memories or store
        self._deadline = deadline
        self._stubborn = stubborn_seconds
        self._patience = Patience()
        self._outbox = Outbox(store, channels, give_up_seconds=give_up_seconds)
        self.lanes = Lanes(
            store,
            self._answer,
            bury=self._bury,
            on_queued=on_queued,
            on_first=self._outbox.noticed,
            lease_seconds=lease_seconds,
            turns=turns,
        )

    async def run(self, stop: asyncio.Event, *, grace: float = 20.0) -> None:
        """Answer messages until `stop` is set, then finish what was begun."""
        await self.lanes.run(stop, grace=grace)

    async def _answer(self, job: Job) -> None:
        message = job.message
        sending = self._outbox.open(job)
        if job.mark == "sent" and await self._store.saved_by(message.chat) == message.id:
            return  # the process ended between remembering and being done
        final: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        delivered = asyncio.Event()
        task = asyncio.create_task(self._run_handler(job, sending, final, delivered))
        try:
            await asyncio.wait({task, final}, timeout=self._deadline, return_when=asyncio.FIRST_COMPLETED)
            job.turn.end()
            if not final.done():
                self._result(task)
                return  # it had nothing to say
            await sending.deliver(final.result())
            if self._on_sent:
                await self._on_sent(message, sending.sent)
            delivered.set()
            await asyncio.wait({task}, timeout=AFTER_SECONDS)
            self._result(task)
        finally:
            await sending.close()
            await self._end(task)
        if sending.moved_to:
            await self._memories.move_chat(message.chat, sending.moved_to)

    async def _run_handler(
        self,
        job: Job,
        sending: Sending,
        final: asyncio.Future[Reply],
        delivered: asyncio.Event,
    ) -> None:
        replies = self._handler(job.message)
        try:
            async for reply in self._patience.each(replies, job.turn):
                if any(isinstance(block, (Text, Headline)) for block in reply.blocks):
                    job.turn.end()  # what is left is drawn, or written by a model
                if not reply.final:
                    sending.show(reply)
                elif not final.done():
                    final.set_result(reply)
                    await delivered.wait()
        finally:
            if isinstance(replies, AsyncGenerator):
                await replies.aclose()

    def _result(self, task: asyncio.Task[None]) -> None:
        """Raise what the handler raised, or that it is too slow."""
        if not task.done():
            raise HandlerTooSlow
        task.result()

    async def _bury(self, job: Job, ref: str) -> None:
        if job.mark == "":
            await self._outbox.send(job.message, something_broke(ref))

    async def _end(self, task: asyncio.Task[None]) -> None:
        """Cancel a handler; one that does not even stop then is left behind, so that its chat goes on."""
        if not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=self._stubborn)
        if not task.done():
            log.error("a handler could not be stopped and is left behind")
        elif not task.cancelled():
            task.exception()  # it was raised already, or nobody waits for it any more
