"""How long a runway is that is named by the wind, and which are too short to be the answer to a limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from agent.subjects.finding.airport_list import surface_word
from agent.weather.tables import opposite
from tongue import say


class Sized(Protocol):
    """A runway end with its runway's length and surface."""

    @property
    def runway(self) -> str: ...
    @property
    def length_m(self) -> int | None: ...
    @property
    def surface(self) -> str: ...
    @property
    def hard(self) -> bool | None: ...
    @property
    def short(self) -> bool: ...


_Sized = TypeVar("_Sized", bound=Sized)


def runway_size(of: Sized) -> str:
    """ "258 m hard, **short**"; nothing of a runway of no field."""
    if of.length_m is None:
        return say("length unknown") if of.surface else ""
    told = say("{metres:,} m {surface}", metres=of.length_m, surface=surface_word(of.hard, of.surface))
    return say("{size}, **short**", size=told) if of.short else told


def sized(words: str, ends: Sequence[Sized], *, best: bool = False, asked_for: bool = False) -> str:
    """A line on the wind at one end, or at alike ends, with their sizes; a short one is not set in bold for it."""
    sizes = {end.runway: size for end in ends if (size := runway_size(end))}
    one = len(sizes) == len(ends) and len(set(sizes.values())) == 1
    told = next(iter(sizes.values())) if one else ", ".join(f"{name} {size}" for name, size in sizes.items())
    if best:
        short = all(end.short for end in ends)
        words = (
            say("{words} · most into wind", words=words)
            if short
            else say("**{words}** · most into wind", words=words)
        )
    elif asked_for:
        words = f"**{words}**"
    return f"{words} · {told}" if told else words


def longer(ends: Sequence[_Sized]) -> list[_Sized]:
    """The ends that a limit is held against: those that are not short, where there is one."""
    return [end for end in ends if not end.short] or list(ends)


_TAIL_TOLD = 3
"""Knots from behind from which on they are told beside what blows across."""


def from_behind(runway: str, head_kt: float) -> list[str]:
    """The tail wind of an end, whose limit across alone would sound like a go, and the end into wind."""
    if head_kt > -_TAIL_TOLD:
        return []
    other = opposite(runway)
    if other is None:
        return [say("**{knots:.0f} kt from behind**", knots=-head_kt)]
    return [say("**{knots:.0f} kt from behind, into wind is {other}**", knots=-head_kt, other=other)]


def held(
    ends: Sequence[_Sized], across: Callable[[_Sized], float], said: Callable[[_Sized], list[str]]
) -> list[str]:
    """What is `said` of the end with the least across, beside a limit; a short one is called short before it.

    Where a short one has less than the others, it stands behind them, with its length.
    """
    chosen = [min(longer(ends), key=across)]
    if not chosen[0].short and (short := [end for end in ends if end.short]):
        least = min(short, key=across)
        chosen += [least] if across(least) < across(chosen[0]) else []
    lines: list[str] = []
    for end in chosen:
        told = ", ".join(said(end))
        if told and end.short and end.length_m is not None:
            told = say(
                "{runway} is short, {metres:,} m: {said}.", metres=end.length_m, runway=end.runway, said=told
            )
            lines.append(told)
        elif told:
            lines.append(say("On {runway}: {said}.", runway=end.runway, said=told))
    return lines
