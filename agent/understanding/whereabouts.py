"""Where a call for help comes from: a position shared, else one clear place that the message names, else nothing.

Nothing is guessed here. A name that is misspelt, that several places bear, or that is as wide as a county, is no
position: a list around the wrong place is worse than none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from agent.aviation.geometry import geodesic_nm
from agent.aviation.place_candidates import in_europe
from agent.language.slots import Spot
from agent.protocol import Question
from agent.understanding.reader import Reader
from tongue import say

_WIDEST_NM = 10.0
_FARTHEST_APART_NM = 120.0
_KINDS = ("coordinates", "code", "iata", "place", "unknown")
_BESIDE_IT = ("near", "at")


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A point in degrees. `name` is the place that was named; None where the pilot's own position is known."""

    lat: float
    lon: float
    name: str | None = None


def whereabouts(question: Question, reader: Reader) -> Whereabouts | None:
    """The point to look around, or None when it is not known."""
    if question.place is not None:
        return Whereabouts(question.place.lat, question.place.lon)
    said = reader.said(question.text, question.at.date(), None, question.profile.home_base)
    spots = [spot for spot in said.slots.spots if spot.kind in _KINDS]
    points = [point for spot in _likeliest(spots) if (point := _point(spot, question, reader)) is not None]
    if len(points) == _TWO and _BETWEEN.search(said.slots.low):
        return _middle(*points)
    return points[0] if points else None


_TWO = 2
_BETWEEN = re.compile(
    r"\b(?:half[- ]?way|mid[- ]?way|between|zwischen|auf halbem weg|auf halber strecke|entre|à mi[- ]?chemin)\b"
)


def _middle(one: Whereabouts, other: Whereabouts) -> Whereabouts | None:
    """The point between two places: "mid way Dover Calais"; None where they lie so far apart that it says nothing."""
    if geodesic_nm(one.lat, one.lon, other.lat, other.lon) > _FARTHEST_APART_NM:
        return None
    name = say("the middle between {one} and {other}", one=one.name or "", other=other.name or "")
    return Whereabouts((one.lat + other.lat) / 2, (one.lon + other.lon) / 2, name)


def _likeliest(spots: list[Spot]) -> list[Spot]:
    """Where one says to be comes before where one comes from."""
    return sorted(
        spots, key=lambda s: (s.kind != "coordinates", s.role not in _BESIDE_IT, s.role == "from", s.start)
    )


def _point(spot: Spot, question: Question, reader: Reader) -> Whereabouts | None:
    deps = reader.deps
    code = question.profile.home_base
    home = deps.airports.get(code) if code else None
    found = deps.places.resolve(spot.name, near=(home.lat, home.lon) if home else None)
    place = found.best
    if place is None or found.ambiguous or found.matched != "exact" or place.extent_nm > _WIDEST_NM:
        return None
    if (
        spot.kind != "coordinates"
        and place.airport is None
        and home is None
        and not in_europe(place.lat, place.lon)
    ):
        return None  # "Cap Gris Nez" is not Greece in New York
    if spot.kind == "coordinates":
        return Whereabouts(place.lat, place.lon)
    airport = place.airport
    return Whereabouts(place.lat, place.lon, f"{airport.ident} {airport.short_name}" if airport else place.name)
