"""One thing that was said of an outing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Payment:
    """Money that was paid, in minor units; no currency where none is said; for several things "fuel+landing"."""

    amount: int
    currency: str
    what: str


@dataclass(frozen=True)
class Heard:
    """One thing said. `kind` names it, the rest is what it needs.

    `weak`: it could mean something else, so it means an outing only beside its card; `asked`: a move or a calling
    off that is not said outright, so it is asked back first; `leg`: "back" where the way home alone is moved;
    `also`: what was paid in other currencies.
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
    also: tuple[Payment, ...] = ()
    minutes: int = 0
    day: date | None = None
    until: date | None = None
    clock: str = ""
    why: str = ""
    other: str = ""
    leg: str = ""
    anywhere: bool = False


def in_each_currency(paid: Sequence[Payment]) -> tuple[Payment, ...]:
    """What was paid, as one sum in each currency."""
    sums: dict[str, Payment] = {}
    for one in paid:
        before = sums.get(one.currency)
        sums[one.currency] = (
            Payment(before.amount + one.amount, one.currency, f"{before.what}+{one.what}") if before else one
        )
    return tuple(sums.values())
