"""Which airfield may stand for a place: never one in another territory, however near it lies."""

from __future__ import annotations

from agent.aviation.airports import Airport
from agent.aviation.borders import Borders
from agent.aviation.places import Place, Places
from agent.aviation.snap import Snap
from agent.aviation.spelling import place_key
from agent.aviation.territories import Territory

_SPOTS = ("town", "coordinates")
"""What lies in one territory only; a lake, an island or a province may reach into a territory of its country."""


FAR_NM = 5.0
"""A field farther than this from a place is not the place's own: that is said in the first line."""


def is_a_stray(airport: Airport, place: Place) -> bool:
    """Whether a field without an ICAO code bears another name than the place: so it is none of the town's."""
    names = place_key(f"{airport.name} {' '.join(airport.keywords)}")
    return airport.icao is None and place.kind == "town" and f" {place_key(place.name)} " not in f" {names} "


def stand_in(places: Places, borders: Borders, place: Place) -> Snap:
    """The airfield that general aviation uses for a place, in the territory where the place lies."""
    if place.airport is not None:
        return places.snap(place)
    territory = borders.of_place(place.lat, place.lon, place.country, place.admins)
    if not territory.known:
        return places.snap(place)
    shared = frozenset(ident for ident in borders.shared if place.country in borders.sectors(ident))
    return places.snap(place, fits=lambda airport: may_stand(airport, place, territory, borders), shared=shared)


def may_stand(airport: Airport, place: Place, territory: Territory, borders: Borders) -> bool:
    """Does the airfield lie where the place does, or is it shared by that country (Basel, Geneva)?"""
    own = borders.territory(airport)
    if own.code == territory.code or place.country in borders.sectors(airport.ident):
        return True
    named = borders.named(place.name)
    if named is not None and named.code == territory.code:
        return False  # the territory itself, as "Campione d'Italia"
    return place.kind not in _SPOTS and own.country == territory.country
