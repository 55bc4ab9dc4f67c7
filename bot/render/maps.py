"""Draws what a result shows: a route, a search around a point or along a route, an airfield, a day's stops."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import assert_never

from PIL import Image, ImageDraw

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
from bot.render import basemap, sprites
from bot.render.basemap import Basemap
from bot.render.outlines import circle, corridor, great_circle
from bot.render.placing import Box, Disc, along, apart, free_place
from bot.render.polar import PolarView, fit_polar, reaches_a_pole
from bot.render.projection import Point, View, fit
from bot.render.sprites import Colour, Sprites

STYLE_VERSION = "3"
WIDTH, HEIGHT = 800, 600
"""Small enough that its labels can be read when a phone shows it at half the size."""

AREA_ALPHA = 34
PIECES = 8
"""A line is drawn in this many pieces: their boxes together are far smaller than one around all of it."""

JPEG_QUALITY = 86

LEADER = 5.0
"""A marker that was moved farther than this many pixels keeps a thin line to where it belongs."""

BROAD = 1.5
"""A Mercator map whose scale differs by more than this from its middle names the latitude of its bar."""

Ground = Callable[[View | PolarView], tuple[Image.Image, str]]
"""Draws the ground of a view, and names whom to credit."""


@dataclass(frozen=True)
class Picture:
    """A map as a file, and what it shows in words. `key` is the same for the same picture."""

    image: bytes
    alt: str
    caption: str
    key: str


@dataclass(frozen=True)
class _Spot:
    lat: float
    lon: float
    label: str
    colour: Colour
    number: str = ""


@dataclass(frozen=True)
class _Scene:
    spots: tuple[_Spot, ...]
    lines: tuple[tuple[Point, ...], ...]
    area: tuple[Point, ...]
    frame: tuple[Point, ...]
    alt: str
    caption: str
    deepest: float = 10.0
    town: bool = False


def key_of(view: Visualization, width: int, height: int, ground: str, found: int = 0) -> str:
    """The name of a picture: equal for equal content."""
    spec = json.dumps([STYLE_VERSION, ground, width, height, found, view.to_json()], sort_keys=True)
    return blake2b(spec.encode(), digest_size=12).hexdigest()


class MapMaker:
    """Draws maps on the offline basemap, or on another ground that is given."""

    def __init__(self, data: Path) -> None:
        self._basemap = Basemap(data / "basemap.npz")
        self._sprites = Sprites(data)

    def offline(self, view: View | PolarView) -> tuple[Image.Image, str]:
        """The ground that needs no network."""
        return self._basemap.draw(view), basemap.CREDIT

    def draw(
        self,
        shown: Visualization,
        *,
        width: int = WIDTH,
        height: int = HEIGHT,
        found: int = 0,
        ground: Ground | None = None,
        whole_zoom: bool = False,
        key: str = "",
    ) -> Picture | None:
        """The picture of a visualization, of `found` airfields in all; None when it has nothing to show."""
        scene = _scene(shown, found)
        if scene is None:
            return None
        if reaches_a_pole(scene.frame):
            view = fit_polar(scene.frame, width, height)
        else:
            view = fit(scene.frame, width, height, deepest=scene.deepest, whole_zoom=whole_zoom)
        image, credit = (ground or self.offline)(view)
        _shade(image, view.line(scene.area))
        for line in scene.lines:
            _stroke(image, view.line(line), sprites.ROUTE)
        if scene.area and not scene.lines:
            _stroke(image, view.line(scene.area), sprites.CENTRE, width=1.5)
        self._spots(image, view, scene.spots, [point for line in scene.lines for point in along(view.line(line))])
        self._furniture(image, view, credit)
        return Picture(
            _encode(image), scene.alt, scene.caption, key or key_of(shown, width, height, credit, found)
        )

    # --- markers and labels -------------------------------------------------------------------------

    def _spots(
        self, image: Image.Image, view: View | PolarView, spots: Sequence[_Spot], lines: Sequence[Point]
    ) -> None:
        """Markers first, then each label where it hits neither marker nor label, in the order of the list."""
        markers = [self._sprites.marker(spot.number, spot.colour) for spot in spots]
        discs = apart(
            [
                Disc(*view.pixel(spot.lat, spot.lon), marker.width // 2, pinned=not spot.number)
                for spot, marker in zip(spots, markers, strict=True)
            ],
            image.size,
        )
        pen = ImageDraw.Draw(image)
        for spot, disc in zip(spots, discs, strict=True):
            if math.hypot(*disc.moved) > LEADER:
                x, y = disc.home
                pen.line((disc.x, disc.y, x, y), fill=spot.colour, width=2)
                pen.ellipse((x - 3, y - 3, x + 3, y + 3), fill=spot.colour)
        for marker, disc in reversed([*zip(markers, discs, strict=True)]):
            image.paste(marker, (round(disc.x) - disc.half, round(disc.y) - disc.half), marker)
        taken: list[Box] = [disc.box for disc in discs]
        for number, spot in enumerate(spots):
            if not spot.label:
                continue
            label = self._sprites.label(spot.label)
            place = free_place(number, discs, label.size, taken, lines, image.size)
            if place is not None:
                image.paste(label, (round(place[0]), round(place[1])), label)
                taken.append((*place, place[0] + label.width, place[1] + label.height))

    def _furniture(self, image: Image.Image, view: View | PolarView, credit: str) -> None:
        """Scale bar and credit."""
        nm, name = _round_length(view.nm_per_pixel() * 130)
        length = nm / view.nm_per_pixel()
        pen = ImageDraw.Draw(image)
        left, bottom = 16, image.height - 18
        pen.line((left, bottom, left + length, bottom), fill=(255, 255, 255), width=7)
        pen.line((left, bottom, left + length, bottom), fill=sprites.INK, width=3)
        label = self._sprites.label(name + _bar_latitude(view), 14)
        image.paste(label, (left - 2, bottom - 10 - label.height), label)
        mark = self._sprites.label(f"© {credit} · not for navigation", 12, (92, 98, 108), bold=False)
        image.paste(mark, (image.width - mark.width - 10, image.height - mark.height - 8), mark)


# --- what is shown ---------------------------------------------------------------------------------


def _scene(shown: Visualization, found: int) -> _Scene | None:
    match shown:
        case RouteView():
            ends, line, words = _route(shown.route)
            return _Scene(ends, (line,), (), line, f"Map: {words}.", words)
        case RouteMarkersView():
            ends, line, words = _route(shown.route)
            fields = _fields(shown.markers)
            area = corridor(line, shown.radius_nm)
            beside = f" within {shown.radius_nm:g} nm" if shown.radius_nm else ""
            alt = (
                f"Map: {words}, with {_count(shown.markers, found)}{beside}."
                if shown.markers
                else f"Map: {words}."
            )
            frame = (*line, *((m.lat, m.lon) for m in shown.markers))
            return _Scene((*ends, *fields), (line,), area, frame, alt, words)
        case PointView():
            point = shown.point
            around = circle((point.lat, point.lon), shown.radius_nm)
            words = f"{_count(shown.markers, found)} within {shown.radius_nm:g} nm of {point.label}"
            centre = _Spot(point.lat, point.lon, point.label, sprites.CENTRE)
            return _Scene(
                (centre, *_fields(shown.markers)), (), around, around, f"Map: {words}.", words, deepest=12.0
            )
        case MarkersView():
            if not shown.data:
                return None
            colour = sprites.CUSTOMS if shown.style == "customs" else sprites.FIELD
            words = _count(shown.data, found)
            points = tuple((m.lat, m.lon) for m in shown.data)
            return _Scene(_fields(shown.data, colour), (), (), points, f"Map: {words}.", words, deepest=9.0)
        case DetailView():
            marker = shown.marker
            spot = _Spot(marker.lat, marker.lon, _short(f"{marker.icao} {marker.name}", 40), sprites.FIELD)
            around = circle((marker.lat, marker.lon), 25.0)
            words = f"{marker.icao} {marker.name}"
            return _Scene((spot,), (), (), around, f"Map: {words} and 25 nm around it.", words)
        case StopsView():
            return _stops(shown)
        case _:
            assert_never(shown)


def _stops(shown: StopsView) -> _Scene:
    start = (shown.start.lat, shown.start.lon)
    walk = (start, *((stop.lat, stop.lon) for stop in shown.stops), start)
    spots = (
        _Spot(*start, shown.start.label, sprites.END),
        *(_Spot(s.lat, s.lon, _short(s.name, 28), sprites.FIELD, str(n)) for n, s in enumerate(shown.stops, 1)),
    )
    count = len(shown.stops)
    words = f"{count} {'stop' if count == 1 else 'stops'} from {shown.start.label}"
    return _Scene(spots, (walk,), (), walk, f"Map: {words}.", words, deepest=15.0, town=True)


def _route(route: RouteLine) -> tuple[tuple[_Spot, ...], tuple[Point, ...], str]:
    start, end = route.from_, route.to
    line = great_circle((start.lat, start.lon), (end.lat, end.lon))
    spots = tuple(_Spot(e.lat, e.lon, e.icao or _short(e.name, 28), sprites.END) for e in (start, end))
    return spots, line, f"{_end(start)} to {_end(end)}"


def _end(end: Endpoint) -> str:
    return f"{end.icao} {end.name}" if end.icao else end.name


def _fields(markers: Sequence[Marker], colour: Colour = sprites.FIELD) -> tuple[_Spot, ...]:
    return tuple(
        _Spot(m.lat, m.lon, m.icao or _short(m.name, 28), colour, str(number))
        for number, m in enumerate(markers, start=1)
    )


def _count(markers: Sequence[Marker], found: int) -> str:
    """How many are shown, of how many there are."""
    if not markers:
        return "no airfields"
    names = ", ".join(m.icao or m.name for m in markers[:10])
    more = f" and {len(markers) - 10} more" if len(markers) > 10 else ""
    whole = max(found, len(markers))
    shown = f"{len(markers)} of {whole}" if whole > len(markers) else f"{whole}"
    return f"{shown} {'airfield' if whole == 1 else 'airfields'} ({names}{more})"


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


# --- drawing ---------------------------------------------------------------------------------------


def _shade(image: Image.Image, outline: Sequence[Point]) -> None:
    """Tint an area."""
    if len(outline) < 3:
        return
    box = _box(outline, image.size, 0)
    if box is None:
        return
    left, top, right, bottom = box
    mask = Image.new("L", (right - left, bottom - top), 0)
    ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in outline], fill=AREA_ALPHA)
    image.paste(sprites.ROUTE, box, mask)


def _stroke(image: Image.Image, line: Sequence[Point], colour: Colour, width: float = 3.0) -> None:
    """A smooth line with a white edge, drawn at twice the size in a few small boxes along it."""
    piece = max(2, -(-len(line) // PIECES))
    for ink, broad in ((sprites.HALO, width + 2.5), (colour, width)):
        for first in range(0, len(line) - 1, piece):
            run = line[first : first + piece + 1]
            box = _box(run, image.size, 6)
            if box is None:
                continue
            left, top, right, bottom = box
            mask = Image.new("L", ((right - left) * 2, (bottom - top) * 2), 0)
            points = [((x - left) * 2, (y - top) * 2) for x, y in run]
            ImageDraw.Draw(mask).line(points, fill=255, width=round(broad * 2), joint="curve")
            image.paste(ink, box, mask.reduce(2))


def _box(points: Sequence[Point], size: tuple[int, int], margin: int) -> tuple[int, int, int, int] | None:
    """The pixels that points touch, inside the picture; None when they are outside."""
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = max(0, math.floor(min(xs)) - margin), max(0, math.floor(min(ys)) - margin)
    right, bottom = min(size[0], math.ceil(max(xs)) + margin), min(size[1], math.ceil(max(ys)) + margin)
    return (left, top, right, bottom) if right > left and bottom > top else None


def _bar_latitude(view: View | PolarView) -> str:
    """Where a scale bar holds, for a map whose scale differs much from its top to its bottom."""
    if isinstance(view, PolarView):
        return ""
    _, south, _, north = view.bounds
    scales = [math.cos(math.radians(lat)) for lat in (south, view.latitude, north)]
    if max(scales[1] / scale for scale in scales) < BROAD and max(scale / scales[1] for scale in scales) < BROAD:
        return ""
    lat = round(view.latitude)
    return f" at {abs(lat)}°{'N' if lat > 0 else 'S' if lat < 0 else ''}"


def _round_length(nm: float) -> tuple[float, str]:
    """A round length of about `nm` nautical miles, and its name; short ones in metres."""
    if nm < 1.5:
        metres = _round_number(nm * 1852)
        return metres / 1852, f"{metres:g} m" if metres < 1000 else f"{metres / 1000:g} km"
    miles = _round_number(nm)
    return miles, f"{miles:g} nm"


def _round_number(value: float) -> float:
    power = 10.0 ** math.floor(math.log10(value))
    return max(step * power for step in (1, 2, 5) if step * power <= value)


def _encode(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=JPEG_QUALITY, subsampling=1)
    return buffer.getvalue()
