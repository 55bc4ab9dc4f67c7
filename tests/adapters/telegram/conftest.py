"""A strict Bot API server, a real store, and the channel between them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from servers.telegram import BotApi
from starlette.applications import Starlette

from adapters.protocol import IncomingMessage, InlineCard, MenuCommand, Outbound, Person
from adapters.telegram.channel import TelegramChannel, TelegramSettings
from bot import valkey
from bot.commands import COMMANDS
from bot.keyvalue import StoredValues
from bot.remembered import Remembered
from bot.store import Store, open_store

SECRET = "webhook-secret_of-the_operator"
URL = "https://fly.example/telegram/webhook"


@pytest.fixture(scope="session")
def telegram_server_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The data folder of a running embedded server."""
    folder = tmp_path_factory.mktemp("telegram")
    yield folder
    valkey.stop(folder)


@pytest.fixture
async def store(telegram_server_dir: Path) -> AsyncIterator[Store]:
    """An empty store."""
    async with open_store("", telegram_server_dir) as opened:
        await opened.line.call("FLUSHALL")
        yield opened


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    """A server that recorded no breach of the rules by the end of the test."""
    async with BotApi.running() as server:
        yield server
        assert server.violations == []


async def three_cards(text: str, person: Person) -> tuple[InlineCard, ...]:
    """An inline answer that shows what it was asked."""
    if not text:
        return ()
    return tuple(InlineCard(f"k{n}", f"{text} {n}", "a field", f"**{text}** <{n}> & more") for n in range(3))


@dataclass
class Bench:
    """The channel under test, and everything it handed to `accept`."""

    api: BotApi
    store: Store
    channel: TelegramChannel
    accepted: list[IncomingMessage] = field(default_factory=list)
    refuse: list[Exception] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    @property
    def outbound(self) -> Outbound:
        return self.channel.outbound

    async def accept(self, message: IncomingMessage) -> bool:
        """Each id once, as the inbox does; refused while there is a reason to."""
        if self.refuse:
            raise self.refuse.pop(0)
        if message.id in self.seen:
            return False
        self.seen.add(message.id)
        self.accepted.append(message)
        return True

    async def take(self, update: dict[str, Any]) -> list[IncomingMessage]:
        """What one update brings to `accept`."""
        before = len(self.accepted)
        await self.channel.receiver.take(update, self.accept)
        return self.accepted[before:]

    async def settle(self) -> None:
        """Let the small tasks beside the answer end."""
        await self.channel.signs.settle()

    @asynccontextmanager
    async def http(self) -> AsyncIterator[httpx.AsyncClient]:
        """The webhook's HTTP side."""
        transport = httpx.ASGITransport(Starlette(routes=list(self.channel.routes(self.accept))))
        async with httpx.AsyncClient(transport=transport, base_url="https://fly.example") as client:
            yield client

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The channel receives while the block runs."""
        task = asyncio.create_task(self.channel.run(self.accept))
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def bench_of(api: BotApi, store: Store, **settings: Any) -> AsyncIterator[Bench]:
    """A channel for that server."""
    given = {
        "poll_seconds": 5,
        "first_pause": 0.02,
        "sustained_seconds": 0.0,
        "sign_after_seconds": 0.0,
        **settings,
    }
    chosen = TelegramSettings(api.token, base_url=api.base_url, base_file_url=api.base_file_url, **given)
    menu = [MenuCommand(command.name, command.summary) for command in COMMANDS]
    channel = TelegramChannel(chosen, StoredValues(store, "telegram"), menu, three_cards, Remembered(store))
    bench = Bench(api, store, channel)
    try:
        yield bench
    finally:
        await channel.close()


@pytest.fixture
async def bench(api: BotApi, store: Store) -> AsyncIterator[Bench]:
    """A channel that polls."""
    async with bench_of(api, store) as made:
        yield made


@pytest.fixture
async def hooked(api: BotApi, store: Store) -> AsyncIterator[Bench]:
    """A channel with a webhook."""
    async with bench_of(api, store, webhook_url=URL, webhook_secret=SECRET) as made:
        yield made
