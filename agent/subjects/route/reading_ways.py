"""Reads two ways to the same end: "Hangelar über Siegerland oder über Marburg nach Kassel, was ist kürzer?"."""

from __future__ import annotations

from itertools import pairwise

from agent import regex as re
from agent.language.said import Said
from agent.language.slots import Spot

_OR = re.compile(
    r"[\s,;]*\b(?:or|oder|ou|soit|vs|versus)\b[\s,]*(?:bien |alors |plut[oô]t |else |eher |lieber )?(?:\w+ ){0,3}"
)
"""Between what one way lies over and what the other does."""
_WHICH = re.compile(
    r"\b(?:what|which|was|welche[rs]?|lequel|laquelle|qu'est[- ]ce qui|c'est quoi|quel(?:le)? (?:est|chemin|route))\b[^.?!]{0,25}?"
    r"\b(?:short(?:er|est)|quick(?:er|est)|longer|faster|kürzer\w*|kurzer|kürzeste\w*|länger\w*|schneller|weiter|näher|plus (?:court|courte|long|longue|rapide|vite))\b"
)


_STRAIGHT = r"(?:direct(?:ly|ement|e)?|straight(?: (?:there|across|through))?|non-?stop|direkt\w*|geradeaus|tout droit|en ligne directe|en direct)"
_DIRECT = re.compile(
    rf"\b{_STRAIGHT}\b[^?.!]{{0,40}}\b(?:or|oder|ou)\W+(?:via|over|par|über|ueber)\b|"
    rf"\b{_STRAIGHT}\W+(?:(?:to|nach|à|vers)\W+\S+\W+)?(?:or|oder|ou|vs\.?|versus|against|compared (?:to|with))\b|"
    rf"\b(?:or|oder|ou|vs\.?|versus|than|als|que|against|compared (?:to|with)|gegenüber|par rapport (?:au|à))\W+(?:(?:going|flying|fly|go|lieber|alors|bien|plutôt|le|the|en|au|a|der|dem|to)\W+)*{_STRAIGHT}\b"
)
""" "Direct or via Le Touquet", "longer than direct": the straight way is one of the two."""


_HOW_MUCH = re.compile(
    r"\b(?:how (?:much|many (?:extra )?miles?|far) (?:extra|longer|further|farther|more|is it extra)|wie viel (?:umweg|länger|weiter|mehr)|wieviel (?:umweg|länger|mehr)|"
    r"combien (?:de plus|en plus|de détour)|quel détour|ça rallonge de combien)\b"
)


def _direct_or(stops: list[Spot], said: Said) -> list[list[str]]:
    """The straight way and the one over the only stops, where both are told; [] otherwise."""
    match = _DIRECT.search(said.slots.low)
    if match is None or not stops:
        return []
    said.take([*said.all_of("via", "or", "closer", "which_of_two", "narrower"), *stops])
    said.used.add(match.span())
    said.used.update(found.span() for found in _HOW_MUCH.finditer(said.slots.low))
    said.used.update(found.span() for found in _WHICH.finditer(said.slots.low))
    return [[], [said.name(stop) for stop in stops]]


def ways_of(said: Said) -> list[list[str]]:
    """What each way lies over, two or more of them; [] where no other way is told."""
    stops = [spot for spot in said.spots if said.is_stop(spot)]
    if len(stops) < len(("one", "other")):
        return _direct_or(stops, said)
    ways = [[said.name(stops[0])]]
    for a, b in pairwise(stops):
        if _OR.fullmatch(said.slots.low[a.end : b.start]):
            ways.append([said.name(b)])
        else:
            ways[-1].append(said.name(b))
    if len(ways) == 1:
        return _direct_or(stops, said)
    said.take([*said.all_of("via", "or", "closer", "which_of_two", "narrower"), *stops])
    said.used.update(match.span() for match in _WHICH.finditer(said.slots.low))
    return ways
