"""Small pictures that are drawn once and pasted often: numbered markers and labels with a halo."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot.render.palette import LIGHT, Colour

_FINE = 4


class Sprites:
    """Markers and labels in the project's font."""

    def __init__(self, data: Path, px: float = 1.0) -> None:
        self._data = data
        self._regular = str(data / "font.ttf")
        self._bold = str(data / "font-bold.ttf")
        self._px = px

    def at(self, px: float) -> Sprites:
        """The same at so many pixels to a point."""
        return Sprites(self._data, px)

    def marker(self, text: str, colour: Colour, halo: Colour = LIGHT.halo) -> Image.Image:
        """A disc of 26 points with a number, or a dot of 16 without; RGBA."""
        return _marker(self._bold, text, colour, halo, self._px)

    def label(
        self,
        text: str,
        size: int = 18,
        colour: Colour = LIGHT.ink,
        *,
        bold: bool = True,
        halo: Colour = LIGHT.halo,
        bare: bool = False,
    ) -> Image.Image:
        """A line of text with a halo, or without one where it is `bare`; `size` in points. RGBA."""
        around = 0 if bare else round(2 * self._px)
        return _label(self._bold if bold else self._regular, text, round(size * self._px), colour, halo, around)


@lru_cache(maxsize=16)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, size)


@lru_cache(maxsize=256)
def _marker(font: str, text: str, colour: Colour, halo: Colour, px: float) -> Image.Image:
    size = round((26 if text else 16) * px / 2) * 2
    large = Image.new("RGBA", (size * _FINE, size * _FINE), (*colour, 0))
    pen = ImageDraw.Draw(large)
    edge = size * _FINE - 1
    pen.ellipse((0, 0, edge, edge), fill=(*halo, 255))
    ring = round(2 * px * _FINE)
    pen.ellipse((ring, ring, edge - ring, edge - ring), fill=(*colour, 255))
    if text:
        points = round((15 if len(text) < 2 else 13) * px * _FINE)
        pen.text((edge / 2, edge / 2), text, font=_font(font, points), fill=(*halo, 255), anchor="mm")
    return large.resize((size, size), Image.Resampling.BOX)


@lru_cache(maxsize=128)
def _label(font: str, text: str, size: int, colour: Colour, halo: Colour, around: int) -> Image.Image:
    face = _font(font, size)
    left, top, right, bottom = face.getbbox(text, stroke_width=around)
    image = Image.new(
        "RGBA", (max(1, int(right - left) + 2), max(1, int(bottom - top) + 2)), (*(halo if around else colour), 0)
    )
    pen = ImageDraw.Draw(image)
    at = (1 - left, 1 - top)
    if around:
        pen.text(at, text, font=face, fill=(*colour, 255), stroke_width=around, stroke_fill=(*halo, 235))
    else:
        pen.text(at, text, font=face, fill=(*colour, 255))
    return image
