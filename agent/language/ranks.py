"""The place in an order that a superlative may be asked with: "the second longest", "zweithöchster", "la 3e plus haute"."""

from __future__ import annotations

from agent import regex as re

_COMPOUND = re.compile(
    r"\b(?P<rank>zweit|dritt|viert|fünft|fuenft)-?"
    r"(?P<most>(?:läng|laeng|kürz|kuerz|höch|hoech|tief|niedrig|nächst|naech|näch|größ|groess|nördlich|südlich|östlich|westlich|"
    r"günstig|billig|einfach)\w+)\b",
    re.IGNORECASE,
)
_RANKS = {
    2: r"second|2nd|2d|zweit|zweite[nrs]?|2\.|deuxi[eè]me|seconde?|2(?:[eè]me|e|nde?)",
    3: r"third|3rd|dritt|dritte[nrs]?|3\.|troisi[eè]me|3(?:[eè]me|e)",
    4: r"fourth|4th|viert|vierte[nrs]?|4\.|quatri[eè]me|4(?:[eè]me|e)",
    5: r"fifth|5th|f(?:ü|ue)nft|f(?:ü|ue)nfte[nrs]?|5\.|cinqui[eè]me|5(?:[eè]me|e)",
}
_BEFORE = {
    rank: re.compile(rf"(?<![\w.])(?P<rank>{words})[\s-]+(?:[\w'’]+ ){{0,2}}(?:le |la |les )?$")
    for rank, words in _RANKS.items()
}
"""What stands before the superlative; in French the noun may stand between: "le deuxième terrain le plus haut"."""


def with_ranks_apart(text: str) -> str:
    """ "Zweithöchster" as "zweit höchster": the superlative is a word of its own."""
    return _COMPOUND.sub(lambda m: f"{m['rank']} {m['most']}", text)


def rank_before(low: str, at: int) -> tuple[int, tuple[int, int]] | None:
    """Which place of the order is asked by the superlative that begins at letter `at`, and where that is said."""
    for rank, before in _BEFORE.items():
        if found := before.search(low[:at]):
            return rank, found.span("rank")
    return None
