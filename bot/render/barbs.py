"""Wind barbs: a shaft towards where the wind comes from, half feathers of 5 kt, whole ones of 10, flags of 50."""

from __future__ import annotations

import math

from PIL import ImageDraw

from bot.render.palette import Colour

SHAFT, FEATHER, APART = 40.0, 17.0, 8.0
CALM_BELOW = 2.5


def draw_barb(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    from_deg: float,
    speed_kt: float,
    ink: Colour,
    halo: Colour,
    turned: float = 0.0,
) -> None:
    """A barb whose foot is at a pixel; `turned` is how far the picture's up is from north, degrees clockwise."""
    if speed_kt < CALM_BELOW:
        x, y = at
        pen.ellipse((x - 7, y - 7, x + 7, y + 7), outline=ink, width=3)
        return
    for colour, width in ((halo, 7), (ink, 3)):
        for stroke in strokes(at, from_deg - turned, speed_kt):
            pen.line(stroke, fill=colour, width=width)
            if len(stroke) > 2:
                pen.polygon(stroke, fill=ink)
        x, y = at
        pen.ellipse((x - 4, y - 4, x + 4, y + 4), fill=colour)


def strokes(at: tuple[float, float], from_deg: float, speed_kt: float) -> list[list[tuple[float, float]]]:
    """Shaft, then feathers from its end inwards, clockwise of it as north of the equator; a flag is a triangle."""
    angle = math.radians(from_deg)
    along, across = (math.sin(angle), -math.cos(angle)), (math.cos(angle), math.sin(angle))

    def place(out: float, aside: float = 0.0) -> tuple[float, float]:
        return at[0] + along[0] * out + across[0] * aside, at[1] + along[1] * out + across[1] * aside

    fives = round(speed_kt / 5)
    flags, rest = divmod(fives, 10)
    whole, half = divmod(rest, 2)
    found = [[place(0), place(SHAFT)]]
    out = SHAFT
    for _ in range(flags):
        found.append([place(out), place(out - APART / 2, FEATHER), place(out - APART), place(out)])
        out -= APART * 1.3
    for _ in range(whole):
        found.append([place(out), place(out + APART / 2, FEATHER)])
        out -= APART
    if half:
        out -= APART if not flags and not whole else 0.0
        found.append([place(out), place(out + APART / 4, FEATHER / 2)])
    return found
