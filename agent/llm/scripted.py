"""A model that says what a test wrote down, as strict about its inputs as the real one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field

from agent.errors import ModelError
from agent.llm.model import Component, Message, Meter, T, fitted


@dataclass
class ScriptedModel:
    """Replies in order, by component; an exception in the script is raised. `asked` keeps every prompt."""

    script: dict[Component, list[str | Exception]]
    piece: int = 7
    delay_seconds: float = 0.0
    asked: list[tuple[Component, tuple[Message, ...]]] = field(
        default_factory=list[tuple[Component, tuple[Message, ...]]]
    )

    async def choose(
        self,
        component: Component,
        messages: Sequence[Message],
        shape: type[T],
        meter: Meter,
        *,
        within: float | None = None,
    ) -> T:
        """The next reply, checked against the shape."""
        return fitted(await self._next(component, messages, meter), shape)

    async def write(self, component: Component, messages: Sequence[Message], meter: Meter) -> AsyncGenerator[str]:
        """The next reply in small pieces."""
        reply = await self._next(component, messages, meter)
        if not reply:
            raise ModelError("The language model answered nothing.")
        for start in range(0, len(reply), self.piece):
            yield reply[start : start + self.piece]

    async def _next(self, component: Component, messages: Sequence[Message], meter: Meter) -> str:
        if not messages or not all(m.content.strip() for m in messages):
            raise ModelError("A prompt must not be empty.")
        self.asked.append((component, tuple(messages)))
        meter.calls += 1
        if self.delay_seconds:
            await asyncio.sleep(self.delay_seconds)
        replies = self.script.get(component) or []
        if not replies:
            raise ModelError("The language model is not answering.", detail="the script is over")
        reply = replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        meter.prompt_tokens += sum(len(m.content) for m in messages) // 4
        meter.completion_tokens += len(reply) // 4
        return reply

    async def aclose(self) -> None:
        """Nothing is open."""
