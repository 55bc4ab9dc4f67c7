"""Draws what a result shows: a route, a search around a point or along a route, an airfield, a day's stops."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

from PIL import Image, ImageDraw

from agent.aviation.geometry import geodesic_nm
from agent.protocol import Visualization
from bot.render import basemap, places
from bot.render.basemap import Basemap
from bot.render.palette import PALETTES, Colour, Palette, Theme
from bot.render.places import Place, Places
from bot.render.placing import Box, Disc, along, apart, free_place
from bot.render.polar import PolarView, fit_polar, reaches_a_pole
from bot.render.projection import Point, View, fit
from bot.render.scene import Scene, Spot, scene_of
from bot.render.sprites import Sprites
from bot.render.town_names import called
from tongue import country_name, say, spoken

STYLE_VERSION = "7"
WIDTH, HEIGHT = 1280, 960
POINTS = 800
"""A picture is this many points wide, whatever its pixels: labels, markers and gaps are measured in points, so
that one which a phone shows small can be read."""

AREA_ALPHA = 34
PIECES = 8
"""A line is drawn in this many pieces: their boxes together are far smaller than one around all of it."""

JPEG_QUALITY = 76

LEADER = 5.0
"""A marker that was moved farther than this many pixels keeps a thin line to where it belongs."""

BROAD = 1.5
"""A Mercator map whose scale differs by more than this from its middle names the latitude of its bar."""

MARKS_APART = 84
"""Pixels at least between two figures of miles along a track."""

SHORTEST_COURSE, COURSE_AT, HEAD = 46, 0.62, 8.0
"""Of several legs, a shorter one has no arrow; where along a leg it stands, and half its length. In points."""

TOWNS_TRIED, TOWNS_SHOWN = 110, 22
TOWN_GAP = 9
COUNTRIES_FROM = 3.5
"""Degrees of longitude in sight from which on countries are named."""

SMALL_COUNTRY, SMALL_COUNTRIES_UP_TO = 200_000, 8.0
"""Countries with fewer townspeople are named only where fewer degrees of longitude are in sight."""

ASIDE = ((0, 0), (-55, 0), (55, 0), (0, -45), (0, 45), (-95, 35), (95, -35))
"""Where a country's name may stand from its place, in pixels."""

FEW = 4
"""With fewer towns in sight than this, meridians and parallels are named."""

Ground = Callable[[View | PolarView, Palette], tuple[Image.Image, str]]
"""Draws the ground of a view, and names whom to credit."""


@dataclass(frozen=True)
class Picture:
    """A map as a file, and what it shows in words. `key` is the same for the same picture."""

    image: bytes
    alt: str
    caption: str
    key: str


def key_of(
    view: Visualization, width: int, height: int, ground: str, found: int = 0, theme: Theme = "light"
) -> str:
    """The name of a picture: equal for equal content."""
    said = [STYLE_VERSION, spoken(), theme, ground, width, height, found, view.to_json()]
    spec = json.dumps(said, sort_keys=True)
    return blake2b(spec.encode(), digest_size=12).hexdigest()


def density(width: int) -> float:
    """Pixels to a point: a small picture keeps its letters."""
    return max(1.0, width / POINTS)


