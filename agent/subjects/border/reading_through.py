"""Reads a flight out of one country into another over a field of a third: "from England to Yverdon, is Le Touquet enough?"."""

from __future__ import annotations

from agent.language.ends import country_of
from agent.language.nationality import of_credentials, of_people
from agent.language.said import Said
from agent.language.slots import Spot


def of_somebody(said: Said) -> list[Spot]:
    """Countries that are only those of people or papers: "with my UK friend to Guernsey"."""
    low = said.slots.low
    theirs = {c.start for c in said.slots.countries if of_people(c, low) or of_credentials(c, low)}
    return [s for s in said.slots.spots if s.kind == "country" and s.start in theirs]


def through_a_field(said: Said) -> list[str]:
    """The country left, the field between and the goal, each in another country; none where a message says no such way.

    Each of the two borders is one of its own, and what clears at the field between does not clear at the goal.
    """
    away = of_somebody(said)
    spots = [s for s in said.slots.spots if s not in away]
    left = [s for s in spots if s.kind == "country" and s.role == "from"]
    goals = [s for s in spots if s.role == "to"]
    between = [s for s in spots if s.kind in ("code", "iata", "place") and s not in (*left, *goals)]
    if not len(left) == len(goals) == len(between) == 1 or between[0].role == "from":
        return []
    ends = (*left, *between, *goals)
    codes = [s.country or country_of(said.name(s), said.deps) for s in ends]
    start = said.deps.countries.get(codes[0] or "")
    if None in codes or len({*codes}) < len(codes) or start is None:
        return []
    return [start.name, said.name(between[0]), said.name(goals[0])]
