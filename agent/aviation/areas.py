"""States, Länder, counties and départements as areas: which airfields lie in "Bavaria", "Vermont" or "Kent".

A state is told by the code that the airfield table gives each field. A county is told by the towns around the
field: measured on states, 1 to 4 fields of 100 are counted to the neighbour that way, those near its border.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.aviation.airports import Airport, Airports
from agent.aviation.names import fold
from agent.aviation.reference import reference_file
from agent.config import AgentSettings
from agent.errors import DataProblem

Part = Literal["north", "south", "east", "west", "centre", "north-east", "north-west", "south-east", "south-west"]
"""A part of a country or area, as pilots say it."""
_SHARE = 0.4
"""How much of the extent from south to north (or west to east) such a part is."""
_OUTLIERS = 0.02
"""Islands and far corners that do not stretch an extent."""


@dataclass(frozen=True, slots=True)
class Area:
    """A state (`code` is ISO 3166-2) or a county (`listed` are its fields, as the table has them)."""

    kind: Literal["state", "county"]
    country: str
    name: str
    code: str
    listed: str = ""

    @property
    def idents(self) -> frozenset[str]:
        """The fields of a county."""
        return frozenset(self.listed.split())


class Areas:
    """The table of areas, by name."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._by_name: dict[str, list[Area]] = {}
        for line in lines:
            kind, country, name, names, code, idents = line.split("\t")
            area = Area("state" if kind == "state" else "county", country, name, code, idents)
            for said in (name, *names.split("|")):
                if said and area not in (found := self._by_name.setdefault(fold(said), [])):
                    found.append(area)

    @classmethod
    def load(cls, settings: AgentSettings) -> Areas:
        """The table that ships. Raises `DataProblem` when it is missing or damaged."""
        try:
            return cls(reference_file(settings, "areas.tsv.gz").read().decode().splitlines()[1:])
        except ValueError as error:
            raise DataProblem("The table of areas is damaged.", detail=str(error)) from error

    def find(self, name: str, country: str | None = None) -> Area | None:
        """The area of this name: states before counties, Britain's before others; None for none or for several."""
        said = fold(name).removeprefix("county ").removesuffix(" county")
        found = [a for a in self._by_name.get(said, []) if country is None or a.country == country]
        for kind in ("state", "county"):
            of_kind = [area for area in found if area.kind == kind]
            british = [area for area in of_kind if area.country == "GB"]
            if len(of_kind) == 1 or len(british) == 1:
                return (of_kind if len(of_kind) == 1 else british)[0]
        return None


def members(area: Area, airports: Airports) -> list[Airport]:
    """The airfields of an area."""
    inside = airports.in_country(area.country)
    if area.kind == "state":
        return [airport for airport in inside if airport.region == area.code]
    idents = area.idents
    return [airport for airport in inside if airport.ident in idents]


def in_part(found: Sequence[Airport], part: Part) -> list[Airport]:
    """The fields in a part of where they all lie: the southern 40 % of the extent is its south."""
    south, north = _extent([airport.lat for airport in found])
    west, east = _extent([airport.lon for airport in found])

    def share(value: float, low: float, high: float) -> float:
        return (value - low) / (high - low) if high > low else 0.5

    def lies(airport: Airport) -> bool:
        up, right = share(airport.lat, south, north), share(airport.lon, west, east)
        if part == "centre":
            return abs(up - 0.5) <= _SHARE / 2 and abs(right - 0.5) <= _SHARE / 2
        wanted = {
            "north": up >= 1 - _SHARE,
            "south": up <= _SHARE,
            "east": right >= 1 - _SHARE,
            "west": right <= _SHARE,
        }
        return all(wanted[word] for word in part.split("-"))

    return [airport for airport in found if lies(airport)]


def _extent(values: list[float]) -> tuple[float, float]:
    if not values:
        return 0.0, 0.0
    ordered = sorted(values)
    cut = int(len(ordered) * _OUTLIERS)
    return ordered[cut], ordered[-1 - cut]
