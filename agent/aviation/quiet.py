"""The hours in which nobody is woken, and where a moment inside them goes: a deadline earlier, news later."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

BEFORE = timedelta(minutes=15)
"""A reminder that is moved out of the night comes so long before the quiet begins."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From `begins` to `ends` by the clock of the place, over midnight where `ends` is earlier; equal: none."""

    begins: time = time(21, 30)
    ends: time = time(7, 30)

    @classmethod
    def parse(cls, text: str) -> QuietHours:
        """ "21:30-07:30"; raises ValueError for anything else."""
        first, _, last = text.partition("-")
        return cls(time.fromisoformat(first.strip()), time.fromisoformat(last.strip()))

    def covers(self, moment: datetime, zone: ZoneInfo) -> bool:
        """Is it quiet then?"""
        clock = moment.astimezone(zone).time()
        if self.begins == self.ends:
            return False
        if self.begins < self.ends:
            return self.begins <= clock < self.ends
        return clock >= self.begins or clock < self.ends

    def earlier(self, moment: datetime, zone: ZoneInfo) -> datetime:
        """The moment, or shortly before the quiet hours that it lies in."""
        if not self.covers(moment, zone):
            return moment
        local = moment.astimezone(zone)
        day = local.date() if local.time() >= self.begins else local.date() - timedelta(days=1)
        return datetime.combine(day, self.begins, zone).astimezone(UTC) - BEFORE

    def later(self, moment: datetime, zone: ZoneInfo) -> datetime:
        """The moment, or the end of the quiet hours that it lies in."""
        if not self.covers(moment, zone):
            return moment
        local = moment.astimezone(zone)
        day = local.date() if local.time() < self.ends else local.date() + timedelta(days=1)
        return datetime.combine(day, self.ends, zone).astimezone(UTC)
