"""What a map shows of a result: spots, tracks and areas with their words, before anything is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, assert_never

from adapters.protocol import MapArea, MapScene, MapSpot, MapTrack
from agent.aviation.geometry import geodesic_nm
from agent.protocol import (
    DetailView,
    Endpoint,
    Marker,
    MarkersView,
    PointView,
    RouteLine,
    RouteMarkersView,
    RouteView,
    StopsView,
    Visualization,
)
from agent.subjects.measures import code_or_name, named_end
from bot.render.outlines import circle, corridor, great_circle
from bot.render.projection import Point
from tongue import say, say_many

SpotKind = Literal["field", "customs", "end", "centre"]
AROUND_NM = 25.0
"""Around a field that is shown alone."""


@dataclass(frozen=True)
class Spot:
    """A field, an end of a route, the centre of a search; `number` is its place in the list, 0 for none."""

    lat: float
    lon: float
    label: str
    kind: SpotKind
    number: int = 0
    about: str = ""


@dataclass(frozen=True)
class Scene:
    """All of a map. `frame` is what must be in sight, `nm` the length of the track; `deepest` bounds the zoom."""

    spots: tuple[Spot, ...]
    lines: tuple[tuple[Point, ...], ...]
    area: tuple[Point, ...]
    frame: tuple[Point, ...]
    alt: str
    caption: str
    deepest: float = 10.0
    nm: float = 0.0

    def shown(self) -> MapScene:
        """The same for a channel that draws it itself."""
        return MapScene(
            spots=tuple(
                MapSpot(round(s.lat, 5), round(s.lon, 5), s.label, s.kind, s.number, s.about) for s in self.spots
            ),
            tracks=tuple(MapTrack(_rounded(line), round(self.nm, 1)) for line in self.lines),
            areas=(MapArea(_rounded(self.area)),) if self.area else (),
            deepest=self.deepest,
        )


def _rounded(points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((round(lat, 4), round(lon, 4)) for lat, lon in points)


def scene_of(shown: Visualization, found: int = 0) -> Scene | None:
    """The scene of a visualization, of `found` airfields in all; None when it has nothing to show."""
    match shown:
        case RouteView():
            ends, line, words, nm = _route(shown.route)
            if shown.route.via:
                return _legs(shown.route)
            return Scene(ends, (line,), (), line, _alt(words), words, nm=nm)
        case RouteMarkersView():
            if shown.route.via:
                legs = _legs(shown.route)
                frame = (*legs.frame, *((m.lat, m.lon) for m in shown.markers))
                return replace(legs, spots=(*legs.spots, *_fields(shown.markers)), frame=frame)
            ends, line, words, nm = _route(shown.route)
            area = corridor(line, shown.radius_nm) if shown.radius_nm else ()
            fields = _count(shown.markers, found)
            if shown.radius_nm:
                fields = say("{fields} within {radius:g} nm", fields=fields, radius=shown.radius_nm)
            alt = say("Map: {words}, with {fields}.", words=words, fields=fields) if shown.markers else _alt(words)
            frame = (*line, *((m.lat, m.lon) for m in shown.markers))
            return Scene((*ends, *_fields(shown.markers)), (line,), area, frame, alt, words, nm=nm)
        case PointView():
            point = shown.point
            around = circle((point.lat, point.lon), shown.radius_nm)
            words = say(
                "{fields} within {radius:g} nm of {place}",
                fields=_count(shown.markers, found),
                radius=shown.radius_nm,
                place=point.label,
            )
            centre = Spot(point.lat, point.lon, point.label, "centre")
            spots = (centre, *_fields(shown.markers))
            return Scene(spots, (), around, around, _alt(words), words, deepest=12.0)
        case MarkersView():
            if not shown.data:
                return None
            words = _count(shown.data, found)
            points = tuple((m.lat, m.lon) for m in shown.data)
            spots = _fields(shown.data, "customs" if shown.style == "customs" else "field")
            return Scene(spots, (), (), points, _alt(words), words, deepest=9.0)
        case DetailView():
            marker = shown.marker
            words = named_end(marker.icao, marker.name)
            spot = Spot(marker.lat, marker.lon, short(words, 40), "field", about=marker.name)
            around = circle((marker.lat, marker.lon), AROUND_NM)
            alt = say("Map: {words} and {radius:g} nm around it.", words=words, radius=AROUND_NM)
            return Scene((spot,), (), (), around, alt, words)
        case StopsView():
            return _stops(shown)
        case _:
            assert_never(shown)


def _stops(shown: StopsView) -> Scene:
    start = (shown.start.lat, shown.start.lon)
    walk = (start, *((stop.lat, stop.lon) for stop in shown.stops), start)
    spots = (
        Spot(*start, shown.start.label, "end"),
        *(Spot(s.lat, s.lon, short(s.name, 28), "field", n, s.name) for n, s in enumerate(shown.stops, 1)),
    )
    count = len(shown.stops)
    words = say_many("{count} stop from {start}", "{count} stops from {start}", count, start=shown.start.label)
    return Scene(spots, (walk,), (), walk, _alt(words), words, deepest=12.5)


def _route(route: RouteLine) -> tuple[tuple[Spot, ...], tuple[Point, ...], str, float]:
    start, end = route.from_, route.to
    line = great_circle((start.lat, start.lon), (end.lat, end.lon))
    spots = tuple(Spot(e.lat, e.lon, label_of(e.icao, e.name), "end", about=e.name) for e in (start, end))
    nm = geodesic_nm(start.lat, start.lon, end.lat, end.lon)
    return spots, line, say("{start} to {end}", start=_end(start), end=_end(end)), nm


def _legs(route: RouteLine) -> Scene:
    """A route of several legs, each a line of its own, the stops by their codes."""
    stops = (route.from_, *route.via, route.to)
    lines = tuple(great_circle((a.lat, a.lon), (b.lat, b.lon)) for a, b in pairwise(stops))
    distinct = {(stop.lat, stop.lon): stop for stop in stops}.values()  # a round trip ends where it began
    spots = tuple(Spot(e.lat, e.lon, label_of(e.icao, e.name), "end", about=e.name) for e in distinct)
    frame = tuple(point for line in lines for point in line)
    return Scene(spots, lines, (), frame, _alt(words := _way(route)), words)


def _way(route: RouteLine) -> str:
    """The ends of a route and its stops, in words."""
    start, end = _end(route.from_), _end(route.to)
    if len(route.via) == 1 and start == end:
        return say("{start} to {end} and back", start=start, end=_end(route.via[0]))
    stops = ", ".join(_end(stop) for stop in route.via)
    return say("{start} to {end} by {stops}", start=start, end=end, stops=stops)


def _end(end: Endpoint) -> str:
    return named_end(end.icao, end.name)


def label_of(code: str | None, name: str) -> str:
    """How a field is called beside its marker: by its code, unless only a list has given it one."""
    return short(code_or_name(code, name), 28)


def _fields(markers: Sequence[Marker], kind: SpotKind = "field") -> tuple[Spot, ...]:
    return tuple(
        Spot(m.lat, m.lon, label_of(m.icao, m.name), kind, number, _about(m))
        for number, m in enumerate(markers, start=1)
    )


def _about(marker: Marker) -> str:
    name = named_end(marker.icao, marker.name)
    return f"{name} · {marker.note}" if marker.note else name


def _count(markers: Sequence[Marker], found: int) -> str:
    """How many are shown, of how many there are."""
    if not markers:
        return say("no airfields")
    names = ", ".join(label_of(m.icao, m.name) for m in markers[:10])
    names += say(" and {count} more", count=len(markers) - 10) if len(markers) > 10 else ""
    whole = max(found, len(markers))
    if not any(m.icao for m in markers):
        return say_many("{count} place ({names})", "{count} places ({names})", whole, names=names)
    if whole > len(markers):
        return say("{shown} of {count} airfields ({names})", shown=len(markers), count=whole, names=names)
    return say_many("{count} airfield ({names})", "{count} airfields ({names})", whole, names=names)


def _alt(words: str) -> str:
    return say("Map: {words}.", words=words)


def short(text: str, most: int) -> str:
    """Cut behind a word where one ends in its second half, with a sign that it is."""
    if len(text) <= most:
        return text
    end = text.rfind(" ", most // 2, most)
    return text[: end if end > 0 else most - 1].rstrip() + "…"
