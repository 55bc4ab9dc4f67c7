"""Draws a day at one place hour by hour: light, cloud base, visibility, rain and wind, as the models have them."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from PIL import Image, ImageDraw

from agent.weather.strip import Base, DayStrip, StripModel
from bot.render.barbs import SHAFT, draw_barb
from bot.render.palette import PALETTES, Colour, Palette, Theme
from bot.render.sheets import LARGE, PLAIN, SMALL, WIDTH, Sheet
from bot.render.sprites import Sprites
from tongue import later, say

LEFT, RIGHT = 262, 1250

CREDIT = later("Weather data by Open-Meteo.com · models, not reports · hatched: no data")
BARBS = 612
"""The middle of the row of barbs."""

SMALLEST = 16
TALL = 64
"""A row so high has room for its unit below its name."""

BASES = (1000, 2000, 4000)
SIGHTS = (1_500, 5_000, 10_000)
BASE_LEVELS, SIGHT_LEVELS = 6, 4

Row = tuple[int, int]
"""Top and bottom of a row."""

WITHOUT: tuple[Row, ...] = ((126, 152), (168, 312), (328, 408), (424, 484), (500, 578))
WITH_CROSSWIND: tuple[Row, ...] = ((120, 144), (154, 286), (294, 374), (382, 424), (430, 496), (504, 578))
"""Light, cloud base, visibility, rain, wind, and the wind across."""

Numbers = Sequence[float | None]


class StripMaker:
    """Draws strips in the project's font."""

    def __init__(self, data: Path) -> None:
        self._sprites = Sprites(data)

    def draw(self, strip: DayStrip, theme: Theme = "light") -> bytes:
        """The picture, a PNG of 1280 × 720."""
        sheet = _Sheet(strip, PALETTES[theme], self._sprites)
        sheet.head()
        if strip.ceilings:
            rows = WITH_CROSSWIND if strip.crosswind else WITHOUT
            sheet.light(rows[0])
            sheet.stepped(
                rows[1],
                say("Cloud base"),
                say("ft above field"),
                _base_level,
                BASE_LEVELS,
                tuple(say("{feet:,}", feet=feet) for feet in BASES),
            )
            sheet.stepped(rows[2], say("Visibility"), "", _sight_level, SIGHT_LEVELS, ("", "5 km", "10 km"))
            sheet.rain(rows[3])
            sheet.wind(rows[4])
            if strip.crosswind:
                sheet.crosswind(rows[5])
        else:
            sheet.light((126, 156))
            sheet.rain((190, 340))
            sheet.wind((370, 578))
        sheet.foot(656)
        buffer = io.BytesIO()
        sheet.image.quantize(64, Image.Quantize.FASTOCTREE).save(buffer, "PNG", compress_level=6)
        return buffer.getvalue()


