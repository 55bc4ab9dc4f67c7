"""States, counties, départements and ranges as areas: which airfields lie in "Bavaria", "Kent" or "the Alps".

A state is told by the code that the airfield table gives each field. A county is told by the village that the
field's record names with it, else by the towns around the field: measured on states, 1 to 4 fields of 100 are
counted to the neighbour that way, those near its border. A range is a line from town to town at its foot, another
region a sum of such areas (`data/outlines.toml`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agent import regex as re
from agent.aviation.airports import Airport, Airports
from agent.aviation.names import fold
from agent.aviation.outlines import EDGE_NM, Line, outline, outside_nm
from agent.aviation.reference import reference_file
from agent.config import AgentSettings
from agent.errors import DataProblem

Part = Literal["north", "south", "east", "west", "centre", "north-east", "north-west", "south-east", "south-west"]
"""A part of a country or area, as pilots say it."""
_SHARE = 0.4
"""How much of the extent from south to north (or west to east) such a part is."""
_OUTLIERS = 0.02
"""Islands and far corners that do not stretch an extent."""


_Kind = Literal["state", "county", "outline"]
_KINDS: dict[str, _Kind] = {"state": "state", "county": "county", "outline": "outline"}


@dataclass(frozen=True, slots=True)
class Area:
    """A state, a county or region (`listed`: its fields), or a range (`code` is its line).

    The `code` of a state is its ISO 3166-2, or those of its parts.
    `country` is one, or of an outline several: "FR CH".
    """

    kind: _Kind
    country: str
    name: str
    code: str
    listed: str = ""

    @property
    def idents(self) -> frozenset[str]:
        """The fields of a county."""
        return frozenset(self.listed.split())

    @property
    def line(self) -> Line:
        """The towns at the foot of a range; () for what is no range."""
        return outline(self.code) if self.kind == "outline" else ()


_ADJECTIVES = {
    "Breton": "Brittany", "Norman": "Normandy", "Corsican": "Corsica", "Alsatian": "Alsace", "Bavarian": "Bavaria",
    "Saxon": "Saxony", "Tyrolean": "Tyrol", "Tyrolian": "Tyrol", "Cornish": "Cornwall", "Sicilian": "Sicily",
    "Sardinian": "Sardinia", "Tuscan": "Tuscany", "Catalan": "Catalonia", "Andalusian": "Andalusia",
}  # fmt: skip
"""What is said of a region's fields: "Breton fields"."""
_UMLAUT = re.compile(r"[äöüß]", re.IGNORECASE)
_WITHOUT_UMLAUTS = frozenset(("GB", "IE", "US", "CA", "AU", "NZ"))
"""Where no area is written with one: "Münster" is no province of Ireland."""


class Areas:
    """The table of areas, by name."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._by_name: dict[str, list[Area]] = {}
        for line in lines:
            kind, country, name, names, code, idents = line.split("\t")
            area = Area(_KINDS[kind], country, name, code, idents)
            for said in (name, *names.split("|")):
                if said and area not in (found := self._by_name.setdefault(fold(said), [])):
                    found.append(area)
        self._states = {
            code: area.name
            for areas in self._by_name.values()
            for area in areas
            if area.kind == "state"
            for code in area.code.split()
        }
        for adjective, name in _ADJECTIVES.items():
            self._by_name.setdefault(fold(adjective), self._by_name.get(fold(name), []))

    @classmethod
    def load(cls, settings: AgentSettings) -> Areas:
        """The table that ships. Raises `DataProblem` when it is missing or damaged."""
        try:
            return cls(reference_file(settings, "areas.tsv.gz").read().decode().splitlines()[1:])
        except ValueError as error:
            raise DataProblem("The table of areas is damaged.", detail=str(error)) from error

    def state_of(self, code: str | None) -> str | None:
        """The state or region of an ISO 3166-2 code, by its name: "DE-BY" is Bavaria."""
        return self._states.get(code or "")

    def find(self, name: str, country: str | None = None) -> Area | None:
        """The area of this name: ranges and own regions, then states, then counties, Britain's first.

        None for none or for several. `country` is where it lies (of a region across borders several: "FR CH").
        """
        said = fold(name).removeprefix("county ").removesuffix(" county")
        countries = country.split() if country else []
        found = [
            a
            for a in self._by_name.get(said, [])
            if not (a.country in _WITHOUT_UMLAUTS and _UMLAUT.search(name))
            and (not countries or set(countries) & set(a.country.split()))
        ]
        for kind in ("outline", "state", "county"):
            of_kind = [area for area in found if area.kind == kind]
            british = [area for area in of_kind if area.country == "GB"]
            if len(of_kind) == 1 or len(british) == 1:
                area = (of_kind if len(of_kind) == 1 else british)[0]
                return replace(area, country=country) if kind == "outline" and len(countries) == 1 else area
        return None


def members(area: Area, airports: Airports) -> list[Airport]:
    """The airfields of an area."""
    if area.line:
        return [airport for airport, away in beside(area, airports) if away <= EDGE_NM]
    inside = [airport for country in area.country.split() for airport in airports.in_country(country)]
    if area.kind == "state":
        codes = area.code.split()
        return [airport for airport in inside if airport.region in codes]
    idents = area.idents
    return [airport for airport in inside if airport.ident in idents]


def other_county(area: Area, airport: Airport, areas: Areas) -> str:
    """The county that a field's own record names with its town, where that is not the one it is counted to."""
    _, _, said = airport.municipality.rpartition(", ")
    if area.kind != "county" or said == airport.municipality or fold(area.name) in fold(said):
        return ""
    other = areas.find(said, area.country)
    apart = other is not None and other.kind == "county" and airport.ident not in other.idents
    return said if apart else ""


def beside(area: Area, airports: Airports) -> list[tuple[Airport, float]]:
    """The airfields of a range's countries with how far each lies outside its line, in nm; 0 within."""
    found = [airport for country in area.country.split() for airport in airports.in_country(country)]
    return list(zip(found, outside_nm(area.line, [(a.lat, a.lon) for a in found]), strict=True))


def in_part(found: Sequence[Airport], part: Part) -> list[Airport]:
    """The fields in a part of where they all lie: the southern 40 % of the extent is its south.

    Islands far out (the Canaries, Madeira, Svalbard) are no part of it: they would move its middle out to sea.
    """
    found = _without_far_islands(found)
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


def _without_far_islands(found: Sequence[Airport]) -> list[Airport]:
    """The largest group of fields that lie within a cell or two of each other; a cell is some 90 nm wide."""
    if not found:
        return []
    wide = _CELL_DEGREES / math.cos(math.radians(sum(a.lat for a in found) / len(found)))
    cells: dict[tuple[int, int], list[Airport]] = {}
    for airport in found:
        cells.setdefault((int(airport.lat // _CELL_DEGREES), int(airport.lon // wide)), []).append(airport)
    left, groups = set(cells), list[list[Airport]]()
    while left:
        reached = [left.pop()]
        for row, column in reached:
            near = {(row + up, column + right) for up in (-1, 0, 1) for right in (-1, 0, 1)} & left
            left -= near
            reached += near
        groups.append([airport for cell in reached for airport in cells[cell]])
    kept = {airport.ident for airport in max(groups, key=len)}
    return [airport for airport in found if airport.ident in kept]


_CELL_DEGREES = 1.5


def _extent(values: list[float]) -> tuple[float, float]:
    if not values:
        return 0.0, 0.0
    ordered = sorted(values)
    cut = int(len(ordered) * _OUTLIERS)
    return ordered[cut], ordered[-1 - cut]
