"""Which territory a place, an island, an exclave or an airfield lies in: decided before any airfield is chosen.

A territory is not always a country: Melilla, Svalbard, Helgoland, Livigno and Büsingen have borders of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol, cast

from agent.aviation.geometry import geodesic_nm
from agent.aviation.spelling import place_key

State = Literal["no", "yes", "verify"]
UNKNOWN = "unknown"


class Located(Protocol):
    """What is asked of an airfield's record."""

    @property
    def ident(self) -> str: ...

    @property
    def country(self) -> str: ...

    @property
    def region(self) -> str: ...

    @property
    def time_zone(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Territory:
    """A place with one border regime. `customs` names its customs area ("EU", "own:NO", "verify").

    `unsure_with`: the customs areas with which it is not certain what holds, where "verify" is not meant of all.
    `disputed`: who controls it is contested. `group`: the overseas regions or collectivities it is one of.
    """

    code: str
    name: str
    country: str
    schengen: State
    customs: str
    travel_area: bool = False
    closed: bool = False
    note: str | None = None
    disputed: bool = False
    group: str = ""
    unsure_with: frozenset[str] = frozenset()

    @property
    def known(self) -> bool:
        """False for a territory that the table does not hold."""
        return self.code != UNKNOWN


NOWHERE = Territory(UNKNOWN, "an unknown territory", "", "verify", "verify")


@dataclass(frozen=True, slots=True)
class _Circle:
    lat: float
    lon: float
    radius_nm: float
    territory: Territory
    countries: frozenset[str | None]


class Territories:
    """The territories of the table of borders, looked up by airfield, region, name, place or country."""

    def __init__(self, table: dict[str, Any]) -> None:
        self._closed = frozenset[str](table["closed"]["countries"])
        self._travel = frozenset[str](table["common_travel_area"]["members"])
        self._areas = {code: area["name"] for area in table["customs_area"] for code in area["members"]}
        self._schengen = frozenset[str](table["schengen"]["members"])
        self._schengen_verify = frozenset[str](table["schengen"]["verify"])
        self._eu = frozenset[str](table["eu_customs"]["members"])
        self._by_ident: dict[str, Territory] = {}
        self._by_region: dict[str, Territory] = {}
        self._by_country: dict[str, Territory] = {}
        self._by_name: dict[str, Territory] = {}
        self._by_admin: dict[tuple[str, str], Territory] = {}
        self._circles: list[_Circle] = []
        self._special: list[Territory] = []
        self._plain: dict[str, Territory] = {}
        for row in table["territory"]:
            self._add(row)

    def of_airfield(self, airport: Located) -> Territory:
        """The territory of an airfield: its own entry, then its region's, then its country's."""
        for table, key in ((self._by_ident, airport.ident), (self._by_region, airport.region)):
            if key in table:
                return table[key]
        return self.of_country(airport.country)

    def of_country(self, code: str) -> Territory:
        """The territory of a country as such; unknown when the code says nothing."""
        code = code.upper()
        found = self._by_country.get(code) or self._plain.get(code)
        if found is not None:
            return found
        if len(code) != 2 or not code.isalpha():
            return NOWHERE
        schengen: State = "yes" if code in self._schengen else "verify" if code in self._schengen_verify else "no"
        area = "EU" if code in self._eu else self._areas.get(code, f"own:{code}")
        made = Territory(code, code, code, schengen, area, code in self._travel, code in self._closed)
        return self._plain.setdefault(code, made)

    def of_place(self, lat: float, lon: float, country: str | None, admins: tuple[str, ...] = ()) -> Territory:
        """The territory of a spot on the map: an enclave around it, its province's, else its country's."""
        near = [
            c
            for c in self._circles
            if country in c.countries and geodesic_nm(lat, lon, c.lat, c.lon) <= c.radius_nm
        ]
        if near:
            return min(near, key=lambda c: geodesic_nm(lat, lon, c.lat, c.lon)).territory
        own = (self._by_admin.get((country, place_key(admin))) for admin in admins if country)
        if (found := next((territory for territory in own if territory), None)) is not None:
            return found
        return self.of_country(country) if country else NOWHERE

    def named(self, name: str) -> Territory | None:
        """The territory that differs from its country and is called this: "Northern Ireland", "Livigno"."""
        return self._by_name.get(place_key(name))

    def all(self) -> tuple[Territory, ...]:
        """Every territory that the table names, countries of the lists included."""
        codes = self._schengen | self._eu | self._schengen_verify | self._closed | set(self._areas) - {"EU"}
        own = {t.code for t in self._special}
        return (*self._special, *(self.of_country(c) for c in sorted(codes) if c not in own))

    def _add(self, row: dict[str, Any]) -> None:
        for country in row.get("countries", ()):  # one regime in several states or islands, each with its border
            own = {key: value for key, value in row.items() if key not in ("countries", "name")}
            self._add({**own, "code": country, "country": country, "name": country, "group": row["code"]})
        if "countries" in row:
            return
        code: str = row["code"]
        customs: str = row["customs"]
        home: str = row["country"]
        territory = Territory(
            code=code,
            name=row["name"],
            country=home,
            schengen=cast(State, row["schengen"]),
            customs=f"own:{code}" if customs == "own" else customs,
            travel_area=code in self._travel,
            closed=home in self._closed,
            note=row.get("note"),
            disputed=bool(row.get("disputed")),
            group=row.get("group", ""),
            unsure_with=frozenset(row.get("unsure_with", ())),
        )
        self._special.append(territory)
        self._by_ident.update(dict.fromkeys(row.get("idents", ()), territory))
        self._by_region.update(dict.fromkeys(row.get("regions", ()), territory))
        self._by_country.update(dict.fromkeys(row.get("iso", ()), territory))
        for name in () if territory.group else (row["name"], *row.get("names", ())):
            self._by_name[place_key(name)] = territory
        for admin in row.get("admins", ()):
            self._by_admin[home, place_key(admin)] = territory
        # Sweden begins a few miles from Åland: a circle holds only what no other country is known to hold.
        said_to_be = frozenset[str | None]([None, home, *row.get("iso", ()), *row.get("also", ())])
        self._circles += [
            _Circle(lat, lon, radius, territory, said_to_be) for lat, lon, radius in row.get("circles", ())
        ]
        if code == home:
            self._by_country[code] = territory
