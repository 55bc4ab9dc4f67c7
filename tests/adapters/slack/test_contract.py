"""Slack keeps the contract of every channel, in a direct message and in a channel."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from contracts.channel import ChannelContract, ChannelUnderTest
from contracts.shown import FaultKind, Shown

from adapters.protocol import ChatRef, IncomingMessage, Outbound, Person


class SlackUnderTest:
    """Implements `ChannelUnderTest` on a rig; each message gets a person, and so a direct message, of its own."""

    def __init__(self, rig: Any, *, private: bool) -> None:
        self._rig = rig
        self._private = private
        self._numbers = itertools.count(1)

    @property
    def outbound(self) -> Outbound:
        return self._rig.channel.outbound

    @property
    def faults(self) -> frozenset[FaultKind]:
        return frozenset({"slow_down", "refused", "lost_answer", "gone"})

    def message(self, text: str) -> IncomingMessage:
        team, number = self._rig.team, next(self._numbers)
        if self._private:
            channel = team.dm(f"U{number}")
        else:
            channel = f"C{number}X"
            team.members[channel], team.messages[channel] = True, {}
        asked = team.add(channel, f"U{number}", text, [])
        return IncomingMessage(
            id=f"{channel}:{asked.ts}",
            chat=ChatRef("slack", team.id, channel, "" if self._private else asked.ts),
            person=Person(f"U{number}"),
            text=text,
            addressed_by="dm" if self._private else "mention",
            sent_at=datetime.now(UTC),
            handle={"thread": asked.ts},
            private=self._private,
        )

    def fault(self, message: IncomingMessage, kind: FaultKind, *, seconds: float = 0.0, after: int = 0) -> None:
        names = {"gone": "is_archived"}
        self._rig.slack.fault(message.chat.chat, names.get(kind, kind), seconds=seconds, after=after)

    def seen(self, message: IncomingMessage) -> list[Shown]:
        found = self._rig.team.from_bot(message.chat.chat)
        assert not [one for one in found if one.streaming]
        return [Shown(one.shown, tuple(one.labels), bool(one.picture)) for one in found if not one.only_for]

    async def tap(self, message: IncomingMessage, label: str) -> IncomingMessage:
        (under,) = [one for one in self._rig.team.from_bot(message.chat.chat) if label in one.labels]
        before = len(self._rig.accepted)
        status, _ = await self._rig.team.tap(message.person.id, under, label)
        assert status == 200
        (pressed,) = self._rig.accepted[before:]
        return pressed


class TestSlackKeepsTheContractInADirectMessage(ChannelContract):
    @pytest.fixture
    async def channel(self, rig: Any) -> AsyncIterator[ChannelUnderTest]:
        yield SlackUnderTest(rig, private=True)
        await asyncio.sleep(0)
        assert rig.slack.violations == [] or "left alone" in rig.slack.violations[0]


class TestSlackKeepsTheContractInAChannel(ChannelContract):
    @pytest.fixture
    async def channel(self, rig: Any) -> AsyncIterator[ChannelUnderTest]:
        yield SlackUnderTest(rig, private=False)
        assert rig.slack.violations == [] or "left alone" in rig.slack.violations[0]
