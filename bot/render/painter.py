"""Gives a reply its map: drawn once, kept for the next who asks the same."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from PIL import Image

from adapters.protocol import Map
from agent.protocol import UiPayload, Visualization
from bot.render.maps import HEIGHT, WIDTH, MapMaker, Picture, key_of
from bot.render.projection import View
from bot.settings import Settings

_KEPT = 128


class MapPainter:
    """Draws the maps of replies, on street tiles where those are set up, else on the offline ground."""

    def __init__(self, settings: Settings) -> None:
        self._maker = MapMaker(settings.agent.data)
        self._tiles_url = settings.map_tiles_url
        self._tiles = None
        self._kept: OrderedDict[str, Map] = OrderedDict()

    async def picture(self, payload: UiPayload) -> Map | None:
        """The map of a payload; None when it shows no place."""
        shown = payload.visualization
        if shown is None:
            return None
        key = key_of(shown, WIDTH, HEIGHT, self._tiles_url)
        kept = self._kept.get(key)
        if kept is None:
            drawn = await asyncio.to_thread(self._draw, shown, key)
            if drawn is None:
                return None
            kept = Map(image=drawn.image, alt=drawn.alt, caption=drawn.caption, key=drawn.key)
            self._kept[key] = kept
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return kept

    def _draw(self, shown: Visualization, key: str) -> Picture | None:
        if not self._tiles_url:
            return self._maker.draw(shown, key=key)
        return self._maker.draw(shown, ground=self._on_tiles, whole_zoom=True, key=key)

    def _on_tiles(self, view: View) -> tuple[Image.Image, str]:
        from bot.render import tiles

        if self._tiles is None:
            self._tiles = tiles.TileGround(self._tiles_url)
        ground = self._tiles.draw(view)
        return (ground, tiles.CREDIT) if ground is not None else self._maker.offline(view)
