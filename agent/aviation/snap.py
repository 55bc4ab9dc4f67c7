"""Chooses the airfield that general aviation uses for a town, lake or region."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent import regex as re
from agent.aviation.airports import Airport, Airports
from agent.aviation.field_use import special_use
from agent.aviation.spelling import place_key

CLEAR_LEAD_NM = 3.0
"""The first leads clearly when its burden is this much less than the next one's."""

REACH_NM = 30.0
"""How far from a place an airfield may lie and still serve it, beyond the place's own extent."""

OWN_AIRPORT_NM = 3.6
"""An airport this close that bears the town's name is the town's own, airline traffic or not: Nice, Geneva."""

OWN_LEAD_NM, FIT_FT = 12.0, 2600
"""The town's own airport is taken before a field of another name that is this little less of a burden, unless its
runway is hard and this long."""

SHORT_RUNWAY_FT = 1640
JET_RUNWAY_FT = 7500
"""Without airline traffic so long a runway is a business or factory field's: Le Bourget, Finkenwerder."""
AREA_NM = 12.0
"""A place that reaches farther than this has several fields of equal right: one asks, or shows the others."""

SOFT_NM = 8.0
"""A visitor goes this much farther to a runway that is known to be hard: Tarbes-Lourdes, not Laloubère."""

_STRIP = re.compile(r"\b(?:farm|airstrip|strip|ranch|ulm)\b", re.IGNORECASE)
GLIDING_NM = 30.0
"""A gliding site is no field to fly to while another one is as near: Linz is Hörsching."""
OTHERS = 5
UNUSABLE = 200.0
CALLED_SO_NM = 360.0
"""What pilots call like the town is the town's field, though another lies nearer or it is half military."""


@dataclass(frozen=True, slots=True)
class Snap:
    """The airfield for a place, the others one could take, and its distance. `clear` when it needs no asking."""

    airport: Airport | None
    others: tuple[Airport, ...]
    distance_nm: float
    clear: bool


def snap(
    airports: Airports,
    name: str,
    lat: float,
    lon: float,
    country: str | None,
    extent_nm: float,
    *,
    max_nm: float | None = None,
    called: frozenset[str] = frozenset(),
    fits: Callable[[Airport], bool] | None = None,
    shared: frozenset[str] = frozenset(),
) -> Snap:
    """The airfield with the least burden: its distance, and nautical miles for what speaks against it.

    `called` are the idents of fields that pilots call by the place's name: one of them needs no asking.
    `fits`: which airfields may stand for the place at all; `shared`: those across the border that its country
    uses as its own.
    """
    reach = max_nm if max_nm is not None else REACH_NM + min(extent_nm, 60.0)
    key = place_key(name)
    nearness = AREA_NM / (AREA_NM + extent_nm) if extent_nm > AREA_NM else 1.0
    rated = sorted(
        (
            (
                near.distance_nm * nearness
                + burden_nm(
                    airports,
                    near.airport,
                    key,
                    near.airport.country if near.airport.ident in shared else country,
                    extent_nm > AREA_NM,
                    near.distance_nm,
                )
                - (CALLED_SO_NM if near.airport.ident in called else 0.0),
                near.airport,
                near.distance_nm,
            )
            for near in airports.within(lat, lon, reach)
            if near.airport.kind != "seaplane_base" and (fits is None or fits(near.airport))
        ),
        key=lambda item: item[0],
    )
    usable = [item for item in rated if item[0] < UNUSABLE]
    if not usable:
        return Snap(None, (), 0.0, False)
    if extent_nm <= AREA_NM and (own := _own(airports, usable, key)):
        usable.insert(0, usable.pop(own))
        return Snap(usable[0][1], tuple(item[1] for item in usable[1 : 1 + OTHERS]), usable[0][2], False)
    burden, airport, distance = usable[0]
    others = tuple(item[1] for item in usable[1 : 1 + OTHERS])
    leads = len(usable) == 1 or usable[1][0] - burden >= CLEAR_LEAD_NM
    clear = leads and (extent_nm <= AREA_NM or not others or airport.ident in called)
    return Snap(airport, others, distance, clear)


def _own(airports: Airports, usable: list[tuple[float, Airport, float]], key: str) -> int:
    """Where the town's own airport stands, if what is hardly less of a burden is a short strip of another name.

    Bergen is Flesland, not the club's field of the next fjord; Cologne may be Hangelar, which has what it takes.
    """
    burden, first, away = usable[0]
    runway = airports.longest_runway(first)
    fit = runway is not None and runway.hard is True and (runway.length_ft or 0) >= FIT_FT
    if fit or _bears(first, key):
        return 0
    for at, (other, airport, distance) in enumerate(usable[1:], 1):
        if other - burden >= OWN_LEAD_NM:
            break
        if airport.scheduled and (distance < away or first.icao is None) and _bears(airport, key):
            return at
    return 0


def _bears(airport: Airport, key: str) -> bool:
    return f" {key} " in f" {place_key(f'{airport.name} {airport.municipality}')} "


def burden_nm(
    airports: Airports, airport: Airport, place: str, country: str | None, area: bool, distance_nm: float
) -> float:
    """How many nautical miles farther away an airfield may as well be, for what it is.

    Only what the data says: military and private hints, airline traffic, size, runway. Whether a field takes
    light aircraft today is for its AIP page.
    """
    burden = 0.0
    if airport.military_hint and not airport.scheduled:
        burden += 300
    if airport.private_hint or _STRIP.search(airport.name):
        burden += 40
    if special_use(airport) == "gliding site":
        burden += GLIDING_NM
    if country is not None and airport.country != country:
        burden += 25
    words = place_key(f"{airport.name} {airport.municipality} {' '.join(airport.keywords)}")
    bears_the_name = f" {place} " in f" {words} " and not area
    if airport.kind == "large_airport":
        burden += 8 if area or (bears_the_name and distance_nm <= OWN_AIRPORT_NM) else 25
    elif airport.kind == "small_airport":
        burden += 8 if area else 4
    if airport.scheduled and airport.kind != "large_airport":
        burden += 0 if area else 8
    if airport.icao is None:
        burden += 12
    runway = airports.longest_runway(airport)
    if runway is None or runway.length_ft is None:
        burden += 6
    elif runway.length_ft < SHORT_RUNWAY_FT:
        burden += 8
    elif runway.hard is not True:
        burden += SOFT_NM
    jet_field = runway is not None and (runway.length_ft or 0) > JET_RUNWAY_FT and not airport.scheduled
    if jet_field:
        burden += 8
    if bears_the_name and not jet_field:
        burden -= 6
    return burden
