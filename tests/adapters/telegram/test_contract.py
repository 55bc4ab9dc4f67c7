"""The contract of every channel, kept by Telegram against the strict server."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from contracts.channel import ChannelContract, ChannelUnderTest, FaultKind, Shown
from servers.telegram import BotApi, Room
from telegram import Update

from adapters.protocol import IncomingMessage, Outbound
from adapters.telegram.inbound import Arrived, Reader, Tapped


class TelegramUnderTest:
    """The channel, and the server's view of its chats."""

    faults: frozenset[FaultKind] = frozenset({"slow_down", "refused", "lost_answer", "gone", "moved"})

    def __init__(self, api: BotApi, outbound: Outbound) -> None:
        self.api = api
        self.outbound = outbound
        self._people: dict[str, dict[str, object]] = {}

    def message(self, text: str) -> IncomingMessage:
        person = self.api.person()
        room = self.api.private(person)
        self._people[str(room.id)] = person
        arrival = self._read(self.api.write(room, person, text))
        assert isinstance(arrival, Arrived)
        return arrival.message

    def _read(self, update: dict[str, object]) -> object:
        read = Update.de_json(update, None)
        assert read is not None
        return Reader(str(self.api.bot["id"]), "FlyFunBot", ("start", "help")).read(read)

    def _room(self, message: IncomingMessage) -> Room:
        return self.api.rooms[int(message.chat.chat)]

    def fault(self, message: IncomingMessage, kind: FaultKind, *, seconds: float = 0.0, after: int = 0) -> None:
        self.api.fault(self._room(message), kind, seconds=seconds, after=after)

    def seen(self, message: IncomingMessage) -> list[Shown]:
        room = self._room(message)
        return [Shown(one.text, one.labels, bool(one.photo)) for one in self.api.shown(room)]

    async def tap(self, message: IncomingMessage, label: str) -> IncomingMessage:
        room = self._room(message)
        arrival = self._read(self.api.tap(room, self._people[str(room.id)], label))
        assert isinstance(arrival, Tapped) and arrival.message is not None
        return arrival.message


class TestTelegramKeepsTheContract(ChannelContract):
    @pytest.fixture
    async def api(self) -> AsyncIterator[BotApi]:
        """The suite itself calls again at once after "slow down": to wait is the outbox's part."""
        async with BotApi.running() as server:
            yield server
            assert [one for one in server.violations if "retry_after" not in one] == []

    @pytest.fixture
    async def channel(self, api: BotApi, bench: object) -> ChannelUnderTest:
        return TelegramUnderTest(api, bench.outbound)  # type: ignore[attr-defined]
