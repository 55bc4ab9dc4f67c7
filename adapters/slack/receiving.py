"""The HTTP side: checks who is calling before anything is read, then lets Bolt hand the request on."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl

import aiohttp
from pydantic import BaseModel, Field
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackClientError
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from adapters.slack.calls import Pulse

MAX_BODY = 1_000_000
MAX_AGE = 300

_TIMESTAMP = re.compile(r"\d{1,12}")
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")

Endpoint = Callable[[Request], Awaitable[Response]]


_Named = str | dict[str, Any] | None


class _Event(BaseModel):
    type: str
    bot_id: str | None = None
    user: _Named = None
    channel: _Named = None
    team: _Named = None


class Envelope(BaseModel):
    """The shapes that Bolt takes for granted: what has others did not come from Slack, or is of no use."""

    type: str | None = None
    team_id: str | None = None
    enterprise_id: str | None = None
    user_id: str | None = None
    channel_id: str | None = None
    command: str | None = None
    callback_id: str | None = None
    team: _Named = None
    enterprise: _Named = None
    user: _Named = None
    channel: _Named = None
    event: _Event | None = None
    view: dict[str, Any] | None = None
    message: dict[str, Any] | None = None
    container: dict[str, Any] | None = None
    actions: list[dict[str, Any]] | None = Field(default=None, min_length=1)
    authorizations: list[dict[str, Any]] | None = None


class _TooLong(Exception):
    """The body is longer than anything Slack sends."""


def events(app: Callable[[], AsyncApp], signing_secret: str, pulse: Pulse) -> Endpoint:
    """The path that Slack posts events, commands and interactions to."""

    async def endpoint(request: Request) -> Response:
        try:
            body = await _body(request)
        except _TooLong:
            return PlainTextResponse("too long", 413)
        status = checked(request.headers, body, signing_secret, time.time())
        if status != 200:
            return PlainTextResponse("not accepted", status)
        pulse.beat()
        # A delivery that comes again is read like the first: it may be the only one that arrived.
        asked = _readable(body, dict(request.headers))
        if asked is None:
            return PlainTextResponse("not understood", 400)
        return starlette_response(await dispatched(app(), asked))

    return endpoint


async def dispatched(app: AsyncApp, asked: AsyncBoltRequest) -> BoltResponse:
    """Bolt's answer; what no listener is for is acknowledged, so that Slack does not send it again."""
    answer = await app.async_dispatch(asked)
    return BoltResponse(status=200, body="") if answer.status == 404 else answer


def checked(headers: Any, body: bytes, signing_secret: str, now: float) -> int:
    """200, 400 for a timestamp that is none, 401 for everything that Slack did not sign just now."""
    timestamp, signature = headers.get("x-slack-request-timestamp"), headers.get("x-slack-signature")
    if timestamp is None or signature is None or not signing_secret:
        return 401
    if not _TIMESTAMP.fullmatch(timestamp) or not timestamp.isascii():
        return 400
    if abs(now - int(timestamp)) > MAX_AGE or not _SIGNATURE.fullmatch(signature):
        return 401
    signed = hmac.new(signing_secret.encode(), b"v0:" + timestamp.encode() + b":" + body, hashlib.sha256)
    return 200 if hmac.compare_digest("v0=" + signed.hexdigest(), signature) else 401


async def _body(request: Request) -> bytes:
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length) > MAX_BODY:
        raise _TooLong
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise _TooLong
    return bytes(body)


def _readable(body: bytes, headers: dict[str, str]) -> AsyncBoltRequest | None:
    """Bolt's request; None for a body in none of the forms that Slack sends."""
    try:
        text = body.decode()
        if not text.startswith("{"):
            fields = dict(parse_qsl(text, keep_blank_values=True, strict_parsing=True))
            given: object = json.loads(fields["payload"]) if "payload" in fields else fields
        else:
            given = json.loads(text)
        if not given:
            return None
        Envelope.model_validate(given)
        return AsyncBoltRequest(body=text, headers={**headers}, mode="http")
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return None


def oauth(flow: AsyncOAuthFlow) -> tuple[Endpoint, Endpoint]:
    """The paths of an installation: its beginning, and where Slack sends the person back to."""

    async def install(request: Request) -> Response:
        return starlette_response(await flow.handle_installation(_query(request)))

    async def redirect(request: Request) -> Response:
        try:
            return starlette_response(await flow.handle_callback(_query(request)))
        except (SlackClientError, aiohttp.ClientError, TimeoutError):
            return PlainTextResponse("Slack did not answer. Begin the installation again.", 502)

    return install, redirect


def _query(request: Request) -> AsyncBoltRequest:
    return AsyncBoltRequest(body="", query=dict(request.query_params), headers={**dict(request.headers)})


def starlette_response(answer: BoltResponse) -> Response:
    """Bolt's answer as Starlette sends it."""
    response = Response(answer.body, answer.status, headers=answer.first_headers_without_set_cookie())
    for cookie in answer.cookies():
        for name, morsel in cookie.items():
            age = int(morsel["max-age"]) if morsel["max-age"] else None
            response.set_cookie(name, morsel.value, max_age=age, path="/", secure=True, httponly=True)
    return response
