"""Sentences as hurried thumbs type them: letters swapped, left out, doubled or a key beside, small words dropped."""

from __future__ import annotations

import random

KEPT = frozenset(("Oxford", "Kent", "EGLL", "LHR", "France", "French", "Cessna", "here"))
"""What stands for a place, a country or an aircraft (`Slots.ordinary`): it is read before the sentence's meaning is."""
SMALL = frozenset(("the", "a", "an", "is", "do", "please"))
_BESIDE = {
    "a": "sq", "b": "vn", "c": "xv", "d": "sf", "e": "wr", "f": "dg", "g": "fh", "h": "gj", "i": "uo", "j": "hk", "k": "jl",
    "l": "k", "m": "n", "n": "bm", "o": "ip", "p": "o", "q": "w", "r": "et", "s": "ad", "t": "ry", "u": "yi", "v": "cb",
    "w": "qe", "x": "zc", "y": "tu", "z": "x",
}  # fmt: skip
_SHORTEST = 4
"""Letters of a word that is mistyped."""


def mistyped(text: str, chance: random.Random) -> str:
    """A sentence with a mistake in about every sixth word, and now and then without capitals, marks or small words."""
    words = text.split(" ")
    for _ in range(chance.randint(1, 1 + max(1, len(words) // 6))):
        at = chance.randrange(len(words))
        if words[at] not in KEPT:
            words[at] = _mistyped_word(words[at], chance)
    manner = chance.random()
    if manner < 0.3:
        words = [word if word in KEPT else word.lower() for word in words]
    if manner > 0.6:
        words = [word.strip("?.!,") or word for word in words]
    if chance.random() < 0.3:
        words = [word for word in words if word.lower() not in SMALL or chance.random() < 0.4] or words
    return " ".join(words)


def _mistyped_word(word: str, chance: random.Random) -> str:
    if len(word) < _SHORTEST or not word.isalpha():
        return word
    at, how = chance.randrange(1, len(word) - 1), chance.random()
    if how < 0.3:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if how < 0.6:
        return word[:at] + word[at + 1 :]
    if how < 0.8:
        return word[:at] + word[at] + word[at:]
    return word[:at] + chance.choice(_BESIDE.get(word[at].lower(), word[at])) + word[at + 1 :]
