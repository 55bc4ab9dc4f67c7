"""What a message is read as: questions, each with its tool, its arguments and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from agent.deps import Deps
from agent.language.courtesy import CHAT
from agent.language.ends import field_of
from agent.language.said import Said
from agent.protocol import ToolCall
from agent.understanding.in_hand.context import Given
from agent.understanding.reader.weighing import Evidence

VARY, SEVERAL, TALK, NOTHING, DISTRESS, CHANGE = "vary", "several", "talk", "nothing", "distress", "change"
"""Classes of the classifier beside the tools: the last plan with a change, several questions, small talk, …"""
PLAIN_CLASSES = frozenset({VARY, SEVERAL, TALK, NOTHING, DISTRESS, CHANGE})
STANDS_NOT = PLAIN_CLASSES - {VARY}
"""What is no part of a message of several questions."""
PLACE_NAMES = ("from_location", "to_location", "icao_code", "places", "place", "near", "location_query", "city")
"""Arguments that hold a place."""
COUNTED = "get_airport_statistics"
CLAIMED = 0.9
"""How sure a reading is that claims a message as its own."""
MOST_COUNTED = 3
"""More unused pieces of one kind weigh no more."""


def field_in(value: JsonValue, deps: Deps) -> str | None:
    """The airfield that an argument names, alone or as the only one of a list."""
    if isinstance(value, list):
        return field_in(value[0], deps) if len(value) == 1 else None
    return field_of(value, deps) if isinstance(value, str) else None


@dataclass(frozen=True)
class Reading:
    """One question as it is read. `tool` is a class of the classifier; `missing` is what its tool still needs,
    `unanswered` what the message asks beside it and nothing here answers, in its words."""

    tool: str
    sure: float
    arguments: Given
    missing: str = ""
    said: Said | None = None
    varied: bool = False
    others: tuple[Reading, ...] = ()
    unanswered: tuple[str, ...] = ()

    @property
    def call(self) -> ToolCall | None:
        """The call, when the class is a tool that lacks nothing."""
        return (
            None
            if self.tool in PLAIN_CLASSES or self.missing
            else ToolCall(tool=self.tool, arguments=self.arguments)
        )


@dataclass(frozen=True)
class Option:
    """One way to read a message: its questions in their order, what speaks for it, and those too many to be answered."""

    readings: tuple[Reading, ...]
    evidence: Evidence
    beyond: tuple[Reading, ...] = ()


def unused_by_kind(said: Said) -> dict[str, int]:
    """How much of what was said no argument holds: places, countries, aircraft, amounts, days, words of the lexicon."""
    slots = said.slots
    kinds = {
        "places": slots.spots,
        "countries": slots.countries,
        "aircraft": slots.crafts,
        "amounts": slots.quantities,
        "days": slots.days,
        "words": said.all_of(*said.concepts - {"not", "and"}),
    }
    return {
        kind: n
        for kind, spans in kinds.items()
        if (n := sum(not any(a < s.end and s.start < b for a, b in said.used) for s in spans))
    }


def only_asks_an_opinion(said: Said) -> bool:
    """ "…, where would you go?" of what was asked before it: no question of its own."""
    asked = said.all_of("opinion")
    return bool(asked) and all(
        any(m.start <= w.start < m.end for m in asked) or w.key in CHAT for w in said.slots.words
    )
