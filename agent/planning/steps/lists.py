"""Lists of airfields: of a country, by a name, around a place, and what narrows every list."""

from __future__ import annotations

import re

from agent.language.ends import find_place
from agent.language.quantities import Quantity
from agent.language.slots import Slots
from agent.planning import wishes
from agent.planning.steps.asked import Arguments, Asked, Missing, said
from agent.planning.steps.superlatives import order


def search(asked: Asked) -> Arguments | Missing:
    """A country, region or name, and what narrows the list."""
    slots = asked.slots
    query = _query(asked)
    if query is None:
        return Missing("country")
    used = {s.name for s in slots.spots if s.kind == "country"}
    return {"query": query, **limits(asked, used, is_search=True)}


def _query(asked: Asked) -> str | None:
    """What is looked for: a part of a country, a place, a country, or the words after “find”."""
    slots = asked.slots
    places = [s for s in slots.spots if s.kind in ("place", "unknown", "code", "iata")]
    if slots.countries and not any(
        s.role in ("in", "near", "") and s.kind == "place" and "," not in s.name for s in places
    ):
        inside = [n for n in slots.countries if not any(s.start <= n.start < s.end for s in places)]
        if inside:
            return _area_name(slots.text[inside[0].start : inside[0].end]) or inside[0].country.name
    if places:
        return places[0].name
    if slots.countries:
        return slots.countries[0].country.name
    if slots.weak:
        return slots.weak[0].name
    match = re.search(
        (
            r"\b(?:find|search(?: for)?|look(?:ing)?(?: up| for)?|locate|where is|cherche[rz]?|"
            r"trouve[rz]?|suche|finde|named|called)\s+(?:the |an? |me |any |all )?(?:airports? |airfields? |"
            r"fields? |aerodromes? |flugpl[aä]tze? |aérodromes? )?(?:in |near |around |at |bei |près de )?"
            r"(?P<n>[^?!.,]{3,40})$"
        ),
        slots.text,
        re.IGNORECASE,
    )
    return match["n"].strip() if match else None


_HOME_NATIONS = {
    "scotland": "Scotland",
    "scottish": "Scotland",
    "wales": "Wales",
    "welsh": "Wales",
    "england": "England",
    "english": "England",
    "northern ireland": "Northern Ireland",
    "northern irish": "Northern Ireland",
    "écosse": "Scotland",
    "schottland": "Scotland",
    "pays de galles": "Wales",
    "angleterre": "England",
    "irlande du nord": "Northern Ireland",
    "nordirland": "Northern Ireland",
}


def _area_name(name: str) -> str | None:
    """A part of the United Kingdom that is said like a country."""
    return _HOME_NATIONS.get(name.lower())


def near(asked: Asked) -> Arguments | Missing:
    """A place and how far around it."""
    spot = find_place(asked.slots)
    if spot is None:
        return Missing("place")
    around = radius(asked) or _in_reach(asked)
    return {"location_query": said(spot, asked), **around, **limits(asked, {spot.name})}


def _in_reach(asked: Asked) -> Arguments:
    """The distance flown in the time that is said, at the speed or with the aircraft that is said."""
    times = [q for q in asked.slots.of("duration") if not wishes.is_notice(asked.slots, q)]
    speeds = [q.value for q in asked.slots.of("speed")]
    types = asked.deps.aircraft.resolve(asked.slots.crafts[0].name) if asked.slots.crafts else ()
    knots = speeds[0] if speeds else float(types[0].cruise_kts) if len(types) == 1 else None
    return {"max_distance_nm": round(times[0].value * knots)} if times and knots else {}


def limits(asked: Asked, used: set[str], *, is_search: bool = False) -> Arguments:
    """Filters, notice and count, which all lists share."""
    arguments: Arguments = {}
    filters = wishes.read_wishes(asked.slots)
    if not is_search:
        countries = wishes.wanted_countries(asked.slots, used)
        if countries:
            filters["country"] = countries[0] if len(countries) == 1 else list(countries)
    notice = wishes.read_notice(asked.slots)
    if filters:
        arguments["filters"] = filters
    if notice is not None:
        arguments["max_hours_notice"] = notice
    if strategy := order(asked.slots.low):
        arguments["priority_strategy"] = strategy
    counts = [q for q in asked.slots.of("count") if 1 <= q.value <= 100]
    if counts and not is_people(asked.slots, counts[0]):
        arguments["max_results"] = int(counts[0].value)
    return arguments


def is_people(slots: Slots, quantity: Quantity) -> bool:
    """Whether a count counts people."""
    return bool(
        re.match(
            r"\s*(?:adults?|people|pax|persons?|passengers?|of us|personen|erwachsene|personnes?)",
            slots.low[quantity.end :],
        )
    )


def radius(asked: Asked) -> Arguments:
    """How far around a place or beside a route, when that is said; a runway's length is no such distance."""
    runways = wishes.runway_distances(asked.slots)
    found = [q for q in asked.slots.of("distance") if q.start not in runways]
    return {"max_distance_nm": round(found[0].value)} if found else {}
