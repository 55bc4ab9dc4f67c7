"""A server of OpenAI's chat protocol for tests: strict about every request, and able to fail in every way.

`replies` are given in order (then `reply`); `faults` come first, one each. A fault is a name of `FAULTS`.
"""

from __future__ import annotations

import asyncio
import json
import struct
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from socket import SO_LINGER, SOL_SOCKET
from typing import Any

from servers.http import REASONS

KEY = "sk-local-test-key-0001"
ALLOWED = {
    "model", "messages", "temperature", "max_tokens", "response_format", "stream", "stream_options",
}  # fmt: skip

STATUS_FAULTS: dict[str, tuple[int, str, dict[str, str]]] = {
    "401": (401, "invalid_api_key", {}),
    "403": (403, "forbidden", {}),
    "404": (404, "model_not_found", {}),
    "429": (429, "rate_limit_exceeded", {}),
    "429 soon": (429, "rate_limit_exceeded", {"retry-after": "0.05"}),
    "429 late": (429, "rate_limit_exceeded", {"retry-after": "120"}),
    "429 odd": (429, "rate_limit_exceeded", {"retry-after": "nan"}),
    "quota": (429, "insufficient_quota", {}),
    "409": (409, "conflict", {}),
    "422": (422, "unprocessable", {}),
    "500": (500, "server_error", {}),
    "503": (503, "overloaded", {}),
    "context": (400, "context_length_exceeded", {}),
    "400": (400, "bad_request", {}),
}
BODY_FAULTS = {
    "html": ("text/html", b"<html><body>It works!</body></html>"),
    "no choices": ("application/json", b'{"id": "1", "object": "chat.completion", "choices": []}'),
    "null choices": ("application/json", b'{"id": "1", "object": "chat.completion", "choices": null}'),
    "list": ("application/json", b"[1, 2]"),
    "truncated": ("application/json", b'{"id": "1", "choices": [{"mess'),
    "nan": ("application/json", b'{"id": "1", "choices": [{"index": NaN}]}'),
    "empty body": ("application/json", b""),
}
OTHER_FAULTS = ("reset", "hang", "cut", "no end", "length", "long", "empty", "broken chunk", "error event")
FAULTS = (*STATUS_FAULTS, *BODY_FAULTS, *OTHER_FAULTS)


@dataclass
class OpenAIServer:
    """What it was asked is in `bodies`; `schemas` and `objects` False refuse those response formats with 400."""

    reply: str = "Ready."
    replies: deque[str] = field(default_factory=deque[str])
    faults: deque[str] = field(default_factory=deque[str])
    always: str = ""
    delay: float = 0.0
    gap: float = 0.0
    piece: int = 6
    schemas: bool = True
    objects: bool = True
    stream_options: bool = True
    key: str = KEY
    models: tuple[str, ...] = ("gpt-4o-mini", "small", "large")
    bodies: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    first_piece_at: float = 0.0
    url: str = ""

    def last_fault(self) -> str:
        return self.faults.popleft() if self.faults else self.always


class _Refused(Exception):
    def __init__(self, status: int, code: str, why: str) -> None:
        super().__init__(why)
        self.status, self.code = status, code


