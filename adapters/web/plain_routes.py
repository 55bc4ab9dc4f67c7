"""The page for a browser without scripts: one form, answered by a whole page (`unscripted` makes it)."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from adapters.protocol import ChatRef, NotStored
from adapters.web.api import PREFIX, Desk, NotHere
from adapters.web.asked import Sent
from adapters.web.limits import Bucket, same_origin
from adapters.web.requests import IDENTIFIER, ChatMessage, ChatRequest
from adapters.web.shown import Shown
from adapters.web.unscripted import page
from tongue import languages, later, say, speaking

Handler = Callable[[Request], Awaitable[Response]]
LOCKED = later("This FlyFun asks for an access token, and a page without scripts cannot send it.")
NOT_OURS = later("This page answers its own form only.")
TOO_MANY = later("Too many requests. Try again in a minute.")
TOO_LONG = later("That question is too long.")
NOTHING = later("Type a question.")
LATE = later("The answer takes long. Ask again in a minute: it is kept.")
NOT_KEPT = later("I cannot store your message now, so it was not taken. Send it again.")


def plain(desk: Desk, bucket: Bucket, *, locked: bool, body_bytes: int) -> Handler:
    """The form by GET, its answer by POST; `locked` where the API wants a token."""

    async def handle(request: Request) -> Response:
        with speaking(tongue_of(request)):
            if request.method != "POST":
                return _answered(page("", "", "", None))
            if not _from_our_form(request):
                return _answered(page("", "", "", None, say(NOT_OURS)), 403)
            if locked:
                return _answered(page("", "", "", None, say(LOCKED)), 401)
            if bucket.take(request.client.host if request.client else ""):
                return _answered(page("", "", "", None, say(TOO_MANY)), 429)
            length = request.headers.get("content-length", "")
            if not length.isdecimal() or int(length) > body_bytes:
                return _answered(page("", "", "", None, say(TOO_LONG)), 413)
            return await _asked(desk, await request.body())

    return handle


async def _asked(desk: Desk, body: bytes) -> Response:
    """What the form says, asked; the answer in a page."""
    form = {name: values[-1] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}
    said, token = form.get("question", "").strip(), form.get("token")
    told = said or form.get("label", "")
    session = form.get("session", "")
    session = session if re.fullmatch(IDENTIFIER, session) else secrets.token_urlsafe(18)
    pictures = f"{PREFIX}/chat/{session}/maps"
    if not told:
        return _answered(page("", session, pictures, None, say(NOTHING)), 422)
    try:
        request = ChatRequest(
            messages=[ChatMessage(role="user", content=told)],
            session_id=session,
            message_id=secrets.token_hex(8),
            token=None if said else token,
        )
        taken = await desk.take(Sent(request, by_key=False))
    except ValidationError:
        return _answered(page(told, session, pictures, None, say(TOO_LONG)), 422)
    except NotHere as error:
        return _answered(page(told, session, pictures, None, error.message), error.status)
    except NotStored:
        return _answered(page(told, session, pictures, None, say(NOT_KEPT)), 503)
    async for _ in desk.frames(taken):
        pass
    shown = await _shown(desk, taken.message.chat, taken.message.id)
    return _answered(page(told, session, pictures, shown, "" if shown else say(LATE)))


async def _shown(desk: Desk, chat: ChatRef, message: str) -> Shown | None:
    """The kept answer, which is written just after its last step."""
    for _ in range(20):
        kept = next((turn.shown for turn in await desk.bus.turns(chat) if turn.id == message), "")
        if kept:
            return Shown.model_validate_json(kept).with_trees()
        await asyncio.sleep(0.1)
    return None


def _from_our_form(request: Request) -> bool:
    """Without a referrer a form names its origin "null"; the browser still tells of which site it is."""
    if request.headers.get("origin") == "null":
        return request.headers.get("sec-fetch-site") == "same-origin"
    return same_origin(request.headers)


def tongue_of(request: Request) -> str:
    """The first of the browser's languages that is spoken."""
    wished = [
        part.split(";")[0].strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")
    ]
    return next((one for one in wished if one in (*languages(), "en")), "en")


def _answered(text: str, status: int = 200) -> Response:
    return HTMLResponse(text, status, headers={"cache-control": "no-store"})
