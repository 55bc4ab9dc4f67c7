"""Where a flight comes from, said beside a list: "fields in Brittany I can fly into from the UK"."""

from __future__ import annotations

from agent import regex as re
from agent.language.said import Said

_FROM = re.compile(
    r"\b(?:from|out of|aus|depuis|(?:venant|provenance|arriv\w+|direct(?:ement)?) (?:de|du|d['’]))\s*"
    r"(?:the |la |le |l['’]|der |dem )?$"
)
_COMING = re.compile(
    r"\b(?:fly(?:ing)? in(?:to)?|land(?:ing)?|arriv\w+|com(?:e|es|ing)|inbound|incoming|direct(?:ly)?|straight|"
    r"flights?|customs|"
    r"einfliegen|anfliegen|anflug|ankunft|ankommen\w*|landen|direkt|flüge?|flug|zoll\w*|kommend|"
    r"venant|arriv\w+|atterrir|se poser|direct(?:ement)?|vols?|douanes?|provenance)\b"
)


def without_its_start(said: Said) -> tuple[Said, bool]:
    """The question less the country a flight comes from, and whether one was said that lies beyond a border.

    With no other place named the list in hand is meant, or a place is still to be asked.
    """
    low = said.slots.low
    if any(spot.role == "to" for spot in said.slots.spots) or not _COMING.search(low):
        return said, False
    starts = [c for c in said.slots.countries if _FROM.search(low[: c.start])]
    if len(starts) != 1:
        return said, False
    start = starts[0]
    others = said.without_parts([(start.start, start.end)])
    within = {c.country.code for c in others.slots.countries} or {*others.again().countries_of_places()}
    if within == {start.country.code}:
        return said, False
    opening = _FROM.search(low[: start.start])
    said.used.add((opening.start() if opening else start.start, start.end))
    said.used.update(m.span() for m in _COMING.finditer(low))
    return others, True
