"""Which currency a sign or a word names: "€", "quid", "Fränkli", "kr".

currency("quid")   # "GBP"
currency("kr")     # KRONE: whose crowns is not said
"""

from __future__ import annotations

from agent import regex as re

KRONE = "kr"
"""Crowns, of whichever country."""
KRONES = ("DKK", "NOK", "SEK", "ISK", "CZK")
_WORDS: tuple[tuple[str, str], ...] = (
    ("EUR", r"€|euros?|eur"),
    ("GBP", r"£|pounds?|quid|gbp|sterling|pfund|livres?(?: sterling)?"),
    ("CHF", r"chf|swiss francs?|francs?(?: suisses?)?|(?:schweizer )?franken|fränkli|sfr\.?"),
    ("USD", r"\$|(?:us )?dollars?|usd"),
    ("SEK", r"sek"),
    ("NOK", r"nok"),
    ("DKK", r"dkk"),
    ("ISK", r"isk"),
    ("HUF", r"huf|forints?"),
    ("RON", r"lei"),
    ("PLN", r"pln|zł|zloty|złotych"),
    ("CZK", r"czk|kč"),
    (KRONE, r"kr\.?|kron(?:or|er|en|es?)|crowns|couronnes"),
)
BEFORE = r"£|€|\$|\b(?:gbp|eur|chf|usd|sek|nok|dkk|isk|huf|pln|czk|sfr)\b\.?"
"""What stands before an amount."""
BEHIND = "|".join(words for _, words in _WORDS)
"""What stands behind one."""


def currency(sign: str) -> str:
    """The ISO code of a sign or word, `KRONE` where it is some crown, "" for none."""
    said = sign.strip().lower()
    return next((code for code, words in _WORDS if re.fullmatch(words, said, re.IGNORECASE)), "")
