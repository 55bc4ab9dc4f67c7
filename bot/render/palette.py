"""The colours of the pictures, by day and by night."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Colour = tuple[int, int, int]
Theme = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Palette:
    """Ground, ink and marks. `halo` stands around words and lines, so that they are read on any ground."""

    water: Colour
    land: Colour
    shore: Colour
    border: Colour
    state: Colour
    grid: Colour
    ink: Colour
    soft: Colour
    faint: Colour
    halo: Colour
    route: Colour
    field: Colour
    customs: Colour
    end: Colour
    paper: Colour
    line: Colour


LIGHT = Palette(
    water=(208, 224, 236),
    land=(246, 244, 238),
    shore=(150, 176, 196),
    border=(158, 150, 140),
    state=(222, 216, 206),
    grid=(196, 206, 214),
    ink=(24, 36, 52),
    soft=(74, 82, 94),
    faint=(92, 98, 108),
    halo=(255, 255, 255),
    route=(176, 32, 92),
    field=(20, 96, 168),
    customs=(132, 68, 20),
    end=(24, 36, 52),
    paper=(255, 255, 255),
    line=(214, 221, 228),
)
DARK = Palette(
    water=(12, 22, 32),
    land=(31, 42, 53),
    shore=(62, 84, 102),
    border=(112, 118, 124),
    state=(50, 61, 72),
    grid=(48, 62, 76),
    ink=(236, 242, 247),
    soft=(186, 198, 208),
    faint=(160, 174, 186),
    halo=(12, 20, 29),
    route=(255, 122, 176),
    field=(88, 172, 240),
    customs=(240, 176, 112),
    end=(236, 242, 247),
    paper=(21, 32, 43),
    line=(52, 68, 82),
)
PALETTES: dict[Theme, Palette] = {"light": LIGHT, "dark": DARK}
