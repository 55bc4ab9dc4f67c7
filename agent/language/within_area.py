"""Which of several namesakes a place is, by the area that the same message names: "Newport, Isle of Wight"."""

from __future__ import annotations

from dataclasses import replace

from agent import regex as re
from agent.aviation.geometry import geodesic_nm
from agent.aviation.names import fold
from agent.aviation.place_lookup import Place
from agent.deps import Deps
from agent.language.slots import Spot

_LIES_IN = re.compile(r",? (?:in|on|im|auf|dans|en|à)(?: the| der| dem| le| la| l['’])? ?", re.IGNORECASE)
_COMMA = re.compile(r", ?")
_ASKED_OF_IT = re.compile(r"\b(?:is|lies|liegt|ist|est|se trouve)\s+$", re.IGNORECASE)
""" "Is Popham in Hampshire": whether it lies there, and not which Popham."""
_ANOTHER_NM = 25.0
"""A namesake so far away is another place."""
_OVERSEAS_NM = 500.0
"""A country named behind a place tells its namesake only so far away: "Saint-Denis à la Réunion"."""


def within_their_areas(text: str, spots: list[Spot], deps: Deps) -> list[Spot]:
    """The spots, in order; a town with namesakes is the one that lies in the area named behind it, or told by "in".

    "In Kent near Canterbury" keeps its county, which is where the fields may lie.
    """
    areas = [s for s in spots if _is_area(s, deps)]
    countries = [s for s in spots if s.kind == "country" and s not in areas]
    circled = [s for s in areas if s.role == "in"]
    found, dropped = list[Spot](), list[Spot]()
    for spot in spots:
        if spot in dropped:
            continue
        if spot.kind != "place" or "," in spot.name or _ASKED_OF_IT.search(text[: spot.start]):
            found.append(spot)
            continue
        behind = next((a for a in (*areas, *countries) if a.start > spot.start), None)
        gap = text[spot.end : behind.start] if behind is not None else ""
        behind = behind if _LIES_IN.fullmatch(gap) or _COMMA.fullmatch(gap) else None
        is_listed = spot.role in ("in", "comma", "and")  # "in Bavaria, Saxony and Thuringia"
        told = behind or (circled[0] if len(circled) == 1 and not is_listed else None)
        other = told is not None and fold(told.name) != fold(spot.name)
        inside = _inside(spot.name, told, deps) if told is not None and other else None
        if inside is None:
            found.append(spot)
        elif behind is None:
            found.append(replace(spot, name=inside))
        elif inside != spot.name or _LIES_IN.fullmatch(gap):
            dropped.append(behind)
            found.append(replace(spot, end=behind.end, name=inside))
        else:
            found.append(spot)
    return found


def _is_area(spot: Spot, deps: Deps) -> bool:
    """A county, a Land, an island or a country within a country: "Kent", "Isle of Wight", "Wales"."""
    if spot.kind not in ("place", "country"):
        return False
    return deps.areas.find(spot.name) is not None or deps.places.is_area(spot.name)


def _inside(name: str, area: Spot, deps: Deps) -> str | None:
    """The place that lies in the area: by its name alone where that is no other place; None for none or several."""
    country = deps.countries.get(area.country or "") if not _is_area(area, deps) else None
    told = f"{name}, {country.name if country else area.name}"
    inside, alone = deps.places.resolve(told), deps.places.resolve(name)
    if inside.best is None or inside.matched != "exact" or inside.ambiguous:
        return _longer_name(name, area, alone.best, deps)
    if country is not None and (alone.best is None or _apart(inside.best, alone.best) < _OVERSEAS_NM):
        return None  # "near Strasbourg in Germany": the fields' country
    if alone.best is not None and not alone.ambiguous:
        return told if _apart(inside.best, alone.best) > _ANOTHER_NM else name
    return told


def _longer_name(name: str, area: Spot, alone: Place | None, deps: Deps) -> str | None:
    """ "Bury in Suffolk": Bury St Edmunds, where the town of just that name lies elsewhere."""
    if area.kind == "country" or alone is None or alone.airport is not None:
        return None
    within = deps.places.resolve(area.name).best
    if within is None or _apart(within, alone) <= within.extent_nm + _ANOTHER_NM:
        return None
    longer = deps.places.longer_name_in(name, area.name)
    return f"{longer.name}, {area.name}" if longer is not None else None


def _apart(one: Place, other: Place) -> float:
    return geodesic_nm(one.lat, one.lon, other.lat, other.lon)
