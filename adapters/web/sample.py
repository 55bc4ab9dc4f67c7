"""The brief on the first screen: a real answer, asked anew each day and opened by a link of its own."""

from __future__ import annotations

import asyncio
import logging
import secrets
from datetime import UTC, date, datetime, timedelta

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from adapters.protocol import NotStored
from adapters.web.api import Desk, NotHere
from adapters.web.asked import Sent
from adapters.web.plain_routes import tongue_of
from adapters.web.requests import ChatMessage, ChatRequest
from tongue import later, say, speaking

BRIEF = later("EGLD to LFAT on {day:%A %-d %b} at 10:00")
AHEAD = timedelta(days=10)
"""Further ahead than any forecast: the first screen waits for no weather service."""
SATURDAY = 5
SECONDS = 20.0
"""A first screen waits no longer for its sample."""

log = logging.getLogger(__name__)


class Sample:
    """One answer for all who open the page, by language and day; whoever reads it cannot ask on in its chat."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._made: dict[str, tuple[date, str]] = {}
        self._one = asyncio.Lock()

    async def route(self, request: Request) -> Response:
        """The name of its link in the browser's language; empty where there is none."""
        name = await self.name(tongue_of(request))
        return JSONResponse({"name": name}, headers={"cache-control": "no-store"})

    async def name(self, language: str) -> str:
        """The name of the link that opens it; empty where it could not be made."""
        async with self._one:
            today = datetime.now(UTC).date()
            made = self._made.get(language)
            if made is None or made[0] != today or await self._desk.bus.shared(made[1]) is None:
                made = (today, await self._asked(language))
                if made[1]:
                    self._made[language] = made
            return made[1]

    async def _asked(self, language: str) -> str:
        later_on = datetime.now(UTC).date() + AHEAD
        saturday = later_on + timedelta(days=(SATURDAY - later_on.weekday()) % 7)
        with speaking(language):
            question = say(BRIEF, day=saturday)
        request = ChatRequest(
            messages=[ChatMessage(role="user", content=question)],
            session_id=secrets.token_urlsafe(18),
            message_id=secrets.token_hex(8),
        )
        try:
            async with asyncio.timeout(SECONDS):
                taken = await self._desk.take(Sent(request, by_key=False))
                ends = [frame.name async for frame in self._desk.frames(taken)]
                if ends[-1:] != ["done"]:
                    return ""
                return await self._desk.bus.share(taken.message.chat, taken.message.id)
        except (NotHere, NotStored, TimeoutError) as error:
            log.info("no sample brief for the first screen: %s", type(error).__name__)
            return ""
