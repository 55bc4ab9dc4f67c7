"""A map of one place, of several, or of a route, with its legs."""

from __future__ import annotations

from itertools import pairwise

from pydantic import Field

from agent.aviation.geometry import geodesic_nm
from agent.locate import Located, NotLocated, locate
from agent.protocol import Marker, MarkersView, RouteLine, RouteView, ToolCall, ToolResult, Visualization
from agent.registry import Arguments, ToolContext, tool
from agent.subjects.offered import instead

MOST = 8
AT_ITS_FIELD_NM = 8.0
"""As near to its airfield a town on a way is that field, as where the way is measured: Jersey; not Mont Blanc."""


class MapArguments(Arguments):
    """The places of a map, in the order of a route."""

    places: tuple[str, ...] = Field(
        min_length=1, max_length=MOST, description="codes, towns or coordinates; two are a route"
    )


class PlacesShown(ToolResult):
    """What the map shows. `legs_nm` are direct, in order; () for one place."""

    places: tuple[Marker, ...] = ()
    legs_nm: tuple[float, ...] = ()


@tool(kind="route", visualization="markers")
async def show_map(arguments: MapArguments, context: ToolContext) -> PlacesShown:
    """Shows places or a route on a map."""
    found: list[Located] = []
    call = ToolCall(tool="show_map", arguments=arguments.canonical())
    for name in arguments.places:
        located = _end(name[:200], context, on_a_way=len(arguments.places) > 1)
        if isinstance(located, NotLocated):
            return PlacesShown(found=False, message=located.message, choices=instead(located, call, "places"))
        found.append(located)
    ends = [one.endpoint() for one in found]
    marks = tuple(Marker(icao=end.icao, name=end.name, lat=end.lat, lon=end.lon) for end in ends)
    legs = tuple(round(geodesic_nm(a.lat, a.lon, b.lat, b.lon), 1) for a, b in pairwise(ends))
    view: Visualization = (
        RouteView(route=RouteLine(from_=ends[0], to=ends[-1], via=tuple(ends[1:-1])))
        if len(ends) > 1
        else MarkersView(data=marks)
    )
    return PlacesShown(places=marks, legs_nm=legs, sources=(context.deps.airports.source,), visualization=view)


def _end(name: str, context: ToolContext, *, on_a_way: bool) -> Located | NotLocated:
    """A place of the map; on a way a town's airfield, unless that lies far from it."""
    located = locate(name, context, snap=on_a_way)
    instead_of = located.substitution if isinstance(located, Located) else None
    if instead_of is not None and instead_of.distance_nm > AT_ITS_FIELD_NM:
        return locate(name, context, snap=False)
    return located
