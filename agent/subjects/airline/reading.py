"""Reads a wish for an airline: from where to where, when, with how many."""

from __future__ import annotations

from pydantic import JsonValue

from agent.language import leisure
from agent.language.said import Said
from agent.registry import reads


@reads("search_flights", "origin", "destination", word="airline", called="An airline")
def flights(said: Said) -> dict[str, JsonValue]:
    """Both ends and what is said of the travel."""
    start, end = said.ends()
    given: dict[str, JsonValue] = {}
    if start:
        given["origin"] = start
    if end:
        given["destination"] = end
    said.take([*said.slots.days, *said.slots.quantities])
    said.take(said.all_of("airline"))
    return {**given, **leisure.read_travel(said.slots)}
