"""Chooses among the places of one name, and says when a pilot must be asked which is meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from agent.aviation.names import distinctive
from agent.aviation.place_candidates import (
    GREAT,
    LEAD,
    OVERTAKES,
    SAME_PLACE_NM,
    Candidate,
    about_nm,
    apart,
    as_rival,
    heavier_by_field,
    in_europe,
    same_place,
)
from agent.aviation.place_index import AIRPORT_NAME, AIRPORT_WEAK, NICKNAME, PRIMARY, SHORT
from agent.aviation.place_lookup import NOTHING, Lookup, Resolution
from agent.aviation.spelling import place_key

OTHERS = 6
NAMESAKE = 0.05
"""How much must speak for a town, beside one in closed airspace, to be meant before it: size, and what is near."""


def ranked(found: list[Candidate], lookup: Lookup, matched: Literal["exact", "fuzzy"] = "exact") -> Resolution:
    """What pilots call a field first; then own names before airfields' names before other names, unless one of
    those is far the greater place.
    """
    if not found:
        return NOTHING
    found = [lighter_if_namesake(c, found) for c in found]
    european = [c for c in found if in_europe(c.lat, c.lon)]
    found = [heavier_by_field(c, found) if c in european or not european else c for c in found]
    if nicknamed := sorted((c for c in found if c.flag == NICKNAME), key=lambda c: -c.weight):
        return _of_nickname(nicknamed, found, lookup)
    groups = (
        [c for c in found if c.flag == PRIMARY],
        [c for c in found if c.flag == AIRPORT_NAME],
        [c for c in found if c.flag not in (PRIMARY, AIRPORT_NAME)],
    )
    ordered = [c for group in groups for c in sorted(group, key=lambda c: -c.weight)]
    best = ordered[0]
    greatest = max(ordered, key=lambda c: c.weight)
    if greatest.weight > OVERTAKES * best.weight:
        best = greatest
    best = _open(_nearer(best, ordered), ordered, lookup)
    elsewhere = [c for c in ordered if not same_place(c, best)]
    rivals = [
        c
        for c in elsewhere
        if best.weight < LEAD * as_rival(c, best) and (lookup.closed(best) or not lookup.closed(c))
    ]
    if not rivals and (field := _field_of_town(best, groups[1], lookup)):
        best = field
    others = tuple(lookup.place(c) for c in apart(rivals or elsewhere)[:OTHERS])
    return Resolution(lookup.place(best), others, bool(rivals), matched)


def _nearer(best: Candidate, ordered: list[Candidate]) -> Candidate:
    """Europe before the world, also where the name is the beginning of the European one: Windsor and Eton."""
    if in_europe(best.lat, best.lon) or best.kind != "town" or best.population >= GREAT:
        return best
    european = [
        c for c in ordered if in_europe(c.lat, c.lon) and c.flag != AIRPORT_WEAK and c.weight > best.weight
    ]
    return max(european, key=lambda c: c.weight, default=best)


def _open(best: Candidate, ordered: list[Candidate], lookup: Lookup) -> Candidate:
    """Where one may fly before closed airspace, if the towns are somewhat alike: Brest in Brittany."""
    if best.kind != "town" or not lookup.closed(best):
        return best
    large = [c for c in ordered if c.kind == "town" and c.weight >= NAMESAKE * best.weight]
    return max((c for c in large if not lookup.closed(c)), key=lambda c: c.weight, default=best)


def _of_nickname(nicknamed: list[Candidate], found: list[Candidate], lookup: Lookup) -> Resolution:
    """The field, or the town or island beside it that has the same name and that the field then stands for.

    A field that bears the town's name alone and whole is meant itself, as everywhere: "Redhill".
    """
    field = nicknamed[0]
    towns = [c for c in found if c.kind != "airport" and c.flag == PRIMARY and same_place(c, field)]
    best = max(towns, key=lambda c: c.weight, default=field)
    airport = lookup.airport(field)
    if best is not field and airport is not None and best.kind == "town":
        whole = (best.row, PRIMARY) in lookup.index.find(distinctive(place_key(airport.name)))
        best = (_field_of_town(best, [field], lookup) if whole else None) or best
    elsewhere = sorted((c for c in found if not same_place(c, best)), key=lambda c: -c.weight)
    others = tuple(lookup.place(c) for c in apart(elsewhere)[:OTHERS])
    return Resolution(lookup.place(best), others, False, "exact")


def lighter_if_namesake(candidate: Candidate, found: Iterable[Candidate]) -> Candidate:
    """A county or canton called like its town steps behind the town."""
    if candidate.kind != "admin":
        return candidate
    reach = candidate.extent_nm + SAME_PLACE_NM
    for town in found:
        namesake = town.kind == "town" and town.flag in (PRIMARY, SHORT)
        if namesake and about_nm(town.lat, town.lon, candidate.lat, candidate.lon) < reach:
            return replace(candidate, weight=min(candidate.weight, town.weight) * 0.01)
    return candidate


def _field_of_town(town: Candidate, airfields: list[Candidate], lookup: Lookup) -> Candidate | None:
    """The small coded field that bears exactly the name of the town beside it: "Redhill" is EGKR."""
    if town.kind != "town":
        return None
    for field in sorted(airfields, key=lambda c: -c.weight):
        airport = lookup.airport(field)
        if (
            airport is None
            or airport.icao is None
            or about_nm(town.lat, town.lon, field.lat, field.lon) > SAME_PLACE_NM
        ):
            continue
        if airport.kind != "large_airport" and not airport.scheduled and not airport.military_hint:
            return field
    return None
