"""One question on its way to the arguments of a tool, and what may be missing for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from pydantic import JsonValue

from agent.deps import Deps
from agent.language.slots import Slots, Spot
from agent.protocol import Location

Arguments = dict[str, JsonValue]


@dataclass(frozen=True)
class Asked:
    """One question (or part of one) on its way to a call."""

    slots: Slots
    deps: Deps
    today: date
    place: Location | None = None


@dataclass(frozen=True)
class Missing:
    """What a tool still needs: "airfield", "ends", "start", "place", "country", "question", "here" …"""

    what: str


def said(spot: Spot, asked: Asked) -> str:
    """How a tool is told of a place: codes and names as said, a shared position as coordinates."""
    if spot.kind == "here" and spot.name == "here" and asked.place is not None:
        return f"{asked.place.lat:g}, {asked.place.lon:g}"
    return spot.name


def whole(value: float) -> float:
    """Hours as they are said: 2, not 2.0, and no more than two decimals."""
    return int(value) if value == int(value) else round(value, 2)