class MapMaker:
    """Draws maps on the offline basemap, or on another ground that is given."""

    def __init__(self, data: Path) -> None:
        self._basemap = Basemap(data / "basemap.npz")
        self._data, self._places = data, Places(data / "places.npz")
        self._sprites = Sprites(data)
        self._px = 1.0

    def _at(self, px: float) -> MapMaker:
        """The same at so many pixels to a point."""
        made = copy(self)
        made._px, made._sprites = px, self._sprites.at(px)
        return made

    def offline(self, view: View | PolarView, palette: Palette = PALETTES["light"]) -> tuple[Image.Image, str]:
        """The ground that needs no network."""
        return self._basemap.draw(view, palette), basemap.CREDIT

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
        theme: Theme = "light",
    ) -> Picture | None:
        """The picture of a visualization, of `found` airfields in all; None when it has nothing to show."""
        scene = scene_of(shown, found)
        if scene is None:
            return None
        palette = PALETTES[theme]
        if reaches_a_pole(scene.frame):
            view = fit_polar(scene.frame, width, height)
        else:
            deepest = scene.deepest + math.log2(density(width))
            view = fit(scene.frame, width, height, deepest=deepest, whole_zoom=whole_zoom)
        image, credit = (ground or self.offline)(view, palette)
        px = density(width)
        _shade(image, view.line(scene.area), palette)
        for line in scene.lines:
            _stroke(image, view.line(line), palette.route, palette, width=3.0 * px)
        if scene.area and not scene.lines:
            _stroke(image, view.line(scene.area), palette.route, palette, width=1.5 * px)
        named = ground is None and isinstance(view, View)
        if named:
            credit = f"{credit}, {places.CREDIT}"
        self._at(px)._mark(image, view, scene, credit, palette, named=named)
        return Picture(
            _encode(image), scene.alt, scene.caption, key or key_of(shown, width, height, credit, found, theme)
        )

    def _mark(
        self,
        image: Image.Image,
        view: View | PolarView,
        scene: Scene,
        credit: str,
        palette: Palette,
        *,
        named: bool,
    ) -> None:
        """Markers and words over the ground."""
        taken = self._furniture(image, view, credit, palette)
        lines = [point for line in scene.lines for point in along(view.line(line))]
        taken += self._spots(image, view, scene.spots, lines, palette)
        taken += self._miles(image, view, scene, taken, palette)
        taken += self._courses(image, view, scene, taken, palette)
        if named and isinstance(view, View):
            self._names(image, view, taken, palette)

    # --- markers and labels -------------------------------------------------------------------------

    def _spots(
        self,
        image: Image.Image,
        view: View | PolarView,
        spots: Sequence[Spot],
        lines: Sequence[Point],
        palette: Palette,
    ) -> list[Box]:
        """Markers first, then each label where it hits neither marker nor label, in the order of the list."""
        colours = [_colour(spot, palette) for spot in spots]
        markers = [
            self._sprites.marker(str(spot.number or ""), colour, palette.halo)
            for spot, colour in zip(spots, colours, strict=True)
        ]
        discs = apart(
            [
                Disc(*view.pixel(spot.lat, spot.lon), marker.width // 2, pinned=not spot.number)
                for spot, marker in zip(spots, markers, strict=True)
            ],
            image.size,
        )
        pen = ImageDraw.Draw(image)
        for colour, disc in zip(colours, discs, strict=True):
            if math.hypot(*disc.moved) > LEADER * self._px:
                x, y = disc.home
                dot = 3 * self._px
                pen.line((disc.x, disc.y, x, y), fill=colour, width=round(2 * self._px))
                pen.ellipse((x - dot, y - dot, x + dot, y + dot), fill=colour)
        for marker, disc in reversed([*zip(markers, discs, strict=True)]):
            image.paste(marker, (round(disc.x) - disc.half, round(disc.y) - disc.half), marker)
        taken: list[Box] = [disc.box for disc in discs]
        for number, spot in enumerate(spots):
            if not spot.label:
                continue
            label = self._sprites.label(spot.label, colour=palette.ink, halo=palette.halo)
            place = free_place(number, discs, label.size, taken, lines, image.size)
            if place is not None:
                image.paste(label, (round(place[0]), round(place[1])), label)
                taken.append((*place, place[0] + label.width, place[1] + label.height))
        return taken

    def _miles(
        self, image: Image.Image, view: View | PolarView, scene: Scene, taken: Sequence[Box], palette: Palette
    ) -> list[Box]:
        """Figures along a track whose length is told."""
        if not scene.nm or not scene.lines:
            return []
        line = view.line(scene.lines[0])
        step = _mark_step(scene.nm, sum(math.dist(a, b) for a, b in pairwise(line)) / self._px)
        tick = 5 * self._px
        pen = ImageDraw.Draw(image)
        found: list[Box] = []
        for number in range(1, int(scene.nm / step) + 1):
            at, across = _on(line, number * step / scene.nm)
            if number * step > scene.nm - step / 3:
                break
            text = f"{number * step:g} nm" if number == 1 else f"{number * step:g}"
            label = self._sprites.label(text, 13, palette.route, halo=palette.halo)
            reach = 9 * self._px + (abs(across[0]) * label.width + abs(across[1]) * label.height) / 2
            x, y = at[0] + across[0] * reach - label.width / 2, at[1] + across[1] * reach - label.height / 2
            box = (x, y, x + label.width, y + label.height)
            if not _is_free(box, [*taken, *found], image.size):
                continue
            pen.line(
                (
                    at[0] - across[0] * tick,
                    at[1] - across[1] * tick,
                    at[0] + across[0] * tick,
                    at[1] + across[1] * tick,
                ),
                fill=palette.route,
                width=round(2 * self._px),
            )
            image.paste(label, (round(x), round(y)), label)
            found.append(box)
        return found

    def _courses(
        self, image: Image.Image, view: View | PolarView, scene: Scene, taken: Sequence[Box], palette: Palette
    ) -> list[Box]:
        """Of several legs: an arrow on each in the direction of flight, and its miles, where there is room."""
        if len(scene.lines) < 2:
            return []
        pen, found = ImageDraw.Draw(image), list[Box]()
        told: set[frozenset[Point]] = set()
        for leg in scene.lines:
            line = view.line(leg)
            length = sum(math.dist(a, b) for a, b in pairwise(line)) / self._px
            if length < SHORTEST_COURSE:
                continue
            ends = frozenset((leg[0], leg[-1]))
            at, across = _on(line, COURSE_AT)
            pen.polygon(_head(at, across, HEAD * self._px), fill=palette.route, outline=palette.halo)
            size = HEAD * self._px
            found.append((at[0] - size, at[1] - size, at[0] + size, at[1] + size))
            if ends in told:
                continue  # the way back is as long
            told.add(ends)
            label = self._sprites.label(f"{_nm(leg):.0f} nm", 13, palette.route, halo=palette.halo)
            middle, across = _on(line, 0.5)
            for side in (1, -1):
                reach = side * (9 * self._px + (abs(across[0]) * label.width + abs(across[1]) * label.height) / 2)
                x, y = middle[0] + across[0] * reach - label.width / 2, middle[1] + across[1] * reach
                box = (x, y - label.height / 2, x + label.width, y + label.height / 2)
                if _is_free(box, [*taken, *found], image.size):
                    image.paste(label, (round(x), round(box[1])), label)
                    found.append(box)
                    break
        return found

    def _names(self, image: Image.Image, view: View, taken: list[Box], palette: Palette) -> None:
        """Countries and towns where there is room, the largest first; without towns, meridians and parallels."""
        west, _, east, _ = view.bounds
        half_x, half_y = view.width / 2 / view.scale, view.height / 2 / view.scale
        box = (view.x - half_x, view.y - half_y, view.x + half_x, view.y + half_y)
        lines = ImageDraw.Draw(image)
        if east - west > COUNTRIES_FROM:
            least = SMALL_COUNTRY if east - west > SMALL_COUNTRIES_UP_TO else 0
            for country in self._places.countries(box):
                if country.people < least:
                    continue
                name = self._sprites.label(
                    country_name(country.name).upper(), 14, palette.faint, halo=palette.halo, bold=False
                )
                self._centred(image, view, country, name, taken)
        shown, dot = 0, 4 * self._px
        for town in self._places.towns(box, TOWNS_TRIED):
            if shown >= TOWNS_SHOWN:
                break
            x, y = view.pixel(town.lat, town.lon)
            if not _is_free((x - dot, y - dot, x + dot, y + dot), taken, image.size):
                continue
            name = self._sprites.label(called(town, self._data), 14, palette.soft, halo=palette.halo, bold=False)
            place = _beside(x, y, name.size, taken, image.size, self._px)
            if place is None:
                continue
            small = 3 * self._px
            lines.ellipse(
                (x - small, y - small, x + small, y + small),
                fill=palette.halo,
                outline=palette.soft,
                width=round(self._px),
            )
            image.paste(name, (round(place[0]), round(place[1])), name)
            taken.append((place[0], place[1], place[0] + name.width, place[1] + name.height))
            taken.append((x - dot, y - dot, x + dot, y + dot))
            shown += 1
        if shown < FEW:
            self._degrees(image, view, taken, palette)

    def _centred(self, image: Image.Image, view: View, place: Place, name: Image.Image, taken: list[Box]) -> None:
        x, y = view.pixel(place.lat, place.lon)
        for aside, down in ASIDE:
            left, top = x + aside * self._px - name.width / 2, y + down * self._px - name.height / 2
            box = (left, top, left + name.width, top + name.height)
            if _is_free(box, taken, image.size):
                image.paste(name, (round(left), round(top)), name)
                taken.append(box)
                return

    def _degrees(self, image: Image.Image, view: View, taken: list[Box], palette: Palette) -> None:
        """The meridians and parallels of the ground by name."""
        meridians, parallels = basemap.graticule(view)
        for lon in meridians:
            x, _ = view.pixel(view.latitude, lon)
            self._named(image, _degree((lon + 180) % 360 - 180, "EW"), (x + 3, 6), taken, palette)
        for lat in parallels:
            _, y = view.pixel(lat, view.x * 360 - 180)
            self._named(image, _degree(lat, "NS"), (6, y + 2), taken, palette)

    def _named(self, image: Image.Image, text: str, at: Point, taken: list[Box], palette: Palette) -> None:
        name = self._sprites.label(text, 13, palette.faint, halo=palette.halo, bold=False)
        box = (*at, at[0] + name.width, at[1] + name.height)
        if _is_free(box, taken, image.size):
            image.paste(name, (round(at[0]), round(at[1])), name)
            taken.append(box)

    def _furniture(self, image: Image.Image, view: View | PolarView, credit: str, palette: Palette) -> list[Box]:
        """Scale bar and credit; the room they take."""
        px = self._px
        nm, name = _round_length(view.nm_per_pixel() * 130 * px)
        length = nm / view.nm_per_pixel()
        pen = ImageDraw.Draw(image)
        left, bottom = round(16 * px), image.height - round(18 * px)
        pen.line((left, bottom, left + length, bottom), fill=palette.halo, width=round(7 * px))
        pen.line((left, bottom, left + length, bottom), fill=palette.ink, width=round(3 * px))
        label = self._sprites.label(name + _bar_latitude(view), 14, palette.ink, halo=palette.halo)
        image.paste(label, (left - 2, bottom - round(10 * px) - label.height), label)
        text = say("© {credit} · not for navigation", credit=credit)
        mark = self._sprites.label(text, 12, palette.faint, bold=False, halo=palette.halo)
        x, y = image.width - mark.width - round(10 * px), image.height - mark.height - round(8 * px)
        image.paste(mark, (x, y), mark)
        bar = (left - 4, bottom - 12 * px - label.height, left + max(length, label.width) + 4, bottom + 6 * px)
        return [bar, (x, y, image.width, image.height)]


# --- places for words ------------------------------------------------------------------------------


def _colour(spot: Spot, palette: Palette) -> Colour:
    return {"field": palette.field, "customs": palette.customs, "end": palette.end, "centre": palette.route}[
        spot.kind
    ]


def _is_free(box: Box, taken: Sequence[Box], picture: tuple[int, int]) -> bool:
    left, top, right, bottom = box
    if left < 2 or top < 2 or right > picture[0] - 2 or bottom > picture[1] - 2:
        return False
    return not any(left < r and right > l and top < b and bottom > t for l, t, r, b in taken)  # noqa: E741


def _beside(
    x: float, y: float, size: tuple[int, int], taken: Sequence[Box], picture: tuple[int, int], px: float
) -> Point | None:
    """The left top of a town's name beside its dot, with room around it; None where there is none."""
    wide, high = size
    off, gap = 5 * px, TOWN_GAP * px
    for left, top in (
        (x + off, y - high / 2),
        (x - off - wide, y - high / 2),
        (x - wide / 2, y - off - high),
        (x - wide / 2, y + off),
    ):
        room = (left - gap, top - gap / 2, left + wide + gap, top + high + gap / 2)
        inside = (left, top, left + wide, top + high)
        if _is_free(inside, (), picture) and not any(
            room[0] < r and room[2] > l and room[1] < b and room[3] > t
            for l, t, r, b in taken  # noqa: E741
        ):
            return left, top
    return None


def _mark_step(nm: float, pixels: float) -> float:
    """Miles from figure to figure: a round number, not more figures than can be read."""
    least = nm / max(1.0, pixels / MARKS_APART)
    return next((step for step in (5, 10, 20, 50, 100, 200, 500, 1000) if step >= least), 2000)


def _on(line: Sequence[Point], share: float) -> tuple[Point, Point]:
    """The point at a share of a line whose points are equally far apart on the ground, and the unit across it."""
    at = min(max(share, 0.0), 1.0) * (len(line) - 1)
    first = min(int(at), len(line) - 2)
    (x, y), (to_x, to_y) = line[first], line[first + 1]
    part, length = at - first, math.dist(line[first], line[first + 1]) or 1.0
    return (x + (to_x - x) * part, y + (to_y - y) * part), ((y - to_y) / length, (to_x - x) / length)


def _head(at: Point, across: Point, size: float) -> list[Point]:
    """The head of an arrow that points along a line, across which `across` is."""
    (x, y), (over_x, over_y) = at, across
    on_x, on_y = over_y, -over_x
    return [
        (x + on_x * size, y + on_y * size),
        (x - on_x * size + over_x * size, y - on_y * size + over_y * size),
        (x - on_x * size - over_x * size, y - on_y * size - over_y * size),
    ]


def _nm(leg: Sequence[Point]) -> float:
    return geodesic_nm(*leg[0], *leg[-1])


def _degree(value: float, signs: str) -> str:
    """A meridian or parallel as charts write it: 50°30'N."""
    minutes = round(abs(value) * 60)
    whole, rest = divmod(minutes, 60)
    sign = "" if not minutes else signs[0] if value > 0 else signs[1]
    return f"{whole}°{rest:02d}'{sign}" if rest else f"{whole}°{sign}"


# --- drawing ---------------------------------------------------------------------------------------


def _shade(image: Image.Image, outline: Sequence[Point], palette: Palette) -> None:
    """Tint an area."""
    if len(outline) < 3:
        return
    box = _box(outline, image.size, 0)
    if box is None:
        return
    left, top, right, bottom = box
    mask = Image.new("L", (right - left, bottom - top), 0)
    ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in outline], fill=AREA_ALPHA)
    image.paste(palette.route, box, mask)


def _stroke(
    image: Image.Image, line: Sequence[Point], colour: Colour, palette: Palette, width: float = 3.0
) -> None:
    """A smooth line with an edge, drawn at twice the size in a few small boxes along it."""
    piece = max(2, -(-len(line) // PIECES))
    for ink, broad in ((palette.halo, width + 2.5), (colour, width)):
        for first in range(0, len(line) - 1, piece):
            run = line[first : first + piece + 1]
            box = _box(run, image.size, round(width) + 3)
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
