"""Reads a wind said by direction and speed: "240/18G25", "210 at 14 gusting 22", "from 310 degrees 12 knots"."""

from __future__ import annotations

import re

_KNOTS = r"(?:\s*(?:kts?|kn|knots?|knoten|n(?:œ|oe)uds?))?"
_GUST = rf"(?:\s*(?:,\s*)?(?:g|gust(?:ing|s)?(?:\s+(?:to|of))?|b[öo]e[nr]?(?: bis)?|rafales?(?: [aà])?)\s*(?P<gust>\d{{1,2}}){_KNOTS})?"
_WIND = re.compile(
    rf"(?<![\w.])(?P<from>[0-3]\d\d|vrb|variable)\s?(?:°|deg(?:rees)?|grad)?\s*(?:/|@|at|with|mit|[aà]|\s)\s*(?P<speed>\d{{1,3}})"
    rf"{_KNOTS}{_GUST}{_KNOTS}(?!\w|[.:]\d)",
    re.IGNORECASE,
)
_PACKED = re.compile(r"(?<!\w)(?P<from>[0-3]\d\d|VRB)(?P<speed>\d\d)(?:G(?P<gust>\d\d))?KT?\b", re.IGNORECASE)


def find_wind(text: str) -> tuple[int, int, str] | None:
    """Start, end and the wind as "240/18G25" ("VRB/05"); None when none is said."""
    for pattern in (_PACKED, _WIND):
        for match in pattern.finditer(text):
            direction = match["from"].upper()
            if direction.startswith("VAR"):
                direction = "VRB"
            if direction != "VRB" and not 0 <= int(direction) <= 360:
                continue
            if " " in text[match.start() : match.end()] and not re.search(
                r"/|@|\bat\b|\bwith\b|°|deg|grad|kt|kn", match[0], re.IGNORECASE
            ):
                continue
            if int(match["speed"]) > 120:
                continue
            said = direction if direction == "VRB" else f"{int(direction):03d}"
            return (
                match.start(),
                match.end(),
                f"{said}/{int(match['speed']):02d}" + (f"G{int(match['gust']):02d}" if match["gust"] else ""),
            )
    return None
