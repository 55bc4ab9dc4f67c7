"""Reads a wish for an airline: from where to where, when, with how many."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agent.language import leisure
from agent.language.said import Said
from agent.registry import reads
from tongue import later

_STUCK = re.compile(
    r"\b(?:stuck|stranded|fogged in|weathered in|snowed in|grounded|diverted|sitting|stand|stehen|sitzen|sitze|steh|gestrandet|coincée?s?|"
    r"bloquée?s?|déroutée?s?)\b[^.?!]{0,14}?\b(?:in|into|at|to|à|a|en|fest in|auf)?\s*$"
)
"""What stands before the place where one is stuck: the airline leaves from there."""
_HOME = re.compile(r"\b(?:home|nach hause|heim|rentrer|à la maison)\b")


@reads("search_flights", "origin", "destination", word="airline", called=later("An airline"))
def flights(said: Said) -> dict[str, JsonValue]:
    """Both ends and what is said of the travel."""
    start, end = said.ends()
    given: dict[str, JsonValue] = {}
    stuck = next((s for s in said.spots if s.kind != "here" and _STUCK.search(said.slots.low[: s.start])), None)
    others = [s for s in said.spots if s is not stuck and s.kind != "here"]
    if stuck is not None and len(others) <= 1:
        start, end = said.name(stuck), said.name(others[0]) if others else None
    if end is None and _HOME.search(said.slots.low):
        end = "home"
    if start:
        given["origin"] = start
    if end:
        given["destination"] = end
    said.take([*said.slots.days, *said.slots.quantities])
    said.take(said.all_of("airline"))
    return {**given, **leisure.read_travel(said.slots)}
