"""Questions that are only named, one after the other, of one airfield: "LOWI: notams, metar and the fee"."""

from __future__ import annotations

from collections.abc import Iterable

from agent import regex as re
from agent.language.said import Said
from agent.registry import Reads

_JOINT = re.compile(
    r"\s*(?:[,;:?!+&\n]|(?<!\d)/(?!\d))+(?:\s*(?:and|und|et|plus|also|then|auch|aussi|puis)\b)?\s*|\s+(?:and|und|et|plus|as well as|also|sowie|puis)\s+|(?<=\w)\.\s+",
    re.IGNORECASE,
)
_COSTS = re.compile(r"\b(?:prices?|costs?|litres?|liters?|prix|preise?|kostet|coûte)\b", re.IGNORECASE)
"""Beside a fuel these ask what it costs, which is no fact of the field."""
WIND_TOLD = re.compile(r"\b[0-3]\d0\s?(?:/|at|mit|with|on)?\s?\d", re.IGNORECASE)
LONGEST, LONGEST_BEHIND_A_STOP = 9, 3
"""Words of one such question: "is it easy to get a taxi into town"; behind a full stop others tell a story."""


def listed(said: Said, readings: Iterable[Reads]) -> list[tuple[str, str]]:
    """The tools that a message names one by one, each with the words that name it; [] where it is no such list.

    Neighbours that ask for the same tool are one question. A piece that names no tool, but for the place, is none.
    """
    if len(said.spots) > 1 or said.slots.countries or WIND_TOLD.search(said.slots.text):
        return []
    if said.spots and said.spots[0].is_area:
        return []
    tools = [known for known in readings if known.named]
    found: list[tuple[str, str]] = []
    spot = said.spots[0] if said.spots else None
    for start, end in _names_alone(said, tools) or _pieces(said.slots.text):
        mentions = {m.concept for m in said.all_of(*said.concepts) if start <= m.start and m.end <= end}
        piece = said.slots.text[start:end]
        if "crosswind" in mentions:
            mentions -= {"runway", "weather"}
        named = [known.tool for known in tools if mentions & set(known.named)]
        if not named:
            words = [w for w in said.slots.words if start <= w.start < end]
            is_place = spot is not None and start <= spot.start and spot.end <= end
            if len(words) - is_place > 2:
                return []
            continue
        if _COSTS.search(piece) and mentions & {"fuel", "avgas", "jet_a", "ul91", "mogas"}:
            return []
        tool = named[0]
        is_behind_a_stop = said.slots.text[:start].rstrip().endswith(".")
        if len(piece.split()) > (LONGEST_BEHIND_A_STOP if is_behind_a_stop else LONGEST):
            return []
        if found and found[-1][0] == tool:
            found[-1] = (tool, f"{found[-1][1]}, {piece}")
        else:
            found.append((tool, piece))
    return found if len({tool for tool, _ in found}) == len(found) > 1 else []


def _names_alone(said: Said, tools: list[Reads]) -> list[tuple[int, int]]:
    """ "METAR TAF NOTAM EGNJ": the names, where nothing is said but them and a place."""
    known = {concept for tool in tools for concept in tool.named}
    names = [(m.start, m.end) for m in said.all_of(*known)]
    taken = [*names, *((spot.start, spot.end) for spot in said.slots.spots)]
    bare = [w for w in said.slots.words if not any(a <= w.start and w.end <= b for a, b in taken)]
    return names if len(names) > 1 and not bare else []


def _pieces(text: str) -> list[tuple[int, int]]:
    ends = [(m.start(), m.end()) for m in _JOINT.finditer(text)]
    starts = [0, *(end for _, end in ends)]
    return [
        (a, b)
        for a, b in zip(starts, [*(start for start, _ in ends), len(text)], strict=True)
        if text[a:b].strip()
    ]