@asynccontextmanager
async def openai_server(**settings: Any) -> AsyncIterator[OpenAIServer]:
    """A running server; everything still open is dropped at the end."""
    state = OpenAIServer(**settings)
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await _serve(state, reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            tasks.discard(task)
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    state.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield state
    finally:
        server.close()
        for task in tuple(tasks):
            task.cancel()
        if tasks:
            await asyncio.wait(tuple(tasks), timeout=2)
        await server.wait_closed()


async def _serve(state: OpenAIServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while True:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.split("\r\n")
        method, target, _ = first.split(" ")
        headers = {k.strip().lower(): v.strip() for k, _, v in (line.partition(":") for line in lines if line)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        fault = state.last_fault()
        if state.delay:
            await asyncio.sleep(state.delay)
        if fault == "hang":
            await asyncio.sleep(3600)
        if fault == "reset":
            writer.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
            return
        if fault in STATUS_FAULTS:
            status, code, more = STATUS_FAULTS[fault]
            _answer(writer, status, _error(code), **more)
        elif fault in BODY_FAULTS:
            kind, text = BODY_FAULTS[fault]
            _answer(writer, 200, text, **{"content-type": kind})
        else:
            try:
                asked = _checked(state, method, target, headers, body)
            except _Refused as refused:
                _answer(writer, refused.status, _error(refused.code, str(refused)))
            else:
                if asked is None:
                    _answer(
                        writer,
                        200,
                        json.dumps({"object": "list", "data": [{"id": m} for m in state.models]}).encode(),
                    )
                elif not await _reply(state, asked, fault, writer):
                    return
        await writer.drain()


def _checked(
    state: OpenAIServer, method: str, target: str, headers: dict[str, str], body: bytes
) -> dict[str, Any] | None:
    if headers.get("authorization") != f"Bearer {state.key}":
        raise _Refused(401, "invalid_api_key", "Incorrect API key provided")
    if (method, target) == ("GET", "/v1/models"):
        return None
    if (method, target) != ("POST", "/v1/chat/completions"):
        raise _Refused(404, "unknown_url", "Unknown request URL")
    asked: dict[str, Any] = json.loads(body)
    state.bodies.append(asked)
    if asked.get("model") not in state.models:
        raise _Refused(404, "model_not_found", "The model does not exist")
    unknown = set(asked) - ALLOWED
    if unknown:
        raise _Refused(400, "unknown_parameter", f"Unknown parameter: {sorted(unknown)[0]}")
    messages = asked.get("messages") or []
    if not messages or not all(
        m.get("role") in {"system", "user", "assistant"} and isinstance(m.get("content"), str) and m["content"]
        for m in messages
    ):
        raise _Refused(400, "invalid_messages", "Invalid messages")
    if not 0 <= asked["temperature"] <= 2 or asked["max_tokens"] < 1:
        raise _Refused(400, "invalid_value", "Out of range")
    if "stream_options" in asked and not (asked.get("stream") and state.stream_options):
        raise _Refused(400, "unknown_parameter", "Unknown parameter: stream_options")
    _check_format(state, asked)
    return asked


def _check_format(state: OpenAIServer, asked: dict[str, Any]) -> None:
    wanted = asked.get("response_format")
    if wanted is None:
        return
    if wanted["type"] == "json_schema":
        if not state.schemas:
            raise _Refused(400, "unsupported", "response_format json_schema is not supported")
        assert set(wanted["json_schema"]) <= {"name", "schema", "strict"}
        assert wanted["json_schema"]["schema"]["type"] == "object"
    elif wanted["type"] == "json_object":
        if not state.objects:
            raise _Refused(400, "unsupported", "response_format json_object is not supported")
        if not any("json" in m["content"].casefold() for m in asked["messages"]):
            raise _Refused(400, "invalid_messages", "'messages' must contain the word 'json'")
    else:
        raise _Refused(400, "invalid_value", "Unknown response_format")


async def _reply(state: OpenAIServer, asked: dict[str, Any], fault: str, writer: asyncio.StreamWriter) -> bool:
    """Answer; False when the connection is to be closed."""
    text = {"long": "a" * 1_000_000, "empty": ""}.get(fault)
    if text is None:
        text = state.replies.popleft() if state.replies else state.reply
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    reason = "length" if fault == "length" else "stop"
    if not asked.get("stream"):
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": reason}
        value = {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": asked["model"],
            "choices": [choice],
        }
        _answer(writer, 200, json.dumps({**value, "usage": usage}).encode())
        return True
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
    size = max(state.piece, len(text) // 50)
    pieces = [text[i : i + size] for i in range(0, len(text), size)]
    _event(writer, _chunk(asked, {"role": "assistant", "content": ""}))
    for number, piece in enumerate(pieces):
        if fault in {"cut", "broken chunk", "error event"} and number >= len(pieces) / 2:
            if fault == "broken chunk":
                _event(writer, '{"id": "1", "choi')
            elif fault == "error event":
                _event(writer, json.dumps({"error": {"message": "out of memory", "type": "server_error"}}))
            await writer.drain()
            if fault == "cut":
                return False  # without the last chunk: the connection just ends
            continue
        if number == 0:
            state.first_piece_at = asyncio.get_running_loop().time()
        _event(writer, _chunk(asked, {"content": piece}))
        await writer.drain()
        if state.gap:
            await asyncio.sleep(state.gap)
    if fault != "no end":
        _event(writer, _chunk(asked, {}, reason))
        if asked.get("stream_options"):
            _event(writer, json.dumps({**json.loads(_chunk(asked, {})), "choices": [], "usage": usage}))
        _event(writer, "[DONE]")
    writer.write(b"0\r\n\r\n")
    return True


def _chunk(asked: dict[str, Any], delta: dict[str, Any], reason: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    value = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": asked["model"]}
    return json.dumps({**value, "choices": [choice]})


def _event(writer: asyncio.StreamWriter, data: str) -> None:
    event = f"data: {data}\n\n".encode()
    writer.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")


def _error(code: str, why: str = "No.") -> bytes:
    if code == "context_length_exceeded":
        why = "This model's maximum context length is 128 tokens."
    return json.dumps(
        {"error": {"message": why, "type": "invalid_request_error", "param": None, "code": code}}
    ).encode()


def _answer(writer: asyncio.StreamWriter, status: int, body: bytes, **headers: str) -> None:
    named = {"content-type": "application/json", **headers, "content-length": str(len(body))}
    lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Status')}", *(f"{k}: {v}" for k, v in named.items())]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
