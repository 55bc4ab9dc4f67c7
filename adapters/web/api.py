"""The web's API: one question in, the steps of its answer out, and the conversation to come back to.

Every message is stored before anything is answered, and is answered by whatever process has the chat's turn;
the API only follows. A connection that breaks loses nothing: sending the same `message_id` again follows the same
answer, and `GET /chat/{session_id}` shows it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response, StreamingResponse
from starlette.exceptions import HTTPException

from adapters.protocol import Accept, ChatRef, Frame, IncomingMessage, NotStored, Person, Position
from adapters.web.asked import Sent, sent
from adapters.web.bus import LAST_FRAMES, REMARK, FrameBus, KeptTurn
from adapters.web.described import described
from adapters.web.requests import (
    IDENTIFIER,
    SHARED_NAME,
    Asked,
    ChatAnswer,
    ConversationOut,
    Problem,
    ShareName,
    ShareRequest,
    TurnOut,
)
from adapters.web.shown import ErrorOut, Shown
from adapters.web.wording import in_words

PREFIX = "/api/aviation-agent"
VERSIONED = f"{PREFIX}/v1"
"""Where other programs call: `PREFIX` alone is the newest version, this one stays as it is."""

ANSWER_SECONDS = 180.0
ALIVE_SECONDS = 20.0
"""Between two signs of life on a connection that waits for news."""

RECALLED = 6
"""Earlier questions of a given history that are read."""

LATE = (
    "The answer takes longer than I can hold this connection. It will be in the conversation: "
    f"ask {PREFIX}/chat/{{session_id}} in a minute."
)
NOT_JSON = "The body is not JSON."
DESCRIBED = "The API is described at /docs."
NOT_SERVED = "This FlyFun does not serve this page. Ask its operator."

log = logging.getLogger(__name__)


class NotHere(Exception):
    """A conversation or picture that is not kept, or a page that is not served."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


@dataclass(frozen=True)
class Taken:
    """A stored message; `again` when it had been sent before."""

    message: IncomingMessage
    again: bool


