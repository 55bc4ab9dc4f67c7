"""Slack as a channel: one workspace or many, by HTTP or Socket Mode.

An app token means Socket Mode unless a client id is set; a client id means that workspaces install the app by
themselves, over HTTP. Without either, HTTP with the bot token.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import aiohttp
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.errors import SlackApiError, SlackClientError
from starlette.routing import BaseRoute, Route

from adapters.protocol import WEBHOOK, Accept, Health, Homes, KeyValue, Memories, Outbound
from adapters.slack.calls import Calls, Pulse, code_of, web_client
from adapters.slack.home import Home
from adapters.slack.inbound import Inbound
from adapters.slack.installations import ManyWorkspaces, OneWorkspace, StoredInstallations, StoredStates, vault
from adapters.slack.outbound import SlackOutbound
from adapters.slack.pages import Shelf
from adapters.slack.receiving import events, oauth
from adapters.slack.socket_mode import Socket
from adapters.slack.threads import Threads

EVENTS, INSTALL, REDIRECT = "/slack/events", "/slack/install", "/slack/oauth_redirect"
SCOPES = (
    "app_mentions:read",
    "assistant:write",
    "channels:history",
    "channels:read",
    "chat:write",
    "commands",
    "files:read",
    "files:write",
    "groups:history",
    "groups:read",
    "im:history",
    "mpim:history",
    "users:read",
)
"""What the calls and events of this package need; the manifest has the same."""

IDENTITY_PAUSE = 15.0
UNREACHED = "Slack cannot be reached"

BOLT = logging.getLogger("slack_bolt.flyfun")
BOLT.setLevel(logging.ERROR)
"""For Bolt: below this it logs what people wrote."""


@dataclass(frozen=True)
class SlackSettings:
    """What the operator sets."""

    bot_token: str = field(default="", repr=False)
    app_token: str = field(default="", repr=False)
    signing_secret: str = field(default="", repr=False)
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    base_url: str = "https://slack.com/api/"
    secret_key: str = field(default="", repr=False)
    data_dir: Path = Path()

    @property
    def api(self) -> str:
        """The address of the Web API, with its last slash."""
        return self.base_url.rstrip("/") + "/"

    @property
    def socket_mode(self) -> bool:
        """Whether Slack is called rather than calling."""
        return bool(self.app_token) and not self.client_id

    @property
    def missing(self) -> str:
        """The setting without which nothing can arrive; empty when all is there."""
        if self.client_id and not self.client_secret:
            return "SLACK_CLIENT_SECRET"
        if not self.socket_mode and not self.signing_secret:
            return "SLACK_SIGNING_SECRET"
        return "" if self.client_id or self.bot_token else "SLACK_BOT_TOKEN"


class SlackChannel:
    """Implements `adapters.protocol.Channel`."""

    name = "slack"

    def __init__(
        self, settings: SlackSettings, values: KeyValue, homes: Homes, memories: Memories | None = None
    ) -> None:
        self._settings = settings
        self.memories = memories
        self._pulse = Pulse()
        self._threads = Threads(values)
        self._shelf = Shelf(values)
        self._flow: AsyncOAuthFlow | None = None
        self._workspaces: OneWorkspace | ManyWorkspaces
        if settings.client_id:
            installations = StoredInstallations(values, vault(settings.secret_key, settings.data_dir))
            self._workspaces = ManyWorkspaces(installations)
            if not settings.missing:
                self._flow = _flow(settings, installations, StoredStates(values))
        else:
            self._workspaces = OneWorkspace(settings.bot_token, settings.api)
        self._calls = Calls(settings.api, self._workspaces, self._pulse)
        self._home = Home(homes, self._calls, self._threads)
        self._app: AsyncApp | None = None
        self._inbound: Inbound | None = None
        self._socket: Socket | None = None
        self._identity_problem = ""
        self.outbound: Outbound = SlackOutbound(self._calls, self._threads, self._shelf)

    def app(self, accept: Accept) -> AsyncApp:
        """The Bolt app, built once: it listens, and answers Slack when its listener has stored."""
        if self._app is None:
            authorize: Any = self._workspaces
            # Bolt would take tokens and ids from the environment; ours come from the settings.
            self._app = AsyncApp(
                name="flyfun",
                logger=BOLT,
                client=web_client(self._settings.api),
                signing_secret=self._settings.signing_secret,
                authorize=authorize,
                oauth_flow=self._flow,
                process_before_response=True,
                request_verification_enabled=False,  # done before Bolt, see `receiving`
                ssl_check_enabled=False,
                attaching_conversation_kwargs_enabled=False,
            )
            self._inbound = Inbound(
                accept, self._threads, self._shelf, self._calls, self._home, self._workspaces, self.memories
            )
            self._inbound.listen(self._app)
        return self._app

    def routes(self, accept: Accept) -> Sequence[BaseRoute]:
        """The paths that Slack calls; none in Socket Mode."""
        if self._settings.socket_mode:
            return []
        endpoint = events(lambda: self.app(accept), self._settings.signing_secret, self._pulse)
        found = [Route(EVENTS, endpoint, methods=["POST"], name=WEBHOOK)]
        if self._flow is not None:
            install, redirect = oauth(self._flow)
            found += [Route(INSTALL, install), Route(REDIRECT, redirect)]
        return found

    async def run(self, accept: Accept) -> None:
        """Hold the socket, or keep watch over the token, until cancelled."""
        self.app(accept)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._identify())
                if self._settings.socket_mode:
                    self._socket = self.socket(accept)
                    tasks.create_task(self._socket.run())
        finally:
            if self._inbound is not None:
                await self._inbound.close()

    def socket(self, accept: Accept) -> Socket:
        """The Socket Mode connection, not opened yet."""
        return Socket(self.app(accept), self._settings.app_token, self._settings.api, self._pulse)

    async def _identify(self) -> None:
        """Learn who the bot is before the first message, so that no acknowledgement waits for it."""
        while isinstance(self._workspaces, OneWorkspace) and not self._settings.missing:
            try:
                await self._workspaces.identity()
                self._identity_problem = ""
                break
            except SlackApiError as error:
                self._identity_problem = f"Slack refuses SLACK_BOT_TOKEN ({code_of(error) or 'no reason'})"
            except (SlackClientError, aiohttp.ClientError, TimeoutError, OSError):
                self._identity_problem = UNREACHED
            await asyncio.sleep(IDENTITY_PAUSE)
        await asyncio.Event().wait()

    def health(self) -> Health:
        """Whether messages can arrive, and what is known of the traffic."""
        problem = self._workspaces.refused or self._identity_problem
        do = "Check that this machine reaches SLACK_BASE_URL; it connects by itself."
        if problem and problem != UNREACHED:
            do = "Install the app again and set SLACK_BOT_TOKEN."
        if self._settings.missing:
            problem, do = f"{self._settings.missing} is not set", f"Set {self._settings.missing}."
        if self._settings.socket_mode:
            if self._socket is None:
                problem = problem or "Socket Mode: not started"
            elif not self._socket.alive:
                problem = problem or f"Socket Mode: {self._socket.problem or 'silent'}"
                do = f"Check SLACK_APP_TOKEN. {do}"
        if problem:
            return Health(False, f"{problem}; {self._pulse.says()}", do)
        mode = "Socket Mode connected" if self._settings.socket_mode else f"HTTP at {EVENTS}"
        return Health(True, f"{mode}, {self._pulse.says()}")


def _flow(settings: SlackSettings, installations: StoredInstallations, states: StoredStates) -> AsyncOAuthFlow:
    return AsyncOAuthFlow(
        client=web_client(settings.api),
        logger=BOLT,
        settings=AsyncOAuthSettings(
            client_id=settings.client_id,
            client_secret=settings.client_secret,
            scopes=list(SCOPES),
            user_scopes=[],
            authorization_url=urljoin(settings.api, "../oauth/v2/authorize"),
            install_path=INSTALL,
            redirect_uri_path=REDIRECT,
            installation_store=installations,
            installation_store_bot_only=True,
            state_store=states,
            logger=BOLT,
        ),
    )