class _Sheet(Sheet):
    """One picture while it is drawn."""

    def __init__(self, strip: DayStrip, palette: Palette, sprites: Sprites) -> None:
        super().__init__(palette, sprites)
        self.strip = strip
        self.zone = ZoneInfo(strip.time_zone)
        self.inks = (palette.field, palette.route, palette.customs, palette.soft)
        self.step = (RIGHT - LEFT) / max(1, len(strip.hours) - 1)

    def x(self, hour: float) -> float:
        return LEFT + hour * self.step

    def at(self, when: datetime) -> float:
        """Where a time is, held to the sheet."""
        first = self.strip.hours[0]
        return min(RIGHT, max(LEFT, self.x((when - first) / timedelta(hours=1))))

    # --- parts -----------------------------------------------------------------------------------------

    def head(self) -> None:
        day = self.strip.day
        when = say("{day:%A} {day.day} {day:%B}", day=day)
        label = self.strip.label
        if self.wide(f"{label} · {when}", LARGE, bold=True) > WIDTH - 60:
            when = say("{day:%a} {day.day} {day:%b}", day=day)
        while self.wide(f"{label} · {when}", LARGE, bold=True) > WIDTH - 60 and len(label) > 6:
            label = label[:-2].rstrip() + "…" if not label.endswith("…") else label[:-3].rstrip() + "…"
        self.words(f"{label} · {when}", 28, 40, LARGE, self.palette.ink, bold=True)
        x = 28.0
        for ink, one in zip(self.inks, self.strip.models, strict=False):
            self.pen.line((x, 92, x + 34, 92), fill=ink, width=6)
            x = self.words(one.model, x + 44, 92, PLAIN, self.palette.ink) + 34
        legend = say("band: least to most · dots: gusts")
        self.words(legend, x, 92, self.fitting(legend, WIDTH - 28 - x, SMALL))

    def light(self, row: Row) -> None:
        """Day, twilight, and night hatched."""
        top, bottom = row
        self.words(say("Light"), 28, (top + bottom) / 2, PLAIN, self.palette.ink)
        strip = self.strip
        night = (74, 88, 112) if self.palette is PALETTES["light"] else (4, 9, 15)
        if strip.dawn is not None and strip.dusk is not None:
            self.pen.rectangle((LEFT, top, RIGHT, bottom), fill=night)
        if strip.dawn is None or strip.dusk is None:
            if strip.sunrise is None:
                self.hatch((LEFT, top, RIGHT, bottom))
                self.words(say("no twilight to tell day and night by"), LEFT + 12, (top + bottom) / 2, SMALL)
            return
        self.pen.rectangle((self.at(strip.dawn), top, self.at(strip.dusk), bottom), fill=self.palette.line)
        if strip.sunrise is not None and strip.sunset is not None:
            sun = (255, 214, 102) if self.palette is PALETTES["light"] else (132, 94, 14)
            self.pen.rectangle((self.at(strip.sunrise), top, self.at(strip.sunset), bottom), fill=sun)
            dark = PALETTES["light"].ink if self.palette is PALETTES["light"] else PALETTES["dark"].ink
            text = say(
                "sun {rise:%H:%M}–{sets:%H:%M}",
                rise=strip.sunrise.astimezone(self.zone),
                sets=strip.sunset.astimezone(self.zone),
            )
            middle = (self.at(strip.sunrise) + self.at(strip.sunset)) / 2
            self.words(text, middle - self.wide(text, SMALL) / 2, (top + bottom) / 2, SMALL, dark)

    def stepped(
        self,
        row: Row,
        name: str,
        unit: str,
        level: Callable[[StripModel, int], int | None],
        count: int,
        borders: Sequence[str],
    ) -> None:
        """Lines of steps through bands, because no more is known than the band; the lowest band at the bottom."""
        top, bottom = row
        each = (bottom - top) / count
        self.frame(row, name, unit)
        offset = 2 if count == BASE_LEVELS else 1
        for number, border in enumerate(borders):
            y = bottom - (number + offset) * each
            self.pen.line((LEFT, y, RIGHT, y), fill=self.palette.line, width=1)
            if border:
                self.words(border, LEFT - 10 - self.wide(border, 22), y, 22)
        levels = [[level(one, n) for n in range(len(self.strip.hours))] for one in self.strip.models]

        def y_of(value: float) -> float:
            return bottom - (value + 0.5) * each

        self.band(levels, y_of, row)
        for number, (ink, values) in enumerate(zip(self.inks, levels, strict=False)):
            self.steps(values, lambda v, n=number: y_of(v) + (n - 1) * 5, ink)

    def rain(self, row: Row) -> None:
        """Millimetres in the hour before: filled what all models have, outlined what the wettest has."""
        top, bottom = row
        self.frame(row, say("Rain"), "mm/h")
        rows = [list(one.rain_mm) for one in self.strip.models]
        most = max([2.0, *(v for values in rows for v in values if v is not None)])
        self.words(f"{most:.0f}", LEFT - 10 - self.wide(f"{most:.0f}", 22), top + 10, 22)
        for n in range(len(self.strip.hours)):
            told = [values[n] for values in rows if n < len(values)]
            known = [v for v in told if v is not None]
            left, right = max(LEFT, self.x(n - 1) + 3), self.x(n) - 3
            if n == 0:
                continue
            if not known:
                self.hatch((left, top, right, bottom))
                continue
            for value, fill in ((max(known), None), (min(known), self.palette.field)):
                if value > 0:
                    y = bottom - (bottom - top) * min(1.0, value / most)
                    self.pen.rectangle((left, y, right, bottom), fill=fill, outline=self.palette.field, width=2)

    def wind(self, row: Row) -> None:
        """Knots, gusts as dots, and barbs of the first model that tells."""
        self.frame(row, say("Wind"), "kt")
        self.knots(
            row, [one.wind_kt for one in self.strip.models], [one.gust_kt for one in self.strip.models], 20.0
        )
        first = next((one for one in self.strip.models if any(v is not None for v in one.wind_kt)), None)
        if first is None:
            return
        for n in range(1, len(self.strip.hours), 2):
            speed, direction = first.wind_kt[n], first.wind_from_deg[n]
            if speed is not None and direction is not None:
                angle = math.radians(direction)
                place = (self.x(n) - math.sin(angle) * SHAFT / 2, BARBS + math.cos(angle) * SHAFT / 2)
                draw_barb(self.pen, place, direction, speed, self.palette.ink, self.palette.paper)

    def crosswind(self, row: Row) -> None:
        """Across the runway that has least, with the pilot's own limits as lines: mean, and gusts dashed."""
        self.frame(row, say("Crosswind"), say("kt, best rwy"))
        means, gusts = (
            [getattr(one, name) for one in self.strip.models] for name in ("cross_kt", "cross_gust_kt")
        )
        limits = [v for v in (self.strip.limit_kt, self.strip.limit_gust_kt) if v is not None]
        y_of = self.knots(row, means, gusts, max([15.0, *limits]))
        for limit, dashed in ((self.strip.limit_kt, False), (self.strip.limit_gust_kt, True)):
            if limit is None:
                continue
            y, x = y_of(limit), float(LEFT)
            while x < RIGHT:
                self.pen.line((x, y, min(RIGHT, x + (16 if dashed else RIGHT)), y), fill=self.palette.ink, width=3)
                x += 28 if dashed else RIGHT

    def knots(
        self, row: Row, rows: Sequence[Numbers], gusts: Sequence[Numbers], least: float
    ) -> Callable[[float], float]:
        """Lines of knots with their gusts as dots; where a value stands."""
        top, bottom = row
        told = [v for values in (*rows, *gusts) for v in values if v is not None]
        most = max([least, *told])
        most = 10 * -(-most // 10)

        def y_of(value: float) -> float:
            return bottom - (bottom - top) * value / most

        for mark in (most / 2, most):
            self.pen.line((LEFT, y_of(mark), RIGHT, y_of(mark)), fill=self.palette.line, width=1)
            text = f"{mark:.0f}"
            self.words(text, LEFT - 10 - self.wide(text, 22), y_of(mark) + (10 if mark == most else 0), 22)
        self.band(rows, y_of, row)
        for ink, values, peaks in zip(self.inks, rows, gusts, strict=False):
            self.line(values, y_of, ink, row)
            for n, peak in enumerate(peaks):
                if peak is not None:
                    self.pen.ellipse((self.x(n) - 4, y_of(peak) - 4, self.x(n) + 4, y_of(peak) + 4), fill=ink)
        return y_of

    def foot(self, y: int) -> None:
        """Hours of local time, and the credit."""
        for n, hour in enumerate(self.strip.hours):
            if n % 2 == 0:
                text = f"{hour.astimezone(self.zone):%H}"
                self.words(text, self.x(n) - self.wide(text, SMALL) / 2, y + 4, SMALL, self.palette.ink)
        self.words(say("barbs: from"), 28, BARBS, SMALL)
        self.words(say("local time"), 28, y + 4, SMALL)
        foot = say(CREDIT)
        if self.strip.crosswind and (self.strip.limit_kt, self.strip.limit_gust_kt) != (None, None):
            foot += " · " + say("line: your limit, dashed: in gusts")
        self.words(foot, 28, y + 42, self.fitting(foot, WIDTH - 56, 22), self.palette.faint)

    def fitting(self, text: str, room: float, size: int) -> int:
        """The largest size at which a text has room, no less than can be read."""
        while size > SMALLEST and self.wide(text, size) > room:
            size -= 1
        return size

    # --- strokes ---------------------------------------------------------------------------------------

    def frame(self, row: Row, name: str, unit: str) -> None:
        top, bottom = row
        self.pen.rectangle((LEFT, top, RIGHT, bottom), outline=self.palette.line, width=1)
        for n in range(0, len(self.strip.hours), 2):
            self.pen.line((self.x(n), top, self.x(n), bottom), fill=self.palette.line, width=1)
        size = SMALL if 28 + self.wide(name, SMALL) < LEFT - 54 else 22  # the axis has its figures there
        ends = self.words(name, 28, top + 15, size, self.palette.ink)
        if not unit:
            return
        if bottom - top < TALL:  # no room below: the next row's name stands there
            self.words(unit, ends + 10, top + 16, 22)
        else:
            self.words(unit, 28, top + 42, 22)

    def band(self, rows: Sequence[Numbers], y_of: Callable[[float], float], row: Row) -> None:
        """From the least to the most of each hour; hatched where no model tells."""
        tint = mixed(self.palette.field, self.palette.paper, 0.18)
        for n in range(len(self.strip.hours)):
            left, right = max(LEFT + 1, self.x(n - 0.5)), min(RIGHT - 1, self.x(n + 0.5))
            known = [v for values in rows if n < len(values) and (v := values[n]) is not None]
            if not known:
                self.hatch((left, row[0] + 1, right, row[1] - 1))
            elif max(known) > min(known):
                self.pen.rectangle((left, y_of(max(known)), right, y_of(min(known))), fill=tint)

    def steps(self, values: Numbers, y_of: Callable[[float], float], ink: Colour) -> None:
        """A level from half an hour before to half an hour after, and upright between: no slope is known."""
        before: float | None = None
        for n, value in enumerate(values):
            left, right = max(LEFT, self.x(n - 0.5)), min(RIGHT, self.x(n + 0.5))
            y = y_of(value) if value is not None else None
            if y is not None:
                self.pen.line((left, y, right, y), fill=ink, width=5)
            if y is not None and before is not None and y != before:
                self.pen.line((left, before, left, y), fill=ink, width=3)
            before = y

    def line(self, values: Numbers, y_of: Callable[[float], float], ink: Colour, row: Row) -> None:
        run: list[tuple[float, float]] = []
        for n, value in enumerate([*values, None]):
            if value is not None:
                run.append((self.x(n), min(row[1] - 2, max(row[0] + 2, y_of(value)))))
                continue
            if len(run) > 1:
                self.pen.line(run, fill=ink, width=5, joint="curve")
            elif run:
                x, y = run[0]
                self.pen.ellipse((x - 4, y - 4, x + 4, y + 4), fill=ink)
            run = []

    def hatch(self, box: tuple[float, float, float, float]) -> None:
        hatched(self.image, box, self.palette)


def hatched(image: Image.Image, box: tuple[float, float, float, float], palette: Palette) -> None:
    """Lines from corner to corner: nobody tells anything here."""
    left, top, right, bottom = (round(value) for value in box)
    if right <= left or bottom <= top:
        return
    part = Image.new("RGB", (right - left, bottom - top), palette.paper)
    pen = ImageDraw.Draw(part)
    high = bottom - top
    for x in range(-high - left % 12, right - left, 12):
        pen.line((x, high, x + high, 0), fill=palette.grid, width=2)
    image.paste(part, (left, top))


def _base_level(one: StripModel, hour: int) -> int | None:
    base: Base = one.base[hour] if hour < len(one.base) else None
    if base is None:
        return None
    if base == "ground":
        return 0
    if base == "none":
        return BASE_LEVELS - 1
    return 1 + sum(base >= limit for limit in BASES)


def _sight_level(one: StripModel, hour: int) -> int | None:
    metres = one.visibility_m[hour] if hour < len(one.visibility_m) else None
    return None if metres is None else sum(metres >= limit for limit in SIGHTS)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """So much of the one, the rest of the other."""
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(one, other, strict=True))
    return red, green, blue
