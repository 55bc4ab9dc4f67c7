"""A refusal is read by whom it is meant for, though the request is still on its way."""

from __future__ import annotations

from starlette.types import Message, Receive, Scope, Send

from adapters.web.limits import Bucket, Gate


async def test_the_rest_of_a_refused_request_is_read_before_it_is_answered() -> None:
    happened: list[str] = []
    pieces = [b'{"messages": ', b"[]}"]

    async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("refused before")

    async def receive() -> Message:
        happened.append("read")
        return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

    async def send(message: Message) -> None:
        happened.append(str(message.get("status", "body")))

    headers = [(b"authorization", b"Bearer wrong"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/chat", "headers": headers, "client": ("10.0.0.1", 1)}
    await Gate(nothing, "right", Bucket(10, 1.0))(scope, receive, send)
    assert happened == ["read", "read", "401", "body"]