@dataclass(frozen=True)
class Desk:
    """What the endpoints work with."""

    accept: Accept
    bus: FrameBus
    closing: asyncio.Event
    answer_seconds: float = ANSWER_SECONDS

    async def take(self, asked_for: Sent) -> Taken:
        """Store the message of a request. Raises `NotStored`, `NotHere`."""
        request = asked_for.request
        session = request.session_id or secrets.token_urlsafe(18)
        number = request.message_id or secrets.token_hex(8)
        message = IncomingMessage(
            id=f"{session}/{number}",
            chat=ChatRef("web", "local", session),
            person=Person(request.person_id or session, language=asked_for.language),
            text="" if request.token else request.said,
            addressed_by="button" if request.token else "dm",
            sent_at=datetime.now(UTC),
            position=Position(request.location.lat, request.location.lon) if request.location else None,
            token=request.token or "",
            wants_frames=True,
            seen_when_open=True,
            earlier=() if request.session_id else tuple(request.earlier[-RECALLED:]),
        )
        said = request.said or ("Airports near me" if request.location else "")
        asked = Asked(text=said, at=message.sent_at).model_dump_json()
        new = await self.bus.ask(message.chat, message.id, asked)
        try:
            stored = await self.accept(message)
        except NotStored:
            await self.bus.withdraw(message.chat, message.id)
            raise
        if new and not stored:
            await self.bus.withdraw(message.chat, message.id)
            raise NotHere(403, NOT_SERVED)
        if not new and asked_for.by_key:
            await self._same(message, said)
        return Taken(message, again=not new)

    async def frames(self, taken: Taken) -> AsyncIterator[Frame]:
        """The steps of the answer, with an end whatever happens."""
        message = taken.message
        answered = await self._answered(message) if taken.again else None
        seconds = 0.1 if answered else self.answer_seconds
        async for frame in self._while_open(self.bus.follow(message.chat, message.id, seconds=seconds)):
            yield frame
            if frame.name in LAST_FRAMES:
                return
        if answered is None:
            yield Frame("error", {"message": LATE, "ref": None})
        elif answered.error is not None:
            yield Frame("error", answered.error.model_dump())
        else:  # its steps are gone by now; the answer itself is not
            yield Frame("message", {"delta": answered.markdown})
            yield Frame("done", {"session_id": message.chat.chat, "tokens": 0, "timings_ms": {}})

    async def news(self, session: str) -> AsyncIterator[bytes]:
        """The ids of what is said unasked, and a sign of life now and then."""
        ids = self.bus.news(_chat(session))
        told = asyncio.ensure_future(anext(ids))
        closing = asyncio.ensure_future(self.closing.wait())
        try:
            yield event(Frame(REMARK, {"text": "listening"}))
            while not closing.done():
                await asyncio.wait({told, closing}, timeout=ALIVE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                if told.done():
                    yield event(Frame("said", {"id": told.result()}))
                    told = asyncio.ensure_future(anext(ids))
                else:
                    yield event(Frame(REMARK, {}))
        finally:
            for waited in (told, closing):
                waited.cancel()
            await asyncio.wait({told, closing})

    async def _while_open(self, frames: AsyncIterator[Frame]) -> AsyncIterator[Frame]:
        """The steps until the program closes: what is not answered by then is answered after its next start."""
        closing = asyncio.ensure_future(self.closing.wait())
        try:
            while True:
                step = asyncio.ensure_future(anext(frames, None))
                await asyncio.wait({step, closing}, return_when=asyncio.FIRST_COMPLETED)
                frame = step.result() if step.done() else None
                if frame is None:
                    step.cancel()
                    await asyncio.wait({step})
                    return
                yield frame
        finally:
            closing.cancel()

    async def _same(self, message: IncomingMessage, said: str) -> None:
        """A key stands for one question: with another it is refused, not answered with the first one's answer."""
        turns = await self.bus.turns(message.chat)
        kept = next((turn.asked for turn in turns if turn.id == message.id), "")
        if kept and Asked.model_validate_json(kept).text != said:
            raise NotHere(422, "This Idempotency-Key was used for another question. Send a new one.")

    async def _answered(self, message: IncomingMessage) -> Shown | None:
        turns = await self.bus.turns(message.chat)
        kept = next((turn.shown for turn in turns if turn.id == message.id), "")
        return Shown.model_validate_json(kept) if kept else None


async def whole(frames: AsyncIterator[Frame], session_id: str) -> ChatAnswer:
    """An answer's steps as one value."""
    words: list[str] = []
    seen: dict[str, dict[str, Any]] = {}
    async for frame in frames:
        if frame.name == "message":
            words.append(str(frame.data["delta"]))
        else:
            seen[frame.name] = dict(frame.data)
    done, failed = seen.get("done", {}), seen.get("error")
    return ChatAnswer(
        answer="".join(words) if failed is None else str(failed["message"]),
        ui_payload=seen.get("ui_payload"),
        plan=_filed(seen.get("plan"), seen.get("ui_payload")),
        session_id=session_id,
        tokens=done.get("tokens", 0),
        timings_ms=done.get("timings_ms", {}),
        formatting_reasoning=done.get("formatting_reasoning", ""),
        error=ErrorOut.model_validate(failed) if failed is not None else None,
    )


def _filed(plan: dict[str, Any] | None, payload: dict[str, Any] | None) -> dict[str, Any] | None:
    """The plan with its category of rules: the one asked for, else that of the first rule which was found."""
    if plan is None or plan.get("category"):
        return plan
    found: dict[str, Any] = (payload or {}).get("mcp_raw") or {}
    rules: list[dict[str, Any]] = [*found.get("rules", ()), *found.get("comparison", ())]
    category = next((rule["category"] for rule in rules if rule.get("category")), None)
    return plan if category is None else {**plan, "category": category}


def event(frame: Frame) -> bytes:
    """A step as a server-sent event: its name and one line of JSON. A remark is a comment."""
    if frame.name == REMARK:
        said = str(frame.data.get("text", "waiting")).replace("\n", " ")
        return f": {said}\n\n".encode()
    line = json.dumps(frame.data, ensure_ascii=False, separators=(",", ":"))
    return f"event: {frame.name}\ndata: {line}\n\n".encode("utf-8", "backslashreplace")


def turn_out(turn: KeptTurn, session_id: str) -> TurnOut:
    """A kept turn as the page reads it."""
    asked = Asked.model_validate_json(turn.asked) if turn.asked else None
    answered = Shown.model_validate_json(turn.shown).with_trees() if turn.shown else None
    words = answered.markdown if answered else ""
    return TurnOut(
        id=turn.id.removeprefix(f"{session_id}/"),
        text=asked.text if asked else "",
        at=asked.at if asked else None,
        state="pending" if answered is None else "failed" if answered.error else "answered",
        answer=words or (answered.error.message if answered and answered.error else ""),
        shown=answered,
    )


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": text}
    for status, text in {
        400: "The body is not JSON",
        401: "The access token is missing or wrong",
        403: "Asked by another site, or not served here",
        413: "The request is too large",
        422: "A field cannot be used; the message says which",
        429: "Too many requests",
        503: "The message could not be stored: send it again",
    }.items()
}


