"""Reads how a list shall be ordered: "the longest runway", "the highest airfield", "nearest first"."""

from __future__ import annotations

import re

_AIRFIELD = (
    r"(?:airports?|airfields?|aerodromes?|fields?|strips?|aéroports?|aérodromes?|terrains?|"
    r"flugpl[aä]tze?n?|flughäfen|flughafen)"
)
_RUNWAY = r"(?:runways?|pistes?|(?:lande|start)?bahn(?:en)?)"
_KIND = rf"(?:{_RUNWAY}|{_AIRFIELD})"
_LONGEST = r"(?:longest|biggest|largest|greatest|längste\w*|größte\w*|plus (?:longue?s?|grande?s?))"
_SHORTEST = r"(?:shortest|smallest|kürzeste\w*|kleinste\w*|plus (?:courte?s?|petite?s?))"
_HIGHEST = r"(?:highest|höchst\w*|plus (?:haute?s?|élevée?s?))"
_LOWEST = r"(?:lowest|tiefst\w*|plus (?:basse?s?|bas))"


def _most(words: str, what: str) -> re.Pattern[str]:
    """ "the longest hard runway", "la piste la plus longue", "the runway with the greatest length" """
    return re.compile(
        rf"\b{words}\W+(?:\w+\W+)?{what}\b|\b{what} (?:les?|la) {words}\b|"
        rf"\b{what}\b[^.?]{{0,25}}\b{words} length\b"
    )


_SUPERLATIVES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("longest_runway", _most(_LONGEST, _KIND)),
    ("shortest_runway", _most(_SHORTEST, _KIND)),
    ("highest", _most(_HIGHEST, rf"(?:{_AIRFIELD}|elevation|altitude)")),
    ("lowest", _most(_LOWEST, rf"(?:{_AIRFIELD}|elevation|altitude)")),
)


def superlative(low: str) -> str | None:
    """The order that "the longest runway", "the highest airfield" asks for."""
    return next((name for name, pattern in _SUPERLATIVES if pattern.search(low)), None)


def order(low: str) -> str | None:
    """How the list shall be ordered, when that is said."""
    if (extreme := superlative(low)) is not None:
        return extreme
    if re.search(
        (
            r"\b(?:nearest|closest|shortest distance) (?:ones? )?first\b|\b(?:sort\w*|order\w*|"
            r"rank\w*) by distance\b|\bby distance\b|\bnach entfernung\b|\b(?:par|selon la) "
            r"distance\b|\bnächste zuerst\b|\bplus proches? d'abord\b"
        ),
        low,
    ):
        return "distance"
    if re.search(
        (
            r"\b(?:best documented|most (?:facts|data|information|info)|facts|best known|most known) "
            r"?(?:first|known)?\b(?! (?:about|on|for|of)\b)|\bby (?:facts|known facts|data)\b"
        ),
        low,
    ):
        return "facts"
    return None
