"""Tells pilots privately, a week and a day before an outing, which of their dates end before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import structlog

from adapters.protocol import ChannelError, Reply, Text
from bot.club.dates import PilotDates
from bot.club.dates_desk import day_of, named
from bot.keys import PersonRef
from bot.outings.outing import Outing
from bot.outings.records import Held, OutingRecords
from bot.voice import Post
from tongue import say, speaking

DAYS_BEFORE = (7, 1)
FROM_HOUR, TO_HOUR = 9, 21
"""Local time of the departure field: private news keeps the night."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Documents:
    """By the clock; each is said once, whichever process looks."""

    dates: PilotDates
    outings: OutingRecords
    post: Post
    now: Callable[[], datetime]

    async def tick(self) -> None:
        """Look at every outing that is a week or a day away."""
        for held in await self.outings.ahead(self.now(), max(DAYS_BEFORE) + 1):
            flight = held.outing.flight
            if flight is None:
                continue
            local = self.now().astimezone(flight.clock)
            left = (flight.day - local.date()).days
            if left in DAYS_BEFORE and FROM_HOUR <= local.hour < TO_HOUR:
                for person in sorted({a.member.id for a in held.outing.coming} - {""}):
                    await self._tell(held, PersonRef(held.chat.channel, held.chat.tenant, person), left)

    async def _tell(self, held: Held, person: PersonRef, left: int) -> None:
        words = await self._words(held.outing, person)
        chat = await self.dates.chat_of(person) if words else None
        if not words or chat is None:
            return
        name = f"dates-{held.outing.id}-{held.outing.schedule}-{left}-{person.id}"
        try:
            await self.post(chat, Reply((Text(words),)), name=name)
        except ChannelError as error:
            log.info("dates_not_told", why=str(error))

    async def _words(self, outing: Outing, person: PersonRef) -> str:
        flight = outing.flight
        if flight is None:
            return ""
        ends = [(k, d) for k, d in (await self.dates.of(person)).items() if d < flight.day]
        if not ends:
            return ""
        with speaking(outing.language):
            lines = [say("- {kind} ends {day}", kind=named(kind), day=day_of(day)) for kind, day in ends]
            flown = f"{flight.route}, {flight.when}"
            head = say("**{flight}**: by the dates you gave, this ends before it:", flight=flown)
        return "\n".join([head, *lines])
