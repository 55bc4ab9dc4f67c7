"""Two names that are one place: a field beside its island or town, and "here" beside where one says to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from agent import regex as re
from agent.aviation.geometry import geodesic_nm
from agent.aviation.place_lookup import Place
from agent.deps import Deps
from agent.language.slots import Spot

_BESIDE = re.compile(
    r"\s*,?\s*|\s+(?:in|on|auf|aux|aus|on the|in the)(?: (?:den|der|die|the|les|la|le))?\s+", re.IGNORECASE
)
I_AM = re.compile(
    r"\b(?:i ?['’]?m|i am|we ?['’]?re|we are|je suis|on est|nous sommes|ich (?:bin|steh|stehe|sitze?|hocke)|wir (?:sind|stehen|sitzen)|"
    r"bin|stehe|standing|sitting|parked|pos[ée]e?s?)"
    r"(?: (?:just|now|still|gerade|jetzt|noch|actuellement|standing|sitting|parked|pos[ée]e?s?|currently))*"
    r" (?:in|at|on|auf|am|bei|a|à|au|aux|en|sur)(?: (?:der|dem|the|le|la|l['’]))?\s*$",
    re.IGNORECASE,
)
_ONE_FIELD_NM = 3.0
"""Between a field and the name of what it lies on."""


_CITY = 500_000
"""People of a town that is said before its fields: "Berlin-Schönhagen"."""


def are_legs(text: str, spots: Sequence[Spot], town: Spot, deps: Deps) -> bool:
    """Whether a place is one of three or more with a hyphen between each: "Bern-Grenchen-Basel" is flown so."""
    chained = [spot for spot in spots if spot.kind in ("place", "code", "iata")]
    pairs = [pair for pair in pairwise(chained) if text[pair[0].end : pair[1].start] in ("-", "–")]
    beside = any(town is a and any(b is c for c, _ in pairs) for a, b in pairs)
    last = any(town is b and any(a is d for _, d in pairs) for a, b in pairs)
    best = deps.places.resolve(town.name).best if beside or last else None
    return best is not None and best.population < _CITY


def here_told(text: str, spots: list[Spot]) -> list[Spot]:
    """ "How far is Sylt from here, I am at Flensburg": "here" is where the pilot says to be, and no place beside it."""
    here = [spot for spot in spots if spot.kind == "here" and spot.name == "here"]
    told = [spot for spot in spots if spot.kind in ("place", "code", "iata") and I_AM.search(text[: spot.start])]
    if len(here) != 1 or len(told) != 1:
        return spots
    named = replace(told[0], start=here[0].start, end=here[0].end, role=here[0].role)
    return [named if spot is here[0] else spot for spot in spots if spot is not told[0]]


def of_one_field(text: str, spots: list[Spot], deps: Deps) -> list[Spot]:
    """ "Scilly St Marys", "St Marys in Scilly": two names side by side of which one is the field on the other."""
    found: list[Spot] = []
    for spot in spots:
        last = found[-1] if found else None
        if last is not None and last.kind == "place" and spot.kind == "code" and _in_brackets(text, last, spot):
            found[-1] = replace(spot, start=last.start, role=last.role or spot.role)  # "Elbe (LIRJ)"
        elif last is not None and (field := _field_of_both(text, last, spot, deps)) is not None:
            found[-1] = replace(last, end=spot.end, name=field, kind="code", role=last.role or spot.role)
        else:
            found.append(spot)
    return found


def _in_brackets(text: str, name: Spot, code: Spot) -> bool:
    """Whether the code stands in brackets behind the name, as the code of what is named."""
    return text[name.end : code.start].strip() in ("(", "[") and text[code.end : code.end + 1] in (")", "]")


def _field_of_both(text: str, one: Spot, other: Spot, deps: Deps) -> str | None:
    """The code of the field that both name, where neither is it beyond doubt without the other."""
    if one.kind != "place" or other.kind != "place" or not _BESIDE.fullmatch(text[one.end : other.start]):
        return None
    a, b = (deps.places.resolve(spot.name).best for spot in (one, other))
    if a is None or b is None or _is_a_field_each(a, b, deps):
        return None
    for first, second in ((one, b), (other, a)):
        beside = deps.places.resolve(first.name, near=(second.lat, second.lon)).best
        code = _code_at(beside, second)
        if code is not None and (a.airport is None or b.airport is None or a.airport == b.airport):
            return code
    return None


def _is_a_field_each(one: Place, other: Place, deps: Deps) -> bool:
    """ "Sandown, Bembridge": each is the name of a field of its own."""
    fields = [place.airport or deps.places.field_called(place.name) for place in (one, other)]
    apart = {field.ident for field in fields if field is not None}
    return len(apart) > 1 and all(
        field is not None and geodesic_nm(field.lat, field.lon, place.lat, place.lon) <= _ONE_FIELD_NM
        for field, place in zip(fields, (one, other), strict=True)
    )


def _code_at(field: Place | None, place: Place) -> str | None:
    """The code of a field that lies at a place, or is what the place is called after."""
    if field is None or field.airport is None:
        return None
    same = place.airport is not None and place.airport.ident == field.airport.ident
    close = geodesic_nm(field.lat, field.lon, place.lat, place.lon) <= _ONE_FIELD_NM
    return field.airport.ident if same or close else None
