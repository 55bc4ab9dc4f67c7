"""Where a message may fall into several questions."""

from __future__ import annotations

import re
from collections.abc import Iterator

_CUT = re.compile(
    r"(?<=[?!.;])\s+(?=\S)|\s*;\s*|\s*\n+\s*|\s*(?:^|(?<=\s))\d[.)]\s+|"
    r"\s*,?\s+(?:and|und|et|plus|then|also|sowie|puis|ainsi que|as well as|oh and|& |oh,? and also)\s+"
    r"(?:then\s+|also\s+|auch\s+|aussi\s+|please\s+|then,?\s+)?|"
    r"\s*,\s+(?=\S)|\s+[-–/+]\s+(?=\S)|\s+\+\s+",
    re.IGNORECASE,
)
_DANGLING = re.compile(r"^(?:and|und|et|then|also|please|plus|or|oh|ps|puis|dann|,|-|\d[.)])\s+", re.IGNORECASE)
_OPEN = re.compile(r"\b(?:between|entre|zwischen|compare|vergleiche?|comparer?)\s+[^,?.;]*$", re.IGNORECASE)
SHORTEST = 3
MOST_CUTS = 12


def cuts(text: str) -> Iterator[tuple[str, str]]:
    """Every place where a text may be cut into two, hard cuts (sentences) and soft ones ("and") alike, in order."""
    found = 0
    for match in _CUT.finditer(text):
        first, second = text[: match.start()].strip(" ,;-"), text[match.end() :].strip(" ,;-")
        second = _DANGLING.sub("", second).strip()
        if len(first) < SHORTEST or len(second) < SHORTEST or _OPEN.search(first):
            continue
        found += 1
        yield first, second
        if found >= MOST_CUTS:
            return


_ASKS_AGAIN = re.compile(
    r"(?:\b(?:and|und|et|plus|also|oh and)|[;?.!,])\s+(?:also\s+|then\s+|please\s+|auch\s+|aussi\s+)?"
    r"(?:what|which|how|do i|do we|is there|are there|can i|can we|tell me|show me|explain|where|who|when|"
    r"was|wie|welche|brauche|muss|gibt es|erklär\w*|que[l]\w*|faut-il|faut il|est-ce|combien|comment|où)\b",
    re.IGNORECASE,
)


def asks_again(text: str) -> bool:
    """Whether a second question begins inside a text: "… and what are the rules in France?"."""
    return bool(_ASKS_AGAIN.search(text))
