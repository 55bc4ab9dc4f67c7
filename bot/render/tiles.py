"""Street map tiles under a map, where the operator has set up a tile server."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import Any

import structlog
from PIL import Image
from staticmap import StaticMap

from bot.render.projection import View

CREDIT = "OpenStreetMap contributors"
USER_AGENT = "FlyFun/0.1 (general aviation assistant)"
SECONDS = 5.0
_CACHED = 64

log = structlog.get_logger(__name__)


class TileGround:
    """Draws the ground from a tile server; None when that fails, so that the offline ground is taken."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._drawn: OrderedDict[View, Image.Image] = OrderedDict()

    def draw(self, view: View) -> Image.Image | None:
        """The ground of a view with a whole zoom. Asks the server; call it from a thread."""
        known = self._drawn.get(view)
        if known is not None:
            return known.copy()
        latitude = view.latitude
        longitude = view.x * 360.0 - 180.0
        page: Any = StaticMap(
            view.width,
            view.height,
            url_template=self._url,
            headers={"User-Agent": USER_AGENT},
            tile_request_timeout=SECONDS,
        )
        try:
            ground: Image.Image = page.render(zoom=math.floor(view.zoom), center=[longitude, latitude])
        except (RuntimeError, OSError) as error:
            log.warning("tiles_failed", error=str(error))
            return None
        self._drawn[view] = ground
        while len(self._drawn) > _CACHED:
            self._drawn.popitem(last=False)
        return ground.copy()
