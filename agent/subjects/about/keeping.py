"""What is asked of what FlyFun keeps: whose passport, how long, who sees it, how it is deleted."""

from __future__ import annotations

from typing import Literal

from agent import regex as re
from agent.language.lexicon import load_lexicon
from agent.language.said import Said

Kept = Literal["all", "papers", "dates", "deleting", "seen", "reports", "where", "long"]

_I_DO = re.compile(
    r"\b(?:do|go|did|shall|should|must|can|faire|mache?n?|muss|soll) (?:i|we|ich|wir)\b|\b(?:dois|puis)-je\b|"
    r"\bje dois\b|\b(?:i|we) (?:do|must|should|need)\b"
)
""" "What do I do with my data": asked of oneself."""
_ENDS = re.compile(r"[.?!]\s+")
_FEW = 7
_NEAR = 3
_WRITTEN = 2
""" "Reports I write" are one's own."""
"""So many words may stand between "my" and what is kept."""

_AND = re.compile(r"\b(?:and|und|et)\b|\?\s*\w")
""" "Who can see it, and can I delete it": two sides are asked."""


def _sentence(said: Said, words: list[int]) -> tuple[int, int]:
    """Where the sentence of these words begins and ends: what another one names is not asked of."""
    if not words:
        return 0, len(said.slots.text)
    at = said.slots.words[words[0]].start
    ends = [match.end() for match in _ENDS.finditer(said.slots.text)]
    return max((end for end in ends if end <= at), default=0), min(
        (end for end in ends if end > at), default=len(said.slots.text)
    )


def _given_here(names: set[str]) -> bool:
    """ "Vous en faites quoi, des infos": of FlyFun and of data, whose need not be said."""
    return "whose.you" in names and "what.data" in names


def asked_of_keeping(said: Said) -> Kept | None:
    """Which side of what is kept is asked; None where nothing of it is.

    "Do you store my passport details", "who can see what I write", "how do I delete everything you know about me";
    neither "save my home base" nor "do I have to keep my passport with me in France".
    """
    found = load_lexicon(said.deps.settings.data / "language", "kept").mentions(said.slots.words)
    first, last = _sentence(said, [one.first for one in found if one.concept.startswith("does.")])
    if any(
        spot.kind not in ("unknown", "here")
        and not spot.name.casefold().startswith("here")
        and first <= spot.start < last
        for spot in said.slots.spots
    ):
        return None
    names = {one.concept for one in found}
    does = {name for name in names if name.startswith("does.")}
    if not does - {"does.long"}:
        return None
    if "does.again" in does and len(said.slots.words) <= _FEW:
        return "deleting"
    mine = [one.last for one in found if one.concept == "whose.mine"]
    own = {
        one.concept
        for one in found
        if one.concept in ("what.told", "what.of_me", "what.where")
        or (one.concept == "what.reports" and one.last - one.first >= _WRITTEN)
        or (one.concept.startswith("what.") and any(0 < one.first - last <= _NEAR for last in mine))
    }
    if "does.sees" in does:  # "what do you see of me": said of FlyFun, and all that it keeps is what it sees
        if "what.of_me" in own:
            return "all"
        names.add("whose.you")
        does.add("does.shows")
    if "does.where" in does:
        return "where"
    if (
        "does.handles" in does
        and "does.comes" not in does
        and not _I_DO.search(said.slots.low)
        and (own & {"what.told", "what.data", "what.of_me"} or _given_here(names))
    ):
        return "long" if "does.long" in does else "all"
    told = "does.deletes" in does and own & {"what.said", "what.of_me"}
    if not own or not ("whose.you" in names or "does.was" in does or told):
        return None
    if "does.deletes" in does:
        return "all" if "does.shows" in does and _AND.search(said.slots.low) else "deleting"
    if "what.papers" in own:
        return "papers"
    if "does.shows" in does and "does.keeps" not in does:
        return "reports" if "what.reports" in own else "where" if "what.where" in own else "seen"
    if "what.dates" in own:
        return "dates"
    if "what.where" in own and "does.keeps" in does:
        return "where"
    return "long" if "does.long" in does and "does.shows" not in does else "all"
