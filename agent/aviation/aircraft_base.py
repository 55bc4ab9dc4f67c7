"""What customs asks for the aircraft itself: whether it is brought in for a time, by registry and base.

Persons and goods are asked at the border whatever they fly in; the aircraft is goods too where it comes from
outside the customs territory. What the law says of it was read for the EU alone; elsewhere one must ask.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from agent.aviation.territories import State, Territory
from agent.protocol import Source
from tongue import later

BaseClass = Literal["own", "foreign", "unsure"]
"""An aircraft of the customs territory it flies to, of another, or one of which that is not certain."""
CustomsBetween = Callable[[Territory, Territory], State]


@dataclass(frozen=True, slots=True)
class AircraftBase:
    """Where an aircraft is registered and where it is based, as far as that is known."""

    registry: Territory | None = None
    base: Territory | None = None

    @property
    def known(self) -> bool:
        """Is anything known of it?"""
        return self.registry is not None or self.base is not None

    def seen_from(self, here: Territory, customs: CustomsBetween) -> BaseClass:
        """Its class at an end: registry and base must agree, and both be certain."""
        states = {customs(here, home) for home in (self.registry, self.base) if home is not None}
        if states == {"no"}:
            return "own"
        return "foreign" if states == {"yes"} else "unsure"


@dataclass(frozen=True, slots=True)
class Admission:
    """What holds for the aircraft where it lands. `state` "yes": it comes in under temporary admission."""

    aircraft: BaseClass
    state: State
    text: str
    source: Source | None = None


def admission(
    aircraft: AircraftBase,
    here: Territory,
    crossed: State,
    customs: CustomsBetween,
    told: dict[str, tuple[str, Source]],
) -> Admission | None:
    """What is asked for the aircraft at `here`; None where no customs are asked or nothing is known of it.

    `told` has the words of the law by the name of a customs area.
    """
    if not aircraft.known or crossed == "no":
        return None
    kind = aircraft.seen_from(here, customs)
    law = told.get(here.customs)
    if kind == "own":
        return Admission(kind, "no", OWN)
    if kind == "foreign" and law is not None:
        return Admission(kind, "yes", *law)
    return Admission(kind, "verify", UNREAD if law is None else UNSURE, law[1] if law else None)


OWN = later(
    "by registry and base it is of this customs territory and not brought in for a time; "
    "whether it is in free circulation I don't know"
)
UNREAD = later(
    "what this customs territory asks for a foreign aircraft was not read: ask customs before the flight"
)
UNSURE = later(
    "registry and base lie in different customs territories, or that is not certain: whether it comes in under "
    "temporary admission customs must say, ask before the flight"
)
