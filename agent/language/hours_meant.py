"""Reads the hour that takes back the one before it: of "départ 10h, non 11h" eleven o'clock, and no length of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent import regex as re
from agent.language.quantities import Quantity

_INSTEAD = re.compile(
    r"\s*[,…]?\s*(?:\.\.\.)?\s*\b(?:no|nope|non|nein|nee?|na|sorry|pardon|enfin|plutôt|eher|rather)\b[\s,]+(?:(?:at|um|à|plutôt|rather|eher|lieber|doch)\s+)*"
    r"(?P<hour>(?P<h>[01]?\d|2[0-4])(?:\s?(?:h|uhr)\s?(?P<m>[0-5]\d)?|[:.](?P<mm>[0-5]\d))?)(?=\s*(?:[,;.?!]|$|(?:et|und|and|avec|mit|with|de|von|from|nach|to|vers)\b))",
    re.IGNORECASE,
)


def with_hours_meant(quantities: Sequence[Quantity], text: str) -> list[Quantity]:
    """The quantities, with such an hour as a time of day."""
    told = list(quantities)
    for clock in [one for one in quantities if one.kind == "clock"]:
        match = _INSTEAD.match(text, clock.end)
        if match is None or any(one.kind == "clock" and one.start < match.end() <= one.end for one in told):
            continue
        start, end = match.span("hour")
        told = [one for one in told if not (one.start < end and start < one.end)]
        value = int(match["h"]) + int(match["m"] or match["mm"] or 0) / 60
        told.append(replace(clock, start=start, end=end, value=value, text=match["hour"]))
    return sorted(told, key=lambda one: one.start)
