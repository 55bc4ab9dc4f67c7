"""Where a message may fall into several questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import log

_CUT = re.compile(
    r"(?<=[?!.;])\s+(?=\S)|\s*;\s*|\s*\n+\s*|\s*(?:^|(?<=\s))\d[.)]\s+|"
    r"\s*,?\s+(?:and|und|et|plus|then|also|sowie|puis|ainsi que|as well as|oh and|& |oh,? and also)\s+"
    r"(?:then\s+|also\s+|auch\s+|aussi\s+|please\s+|then,?\s+)?|"
    r"\s*,\s+(?=\S)|\s+[-–/+]\s+(?=\S)|(?<=[a-z]{3})/(?=[a-z]{3})|\s+\+\s+",
    re.IGNORECASE,
)
_DANGLING = re.compile(r"^(?:and|und|et|then|also|please|plus|or|oh|ps|puis|dann|,|-|\d[.)])\s+", re.IGNORECASE)
_OPEN = re.compile(
    r"\b(?:between|entre|zwischen|compare|vergleiche?|comparer?)\s+(?:(?!\b(?:and|und|et|with)\b)[^,?.;])*$",
    re.IGNORECASE,
)
"""Two things are named after it, of which only one is said so far."""
SHORTEST = 3
"""Letters of a part."""
MOST_CUTS = 6
LONG, MOST_CUTS_IF_LONG = 300, 4
"""A message of more letters is cut between its sentences alone: every part that is tried costs its reading."""
MOST_PARTS = 4
PER_PART = 0.35
"""What one part more costs, as a logarithm: a message is not cut where it need not be."""


def segmentations(
    text: str, stands: Callable[[str], float], uncut: Sequence[tuple[int, int]] = ()
) -> list[tuple[str, ...]]:
    """The best ways to cut a text into two, into three and into four, best first.

    `stands` says how likely a part is a question of its own (0 to 1); sentences and "and" are cut alike.
    No cut is made inside the spans of `uncut`.
    """
    inner = [gap for gap in _gaps(text) if not any(a <= gap[0] and gap[1] <= b for a, b in uncut)]
    gaps = [(0, 0), *inner, (len(text), len(text))]
    found: dict[tuple[int, int], tuple[str, float]] = {}
    for i, j in combinations(range(len(gaps)), 2):
        part = _DANGLING.sub("", text[gaps[i][1] : gaps[j][0]].strip(" ,;-")).strip()
        if len(part) >= SHORTEST and (i, j) != (0, len(gaps) - 1):
            found[i, j] = part, log(max(stands(part), 1e-4)) - PER_PART
    best: list[tuple[float, tuple[str, ...]]] = []
    for count in range(2, min(MOST_PARTS, len(gaps) - 1) + 1):
        ways = [
            [(a, b) for a, b in pairwise((0, *inner, len(gaps) - 1))]
            for inner in combinations(range(1, len(gaps) - 1), count - 1)
        ]
        whole = [way for way in ways if all(span in found for span in way)]
        if whole:
            way = max(whole, key=lambda way: sum(found[span][1] for span in way))
            best.append((sum(found[span][1] for span in way), tuple(found[span][0] for span in way)))
    return [parts for _, parts in sorted(best, key=lambda one: -one[0])]


def _gaps(text: str) -> list[tuple[int, int]]:
    """What stands between two parts, hard cuts (sentences) and soft ones ("and") alike."""
    gaps = [m.span() for m in _CUT.finditer(text) if m.start() >= SHORTEST and len(text) - m.end() >= SHORTEST]
    if len(text) > LONG:
        gaps = [(a, b) for a, b in gaps if text[a - 1] in ".?!;" or "\n" in text[a:b]]
    open_ = [span for span in gaps if not _OPEN.search(text[: span[0]])]
    return open_[: MOST_CUTS if len(text) <= LONG else MOST_CUTS_IF_LONG]


_ASKING = (
    r"(?:what|which|how|do i|do we|is there|are there|can i|can we|tell me|show me|explain|where|who|when|"
    r"was|wie|welche|brauche|muss|gibt es|erklär\w*|que[l]\w*|faut-il|faut il|est-ce|combien|comment|où)\b"
)
_ASKS_AGAIN = re.compile(
    r"(?:\b(?:and|und|et|plus|also|oh and)|[;?.!,])\s+(?:also\s+|then\s+|please\s+|auch\s+|aussi\s+)?" + _ASKING,
    re.IGNORECASE,
)
_ASKS = re.compile(
    rf"(?:{_ASKING}|(?:is|are|does|do|did|may|must|should|would|will|darf|kann|hat|ist|sind|peut-on|y a-t-il)\b).*\w",
    re.IGNORECASE,
)


def asks(text: str) -> bool:
    """Whether a part is a question by its first word or its mark."""
    return text.rstrip().endswith("?") or _ASKS.match(text) is not None


def asks_again(text: str) -> bool:
    """Whether a second question begins inside a text: "… and what are the rules in France?"."""
    return bool(_ASKS_AGAIN.search(text))


_TWO_MARKS = re.compile(r"\w[^?]*\?+\s+(?:[^\s?]+\s+){2,}[^\s?]+\s*\?")
"""Two sentences that end with a question mark, the second of three words or more."""


def has_two_marks(text: str) -> bool:
    """Whether two sentences of some length end with a question mark."""
    return bool(_TWO_MARKS.search(text))
