"""What every behaviour stands on: people, what was seen, and the list they are in."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import count

from platforms.driver import OnSlack, OnTelegram, Seen, Stage

TAPPED = ("120 knots", "Cessna 172", "SR22")
numbers = count(1)


def somebody() -> str:
    """A person nobody has seen yet."""
    return f"P{next(numbers)}"


def words(seen: list[Seen]) -> str:
    return "\n".join(one.text for one in seen)


def last(seen: list[Seen]) -> Seen:
    """The message with buttons, or the last one."""
    return next((one for one in reversed(seen) if one.labels), seen[-1])


def has(text: str, *parts: str) -> None:
    for part in parts:
        assert re.search(part, text, re.IGNORECASE), f"{part!r} is not in {text[:400]!r}"


def lacks(text: str, *parts: str) -> None:
    for part in parts:
        assert not re.search(part, text, re.IGNORECASE), f"{part!r} is in {text[:400]!r}"


@dataclass(frozen=True)
class Behaviour:
    """What is tried, where, and the number of the issue's line."""

    name: str
    line: int
    on: tuple[str, ...]
    run: Callable[[OnTelegram | OnSlack, Stage], Awaitable[None]]


BEHAVIOURS: list[Behaviour] = []
BOTH, TELEGRAM, SLACK = ("telegram", "slack"), ("telegram",), ("slack",)

Try = Callable[..., Awaitable[None]]


def behaviour(line: int, on: tuple[str, ...] = BOTH) -> Callable[[Try], Try]:
    def register(run: Try) -> Try:
        BEHAVIOURS.append(Behaviour(run.__name__, line, on, run))
        return run

    return register


async def flight(app: OnTelegram | OnSlack, who: str, room: str, *, call: bool = False) -> Seen:
    """The question whose taps are tried."""
    return last(await app.say(who, room, "How long to fly from EGTF to LFMD", call=call))


def same_flight(answer: list[Seen]) -> None:
    """559 nm: at 120 kt 4 h 39 or 40; at any of the speeds between 2 h 30 and 6 h."""
    text = words(answer)
    has(text, "EGTF", "LFMD")
    lacks(text, "LIPK", "Forl", "LFAT", "LSGS")
    said = re.search(r"(\d)h\s?(\d\d)m", text)
    assert said and 150 <= int(said[1]) * 60 + int(said[2]) <= 360, text[:300]
