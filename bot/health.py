"""How the program is: the paths that a load balancer, a supervisor and Prometheus ask."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import structlog
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from adapters.protocol import NotStored
from bot.metrics import CONTENT_TYPE
from bot.readiness import problems
from bot.store import StoreError

if TYPE_CHECKING:
    from bot.app import Program
    from bot.worker import Worker

WATCH_SECONDS = 5.0

log = structlog.get_logger(__name__)


def http_app(program: Program, more: Sequence[BaseRoute] = ()) -> Starlette:
    """Every channel's paths and what else is served, health, readiness and metrics."""

    async def healthz(request: Request) -> Response:
        found = {channel.name: channel.health() for channel in program.channels}
        ok = all(health.ok for health in found.values())
        body = {"ok": ok, "channels": {name: health.says for name, health in found.items()}}
        return JSONResponse(body, 200 if ok else 503)

    async def readyz(request: Request) -> Response:
        found = await problems(program)
        return JSONResponse(
            {"ready": False, "problems": found} if found else {"ready": True}, 503 if found else 200
        )

    async def metrics(request: Request) -> Response:
        return Response(program.metrics.page(), media_type=CONTENT_TYPE)

    async def not_stored(request: Request, error: Exception) -> Response:
        body = {"error": {"message": "I cannot store your message now. Send it again.", "ref": None}}
        return JSONResponse(body, 503)

    routes: list[BaseRoute] = [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)]
    routes += more
    for channel in program.channels:
        routes += channel.routes(program.accept)
    return Starlette(routes=routes, exception_handlers={NotStored: not_stored})


async def watch(program: Program, worker: Worker) -> None:
    """Keep the gauges true."""
    while True:
        try:
            backlog = await program.inbox.backlog()
        except StoreError as error:
            log.warning("backlog_unknown", why=error.user_message)
        else:
            program.metrics.waiting.set(backlog.waiting)
            program.metrics.queue_age.set(backlog.oldest_seconds)
            program.metrics.dead.set(backlog.dead)
        program.metrics.lanes.set(worker.lanes.active)
        await asyncio.sleep(WATCH_SECONDS)
