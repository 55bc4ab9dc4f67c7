"""Our own notes on a few well-known destinations, for days without internet. Unverified, hours unknown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from agent.errors import DataProblem
from agent.travel.interests import Interests
from agent.travel.poi import Poi, Spot, haversine_km, indoor_by_nature, visit_minutes
from tongue import spoken

_NEAR_KM = 30.0
_KINDS = {
    "fortress": "festung forteresse", "castle": "burg schloss chateau", "palace": "palais palast schloss",
    "museum": "musee museum", "garden": "jardin garten", "gardens": "jardins garten", "abbey": "abbaye abtei",
    "beach": "plage strand", "cathedral": "cathedrale dom kathedrale", "bridge": "pont brucke",
    "tower": "tour turm", "church": "eglise kirche", "market": "marche markt", "lighthouse": "phare leuchtturm",
    "basilica": "basilique basilika", "house": "maison haus", "fort": "fort",
}  # fmt: skip
"""The last word of a name in French and German, without accents: "Tour Eiffel" is the Eiffel Tower."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Place(_Strict):
    """`names` are those of other languages, where they have one of their own."""

    name: str
    names: dict[str, str] = {}
    kind: str
    lat: float
    lon: float
    note: str


class Destination(_Strict):
    """A town or island with places we know."""

    name: str
    country: str
    time_zone: str
    lat: float
    lon: float
    aliases: tuple[str, ...] = ()
    places: tuple[_Place, ...]


class _File(_Strict):
    notes: str
    written_on: str
    also: dict[str, tuple[str, ...]]
    destinations: tuple[Destination, ...]


_FILE = TypeAdapter(_File)


@dataclass(frozen=True)
class Starter:
    """The destinations of `data/travel/starter.json`."""

    destinations: tuple[Destination, ...]
    also: dict[str, tuple[str, ...]]
    interests: Interests

    @classmethod
    def load(cls, data: Path) -> Starter:
        """The notes of a data folder. Raises `DataProblem` when they are missing or damaged."""
        return _load(data)

    def at(self, centre: Spot) -> Destination | None:
        """The destination whose places lie around a point; None when there is none near."""
        near = [(haversine_km(d.lat, d.lon, centre.lat, centre.lon), d) for d in self.destinations]
        distance, nearest = min(near, key=lambda pair: pair[0])
        return nearest if distance <= _NEAR_KM else None

    def pois(self, centre: Spot, wanted: Sequence[str]) -> tuple[Poi, ...]:
        """Places of these interests (all, when none is given) at the destination around a point."""
        destination = self.at(centre)
        if destination is None:
            return ()
        pois = [self._poi(destination, place, centre) for place in destination.places]
        chosen = [poi for poi in pois if not wanted or set(wanted) & set(poi.interests)]
        return tuple(sorted(chosen, key=lambda poi: (poi.distance_km, poi.id)))

    def mentioned(self, text: str) -> tuple[tuple[Destination, Poi], ...]:
        """Places that are named in a text."""
        plain = f" {_plain(text)} "
        found: list[tuple[Destination, Poi]] = []
        for destination in self.destinations:
            centre = Spot(lat=destination.lat, lon=destination.lon)
            found.extend(
                (destination, self._poi(destination, place, centre))
                for place in destination.places
                if any(f" {name} " in plain for name in _called(place))
            )
        return tuple(found)

    def named(self, town: str) -> tuple[Destination, tuple[Poi, ...]] | None:
        """The destination of that name with its places; None when it is none of ours."""
        plain = _plain(town)
        for destination in self.destinations:
            if plain in {_plain(name) for name in (destination.name, *destination.aliases)}:
                centre = Spot(lat=destination.lat, lon=destination.lon)
                return destination, tuple(self._poi(destination, place, centre) for place in destination.places)
        return None

    def _poi(self, destination: Destination, place: _Place, centre: Spot) -> Poi:
        extra = self.also.get(place.kind, ())
        return Poi(
            id=f"own/{_plain(destination.name)}/{_plain(place.name)}".replace(" ", "-"),
            name=place.names.get(spoken(), place.name),
            location=Spot(lat=place.lat, lon=place.lon),
            category="museum" if place.kind == "aviation" else place.kind,
            visit_duration_minutes=visit_minutes(place.kind),
            distance_km=round(haversine_km(centre.lat, centre.lon, place.lat, place.lon), 2),
            source="own note, unverified",
            interests=tuple(dict.fromkeys((*self.interests.of_kind(place.kind), *extra))),
            indoor=indoor_by_nature(place.kind),
            note=place.note,
            notable=True,
        )


def _called(place: _Place) -> list[str]:
    """All that a place is called, in small letters without accents."""
    return [*_names(place.name), *map(_plain, place.names.values())]


def _names(name: str) -> list[str]:
    """A place's name and how it is called in French and German, in small letters without accents."""
    plain = _plain(name)
    proper, _, kind = plain.rpartition(" ")
    others = [word for word in _KINDS.get(kind, "").split() if proper]
    joints = (" ", " de ", " du ", " des ", " d ", " de la ")
    return [plain, *(f"{word}{joint}{proper}" for word in others for joint in joints)]


def _plain(text: str) -> str:
    spread = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c for c in spread if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", letters))


@lru_cache(maxsize=4)
def _load(data: Path) -> Starter:
    path = data / "travel" / "starter.json"
    try:
        table = _FILE.validate_json(path.read_bytes())
    except (OSError, ValueError) as error:
        raise DataProblem(
            "The notes on destinations are missing or damaged: install the data again.",
            detail=f"{path}: {error}",
        ) from error
    return Starter(table.destinations, table.also, Interests.load(data))
