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


async def test_a_request_that_is_too_large_is_read_on_so_that_its_sender_learns_it() -> None:
    happened: list[str] = []
    left = 40

    async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("refused before")

    async def receive() -> Message:
        nonlocal left
        left -= 1
        return {"type": "http.request", "body": b"x" * 65_536, "more_body": left > 0}

    async def send(message: Message) -> None:
        happened.append(f"{message.get('status', 'body')} after {left}")

    headers = [(b"content-length", str(40 * 65_536).encode()), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/chat", "headers": headers, "client": ("10.0.0.1", 1)}
    await Gate(nothing, "", Bucket(10, 1.0))(scope, receive, send)
    assert happened == ["413 after 0", "body after 0"]
