"""Socket Mode, never half-dead: a connection that falls silent is replaced whole."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, cast

import aiohttp
from slack_bolt.adapter.socket_mode.async_internals import send_async_response
from slack_bolt.adapter.socket_mode.internals import build_headers
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest

from adapters.slack.calls import QUIET, Pulse, code_of, web_client
from adapters.slack.receiving import Envelope, dispatched

PING_SECONDS = 5.0
SILENT_SECONDS = 20.0
"""No envelope and no answer to a ping for this long: the connection is dead, whatever it looks like."""

CONNECT_SECONDS = 20.0
LONGEST_PAUSE = 30.0

log = logging.getLogger(__name__)


class Socket:
    """One Socket Mode connection at a time, watched. `silent_seconds` and `ping_seconds` are for tests."""

    def __init__(
        self,
        app: AsyncApp,
        app_token: str,
        base_url: str,
        pulse: Pulse,
        *,
        silent_seconds: float = SILENT_SECONDS,
        ping_seconds: float = PING_SECONDS,
    ) -> None:
        self._app = app
        self._app_token = app_token
        self._base_url = base_url
        self._pulse = pulse
        self._silent = silent_seconds
        self._ping = ping_seconds
        self._client: SocketModeClient | None = None
        self._last = 0.0
        self.problem = "not connected yet"

    @property
    def alive(self) -> bool:
        """Whether Slack was heard on this connection a moment ago."""
        return not self.problem and time.monotonic() - self._last < self._silent

    async def run(self) -> None:
        """Hold a connection until cancelled."""
        pause = 0.5
        while True:
            try:
                await self._connect()
                pause = 0.5
                await self._watch()
            except (SlackClientError, aiohttp.ClientError, OSError, TimeoutError, ValueError, KeyError) as error:
                self.problem = f"cannot connect ({_why(error)})"
                log.warning("Socket Mode: %s", self.problem)
            finally:
                await self._close()
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, pause * 2)

    async def _connect(self) -> None:
        client = SocketModeClient(
            self._app_token,
            logger=QUIET,
            web_client=web_client(self._base_url, seconds=int(CONNECT_SECONDS)),
            auto_reconnect_enabled=False,
            ping_interval=self._ping,
            on_message_listeners=[self._heard],
        )
        self._client = client
        client.socket_mode_request_listeners.append(self._handle)
        async with asyncio.timeout(CONNECT_SECONDS):
            client.wss_uri = await client.issue_new_wss_url()
            await client.connect()
        self._last = time.monotonic()
        self.problem = ""
        log.info("Socket Mode: connected")

    async def _watch(self) -> None:
        """Return when the connection is closed or silent."""
        client = self._client
        if client is None:
            return
        pong, closed_for = client.last_ping_pong_time, 0.0
        step = min(1.0, self._ping)
        while True:
            await asyncio.sleep(step)
            if client.last_ping_pong_time != pong:
                pong = client.last_ping_pong_time
                self._last = time.monotonic()
            session = client.current_session
            # Slack asks for a fresh connection now and then; the library opens it before this is noticed.
            closed_for = closed_for + step if session is None or session.closed else 0.0
            if closed_for >= 2 * step or time.monotonic() - self._last >= self._silent:
                self.problem = "reconnecting: " + ("the connection was closed" if closed_for else "it fell silent")
                log.warning("Socket Mode: %s", self.problem)
                return

    async def _close(self) -> None:
        client, self._client = self._client, None
        if client is None:
            return
        client.closed = True
        held: Any = client
        tasks = [held.message_processor, held.current_session_monitor, held.message_receiver]
        try:
            async with asyncio.timeout(5):
                await client.close()
        except Exception as error:  # noqa: BLE001 -- whatever is left of a broken connection
            log.info("Socket Mode: not closed cleanly (%s)", type(error).__name__)
        for task in tasks:
            if task is not None:
                task.cancel()
        await asyncio.gather(*(task for task in tasks if task is not None), return_exceptions=True)

    async def _heard(self, _: Any) -> None:
        self._last = time.monotonic()
        self._pulse.beat()

    async def _handle(self, client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        """Bolt answers the envelope; one that was not stored gets no answer and comes again."""
        try:
            body = cast(Any, request).payload
            Envelope.model_validate(body)
            asked = AsyncBoltRequest(mode="socket_mode", body=body, headers=build_headers(request))
        except (ValueError, TypeError, AttributeError, KeyError):
            log.warning("Socket Mode: an envelope could not be read")
            return
        answer = await dispatched(self._app, asked)
        await send_async_response(client, request, answer, time.time())


def _why(error: Exception) -> str:
    """Slack's own word where it answered, else the kind of failure."""
    return code_of(error) if isinstance(error, SlackApiError) else type(error).__name__
