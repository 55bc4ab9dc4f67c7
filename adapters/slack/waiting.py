"""Shows in a direct message that a question waits to be worked out, when that takes longer than a moment.

waiting.begin(message)             # returns at once; the status line comes later, if it is still worth it
await waiting.over(message)        # before anything else is shown: whether a status line stands there now
"""

from __future__ import annotations

import asyncio
import contextlib

from adapters.protocol import ChannelError, IncomingMessage
from adapters.slack.calls import Calls, Refused

AFTER_SECONDS = 0.7
SAYS = "is looking it up…"


class Waiting:
    """The status lines of one program."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._shown: dict[tuple[str, str], asyncio.Task[bool]] = {}

    def begin(self, message: IncomingMessage) -> None:
        """Show it in a moment. In a channel nothing would be seen: there the answer's own message begins."""
        name = (message.chat.tenant, message.id)
        if not message.private or not message.handle.get("thread") or name in self._shown:
            return
        task = self._shown[name] = asyncio.create_task(self._show(message))
        task.add_done_callback(lambda _: asyncio.get_running_loop().call_later(60, self._shown.pop, name, None))

    async def over(self, message: IncomingMessage) -> bool:
        """Show it no more. One that is on its way is waited for, so that it cannot come after the answer."""
        task = self._shown.pop((message.chat.tenant, message.id), None)
        if task is None:
            return False
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            return await task
        return False

    async def _show(self, message: IncomingMessage) -> bool:
        await asyncio.sleep(AFTER_SECONDS)
        sent = asyncio.ensure_future(self._send(message))
        try:
            return await asyncio.shield(sent)
        except asyncio.CancelledError:
            return await sent

    async def _send(self, message: IncomingMessage) -> bool:
        with contextlib.suppress(ChannelError, Refused):
            await self._calls.send(
                message.chat.tenant,
                "assistant_threads_setStatus",
                channel_id=message.chat.chat,
                thread_ts=message.handle["thread"],
                status=SAYS,
            )
            return True
        return False