def build_api(desk: Desk, version: str, *, token_wanted: bool = False) -> FastAPI:
    """The API, to be mounted at `PREFIX` and `VERSIONED`."""
    app = FastAPI(
        title="FlyFun",
        description=__doc__ or "",
        version=version,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        exception_handlers={
            NotStored: _not_stored,
            NotHere: _not_here,
            RequestValidationError: _invalid,
            HTTPException: _http,
            Exception: _broken,
        },
    )

    @app.post(
        "/chat", response_model_exclude_none=False, responses=PROBLEMS, summary="Ask, and get the whole answer"
    )
    async def chat(request: Annotated[Sent, Depends(sent)]) -> Response:
        taken = await desk.take(request)
        answer = await whole(desk.frames(taken), taken.message.chat.chat)
        left_out = {"error"} if answer.error is None else None
        return _json(answer.model_dump_json(exclude=left_out), _replayed(request, taken))

    @app.post(
        "/chat/stream",
        responses={**PROBLEMS, 200: {"content": {"text/event-stream": {}}, "description": STREAM}},
        response_class=StreamingResponse,
        summary="Ask, and see the answer being made",
    )
    async def stream(request: Annotated[Sent, Depends(sent)]) -> StreamingResponse:
        taken = await desk.take(request)

        async def events() -> AsyncIterator[bytes]:
            try:
                async for frame in desk.frames(taken):
                    yield event(frame)
            except NotStored as error:
                yield event(Frame("error", {"message": str(error), "ref": None}))

        headers = {"cache-control": "no-store", "x-accel-buffering": "no", **_replayed(request, taken)}
        return StreamingResponse(events(), media_type="text/event-stream", headers=headers)

    @app.get("/chat/stream", include_in_schema=False)
    async def only_by_post() -> None:
        raise HTTPException(405, headers={"allow": "POST"})

    @app.get(
        "/chat/{session_id}", responses=PROBLEMS | {404: {"model": Problem}}, summary="The conversation so far"
    )
    async def conversation(session_id: str, message_id: str = "") -> ConversationOut:
        """All turns, or the one of `message_id`."""
        kept = await desk.bus.turns(_chat(session_id))
        turns = [
            turn_out(turn, session_id)
            for turn in kept
            if not message_id or turn.id in (f"{session_id}/{message_id}", message_id)
        ]
        if not turns:
            raise NotHere(404, "There is no such conversation here.")
        return ConversationOut(session_id=session_id, turns=turns)

    @app.get(
        "/chat/{session_id}/news", response_class=StreamingResponse, summary="What is said without being asked"
    )
    async def news(session_id: str) -> StreamingResponse:
        """`event: said` with the `id` of a turn of the conversation, whenever one is said or changed unasked."""
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        _chat(session_id)
        return StreamingResponse(desk.news(session_id), media_type="text/event-stream", headers=headers)

    @app.get(
        "/chat/{session_id}/maps/{key}",
        response_class=Response,
        responses={200: {"content": {"image/png": {}, "image/jpeg": {}}}, 404: {"model": Problem}},
        summary="A map picture of the conversation",
    )
    async def picture(session_id: str, key: str) -> Response:
        found = await desk.bus.picture(_chat(session_id), key) if re.fullmatch(r"[0-9a-f]{24}", key) else None
        if found is None:
            raise NotHere(404, "That picture is not kept any more.")
        kind = "image/jpeg" if found.startswith(b"\xff\xd8") else "image/png"
        return Response(found, media_type=kind, headers={"cache-control": "private, max-age=31536000, immutable"})

    @app.post(
        "/chat/{session_id}/share", responses=PROBLEMS, summary="A link that opens one answer for thirty days"
    )
    async def share(session_id: str, request: ShareRequest) -> ShareName:
        chat, message_id = _chat(session_id), f"{session_id}/{request.message_id}"
        kept = await desk.bus.turns(chat)
        if not any(turn.id == message_id and turn.shown for turn in kept):
            raise NotHere(404, "There is no such answer here.")
        return ShareName(name=await desk.bus.share(chat, message_id))

    @app.post("/chat/{session_id}/unshare", status_code=204, responses=PROBLEMS, summary="Take a link back")
    async def unshare(session_id: str, request: ShareName) -> Response:
        await desk.bus.unshare(_chat(session_id), request.name)
        return Response(status_code=204)

    @app.get("/shared/{name}", responses=PROBLEMS | {404: {"model": Problem}}, summary="The answer behind a link")
    async def shared(name: str) -> TurnOut:
        turn = await _shared(desk, name)
        out = turn_out(turn, "")
        # Buttons belong to the conversation: who reads along cannot tap them.
        return out.model_copy(update={"id": "", "shown": out.shown.without_taps() if out.shown else None})

    @app.get("/shared/{name}/maps/{key}", response_class=Response, summary="A map picture of a shared answer")
    async def shared_picture(name: str, key: str) -> Response:
        turn = await _shared(desk, name)
        if key not in turn.shown:
            raise NotHere(404, "That picture is not part of this answer.")
        opened = await desk.bus.shared(name)
        return await picture(opened[0].chat, key) if opened else Response(status_code=404)

    @app.get("/openapi.json", include_in_schema=False)
    async def description(request: Request) -> JSONResponse:
        """With the address at which it was asked for, so that the file alone says where to call."""
        address = str(request.url.replace(query="")).removesuffix("/openapi.json")
        return JSONResponse(described(app, address, token_wanted=token_wanted))

    return app


