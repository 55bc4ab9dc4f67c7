"""Gives a town its capital where it is a word of another tongue: "metar nice svp", "balisage à 50 nm de tours"."""

from __future__ import annotations

import re

from agent.language.spoken import written_in

_NO_WORD_HERE = re.compile(r"(?<![\w.@/-])nice(?![\w@/-])")
"""English alone: in a French or German message it is the town."""
_LED_TO = re.compile(
    r"\b(?P<lead>(?:de|[àa]|pour|vers|depuis|entre|et|um|nach|von|bei|in|ab|über|zwischen|und) )(?P<town>tours|cork|split|bath|reading|hull)"
    r"(?![\w-])(?!\s+(?:de |moteur|par |sur ))"
)


def with_towns_capital(text: str) -> str:
    """The text with such names as names, where it is French or German as a whole."""
    if not (_NO_WORD_HERE.search(text) or _LED_TO.search(text)) or written_in(text) not in ("fr", "de"):
        return text
    text = _NO_WORD_HERE.sub("Nice", text)
    return _LED_TO.sub(lambda m: m["lead"] + m["town"].capitalize(), text)
