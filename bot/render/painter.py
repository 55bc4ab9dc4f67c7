"""Gives a reply its map: drawn once, kept for the next who asks the same."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, TypeVar

from PIL import Image

from adapters.protocol import Map
from agent.protocol import UiPayload, Value, Visualization
from bot.render.maps import HEIGHT, STYLE_VERSION, WIDTH, MapMaker, Picture, key_of
from bot.render.palette import Palette, Theme
from bot.render.polar import PolarView
from bot.render.projection import View
from bot.render.scene import scene_of
from bot.settings import Settings

if TYPE_CHECKING:
    from agent.weather.chart import WeatherChart
    from agent.weather.section import RouteSection
    from agent.weather.strip import DayStrip

_KEPT = 12
"""Pictures, a fifth of a megabyte each with the one for the dark."""

TILE_PENS = 4
Drawn = TypeVar("Drawn", bound=Value)


class MapPainter:
    """Draws the maps of replies, on street tiles where those are set up, else on the offline ground."""

    def __init__(self, settings: Settings) -> None:
        self._maker = MapMaker(settings.agent.data)
        self._data = settings.agent.data
        self._tiles_url = settings.map_tiles_url
        self._tiles = None
        self._kept: OrderedDict[tuple[str, bool], Map] = OrderedDict()
        self._pen = asyncio.Semaphore(TILE_PENS if self._tiles_url else 1)
        """Pens that compete for the processor would keep every chat waiting; those that wait for tiles do not."""

    async def picture(self, payload: UiPayload, *, live: bool = False) -> Map | None:
        """The map of a payload; None when it shows no place. `live`: for a page that draws it anew, and dark."""
        shown = payload.visualization
        if shown is None:
            return None
        total = payload.mcp_raw.get("total")
        found = total if isinstance(total, int) else 0
        key = key_of(shown, WIDTH, HEIGHT, self._tiles_url, found)
        async with self._pen:
            kept = self._kept.get((key, live))
            if kept is None:
                drawn = await asyncio.to_thread(self._draw, shown, found, key)
                if drawn is None:
                    return None
                kept = Map(image=drawn.image, alt=drawn.alt, caption=drawn.caption, key=drawn.key)
                if live:
                    dark = await asyncio.to_thread(self._maker.draw, shown, found=found, key=key, theme="dark")
                    scene = scene_of(shown, found)
                    kept = replace(kept, dark=dark.image if dark else b"", scene=scene.shown() if scene else None)
                self._keep((key, live), kept)
        return kept

    def _keep(self, name: tuple[str, bool], drawn: Map) -> None:
        self._kept[name] = drawn
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    async def strip(self, strip: DayStrip, *, live: bool = False) -> Map:
        """A day at a place hour by hour; `live`: for a page that may be dark."""
        from agent.weather.strip import strip_words
        from bot.render.strips import StripMaker

        caption = f"{strip.label}, {strip.day:%A} {strip.day.day} {strip.day:%B}"
        return await self._sheet(strip, StripMaker(self._data).draw, strip_words(strip), caption, live)

    async def section(self, section: RouteSection, *, live: bool = False) -> Map:
        """A flight from the side."""
        from agent.weather.section import section_words
        from bot.render.sections import SectionMaker

        caption = f"{section.start} – {section.end} from the side, {section.model}"
        return await self._sheet(section, SectionMaker(self._data).draw, section_words(section), caption, live)

    async def chart(self, chart: WeatherChart, *, live: bool = False) -> Map:
        """The weather of a flight on a map."""
        from agent.weather.chart import chart_words
        from bot.render.charts import ChartMaker
        from bot.render.sprites import Sprites

        maker = ChartMaker(self._maker.offline, Sprites(self._data))
        return await self._sheet(chart, maker.draw, chart_words(chart), f"{chart.label}: weather map", live)

    async def _sheet(
        self, of: Drawn, draw: Callable[[Drawn, Theme], bytes], alt: str, caption: str, live: bool
    ) -> Map:
        """Drawn once by day, and by night for a page that may be dark."""
        spec = f"{STYLE_VERSION} {type(of).__name__} {of.model_dump_json()}"
        key = blake2b(spec.encode(), digest_size=12).hexdigest()
        async with self._pen:
            kept = self._kept.get((key, live))
            if kept is None:
                image = await asyncio.to_thread(draw, of, "light")
                dark = await asyncio.to_thread(draw, of, "dark") if live else b""
                kept = Map(image=image, alt=alt, caption=caption, key=key, dark=dark)
                self._keep((key, live), kept)
        return kept

    def _draw(self, shown: Visualization, found: int, key: str) -> Picture | None:
        if not self._tiles_url:
            return self._maker.draw(shown, found=found, key=key)
        return self._maker.draw(shown, found=found, ground=self._on_tiles, whole_zoom=True, key=key)

    def _on_tiles(self, view: View | PolarView, palette: Palette) -> tuple[Image.Image, str]:
        from bot.render import tiles

        if isinstance(view, PolarView):  # there are no tiles of a round map
            return self._maker.offline(view, palette)
        if self._tiles is None:
            self._tiles = tiles.TileGround(self._tiles_url)
        ground = self._tiles.draw(view)
        return (ground, tiles.CREDIT) if ground is not None else self._maker.offline(view, palette)
