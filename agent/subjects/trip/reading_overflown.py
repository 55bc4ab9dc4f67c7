"""Takes a country that is only flown over out of a trip: "across Switzerland without landing", "en survolant la Suisse"."""

from __future__ import annotations

from collections.abc import Iterator

from agent import regex as re
from agent.language.said import Said

Span = tuple[int, int]
_NOT_LANDING = re.compile(
    r"\b(?:(?:but |and )?(?:without (?:landing|stopping|a stop|touching down)|not landing|no landing|non[- ]?stop)(?: there)?|"
    r"(?:aber )?(?:ohne (?:dort )?(?:landung|zwischenlandung|zu landen|stopp)|im überflug)|"
    r"(?:mais )?sans (?:atterrir|se poser|(?:nous|m['’]y|me|y) poser|escale|atterrissage)(?: là-bas)?)\b"
)
_OVER = re.compile(
    r"\b(?:via|over|across|through|crossing|overflying|(?:with |an )*overflight of|über|ueber|quer über|durch|(?:beim |im |mit )?überflug (?:von|über)|"
    r"(?:en )?survol(?:ant|e[rz]?|ons)?(?: de)?|au[- ]dessus de|par(?: dessus)?|en traversant|à travers)\s+"
    r"(?:the |die |der |den |das |la |le |les |l['’])?$"
)
_ONLY_OVER = re.compile(r"overfl|überfl|survol|dessus")


def _overflown(said: Said) -> Iterator[Span]:
    """Where such countries stand with the words that lead to them, and what says that one does not land."""
    low = said.slots.low
    not_landing = [match.span() for match in _NOT_LANDING.finditer(low)]
    led = [
        (over.start(), spot.end, _ONLY_OVER.search(over[0]) is not None)
        for spot in said.slots.spots
        if spot.kind == "country" and not spot.is_area and (over := _OVER.search(low[: spot.start]))
    ]
    if not led or not (not_landing or any(only for *_, only in led)):
        return
    yield from ((start, end) for start, end, _ in led)
    yield from not_landing


def without_overflown(said: Said) -> Said:
    """The same flight between its fields; the country flown over is none of them."""
    parts = [*_overflown(said)]
    said.used.update(parts)
    return said.without_parts(parts)
