"""What is sent to a model server and how its replies are read, whichever dialect of the protocol it speaks."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncGenerator, Sequence
from typing import Any, cast

from agent.llm.model import Message, T, UnfitReply
from agent.llm.refusals import CAUSES

LATE_USAGE = 0.5
"""Seconds that a finished stream may keep us waiting for its token counts."""
WHOLE = (".", "!", "?", ".”", '."', ".)")
"""How a text ends that is whole, where a server does not say that it has ended."""
CHARACTERS_PER_TOKEN = 4
_MOST_TOKENS = 10_000_000
"""A count beyond this is no count."""


def ways_to_ask(shape: type[T], messages: Sequence[Message]) -> list[tuple[list[Message], dict[str, Any]]]:
    """For JSON of a schema; a server that knows no schemas gets the schema in words."""
    schema = shape.model_json_schema()
    words = Message(
        "system",
        f"Answer with one JSON object of this schema, nothing else:\n{json.dumps(schema, separators=(',', ':'))}",
    )
    by_schema = {"type": "json_schema", "json_schema": {"name": shape.__name__, "schema": schema}}
    return [
        ([*messages], {"response_format": by_schema}),
        ([words, *messages], {"response_format": {"type": "json_object"}}),
        ([words, *messages], {}),
    ]


def json_in(text: str) -> str:
    """The object in a reply that may have words or a fence around it."""
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


def turns(messages: Sequence[Message], *, folded: bool) -> list[dict[str, str]]:
    """The messages as they are sent: never two of a role in a row, as many chat templates refuse them.

    `folded`: what the system says opens the first question, for templates that know no system.
    """
    turns: list[dict[str, str]] = []
    for message in messages:
        role = "user" if folded and message.role == "system" else message.role
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += f"\n\n{message.content}"
        else:
            turns.append({"role": role, "content": message.content})
    return turns


def check_end(finish_reason: str | None) -> None:
    """Raise `UnfitReply` for a reply that was cut off or withheld."""
    if finish_reason == "length":
        raise UnfitReply(
            "The language model's reply was cut off.", detail="finish_reason=length; raise max_tokens"
        )
    if finish_reason == "content_filter":
        raise UnfitReply(
            "The language model's reply was withheld.", detail=CAUSES["ContentFilterFinishReasonError"]
        )


def tokens_in(messages: Sequence[Message]) -> int:
    """An estimate, where no server counts."""
    return math.ceil(sum(len(m.content) for m in messages) / CHARACTERS_PER_TOKEN)


def count_in(usage: Any, name: str) -> int:
    """A count that a server gave; 0 for one that is none."""
    value: Any = getattr(usage, name, None)
    return value if isinstance(value, int) and 0 <= value <= _MOST_TOKENS else 0


def text_of(content: Any) -> str:
    """The text of a message; some servers send a list of parts, of which only texts are said."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [cast("dict[str, Any]", part) for part in cast("list[Any]", content) if isinstance(part, dict)]
    return "".join(str(part.get("text") or "") for part in parts if part.get("type") == "text")


async def until_done(stream: Any) -> AsyncGenerator[Any]:
    """The chunks of a stream; once it has said that it is finished, only its token counts are waited for."""
    chunks = aiter(stream)
    finished = False
    while True:
        try:
            async with asyncio.timeout(LATE_USAGE if finished else None):
                chunk = await anext(chunks)
        except StopAsyncIteration:
            break
        except Exception:
            if finished:
                return  # the text is whole; how the connection ends does not matter
            raise
        yield chunk
        finished = finished or any(choice.finish_reason for choice in chunk.choices or ())
        if finished and getattr(chunk, "usage", None):
            return
