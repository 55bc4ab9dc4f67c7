"""Tells the places that are none of a flight: a reason ("because of the fog at Biggin"), what is crossed ("la Manche")."""

from __future__ import annotations

from collections.abc import Sequence

from agent import regex as re
from agent.language.slots import Spot

_REASON = re.compile(
    r"\b(?:because of|due to|owing to|on account of|wegen|aufgrund|auf grund|à cause d(?:e|u|es)|a cause d(?:e|u|es)|en raison d(?:e|u|es))\b"
    r"[^.,;:?!]*?(?=[.,;:?!]|$|\b(?:to|from|nach|von|vers|pour|we|wir|on|nous)\b)"
)
"""A reason up to the end of its clause, or to where the flight is told on."""

_CROSSING = re.compile(
    r"\b(?:travers\w*|cross(?:ing|ed|es)?|überquer\w*|across|über|over|franchi\w*|survol\w*|par[- ]dessus)\s+(?:the |la |les? |l['’]|die |den |das )?$"
)
_CROSSED = re.compile(
    r"(?:la )?manche|(?:english )?channel|ärmelkanal|alpen|alpes|alps|pyr[eé]n[eé]es|pyrenäen|(?:ø|ö|o)?resund|sund|solent|"
    r"vosges|vogesen|jura|ardennes|eifel|schwarzwald|forêt noire"
)
"""Seas and ranges that have no airfield of their name where one flies over them."""


def without_reasons(spots: Sequence[Spot], low: str) -> list[Spot]:
    """The places that are more than a reason, and none that is only crossed; all where a message names no other."""
    reasons = [match.span() for match in _REASON.finditer(low)]
    reasons += [
        (s.start, s.end) for s in spots if _CROSSED.fullmatch(s.name.lower()) and _CROSSING.search(low[: s.start])
    ]
    kept = [spot for spot in spots if not any(a <= spot.start < b for a, b in reasons)]
    return kept if any(spot.kind != "here" for spot in kept) else [*spots]
