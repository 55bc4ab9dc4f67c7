"""One thing that was said of an outing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Heard:
    """One thing said. `kind` names it, the rest is what it needs.

    `weak`: it could mean something else, so it means an outing only beside its card; `asked`: a move or a calling
    off that is not said outright, so it is asked back first; `leg`: "back" where the way home alone is moved.
    """

    kind: str
    weak: bool = False
    asked: bool = False
    guests: int | None = None
    seats: int = 0
    more: bool = False
    craft: str = ""
    name: str = ""
    task: str = ""
    state: str = ""
    reference: str = ""
    amount: int = 0
    currency: str = ""
    what: str = ""
    minutes: int = 0
    day: date | None = None
    until: date | None = None
    clock: str = ""
    why: str = ""
    other: str = ""
    leg: str = ""
    anywhere: bool = False
