"""Gives a reply its map: drawn once, kept for the next who asks the same; by a second pen when many wait."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from PIL import Image

from adapters.protocol import Map
from agent.protocol import UiPayload, Value, Visualization
from bot.render.maps import HEIGHT, STYLE_VERSION, WIDTH, Picture, key_of
from bot.render.palette import Palette
from bot.render.pen import Pen, What
from bot.render.polar import PolarView
from bot.render.projection import View
from bot.render.scene import scene_of
from bot.render.spare_pen import PenBroken, SparePen
from bot.settings import Settings
from tongue import say, spoken

if TYPE_CHECKING:
    from agent.weather.chart import WeatherChart
    from agent.weather.section import RouteSection
    from agent.weather.strip import DayStrip

_KEPT = 12
"""Pictures, a fifth of a megabyte each with the one for the dark."""

TILE_PENS = 4
QUEUE = 2
"""Pictures that wait while one is drawn: from then on the second pen is worth its memory."""


class MapPainter:
    """Draws the maps of replies, on street tiles where those are set up, else on the offline ground."""

    def __init__(self, settings: Settings) -> None:
        self._own = Pen(settings.agent.data)
        self._spare = SparePen(settings.agent.data)
        self._waiting = 0
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
        if kept := self._kept.get((key, live)):
            return kept
        async with self._turn():
            kept = self._kept.get((key, live))
            if kept is None:
                drawn = await self._drawn_map(shown, found, key)
                if drawn is None:
                    return None
                kept = Map(image=drawn.image, alt=drawn.alt, caption=drawn.caption, key=drawn.key)
                if live:
                    dark = await self._draw("map", shown, found, key, "dark")
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

        caption = f"{strip.label}, " + say("{day:%A} {day.day} {day:%B}", day=strip.day)
        return await self._sheet(strip, strip_words(strip), caption, live)

    async def section(self, section: RouteSection, *, live: bool = False) -> Map:
        """A flight from the side."""
        from agent.weather.section import section_words

        flight = f"{section.start} – {section.end}"
        caption = say("{flight} from the side, {model}", flight=flight, model=section.model)
        return await self._sheet(section, section_words(section), caption, live)

    async def chart(self, chart: WeatherChart, *, live: bool = False) -> Map:
        """The weather of a flight on a map."""
        from agent.weather.chart import chart_words

        return await self._sheet(chart, chart_words(chart), say("{label}: weather map", label=chart.label), live)

    async def aclose(self) -> None:
        """Put the second pen away."""
        await self._spare.aclose()

    async def _sheet(self, of: Value, alt: str, caption: str, live: bool) -> Map:
        """Drawn once by day, and by night for a page that may be dark."""
        spec = f"{STYLE_VERSION} {spoken()} {type(of).__name__} {of.model_dump_json()}"
        key = blake2b(spec.encode(), digest_size=12).hexdigest()
        if kept := self._kept.get((key, live)):
            return kept
        async with self._turn():
            kept = self._kept.get((key, live))
            if kept is None:
                image = await self._draw("sheet", of, "light")
                dark = await self._draw("sheet", of, "dark") if live else b""
                kept = Map(image=image, alt=alt, caption=caption, key=key, dark=dark)
                self._keep((key, live), kept)
        return kept

    @asynccontextmanager
    async def _turn(self) -> AsyncGenerator[None]:
        """One picture after another; where too many wait, the second pen is fetched for them."""
        self._waiting += 1
        if self._waiting > QUEUE + 1 and not self._tiles_url:
            self._spare.fetch()
        try:
            async with self._pen:
                yield
        finally:
            self._waiting -= 1

    async def _draw(self, what: What, *given: Any) -> Any:
        """By the second pen where it is at hand, else by our own, in a thread."""
        if self._spare.ready:
            with contextlib.suppress(PenBroken):
                return await self._spare.draw(what, *given)
        return await asyncio.to_thread(self._own.draw, what, *given)

    async def _drawn_map(self, shown: Visualization, found: int, key: str) -> Picture | None:
        if not self._tiles_url:
            return await self._draw("map", shown, found, key, "light")
        return await asyncio.to_thread(
            self._own.maker.draw, shown, found=found, ground=self._on_tiles, whole_zoom=True, key=key
        )

    def _on_tiles(self, view: View | PolarView, palette: Palette) -> tuple[Image.Image, str]:
        from bot.render import tiles

        if isinstance(view, PolarView):  # there are no tiles of a round map
            return self._own.maker.offline(view, palette)
        if self._tiles is None:
            self._tiles = tiles.TileGround(self._tiles_url)
        ground = self._tiles.draw(view)
        return (ground, tiles.CREDIT) if ground is not None else self._own.maker.offline(view, palette)
