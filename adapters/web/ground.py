"""What the page's map is drawn on: pieces of ground of our own, or tiles of a host that the operator names."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Protocol
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

DAY = "public, max-age=86400"


class Ground(Protocol):
    """Where the pieces come from; `bot.render.served` implements it. `tiles` is an address template, or empty."""

    tiles: str

    def cell(self, zoom: int, x: int, y: int) -> bytes | None:
        """Gzipped JSON; None when there is no such piece. Takes milliseconds: called from a thread."""
        ...

    def about(self) -> Mapping[str, object]:
        """What the page asks before it draws."""
        ...


def ground_routes(ground: Ground) -> Sequence[BaseRoute]:
    """The addresses that the page's map asks."""

    async def settings(request: Request) -> Response:
        return JSONResponse(ground.about(), headers={"cache-control": "no-cache"})

    async def cell(request: Request) -> Response:
        at = request.path_params
        found = await asyncio.to_thread(ground.cell, at["zoom"], at["x"], at["y"])
        if found is None:
            return Response("There is no ground here.", 404, media_type="text/plain")
        headers = {"content-encoding": "gzip", "cache-control": DAY}
        return Response(found, media_type="application/json", headers=headers)

    return [Route("/settings", settings), Route("/ground/{zoom:int}/{x:int}/{y:int}", cell)]


def tile_host(tiles: str) -> str:
    """The one outside host whose pictures the page may show, as its policy names it; empty without tiles."""
    parts = urlsplit(tiles)
    known = parts.scheme in ("http", "https") and re.fullmatch(r"[A-Za-z0-9.\-:\[\]]+", parts.netloc)
    return f"{parts.scheme}://{parts.netloc}" if known else ""
