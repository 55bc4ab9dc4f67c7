"""The airports nearer than the first of a list of which it is only not known whether they have what is asked."""

from __future__ import annotations

from collections.abc import Sequence

from agent.aviation.airports import Near
from agent.aviation.visiting import GOOD, standing
from agent.deps import Deps
from agent.subjects.finding.filters import Filters, check

_NAMED = 3
_OF_SOME_SIZE = ("medium_airport", "large_airport")
"""A strip of a farm has hardly what is asked of an airport; an airport may."""


def nearer_unknown(around: Sequence[Near], first: Near, filters: Filters, deps: Deps) -> tuple[str, ...]:
    """ "EGSC Cambridge 7 nm": those before `first`, by distance, at most three."""
    wanted = {name: value for name, value in filters if value is not None and name != "max_landing_fee_currency"}
    found: list[str] = []
    for near in sorted(around, key=lambda one: one.distance_nm):
        if near.distance_nm >= first.distance_nm or len(found) == _NAMED:
            break
        airport = near.airport
        if airport.kind not in _OF_SOME_SIZE or standing(airport, deps.airports, deps.facts) != GOOD:
            continue
        verdicts = {check(airport, name, value, filters, deps) for name, value in wanted.items()}
        if None in verdicts and False not in verdicts:
            found.append(f"{airport.ident} {airport.short_name} {near.distance_nm:.0f} nm")
    return tuple(found)
