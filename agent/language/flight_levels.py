"""Reads heights above the sea at which the wind is asked: "FL80", "3000 ft", "at 2,000, 5,000 and FL100"."""

from __future__ import annotations

from agent import regex as re
from agent.language.number_words import WORDS, spelt
from agent.language.said import Said

_BARE = re.compile(
    r"\b(?:at|@|level|altitude|in|à|auf|sur|up at)\s+(?P<n>1?\d[,.']?[05]00)\b(?!\s*(?:z\b|utc|local|lt\b|hrs|h\b|uhr|/|m\b))",
    re.IGNORECASE,
)
"""Beside winds a bare figure of hundreds is a level in feet: "winds at 3000"."""
_ALONE = re.compile(r"(?<![\w.,/:])(?P<n>1?\d[,.']?[05]00)(?![\w/:]|[.,]\d)")
_SPELT = re.compile(
    rf"\b(?:at|@|in|à|auf|sur|and|et|und|up at|levels?|altitude|over|for)\s+(?P<n>{WORDS})\b", re.IGNORECASE
)
""" "at five thousand", "in viertausend"."""
_LISTED = re.compile(
    r"(?<![\w.,/:])(?:[1-9]|1\d)[,.']?[05]00(?:\s*(?:,|/|&|and|und|et|or|oder|ou|\s)\s*(?:[1-9]|1\d)[,.']?[05]00)+(?![\w/:]|[.,]\d)",
    re.IGNORECASE,
)
""" "2000 3000 and 5000": heights, although 20:00 is a time too."""
HIGHEST_SAID = 99_900


def listed_levels(text: str) -> tuple[int, int, list[int]] | None:
    """Start, end and the feet of a list of bare heights; None where none is said."""
    match = _LISTED.search(text)
    if match is None:
        return None
    figures = re.findall(r"(?:1\d|[1-9])[,.']?[05]00", match[0])
    return match.start(), match.end(), [int(re.sub(r"\D", "", one)) for one in figures]


_HOUR = re.compile(
    r"\b(?:at|@|um|gegen|à|vers|around|about|by)\s+(?P<h>0\d|1\d|2[0-3])(?P<m>[0-5]\d)\b(?!\s*(?:ft|feet|kt|nm|m\b|/))"
)
_TOUCHES = re.compile(r"\W*(?:(?:on|am|le|den|der) )?\W*")


def hour_beside_a_day(said: Said) -> tuple[int, int, str] | None:
    """Where an hour in four figures stands beside a day, the height being told in feet: "Tuesday at 1100, 2500 ft"."""
    explicit = any(q.kind == "level" or (q.kind == "length" and q.unit == "ft") for q in said.slots.quantities)
    low = said.slots.low
    for match in _HOUR.finditer(low) if explicit else ():
        for day in said.slots.days:
            between = low[day.end : match.start()] if day.end <= match.start() else low[match.end() : day.start]
            if _TOUCHES.fullmatch(between):
                return (*match.span(), f"{match['h']}:{match['m']}")
    return None


def find_levels(said: Said, *, bare: bool = False) -> list[int]:
    """The heights in feet, in the order they were said, each once; they are noted as used.

    `bare`: heights are what is asked about, so a figure of hundreds is one without "at" or "ft" too.
    """
    found: list[tuple[int, int]] = []
    hour = hour_beside_a_day(said)
    for quantity in said.slots.quantities:
        if hour is not None and hour[0] <= quantity.start < hour[1]:
            said.take([quantity])
        elif quantity.kind == "level" or (quantity.kind == "length" and quantity.unit == "ft"):
            said.take([quantity])
            found.append((quantity.start, round(quantity.value)))
    taken = [(q.start, q.end) for q in said.slots.quantities if q.kind != "count"]
    if hour is not None:
        taken.append(hour[:2])
    text = said.slots.text
    begun = _BARE.search(text)
    patterns = [begun] if begun and not _covered(begun.start("n"), taken) else []
    patterns += [m for m in _ALONE.finditer(text) if found or begun or bare]
    for match in _SPELT.finditer(text):
        feet = spelt(match["n"].lower())
        if feet and feet % 500 == 0 and not _covered(match.start("n"), taken):
            said.take([q for q in said.slots.quantities if match.start() <= q.start < match.end()])
            said.used.add(match.span("n"))
            found.append((match.start("n"), feet))
    for match in patterns:
        if not _covered(match.start("n"), taken):
            said.used.add(match.span("n"))
            found.append((match.start("n"), int(re.sub(r"\D", "", match["n"]))))
    return list(dict.fromkeys(feet for _, feet in sorted(found) if 0 < feet <= HIGHEST_SAID))


def _covered(at: int, spans: list[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)
