"""One airfield: what is known of it, its prices, the notice it needs, what members say of it."""

from __future__ import annotations

import re

from agent.language.ends import country_of, field_of, find_field
from agent.language.slots import Slots, Spot
from agent.planning.steps.asked import Arguments, Asked, Missing
from agent.planning.steps.flight_times import local_time


def details(asked: Asked) -> Arguments | Missing:
    """The airfield alone: which attribute is wanted the answer reads from the question."""
    code = _code(asked)
    return code if isinstance(code, Missing) else {"icao_code": code}


def reviews(asked: Asked) -> Arguments | Missing:
    """The airfield, and how many reviews."""
    code = _code(asked)
    if isinstance(code, Missing):
        return code
    counts = asked.slots.of("count")
    return {"icao_code": code, **({"limit": int(counts[0].value)} if counts else {})}


def report(asked: Asked) -> Arguments | Missing:
    """The airfield, and what is told of it, word by word."""
    code = _code(asked)
    return code if isinstance(code, Missing) else {"icao_code": code, "text": asked.slots.text}


def prices(asked: Asked) -> Arguments | Missing:
    """The airfield and what lands there: an aircraft or its mass."""
    code = _code(asked)
    if isinstance(code, Missing):
        return code
    arguments: Arguments = {"icao_code": code}
    if asked.slots.crafts:
        arguments["aircraft_type"] = asked.slots.crafts[0].name
    masses = asked.slots.of("mass")
    if masses:
        arguments["mtow_kg"] = round(masses[-1].value)
    return arguments


def notice(asked: Asked) -> Arguments | Missing:
    """The airfield, when one comes and from which country."""
    slots = asked.slots
    codes = slots.codes
    start, end = leg(slots) or (None, None)
    departures = [s for s in slots.spots if s.role == "from" or s is start]
    fields = [s for s in slots.spots if s.kind not in ("country", "area", "here") and s not in departures]
    if end is not None:
        code: str | None = field_of(end.name, asked.deps)
    elif codes:
        code = next((c.name for c in codes if c.role != "from"), codes[0].name)
    else:
        code = next((c for s in fields if (c := field_of(s.name, asked.deps))), None)
        if code is None:
            code = find_field(slots, asked.deps)
    if code is None:
        return Missing("airfield")
    arguments: Arguments = {"icao_code": code}
    if slots.days:
        day = slots.days[0]
        if day.weekday:
            arguments["day_of_week"] = day.weekday
        else:
            arguments["date"] = day.when.isoformat()
    if at := local_time(asked, code):
        arguments["time"] = at
    origin = next(
        (c for s in departures if s.name != code and (c := s.country or country_of(s.name, asked.deps))), None
    )
    if origin is None and slots.countries:
        origin = slots.countries[0].country.code
    if origin:
        arguments["from_country"] = origin
    return arguments


_GAP = re.compile(r"\s*(?:to|nach|vers|à|-|->|→|–|>|/)?\s*")


def leg(slots: Slots) -> tuple[Spot, Spot] | None:
    """Start and end of "EGKB to LFAT", "EGKB-LFAT": two places with nothing but "to" between; None otherwise."""
    places = [s for s in slots.spots if s.kind in ("code", "iata", "place")]
    if len(places) != 2 or not _GAP.fullmatch(slots.low[places[0].end : places[1].start]):
        return None
    return places[0], places[1]


def _code(asked: Asked) -> str | Missing:
    """The code of the airfield that the question is about."""
    code = find_field(asked.slots, asked.deps)
    return Missing("airfield") if code is None else code
