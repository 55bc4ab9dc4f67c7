"""Finds airfields by a name: those that bear it where it is meant to be first, else those beside the place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.aviation.airports import Airport, Match
from agent.aviation.geometry import geodesic_nm
from agent.aviation.places import Place
from agent.language.slot_words import ABBREVIATIONS, NOT_CODES
from agent.locate import Located, describe, locate
from agent.registry import ToolContext

NEAR_NAME = 0.84
"""Under this a name is not even a misspelt one."""
SURE_NAME = 0.93
"""A name found with less may as well be a misspelt country."""
RELATED = 0.05
"""How much less than the best a name may fit and still be shown beside it."""
RELATED_TO_TYPO = 0.1
"""The same beside a best that is itself misspelt."""
AREAS = {"admin", "region", "lake", "island", "mountains", "coast"}
AT_NM = 30.0
"""An airfield this close to a place is the place's."""


@dataclass(frozen=True)
class Named:
    """Airfields found by name. `typo`: the name is spelt otherwise; `beside`: none bears it, these lie near it."""

    airports: tuple[Airport, ...]
    typo: bool = False
    beside: str | None = None


def named(query: str, context: ToolContext) -> Named:
    """The airfields called so; where the name is a place's, those at the place come first."""
    deps = context.deps
    if is_word(query):
        return Named(())
    matches = deps.airports.search(query, limit=25)
    best = max((match.score for match in matches), default=0.0)
    typo = best < SURE_NAME
    lost = best < NEAR_NAME or (typo and deps.countries.closest(query) is not None)
    found = () if lost else tuple(_related(matches))
    located = locate(query, context, snap=True)
    if not isinstance(located, Located) or located.place.kind in AREAS or located.readings:
        return Named(found, typo)
    return _where_it_is_meant(found, typo, located, context)


def is_word(query: str) -> bool:
    """Whether a query is a word or abbreviation of pilots, which no field is called: "METAR", "HELLO"."""
    return query.upper() in ABBREVIATIONS | NOT_CODES


def _where_it_is_meant(found: tuple[Airport, ...], typo: bool, located: Located, context: ToolContext) -> Named:
    place = located.place
    if context.deps.places.resolve(located.asked).matched != "exact":
        return Named(found, typo)
    field = located.airport
    if field is not None and any(_at(airport, place) for airport in found):
        rest = sorted((a for a in found if a is not field), key=lambda a: not _at(a, place))
        first = (field,) if field in found or context.deps.places.is_nickname(located.asked) else ()
        return Named((*first, *rest))
    if field is None or not _at(field, place):
        return Named(found, typo)
    return Named((field, *located.others), beside=describe(place, context))


def _at(airport: Airport, place: Place) -> bool:
    return geodesic_nm(airport.lat, airport.lon, place.lat, place.lon) <= AT_NM


def _related(matches: Sequence[Match]) -> list[Airport]:
    """The best match by name and those that fit about as well: not all that shares some letters."""
    best = max((match.score for match in matches), default=0.0)
    least = best - (RELATED if best >= SURE_NAME else RELATED_TO_TYPO)
    return [match.airport for match in matches if match.score >= least]
