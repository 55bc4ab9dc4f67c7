"""A club's desk with everything real, at a fixed clock, and a server that stands for the club's booking system."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from servers.http import LocalServer, Request, Response

from adapters.protocol import ChatRef, Headline, IncomingMessage, Person, Reply, Text
from agent.aviation.quiet import QuietHours
from agent.config import AgentSettings
from agent.deps import Deps
from bot.app import club_desk
from bot.conversation import Desk
from bot.notes import Notes
from bot.outings.desk import OutingDesk
from bot.outings.records import OutingRecords
from bot.records import SqlRecords, open_records
from bot.reminder_desk import ReminderDesk
from bot.reminders import Reminders
from bot.settings import Settings
from bot.store import Store

CLUB, OTHER = ChatRef("telegram", "bot", "-100"), ChatRef("telegram", "bot", "-200")


class Bookings(LocalServer):
    """Serves one calendar, at any path."""

    content = b""

    def handle(self, request: Request) -> Response:
        return Response(200, self.content, {"content-type": "text/calendar"})

    def of(self, *events: str) -> None:
        """A calendar of these VEVENTs."""
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//club//", *events, "END:VCALENDAR", ""]
        self.content = "\r\n".join(lines).replace("\n\n", "\n").encode()


@dataclass
class Club:
    """The desk, and what a test moves."""

    desk: Desk
    records: SqlRecords
    outings: OutingRecords
    clock: list[datetime]
    count: list[int] = field(default_factory=lambda: [0])

    @property
    def now(self) -> datetime:
        return self.clock[0]

    async def say(
        self, text: str, chat: ChatRef = CLUB, person: str = "ana", token: str = "", card: str = ""
    ) -> Reply:
        self.count[0] += 1
        message = IncomingMessage(
            id=f"m{self.count[0]}", chat=chat, person=Person(person, person.title()), text=text,
            addressed_by="button" if token else "reply" if card else "command", sent_at=self.now,
            private=not chat.chat.startswith("-"), token=token, reply_to=card,
        )  # fmt: skip
        return [reply async for reply in self.desk.replies(message)][-1]

    async def said(self, text: str, chat: ChatRef = CLUB, person: str = "ana", token: str = "") -> str:
        return words(await self.say(text, chat, person, token))


def words(reply: Reply) -> str:
    return "\n".join(
        block.markdown.replace("\\", "") for block in reply.blocks if isinstance(block, (Text, Headline))
    )


def direct(person: str) -> ChatRef:
    """The direct chat of a person."""
    return ChatRef("telegram", "bot", person)


@pytest.fixture
async def bookings() -> AsyncIterator[Bookings]:
    async with Bookings() as server:
        yield server


@pytest.fixture
async def club(store: Store, data_dir: Path, tmp_path: Path) -> AsyncIterator[Club]:
    async def admin(message: IncomingMessage) -> bool:
        return message.private or message.person.id == "admin"

    settings = Settings(
        agent=AgentSettings(data_dir=tmp_path), feed_hosts=frozenset({"127.0.0.1"}),
        public_url="https://fly.example", secret_key="test",
    )  # fmt: skip
    async with open_records(settings) as records:
        clock = [datetime(2027, 2, 12, 8, 40, tzinfo=UTC)]
        deps = replace(Deps(settings=AgentSettings(data_dir=data_dir), reports=records), now=lambda: clock[0])
        notes = Notes(records)
        desk = Desk(store, deps, records=records, administers=admin, notes=notes)
        outings = OutingRecords(records, QuietHours())
        desk.outings = OutingDesk(outings, store, lambda: desk.deps, administers=lambda: desk.administers)
        desk.club = club_desk(settings, desk, records, outings, desk.outings, notes)
        desk.reminders = ReminderDesk(Reminders(records), store, "21:30-07:30")
        desk.club.own_reminder, desk.club.trip_reminders = desk.reminders.own, desk.reminders.opened
        yield Club(desk, records, outings, clock)
