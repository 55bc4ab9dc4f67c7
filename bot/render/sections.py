"""Draws a flight from the side: cloud cells, 0 °C, wind barbs and the cruise line over the miles of the track."""

from __future__ import annotations

import io
import math
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

from PIL import Image

from agent.weather.section import RouteSection, edges
from bot.render.barbs import draw_barb
from bot.render.palette import PALETTES, Colour, Palette, Theme
from bot.render.sheets import HEIGHT, LARGE, SMALL, WIDTH, Sheet
from bot.render.sprites import Sprites
from bot.render.strips import hatched, mixed
from tongue import later, say

LEFT, RIGHT, TOP, BOTTOM = 150, 1240, 126, 566
STEPS = (1000, 2000, 5000)
CREDIT = later(
    "Weather data by Open-Meteo.com · one model, height above the sea, ground at points · hatched: no data"
)
APART = 120
"""Pixels between two hours on the foot."""
BARBS_APART = 92
"""Pixels from one column of barbs to the next, at least."""
NEAR = 34
"""Barbs of two levels nearer than this many pixels: the lower one is left out."""


class SectionMaker:
    """Draws sections in the project's font."""

    def __init__(self, data: Path) -> None:
        self._sprites = Sprites(data)

    def draw(self, section: RouteSection, theme: Theme = "light") -> bytes:
        """The picture, a PNG of 1280 × 720."""
        sheet = _Sheet(section, PALETTES[theme], self._sprites)
        sheet.head()
        sheet.air()
        sheet.grid()
        sheet.freezing()
        sheet.cruise()
        sheet.barbs()
        sheet.foot()
        buffer = io.BytesIO()
        sheet.image.quantize(64, Image.Quantize.FASTOCTREE).save(buffer, "PNG", compress_level=6)
        return buffer.getvalue()


