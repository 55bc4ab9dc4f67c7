"""How useful an airfield is to a visiting light aeroplane: what stands first in a list, what speaks against it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from agent import regex as re
from agent.aviation.airports import Airport, Airports, Runway
from agent.aviation.facts import Facts
from agent.aviation.field_use import SHORTEST_FT, special_use
from tongue import say

GOOD, BARE, SPECIAL, SHUT = range(4)
"""Nothing against it and a runway known; no runway known; another use or too short; not open to all comers."""
_KINDS = {"medium_airport": 0, "small_airport": 1, "large_airport": 2, "seaplane_base": 3}
_WELL_KNOWN = 8
"""Statements that make a field well documented: more say no more about its use."""
_LONG_FT = 5000


def standing(airport: Airport, airports: Airports, facts: Facts) -> int:
    """`GOOD` to `SHUT`. Whether the field takes a flight today is for its AIP page."""
    access = facts.value("access", airport.ident)
    if access in ("private", "military", "restricted"):
        return SHUT
    if access is None and (_is_military(airport) or airport.private_hint):
        return SHUT
    if special_use(airport) or airport.military_hint:  # open to all by its publication, and still an air base
        return SPECIAL
    lengths = [runway.length_ft for runway in airports.runways(airport) if not runway.closed]
    if lengths and all(length is not None and length < SHORTEST_FT for length in lengths):
        return SPECIAL
    return GOOD if lengths else BARE


def _is_military(airport: Airport) -> bool:
    """By its name; in Germany also by the beginning of its code."""
    return bool(airport.military_hint) or (airport.country == "DE" and airport.ident.startswith("ET"))


def by_usefulness(found: Iterable[Airport], airports: Airports, facts: Facts) -> list[Airport]:
    """The order of a list that no place or route gives: the more useful to a visiting light aeroplane first."""
    fields = list(found)
    weights = facts.weights([airport.ident for airport in fields])
    return sorted(fields, key=lambda airport: _usefulness(airport, weights[airport.ident], airports, facts))


def _usefulness(
    airport: Airport, weight: int, airports: Airports, facts: Facts
) -> tuple[int, int, int, float, str]:
    runway = airports.longest_runway(airport)
    length = min((runway.length_ft or 0) if runway else 0, _LONG_FT)
    return (
        standing(airport, airports, facts),
        -(min(weight, _WELL_KNOWN) // 2),
        _KINDS.get(airport.kind, 4),
        -length,
        airport.ident,
    )


def _pages_against(airport: Airport, facts: Facts) -> list[str]:
    """What a page says otherwise than the table of airfields, and whose page it is."""
    said: list[str] = []
    if facts.value("reported_closed", airport.ident) and (
        told := facts.of(airport.ident).first("reported_closed")
    ):
        day = date.fromisoformat(str(told.value))
        year, source = str(day.year), told.source.name
        said.append(say("reported closed since {day:%B} {year} by {source}", day=day, year=year, source=source))
    if facts.value("length_elsewhere", airport.ident) and (
        told := facts.of(airport.ident).first("length_elsewhere")
    ):
        said.append(say("runway {value} by {source}", value=told.value, source=told.source.name))
    return said


_ELSEWHERE = re.compile(r"(?P<idents>[\dLRC/]+) (?P<metres>\d+) m\b")


def shorter_elsewhere(airport: Airport, facts: Facts) -> dict[str, tuple[int, str]]:
    """Metres and whose word, by the runway ("10/28"), where a page tells less than the table of airfields."""
    if not facts.value("length_elsewhere", airport.ident):
        return {}
    told = facts.of(airport.ident).first("length_elsewhere")
    if told is None:
        return {}
    return {m["idents"]: (int(m["metres"]), told.source.name) for m in _ELSEWHERE.finditer(str(told.value))}


def believed_ft(runway: Runway | None, elsewhere: dict[str, tuple[int, str]]) -> int | None:
    """A runway's length in feet: the least where sources do not agree."""
    if runway is None or not runway.length_ft:
        return None
    found = elsewhere.get(f"{runway.le_ident}/{runway.he_ident}")
    return min(runway.length_ft, round(found[0] / 0.3048)) if found else runway.length_ft


def disputed(airport: Airport, facts: Facts) -> str | None:
    """What a page says otherwise than the table, in one sentence; None when none does."""
    said = _pages_against(airport, facts)
    return say("{what}: ask before you go", what=", ".join(said)) if said else None


def against(airport: Airport, facts: Facts) -> str | None:
    """What speaks against simply going there: its publication, its name, a page that contradicts the table."""
    access = facts.value("access", airport.ident)
    said: list[str] = [*barred_by_fuel(airport.ident, facts), *_pages_against(airport, facts)]
    if access == "military":
        said.append(say("military"))
    elif access in ("private", "restricted"):
        said.append(say("private use") if access == "private" else say("restricted use"))
    elif access is None and (_is_military(airport) or airport.private_hint):
        by_name = say("military by its name") if airport.military_hint else say("private by its name")
        said.append(by_name if airport.military_hint or airport.private_hint else say("military by its code"))
    if (use := special_use(airport)) and access != "military":
        said.append(say("{use} by its name", use=say(use)))
    return say("{what}: ask before you go", what=", ".join(said)) if said else None


def barred_by_fuel(ident: str, facts: Facts) -> list[str]:
    """Which aircraft may not come because of their fuel: the first sentence of each restriction, in quotes."""
    if facts.value("restriction", ident) is None:
        return []
    stated = [str(fact.value).partition(". ")[0].rstrip(".") for fact in facts.of(ident).barred_by_fuel]
    return [say("“{text}”", text=sentence) for sentence in stated]
