"""Weighs the places of one name against each other: own names, inhabitants, Europe, an airfield beside."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from agent import regex as re
from agent.aviation.place_index import AIRPORT_NAME, AIRPORT_PART, AIRPORT_WEAK, ALIAS, PRIMARY, SHORT, PlaceKind

LEAD = 9.0
"""A place is taken without asking when it outweighs every other of its name about ten times."""
FIELD_WEIGHT = 5.0
SAME_PLACE_NM = 12.0
EUROPE_BOX = (34.0, 72.0, -32.0, 32.0)
AROUND = re.compile(
    r"^(?:the|city of|town of|ville de|stadt|die|der|das|les?|la)\s+|"
    r"\s+(?:area|region|city|town|gegend|umgebung)$",
    re.IGNORECASE,
)
OVERTAKES = 30.0
"""A place so many times as great takes a name from those that bear it as their own ("Cologne" in Lombardy)."""
OUTNUMBERS, GREAT = 10.0, 500_000
"""A namesake with so many times the inhabitants is not passed over in silence; nor a great city anywhere."""
SHORTENED = 0.25
"""The beginning of a longer name counts this much against the same name in full."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row of the index that a name leads to, and what speaks for it."""

    row: int
    flag: int
    kind: PlaceKind
    lat: float
    lon: float
    extent_nm: float
    countries: tuple[str, ...]
    population: int
    weight: float


def forms(text: str) -> list[str]:
    """The text, and without what only says that it is a place ("the Dolomites", "Annecy area")."""
    forms = [text]
    bare = text
    while (shorter := AROUND.sub("", bare)) != bare and len(shorter) > 2:
        bare = shorter
        forms.append(bare)
    return forms


def splits(text: str) -> list[tuple[str, str]]:
    """(name, context) at commas or brackets, else before each of the last three words."""
    if "," in text or "(" in text:
        parts = [part.strip(" )") for part in re.split(r"[,(]", text) if part.strip(" )")]
        return [(parts[0], part) for part in reversed(parts[1:])] if len(parts) > 1 else []
    words = text.split()
    if len(words) > 2 and words[-2].lower() == "in":
        return [(" ".join(words[:-2]), words[-1])]
    return [(" ".join(words[:-n]), " ".join(words[-n:])) for n in (1, 2, 3) if n < len(words)]


def as_rival(candidate: Candidate, best: Candidate) -> float:
    """How much a place of the same name speaks against taking the best without asking."""
    towns = best.kind == candidate.kind == "town" and candidate.flag == PRIMARY
    elsewhere = in_europe(best.lat, best.lon) and not in_europe(candidate.lat, candidate.lon)
    outnumbers = towns and candidate.population >= OUTNUMBERS * max(best.population, 1)
    if outnumbers and (not elsewhere or candidate.population >= GREAT):
        return math.inf  # Boston in Lincolnshire
    if elsewhere and candidate.population < GREAT:
        return 0.0  # Europe before the world: Windsor, Worcester
    if best.flag in (SHORT, ALIAS, AIRPORT_PART, AIRPORT_WEAK) or candidate.flag == PRIMARY:
        return candidate.weight
    if candidate.flag == SHORT:
        return candidate.weight * SHORTENED
    return candidate.weight if candidate.flag == AIRPORT_NAME == best.flag else 0.0


def allowed_mistakes(key: str) -> int:
    letters = len(key)
    return 0 if letters < 4 else 1 if letters < 7 else 2 if letters < 13 else 3


def heavier_by_field(candidate: Candidate, found: list[Candidate]) -> Candidate:
    """Of towns of one name pilots mean the one whose airfield bears it too: Shoreham on the coast."""
    if candidate.kind != "town":
        return candidate
    fields = (c for c in found if c.kind == "airport" and c.flag in (AIRPORT_NAME, AIRPORT_PART))
    if any(about_nm(c.lat, c.lon, candidate.lat, candidate.lon) < SAME_PLACE_NM for c in fields):
        return replace(candidate, weight=candidate.weight * FIELD_WEIGHT)
    return candidate


def apart(candidates: list[Candidate]) -> list[Candidate]:
    """The first of each place."""
    distinct: list[Candidate] = []
    for c in candidates:
        if not any(same_place(c, other) for other in distinct):
            distinct.append(c)
    return distinct


def same_place(a: Candidate, b: Candidate) -> bool:
    if "country" in (a.kind, b.kind) and a.countries == b.countries:
        return True  # Scotland is a region, and one of the United Kingdom's names
    reach = max(SAME_PLACE_NM, a.extent_nm, b.extent_nm)
    return about_nm(a.lat, a.lon, b.lat, b.lon) < reach


def in_europe(lat: float, lon: float) -> bool:
    south, north, west, east = EUROPE_BOX
    return south < lat < north and west < lon < east


def about_nm(lat1: float, lon1: float, lat2: float, lon2: float) -> float:
    """Great-circle distance on a sphere: enough to rank by."""
    a, b = math.radians(lat1), math.radians(lat2)
    h = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * math.sin(math.radians(lon2 - lon1) / 2) ** 2
    return 2 * 3440.065 * math.asin(min(1.0, math.sqrt(h)))
