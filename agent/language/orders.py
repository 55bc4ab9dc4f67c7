"""The orders in which a list may be asked for, by the lexicon's names."""

from __future__ import annotations

ORDERS = (
    "longest_runway",
    "shortest_runway",
    "highest",
    "lowest",
    "nearest",
    "cheapest",
    "easiest",
)
