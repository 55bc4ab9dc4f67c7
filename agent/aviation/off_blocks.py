"""The latest off blocks of a flight by day: each limit at either end, less the flight and a margin, as a sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

MARGIN = timedelta(minutes=30)
"""Kept before a limit unless the pilot sets another."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Something that must not be passed: sunset, the beginning of legal night, a closing hour.

    `on_arrival`: the flight must have ended by then, so its time is taken off as well as the margin.
    """

    name: str
    at: datetime
    on_arrival: bool


@dataclass(frozen=True, slots=True)
class OffBlocks:
    """The latest off blocks and the limit that sets it: `limit.at` less `flight` (on arrival) less `margin`."""

    latest: datetime
    limit: Limit
    flight: timedelta
    margin: timedelta


def latest_off_blocks(limits: Sequence[Limit], flight: timedelta, margin: timedelta = MARGIN) -> OffBlocks | None:
    """The earliest of what the limits allow; None without a limit (the midnight sun, no hours known)."""
    found = [
        OffBlocks(
            limit.at - (flight if limit.on_arrival else timedelta(0)) - margin,
            limit,
            flight if limit.on_arrival else timedelta(0),
            margin,
        )
        for limit in limits
    ]
    return min(found, key=lambda o: o.latest, default=None)
