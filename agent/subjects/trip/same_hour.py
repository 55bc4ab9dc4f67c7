"""Reads a way home at the hour of the way out: "je reviens samedi à la même heure", "back Sunday, same time"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from agent import regex as re
from agent.language.said import Said
from agent.subjects.trip.clocks import TURN, At

_SAME_HOUR = re.compile(
    r"\b(?:(?:at )?(?:the )?same (?:time|hour)|(?:à )?(?:la )?même heure|"
    r"(?:zur |um die )?(?:gleichen?|selben?|dieselbe) (?:uhr)?zeit)\b(?! (?:as|que|wie)\b)"
)
_TURN = re.compile(rf"\b(?:{TURN})\b")


def at_the_same_hour(said: Said, given: Mapping[str, JsonValue], clocks: Sequence[At]) -> dict[str, JsonValue]:
    """`return_off_block` by the clocks there, where the way home has no hour but that of the only one said."""
    low = said.slots.low
    match = _SAME_HOUR.search(low)
    if match is None or len(clocks) != 1 or not given.get("off_block"):
        return {}
    if {"return_off_block", "return_by"} & given.keys():
        return {}
    if not _TURN.search(low[clocks[0].end :]):
        return {}
    said.used.add(match.span())
    return {"return_off_block": clocks[0].back}
