"""Whether a flight is there by an hour: which of the times said is that hour, and what is left until then."""

from __future__ import annotations

from datetime import datetime, timedelta

from agent import regex as re
from agent.language.quantities import Quantity
from agent.language.said import Said
from agent.subjects.route.light import length
from agent.subjects.trip.arrivals import figures_of
from agent.subjects.trip.clock_words import zulu
from tongue import say

_BY = re.compile(
    r"\b(?:by|before|until|no later than|at the latest|bis|vor|spätestens|avant|au plus tard|d'ici)\s*"
    r"(?:um |à |at )?$"
)

BARELY = timedelta(minutes=5)
"""Less is no margin: taxi and climb are not in the time."""


def off_and_due(said: Said) -> tuple[Quantity | None, Quantity | None]:
    """The time of leaving and the hour to be there by, of those said: "off at 9:30, Alderney by 11?"."""
    clocks = said.clocks()
    arrives = [said.is_arrival(clock) for clock in clocks]
    by = [_BY.search(said.slots.low[: figures_of(clock, said.slots.low)]) is not None for clock in clocks]
    if len(clocks) < len(("off", "due")):
        ends = zip(clocks, arrives, by, strict=True)
        due = next((clock for clock, is_end, until in ends if is_end or (until and is_end is None)), None)
        return (None if due else next(iter(clocks), None)), due
    places = range(len(clocks))
    due_at = next((n for n in places if arrives[n]), None)
    if due_at is None and sum(by) == 1:
        due_at = by.index(True)
        if arrives[due_at] is False and not any(arrives[n] is False for n in places if n != due_at):
            due_at = None  # "leave by nine"
    if due_at is None and False in arrives:
        due_at = next((n for n in places if arrives[n] is None), None)
    off = next((clocks[n] for n in places if n != due_at and arrives[n] is False), None)
    off = off or next((clocks[n] for n in places if n != due_at and not arrives[n]), None)
    return off, None if due_at is None else clocks[due_at]


def verdict(arrives: datetime, in_wind: datetime | None, due: datetime, zone: str | None, wind: str) -> str:
    """ "**Yes: there about 10:33Z, 27 min before 11:00Z** in still air; about 10:50Z with 20 kt on the nose."."""
    words = {"arrives": zulu(arrives, zone), "due": zulu(due, zone), "apart": length(abs(due - arrives))}
    if arrives > due:
        told = say("**No: there about {arrives}, {apart} after {due}** in still air", **words)
    elif in_wind is not None and in_wind > due:
        told = say("**Only in still air: there about {arrives}, {apart} before {due}**", **words)
    elif due - arrives < BARELY:
        told = say("**Barely: there about {arrives}, to be there by {due}**, in still air", **words)
    else:
        told = say("**Yes: there about {arrives}, {apart} before {due}** in still air", **words)
    beside = say("; about {arrives} with {wind}", arrives=zulu(in_wind, zone), wind=wind) if in_wind else ""
    return f"{told}{beside}."


def in_own_wind(arrives: datetime, due: datetime, zone: str | None, wind: str) -> str:
    """The same where the pilot told the wind."""
    words = {
        "arrives": zulu(arrives, zone),
        "due": zulu(due, zone),
        "apart": length(abs(due - arrives)),
        "wind": wind,
    }
    if arrives > due:
        return say("**No: there about {arrives}, {apart} after {due}** with {wind}.", **words)
    if due - arrives < BARELY:
        return say("**Barely: there about {arrives}, to be there by {due}**, with {wind}.", **words)
    return say("**Yes: there about {arrives}, {apart} before {due}** with {wind}.", **words)


def latest(due: datetime, lasts: timedelta, zones: tuple[str | None, str | None]) -> str:
    """ "To be there by 11:00Z: off blocks by **09:57Z**."."""
    start, end = zones
    return say("To be there by {due}: off blocks by **{off}**.", due=zulu(due, end), off=zulu(due - lasts, start))
