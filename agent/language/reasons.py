"""Tells the places that a message names only as a reason: "because of the fog at Biggin", "wegen Nebel in Zürich"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.language.slots import Spot

_REASON = re.compile(
    r"\b(?:because of|due to|owing to|on account of|wegen|aufgrund|auf grund|à cause d(?:e|u|es)|a cause d(?:e|u|es)|en raison d(?:e|u|es))\b"
    r"[^.,;:?!]*?(?=[.,;:?!]|$|\b(?:to|from|nach|von|vers|pour|we|wir|on|nous)\b)"
)
"""A reason up to the end of its clause, or to where the flight is told on."""


def without_reasons(spots: Sequence[Spot], low: str) -> list[Spot]:
    """The places that are more than a reason; all where a message names no other."""
    reasons = [match.span() for match in _REASON.finditer(low)]
    kept = [spot for spot in spots if not any(a <= spot.start < b for a, b in reasons)]
    return kept if any(spot.kind != "here" for spot in kept) else [*spots]
