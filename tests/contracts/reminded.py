"""Reminders to keep, who asks for them, and a channel that notes what it was given."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from adapters.protocol import ChatRef, IncomingMessage, Person, Reply, Text
from adapters.protocol import Sent as Delivered
from agent.subjects.trip.reminding import Reminder
from bot.actions import Proposal

NOW = datetime(2026, 11, 27, 10, 0, tzinfo=UTC)


def message_of(person: str = "ana", chat: str = "club", thread: str = "7") -> IncomingMessage:
    return IncomingMessage(
        id="1",
        chat=ChatRef("telegram", "bot", chat, thread),
        person=Person(person),
        text="",
        addressed_by="dm",
        sent_at=NOW,
    )


def proposal(*hours: float, trip: str = "t1", version: int = 0, latest: float | None = None) -> Proposal:
    return Proposal(
        trip=trip,
        version=version,
        heading=f"EGLD → LFAT, v{version}",
        reminders=tuple(
            Reminder(
                key=f"report:GAR:{number}",
                at=NOW + timedelta(hours=ahead),
                latest=NOW + timedelta(hours=latest) if latest is not None else None,
                zone="Europe/London",
                words="GAR (out): closes 2 h before departure",
            )
            for number, ahead in enumerate(hours)
        ),
    )


class Sent:
    """What a channel was given, and what it answers."""

    def __init__(self, *problems: Exception) -> None:
        self.texts: list[str] = []
        self.chats: list[ChatRef] = []
        self.problems = list(problems)

    async def __call__(self, chat: ChatRef, reply: Reply, *, name: str = "") -> Delivered:
        if self.problems:
            raise self.problems.pop(0)
        (text,) = (block.markdown for block in reply.blocks if isinstance(block, Text))
        self.texts.append(text)
        self.chats.append(chat)
        return Delivered(("1",))
