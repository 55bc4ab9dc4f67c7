"""Draws the map of a flight's weather: track, stations with ceiling and barb, SIGMETs and NOTAM circles."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from agent.weather.chart import OLD_MINUTES, MapStation, WeatherChart, ceiling_mark
from bot.render.barbs import SHAFT, draw_barb
from bot.render.outlines import circle, great_circle
from bot.render.palette import PALETTES, Colour, Palette, Theme
from bot.render.placing import Box
from bot.render.polar import PolarView
from bot.render.projection import Point, View, fit
from bot.render.sheets import HEIGHT, WIDTH
from bot.render.sprites import Sprites
from tongue import say

Ground = Callable[[View | PolarView, Palette], tuple[Image.Image, str]]
LABEL, LARGE, FOOT = 28, 30, 20
MARGIN = 96
WIDEST_NM = 150.0
"""So far around the track a SIGMET is brought into sight; a region larger than the picture is cut at its edge."""
TINT = 46
ON_THE_TRACK = 6
"""Places of each piece of the track that no label may cover."""


class ChartMaker:
    """Draws weather maps on a ground that is given."""

    def __init__(self, ground: Ground, sprites: Sprites) -> None:
        self._ground = ground
        self._sprites = sprites

    def draw(self, chart: WeatherChart, theme: Theme = "light") -> bytes:
        """The picture, a JPEG of 1280 × 720."""
        palette = PALETTES[theme]
        frame = [*chart.track, *((one.lat, one.lon) for one in chart.stations)]
        view = fit(frame, WIDTH, HEIGHT, margin=MARGIN, deepest=9.0)
        image, credit = self._ground(view, palette)
        image = image.convert("RGB")
        sheet = _Sheet(image, view, palette, self._sprites)
        for one in chart.notams:
            sheet.area(circle((one.lat, one.lon), max(one.radius_nm, 1.0)), palette.customs)
        for one in chart.sigmets:
            for shape in one.shapes:
                sheet.area(shape, palette.route)
        sheet.title(chart)
        sheet.foot(say("© {credit} · aviationweather.gov · not for navigation", credit=credit))
        sheet.track(chart)
        for station in chart.stations:
            sheet.mark(station)
        for station in chart.stations:
            sheet.station(station)
        for one in chart.sigmets:
            sheet.named(f"SIGMET {one.number} {one.label}", _middle(one.shapes), palette.route)
        for one in chart.notams:
            sheet.named(f"N{one.number}", (one.lat, one.lon), palette.customs)
        buffer = io.BytesIO()
        sheet.image.save(buffer, "JPEG", quality=88, subsampling=0)
        return buffer.getvalue()


class _Sheet:
    """One map while it is drawn, and the room that is taken on it."""

    def __init__(self, image: Image.Image, view: View, palette: Palette, sprites: Sprites) -> None:
        self.image, self.view, self.palette, self.sprites = image, view, palette, sprites
        self.pen = ImageDraw.Draw(image)
        self.taken: list[Box] = []
        self.track_boxes: list[Box] = []
        self.marks: list[Point] = []

    def area(self, shape: Sequence[Point], colour: Colour) -> None:
        """A tinted area, a line, or a ring around a single point."""
        if len(shape) == 1:
            x, y = self.view.pixel(*shape[0])
            self.pen.ellipse((x - 16, y - 16, x + 16, y + 16), outline=colour, width=5)
            return
        line = self.view.line([*shape, shape[0]] if len(shape) > 2 else shape)
        if len(shape) > 2:
            mask = Image.new("L", self.image.size, 0)
            ImageDraw.Draw(mask).polygon(line, fill=TINT)
            self.image.paste(colour, (0, 0), mask)
            self.pen = ImageDraw.Draw(self.image)
        self.pen.line(line, fill=colour, width=4, joint="curve")

    def track(self, chart: WeatherChart) -> None:
        if len(chart.track) > 1:
            line = self.view.line(great_circle(chart.track[0], chart.track[-1]))
            for colour, width in ((self.palette.halo, 11), (self.palette.end, 5)):
                self.pen.line(line, fill=colour, width=width, joint="curve")
            for (ax, ay), (bx, by) in pairwise(line):
                self.track_boxes += [
                    (x - 3, y - 3, x + 3, y + 3)
                    for n in range(ON_THE_TRACK)
                    for x, y in [(ax + (bx - ax) * n / ON_THE_TRACK, ay + (by - ay) * n / ON_THE_TRACK)]
                ]
        ends = (*chart.track[:1], *chart.track[1:][-1:])
        for name, place in zip(chart.ends, ends, strict=False):
            x, y = self.view.pixel(*place)
            self.pen.ellipse(
                (x - 9, y - 9, x + 9, y + 9), fill=self.palette.end, outline=self.palette.halo, width=3
            )
            if name and name not in {one.icao for one in chart.stations}:
                self.label(name, (x, y), self.palette.end)
            self.taken.append((x - 9, y - 9, x + 9, y + 9))

    def mark(self, of: MapStation) -> None:
        """The barb of its wind, or a ring where it has no direction."""
        x, y = self.view.pixel(of.lat, of.lon)
        if of.wind_kt is not None and (of.wind_from_deg is not None or of.wind_kt == 0):
            draw_barb(self.pen, (x, y), of.wind_from_deg or 0, of.wind_kt, self.palette.ink, self.palette.halo)
            angle = math.radians(of.wind_from_deg or 0)
            tip = (x + math.sin(angle) * SHAFT, y - math.cos(angle) * SHAFT)
            self.taken.append((min(x, tip[0]) - 12, min(y, tip[1]) - 12, max(x, tip[0]) + 12, max(y, tip[1]) + 12))
        else:
            self.pen.ellipse(
                (x - 8, y - 8, x + 8, y + 8), fill=self.palette.halo, outline=self.palette.ink, width=3
            )
            self.taken.append((x - 8, y - 8, x + 8, y + 8))
        self.marks.append((x, y))

    def station(self, of: MapStation) -> None:
        """Its code, ceiling and hazards as words; an old report in brackets."""
        x, y = self.view.pixel(of.lat, of.lon)
        told = ceiling_mark(of.ceiling)
        variable = f" VRB{of.wind_kt}" if of.variable and of.wind_kt else ""
        text = f"{of.icao} {told}{variable}{f' {of.hazards}' if of.hazards else ''}"
        old = of.age_minutes is not None and of.age_minutes > OLD_MINUTES
        self.label(
            say("({text}, old)", text=text) if old else text,
            (x, y),
            self.palette.soft if old else self.palette.ink,
        )

    def named(self, text: str, place: Point, colour: Colour) -> None:
        """A number at its area, or at the edge nearest to it."""
        x, y = self.view.pixel(*place)
        self.label(text, (min(max(x, 40.0), WIDTH - 40.0), min(max(y, 80.0), HEIGHT - 80.0)), colour, close=True)

    def label(self, text: str, at: Point, colour: Colour, *, close: bool = False) -> None:
        """Beside a place where it hits no other; left out where there is no room."""
        label = self.sprites.label(text, LABEL, colour, halo=self.palette.halo)
        wide, high = label.size
        gap = 4 if close else 16
        x, y = at
        places = [
            (x + gap, y - high / 2), (x - gap - wide, y - high / 2), (x - wide / 2, y + gap + 22),
            (x - wide / 2, y - gap - high - 14), (x + gap, y + gap + 14), (x - gap - wide, y - gap - high - 14),
            (x + gap, y - gap - high - 14), (x - gap - wide, y + gap + 14), (x - wide / 2, y + gap + 36),
        ]  # fmt: skip
        for kept_free in (self.track_boxes, []):
            for left, top in places:
                box = (left, top, left + wide, top + high)
                inside = left > 4 and top > 4 and box[2] < WIDTH - 4 and box[3] < HEIGHT - 4
                clear = not any(
                    left < r and box[2] > l and top < b and box[3] > t
                    for l, t, r, b in (*self.taken, *kept_free)  # noqa: E741
                )
                if inside and clear and self.is_own(box, at):
                    self.image.paste(label, (round(left), round(top)), label)
                    self.taken.append(box)
                    return

    def is_own(self, box: Box, at: Point) -> bool:
        """Whether a label there is nearer to its own mark than to any other."""

        def away(mark: Point) -> float:
            dx = max(box[0] - mark[0], 0.0, mark[0] - box[2])
            return math.hypot(dx, max(box[1] - mark[1], 0.0, mark[1] - box[3]))

        own = away(at)
        return all(away(mark) > own + 4 for mark in self.marks if math.dist(mark, at) > 1)

    def title(self, chart: WeatherChart) -> None:
        words = f"{chart.label} · " + say("{at:%d %b %H:%M} UTC", at=chart.at)
        name = self.sprites.label(words, LARGE, self.palette.ink, halo=self.palette.halo)
        self.image.paste(name, (24, 10), name)
        self.taken.append((0, 0, 24 + name.width, 8 + name.height))

    def foot(self, text: str) -> None:
        said = say("ceilings in ft, barbs from METAR, areas as sent") + f" · {text}"
        mark = self.sprites.label(said, FOOT, self.palette.faint, bold=False, halo=self.palette.halo)
        self.image.paste(mark, (WIDTH - mark.width - 12, HEIGHT - mark.height - 10), mark)
        self.taken.append((WIDTH - mark.width - 12, HEIGHT - mark.height - 14, WIDTH, HEIGHT))


def _middle(shapes: Sequence[Sequence[Point]]) -> Point:
    first = shapes[0]
    return sum(lat for lat, _ in first) / len(first), sum(lon for _, lon in first) / len(first)
