"""How the program is: the paths that a load balancer, a supervisor and Prometheus ask, and their gauges."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from adapters.protocol import WEBHOOK, NotStored
from agent.aviation.reference import updated_sources
from agent.errors import AgentError
from bot.backup import last_backup
from bot.metrics import CONTENT_TYPE, Metrics
from bot.readiness import problems
from bot.store import StoreError

if TYPE_CHECKING:
    from agent.deps import Deps
    from bot.app import Program
    from bot.worker import Worker

WATCH_SECONDS = 5.0
AGES_SECONDS = 3600.0

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
        told = {"ready": False, "problems": found} if found else {"ready": True}
        if not program.reading.data.is_set():
            told["reading"] = True  # questions are taken, and answered when the tables are read
        return JSONResponse(told, 503 if found else 200)

    async def metrics(request: Request) -> Response:
        return Response(program.metrics.page(), media_type=CONTENT_TYPE)

    async def not_stored(request: Request, error: Exception) -> Response:
        body = {"error": {"message": "I cannot store your message now. Send it again.", "ref": None}}
        return JSONResponse(body, 503)

    routes: list[BaseRoute] = [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)]
    routes += more
    for channel in program.channels:
        for route in channel.routes(program.accept):
            if isinstance(route, Route) and route.name == WEBHOOK:
                route.app = timed(route.app, program.metrics, channel.name)
            routes.append(route)
    return Starlette(routes=routes, exception_handlers={NotStored: not_stored})


def timed(app: ASGIApp, metrics: Metrics, channel: str) -> ASGIApp:
    """A platform's path, with the time it takes to acknowledge and how that ends."""
    times = {name: metrics.webhook_seconds.labels(channel, name) for name in ("ok", "refused", "failed")}

    async def acknowledged(scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = time.perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
            await send(message)

        try:
            await app(scope, receive, noted)
        finally:
            outcome = "ok" if status < 400 else "refused" if status < 500 else "failed"
            times[outcome].observe(time.perf_counter() - begun)

    return acknowledged


async def watch(program: Program, worker: Worker) -> None:
    """Keep the gauges true."""
    metrics = program.metrics
    while True:
        try:
            backlog = await program.inbox.backlog()
        except StoreError as error:
            log.warning("backlog_unknown", why=error.user_message)
        else:
            metrics.waiting.set(backlog.waiting)
            metrics.queue_age.set(backlog.oldest_seconds)
            metrics.dead.set(backlog.dead)
        metrics.lanes.set(worker.lanes.active)
        if program.reminders is not None:
            try:
                metrics.overdue.set(await program.reminders.overdue(program.desk.deps.now()))
            except (StoreError, SQLAlchemyError) as error:
                log.warning("reminders_unknown", why=type(error).__name__)
        metrics.backup_at.set(last_backup(program.settings.data_dir))
        await asyncio.sleep(WATCH_SECONDS)


async def watch_ages(program: Program) -> None:
    """Tell the ages of the data, once it is read, every hour."""
    while True:
        await asyncio.to_thread(tell_ages, program.desk.deps, program.metrics)
        await asyncio.sleep(AGES_SECONDS)


def tell_ages(deps: Deps, metrics: Metrics) -> None:
    """How old each dated source is, and whether `flyfun data update` brings it."""
    try:
        sources = deps.all_sources()
        renewed = {deps.airports.source.name, *updated_sources(deps.settings.data_dir)}
    except AgentError as error:
        log.warning("data_ages_unknown", why=error.user_message)
        return
    metrics.data_age.clear()
    today = deps.now().date()
    for source in sources:
        if source.as_of is not None:
            label = "yes" if source.name in renewed else "no"
            metrics.data_age.labels(source.name, label).set((today - source.as_of).days)
