"""Where a call for help comes from: a position shared, else one clear place that the message names, else nothing.

Nothing is guessed here. A name that is misspelt, that several places bear, or that is as wide as a county, is no
position: a list around the wrong place is worse than none.
"""

from __future__ import annotations

from dataclasses import dataclass

from agent import regex as re
from agent.aviation.geometry import destination_point, geodesic_nm, initial_bearing_deg
from agent.aviation.place_candidates import in_europe
from agent.language.offsets import Offset, offset_from, places
from agent.language.slots import Spot
from agent.protocol import Question
from agent.understanding.reader.reader import Reader
from agent.weather.waters import load_waters
from tongue import later, say

_WIDEST_NM = 10.0
_FARTHEST_APART_NM = 120.0
_KINDS = ("coordinates", "code", "iata", "place", "unknown")
_BESIDE_IT = ("near", "at")


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A point in degrees. `name` is the place that was named; None where the pilot's own position is known.

    `is_reckoned` where the point lies away from that place, as far and on the side that was told: "10 nm north of
    Lydd". `away` where the pilot is away from the point by that much, nobody knows on which side ("" by some way).
    """

    lat: float
    lon: float
    name: str | None = None
    is_reckoned: bool = False
    away: str | None = None


def whereabouts(question: Question, reader: Reader) -> Whereabouts | None:
    """The point to look around, or None when it is not known."""
    if question.place is not None:
        return Whereabouts(question.place.lat, question.place.lon)
    said = reader.said(question.text, question.at.date(), None, question.profile.home_base)
    low = said.slots.low
    told = [(spot, offset_from(spot, said.slots)) for spot in places(said.slots) if spot.kind in _KINDS]
    points: list[tuple[Whereabouts, Offset | None]] = []
    for spot, offset in sorted(told, key=lambda one: _how_likely(*one, low)):
        point = _point(spot, question, reader)
        if point is not None and point not in [one for one, _ in points]:  # said twice
            points.append((point, offset))
    if not points:
        return _over_water(low, reader)
    point, offset = points[0]
    if len(points) == _TWO and _BETWEEN.search(low) and (offset is None or offset.bearing is None):
        return _between(points)
    return point if offset is None else _away_from(point, offset)


def _over_water(low: str, reader: Reader) -> Whereabouts | None:
    """The middle of a narrow water that is named ("over the Solent"), which is not where the pilot is."""
    waters = load_waters(reader.deps.settings.data)
    found = waters.find(low)
    if found is None or found[0] not in waters.narrow:
        return None
    name, lat, lon = waters.points[found[0].lower()]
    return Whereabouts(lat, lon, name, away="")


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


def _between(points: list[tuple[Whereabouts, Offset | None]]) -> Whereabouts | None:
    """The middle between two places, or the point as far from the one towards the other as was told."""
    (point, offset), (other, of_other) = points
    if offset is None or offset.nm is None:
        point, offset, other, of_other = other, of_other, point, offset
    if offset is None or offset.nm is None:
        return _middle(other, point)
    whole = geodesic_nm(point.lat, point.lon, other.lat, other.lon)
    if offset.nm > whole or of_other is not None:
        return _away_from(point, offset)
    lat, lon = destination_point(
        point.lat, point.lon, initial_bearing_deg(point.lat, point.lon, other.lat, other.lon), offset.nm
    )
    name = say(
        "{amount} from {one} towards {other}", amount=offset.amount, one=point.name or "", other=other.name or ""
    )
    return Whereabouts(lat, lon, name, is_reckoned=True)


_SIDES = (
    later("{amount} north of {place}"),
    later("{amount} north-east of {place}"),
    later("{amount} east of {place}"),
    later("{amount} south-east of {place}"),
    later("{amount} south of {place}"),
    later("{amount} south-west of {place}"),
    later("{amount} west of {place}"),
    later("{amount} north-west of {place}"),
)


def _away_from(point: Whereabouts, offset: Offset) -> Whereabouts | None:
    """Where one is who is that far from a point; None where that is so far that it says nothing."""
    if (offset.nm or 0) > _FARTHEST_APART_NM:
        return None
    name = point.name or f"{point.lat:.3f}, {point.lon:.3f}"
    if offset.nm is None or offset.bearing is None:
        return Whereabouts(point.lat, point.lon, name, away=offset.amount)
    side, beside = divmod(offset.bearing, 45)
    where = (
        say(
            "{amount} on a bearing of {bearing}° from {place}",
            amount=offset.amount,
            bearing=f"{int(offset.bearing):03d}",
            place=name,
        )
        if beside
        else say(_SIDES[int(side)], amount=offset.amount, place=name)
    )
    return Whereabouts(
        *destination_point(point.lat, point.lon, offset.bearing, offset.nm), where, is_reckoned=True
    )


_OVER = re.compile(
    r"(?<![^\W_])(?:over|overhead|above|near|close to|over the top of|bei|über|nahe|(?:à la )?verticale?(?: d[eu])?|"
    r"au-dessus d[eu]|près d[eu])\s*(?:the |der |dem )?$"
)


def _how_likely(spot: Spot, offset: Offset | None, low: str) -> tuple[bool | int, ...]:
    """A distance and a side come first, then what one is over; where one says to be before where one comes from."""
    return (
        spot.kind != "coordinates",
        offset is None or offset.nm is None or offset.bearing is None,
        offset is not None or not _OVER.search(low[: spot.start]),
        spot.role not in _BESIDE_IT,
        offset is None,
        spot.role == "from",
        spot.start,
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
