"""Finds the place that a misspelt name means: letters left out, doubled, swapped or wrong."""

from __future__ import annotations

import math
from collections.abc import Iterable

from agent.aviation.place_candidates import (
    SAME_PLACE_NM,
    Candidate,
    about_nm,
    allowed_mistakes,
    in_europe,
    same_place,
)
from agent.aviation.place_index import AIRPORT_PART, AIRPORT_WEAK, ALIAS, NICKNAME
from agent.aviation.place_lookup import NOTHING, Bearings, Lookup, Place, Resolution
from agent.aviation.place_ranking import OTHERS, lighter_if_namesake
from agent.aviation.spelling import place_key

SMALL = 50_000
CLOSE_SPELLING = 1.0
"""Two misspelt readings are both possible when this close: ten times the inhabitants, or half a mistake."""
KNOWN_ABROAD = 1_000_000
"""A name spelt wrong is taken for a place outside Europe only when so many live there."""
TAKEN_NM = 30.0
"""Readings that lie farther apart than this are asked about, not chosen from."""
NICKNAME_GAIN = 1.0
SHORT = 5
OWN_LETTERS = frozenset("øåæðþłđ")
"""Who types one of these knows how the name is spelt: Rømø is not Rome with a slip."""


def misspelt(text: str, lookup: Lookup, bearings: Bearings) -> Resolution:
    """The places whose names are spelt most alike; nothing that lies where nobody flies from here."""
    key = place_key(text)
    allowed = allowed_mistakes(key)
    if not allowed or (len(key) <= SHORT and OWN_LETTERS & set(text.casefold())):
        return NOTHING
    from rapidfuzz.distance import OSA

    scored: dict[int, tuple[float, Candidate]] = {}
    for other in lookup.index.spelt_like(key):
        if abs(len(other) - len(key)) > allowed:
            continue
        mistakes = OSA.distance(key, other, score_cutoff=allowed)
        if mistakes > allowed:
            continue
        found = [c for c in lookup.candidates(other, bearings) if c.flag != AIRPORT_WEAK]
        for c in (lighter_if_namesake(c, found) for c in found):
            if not _could_be(c, bearings):
                continue
            penalty = 1.0 if c.flag in (ALIAS, AIRPORT_PART) else -NICKNAME_GAIN if c.flag == NICKNAME else 0.0
            score = math.log10(c.weight) - 2.5 * mistakes - penalty
            if c.row not in scored or score > scored[c.row][0]:
                scored[c.row] = (score, c)
    if not scored:
        return NOTHING
    ordered = sorted(_with_fields(list(scored.values())), key=lambda pair: -pair[0])
    best_score, best = ordered[0]
    distinct = [best]
    close = 0
    for score, c in ordered[1:]:
        if not any(same_place(c, other) for other in distinct):
            distinct.append(c)
            close += score > best_score - CLOSE_SPELLING and about_nm(c.lat, c.lon, best.lat, best.lon) > TAKEN_NM
    others = tuple(lookup.place(c) for c in distinct[1 : 1 + OTHERS])
    return Resolution(lookup.place(best), others, close > 0, "fuzzy")


def or_misspelt(found: Resolution, text: str, lookup: Lookup, bearings: Bearings) -> Resolution:
    """A small town far away may be a great one nearby with a letter missing: "Montpelier"."""
    best = found.best
    if best is None or best.kind != "town" or best.population > SMALL or in_europe(best.lat, best.lon):
        return found
    if not bearings.european or _has_its_own_field(best, text, lookup, bearings):
        return found
    near = misspelt(text, lookup, bearings)
    other = near.best
    if other is None or not in_europe(other.lat, other.lon):
        return found
    if other.airport is None and other.population < 3 * best.population:
        return found
    if bearings.beside:
        return near
    return Resolution(best, (other, *found.others), True, "exact")


def _has_its_own_field(town: Place, text: str, lookup: Lookup, bearings: Bearings) -> bool:
    """Is there an airfield of that very name beside the town? Then the town is meant (Nuuk), however small."""
    fields = [c for c in lookup.candidates(place_key(text), bearings) if c.kind == "airport"]
    return any(about_nm(c.lat, c.lon, town.lat, town.lon) < SAME_PLACE_NM for c in fields)


def _could_be(candidate: Candidate, bearings: Bearings) -> bool:
    """Whether a pilot who asks from Europe may mean it although it is spelt otherwise."""
    if not bearings.european or in_europe(candidate.lat, candidate.lon) or bearings.country is not None:
        return True
    return candidate.population >= KNOWN_ABROAD or candidate.kind not in ("town", "admin", "airport")


def _with_fields(scored: list[tuple[float, Candidate]]) -> Iterable[tuple[float, Candidate]]:
    """A town gains where an airfield spelt alike lies beside it: pilots mean those more often."""
    fields = [c for _, c in scored if c.kind == "airport"]
    for score, c in scored:
        beside = any(about_nm(c.lat, c.lon, f.lat, f.lon) < SAME_PLACE_NM for f in fields if f is not c)
        yield score + (1.0 if beside else 0.0), c
