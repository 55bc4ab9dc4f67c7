"""A wide sheet of weather on which words are written: what the section and the day's strip share."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.render.palette import Colour, Palette
from bot.render.sprites import Sprites

WIDTH, HEIGHT = 1280, 720
SMALL, PLAIN, LARGE = 26, 30, 42
"""Pixels of the words: a phone shows the picture at a third of its size."""


class Sheet:
    """One picture while it is drawn."""

    def __init__(self, palette: Palette, sprites: Sprites) -> None:
        self.palette, self.sprites = palette, sprites
        self.image = Image.new("RGB", (WIDTH, HEIGHT), palette.paper)
        self.pen = ImageDraw.Draw(self.image)

    def words(
        self, text: str, x: float, y: float, size: int = SMALL, colour: Colour | None = None, *, bold: bool = False
    ) -> float:
        """Writes from the left, centred on y; where it ends."""
        label = self.sprites.label(text, size, colour or self.palette.soft, bold=bold, bare=True)
        self.image.paste(label, (round(x), round(y - label.height / 2)), label)
        return x + label.width

    def wide(self, text: str, size: int, *, bold: bool = False) -> int:
        return self.sprites.label(text, size, self.palette.soft, bold=bold, bare=True).width