async def _shared(desk: Desk, name: str) -> KeptTurn:
    """The turn behind a link's name."""
    opened = await desk.bus.shared(name) if re.fullmatch(SHARED_NAME, name) else None
    turns = await desk.bus.turns(opened[0]) if opened else ()
    found = next((turn for turn in turns if opened and turn.id == opened[1] and turn.shown), None)
    if found is None:
        raise NotHere(404, "This link is over, was taken back, or its conversation was deleted.")
    return found


STREAM = (
    "`event: NAME` and one line of JSON each, in this order: `plan {steps, confidence, made_by, "
    "path, countries, category, reasoning}`, "
    "`thinking {text}`, per step `tool_call_start {name, arguments}` and `tool_call_end {name, ok, ms}`, "
    "`message {delta}` several times, `ui_payload {…}`, then "
    "`done {session_id, tokens, timings_ms, formatting_reasoning}` "
    "or `error {message, ref}`."
)


def _chat(session_id: str) -> ChatRef:
    if not re.fullmatch(IDENTIFIER, session_id):
        raise NotHere(404, "There is no such conversation here.")
    return ChatRef("web", "local", session_id)


# --- errors ------------------------------------------------------------------------------------------


def _json(text: str, headers: dict[str, str]) -> Response:
    return Response(text.encode("utf-8", "backslashreplace"), media_type="application/json", headers=headers)


def _replayed(request: Sent, taken: Taken) -> dict[str, str]:
    """Says of a question sent again under its key that it was not asked a second time."""
    return {"idempotent-replayed": "true"} if request.by_key and taken.again else {}


def problem(
    status: int, message: str, ref: str | None = None, headers: dict[str, str] | None = None
) -> JSONResponse:
    """An error in words."""
    body = {"error": {"message": message, "ref": ref}}
    return JSONResponse(body, status, headers={"cache-control": "no-store", **(headers or {})})


async def _not_stored(request: Request, error: Exception) -> Response:
    log.warning("a message was not stored: %s", error)
    return problem(
        503, "I cannot store your message now, so it was not taken. Send it again.", headers={"retry-after": "2"}
    )


async def _not_here(request: Request, error: Exception) -> Response:
    assert isinstance(error, NotHere)  # noqa: S101
    return problem(error.status, error.message)


async def _invalid(request: Request, error: Exception) -> Response:
    found: Sequence[Any] = error.errors() if isinstance(error, RequestValidationError) else ()
    if any(item["type"] == "json_invalid" for item in found):
        return problem(400, NOT_JSON)
    said = [in_words(item) for item in found[:3]]
    return problem(422, " ".join(said))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    headers = dict(error.headers or {})
    match error.status_code:
        case 400:  # bytes that are no text
            return problem(400, NOT_JSON)
        case 404:
            said = f"There is nothing at this address. {DESCRIBED}"
        case 405:
            takes = headers.get("allow", "POST")
            said = f"This address takes {takes}, not {request.method}. {DESCRIBED}"
        case _:
            said = str(error.detail)
    return problem(error.status_code, said, headers=headers)


async def _broken(request: Request, error: Exception) -> Response:
    ref = secrets.token_hex(2)
    log.error("a request failed (ref %s)", ref, exc_info=error)
    return problem(500, f"Something broke (ref {ref}). Try again, or tell the operator this reference.", ref)
