"""Tells a group once a week what lies ahead: outings, seats, open tasks, remarks; without any, nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from adapters.markdown import escape
from adapters.protocol import ChannelError, ChatGone, ChatRef, Reply, Text
from bot.club.settings import ClubSettings, DigestDue
from bot.notes import Note, Notes
from bot.outings.card import head_of
from bot.outings.outing import LIVE, Outing
from bot.outings.records import OutingRecords
from bot.voice import Voice
from tongue import SOURCE, say, say_many, speaking

AHEAD = timedelta(days=14)
MOST_OUTINGS, MOST_NOTES = 5, 5

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Digests:
    """By the clock."""

    clubs: ClubSettings
    outings: OutingRecords
    notes: Notes
    voice: Voice
    now: Callable[[], datetime]

    async def tick(self) -> None:
        """Tell every group whose hour has come; what was not sent is tried again when its claim runs out."""
        for due in await self.clubs.claim(self.now()):
            await self._tell(due)

    async def _tell(self, due: DigestDue) -> None:
        words = await self.words(due.chat)
        try:
            if words:
                stage = self.voice.stage(due.chat)
                week = self.now().isocalendar()
                name = f"digest-{due.chat.room}-{week.year}-{week.week}-{due.weekly}"
                await self.voice.post(stage, Reply((Text(words),)), name=name)
        except ChatGone as error:
            log.info("digest_ended", why=str(error))
            await self.clubs.set_digest(due.chat, None, "UTC", self.now())
            return
        except ChannelError as error:
            log.warning("digest_not_sent", why=str(error))
            return
        await self.clubs.told(due.chat, self.now())

    async def words(self, chat: ChatRef) -> str:
        """What is said; "" when there is nothing to say."""
        held = await self.outings.in_room(chat)
        until = self.now() + AHEAD
        found = [
            one.outing
            for one in held
            if one.outing.status in LIVE
            and (one.outing.flight is None or self.now() < one.outing.flight.off_blocks <= until)
        ]
        own = (await self.clubs.wishes(chat)).language
        last = held[-1].outing.language if held else SOURCE  # that of who drafted the last outing
        with speaking(own or last):
            return digest_words(found, await self.notes.open(chat))


def digest_words(outings: Sequence[Outing], notes: Sequence[Note]) -> str:
    """The outings of two weeks and the open remarks; "" without either."""
    if not outings and not notes:
        return ""
    lines = [say("**The next 14 days**")]
    for outing in outings[:MOST_OUTINGS]:
        left = sum(job.state != "received" for job in outing.jobs)
        tasks = say_many(" · {count} task open", " · {count} tasks open", left) if outing.jobs else ""
        lines.append(f"- {outing.number}: {head_of(outing).replace('**', '')}{tasks}")
    if len(outings) > MOST_OUTINGS:
        lines.append(say("- and {count} more: {command}", count=len(outings) - MOST_OUTINGS, command="/flyouts"))
    if not outings:
        lines.append(say("No outing is planned."))
    if notes:
        lines.append(say("Open remarks about aircraft (no tech log):"))
        lines += [f"- {n.registration}: {escape(n.text)} ({escape(n.by)})" for n in notes[:MOST_NOTES]]
        if len(notes) > MOST_NOTES:
            lines.append(say("- and {count} more: {command}", count=len(notes) - MOST_NOTES, command="/note"))
    return "\n".join(lines)
