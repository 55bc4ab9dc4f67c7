"""Ways to the same end over other places, side by side: "over Siegen or over Marburg, which is shorter?"."""

from __future__ import annotations

from itertools import pairwise

from pydantic import BaseModel

from agent.aviation.geometry import geodesic_nm
from agent.locate import Located, NotLocated, locate
from agent.registry import ToolContext


class Way(BaseModel):
    """One way: what it lies over by name, its length in nm, and the hours in still air at the speed in hand."""

    over: tuple[str, ...]
    distance_nm: float
    hours: float | None = None


def reckon(
    ways: list[list[str]], start: Located, end: Located, knots: float | None, context: ToolContext
) -> tuple[Way, ...] | str:
    """The ways, the shortest first, or why one of their places is not known."""
    found: list[Way] = []
    for over in ways:
        stops: list[Located] = []
        for name in over:
            stop = locate(name, context, snap=True, beside=[start.asked, end.asked])
            if isinstance(stop, NotLocated):
                return stop.message
            stops.append(stop)
        along = [start, *stops, end]
        length = sum(geodesic_nm(a.lat, a.lon, b.lat, b.lon) for a, b in pairwise(along))
        names = tuple(_name(stop) for stop in stops)
        found.append(Way(over=names, distance_nm=round(length, 1), hours=length / knots if knots else None))
    return tuple(sorted(found, key=lambda way: way.distance_nm))


def _name(stop: Located) -> str:
    end = stop.endpoint()
    return f"{end.icao} {end.name}" if end.icao else end.name
