"""Orders of a list by what a visit asks: the cheapest by published fee, the easiest by what must be asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from agent import regex as re
from agent.aviation.airports import Airport
from agent.aviation.visiting import standing
from agent.deps import Deps
from tongue import say

T = TypeVar("T")
_FEE = re.compile(r"(\d+(?:\.\d+)?) ([A-Z]{3})\b")
_LONG_NOTICE_HOURS = 24.0


@dataclass(frozen=True)
class Asks:
    """How much a visit asks, less is easier, and the same in words."""

    weight: int
    words: str


def fee_of(airport: Airport, deps: Deps) -> tuple[float, str] | None:
    """The landing fee that the operator publishes first, and its currency; it may hang on weight and hour."""
    found = _FEE.match(str(deps.facts.value("landing_fee", airport.ident) or ""))
    return (float(found[1]), found[2]) if found else None


def cheapest(found: Sequence[T], airport_of: Callable[[T], Airport], deps: Deps) -> list[T]:
    """By published landing fee within the commonest currency; other currencies after it, no fee known last."""
    fees = [fee_of(airport_of(one), deps) for one in found]
    commonest = [currency for currency, _ in Counter(fee[1] for fee in fees if fee).most_common()]

    def key(item: tuple[T, tuple[float, str] | None]) -> tuple[int, float]:
        fee = item[1]
        return (len(commonest), 0.0) if fee is None else (commonest.index(fee[1]), fee[0])

    return [one for one, _ in sorted(zip(found, fees, strict=True), key=key)]


def easiest(
    found: Sequence[T], airport_of: Callable[[T], Airport], deps: Deps, from_countries: Iterable[str] = ()
) -> list[T]:
    """Those that ask least first: who may come, permission, notice, and customs for who comes from abroad."""
    origins = frozenset(from_countries)
    return sorted(found, key=lambda one: asks_of(airport_of(one), deps, origins).weight)


def asks_of(airport: Airport, deps: Deps, from_countries: frozenset[str] = frozenset()) -> Asks:
    """What a visit asks as far as it is known; what is not known weighs more than a known no."""
    facts, weight, words = deps.facts, 0, list[str]()
    weight += 3 * standing(airport, deps.airports, facts)
    is_open = facts.check(airport.ident, "open_to_visitors", value=True)
    weight += {True: 0, None: 1, False: 6}[is_open]
    if is_open is False:
        words.append(say("not open to all comers"))
    needs_none = facts.check(airport.ident, "no_ppr", value=True)
    weight += {True: 0, None: 2, False: 4}[needs_none]
    words.append({True: say("no PPR"), None: say("PPR not known"), False: "PPR"}[needs_none])
    hours = facts.notice_hours(airport.ident)
    if hours:
        weight += 2 if hours > _LONG_NOTICE_HOURS else 1
        words.append(say("{hours:g} h notice", hours=hours))
    if from_countries and airport.country not in from_countries:
        customs = facts.check(airport.ident, "point_of_entry", value=True)
        weight += {True: 0, None: 4, False: 8}[customs]
        words.append({True: say("customs"), None: say("customs not known"), False: say("no customs")}[customs])
    return Asks(weight, ", ".join(words))
