"""What the page's own map is drawn on: cells of the shipped ground, or the operator's tiles, and the colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from bot.render import basemap, places
from bot.render.cells import ZOOMS, Cells
from bot.render.palette import PALETTES
from bot.render.town_names import EUROPE, town_names
from bot.settings import Settings

TILES_CREDIT = "OpenStreetMap contributors"


class ServedGround:
    """Implements `adapters.web.ground.Ground`."""

    def __init__(self, settings: Settings) -> None:
        self._cells = Cells.of(settings.agent.data)
        self._data = settings.agent.data
        self.tiles = settings.map_tiles_url

    def cell(self, zoom: int, x: int, y: int) -> bytes | None:
        """A piece of ground as gzipped JSON; None when there is none."""
        return self._cells.cell(zoom, x, y)

    def about(self) -> Mapping[str, object]:
        """What the page asks before it draws: tiles or zooms, whom to credit, colours, towns by language."""
        colours = {
            theme: {name: "rgb({} {} {})".format(*colour) for name, colour in asdict(palette).items()}
            for theme, palette in PALETTES.items()
        }
        credit = TILES_CREDIT if self.tiles else f"{basemap.CREDIT}, {places.CREDIT}"
        towns = {"within": EUROPE, **town_names(self._data)}
        return {"tiles": self.tiles, "zooms": ZOOMS, "credit": credit, "palettes": colours, "towns": towns}
