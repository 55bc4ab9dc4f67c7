"""Takes the area around where a trip goes out of its ends: "Orkney on Saturday, Papa Westray", "Calvi in Corsica"."""

from __future__ import annotations

from dataclasses import replace

from agent import regex as re
from agent.aviation.areas import members
from agent.aviation.geometry import geodesic_nm
from agent.language.ends import field_of
from agent.language.said import Said
from agent.language.slots import Spot

_FROM = re.compile(
    r"\b(?:from|out of|ex|leaving|departing|von|ab|aus|de|depuis|au départ de)\s+(?:the |le |la |l['’]|der |den )?$"
)
_FLOWN_TO = re.compile(r".*(?:\b(?:to|nach|vers|à|via|over|über)\b|->|→|–|-).*", re.DOTALL)
""" "Carlisle to Isle of Man": both are ends."""
_BESIDE = re.compile(r"\s*,?\s*")
_AROUND_NM, _NEAR_NM = 75.0, 45.0
"""So far from the middle of an island or a group of islands its fields lie."""


def without_areas_around(said: Said) -> Said:
    """The message without each area that holds another field it names: what is flown to is the field."""
    spots = [s for s in said.slots.spots if s.kind in ("code", "iata", "place", "country") and s.name != "home"]
    if not spots:
        return said
    around = [
        s for s in (*spots, *said.slots.weak) if _is_area(s, said) and not _FROM.search(said.slots.low[: s.start])
    ]
    out = [
        a
        for a in around
        if any((s not in around or (_is_coast(a, said) and s is not a)) and _lies_in(s, a, said) for s in spots)
    ]
    if not out:
        return said
    said.take(out)
    weak = tuple(s for s in said.slots.weak if s not in out)
    return replace(said.without(out), slots=replace(said.without(out).slots, weak=weak), used=said.used)


def _is_area(spot: Spot, said: Said) -> bool:
    """Whether a name is of an area, and of no field: "Orkney", "the Channel Islands", "Korsika"."""
    if spot.kind in ("code", "iata"):
        return False
    code, place = field_of(spot.name, said.deps), said.deps.places.resolve(spot.name).best
    airport = said.deps.airports.get(code) if code else None
    away = geodesic_nm(place.lat, place.lon, airport.lat, airport.lon) if airport and place else None
    if away is not None and away < _ITS_OWN_NM:
        return False
    if airport is not None and airport.short_name.casefold() == spot.name.casefold():
        return False  # the Isle of Man
    if spot.is_area or said.deps.areas.find(spot.name) is not None or spot.kind == "country":
        return True
    named = airport is not None and spot.name.casefold() in airport.name.casefold()
    return said.deps.places.is_area(spot.name) and not named


def _is_coast(area: Spot, said: Said) -> bool:
    """ "An die Ostsee, Usedom": a sea is no end of a flight beside an island in it."""
    place = said.deps.places.resolve(area.name).best
    return place is not None and place.name.endswith(" coast")


_ITS_OWN_NM = 3.0
"""A town or island so near to its field is that field: Freiburg, Guernsey, whatever the tongue."""


def _lies_in(spot: Spot, area: Spot, said: Said) -> bool:
    if spot.kind == "country":
        return False
    code = field_of(said.name(spot), said.deps)
    airport = said.deps.airports.get(code) if code else None
    if airport is None:
        return False
    if area.kind == "country" and area.country and airport.country == area.country:
        return True
    if (held := said.deps.areas.find(area.name)) is not None:
        return airport.ident in {one.ident for one in members(held, said.deps.airports)}
    place, low = said.deps.places.resolve(area.name).best, said.slots.low
    if place is None:
        return False
    first, last = sorted((spot, area), key=lambda one: one.start)
    gap = low[first.end : last.start]
    if _FLOWN_TO.fullmatch(gap) and not (area is first and _is_coast(area, said)):
        return False
    beside = _BESIDE.fullmatch(gap) is not None
    away = geodesic_nm(place.lat, place.lon, airport.lat, airport.lon)
    return away <= (_AROUND_NM if beside else _NEAR_NM)