class _Sheet(Sheet):
    """One picture while it is drawn."""

    def __init__(self, section: RouteSection, palette: Palette, sprites: Sprites) -> None:
        super().__init__(palette, sprites)
        self.section = section
        self.zone = ZoneInfo(section.time_zone) if section.time_zone else ZoneInfo("UTC")
        heights = [layer.height_ft for column in section.columns for layer in column.layers]
        most = max([section.level_ft + 2000, *(height * 1.08 for height in heights)])
        self.step = next((step for step in STEPS if most / step <= 10), STEPS[-1])
        self.most = self.step * -(-most // self.step)

    def x(self, nm: float) -> float:
        return LEFT + (RIGHT - LEFT) * min(1.0, max(0.0, nm / (self.section.distance_nm or 1.0)))

    def y(self, feet: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * min(max(feet, 0.0), self.most) / self.most

    # --- parts -----------------------------------------------------------------------------------------

    def head(self) -> None:
        of = self.section
        day = say("{day:%a} {day.day} {day:%b}", day=of.leaves.astimezone(self.zone))
        title = f"{of.start} – {of.end} · {day}"
        self.words(title, 28, 40, LARGE, self.palette.ink, bold=True)
        run = (
            say("{model} run {at:%d %b %H} UTC{old}", model=of.model, at=of.run, old="")
            if of.run
            else say("{model} run time not told", model=of.model)
        )
        self.words(run, WIDTH - 28 - self.wide(run, SMALL), 42, SMALL, self.palette.ink)
        x = 28.0
        self.pen.line((x, 92, x + 34, 92), fill=self.palette.route, width=6)
        x = self.words(say("cruise {feet:,.0f} ft", feet=of.level_ft), x + 44, 92, SMALL, self.palette.ink) + 34
        self.pen.line((x, 92, x + 34, 92), fill=self.palette.field, width=6)
        x = self.words("0 °C", x + 44, 92, SMALL, self.palette.ink) + 34
        self.pen.rectangle((x, 82, x + 34, 102), fill=self.cloud(100))
        x = self.words(say("cloud 100 %"), x + 44, 92, SMALL, self.palette.ink) + 34
        self.words(say("barbs: from, kt"), x, 92, SMALL, self.palette.ink)

    def cloud(self, percent: float) -> Colour:
        """Grey by cover; a sky without cloud is the sky's own colour."""
        clear, full = (
            ((214, 232, 246), (112, 122, 134))
            if self.palette is PALETTES["light"]
            else ((18, 40, 62), (150, 160, 170))
        )
        return mixed(full, clear, min(1.0, max(0.0, percent / 100)))

    def air(self) -> None:
        """Each point stands for the half of the way to its neighbours, each level for the half to its own."""
        columns = self.section.columns
        hatched(self.image, (LEFT, TOP, RIGHT, BOTTOM), self.palette)
        for column, (left, right) in zip(columns, self.spans(), strict=True):
            layers = [layer for layer in column.layers if layer.cloud_percent is not None]
            bands = edges([layer.height_ft for layer in layers])
            for layer, (low, high) in zip(layers, bands, strict=True):
                box = (left, self.y(high), right, self.y(low))
                if box[3] - box[1] >= 1:
                    self.pen.rectangle(box, fill=self.cloud(layer.cloud_percent or 0.0))
            if column.cloud_on_ground:
                self.pen.rectangle((left, BOTTOM - 16, right, BOTTOM), fill=self.cloud(100))
            if column.ground_ft is not None:
                ground = (150, 124, 92) if self.palette is PALETTES["light"] else (104, 84, 60)
                self.pen.rectangle(
                    (left, self.y(max(column.ground_ft, self.most / 150)), right, BOTTOM), fill=ground
                )

    def spans(self) -> list[tuple[float, float]]:
        xs = [self.x(column.distance_nm) for column in self.section.columns]
        middles = [(a + b) / 2 for a, b in pairwise(xs)]
        return list(pairwise([LEFT, *middles, RIGHT])) if xs else []

    def grid(self) -> None:
        feet = 0.0
        while feet <= self.most:
            y = self.y(feet)
            self.pen.line((LEFT, y, RIGHT, y), fill=self.palette.grid, width=1)
            if feet % (2 * self.step) == 0 or self.most / self.step <= 6:
                text = say("{feet:,.0f}", feet=feet)
                self.words(text, LEFT - 12 - self.wide(text, SMALL), y, SMALL)
            feet += self.step
        self.words("ft", 28, (TOP + BOTTOM) / 2, SMALL)
        self.pen.rectangle((LEFT, TOP, RIGHT, BOTTOM), outline=self.palette.line, width=2)

    def freezing(self) -> None:
        """Joined where every point has as many crossings; else each stands for its own part of the way."""
        columns = self.section.columns
        counts = {len(column.freezing_ft) for column in columns}
        ink = self.palette.field
        if len(counts) == 1 and len(columns) > 1:
            for number in range(counts.pop()):
                points = [(self.x(c.distance_nm), self.y(sorted(c.freezing_ft)[number])) for c in columns]
                points = [(LEFT, points[0][1]), *points, (RIGHT, points[-1][1])]
                for colour, width in ((self.palette.halo, 9), (ink, 5)):
                    self.pen.line(points, fill=colour, width=width, joint="curve")
            return
        for column, (left, right) in zip(columns, self.spans(), strict=True):
            for feet in column.freezing_ft:
                for colour, width in ((self.palette.halo, 9), (ink, 5)):
                    self.pen.line((left, self.y(feet), right, self.y(feet)), fill=colour, width=width)

    def cruise(self) -> None:
        y = self.y(self.section.level_ft)
        for colour, width in ((self.palette.halo, 9), (self.palette.route, 5)):
            self.pen.line((LEFT, y, RIGHT, y), fill=colour, width=width)

    def barbs(self) -> None:
        """The level nearest to the cruise first, then the others where there is room; of columns those apart."""
        last = -math.inf
        for column in self.section.columns:
            x = min(RIGHT - 46, max(LEFT + 46, self.x(column.distance_nm)))
            if x - last < BARBS_APART:
                continue
            last, drawn = x, list[float]()
            for layer in sorted(column.layers, key=lambda one: abs(one.height_ft - self.section.level_ft)):
                y = self.y(layer.height_ft)
                if layer.wind_kt is None or layer.wind_from_deg is None or any(abs(y - o) < NEAR for o in drawn):
                    continue
                drawn.append(y)
                draw_barb(
                    self.pen, (x, y), layer.wind_from_deg, layer.wind_kt, self.palette.ink, self.palette.halo
                )
                label = self.sprites.label(f"{layer.wind_kt:.0f}", 24, self.palette.ink, halo=self.palette.halo)
                left = min(x + 12, RIGHT - 4 - label.width)
                self.image.paste(label, (round(left), round(y + 2)), label)

    def foot(self) -> None:
        """Miles, the hour of passing, and the credit."""
        columns = self.section.columns
        placed: list[float] = []
        ends = [*columns[:1], *columns[1:][-1:]]
        for column in [*ends, *(one for one in columns if one not in ends)]:
            x = min(RIGHT - 45.0, max(LEFT + 45.0, self.x(column.distance_nm)))
            if any(abs(x - other) < APART for other in placed):
                continue
            placed.append(x)
            mark = self.x(column.distance_nm)
            self.pen.line((mark, BOTTOM, mark, BOTTOM + 8), fill=self.palette.soft, width=2)
            clock = f"{column.at.astimezone(self.zone):%H:%M}"
            self.words(clock, x - self.wide(clock, SMALL) / 2, BOTTOM + 28, SMALL, self.palette.ink)
            miles = f"{column.distance_nm:.0f} nm"
            self.words(miles, x - self.wide(miles, SMALL) / 2, BOTTOM + 64, SMALL)
        self.words("UTC" if self.zone.key == "UTC" else self.section.start, 28, BOTTOM + 28, SMALL)
        self.words("" if self.zone.key == "UTC" else say("time"), 28, BOTTOM + 64, SMALL)
        self.words(say(CREDIT), 28, HEIGHT - 26, 20, self.palette.faint)
