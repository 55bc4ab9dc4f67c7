"""Stops along a route, from one to the next no farther than a pilot wants to fly: "avgas every 150 nm"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from agent.aviation.airports import Along
from agent.aviation.geometry import geodesic_nm

Spot = tuple[float, float]
LOOKED_AT = 120
"""So many of the fields nearest to the track: a chain of stops hardly leaves it."""
_END = -1


@dataclass(frozen=True, slots=True)
class Stops:
    """Stops in their order and the legs between them and both ends, in nm; `longest_nm` is the longest of these,
    or, where no stops are as near together as was asked, the least that it could be.
    """

    fields: tuple[Along, ...]
    legs_nm: tuple[float, ...]
    longest_nm: float


def stops_of(kept: Sequence[Along], start: Spot, end: Spot, apart_nm: float) -> Stops:
    """The fewest stops with no leg longer than `apart_nm`, of those the shortest way."""
    fields = sorted(sorted(kept, key=lambda a: a.off_track_nm)[:LOOKED_AT], key=lambda a: a.along_track_nm)
    spots = [start, *((a.airport.lat, a.airport.lon) for a in fields), end]
    best: list[tuple[int, float, int]] = [(0, 0.0, _END)]  # legs, miles, the spot before
    gaps = [0.0]
    for at in range(1, len(spots)):
        legs = [geodesic_nm(*spots[before], *spots[at]) for before in range(at)]
        gaps.append(min(max(gaps[before], legs[before]) for before in range(at)))
        ways = [
            (best[before][0] + 1, best[before][1] + legs[before], before)
            for before in range(at)
            if legs[before] <= apart_nm and best[before][0] < len(spots)
        ]
        best.append(min(ways, default=(len(spots), 0.0, _END)))
    if best[-1][0] >= len(spots):
        return Stops((), (), gaps[-1])
    chain = [len(spots) - 1]
    while chain[-1]:
        chain.append(best[chain[-1]][2])
    chain.reverse()
    legs_nm = tuple(geodesic_nm(*spots[a], *spots[b]) for a, b in pairwise(chain))
    return Stops(tuple(fields[place - 1] for place in chain[1:-1]), legs_nm, max(legs_nm))
