"""What is asked of what FlyFun keeps: whose passport, how long, who sees it, how it is deleted."""

from __future__ import annotations

import re
from typing import Literal

from agent.language.lexicon import load_lexicon
from agent.language.said import Said

Kept = Literal["all", "papers", "dates", "deleting", "seen", "reports", "where", "long"]

_FEW = 7
_NEAR = 3
_WRITTEN = 2
""" "Reports I write" are one's own."""
"""So many words may stand between "my" and what is kept."""

_AND = re.compile(r"\b(?:and|und|et)\b|\?\s*\w")
""" "Who can see it, and can I delete it": two sides are asked."""


def asked_of_keeping(said: Said) -> Kept | None:
    """Which side of what is kept is asked; None where nothing of it is.

    "Do you store my passport details", "who can see what I write", "how do I delete everything you know about me";
    neither "save my home base" nor "do I have to keep my passport with me in France".
    """
    if any(
        spot.kind not in ("unknown", "here") and not spot.name.casefold().startswith("here")
        for spot in said.slots.spots
    ):
        return None
    found = load_lexicon(said.deps.settings.data / "language", "kept").mentions(said.slots.words)
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
