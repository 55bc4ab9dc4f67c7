"""A Slack channel on a real store, connected to the strict local Slack by HTTP or by Socket Mode."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import httpx
import pytest
from servers.slack import APP_TOKEN, SIGNING_SECRET, SlackServer, Team
from servers.waiting import until
from starlette.applications import Starlette

from adapters.protocol import IncomingMessage
from adapters.slack.channel import SCOPES, SlackChannel, SlackSettings
from adapters.slack.inbound import BOT_EVENTS
from agent.config import AgentSettings
from agent.deps import Deps
from bot import valkey
from bot.homes import StoredHomes
from bot.inbox import Inbox
from bot.keyvalue import StoredValues
from bot.settings import Settings
from bot.store import Store, open_store

Mode = Literal["http", "socket"]


@pytest.fixture(scope="session")
def slack_store_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The data folder of a running embedded server."""
    folder = tmp_path_factory.mktemp("slack-store")
    yield folder
    valkey.stop(folder)


@pytest.fixture
async def store(slack_store_dir: Path) -> AsyncIterator[Store]:
    """An empty store."""
    async with open_store("", slack_store_dir) as opened:
        await opened.line.call("FLUSHALL")
        yield opened


@pytest.fixture
async def slack() -> AsyncIterator[SlackServer]:
    """A Slack that gives the app no more scopes and events than its manifest asks for."""
    async with SlackServer(set(SCOPES), set(BOT_EVENTS)) as server:
        yield server


@pytest.fixture(scope="session")
def deps(data_dir: Path) -> Deps:
    """The agent's tables, read before anything is timed, as the program does."""
    found = Deps(settings=AgentSettings.from_environ({"FLYFUN_DATA_DIR": str(data_dir)}))
    _ = found.airports, found.aircraft
    return found


@dataclass
class Rig:
    """The channel, what it accepted, and the Slack it talks to."""

    slack: SlackServer
    team: Team
    store: Store
    channel: SlackChannel
    accepted: list[IncomingMessage] = field(default_factory=list[IncomingMessage])

    async def accept(self, message: IncomingMessage) -> bool:
        """Store as the program does; remember what was new."""
        new = await Inbox(self.store).accept(message)
        if new:
            self.accepted.append(message)
        return new

    @property
    def only(self) -> IncomingMessage:
        """The one message that was accepted."""
        (message,) = self.accepted
        return message

    @asynccontextmanager
    async def connected(self, mode: Mode = "http") -> AsyncGenerator[Rig]:
        """Receiving, until the block ends."""
        app = Starlette(routes=list(self.channel.routes(self.accept)))
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="https://flyfun.example") as client:

            async def post(body: bytes, headers: Mapping[str, str]) -> tuple[int, bytes]:
                answer = await client.post("/slack/events", content=body, headers=dict(headers))
                return answer.status_code, answer.content

            self.post, self.client = post, client
            self.slack.connect_http(post)
            running = asyncio.create_task(self.channel.run(self.accept))
            try:
                if mode == "socket":
                    await until(lambda: bool(self.slack.sockets))
                yield self
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)


MakeRig = Callable[..., Rig]


@pytest.fixture
def make_rig(slack: SlackServer, store: Store, deps: Deps, tmp_path: Path) -> MakeRig:
    """A rig for a mode; with `many`, workspaces install the app by themselves."""

    def make(mode: Mode = "http", *, many: bool = False, secret_key: str = "test") -> Rig:
        team = slack.teams.get("T1") or slack.workspace("T1", installed=not many)
        settings = SlackSettings(
            bot_token="" if many else team.token,
            app_token=APP_TOKEN if mode == "socket" else "",
            signing_secret=SIGNING_SECRET if mode == "http" else "",
            client_id="11.22" if many else "",
            client_secret="cs" if many else "",
            base_url=slack.url,
            secret_key=secret_key,
            data_dir=tmp_path,
        )
        homes = StoredHomes(store, deps, Settings(agent=deps.settings))
        return Rig(slack, team, store, SlackChannel(settings, StoredValues(store, "slack"), homes))

    return make


@pytest.fixture
async def rig(make_rig: MakeRig) -> AsyncIterator[Rig]:
    """A rig connected by HTTP."""
    async with make_rig().connected() as connected:
        yield connected
