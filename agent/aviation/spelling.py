"""The one form in which names of places are compared: "Zürich", "ZURICH", "St. Malo" and "Saint-Malo"."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from agent import regex as re
from agent.aviation.names import fold, fold_ascii

_SAINT = re.compile(r"\b(?:saint|sankt|sanct)\b")
_SAINTE = re.compile(r"\bsainte\b")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


@lru_cache(maxsize=8192)
def place_key(text: str) -> str:
    """Folded as airfields' names are, with "saint" and "sankt" written "st"."""
    key = fold_ascii(text) if text.isascii() else fold(text)
    return _SAINTE.sub("ste", _SAINT.sub("st", key)) if "sa" in key else key


def spelled_out(name: str) -> str | None:
    """The key with "ae, oe, ue, aa" where the name has "ä, ö, ü, ø, å" (Koeln, Aarhus); None without these."""
    if name.isascii():
        return None
    lowered = unicodedata.normalize("NFC", name).lower()
    out = lowered.translate(_UMLAUTS)
    return place_key(out) if out != lowered else None
