"""Reads the calendars of clubs again, each every half an hour, through the guarded client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import structlog

from agent.upstream.foreign import Foreign, NotRead
from bot.club.bookings import AHEAD, Bookings, NotCalendar, bookings_of
from bot.club.fleet import Craft, Fleet
from tongue import later

MOST_BYTES = 1_000_000
READING_SECONDS = 20.0
AT_ONCE = 4
KEY_LOST = later("The key that its address was sealed with is gone: an admin sets it again with /fleet.")

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Feeds:
    """Whoever reads a calendar: when it is set up, and by the clock."""

    foreign: Foreign
    now: Callable[[], datetime]

    async def bookings(self, address: str, registration: str, zone: ZoneInfo) -> Bookings:
        """What a calendar says of an aircraft. Raises `NotRead` and `NotCalendar`."""
        content = await self.foreign.read(address, most=MOST_BYTES)
        start = self.now() - timedelta(days=1)
        work = asyncio.to_thread(bookings_of, content, registration, start, start + AHEAD, zone)
        try:
            return await asyncio.wait_for(work, READING_SECONDS)
        except TimeoutError:
            raise NotCalendar(later("That calendar takes too long to read.")) from None

    async def tick(self, fleet: Fleet) -> None:
        """Read every calendar whose time has come."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(craft: Craft) -> None:
            async with gate:
                await self.again(fleet, craft)

        while due := await fleet.claim(self.now()):
            await asyncio.gather(*(one(craft) for craft in due))

    async def again(self, fleet: Fleet, craft: Craft) -> None:
        """Read one; what was read before stays where it cannot be."""
        if not craft.address:
            await fleet.failed(craft, KEY_LOST)
            return
        zone = ZoneInfo(craft.bookings.zone)
        try:
            found = await self.bookings(craft.address, craft.registration, zone)
        except (NotRead, NotCalendar) as error:
            log.info("calendar_not_read", why=error.kept)
            await fleet.failed(craft, error.kept)
        else:
            await fleet.read(craft, found, self.now())
