"""Receives Telegram's updates over HTTPS: each is stored before it is acknowledged."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from adapters.protocol import WEBHOOK, Accept, NotStored
from adapters.telegram.receiver import Receiver

DEFAULT_PATH = "/telegram/webhook"
BODY_BYTES = 1_000_000
SECRET_HEADER = "x-telegram-bot-api-secret-token"  # noqa: S105

log = logging.getLogger(__name__)


class TooLarge(Exception):
    """The body is longer than any update."""


def secret_of(token: str, given: str) -> str:
    """The operator's secret; without one, a secret that every process derives from the token alike."""
    return given or hmac.new(token.encode(), b"telegram webhook", hashlib.sha256).hexdigest()


def webhook_route(url: str, secret: str, receiver: Receiver, accept: Accept) -> Route:
    """The path of the webhook's URL."""

    async def receive(request: Request) -> Response:
        given = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(given.encode("utf-8", "surrogateescape"), secret.encode()):
            return Response(status_code=401)
        try:
            body = await _body(request)
        except TooLarge:
            log.warning("an update of more than %d bytes was refused", BODY_BYTES)
            return Response(status_code=413)
        except ClientDisconnect:
            return Response(status_code=400)
        try:
            raw = json.loads(body)
        except (ValueError, RecursionError) as error:
            log.warning("an update that is no JSON was dropped: %s", type(error).__name__)
            return Response(status_code=200)
        try:
            await receiver.take(raw, accept)
        except NotStored as error:
            log.warning("an update was not stored: %s", error)
            return Response(status_code=503)
        except Exception:
            log.exception("an update was not taken in")
            return Response(status_code=503)
        return Response(status_code=200)

    return Route(urlsplit(url).path or DEFAULT_PATH, receive, methods=["POST"], name=WEBHOOK)


async def _body(request: Request) -> bytes:
    """The body, no more than is allowed of it. Raises TooLarge, ClientDisconnect."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > BODY_BYTES:
        raise TooLarge
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_BYTES:
            raise TooLarge
    return bytes(body)
