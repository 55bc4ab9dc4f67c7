"""What a line typed in the terminal may end in: a command, or an airfield's code."""

from __future__ import annotations

from collections.abc import Iterator

from agent.aviation.airports import Airports
from bot.commands import COMMANDS

MOST = 20
LEAVE = ("quit", "Leave; the conversation is remembered")


class Words:
    """Completes the first word to a command, and two letters or more of any word to airfields' codes."""

    def __init__(self, airports: Airports) -> None:
        self._airports = airports

    def __call__(self, line: str) -> Iterator[tuple[str, str]]:
        """The words and what each is, in the alphabet's order."""
        before, _, begun = line.rpartition(" ")
        if begun.startswith("/"):
            if not before.strip():
                told = sorted([*((one.name, one.summary) for one in COMMANDS), LEAVE])
                yield from ((f"/{name}", about) for name, about in told if name.startswith(begun[1:].lower()))
            return
        if len(begun) < 2:
            return
        for code, airport in self._airports.beginning(begun, MOST):
            yield code, airport.name
