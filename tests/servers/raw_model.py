"""A model server that sends exactly the bytes a test wrote down, one script for each request: dialects of the protocol.

A script is a list of bytes to send, of seconds to wait, and of `CLOSE` or `RESET`. Without one the connection hangs.
"""

from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from socket import SO_LINGER, SOL_SOCKET
from typing import Any

CLOSE, RESET = "close", "reset"
Script = Sequence[bytes | float | str]
Asked = dict[str, Any]


@dataclass
class RawServer:
    """`respond` gets each request's JSON and gives the script of its answer; `asked` keeps the requests."""

    respond: Callable[[Asked], Script]
    asked: list[Asked] = field(default_factory=list[Asked])
    url: str = ""


@asynccontextmanager
async def raw_server(respond: Callable[[Asked], Script]) -> AsyncGenerator[RawServer]:
    """A running server; what is still open at the end is dropped."""
    state = RawServer(respond)
    writers: set[asyncio.StreamWriter] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.add(writer)
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                length = head.partition("content-length:")[2].split("\r\n")[0]
                asked = json.loads(await reader.readexactly(int(length or 0)) or b"{}")
                state.asked.append(asked)
                for part in state.respond(asked):
                    if isinstance(part, bytes):
                        writer.write(part)
                        await writer.drain()
                    elif isinstance(part, float):
                        await asyncio.sleep(part)
                    else:
                        if part == RESET:
                            socket = writer.get_extra_info("socket")
                            socket.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
                        return
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writers.discard(writer)
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    state.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield state
    finally:
        server.close()
        for writer in tuple(writers):
            writer.transport.abort()
        await server.wait_closed()


def sse(*events: bytes, end: bytes = b"data: [DONE]\n\n") -> list[bytes | float | str]:
    """A stream that ends with the connection; every element is one write."""
    head = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\nconnection: close\r\n\r\n"
    return [head, *events, end, CLOSE]


def chunk(content: object = None, reason: str | None = None, **more: Any) -> bytes:
    """One event of a chat stream."""
    delta = {} if content is None else {"content": content}
    choice = {"index": 0, "delta": {**delta, **more.pop("delta", {})}, "finish_reason": reason, "logprobs": None}
    value = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return b"data: " + json.dumps({**value, **more}, ensure_ascii=False).encode() + b"\n\n"


def whole(content: object, reason: str | None = "stop", **more: Any) -> list[bytes | float | str]:
    """A reply that is not streamed."""
    message = {
        "role": "assistant",
        "content": content,
        "tool_calls": None,
        "refusal": None,
        **more.pop("message", {}),
    }
    choice = {"index": 0, "message": message, "finish_reason": reason, "logprobs": None}
    value = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    return json_reply(200, {**value, "usage": {"prompt_tokens": 30, "completion_tokens": 9}, **more})


def json_reply(status: int, value: Any, head: str = "") -> list[bytes | float | str]:
    """A status with a JSON body; `head` is more header lines, each with its line end."""
    body = json.dumps(value).encode()
    lines = (
        f"HTTP/1.1 {status} Status\r\ncontent-type: application/json\r\n{head}content-length: {len(body)}\r\n\r\n"
    )
    return [lines.encode() + body]


def refusal(message: str, status: int = 400, param: str | None = None, code: str | None = None) -> list[Any]:
    """OpenAI's form of an error."""
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
    return json_reply(status, {"error": error})
