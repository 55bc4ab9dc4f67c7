"""The language model as the agent sees it: choose a value of a shape, or write prose; count what it costs."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from agent.errors import ModelError

Component = Literal["planner", "router", "formatter", "rules"]
COMPONENTS: tuple[Component, ...] = ("planner", "router", "formatter", "rules")
T = TypeVar("T", bound=BaseModel)


class UnfitReply(ModelError):
    """The model answered, but not in the shape that was asked for: asking once more may help."""


def fitted(reply: str, shape: type[T]) -> T:
    """A reply as a value of its shape. Raises `UnfitReply`, which tells where and never what it says."""
    try:
        return shape.model_validate_json(reply)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])[:80] or "the reply"
        raise UnfitReply(
            f"The language model's reply does not fit: {where}.", detail=f"{where}: {first['type']}"
        ) from error


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(slots=True)
class Meter:
    """What the models of one answer cost. Filled while the answer is made.

    `gave_up` is set by the first failure of the server: the rest of the answer is made without it, so that a
    pilot waits for one deadline and not for several.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float = 0.0
    gave_up: bool = False
    notes: list[str] = field(default_factory=list[str])

    @property
    def tokens(self) -> int:
        """Both ways together."""
        return self.prompt_tokens + self.completion_tokens

    def failed(self, what: str, error: Exception) -> None:
        """Note a failure for the operator; after one of the server, this answer asks no more."""
        self.notes.append(f"failed: {what}: {error}")
        self.gave_up = self.gave_up or (isinstance(error, ModelError) and not isinstance(error, UnfitReply))

    def cut(self, what: str) -> None:
        """Note that prose claimed something that its material does not hold."""
        self.notes.append(f"ungrounded: {what}")


class Model(Protocol):
    """Implementations raise `ModelError` for everything that goes wrong; nothing else."""

    async def choose(
        self,
        component: Component,
        messages: Sequence[Message],
        shape: type[T],
        meter: Meter,
        *,
        within: float | None = None,
    ) -> T:
        """One value of `shape`, checked; `within` shortens the component's deadline (seconds)."""
        ...

    def write(self, component: Component, messages: Sequence[Message], meter: Meter) -> AsyncGenerator[str]:
        """Prose, piece by piece. A stream that breaks raises; what came before it was yielded."""
        ...

    async def aclose(self) -> None:
        """Close what holds connections."""
        ...


class Budget(Protocol):
    """What may be spent in a day, kept by `bot` for all processes. Neither method raises."""

    async def reserve(self, usd: float) -> bool:
        """Set an amount aside; False when the day's budget does not allow it."""
        ...

    async def settle(self, reserved: float, spent: float) -> None:
        """Put back what was set aside and not spent."""
        ...


class Unlimited:
    """No budget."""

    async def reserve(self, usd: float) -> bool:
        return True

    async def settle(self, reserved: float, spent: float) -> None:
        return None


@dataclass
class Circuit:
    """Stops asking a server that keeps failing; after a pause one question probes whether it is back."""

    failures_allowed: int = 5
    pause_seconds: float = 30.0
    clock: Callable[[], float] = time.monotonic
    _failures: int = 0
    _opened_at: float | None = None
    _probing: bool = False

    def enter(self) -> None:
        """Raise `ModelError` while the circuit is open."""
        if self._opened_at is None:
            return
        if self._probing or self.clock() - self._opened_at < self.pause_seconds:
            raise ModelError("The language model is resting after failures.", detail="circuit open")
        self._probing = True

    def succeeded(self) -> None:
        """The server works."""
        self._failures, self._opened_at, self._probing = 0, None, False

    def failed(self) -> None:
        """One more failure; enough of them, or a failed probe, open the circuit."""
        self._failures += 1
        if self._probing or self._failures >= self.failures_allowed:
            self._opened_at, self._probing = self.clock(), False

    def left(self) -> None:
        """A question ended without telling anything about the server; another one may probe."""
        self._probing = False

    @property
    def is_open(self) -> bool:
        """Whether questions are refused now."""
        return self._opened_at is not None
