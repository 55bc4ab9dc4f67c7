"""What stands between two places of a journey, but for days, times, speeds, aircraft and people said there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from agent import regex as re
from agent.language.people import find_people
from agent.language.slots import Slots, Spot

_LEADS_TO = re.compile(r"\b(?:on|at|around|about|in an?|am|um|gegen|le|à|vers|en|mit der|mit)\s+$", re.IGNORECASE)


def gaps_between(slots: Slots, spots: Sequence[Spot]) -> list[str]:
    """The text between each place and the next; "Goodwood, 3 on board, on Saturday at 9 to Le Touquet" keeps "to"."""
    letters = list(slots.low)
    spans = [(s.start, s.end) for s in (*slots.days, *slots.quantities, *slots.crafts)]
    for start, end in spans:
        lead = _LEADS_TO.search("".join(letters[:start]))
        first = lead.start() if lead else start
        letters[first:end] = " " * (end - first)
    found = ["".join(letters[a.end : b.start]) for a, b in pairwise(spots)]
    said = [slots.low[a.end : b.start] for a, b in pairwise(spots)]
    ends = [b for _, b in pairwise(spots)]  # "at nine, home for five" is the way back, no stop
    return [
        whole if end.name == "home" else _without_people(whole, gap)
        for end, whole, gap in zip(ends, said, found, strict=True)
    ]


def _without_people(whole: str, gap: str) -> str:
    people = find_people(whole)
    return gap[: people.start] + gap[people.end :] if people else gap
