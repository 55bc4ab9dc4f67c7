"""What a request asks, wherever it says whose conversation it is: in the body, the address or a header."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from fastapi import Header, Query
from starlette.exceptions import HTTPException

from adapters.web.requests import IDENTIFIER, ChatRequest, Identifier


@dataclass(frozen=True)
class Sent:
    """A question; `by_key` when its `message_id` is the Idempotency-Key; `language` that the browser wishes."""

    request: ChatRequest
    by_key: bool
    language: str = ""


def sent(
    request: ChatRequest,
    session_id: Annotated[
        Identifier | None, Query(description="The conversation, where the body does not name it")
    ] = None,
    idempotency_key: Annotated[
        str | None,
        Header(description="The same key with the same question is answered once; wants a session_id"),
    ] = None,
    accept_language: Annotated[
        str, Header(description="In which language to answer a first question whose words tell none")
    ] = "",
) -> Sent:
    """The request with its conversation and its key. Raises `HTTPException` 422 where they do not fit."""
    if session_id and request.session_id and session_id != request.session_id:
        raise HTTPException(422, "The address names another session_id than the body.")
    session = request.session_id or session_id
    if request.token and not session:
        raise HTTPException(422, "A button's token needs the session_id it belongs to.")
    key = (idempotency_key or "").strip().removeprefix('"').removesuffix('"')
    if idempotency_key is not None:
        if not re.fullmatch(IDENTIFIER, key):
            raise HTTPException(422, "Idempotency-Key takes 1 to 64 letters, digits and - _ . ~ only.")
        if not session:  # a conversation found by a key alone could be another program's
            raise HTTPException(422, "An Idempotency-Key needs the session_id it belongs to.")
        if request.message_id not in (None, key):
            raise HTTPException(422, "Send a message_id or an Idempotency-Key, not two that differ.")
    return Sent(
        request.model_copy(update={"session_id": session, "message_id": key or request.message_id}),
        bool(key),
        wished(accept_language),
    )


def wished(accept_language: str) -> str:
    """The first language that a browser names, by its code; "" where it names none."""
    first = accept_language.split(",", maxsplit=1)[0].split(";", maxsplit=1)[0].strip()[:2].lower()
    return first if first.isalpha() else ""
