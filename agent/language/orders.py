"""The orders in which a list may be asked for, by the lexicon's names."""

from __future__ import annotations

from agent import regex as re

ORDERS = (
    "longest_runway",
    "shortest_runway",
    "highest",
    "lowest",
    "nearest",
    "cheapest",
    "easiest",
    "northernmost",
    "southernmost",
    "easternmost",
    "westernmost",
)

_SEA = (
    r"(?:sea|seaside|coast|coastline|beach|ocean|shore|water|mer|plage|côte|meer|strand|küste|see|nordsee|ostsee)"
)
_NEAREST_THE_SEA = re.compile(
    rf"\b(?:nearest|closest)(?: (?:air)?(?:field|port|strip|one|place|runway|aerodrome|grass strip|hard runway))?(?: is)? (?:to (?:the )?|the ){_SEA}\b"
    rf"|\b(?:(?:le|la|les) )?plus (?:proches?|près) (?:de la|de l['’]|des?|du) ?{_SEA}\b"
    rf"|\b(?:(?:am|an der|zum|zur|dem|der|vom|von der) {_SEA}(?: liegt)? am nächsten|am nächsten (?:am|an der|zum|zur|beim|bei der|vom) {_SEA}|nächste[rn]? (?:platz )?(?:am|zum|zur|an der) {_SEA})\b"
)


def nearest_the_sea(low: str) -> tuple[int, int] | None:
    """ "Which is closest to the beach": the order by the way to the sea; no field is left out for it."""
    found = _NEAREST_THE_SEA.search(low)
    return found.span() if found else None
