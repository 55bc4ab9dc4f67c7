"""Gives a town its capital where it is a word of another tongue: "metar nice svp", "balisage à 50 nm de tours"."""

from __future__ import annotations

from agent import regex as re
from agent.language.spoken import written_in

_NO_WORD_HERE = re.compile(r"(?<![\w.@/-])(?:nice|gap)(?![\w@/-])")
"""English alone: in a French or German message they are the towns."""
_LED_TO = re.compile(
    r"\b(?P<lead>(?:de|[àa]|pour|vers|depuis|entre|et|um|nach|von|bei|in|ab|über|zwischen|und) )(?P<town>tours|cork|split|bath|reading|hull)"
    r"(?![\w-])(?!\s+(?:de |moteur|par |sur ))"
)
_FROM_OR_TO = re.compile(
    r"\b(?P<lead>(?:from|to|at|near|via|into|out of|leave|leaves|leaving|left|for|in|reach|depuis|vers|[àa]|de|pour|quitte[rz]?|quittons|quittant) )(?P<town>bergen|essen|halle|singen)"
    r"(?![\w-])"
)
"""German words that are towns, in a message of another tongue: "we'd leave bergen at 10"."""
_TOWN = "gap|nice|tours|cork|split|bath|hull|metz|sion|lens|pau|albi|auch|agen|caen|laon|thun|chur"
_IN_A_CHAIN = re.compile(
    rf"(?P<lead>\w\s*[-–—→>]+\s*(?:\w[\w' ]+?\s*[-–—→>]+\s*)+)(?P<town>{_TOWN}|bergen|essen|halle|singen)(?=\s*(?:[-–—→>,;:?!.(]|$))",
    re.IGNORECASE,
)
"""Behind two names or more with dashes between them, in any tongue: "lasbordes - castres - millau - gap"."""
_END_OF_A_WAY = re.compile(
    rf"(?P<lead>^\W*(?:distances?|route|trajet|entfernung|strecke|flugzeit|temps de vol|flight time)(?: (?:from|de|von|entre|between|zwischen))?"
    rf" [\w'-]+(?: [\w'-]+)?(?: | ?[-–—→>]+ ?))(?P<town>{_TOWN})(?=\s*(?:[,;:?!.(]|$|(?:à|a|at|mit|bei|with|avec|en)\s))",
    re.IGNORECASE,
)
"""The second of two names that alone stand behind such a word: "distance millau gap"."""

_BEFORE_AN_ARROW = re.compile(
    rf"(?P<lead>(?:^|[\s,;:(]))(?P<town>{_TOWN})(?=(?:\s*(?:→|-+>|=>)\s*|>)\w)", re.IGNORECASE
)
"""The first of two names with an arrow between them: "nice→ams"."""


def with_towns_before_arrows(text: str) -> str:
    """The text, its arrows not yet words, with the towns before them as names."""
    return _BEFORE_AN_ARROW.sub(lambda m: m["lead"] + m["town"].capitalize(), text)


def with_towns_capital(text: str) -> str:
    """The text with such names as names: the ends of chains in any tongue, others where it is French or German as a whole."""
    if _FROM_OR_TO.search(text) and written_in(text) != "de":
        text = _FROM_OR_TO.sub(lambda m: m["lead"] + m["town"].capitalize(), text)
    for ways in (_IN_A_CHAIN, _END_OF_A_WAY):
        text = ways.sub(lambda m: m["lead"] + m["town"].capitalize(), text)
    if not (_NO_WORD_HERE.search(text) or _LED_TO.search(text)) or written_in(text) not in ("fr", "de"):
        return text
    text = _NO_WORD_HERE.sub(lambda m: m[0].capitalize(), text)
    return _LED_TO.sub(lambda m: m["lead"] + m["town"].capitalize(), text)
