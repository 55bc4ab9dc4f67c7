"""Reads two ways to the same end: "Hangelar über Siegerland oder über Marburg nach Kassel, was ist kürzer?"."""

from __future__ import annotations

from itertools import pairwise

from agent import regex as re
from agent.language.said import Said

_OR = re.compile(
    r"[\s,;]*\b(?:or|oder|ou|soit|vs|versus)\b[\s,]*(?:bien |alors |plut[oô]t |else |eher |lieber )?(?:\w+ ){0,3}"
)
"""Between what one way lies over and what the other does."""
_WHICH = re.compile(
    r"\b(?:what|which|was|welche[rs]?|lequel|laquelle|qu'est[- ]ce qui|c'est quoi|quel(?:le)? (?:est|chemin|route))\b[^.?!]{0,25}?"
    r"\b(?:short(?:er|est)|quick(?:er|est)|longer|faster|kürzer\w*|kurzer|kürzeste\w*|länger\w*|schneller|weiter|näher|plus (?:court|courte|long|longue|rapide|vite))\b"
)


def ways_of(said: Said) -> list[list[str]]:
    """What each way lies over, two or more of them; [] where no other way is told."""
    stops = [spot for spot in said.spots if said.is_stop(spot)]
    if len(stops) < len(("one", "other")):
        return []
    ways = [[said.name(stops[0])]]
    for a, b in pairwise(stops):
        if _OR.fullmatch(said.slots.low[a.end : b.start]):
            ways.append([said.name(b)])
        else:
            ways[-1].append(said.name(b))
    if len(ways) == 1:
        return []
    said.take([*said.all_of("via", "or", "closer", "which_of_two", "narrower"), *stops])
    said.used.update(match.span() for match in _WHICH.finditer(said.slots.low))
    return ways
