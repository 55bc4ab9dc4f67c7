"""Reduces names to plain lower-case letters, so that "Köln", "KOELN" and a typo of it can be compared."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from zlib import crc32

from agent import regex as re

_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "o", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ł": "l", "Ł": "l", "đ": "d"}
    | {"Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i", "’": "'", "‘": "'", "`": "'"}
)
_WORDS = re.compile(r"[^\W_]+")
_APART = {code: " " for code in range(128) if not chr(code).isalnum()}
_ELISION = re.compile(r"\b([dl])'(?=\w)")

_GENERIC = (
    "airport airports airfield airfields aerodrome airstrip airpark aero aeroport aeroporto aeropuerto "
    "aerodromo flughafen flugplatz verkehrslandeplatz sonderlandeplatz lufthavn flygplats flyplass flyveplads "
    "vliegveld luchthaven letiste lotnisko letisko repuloter aeroclub aerodrom lentokentta lentoasema "
    "havaalani havalimani international intl regional municipal local field strip landing glider "
    "aviosuperficie campo volo de du des di da do of the"
)
GENERIC_WORDS = frozenset(_GENERIC.split())
"""Words that say "airfield" and tell none from another; ignored unless nothing else is left."""

GRAM_BITS = 16


def clean_code(text: str) -> str:
    """A code as typed, made plain: full-width letters narrowed, invisible marks and spaces dropped, upper case."""
    if text.isascii() and text.isalnum():
        return text.upper()
    narrow = unicodedata.normalize("NFKC", text)
    return "".join(letter for letter in narrow if letter.isalnum() or letter == "-").upper()


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Lower-case letters and digits without accents, words apart by one space."""
    if text.isascii():  # an index has half a million names, most of them plain
        return fold_ascii(text)
    plain = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter)).lower()
    return " ".join(_WORDS.findall(_ELISION.sub(r"\1", plain)))


def fold_ascii(text: str) -> str:
    """What `fold` gives for a text of plain letters, sooner."""
    plain = text.lower()
    if "'" in plain or "`" in plain:
        plain = _ELISION.sub(r"\1", plain.replace("`", "'"))
    return " ".join(plain.translate(_APART).split())


def distinctive(folded: str) -> str:
    """A folded name without the words that every airfield's name has."""
    return " ".join(word for word in folded.split() if word not in GENERIC_WORDS) or folded


def grams(folded: str) -> Iterator[int]:
    """Trigrams as 16-bit numbers: of each word with its edges, and across words as if they were joined."""
    for word in folded.split():
        edged = f" {word} "
        for i in range(len(edged) - 2):
            yield gram(edged[i : i + 3])
    if " " in folded:
        yield from grams_across(folded.split())


def grams_across(words: list[str]) -> Iterator[int]:
    """The trigrams of words as if they were joined."""
    joined = "".join(words)
    for i in range(len(joined) - 2):
        yield gram(joined[i : i + 3])


@lru_cache(maxsize=1 << 13)
def gram(letters: str) -> int:
    """A trigram's number; different trigrams may rarely share one, which only adds a candidate."""
    return crc32(letters.encode()) & ((1 << GRAM_BITS) - 1)
