"""What people call themselves and write beside an outing, made harmless: one short line without marks."""

from __future__ import annotations

from adapters.markdown import cleaned

_MARKS = str.maketrans(dict.fromkeys("[]<>*_~`|\\#{}@^", " "))
"""What could become a link, a mention or a style where a name stands in a sentence."""


def harmless(text: str, most: int) -> str:
    """One line of at most so many letters."""
    line = " ".join(cleaned(text[: 4 * most]).translate(_MARKS).split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"
